// Whole bodies in motion against beam modes and conservation laws.
// SPDX-License-Identifier: MIT
#include "bake/fem/assemble.h"
#include "bake/fem/eigen.h"
#include "bake/model/target.h"
#include "test/kit/check.h"
#include "test/kit/dynamics_beam.h"

// The lowest mode over all nodes, with x' M x = 1; returns its value, (rad/s)^2.
static double lowest_mode(beam* b, double* x) {
    assemble_matrices all, kept;
    int32_t *number = ARENA_NEW(b->memory, int32_t, (size_t)b->t->node_count), count = 0;
    eigen_modes modes;
    const eigen_request q = {.count = 1, .threads = 1};
    if (!assemble_body(b->t, b->materials, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(),
                       b->memory, &b->r) ||
        !assemble_free(b->t, b->held, number, &count, place_none(), &b->r))
        return NAN;
    kept = assemble_keep(&all, number, count, b->memory);
    if (!eigen_lowest(&kept, &q, &modes, b->memory, &b->r))
        return NAN;
    for (int32_t i = 0; i < b->t->node_count; ++i)
        for (size_t k = 0; k < 3 && number[i] >= 0; ++k)
            x[3 * (size_t)i + k] = modes.vectors[3 * (size_t)number[i] + k];
    return modes.values[0];
}

static double times_mass(beam* b, dynamics* d, const double* x, const double* y) {
    double *product = field(b), sum = 0.0;
    sparse_multiply_axes(dynamics_mass(d), y, product, 1, 1);
    for (size_t i = 0; i < b->order; ++i)
        sum += x[i] * product[i];
    return sum;
}

static double energy_of(const dynamics* d) {
    return dynamics_kinetic(d) + dynamics_potential(d);
}

// ---- small motion ----------------------------------------------------------------------

// Let go in its lowest mode the body is a spring; Rayleigh's damping keeps it one. The trapezoidal
// rule for a spring is known exactly: eigenvalues (1 + h s / 2) / (1 - h s / 2) with s those of the
// spring.
TEST(small_motion_is_that_of_linear_modes) {
    for (int law = ELASTIC_LINEAR; law <= ELASTIC_STVK; ++law)
        for (int32_t width = 4; width <= 10; width += 6) {
            beam b = beam_new((elastic_law)law, width, 4, 1);
            double *mode = field(&b), *u = field(&b), value = lowest_mode(&b, mode);
            dynamics_options o = dynamics_default();
            o.newmark.rule = width == 4 ? NEWMARK_END : NEWMARK_CONSERVING; // alike here
            o.damping = (damping){0.7, 0.003};
            dynamics* d = beam_moving(&b, &o, true);
            CHECK(d != NULL && value > 0.0);
            const double size =
                1e-7; // of sqrt(kg) m: displacements of a ten-thousandth of the length
            for (size_t i = 0; i < b.order; ++i)
                u[i] = size * mode[i];
            const moment now = {.weights = one};
            CHECK(dynamics_start(d, &now, u, NULL, &b.r));
            double h = 0.01, c = 0.5 * (o.damping.alpha + o.damping.beta * value), q = 1.0, p = 0.0;
            for (int i = 0; i < 60; ++i) {
                CHECK(dynamics_step(d, &now, h, &b.r));
                // (1 - h/2 S) (q, p)+ = (1 + h/2 S) (q, p) for S = (0 1; -value -2c)
                double rq = q + 0.5 * h * p, rp = p - 0.5 * h * (value * q + 2.0 * c * p);
                double det = 1.0 + h * c + 0.25 * h * h * value;
                q = (rq * (1.0 + h * c) + 0.5 * h * rp) / det;
                p = (rp - 0.5 * h * value * rq) / det;
                CHECK_NEAR(times_mass(&b, d, mode, dynamics_u(d)) / size, q, 1e-5);
                CHECK_NEAR(times_mass(&b, d, mode, dynamics_v(d)) / size / sqrt(value),
                           p / sqrt(value), 1e-5);
            }
            CHECK(fabs(q) < 0.9);
            dynamics_free(d);
            arena_destroy(b.memory);
        }
}

