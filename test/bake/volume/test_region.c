// Choosing vertices: every way against its definition, and together.
// SPDX-License-Identifier: MIT
#include "bake/volume/region.h"
#include "test/kit/check.h"
#include "test/kit/skinned_ball.h"

static const char* const low[] = {"low"};
static const char* const high[] = {"high"};
static const char* const both[] = {"low", "high"};

static bool same(const region* a, const region* b) {
    return a->count == b->count &&
           memcmp(a->value, b->value, (size_t)a->count * sizeof *a->value) == 0;
}

static bool twins_agree(const character* c, const region* g) {
    for (int32_t v = 0; v < g->count; ++v)
        if (g->value[v] != g->value[c->weld.first[c->weld.welded[v]]])
            return false;
    return true;
}

TEST(twins_are_welded) {
    arena* a = arena_create();
    ball* b = ball_make(6, a);
    CHECK(b->surface.vertex_count == 6 * 49 && b->body.weld.count == 6 * 36 + 2);
    arena_destroy(a);
}

TEST(twins_that_differ_by_rounding_are_still_twins) {
    arena* a = arena_create();
    ball* b = ball_make(6, a);
    for (int32_t v = 0; v < b->surface.vertex_count; ++v)
        b->surface.positions[v].x += 1e-8 * (v % 7);
    pose p = bind_pose(&b->scene, a);
    character c = character_new(&b->scene, &b->surface, &p, a);
    CHECK(c.weld.count == b->body.weld.count);
    region g = region_by_box(&c, (bounds){v3(0.0, -2, -2), v3(2, 2, 2)}, a); // cuts through twins
    CHECK(twins_agree(&c, &g) && region_size(&g) > 0);
    arena_destroy(a);
}

TEST(bones_together_are_the_union_of_single_bones) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(8, a);
    region l, h, lh;
    CHECK(region_by_bones(&b->body, low, 1, 0.0, a, &l, &r));
    CHECK(region_by_bones(&b->body, high, 1, 0.0, a, &h, &r));
    CHECK(region_by_bones(&b->body, both, 2, 0.0, a, &lh, &r));
    CHECK(region_size(&l) < region_size(&lh) && region_size(&h) < region_size(&lh));
    region_unite(&l, &h);
    CHECK(same(&l, &lh) && twins_agree(&b->body, &l));
    // above 0 the sums count: two halves of a vertex make a whole
    CHECK(region_by_bones(&b->body, both, 2, 0.9, a, &lh, &r));
    CHECK(region_size(&lh) == lh.count && r.count == 0);
    arena_destroy(a);
}

TEST(bones_follow_the_weights) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(8, a);
    region h;
    CHECK(region_by_bones(&b->body, high, 1, 0.75, a, &h, &r));
    for (int32_t v = 0; v < h.count; ++v)
        if (fabs(b->surface.positions[v].y - 0.25) > 1e-6)
            CHECK((h.value[v] > 0.0f) == (b->surface.positions[v].y > 0.25));
    arena_destroy(a);
}

TEST(an_unknown_bone_gets_the_nearest_name) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(2, a);
    const char* const wrong[] = {"hihg"};
    const char* const strange[] = {"zzzzzzzz"};
    region g;
    CHECK(!region_by_bones(&b->body, wrong, 1, 0.5, a, &g, &r));
    CHECK(strstr(r.findings[0].text, "did you mean \"high\"") != NULL);
    CHECK(!region_by_bones(&b->body, strange, 1, 0.5, a, &g, &r));
    CHECK(strstr(r.findings[1].text, "supple info") != NULL);
    arena_destroy(a);
}

TEST(paint_is_kept_where_it_is_above_the_threshold) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(8, a);
    region g;
    CHECK(region_by_attribute(&b->body, "_SOFT", 0.25, a, &g, &r));
    for (int32_t v = 0; v < g.count; ++v) {
        float z = (float)b->surface.positions[v].z;
        CHECK_NEAR(g.value[v], z > 0.25f ? z : 0.0f, 1e-6);
    }
    CHECK(!region_by_attribute(&b->body, "_SOFTT", 0.25, a, &g, &r));
    CHECK(strstr(r.findings[0].text, "did you mean \"_SOFT\"") != NULL);
    arena_destroy(a);
}

TEST(colour_box_and_sphere_are_plain_geometry) {
    arena* a = arena_create();
    ball* b = ball_make(8, a);
    const float red[3] = {1.0f, 0.0f, 0.0f};
    region c = region_by_color(&b->body, red, 0.1, a);
    region box = region_by_box(&b->body, (bounds){v3(0.3, -2, -2), v3(0.9, 2, 2)}, a);
    region ball_ = region_by_sphere(&b->body, v3(0, 1, 0), 0.7, a);
    int32_t in_color = 0, in_box = 0, in_ball = 0;
    for (int32_t v = 0; v < c.count; ++v) {
        vec3 p = b->surface.positions[v];
        CHECK((c.value[v] == 1.0f) == (p.x > 0.0));
        CHECK((box.value[v] == 1.0f) == (p.x >= 0.3 && p.x <= 0.9));
        // on the unit ball, |p - y| <= d means y >= 1 - d^2 / 2
        CHECK(fabs(p.y - 0.755) < 1e-9 || (ball_.value[v] == 1.0f) == (p.y > 0.755));
        in_color += c.value[v] > 0.0f;
        in_box += box.value[v] > 0.0f;
        in_ball += ball_.value[v] > 0.0f;
    }
    CHECK(in_color > 0 && in_box > 0 && in_ball > 0);
    arena_destroy(a);
}

TEST(what_is_taken_away_and_what_is_common_make_the_whole) {
    arena* a = arena_create();
    ball* b = ball_make(8, a);
    region x = region_by_box(&b->body, (bounds){v3(-2, -2, -2), v3(0.2, 2, 2)}, a);
    region y = region_by_sphere(&b->body, v3(0, 1, 0), 0.9, a);
    region rest = region_empty(&b->body, a), common = region_empty(&b->body, a);
    region_unite(&rest, &x);
    region_unite(&common, &x);
    region_subtract(&rest, &y);
    region_intersect(&common, &y);
    CHECK(region_size(&rest) > 0 && region_size(&common) > 0);
    CHECK(region_size(&rest) + region_size(&common) == region_size(&x));
    region_unite(&rest, &common);
    CHECK(same(&rest, &x));
    arena_destroy(a);
}

TEST(an_empty_region_gets_a_sentence) {
    arena* a = arena_create();
    report r = report_new(a);
    ball* b = ball_make(2, a);
    region g = region_by_sphere(&b->body, v3(9, 9, 9), 1.0, a);
    CHECK(!region_check(&g, "lobe", &r));
    CHECK(strstr(r.findings[0].text, "\"lobe\" is empty") != NULL);
    arena_destroy(a);
}

TEST_MAIN(CASE(twins_are_welded), CASE(twins_that_differ_by_rounding_are_still_twins),
          CASE(bones_together_are_the_union_of_single_bones), CASE(bones_follow_the_weights),
          CASE(an_unknown_bone_gets_the_nearest_name),
          CASE(paint_is_kept_where_it_is_above_the_threshold),
          CASE(colour_box_and_sphere_are_plain_geometry),
          CASE(what_is_taken_away_and_what_is_common_make_the_whole),
          CASE(an_empty_region_gets_a_sentence))
