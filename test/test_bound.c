// The bound of a part: what is shown, what free bodies weigh, contacts and pins go by the same one, and it holds.
//
// Coordinates, fades, sculpted shapes and limits are random; nothing is stepped.
// SPDX-License-Identifier: MIT
#include "runtime/bound.h"

#include "runtime/pin_way.h"
#include "test/body_shown.h"
#include "test/check.h"
#include "test/posed_maker.h"
#include "test/random.h"
#include "test/world_kit.h"

enum { TRIES = 40 };

static float chance(double low, double high) {
    return (float)random_in(low, high);
}

// From far below the limit to far beyond it; a third of the coordinates is neither in nor out.
static void disturb(supple_body* b) {
    float far = chance(0.0, 1.0);
    for (int32_t p = 0; p < b->part_count; ++p) {
        bool posed = supple_asset_part(&b->asset, p).target_count > 0;
        b->tuning[p].limit = chance(0.01, 1.0);
        for (int32_t c = b->parts[p].first; c < b->parts[p].first + b->parts[p].count; ++c) {
            float fade = chance(-1.0, 2.0);
            b->fade[c] = fade < 0.0f ? 0.0f : fade > 1.0f ? 1.0f : fade;
            b->centre[c] = posed ? chance(-0.5, 0.5) : 0.0f;
            b->q[c] = b->centre[c] + far * far * chance(-1.0, 1.0);
            b->v[c] = chance(-3.0, 3.0);
        }
    }
}

// Two posed parts and one that is not, over each other.
static supple_body* three_parts(asset_maker* m) {
    static const posed_maker_target targets[] = {{.stiffness = 1.0},
                                                 {.stiffness = 4.0, .turn = 1.0, .bulge = 0.1}};
    *m = asset_maker_new((asset_maker_options){.coords = {4, 3, 5}});
    for (int32_t p = 0; p < 3; p += 2)
        posed_maker_add(m, p,
                        (posed_maker_options){.degree = 1, .target_count = 2, .targets = targets});
    return asset_maker_write(m) ? supple_body_create(&m->asset, NULL, NULL) : NULL;
}

