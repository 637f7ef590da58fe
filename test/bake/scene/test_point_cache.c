// Point caches: what is written is read, and nothing is believed of a file that is cut off.
// SPDX-License-Identifier: MIT
#include "bake/export/point_cache_out.h"
#include "bake/import/point_cache_in.h"
#include "test/kit/check.h"

static point_cache sample(arena* a) {
    point_cache c = {3, 5, ARENA_NEW(a, double, 3), arena_alloc(a, 15, sizeof *c.points)};
    for (int i = 0; i < 3; ++i)
        c.times[i] = i / 24.0;
    for (int i = 0; i < 15; ++i)
        for (int k = 0; k < 3; ++k)
            c.points[i][k] = 0.25f * (float)i - (float)k;
    return c;
}

static bool same(const point_cache* x, const point_cache* y) {
    bool good = x->frame_count == y->frame_count && x->point_count == y->point_count;
    for (int32_t i = 0; good && i < x->frame_count; ++i)
        good = fabs(x->times[i] - y->times[i]) < 1e-7;
    size_t size = (size_t)x->frame_count * (size_t)x->point_count * sizeof *x->points;
    return good && memcmp(x->points, y->points, size) == 0;
}

TEST(what_is_written_is_read) {
    arena* a = arena_create();
    report r = report_new(a);
    point_cache c = sample(a), back;
    bytes pc2 = point_cache_pc2(&c, a), mdd = point_cache_mdd(&c, a);
    CHECK(pc2.size == 32 + 15 * 12 && mdd.size == 8 + 12 + 15 * 12);
    CHECK(point_cache_read(pc2, "x.pc2", 24.0, a, &back, &r) && same(&c, &back));
    CHECK(point_cache_read(mdd, "x.mdd", 24.0, a, &back, &r) && same(&c, &back));
    arena_destroy(a);
}

TEST(a_file_that_is_cut_off_gets_a_sentence) {
    arena* a = arena_create();
    point_cache c = sample(a), back;
    bytes files[2] = {point_cache_pc2(&c, a), point_cache_mdd(&c, a)};
    for (int i = 0; i < 2; ++i)
        for (size_t size = 0; size < files[i].size; ++size) {
            report r = report_new(a);
            uint8_t* cut = ARENA_NEW(a, uint8_t, size + 1);
            memcpy(cut, files[i].data, size);
            CHECK(!point_cache_read((bytes){cut, size}, "x", 24.0, a, &back, &r));
            CHECK(r.error_count == 1);
        }
    arena_destroy(a);
}

TEST(points_that_are_no_numbers_are_refused) {
    arena* a = arena_create();
    report r = report_new(a);
    point_cache c = sample(a), back;
    c.points[7][1] = NAN;
    CHECK(!point_cache_read(point_cache_pc2(&c, a), "x", 24.0, a, &back, &r));
    CHECK(!point_cache_read(point_cache_mdd(&c, a), "x", 24.0, a, &back, &r));
    CHECK(r.error_count == 2 && strstr(r.findings[0].text, "point 2 of frame 1") != NULL);
    arena_destroy(a);
}

TEST_MAIN(CASE(what_is_written_is_read), CASE(a_file_that_is_cut_off_gets_a_sentence),
          CASE(points_that_are_no_numbers_are_refused))
