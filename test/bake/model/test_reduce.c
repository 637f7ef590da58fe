// Reduced polynomials of bodies: an independent program's numbers, and the unreduced force as judge.
// SPDX-License-Identifier: MIT
#include "bake/model/reduce.h"
#include "bake/model/target.h"
#include "test/kit/check.h"
#include "test/kit/stvk_oracle.h"

enum { COUNT = 5 };

// A block of 2 x 1 x 1 cells in two target shapes, ways to move it that are zero at x = 0.
typedef struct block {
    tets* volume;
    elastic body; // shape 0 is the volume's own; 1 is bulged, and stiffer towards its end
    double* basis;
    double* rest[2];
    bool ok;
} block;

static const vec3 SIZE = {0.2, 0.1, 0.13};

// The first three are those of stvk_oracle.h; a twist and a bulge follow.
static void displacement(int32_t i, vec3 p, double u[3]) {
    double l = SIZE.x, s = p.x / l, y = p.y - 0.05, z = p.z - 0.065;
    const double ways[COUNT][3] = {{-2.0 * s * z / l, 0.0, s * s},
                                   {-2.0 * s * y / l, s * s, 0.0},
                                   {s, -0.3 * s * y / l, -0.3 * s * z / l},
                                   {0.0, -4.0 * s * z, 4.0 * s * y},
                                   {0.1 * s * s, 9.0 * s * y * z, 3.0 * s * z}};
    memcpy(u, ways[i], sizeof ways[i]);
}

static block make_block(elastic_law law, int32_t width, int threads, arena* a) {
    static const int32_t cells[3] = {2, 1, 1};
    block b = {.volume = ARENA_NEW(a, tets, 1)};
    *b.volume = cells_mesh(cells, SIZE, a);
    report r = report_new(a);
    if (width == 10)
        *b.volume = tets_promote(b.volume, a);
    size_t order = 3 * (size_t)b.volume->node_count, elements = (size_t)b.volume->tet_count;
    b.basis = ARENA_NEW(a, double, COUNT* order);
    for (int k = 0; k < 2; ++k)
        b.rest[k] = ARENA_NEW(a, double, order);
    for (int32_t n = 0; n < b.volume->node_count; ++n)
        for (int32_t i = 0; i < COUNT; ++i) {
            double u[3];
            displacement(i, b.volume->nodes[n], u);
            for (size_t k = 0; k < 3; ++k) {
                b.basis[(size_t)i * order + 3 * (size_t)n + k] = u[k];
                b.rest[1][3 * (size_t)n + k] += (i == 4 ? 0.08 : i == 0 ? 0.03 : 0.0) * u[k];
            }
        }
    target_shape* shapes = ARENA_NEW(a, target_shape, 2);
    for (int k = 0; k < 2; ++k) {
        material* list = ARENA_NEW(a, material, elements);
        for (size_t i = 0; i < elements; ++i)
            list[i] = (material){2e4 * (1.0 + (double)k * (double)i), k == 0 ? 0.4 : 0.3, 1000.0};
        shapes[k] = (target_shape){.name = "shape", .rest = b.rest[k], .materials = list};
    }
    target_set* set = ARENA_NEW(a, target_set, 1);
    *set = (target_set){.volume = b.volume, .count = 2, .shapes = shapes};
    b.ok = target_elastic(law, set, threads, &b.body, place_none(), a, &r);
    return b;
}

static polynomial reduced(const block* b, int32_t shape, int32_t count, arena* a) {
    reduce_cost cost = {0};
    return reduce_shape(&b->body, shape, b->basis, count, &cost, a);
}

TEST(coefficients_are_those_of_an_independent_program) {
    arena* a = arena_create();
    block b = make_block(ELASTIC_STVK, 4, 1, a);
    CHECK(b.ok);
    polynomial p = reduced(&b, 0, 3, a);
    for (int i = 0; i < 6; ++i)
        CHECK_NEAR(p.linear[i], stvk_linear[i], 1e-11 * stvk_linear[5]);
    for (int i = 0; i < 10; ++i)
        CHECK_NEAR(p.square[i], stvk_square[i], 1e-11 * stvk_square[4]);
    for (int i = 0; i < 15; ++i)
        CHECK_NEAR(p.cube[i], stvk_cube[i], 1e-11 * stvk_cube[0]);
    arena_destroy(a);
}

