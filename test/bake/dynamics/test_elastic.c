// Forces of whole bodies against an independent program, finite differences and laws of mechanics.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic.h"
#include "bake/fem/assemble.h"
#include "bake/model/target.h"
#include "test/kit/check.h"
#include "test/kit/stvk_oracle.h"
#include "test/kit/tet_box.h"

typedef struct setup {
    arena* memory;
    report r;
    tets* t; // in memory: the model refers to it
    target_set set;
    elastic m;
    size_t order; // 3 * node_count
    uint32_t seed;
} setup;

static double noise(uint32_t* seed) { // -1 to 1
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 23) - 1.0;
}

static double* random_field(setup* s, double size) {
    double* u = ARENA_NEW(s->memory, double, s->order);
    for (size_t i = 0; i < s->order; ++i)
        u[i] = size * noise(&s->seed);
    return u;
}

static double* zeros(setup* s) {
    return random_field(s, 0.0);
}

// Two targets in bent rest shapes, every element of its own stuff.
static setup two_targets(elastic_law law, int32_t width, int threads) {
    setup s = {.memory = arena_create(), .seed = (uint32_t)width};
    s.r = report_new(s.memory);
    s.t = ARENA_NEW(s.memory, tets, 1);
    *s.t = tet_box(2, s.memory);
    if (width == 10)
        *s.t = tets_promote(s.t, s.memory);
    s.order = 3 * (size_t)s.t->node_count;
    target_shape* shapes = ARENA_NEW(s.memory, target_shape, 2);
    for (int i = 0; i < 2; ++i) {
        material* stuff = ARENA_NEW(s.memory, material, (size_t)s.t->tet_count);
        for (int32_t k = 0; k < s.t->tet_count; ++k)
            stuff[k] = (material){1000.0 * (2.0 + noise(&s.seed)), 0.3 + 0.1 * i, 1000.0};
        shapes[i] = (target_shape){
            .name = i == 0 ? "flat" : "bulged", .rest = random_field(&s, 0.03), .materials = stuff};
    }
    s.set = (target_set){.volume = s.t, .count = 2, .shapes = shapes};
    if (!target_elastic(law, &s.set, threads, &s.m, place_none(), s.memory, &s.r))
        s.m.count = 0;
    return s;
}

// One body, its elements curved when it has ten nodes.
static setup one_body(elastic_law law, int32_t width) {
    setup s = two_targets(law, width, 1);
    for (int32_t i = 0; width == 10 && i < s.t->node_count; ++i)
        s.t->nodes[i] = v3_add(
            s.t->nodes[i], v3(0.02 * noise(&s.seed), 0.02 * noise(&s.seed), 0.02 * noise(&s.seed)));
    if (!elastic_of_body(law, s.t, s.set.shapes[0].materials, 1, &s.m, place_none(), s.memory,
                         &s.r))
        s.m.count = 0;
    return s;
}

static const double blend[2] = {0.7, 0.6};
static const double one[1] = {1.0};

static double dot(const double* a, const double* b, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

static double* along(setup* s, const double* u, const double* a, double step) {
    double* sum = zeros(s);
    for (size_t i = 0; i < s->order; ++i)
        sum[i] = u[i] + step * a[i];
    return sum;
}

// The distance between two fields over the size of the second.
static double off(const double* a, const double* b, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum / dot(b, b, count));
}

// ---- derivatives -----------------------------------------------------------------------

// 0: energy, in the first number; 1: force; 2: stiffness times a.
static double* value_at(setup* s, int which, const double* u, const double* a) {
    double* out = zeros(s);
    if (which == 0)
        out[0] = elastic_energy(&s->m, blend, u);
    else if (which == 1)
        elastic_force(&s->m, blend, u, out);
    else
        elastic_stiffness_times(&s->m, blend, u, ENERGY_TANGENT, a, out);
    return out;
}

