// The bound of a part and the stop at its limit: both hold, and it takes energy only.
//
// Coordinates, fades, sculpted shapes and limits are random; nothing is stepped.
// SPDX-License-Identifier: MIT
#include "runtime/body/bound.h"

#include "runtime/body/limit.h"
#include "runtime/body/point.h"
#include "test/kit/body_shown.h"
#include "test/kit/check.h"
#include "test/kit/posed_maker.h"
#include "test/kit/random.h"
#include "test/kit/world_kit.h"

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

// Two posed parts and one that is not, over each other; of so few vertices that all of them are looked at.
static supple_body* three_parts(asset_maker* m) {
    static const posed_maker_target targets[] = {{.stiffness = 1.0},
                                                 {.stiffness = 4.0, .turn = 1.0, .bulge = 0.1}};
    *m = asset_maker_new((asset_maker_options){.rings = 6, .sides = 4, .coords = {4, 3, 5}});
    for (int32_t p = 0; p < 3; p += 2)
        posed_maker_add(m, p,
                        (posed_maker_options){.degree = 1, .target_count = 2, .targets = targets});
    return asset_maker_write(m) ? supple_body_create(&m->asset, NULL, NULL) : NULL;
}

TEST(what_is_shown_is_what_is_simulated_as_far_as_it_is_faded_in) {
    asset_maker m;
    supple_body* b = three_parts(&m);
    CHECK(b != NULL);
    seed = 1;
    for (int k = 0; k < TRIES; ++k) {
        disturb(b);
        body_show(b);
        for (int32_t c = 0; c < b->coord_count; ++c)
            CHECK(b->amount[c] == b->q[c] * body_fade_fraction(b->fade[c]));
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// The farthest that a vertex is displaced from the sculpted shape by one part alone, the mesh's unit.
static double farthest(const supple_body* b, int32_t part) {
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t c = b->parts[p].first; c < b->parts[p].first + b->parts[p].count; ++c)
            b->amount[c] =
                p == part ? b->amount[c] - b->centre[c] * body_fade_fraction(b->fade[c]) : 0.0f;
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
            CHECK(far <= bound * 1.0001 + 1e-9);
            nearest = fmax(nearest, far / bound);
            limit_stop(b, p);
            body_show(b);
            CHECK(farthest(b, p) <= limit * 1.0001);
        }
    printf("    at most %.2f of the bound\n", nearest);
    CHECK(nearest > 0.5); // the bound is one that matters
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// Modes of a body of hundreds of vertices, each as far as a force that lasts would hold it. Below half of the limit the sum tells.
static void tell_by_vertices(int displacement) { // held, free
    world_kit k = kit_new(NULL);
    toy_options o = toy_default();
    o.cells[0] = o.cells[1] = o.cells[2] = 6;
    toy t = kit_toy(&k, o);
    supple_body_options options = supple_body_options_default(&t.asset);
    options.free = displacement == 1;
    supple_body* b = supple_body_create(&t.asset, &options, NULL);
    CHECK(b != NULL && t.asset.vertex_count > 200);
    double worst = 0.0, sum = 0.0;
    seed = 7;
    for (int i = 0; i < 200; ++i) {
        for (int32_t c = 0; c < b->coord_count; ++c)
            b->q[c] = chance(-1.0, 1.0) * b->lambda[0] / b->lambda[c];
        body_show(b);
        double far = farthest(b, 0), all = (double)bound_of(b, 0, b->q);
        body_show(b);
        b->tuning[0].limit = (float)(far / random_in(0.55, 3.0));
        double told = (double)(bound_now(b, 0) * b->tuning[0].limit);
        CHECK(told <= 1.001 * far && far <= 1.1 * told);
        worst = fmax(worst, far / told);
        sum = fmax(sum, all / far);
        b->tuning[0].limit = (float)(2.01 * all);
        CHECK(bound_now(b, 0) == bound_of(b, 0, b->q) / b->tuning[0].limit);
    }
    printf("    at most %.3f of what is told, where sums are up to %.1f times it\n", worst, sum);
    supple_body_destroy(b);
    kit_close(&k);
}

TEST(of_smooth_shapes_a_few_vertices_tell_the_bound_to_a_tenth) {
    tell_by_vertices(0);
    tell_by_vertices(1);
}

// A finger pressed into a free body of 40 modes, at every corner and face: coordinates as that force holds them.
TEST(a_dent_of_forty_modes_may_be_as_deep_as_the_limit) {
    world_kit k = kit_new(NULL);
    toy_options o = toy_default();
    o.cells[0] = o.cells[1] = o.cells[2] = 6;
    o.modes = 40;
    toy t = kit_toy(&k, o);
    supple_body_options options = supple_body_options_default(&t.asset);
    options.free = true;
    supple_body* b = supple_body_create(&t.asset, &options, NULL);
    double* rows = malloc(sizeof(double) * 3 * (size_t)b->coord_count);
    double least = 1e30, most = 0.0, lowest = 2.0;
    for (uint32_t v = 0; v < (uint32_t)t.asset.vertex_count; v += 7) {
        double depth = 0.0;
        point_rows(b, (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}}, rows);
        for (int32_t c = 0; c < b->coord_count; ++c) {
            b->q[c] = (float)(rows[c] / (double)b->lambda[c]);
            depth += rows[c] * (double)b->q[c];
        }
        body_show(b);
        double far = farthest(b, 0);
        body_show(b);
        b->tuning[0].limit = (float)far;
        float sum = bound_of(b, 0, b->q) / b->tuning[0].limit;
        CHECK(bound_now(b, 0) <= 1.001f && bound_now(b, 0) > 0.75f);
        lowest = fmin(lowest, (double)bound_now(b, 0));
        least = fmin(least, sum);
        most = fmax(most, sum);
        CHECK(depth > 0.0);
    }
    printf("    told as %.2f limits or more, where sums say %.1f to %.1f\n", lowest, least, most);
    CHECK(most > 3.0);
    free(rows);
    supple_body_destroy(b);
    kit_close(&k);
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
            double bound = (double)(bound_now(b, p) * b->tuning[p].limit);
            CHECK_NEAR(farthest(b, p), bound, 1e-3 * bound);
        }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// ... and takes no energy from outside: neither swing nor speed of any coordinate grows by the stop.