// Some place that is far from rest: up to half of the body's length.
static void some_place(int32_t seed, double q[COUNT]) {
    uint32_t state = (uint32_t)seed * 2654435761u + 1u;
    for (int32_t i = 0; i < COUNT; ++i) {
        state = state * 1664525u + 1013904223u;
        q[i] = 0.2 * ((double)(state >> 8) / 8388608.0 - 1.0);
    }
}

static void displace(const block* b, const double* q, double* u) {
    size_t order = 3 * (size_t)b->volume->node_count;
    memset(u, 0, order * sizeof *u);
    for (size_t i = 0; i < COUNT; ++i)
        for (size_t k = 0; k < order; ++k)
            u[k] += b->basis[i * order + k] * q[i];
}

// How far the shifted polynomial is from the body's own force, energy and stiffness, at the worst of some
// places; relative to their sizes.
static double distance_from_truth(const block* b, int32_t shape, arena* a) {
    static const double offsets[2][COUNT] = {{0.0}, {0.03, 0.0, 0.0, 0.0, 0.08}};
    size_t order = 3 * (size_t)b->volume->node_count;
    double weights[2] = {shape == 0, shape == 1}, worst = 0.0;
    double *u = ARENA_NEW(a, double, order), *full = ARENA_NEW(a, double, order);
    polynomial own = reduced(b, shape, COUNT, a), p = polynomial_shift(&own, offsets[shape], a);
    for (int32_t seed = 0; seed < 4; ++seed) {
        double q[COUNT], force[COUNT], stiffness[15], size = 0.0, apart = 0.0;
        some_place(seed, q);
        displace(b, q, u);
        elastic_force(&b->body, weights, u, full);
        polynomial_force(&p, q, force);
        polynomial_stiffness(&p, q, stiffness);
        double energy = elastic_energy(&b->body, weights, u);
        worst = fmax(worst, fabs(polynomial_energy(&p, q) - energy) / energy);
        for (size_t i = 0; i < COUNT; ++i) {
            double sum = 0.0;
            for (size_t k = 0; k < order; ++k)
                sum += b->basis[i * order + k] * full[k];
            size = fmax(size, fabs(sum));
            apart = fmax(apart, fabs(sum - force[i]));
        }
        worst = fmax(worst, apart / size);
        size = apart = 0.0;
        for (size_t i = 0; i < COUNT; ++i) {
            elastic_stiffness_times(&b->body, weights, u, ENERGY_TANGENT, b->basis + i * order,
                                    full);
            for (size_t k = 0; k <= i; ++k) {
                double sum = 0.0;
                for (size_t n = 0; n < order; ++n)
                    sum += b->basis[k * order + n] * full[n];
                size = fmax(size, fabs(sum));
                apart = fmax(apart, fabs(sum - stiffness[i * (i + 1) / 2 + k]));
            }
        }
        worst = fmax(worst, apart / size);
    }
    return worst;
}

TEST(reduced_is_the_projection_of_the_full_body) {
    static const elastic_law laws[2] = {ELASTIC_LINEAR, ELASTIC_STVK};
    arena* a = arena_create();
    for (int law = 0; law < 2; ++law)
        for (int32_t width = 4; width <= 10; width += 6) {
            block b = make_block(laws[law], width, 1, a);
            CHECK(b.ok);
            CHECK_NEAR(distance_from_truth(&b, 0, a), 0.0, 1e-12);
            CHECK_NEAR(distance_from_truth(&b, 1, a), 0.0, 1e-12);
        }
    arena_destroy(a);
}