static double* difference(setup* s, int which, const double* u, const double* a, double step) {
    double* more = value_at(s, which, along(s, u, a, step), a);
    double* less = value_at(s, which, along(s, u, a, -step), a);
    for (size_t i = 0; i < s->order; ++i)
        more[i] = (more[i] - less[i]) / (2.0 * step);
    return more;
}

static double* derivative(setup* s, int which, const double* u, const double* a) {
    double* out = zeros(s);
    if (which == 0) {
        double* force = value_at(s, 1, u, a);
        out[0] = dot(force, a, s->order);
    } else if (which == 1) {
        elastic_stiffness_times(&s->m, blend, u, ENERGY_TANGENT, a, out);
    } else {
        elastic_change(&s->m, blend, u, a, a, out);
    }
    return out;
}

// Central differences have an error of h^2 from the third derivative, and for quartic energies
// nothing beyond the h^4 of the fifth, which is zero: extrapolated they are exact.
TEST(derivatives_are_the_limits_of_differences_with_their_order) {
    for (int32_t width = 4; width <= 10; width += 6) {
        setup s = two_targets(ELASTIC_STVK, width, 1);
        CHECK(s.m.count == 2);
        double *u = random_field(&s, 0.05), *a = random_field(&s, 0.05);
        for (int which = 0; which < 3; ++which) {
            double* exact = derivative(&s, which, u, a);
            double* coarse = difference(&s, which, u, a, 0.2);
            double* fine = difference(&s, which, u, a, 0.1);
            double far = off(coarse, exact, s.order), near = off(fine, exact, s.order);
            if (which < 2) // the derivative of a derivative of a quartic is linear: no error at all
                CHECK_NEAR(far / near, 4.0, 1e-6);
            for (size_t i = 0; i < s.order; ++i)
                fine[i] = (4.0 * fine[i] - coarse[i]) / 3.0;
            CHECK(off(fine, exact, s.order) < 1e-11);
        }
        arena_destroy(s.memory);
    }
}

TEST(the_matrix_is_what_its_product_says) {
    for (int law = ELASTIC_LINEAR; law <= ELASTIC_STVK; ++law)
        for (int32_t width = 4; width <= 10; width += 6)
            for (int part = ENERGY_TANGENT; part <= ENERGY_FIRM; ++part) {
                setup s = two_targets((elastic_law)law, width, 1);
                double *u = random_field(&s, 0.1), *a = random_field(&s, 1.0);
                double *by_matrix = zeros(&s), *direct = zeros(&s);
                sparse k = elastic_pattern(&s.m, s.memory);
                elastic_stiffness(&s.m, blend, u, (energy_matrix)part, &k);
                sparse_multiply(&k, a, by_matrix, 1, 1);
                elastic_stiffness_times(&s.m, blend, u, (energy_matrix)part, a, direct);
                CHECK(off(by_matrix, direct, s.order) < 1e-14);
                CHECK(sparse_asymmetry(&k) < 1e-16);
                arena_destroy(s.memory);
            }
}

TEST(the_change_of_stiffness_is_alike_in_both_directions_and_none_for_the_linear_law) {
    setup s = two_targets(ELASTIC_STVK, 10, 1);
    double *u = random_field(&s, 0.1), *a = random_field(&s, 1.0), *b = random_field(&s, 1.0);
    double *ab = zeros(&s), *ba = zeros(&s);
    elastic_change(&s.m, blend, u, a, b, ab);
    elastic_change(&s.m, blend, u, b, a, ba);
    CHECK(dot(ab, ab, s.order) > 0.0 && off(ab, ba, s.order) < 1e-14);
    s.m.law = ELASTIC_LINEAR;
    elastic_change(&s.m, blend, u, a, b, ab);
    CHECK(dot(ab, ab, s.order) == 0.0);
    arena_destroy(s.memory);
}

// ---- against others --------------------------------------------------------------------