TEST(the_stop_only_takes_energy) {
    asset_maker m;
    supple_body* b = three_parts(&m);
    CHECK(b != NULL);
    int stopped = 0;
    seed = 6;
    for (int k = 0; k < 10 * TRIES; ++k)
        for (int32_t p = 0; p < b->part_count; ++p) {
            disturb(b);
            double speed[2] = {0.0, 0.0}, swing[32];
            int32_t first = b->parts[p].first, end = first + b->active[p];
            for (int32_t c = first; c < end; ++c) {
                swing[c] = fabs((double)body_swing(b, c));
                speed[0] += (double)b->v[c] * b->v[c];
            }
            stopped += bound_now(b, p) > 1.0f;
            limit_stop(b, p);
            for (int32_t c = first; c < end; ++c) {
                CHECK(fabs((double)body_swing(b, c)) <= swing[c] * 1.00001 + 1e-7);
                speed[1] += (double)b->v[c] * b->v[c];
            }
            CHECK(speed[1] <= speed[0] * (1.0 + 1e-6));
            CHECK(bound_now(b, p) <= 1.0001f);
        }
    CHECK(stopped > 100);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// What a substep may not keep is taken, or owed by the rigid motion: both together are just what is too much.
TEST(what_free_flesh_keeps_less_what_it_owes_is_what_it_had) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0, 0), (supple_vec3){0, 0, 0});
    int owing = 0, taken = 0;
    seed = 8;
    for (int n = 0; n < 4000; ++n) {
        int32_t end = b->active[0];
        for (int32_t i = 0; i < end; ++i) {
            b->q[i] = chance(-1.0, 1.0);
            b->v[i] = chance(-1.0, 1.0);
            b->force[i] = 0.0f;
        }
        float swing = chance(0.1, 0.95) / bound_now(b, 0), grown = chance(1.0, 6.0);
        for (int32_t i = 0; i < end; ++i)
            b->q[i] *= swing;
        limit_step from = limit_begin(b, 0);
        for (int32_t i = 0; i < end; ++i)
            b->q[i] *= grown; // as a guess of the stiffness that was too soft would leave it
        b->step.owed = 0.0;
        limit_end(b, 0, &from);
        double left = limit_energy_of(b, 0) - b->step.owed;
        bool owes = b->step.owed > 0.0;
        owing += owes;
        taken += !owes && from.bound > LIMIT_FREE;
        CHECK(left <= from.energy * (1.0 + 1e-4) + 1e-12);
        CHECK(!owes || left > from.energy * (1.0 - 1e-4) - 1e-12);
    }
    printf("    %d owed, %d did not have to\n", owing, taken);
    CHECK(owing > 200 && taken > 200);
    kit_close(&k);
}