TEST(a_body_in_its_own_shape_pushes_nowhere_and_has_no_energy) {
    static const double offset[COUNT] = {0.03, 0.0, 0.0, 0.0, 0.08};
    arena* a = arena_create();
    block b = make_block(ELASTIC_STVK, 10, 1, a);
    CHECK(b.ok);
    polynomial own = reduced(&b, 1, COUNT, a), p = polynomial_shift(&own, offset, a);
    double force[COUNT], size = 0.0;
    polynomial_force(&p, offset, force);
    for (int i = 0; i < COUNT; ++i)
        size = fmax(size, fabs(p.constant[i]));
    for (int i = 0; i < COUNT; ++i)
        CHECK_NEAR(force[i], 0.0, 1e-13 * size);
    CHECK_NEAR(polynomial_energy(&p, offset), 0.0, 1e-13 * p.energy);
    CHECK(p.energy > 0.0 && size > 0.0);
    arena_destroy(a);
}

TEST(energy_is_never_negative) {
    arena* a = arena_create();
    block b = make_block(ELASTIC_STVK, 4, 1, a);
    CHECK(b.ok);
    polynomial p = reduced(&b, 1, COUNT, a);
    for (int32_t seed = 0; seed < 300; ++seed) {
        double q[COUNT];
        some_place(seed, q);
        for (int i = 0; i < COUNT; ++i)
            q[i] *= seed % 50; // up to ten lengths of the body, far through itself
        CHECK(seed % 50 == 0 || polynomial_energy(&p, q) > 0.0);
    }
    arena_destroy(a);
}

TEST(small_motion_is_linear) {
    arena* a = arena_create();
    for (int32_t width = 4; width <= 10; width += 6) {
        block one = make_block(ELASTIC_LINEAR, width, 1, a);
        block other = make_block(ELASTIC_STVK, width, 1, a);
        CHECK(one.ok && other.ok);
        int32_t shape = width == 4; // a curved element's linear law is integrated by fewer points
        polynomial p = reduced(&one, shape, COUNT, a), q = reduced(&other, shape, COUNT, a);
        CHECK(!p.cubic && p.square == NULL && p.cube == NULL && q.cubic);
        for (size_t i = 0; i < polynomial_size(COUNT, 2); ++i)
            CHECK_NEAR(p.linear[i], q.linear[i], 1e-12 * q.linear[2]);
    }
    arena_destroy(a);
}

// A library of others fills a model of fewer coordinates by strides of the larger one, and is off by 171 %.
TEST(fewer_coordinates_are_the_beginning_of_more) {
    static const double offset[COUNT] = {0.03, 0.0, 0.0, 0.0, 0.08};
    arena* a = arena_create();
    block b = make_block(ELASTIC_STVK, 4, 1, a);
    CHECK(b.ok);
    polynomial all = reduced(&b, 1, COUNT, a);
    for (int32_t count = 1; count < COUNT; ++count) {
        polynomial few = reduced(&b, 1, count, a), lead = polynomial_leading(&all, count);
        for (int rank = 2; rank <= 4; ++rank) {
            const double* one = rank == 2 ? few.linear : rank == 3 ? few.square : few.cube;
            const double* other = rank == 2 ? lead.linear : rank == 3 ? lead.square : lead.cube;
            for (size_t i = 0; i < polynomial_size(count, rank); ++i)
                CHECK_NEAR(one[i], other[i], 1e-13 * other[0]);
        }
        // Shifted, it is the full body's force on those columns with all of the target's rest shape.
        polynomial shifted = polynomial_shift(&all, offset, a);
        lead = polynomial_leading(&shifted, count);
        double q[COUNT] = {0.0}, force[COUNT], size = 0.0, weights[2] = {0.0, 1.0};
        size_t order = 3 * (size_t)b.volume->node_count;
        double *u = ARENA_NEW(a, double, order), *full = ARENA_NEW(a, double, order);
        some_place(count, q);
        for (int32_t i = count; i < COUNT; ++i)
            q[i] = 0.0;
        displace(&b, q, u);
        elastic_force(&b.body, weights, u, full);
        polynomial_force(&lead, q, force);
        for (size_t i = 0; i < (size_t)count; ++i) {
            double sum = 0.0;
            for (size_t k = 0; k < order; ++k)
                sum += b.basis[i * order + k] * full[k];
            size = fmax(size, fabs(sum));
            CHECK_NEAR(force[i], sum, 1e-11 * size);
        }
    }
    arena_destroy(a);
}