TEST(reduced_forces_are_those_of_an_independent_program) {
    arena* memory = arena_create();
    report r = report_new(memory);
    tets t = stvk_block(memory);
    material* stuff = ARENA_NEW(memory, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        stuff[i] = stvk_material;
    elastic m;
    CHECK(elastic_of_body(ELASTIC_STVK, &t, stuff, 1, &m, place_none(), memory, &r));
    size_t order = 3 * (size_t)t.node_count;
    const double* basis = stvk_basis(&t, memory);
    double *u = ARENA_NEW(memory, double, order), *force = ARENA_NEW(memory, double, order);
    for (int n = 0; n < 3; ++n) {
        const stvk_sample* s = &stvk_samples[n];
        for (size_t i = 0; i < order; ++i)
            u[i] = basis[i] * s->q[0] + basis[order + i] * s->q[1] + basis[2 * order + i] * s->q[2];
        CHECK_NEAR(elastic_energy(&m, one, u), s->energy, 1e-13 * s->energy);
        elastic_force(&m, one, u, force);
        for (size_t k = 0; k < 3; ++k)
            CHECK_NEAR(dot(basis + k * order, force, order), s->force[k],
                       1e-12 * fabs(s->force[0]));
        for (size_t i = 0; i < 3; ++i) {
            elastic_stiffness_times(&m, one, u, ENERGY_TANGENT, basis + i * order, force);
            for (size_t k = 0; k < 3; ++k)
                CHECK_NEAR(dot(basis + k * order, force, order), s->tangent[k][i],
                           1e-12 * s->tangent[0][0]);
        }
    }
    arena_destroy(memory);
}

TEST(at_rest_both_laws_have_the_stiffness_of_the_linear_body) {
    for (int32_t width = 4; width <= 10; width += 6) {
        setup s = one_body(ELASTIC_LINEAR, width);
        CHECK(s.m.count == 1);
        assemble_matrices fem;
        CHECK(assemble_body(s.t, s.set.shapes[0].materials, ELEMENT_MASS_CONSISTENT, 1, &fem,
                            place_none(), s.memory, &s.r));
        sparse k = elastic_pattern(&s.m, s.memory);
        size_t count = 9 * (size_t)k.start[k.rows];
        elastic_stiffness(&s.m, one, zeros(&s), ENERGY_TANGENT, &k);
        CHECK(off(k.value, fem.stiffness.value, count) < 1e-15);
        if (width == 4) {
            s.m.law = ELASTIC_STVK;
            elastic_stiffness(&s.m, one, zeros(&s), ENERGY_TANGENT, &k);
            CHECK(off(k.value, fem.stiffness.value, count) < 1e-15);
        }
        arena_destroy(s.memory);
    }
}

// ---- laws ------------------------------------------------------------------------------

static double* turned(setup* s, vec3 axis, double angle, vec3 displacement) {
    double* u = zeros(s);
    quat q = quat_axis_angle(v3_unit(axis), angle);
    for (int32_t i = 0; i < s->t->node_count; ++i) {
        vec3 d = v3_add(v3_sub(quat_rotate(q, s->t->nodes[i]), s->t->nodes[i]), displacement);
        memcpy(u + 3 * (size_t)i, &d, sizeof d);
    }
    return u;
}

TEST(turning_a_body_costs_nothing_and_turns_its_forces) {
    for (int32_t width = 4; width <= 10; width += 6) {
        setup s = one_body(ELASTIC_STVK, width);
        vec3 axis = v3(1.0, -2.0, 0.5), displacement = v3(3.0, -1.0, 2.0);
        double *u = turned(&s, axis, 2.5, displacement), *force = zeros(&s),
               *bent = random_field(&s, 0.1);
        double *before = zeros(&s), stretched = elastic_energy(&s.m, one, bent);
        CHECK(elastic_energy(&s.m, one, u) < 1e-24 * stretched);
        elastic_force(&s.m, one, bent, before);
        elastic_force(&s.m, one, u, force);
        CHECK(dot(force, force, s.order) < 1e-24 * dot(before, before, s.order));
        quat q = quat_axis_angle(v3_unit(axis), 2.5);
        for (size_t i = 0; i < s.order; i += 3) {
            vec3 d = quat_rotate(q, v3(bent[i], bent[i + 1], bent[i + 2]));
            vec3 f = quat_rotate(q, v3(before[i], before[i + 1], before[i + 2]));
            u[i] += d.x, u[i + 1] += d.y, u[i + 2] += d.z;
            before[i] = f.x, before[i + 1] = f.y, before[i + 2] = f.z;
        }
        CHECK_NEAR(elastic_energy(&s.m, one, u) / stretched, 1.0, 1e-12);
        elastic_force(&s.m, one, u, force);
        CHECK(off(force, before, s.order) < 1e-12);
        arena_destroy(s.memory);
    }
}

TEST(a_body_pushes_itself_nowhere_and_turns_itself_not) {
    for (int law = ELASTIC_LINEAR; law <= ELASTIC_STVK; ++law) {
        setup s = one_body((elastic_law)law, 10);
        double *u = random_field(&s, 0.1), *force = zeros(&s), size = 0.0;
        elastic_force(&s.m, one, u, force);
        vec3 sum = {0}, turn = {0};
        for (size_t i = 0; i < s.order; i += 3) {
            vec3 f = v3(force[i], force[i + 1], force[i + 2]), x = s.t->nodes[i / 3];
            if (law == ELASTIC_STVK) // of the bent body; the linear one knows only the straight
                x = v3_add(x, v3(u[i], u[i + 1], u[i + 2]));
            sum = v3_add(sum, f);
            turn = v3_add(turn, v3_cross(x, f));
            size += v3_length(f);
        }
        CHECK(v3_length(sum) < 1e-14 * size && v3_length(turn) < 1e-14 * size);
        arena_destroy(s.memory);
    }
}

TEST(over_any_change_the_mean_stress_does_the_work_of_the_energy) {
    for (int law = ELASTIC_LINEAR; law <= ELASTIC_STVK; ++law)
        for (int32_t width = 4; width <= 10; width += 6) {
            setup s = two_targets((elastic_law)law, width, 1);
            double *u = random_field(&s, 0.2), *a = random_field(&s, 0.5), *force = zeros(&s);
            double less = elastic_energy(&s.m, blend, along(&s, u, a, -0.5));
            double more = elastic_energy(&s.m, blend, along(&s, u, a, 0.5));
            elastic_force_between(&s.m, blend, u, a, force);
            CHECK_NEAR(dot(force, a, s.order), more - less, 1e-13 * (more + less));
            arena_destroy(s.memory);
        }
}

TEST(each_target_rests_in_its_own_shape) {
    for (int law = ELASTIC_LINEAR; law <= ELASTIC_STVK; ++law)
        for (int i = 0; i < 2; ++i) {
            setup s = two_targets((elastic_law)law, 10, 1);
            const double alone[2] = {i == 0, i == 1}, other[2] = {i == 1, i == 0};
            double* force = zeros(&s);
            elastic_force(&s.m, alone, s.set.shapes[i].rest, force);
            CHECK(dot(force, force, s.order) == 0.0);
            CHECK(elastic_energy(&s.m, other, s.set.shapes[i].rest) > 0.0);
            arena_destroy(s.memory);
        }
}

TEST(blends_are_sums_by_weight) {
    setup s = two_targets(ELASTIC_STVK, 4, 1);
    const double first[2] = {1.0, 0.0}, second[2] = {0.0, 1.0};
    double *u = random_field(&s, 0.1), *a = zeros(&s), *b = zeros(&s), *both = zeros(&s);
    elastic_force(&s.m, first, u, a);
    elastic_force(&s.m, second, u, b);
    elastic_force(&s.m, blend, u, both);
    for (size_t i = 0; i < s.order; ++i)
        a[i] = blend[0] * a[i] + blend[1] * b[i];
    CHECK(off(both, a, s.order) < 1e-14);
    arena_destroy(s.memory);
}

// An element of ten nodes in eight parts, the field between its nodes kept: the same quartic
// integral.
TEST(fourteen_points_integrate_the_quartic_energy_exactly) {
    setup s = {.memory = arena_create(), .seed = 3};
    s.r = report_new(s.memory);
    vec3 corners[10] = {{0.1, 0.0, 0.0}, {1.2, 0.1, 0.0}, {0.0, 0.9, 0.2}, {0.1, 0.0, 1.1}};
    int32_t whole[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (int k = 0; k < 6; ++k)
        corners[4 + k] = v3_lerp(corners[tet_edge[k][0]], corners[tet_edge[k][1]], 0.5);
    // mid-edge nodes (0,1) (1,2) (0,2) (0,3) (1,3) (2,3) are nodes 4 to 9
    static const int32_t parts[8][4] = {{0, 4, 6, 7}, {4, 1, 5, 8}, {6, 5, 2, 9}, {7, 8, 9, 3},
                                        {4, 6, 7, 8}, {4, 5, 6, 8}, {6, 9, 7, 8}, {6, 5, 9, 8}};
    tets big = {.node_count = 10, .tet_count = 1, .width = 10, .nodes = corners, .elements = whole};
    tets four = {.node_count = 10, .tet_count = 8, .width = 4, .nodes = corners};
    four.elements = ARENA_NEW(s.memory, int32_t, 32);
    memcpy(four.elements, parts, sizeof parts);
    for (int e = 0; e < 8; ++e) {
        int32_t* p = four.elements + 4 * e;
        if (tet_volume(corners[p[0]], corners[p[1]], corners[p[2]], corners[p[3]]) < 0.0) {
            int32_t swap = p[0];
            p[0] = p[1];
            p[1] = swap;
        }
    }
    CHECK_NEAR(tets_volume(&four), tets_volume(&big), 1e-15);
    s.t = ARENA_NEW(s.memory, tets, 1);
    *s.t = tets_promote(&four, s.memory);
    s.order = 3 * (size_t)s.t->node_count;
    double quadratic[3][10], *u = zeros(&s), *v = random_field(&s, 0.0);
    for (int a = 0; a < 3; ++a)
        for (int k = 0; k < 10; ++k)
            quadratic[a][k] = 0.3 * noise(&s.seed);
    for (int32_t i = 0; i < s.t->node_count; ++i) {
        vec3 x = s.t->nodes[i];
        const double m[10] = {1,         x.x,       x.y,       x.z,       x.x * x.x,
                              x.y * x.y, x.z * x.z, x.x * x.y, x.y * x.z, x.z * x.x};
        for (int a = 0; a < 3; ++a)
            for (int k = 0; k < 10; ++k)
                u[3 * i + a] += quadratic[a][k] * m[k];
    }
    memcpy(v, u, 30 * sizeof *u); // promoting keeps the first ten
    material stuff[8];
    for (int i = 0; i < 8; ++i)
        stuff[i] = stvk_material;
    elastic fine, coarse;
    CHECK(elastic_of_body(ELASTIC_STVK, s.t, stuff, 1, &fine, place_none(), s.memory, &s.r));
    CHECK(elastic_of_body(ELASTIC_STVK, &big, stuff, 1, &coarse, place_none(), s.memory, &s.r));
    double sum = elastic_energy(&fine, one, u);
    CHECK_NEAR(elastic_energy(&coarse, one, v) / sum, 1.0, 1e-13);
    arena_destroy(s.memory);
}

// A column squeezed below 1 / sqrt 3 of its length gives way (numerics.md C7); the material's own part
// of the stiffness does not.
TEST(only_the_whole_stiffness_can_be_negative) {
    setup s = one_body(ELASTIC_STVK, 10);
    double *u = zeros(&s), *a = zeros(&s), *force = zeros(&s);
    for (size_t i = 2; i < s.order; i += 3)
        a[i] = s.t->nodes[i / 3].z;
    for (int n = 0; n < 20; ++n) {
        double stretch = 0.05 + 0.05 * n;
        for (size_t i = 2; i < s.order; i += 3)
            u[i] = (stretch - 1.0) * a[i];
        elastic_stiffness_times(&s.m, one, u, ENERGY_TANGENT, a, force);
        CHECK((dot(a, force, s.order) < 0.0) == (3.0 * stretch * stretch < 1.0));
        elastic_stiffness_times(&s.m, one, u, ENERGY_FIRM, a, force);
        CHECK(dot(a, force, s.order) > 0.0);
    }
    arena_destroy(s.memory);
}

TEST(any_number_of_threads_gives_the_same_bits) {
    setup s = two_targets(ELASTIC_STVK, 10, 1), p = two_targets(ELASTIC_STVK, 10, 3);
    double *u = random_field(&s, 0.1), *a = zeros(&s), *b = zeros(&s);
    elastic_force(&s.m, blend, u, a);
    elastic_force(&p.m, blend, u, b);
    CHECK(memcmp(a, b, s.order * sizeof *a) == 0);
    double one_thread = elastic_energy(&s.m, blend, u), three = elastic_energy(&p.m, blend, u);
    CHECK(memcmp(&one_thread, &three, sizeof three) == 0);
    sparse k = elastic_pattern(&s.m, s.memory), l = elastic_pattern(&p.m, p.memory);
    elastic_stiffness(&s.m, blend, u, ENERGY_TANGENT, &k);
    elastic_stiffness(&p.m, blend, u, ENERGY_TANGENT, &l);
    CHECK(memcmp(k.value, l.value, 9 * (size_t)k.start[k.rows] * sizeof *k.value) == 0);
    arena_destroy(s.memory);
    arena_destroy(p.memory);
}

TEST(guarded_weights_are_never_negative_and_sum_to_one) {
    const double in[3] = {1.3, -0.5, 0.2}, sound[2] = {0.25, 0.75};
    double out[3];
    elastic_guard(in, 3, out);
    CHECK(out[1] == 0.0 && fabs(out[0] - 1.3 / 1.5) < 1e-15 && fabs(out[2] - 0.2 / 1.5) < 1e-15);
    elastic_guard(sound, 2, out);
    CHECK(out[0] == 0.25 && out[1] == 0.75);
}

TEST(a_target_that_folds_is_refused_by_name) {
    setup s = two_targets(ELASTIC_STVK, 4, 1);
    double* rest = zeros(&s);
    rest[3 * 13 + 2] = 5.0;
    target_shape shapes[2] = {s.set.shapes[0], s.set.shapes[1]};
    shapes[1].rest = rest;
    s.set.shapes = shapes;
    CHECK(!target_elastic(ELASTIC_STVK, &s.set, 1, &s.m, place_none(), s.memory, &s.r));
    const char* text = s.r.findings[s.r.count - 1].text;
    CHECK(strstr(text, "\"bulged\"") != NULL && strstr(text, "inside out") != NULL);
    arena_destroy(s.memory);
}

TEST_MAIN(CASE(derivatives_are_the_limits_of_differences_with_their_order),
          CASE(the_matrix_is_what_its_product_says),
          CASE(the_change_of_stiffness_is_alike_in_both_directions_and_none_for_the_linear_law),
          CASE(reduced_forces_are_those_of_an_independent_program),
          CASE(at_rest_both_laws_have_the_stiffness_of_the_linear_body),
          CASE(turning_a_body_costs_nothing_and_turns_its_forces),
          CASE(a_body_pushes_itself_nowhere_and_turns_itself_not),
          CASE(over_any_change_the_mean_stress_does_the_work_of_the_energy),
          CASE(each_target_rests_in_its_own_shape), CASE(blends_are_sums_by_weight),
          CASE(fourteen_points_integrate_the_quartic_energy_exactly),
          CASE(only_the_whole_stiffness_can_be_negative),
          CASE(any_number_of_threads_gives_the_same_bits),
          CASE(guarded_weights_are_never_negative_and_sum_to_one),
          CASE(a_target_that_folds_is_refused_by_name))
