// A second kind of term beside elastic tets: whatever gives energy, force, matrix and pattern moves.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "bake/dynamics/step_matrix.h"
#include "bake/fem/assemble.h"
#include "test/kit/check.h"
#include "test/kit/dynamics_beam.h"
#include "test/kit/random.h"
#include "test/kit/springs_term.h"

// ---- tets and springs ----------------------------------------------------------------------

typedef struct pair {
    beam b;
    springs x;
    energy_term terms[2];
    energy_terms list;
    dynamics_body body;
    moment_copy now;
    int32_t* number; // all nodes are free
} pair;

// Across the beam of 3 cells: from end to end and over diagonals, none an edge of a tet.
static const spring across[4] = {
    {{0, 13}, 300.0, 0.5}, {{3, 14}, 200.0, 0.3}, {{1, 11}, 500.0, 0.2}, {{6, 13}, 100.0, 0.35}};

static void pair_new(pair* p, elastic_law law, const spring* all, int32_t count, bool damped) {
    *p = (pair){.b = beam_new(law, 4, 3, 1)};
    arena* a = p->b.memory;
    p->x = (springs){.nodes = p->b.t->nodes, .node_count = p->b.t->node_count};
    springs_set(&p->x, all, count, a);
    p->body = elastic_body(&p->b.m, p->b.density, a);
    p->terms[0] = p->body.terms[0];
    p->terms[1] = springs_term(&p->x, damped);
    p->body.terms = p->terms;
    p->body.term_count = 2;
    p->list = (energy_terms){2, p->terms, p->body.node_count};
    p->now = moment_copy_new(1, p->body.node_count, a);
    moment_copy_set(&p->now, &(moment){.weights = one});
    p->number = ARENA_NEW(a, int32_t, (size_t)p->body.node_count);
    for (int32_t i = 0; i < p->body.node_count; ++i)
        p->number[i] = i;
}

static double* random_field(pair* p, double size) {
    double* x = field(&p->b);
    for (size_t i = 0; i < p->b.order; ++i)
        x[i] = random_in(-size, size);
    return x;
}

static double* moved(pair* p, const double* u, const double* along, double part) {
    double* x = field(&p->b);
    for (size_t i = 0; i < p->b.order; ++i)
        x[i] = u[i] + part * along[i];
    return x;
}

static double energy_at(pair* p, const double* u) {
    return energy_sum(&p->list, &(energy_place){.now = &p->now, .u = u});
}

static double* force_at(pair* p, const double* u, const double* change_or_null) {
    double *force = field(&p->b), *scratch = field(&p->b);
    energy_sum_force(&p->list, &(energy_place){.now = &p->now, .u = u}, change_or_null, scratch,
                     force);
    return force;
}

static double dot(const pair* p, const double* x, const double* y) {
    double sum = 0.0;
    for (size_t i = 0; i < p->b.order; ++i)
        sum += x[i] * y[i];
    return sum;
}

// |x - y| over |y|.
static double apart(const pair* p, const double* x, const double* y) {
    double sum = 0.0;
    for (size_t i = 0; i < p->b.order; ++i)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum / dot(p, y, y));
}

// The sum of the terms' matrices over all nodes.
static const sparse* matrix_at(pair* p, step_matrix* m, const double* u,
                               const step_matrix_parts* parts) {
    step_matrix_assemble(m, &(energy_place){.now = &p->now, .u = u}, parts);
    return &m->sum;
}

static step_matrix matrix_of(pair* p) {
    return step_matrix_make(&p->list, &p->body.mass, p->number, p->body.node_count, 1, p->b.memory);
}

// ---- laws ------------------------------------------------------------------------------

TEST(force_is_the_slope_of_the_sum_of_energies) {
    pair p;
    pair_new(&p, ELASTIC_STVK, across, 4, true);
    const double e = 1e-5;
    for (int i = 0; i < 20; ++i) {
        double *u = random_field(&p, 0.02), *w = random_field(&p, 1.0);
        double slope =
            (energy_at(&p, moved(&p, u, w, e)) - energy_at(&p, moved(&p, u, w, -e))) / (2.0 * e);
        CHECK_NEAR(dot(&p, force_at(&p, u, NULL), w) / slope, 1.0, 1e-6);
    }
    arena_destroy(p.b.memory);
}