TEST(four_and_ten_nodes_agree_where_strain_is_constant) {
    arena* a = arena_create();
    block four = make_block(ELASTIC_STVK, 4, 1, a), ten = make_block(ELASTIC_STVK, 10, 1, a);
    CHECK(four.ok && ten.ok);
    for (int k = 0; k < 2; ++k) { // a stretch, a shear and a turn, linear in the place
        block* b = k == 0 ? &four : &ten;
        size_t order = 3 * (size_t)b->volume->node_count;
        memset(b->basis, 0, 3 * order * sizeof *b->basis);
        for (size_t n = 0; n < (size_t)b->volume->node_count; ++n) {
            b->basis[3 * n] = b->volume->nodes[n].x;
            b->basis[order + 3 * n + 1] = b->volume->nodes[n].x;
            b->basis[2 * order + 3 * n + 2] = b->volume->nodes[n].y;
        }
    }
    polynomial p = reduced(&four, 0, 3, a), q = reduced(&ten, 0, 3, a);
    for (size_t i = 0; i < polynomial_size(3, 2); ++i)
        CHECK_NEAR(p.linear[i], q.linear[i], 1e-12 * p.linear[0]);
    for (size_t i = 0; i < polynomial_size(3, 3); ++i)
        CHECK_NEAR(p.square[i], q.square[i], 1e-12 * p.square[0]);
    for (size_t i = 0; i < polynomial_size(3, 4); ++i)
        CHECK_NEAR(p.cube[i], q.cube[i], 1e-12 * p.cube[0]);
    arena_destroy(a);
}

TEST(any_number_of_threads_gives_the_same_bits) {
    arena* a = arena_create();
    static const int32_t cells[3] = {12, 5, 5}; // several runs of points, several tiles
    enum { WIDE = 14 };
    material stuff = {2e4, 0.45, 1000.0};
    report r = report_new(a);
    tets t = cells_mesh(cells, SIZE, a);
    material* list = ARENA_NEW(a, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i] = stuff;
    size_t order = 3 * (size_t)t.node_count;
    double* basis = ARENA_NEW(a, double, WIDE* order);
    for (size_t i = 0; i < WIDE * order; ++i)
        basis[i] = (double)(i * 7919 % 1000) / 1000.0;
    polynomial p[2];
    for (int k = 0; k < 2; ++k) {
        elastic body;
        reduce_cost cost = {0};
        CHECK(elastic_of_body(ELASTIC_STVK, &t, list, 1 + 2 * k, &body, place_none(), a, &r));
        p[k] = reduce_shape(&body, 0, basis, WIDE, &cost, a);
        CHECK(cost.flops > 0.0 && cost.bytes > 0 && cost.product_seconds > 0.0);
    }
    CHECK(memcmp(p[0].linear, p[1].linear, polynomial_size(WIDE, 2) * sizeof(double)) == 0);
    CHECK(memcmp(p[0].square, p[1].square, polynomial_size(WIDE, 3) * sizeof(double)) == 0);
    CHECK(memcmp(p[0].cube, p[1].cube, polynomial_size(WIDE, 4) * sizeof(double)) == 0);
    arena_destroy(a);
}

TEST_MAIN(CASE(coefficients_are_those_of_an_independent_program),
          CASE(reduced_is_the_projection_of_the_full_body),
          CASE(a_body_in_its_own_shape_pushes_nowhere_and_has_no_energy),
          CASE(energy_is_never_negative), CASE(small_motion_is_linear),
          CASE(fewer_coordinates_are_the_beginning_of_more),
          CASE(four_and_ten_nodes_agree_where_strain_is_constant),
          CASE(any_number_of_threads_gives_the_same_bits))