TEST(what_is_shown_is_the_share_of_the_bound) {
    asset_maker m;
    supple_body* b = three_parts(&m);
    CHECK(b != NULL);
    int limited = 0;
    seed = 1;
    for (int k = 0; k < TRIES; ++k) {
        disturb(b);
        uint32_t before = b->state->limited;
        body_show(b);
        bool beyond = false;
        for (int32_t p = 0; p < b->part_count; ++p) {
            float share = bound_share(b, p);
            beyond |= bound_now(b, p) > 1.0f;
            CHECK(share == body_soft_limit(bound_now(b, p)));
            for (int32_t c = b->parts[p].first; c < b->parts[p].first + b->active[p]; ++c) {
                float fade = body_fade_share(b->fade[c]), swing = body_swing(b, c) * fade * share;
                CHECK(b->amount[c] == swing + b->centre[c] * fade);
            }
        }
        CHECK(b->state->limited - before == beyond);
        limited += beyond;
    }
    CHECK(limited > 5 && limited < TRIES - 5);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// The farthest that a vertex is displaced from the sculpted shape by one part alone, the mesh's unit.
static double farthest(const supple_body* b, int32_t part) {
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t c = b->parts[p].first; c < b->parts[p].first + b->parts[p].count; ++c)
            b->amount[c] =
                p == part ? b->amount[c] - b->centre[c] * body_fade_share(b->fade[c]) : 0.0f;
    double most = 0.0;
    for (int32_t v = 0; v < b->asset.vertex_count; ++v) {
        double u[3];
        body_shown_sum(b, v, 0, u);
        most = fmax(most, sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
    }
    return most;
}

TEST(no_vertex_is_displaced_farther_than_the_bound_nor_than_the_limit) {
    asset_maker m;
    supple_body* b = three_parts(&m);
    CHECK(b != NULL);
    double nearest = 0.0;
    seed = 2;
    for (int k = 0; k < TRIES; ++k)
        for (int32_t p = 0; p < b->part_count; ++p) {
            disturb(b);
            body_show(b);
            double limit = (double)b->tuning[p].limit, far = farthest(b, p);
            double bound = (double)bound_now(b, p) * limit;
            CHECK(far <= bound * (double)bound_share(b, p) * 1.0001 + 1e-9);
            CHECK(far <= limit);
            nearest = fmax(nearest, far / (bound * (double)bound_share(b, p)));
        }
    printf("    at most %.2f of the bound\n", nearest);
    CHECK(nearest > 0.5); // the bound is one that matters
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(of_one_coordinate_the_bound_is_where_the_farthest_vertex_is) {
    asset_maker m;
    supple_body* b = three_parts(&m);
    CHECK(b != NULL);
    seed = 3;
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t c = b->parts[p].first; c < b->parts[p].first + b->active[p]; ++c) {
            disturb(b);
            b->fade[c] = 0.7f;
            for (int32_t i = 0; i < b->coord_count; ++i)
                b->q[i] = b->centre[i] + (i == c ? 0.01f : 0.0f);
            body_show(b);
            double bound = (double)(bound_now(b, p) * bound_share(b, p) * b->tuning[p].limit);
            CHECK_NEAR(farthest(b, p), bound, 1e-3 * bound);
        }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

static supple_body* jelly(world_kit* k) {
    *k = kit_new(NULL);
    toy_options how = toy_default();
    how.spin = true;
    toy t = kit_toy(k, how);
    return kit_throw(k, &t, kit_pose(0.0, 0.0, 0.0), (supple_vec3){0.0f, 0.0f, 0.0f});
}

TEST(contacts_and_pins_go_by_the_share_that_is_shown) {
    world_kit k;
    supple_body* b = jelly(&k);
    pin_group g = {.first = 0, .count = 1};
    double flesh[64];
    seed = 4;
    g.parts[0] = 1;
    for (int i = 0; i < TRIES; ++i) {
        disturb(b);
        body_show(b);
        world_share(&k.world->bodies[0]);
        CHECK(k.world->bodies[0].share[0] == (double)bound_share(b, 0));
        for (int32_t c = 0; c < b->coord_count; ++c)
            flesh[c] = b->q[c];
        pin_way_show(b, &g, flesh);
        for (int32_t c = 0; c < b->coord_count; ++c)
            CHECK_NEAR(flesh[c] * (double)body_fade_share(b->fade[c]), (double)b->amount[c],
                       1e-5 * fabs((double)b->q[c]) + 1e-12);
    }
    kit_close(&k);
}

// Flesh that nobody sees is within its limit, wherever it is.
TEST(a_free_body_weighs_as_deformed_while_its_limit_shows_that) {
    world_kit k;
    supple_body* b = jelly(&k);
    free_measure rest, seen, beyond;
    free_look(b, &rest);
    for (int32_t c = 0; c < b->coord_count; ++c)
        b->q[c] =
            10.0f * b->tuning[0].limit / b->parts[0].asset.coords[c].reach / (float)b->coord_count;
    free_look(b, &beyond);
    CHECK(memcmp(&rest, &beyond, sizeof rest) == 0);
    for (int32_t c = 0; c < b->coord_count; ++c)
        b->fade[c] = 0.1f;
    CHECK(bound_share(b, 0) >= FREE_BEYOND);
    free_look(b, &seen);
    CHECK(memcmp(&rest, &seen, sizeof rest) != 0);
    kit_close(&k);
}

// By finite differences.
TEST(the_rate_of_the_bound_is_its_derivative) {
    asset_maker m;
    supple_body* b = three_parts(&m);
    CHECK(b != NULL);
    seed = 5;
    for (int k = 0; k < TRIES; ++k) {
        disturb(b);
        for (int32_t p = 0; p < b->part_count; ++p) {
            double swing[32], h = 1e-9;
            for (int32_t c = 0; c < b->coord_count; ++c)
                swing[c] = (double)body_swing(b, c);
            double before = bound_in_limits(b, p, swing);
            CHECK_NEAR(before, (double)bound_now(b, p), 1e-5 * before);
            for (int32_t c = 0; c < b->coord_count; ++c)
                swing[c] += h * (double)b->v[c];
            double rate = (bound_in_limits(b, p, swing) - before) / h;
            CHECK_NEAR((double)bound_now_rate(b, p), rate, 1e-4 * (1.0 + fabs(rate)));
        }
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(what_is_shown_is_the_share_of_the_bound),
          CASE(no_vertex_is_displaced_farther_than_the_bound_nor_than_the_limit),
          CASE(of_one_coordinate_the_bound_is_where_the_farthest_vertex_is),
          CASE(contacts_and_pins_go_by_the_share_that_is_shown),
          CASE(a_free_body_weighs_as_deformed_while_its_limit_shows_that),
          CASE(the_rate_of_the_bound_is_its_derivative))
