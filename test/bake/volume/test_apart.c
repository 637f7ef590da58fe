// Bodies that do not touch stay apart, or it is said that they do not.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/fill_check.h"
#include "test/kit/random.h"
#include "test/kit/thorough.h"

#include <string.h>

enum { BOXES_MOST = 64 };

typedef struct crowd {
    int32_t count, groups; // boxes, and how many of them or of their heaps stand alone
    vec3 positions[8 * BOXES_MOST];
    uint32_t triangles[12 * BOXES_MOST][3];
} crowd;

static void add_box(crowd* c, vec3 low, vec3 high) {
    static const int side[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int k = 0; k < 8; ++k)
        c->positions[8 * c->count + k] =
            v3(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z);
    for (int f = 0; f < 12; ++f)
        for (int n = 0; n < 3; ++n)
            c->triangles[12 * c->count + f][n] =
                (uint32_t)(8 * c->count + side[f / 2][n == 0 ? 0 : f % 2 + n]);
    ++c->count;
}

// Cubes of edge 1 in a row, `gap` between them; some have a smaller one inside, or across, or on top of them.
static crowd stand(int32_t boxes, double gap) {
    crowd c = {.groups = boxes};
    for (int32_t i = 0; i < boxes; ++i) {
        vec3 low = v3((1.0 + gap) * i, 0, 0), high = v3_add(low, v3(1, 1, 1));
        add_box(&c, low, high);
        double chance = random_in(0, 1);
        if (chance < 0.2) // inside
            add_box(&c, v3_add(low, v3(0.3, 0.3, 0.3)), v3_add(low, v3(0.6, 0.7, 0.6)));
        else if (chance < 0.4) // across, no corner of either near the other
            add_box(&c, v3_add(low, v3(0.2, -0.4, 0.3)), v3_add(low, v3(0.7, 1.4, 0.6)));
        else if (chance < 0.6) // standing on it
            add_box(&c, v3_add(low, v3(0.2, 1.0, 0.2)), v3_add(low, v3(0.7, 1.5, 0.8)));
    }
    return c;
}

static bool fill_crowd(const crowd* c, double edge, arena* a, fill_result* out, report* r) {
    fill_options o = fill_default();
    o.edge = edge;
    o.threads = 1;
    return volume_fill(c->positions, 8 * c->count, (const uint32_t(*)[3])c->triangles,
                       12 * c->count, &o, a, out, r);
}

static bool says_fused(const report* r) {
    for (int32_t i = 0; i < r->count; ++i)
        if (strstr(r->findings[i].text, "do not touch") != NULL)
            return r->findings[i].severity == FINDING_WARNING;
    return false;
}

TEST(cells_smaller_than_the_gap_keep_bodies_apart_and_larger_ones_say_that_they_do_not) {
    int together = 0, apart = 0;
    seed = 11;
    for (int i = 0; i < (test_thorough() ? 200 : 25); ++i) {
        arena* a = arena_create();
        double gap = random_in(0.05, 0.8), edge = gap * (i % 2 == 0 ? 0.45 : random_in(0.8, 4.0));
        crowd c = stand(2 + (int32_t)random_in(0, 4), gap);
        report r = report_new(a);
        fill_result o;
        CHECK(fill_crowd(&c, fmin(fmax(edge, 0.09), 1.5), a, &o, &r));
        bool fused = o.pieces < c.groups;
        CHECK(!fused || says_fused(&r));        // never in silence
        CHECK(says_fused(&r) == (o.fused > 0)); // nor without reason:
        CHECK(fused || o.fused == 0);
        CHECK(o.fused == 0 || (o.fused >= 2 && o.fused <= c.groups));
        together += fused;
        apart += !fused;
        arena_destroy(a);
    }
    printf("        %d fused, %d apart\n", together, apart);
    CHECK(together > 2 && apart > 2);
}

TEST(what_touches_overlaps_or_lies_inside_is_one_body_without_a_word) {
    static const vec3 low[3] = {{0.3, 0.3, 0.3}, {0.2, -0.4, 0.3}, {0.2, 1.0, 0.2}};
    static const vec3 high[3] = {{0.6, 0.7, 0.6}, {0.7, 1.4, 0.6}, {0.7, 1.5, 0.8}};
    for (int i = 0; i < 3; ++i) {
        arena* a = arena_create();
        crowd c = {0};
        add_box(&c, v3(0, 0, 0), v3(1, 1, 1));
        add_box(&c, low[i], high[i]);
        report r = report_new(a);
        fill_result o;
        CHECK(fill_crowd(&c, 0.3, a, &o, &r));
        CHECK(o.fused == 0 && !says_fused(&r));
        arena_destroy(a);
    }
}

TEST_MAIN(
    SIZED_CASE(cells_smaller_than_the_gap_keep_bodies_apart_and_larger_ones_say_that_they_do_not),
    CASE(what_touches_overlaps_or_lies_inside_is_one_body_without_a_word))