static void keep_energy(elastic_law law, newmark_rule rule, double bound) {
    beam b = beam_new(law, 4, 3, 1);
    double* v = field(&b);
    dynamics_options o = dynamics_default();
    o.newmark.rule = rule;
    dynamics* d = beam_moving(&b, &o, true);
    for (size_t i = 0; i < b.order; ++i) // all frequencies at once
        v[i] = b.held[i / 3] ? 0.0 : 0.002 * (double)(i % 7) - 0.006;
    const moment now = {.weights = one};
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
    double first = energy_of(d), least = first, most = first;
    for (int i = 0; i < 600; ++i) { // ten seconds
        CHECK(dynamics_step(d, &now, 1.0 / 60.0, &b.r));
        least = fmin(least, energy_of(d));
        most = fmax(most, energy_of(d));
    }
    CHECK(least > (1.0 - bound) * first && most < (1.0 + bound) * first);
    dynamics_free(d);
    arena_destroy(b.memory);
}

TEST(small_motion_keeps_its_energy_over_long_runs) {
    keep_energy(ELASTIC_LINEAR, NEWMARK_END, 1e-8);
    keep_energy(ELASTIC_LINEAR, NEWMARK_CONSERVING, 1e-8);
    keep_energy(ELASTIC_STVK, NEWMARK_END, 0.01);
    keep_energy(ELASTIC_STVK, NEWMARK_CONSERVING, 1e-8);
}

// Swings of half the length, in steps of a hundredth of the slowest.
TEST(conserving_steps_keep_energy_however_far_the_body_swings) {
    beam b = beam_new(ELASTIC_STVK, 4, 3, 1);
    double* v = field(&b);
    dynamics_options o = dynamics_default();
    dynamics* d = beam_moving(&b, &o, true);
    for (size_t i = 2; i < b.order; i += 3)
        v[i] = 5.0 * b.t->nodes[i / 3].x;
    const moment now = {.weights = one};
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
    double first = energy_of(d), reach = 0.0;
    for (int i = 0; i < 200; ++i) {
        CHECK(dynamics_step(d, &now, 0.02, &b.r));
        CHECK_NEAR(energy_of(d) / first, 1.0, 1e-6);
        reach = fmax(reach, fabs(dynamics_u(d)[b.order - 1]));
    }
    CHECK(reach > 0.15);
    dynamics_free(d);
    arena_destroy(b.memory);
}

TEST(damped_motion_only_loses_energy) {
    for (int rule = DYNAMICS_DAMPED_BY_TANGENT; rule <= DYNAMICS_DAMPED_BY_MATERIAL; ++rule) {
        beam b = beam_new(ELASTIC_STVK, 10, 3, 1);
        double* v = field(&b);
        dynamics_options o = dynamics_default();
        o.damping = (damping){0.0, 0.1};
        o.damped_by = (dynamics_damping)rule;
        dynamics* d = beam_moving(&b, &o, true);
        for (size_t i = 2; i < b.order; i += 3)
            v[i] = 1.5 * b.t->nodes[i / 3].x;
        const moment now = {.weights = one};
        CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
        double before = energy_of(d), first = before;
        for (int i = 0; i < 100; ++i) {
            CHECK(dynamics_step(d, &now, 1.0 / 240.0, &b.r));
            CHECK(energy_of(d) < before);
            before = energy_of(d);
        }
        CHECK(before < 0.8 * first);
        dynamics_free(d);
        arena_destroy(b.memory);
    }
}

// ---- free bodies -------------------------------------------------------------------------