TEST(mean_force_times_the_change_is_the_change_of_energy) {
    pair p;
    pair_new(&p, ELASTIC_STVK, across, 4, true);
    for (int i = 0; i < 20; ++i) {
        double *u = random_field(&p, 0.02), *w = random_field(&p, 0.05);
        double gain = energy_at(&p, moved(&p, u, w, 0.5)) - energy_at(&p, moved(&p, u, w, -0.5));
        CHECK_NEAR(dot(&p, force_at(&p, u, w), w), gain,
                   1e-12 * energy_at(&p, moved(&p, u, w, 0.5)));
    }
    arena_destroy(p.b.memory);
}

TEST(matrix_is_the_derivative_of_the_force) {
    for (int damped = 0; damped < 2; ++damped) {
        pair p;
        pair_new(&p, ELASTIC_STVK, across, 4, damped == 1);
        step_matrix m = matrix_of(&p);
        double *product = field(&p.b), *only = field(&p.b), *scratch = field(&p.b);
        const double e = 1e-5;
        for (int i = 0; i < 5; ++i) {
            double *u = random_field(&p, 0.02), *w = random_field(&p, 1.0), *slope = field(&p.b);
            double *after = force_at(&p, moved(&p, u, w, e), NULL),
                   *before = force_at(&p, moved(&p, u, w, -e), NULL);
            for (size_t k = 0; k < p.b.order; ++k)
                slope[k] = (after[k] - before[k]) / (2.0 * e);
            const sparse* sum = matrix_at(&p, &m, u, &(step_matrix_parts){.all = 1.0});
            CHECK(sparse_asymmetry(sum) < 1e-14);
            sparse_multiply(sum, w, product, 1, 1);
            CHECK(apart(&p, product, slope) < 1e-7);
            // the damped terms alone, with and without a matrix
            sum = matrix_at(&p, &m, u, &(step_matrix_parts){.damped = 1.0});
            sparse_multiply(sum, w, product, 1, 1);
            energy_sum_damped(&p.list, &(energy_place){.now = &p.now, .u = u}, ENERGY_TANGENT, w,
                              scratch, only);
            CHECK(apart(&p, product, only) < 1e-13);
            CHECK((apart(&p, product, slope) < 1e-7) == (damped == 1));
        }
        step_matrix_free(&m);
        arena_destroy(p.b.memory);
    }
}

static double* dense_of(pair* p, const sparse* k) {
    size_t n = 3 * (size_t)k->rows;
    double* dense = ARENA_NEW(p->b.memory, double, n* n);
    for (size_t row = 0; row < n; ++row)
        for (size_t column = 0; column < n; ++column) {
            const double* block = sparse_block(k, (int32_t)(row / 3), (int32_t)(column / 3));
            dense[row * n + column] = block != NULL ? block[3 * (row % 3) + column % 3] : 0.0;
        }
    return dense;
}

// The lowest eigenvalue over the largest.
static double lowest(pair* p, const sparse* k) {
    int32_t n = 3 * k->rows;
    double* values = ARENA_NEW(p->b.memory, double, (size_t)n);
    return dense_eigen(n, dense_of(p, k), values, p->b.memory) ? values[0] / values[n - 1] : NAN;
}

TEST(firm_matrix_is_never_negative_where_the_tangent_is) {
    pair p;
    pair_new(&p, ELASTIC_STVK, across, 4, true);
    step_matrix m = matrix_of(&p);
    double* u = random_field(&p, 0.01);
    for (int32_t i = 0; i < p.b.t->node_count; ++i)
        u[3 * i] -= 0.6 * p.b.t->nodes[i].x; // squeezed to less than half
    CHECK(lowest(&p, matrix_at(&p, &m, u, &(step_matrix_parts){.all = 1.0})) < -0.01);
    const step_matrix_parts firm = {.all = 1.0, .which = ENERGY_FIRM};
    CHECK(lowest(&p, matrix_at(&p, &m, u, &firm)) > -1e-13);
    step_matrix_free(&m);
    arena_destroy(p.b.memory);
}