// By finite differences along the swing: F = -lambda hardening q.
TEST(hardening_is_the_derivative_of_its_energy) {
    double e = 1e-7;
    for (double b = 0.01; b < 1.0; b += 0.01) {
        double slope =
            ((b + e) * (b + e) * limit_energy(b + e) - (b - e) * (b - e) * limit_energy(b - e)) /
            (4.0 * e);
        CHECK_NEAR(b * limit_hardening(b), slope, 1e-5 * slope);
        double rest = limit_equilibrium(b * limit_hardening(b));
        CHECK_NEAR(rest * b * limit_hardening(b), b, 1e-4);
    }
}

// By finite differences; where neither the sum nor a vertex tells it, it stays.
TEST(the_gradient_of_the_bound_is_its_derivative) {
    asset_maker m;
    supple_body* b = three_parts(&m);
    CHECK(b != NULL);
    int asked = 0, followed = 0;
    seed = 5;
    for (int k = 0; k < TRIES; ++k) {
        disturb(b);
        for (int32_t p = 0; p < b->part_count; ++p) {
            double swing[32], h = 1e-3, slope = 0.0;
            float gradient[32];
            for (int32_t c = 0; c < b->coord_count; ++c)
                swing[c] = (double)body_swing(b, c);
            double before = bound_in_limits(b, p, swing);
            CHECK_NEAR(before, (double)bound_now(b, p), 1e-5 * before);
            for (int32_t c = 0; c < b->coord_count; ++c)
                swing[c] += h * (double)b->v[c] * (double)b->tuning[p].limit;
            double after = bound_in_limits(b, p, swing), rate = (after - before) / h;
            bound_gradient(b, p, 1e-9, gradient);
            for (int32_t i = 0; i < b->active[p]; ++i)
                slope += (double)gradient[i] * (double)b->v[b->parts[p].first + i];
            bool told = before < 0.49 || before > 0.51;
            followed += told && fabs(slope - rate) < 0.05 * (0.1 + fabs(rate));
            asked += told;
        }
    }
    printf("    %d of %d\n", followed,
           asked); // a coordinate that turns, or another vertex: a corner
    CHECK(asked > 40 && followed > 0.9 * asked);
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(what_is_shown_is_what_is_simulated_as_far_as_it_is_faded_in),
          CASE(no_vertex_is_displaced_farther_than_the_bound_nor_than_the_limit),
          CASE(of_smooth_shapes_a_few_vertices_tell_the_bound_to_a_tenth),
          CASE(a_dent_of_forty_modes_may_be_as_deep_as_the_limit),
          CASE(of_one_coordinate_the_bound_is_where_the_farthest_vertex_is),
          CASE(the_stop_only_takes_energy), CASE(hardening_is_the_derivative_of_its_energy),
          CASE(the_gradient_of_the_bound_is_its_derivative),
          CASE(what_free_flesh_keeps_less_what_it_owes_is_what_it_had))