TEST(a_free_body_falls_as_a_stone_and_keeps_its_momentum) {
    beam b = beam_new(ELASTIC_STVK, 4, 3, 1);
    dynamics_options o = dynamics_default();
    o.gravity = v3(0.0, 0.0, -9.8);
    dynamics* d = beam_moving(&b, &o, false);
    double* v = field(&b);
    for (size_t i = 0; i < b.order; ++i)
        v[i] = i % 3 == 0 ? 2.0 : 0.0;
    const moment now = {.weights = one};
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
    for (int i = 0; i < 50; ++i)
        CHECK(dynamics_step(d, &now, 0.01, &b.r));
    for (size_t i = 0; i < b.order; i += 3) {
        CHECK_NEAR(dynamics_u(d)[i], 1.0, 1e-9);
        CHECK_NEAR(dynamics_u(d)[i + 2], -0.5 * 9.8 * 0.25, 1e-9);
    }
    // thrown so that it spins and bends
    for (size_t i = 0; i < b.order; ++i)
        v[i] = i % 3 == 1 ? 30.0 * b.t->nodes[i / 3].x : 0.2 * (double)(i % 5);
    o.gravity = v3(0.0, 0.0, 0.0);
    dynamics_free(d);
    d = beam_moving(&b, &o, false);
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
    double *mv = field(&b), before[3] = {0}, after[3] = {0};
    sparse_multiply_axes(dynamics_mass(d), v, mv, 1, 1);
    for (size_t i = 0; i < b.order; ++i)
        before[i % 3] += mv[i];
    for (int i = 0; i < 100; ++i)
        CHECK(dynamics_step(d, &now, 0.005, &b.r));
    sparse_multiply_axes(dynamics_mass(d), dynamics_v(d), mv, 1, 1);
    for (size_t i = 0; i < b.order; ++i)
        after[i % 3] += mv[i];
    for (int k = 0; k < 3; ++k)
        CHECK_NEAR(after[k], before[k], 1e-8 * before[1]);
    dynamics_free(d);
    arena_destroy(b.memory);
}

// ---- targets ----------------------------------------------------------------------------

TEST(a_body_comes_to_rest_in_the_shape_of_its_target) {
    beam b = beam_new(ELASTIC_STVK, 10, 3, 1);
    target_shape shapes[2] = {{.name = "thin", .rest = field(&b), .materials = b.materials},
                              {.name = "fat", .materials = b.materials}};
    double* fat = field(&b);
    for (size_t i = 0; i < b.order; i += 3) {
        vec3 x = b.t->nodes[i / 3];
        fat[i + 1] = 0.8 * x.x * (x.y - 0.05);
        fat[i + 2] = 2.0 * x.x * (x.z - 0.06);
    }
    shapes[1].rest = fat;
    const target_set set = {.volume = b.t, .count = 2, .shapes = shapes};
    CHECK(target_elastic(ELASTIC_STVK, &set, 1, &b.m, place_none(), b.memory, &b.r));
    dynamics_options o = dynamics_default();
    o.damping = (damping){20.0, 0.01};
    dynamics* d = beam_moving(&b, &o, true);
    const double thin_weight[2] = {1.0, 0.0}, fat_weight[2] = {0.0, 1.0}, half[2] = {0.5, 0.5};
    const moment thin_now = {.weights = thin_weight}, fat_now = {.weights = fat_weight};
    const moment between = {.weights = half};
    CHECK(d != NULL && dynamics_start(d, &thin_now, NULL, NULL, &b.r));
    for (int i = 0; i < 100; ++i) // two seconds, of motion that falls to a tenth in a quarter
        CHECK(dynamics_step(d, &fat_now, 0.02, &b.r));
    for (size_t i = 0; i < b.order; ++i)
        CHECK_NEAR(dynamics_u(d)[i], fat[i], 1e-5);
    CHECK(dynamics_rest(d, &fat_now, &b.r));
    for (size_t i = 0; i < b.order; ++i)
        CHECK_NEAR(dynamics_u(d)[i], fat[i], 1e-12);
    CHECK(dynamics_rest(d, &between, &b.r)); // between both; squeezing is easier
    double along = 0.0, size = 0.0;
    for (size_t i = 0; i < b.order; ++i) {
        along += dynamics_u(d)[i] * fat[i];
        size += fat[i] * fat[i];
    }
    CHECK(along / size > 0.1 && along / size < 0.9);
    CHECK(dynamics_rest(d, &thin_now, &b.r));
    for (size_t i = 0; i < b.order; ++i)
        CHECK_NEAR(dynamics_u(d)[i], 0.0, 1e-12);
    dynamics_free(d);
    arena_destroy(b.memory);
}