// Every pair of nodes, by looking at all elements and springs.
static bool meet(const pair* p, int32_t a, int32_t b) {
    const tets* t = p->b.t;
    for (int32_t e = 0; e < t->tet_count; ++e) {
        bool has_a = false, has_b = false;
        for (int k = 0; k < 4; ++k) {
            has_a = has_a || t->elements[4 * e + k] == a;
            has_b = has_b || t->elements[4 * e + k] == b;
        }
        if (has_a && has_b)
            return true;
    }
    for (int32_t i = 0; i < p->x.count; ++i) {
        const int32_t* e = p->x.all[i].ends;
        if ((e[0] == a && e[1] == b) || (e[0] == b && e[1] == a))
            return true;
    }
    return false;
}

static bool pattern_is_right(pair* p, const sparse* sum, const int32_t* number) {
    for (int32_t a = 0; a < p->body.node_count; ++a)
        for (int32_t b = 0; b < p->body.node_count; ++b)
            if (number[a] >= 0 && number[b] >= 0 &&
                (sparse_block(sum, number[a], number[b]) != NULL) != meet(p, a, b))
                return false;
    return true;
}

TEST(pattern_has_the_blocks_of_all_terms_and_no_others_and_follows_a_term_that_changes) {
    static const spring others[2] = {{{2, 15}, 300.0, 0.1}, {{0, 13}, 50.0, 0.3}};
    pair p;
    pair_new(&p, ELASTIC_STVK, across, 4, true);
    int32_t *number = ARENA_NEW(p.b.memory, int32_t, (size_t)p.body.node_count), count = 0;
    for (int32_t i = 0; i < p.body.node_count; ++i)
        number[i] = i % 5 == 2 ? -1 : count++; // some are held
    step_matrix m = step_matrix_make(&p.list, &p.body.mass, number, count, 1, p.b.memory);
    double* u = random_field(&p, 0.02);
    const step_matrix_parts parts = {.mass = 1.0, .all = 1.0};
    CHECK(pattern_is_right(&p, matrix_at(&p, &m, u, &parts), number));
    CHECK(!meet(&p, 3, 15) && meet(&p, 3, 14));
    springs_set(&p.x, others, 2, p.b.memory);
    CHECK(pattern_is_right(&p, matrix_at(&p, &m, u, &parts), number) && !meet(&p, 3, 14));
    step_matrix_free(&m);
    arena_destroy(p.b.memory);
}

// ---- bodies ----------------------------------------------------------------------------

// The equations of springs of no length, k (x_i - x_j) = 0, into a dense matrix and its right side.
static void add_springs(const pair* p, double* k, double* right) {
    size_t n = p->b.order;
    for (int32_t s = 0; s < p->x.count; ++s)
        for (size_t axis = 0; axis < 3; ++axis) {
            const spring* x = &p->x.all[s];
            const double* from = &p->b.t->nodes[x->ends[0]].x;
            const double* to = &p->b.t->nodes[x->ends[1]].x;
            size_t i = 3 * (size_t)x->ends[0] + axis, j = 3 * (size_t)x->ends[1] + axis;
            k[i * n + i] += x->stiffness;
            k[j * n + j] += x->stiffness;
            k[i * n + j] -= x->stiffness;
            k[j * n + i] -= x->stiffness;
            right[i] += x->stiffness * (to[axis] - from[axis]); // drawn together even in u = 0
            right[j] -= x->stiffness * (to[axis] - from[axis]);
        }
}

// K of bake/fem, K of springs by their definition, added and inverted.
TEST(rest_of_linear_terms_solves_the_sum_of_their_dense_matrices) {
    static const spring none[2] = {{{0, 13}, 300.0, 0.0}, {{6, 15}, 200.0, 0.0}};
    pair p;
    pair_new(&p, ELASTIC_LINEAR, none, 2, true);
    size_t n = p.b.order;
    assemble_matrices fem;
    CHECK(assemble_body(p.b.t, p.b.materials, ELEMENT_MASS_CONSISTENT, 1, &fem, place_none(),
                        p.b.memory, &p.b.r));
    double *k = dense_of(&p, &fem.stiffness), *load = random_field(&p, 1.0), *u = field(&p.b);
    double* right = moved(&p, load, load, 0.0);
    add_springs(&p, k, right);
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n && p.b.held[i / 3]; ++j) {
            k[i * n + j] = k[j * n + i] = i == j ? 1.0 : 0.0;
            right[i] = 0.0;
        }
    CHECK(dense_invert((int32_t)n, k, p.b.memory));
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j)
            u[i] += k[i * n + j] * right[j];
    dynamics_options o = dynamics_default();
    dynamics* d = dynamics_make(&p.body, p.b.held, &o, p.b.memory, &p.b.r);
    const moment now = {.weights = one, .force_or_null = load};
    CHECK(d != NULL && dynamics_start(d, &now, NULL, NULL, &p.b.r));
    CHECK(dynamics_rest(d, &now, &p.b.r));
    CHECK(apart(&p, dynamics_u(d), u) < 1e-10);
    dynamics_free(d);
    arena_destroy(p.b.memory);
}

// Each node hangs on a twin without mass by a spring in proportion to its mass. As a whole the body is
// then one oscillator of any frequency one likes, and a step turns its phase by 2 atan(h omega / 2).
TEST(body_on_springs_swings_at_their_frequency) {
    const double omega = 7.0, h = 1.0 / 60.0;
    pair p;
    pair_new(&p, ELASTIC_STVK, across, 4, false);
    int32_t count = p.b.t->node_count;
    vec3* nodes = ARENA_NEW(p.b.memory, vec3, 2 * (size_t)count);
    spring* all = ARENA_NEW(p.b.memory, spring, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        double mass = 0.0;
        for (int64_t k = p.body.mass.start[i]; k < p.body.mass.start[i + 1]; ++k)
            mass += p.body.mass.value[k];
        nodes[i] = nodes[count + i] = p.b.t->nodes[i];
        all[i] = (spring){{i, count + i}, omega * omega * mass, 0.0};
    }
    p.b.t->nodes = nodes;
    p.b.t->node_count = 2 * count;
    p.b.order *= 2;
    CHECK(elastic_of_body(ELASTIC_STVK, p.b.t, p.b.materials, 1, &p.b.m, place_none(), p.b.memory,
                          &p.b.r));
    p.body = elastic_body(&p.b.m, p.b.density, p.b.memory);
    p.x = (springs){.nodes = nodes, .node_count = 2 * count};
    springs_set(&p.x, all, count, p.b.memory);
    p.terms[0] = p.body.terms[0];
    p.body.terms = p.terms;
    p.body.term_count = 2;
    dynamics_options o = dynamics_default();
    dynamics* d = dynamics_make(&p.body, NULL, &o, p.b.memory, &p.b.r);
    double* u = field(&p.b);
    for (int32_t i = 0; i < 3 * count; ++i)
        u[i] = 0.05 * (i % 3 - 1) + 0.02;
    const moment now = {.weights = one};
    CHECK(d != NULL && dynamics_start(d, &now, u, NULL, &p.b.r));
    for (int step = 1; step <= 120; ++step) {
        CHECK(dynamics_step(d, &now, h, &p.b.r));
        double part = cos(2.0 * step * atan(0.5 * h * omega));
        for (int32_t i = 0; i < 3 * count; ++i)
            CHECK_NEAR(dynamics_u(d)[i], part * u[i], 1e-9);
    }
    dynamics_free(d);
    arena_destroy(p.b.memory);
}