TEST(a_shape_that_shows_its_gravity_hangs_no_further) {
    beam b = beam_new(ELASTIC_STVK, 4, 3, 1);
    dynamics_options o = dynamics_default();
    o.gravity = o.sag = v3(1.0, -9.8, 2.0);
    dynamics* d = beam_moving(&b, &o, true);
    const moment now = {.weights = one};
    CHECK(d != NULL && dynamics_start(d, &now, NULL, NULL, &b.r));
    for (int i = 0; i < 10; ++i)
        CHECK(dynamics_step(d, &now, 0.02, &b.r));
    for (size_t i = 0; i < b.order; ++i)
        CHECK_NEAR(dynamics_u(d)[i], 0.0, 1e-12);
    dynamics_free(d);
    arena_destroy(b.memory);
}

TEST(any_number_of_threads_gives_the_same_motion) {
    double last[2][3 * 200];
    size_t order = 0;
    for (int n = 0; n < 2; ++n) {
        beam b = beam_new(ELASTIC_STVK, 10, 3, n == 0 ? 1 : 3);
        dynamics_options o = dynamics_default();
        o.gravity = v3(0.0, 0.0, -9.8);
        dynamics* d = beam_moving(&b, &o, true);
        const moment now = {.weights = one};
        CHECK(d != NULL && dynamics_start(d, &now, NULL, NULL, &b.r));
        for (int i = 0; i < 10; ++i)
            CHECK(dynamics_step(d, &now, 0.01, &b.r));
        order = b.order;
        CHECK(order <= 600);
        memcpy(last[n], dynamics_u(d), order * sizeof **last);
        dynamics_free(d);
        arena_destroy(b.memory);
    }
    CHECK(memcmp(last[0], last[1], order * sizeof **last) == 0);
}

TEST(what_cannot_be_moved_or_solved_is_a_sentence) {
    beam b = beam_new(ELASTIC_STVK, 4, 3, 1);
    dynamics_options o = dynamics_default();
    memset(b.held, 1, (size_t)b.t->node_count);
    CHECK(beam_moving(&b, &o, true) == NULL && b.r.error_count == 1);
    CHECK(strstr(b.r.findings[0].text, "nothing is free") != NULL);
    o.newmark.newton.iterations = 1, o.newmark.halvings = 0;
    dynamics* d = beam_moving(&b, &o, false);
    const moment now = {.weights = one};
    double* v = field(&b);
    for (size_t i = 0; i < b.order; ++i)
        v[i] = 10.0 * (double)(i % 5);
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &b.r));
    CHECK(!dynamics_step(d, &now, 0.1, &b.r) && b.r.error_count == 2);
    CHECK(dynamics_u(d)[0] == 0.0 && dynamics_v(d)[1] == v[1]);
    dynamics_free(d);
    arena_destroy(b.memory);
}

TEST_MAIN(CASE(small_motion_is_that_of_linear_modes),
          CASE(small_motion_keeps_its_energy_over_long_runs),
          CASE(conserving_steps_keep_energy_however_far_the_body_swings),
          CASE(damped_motion_only_loses_energy),
          CASE(a_free_body_falls_as_a_stone_and_keeps_its_momentum),
          CASE(a_body_comes_to_rest_in_the_shape_of_its_target),
          CASE(a_shape_that_shows_its_gravity_hangs_no_further),
          CASE(any_number_of_threads_gives_the_same_motion),
          CASE(what_cannot_be_moved_or_solved_is_a_sentence))