// Free, with springs that squeeze and stretch it far.
TEST(conserving_steps_keep_energy_and_momentum_of_the_sum) {
    pair p;
    pair_new(&p, ELASTIC_STVK, across, 4, true);
    dynamics_options o = dynamics_default();
    dynamics* d = dynamics_make(&p.body, NULL, &o, p.b.memory, &p.b.r);
    double *v = random_field(&p, 0.5), *momentum = field(&p.b);
    const moment now = {.weights = one};
    CHECK(d != NULL && dynamics_start(d, &now, NULL, v, &p.b.r));
    double first = dynamics_kinetic(d) + dynamics_potential(d), least = INFINITY, most = 0.0;
    vec3 sums[2][2] = {{{0}}}; // first and now: momentum, angular momentum
    for (int step = 0; step <= 100; ++step) {
        CHECK(step == 0 || dynamics_step(d, &now, 0.01, &p.b.r));
        CHECK_NEAR((dynamics_kinetic(d) + dynamics_potential(d)) / first, 1.0, 1e-7);
        least = fmin(least, dynamics_potential(d));
        most = fmax(most, dynamics_potential(d));
        sparse_multiply_axes(dynamics_mass(d), dynamics_v(d), momentum, 1, 1);
        vec3* sum = sums[step > 0];
        sum[0] = sum[1] = v3(0.0, 0.0, 0.0);
        for (int32_t i = 0; i < p.body.node_count; ++i) {
            vec3 m = vec3_of(momentum, i);
            vec3 x = v3_add(p.b.t->nodes[i], vec3_of(dynamics_u(d), i));
            sum[0] = v3_add(sum[0], m);
            sum[1] = v3_add(sum[1], v3_cross(x, m));
        }
        for (int k = 0; k < 2; ++k)
            CHECK(v3_distance(sum[k], sums[0][k]) < 1e-8 * v3_length(sums[0][k]));
    }
    CHECK(most - least > 0.1 * first); // it did move
    dynamics_free(d);
    arena_destroy(p.b.memory);
}

// Springs that change on the way: on from there the body is one that always had the new ones.
TEST(motion_goes_on_when_a_term_changes_its_pattern) {
    static const spring others[2] = {{{2, 15}, 300.0, 0.1}, {{4, 11}, 50.0, 0.3}};
    pair p;
    pair_new(&p, ELASTIC_STVK, across, 4, true);
    dynamics_options o = dynamics_default();
    dynamics* d = dynamics_make(&p.body, p.b.held, &o, p.b.memory, &p.b.r);
    const moment now = {.weights = one};
    CHECK(d != NULL && dynamics_start(d, &now, NULL, NULL, &p.b.r));
    for (int step = 0; step < 10; ++step)
        CHECK(dynamics_step(d, &now, 0.01, &p.b.r));
    springs_set(&p.x, others, 2, p.b.memory);
    dynamics* fresh = dynamics_make(&p.body, p.b.held, &o, p.b.memory, &p.b.r);
    CHECK(fresh != NULL && dynamics_start(fresh, &now, dynamics_u(d), dynamics_v(d), &p.b.r));
    for (int step = 0; step < 10; ++step) {
        CHECK(dynamics_step(d, &now, 0.01, &p.b.r) && dynamics_step(fresh, &now, 0.01, &p.b.r));
        CHECK(apart(&p, dynamics_u(d), dynamics_u(fresh)) < 1e-8);
    }
    dynamics_free(d);
    dynamics_free(fresh);
    arena_destroy(p.b.memory);
}

TEST_MAIN(CASE(force_is_the_slope_of_the_sum_of_energies),
          CASE(mean_force_times_the_change_is_the_change_of_energy),
          CASE(matrix_is_the_derivative_of_the_force),
          CASE(firm_matrix_is_never_negative_where_the_tangent_is),
          CASE(pattern_has_the_blocks_of_all_terms_and_no_others_and_follows_a_term_that_changes),
          CASE(rest_of_linear_terms_solves_the_sum_of_their_dense_matrices),
          CASE(body_on_springs_swings_at_their_frequency),
          CASE(conserving_steps_keep_energy_and_momentum_of_the_sum),
          CASE(motion_goes_on_when_a_term_changes_its_pattern))
