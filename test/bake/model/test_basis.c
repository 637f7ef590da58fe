// Bases of small bodies with sculpted targets: what they must hold, and what they must not depend on.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"
#include "bake/model/basis.h"
#include "bake/model/derivative.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"

enum { TARGETS = 3 };

// A beam along x, clamped at x = 0 unless it is free, with three shapes: its own, bulged and bent, both
// of which are stiffer.
typedef struct beam {
    tets volume;
    uint8_t* fixed;
    int32_t* number;
    int32_t free_count;
    double* rest[TARGETS];
    target_shape shapes[TARGETS];
    target_set set;
    assemble_matrices all, moving;
    elastic body;
    bool ok;
} beam;

static const vec3 SIZE = {0.4, 0.1, 0.12};

static void sculpt(beam* b, arena* a) {
    size_t nodes = (size_t)b->volume.node_count, elements = (size_t)b->volume.tet_count;
    for (int t = 0; t < TARGETS; ++t) {
        material* list = ARENA_NEW(a, material, elements);
        for (size_t i = 0; i < elements; ++i)
            list[i] = (material){2e4 * (1 + 3 * t), 0.4, 1000.0};
        b->rest[t] = ARENA_NEW(a, double, 3 * nodes);
        b->shapes[t] = (target_shape){.name = "beam", .rest = b->rest[t], .materials = list};
    }
    for (size_t n = 0; n < nodes; ++n) {
        vec3 p = b->volume.nodes[n];
        double s = p.x / SIZE.x, y = p.y - 0.05, z = p.z - 0.06;
        b->rest[1][3 * n + 1] = 0.8 * s * (1.0 - s) * y;
        b->rest[1][3 * n + 2] = 0.8 * s * (1.0 - s) * z;
        b->rest[2][3 * n + 2] = 0.05 * s * s;
        b->rest[2][3 * n] = -0.25 * s * z;
    }
}

static beam* make_beam(bool free, int targets, arena* a) {
    static const int32_t cells[3] = {5, 2, 2};
    beam* b = ARENA_NEW(a, beam, 1);
    report r = report_new(a);
    b->volume = cells_mesh(cells, SIZE, a);
    b->fixed = ARENA_NEW(a, uint8_t, (size_t)b->volume.node_count);
    b->number = ARENA_NEW(a, int32_t, (size_t)b->volume.node_count);
    for (int32_t n = 0; n < b->volume.node_count; ++n)
        b->fixed[n] = !free && b->volume.nodes[n].x == 0.0;
    sculpt(b, a);
    b->set = (target_set){
        .volume = &b->volume, .fixed = b->fixed, .count = targets, .shapes = b->shapes};
    b->ok = assemble_free(&b->volume, b->fixed, b->number, &b->free_count, place_none(), &r) &&
            assemble_body(&b->volume, b->shapes[0].materials, ELEMENT_MASS_CONSISTENT, 1, &b->all,
                          place_none(), a, &r) &&
            target_elastic(ELASTIC_STVK, &b->set, 1, &b->body, place_none(), a, &r);
    if (b->ok)
        b->moving = assemble_keep(&b->all, b->number, b->free_count, a);
    return b;
}

static basis_request request(const beam* b, int32_t count) {
    return (basis_request){.set = &b->set,
                           .number = b->number,
                           .free_count = b->free_count,
                           .mass_of_all = &b->all.mass,
                           .mass = &b->moving.mass,
                           .count = count,
                           .threads = 1};
}

static bool make(const basis_request* q, basis* out, arena* a) {
    report r = report_new(a);
    stages clock = stages_begin();
    return basis_make(q, &clock, out, a, &r);
}

// x' M y
static double product(const beam* b, const double* x, const double* y, arena* a) {
    size_t order = 3 * (size_t)b->free_count;
    double *z = ARENA_NEW(a, double, order), sum = 0.0;
    sparse_multiply_axes(&b->moving.mass, y, z, 1, 1);
    for (size_t i = 0; i < order; ++i)
        sum += x[i] * z[i];
    return sum;
}

TEST(columns_are_orthonormal_in_the_mass) {
    arena* a = arena_create();
    beam* b = make_beam(false, TARGETS, a);
    basis_request q = request(b, 12);
    basis u;
    CHECK(b->ok && make(&q, &u, a) && u.count == 12);
    size_t order = 3 * (size_t)b->free_count;
    for (size_t i = 0; i < 12; ++i)
        for (size_t k = 0; k <= i; ++k)
            CHECK_NEAR(product(b, u.vectors + i * order, u.vectors + k * order, a), i == k, 1e-13);
    arena_destroy(a);
}

TEST(every_sculpt_is_in_the_first_columns_exactly) {
    arena* a = arena_create();
    beam* b = make_beam(false, TARGETS, a);
    basis_request q = request(b, 10);
    basis u;
    CHECK(b->ok && make(&q, &u, a));
    CHECK(u.sculpted == 2 && basis_base(&b->set) == 0);
    size_t order = 3 * (size_t)b->free_count, count = (size_t)u.count;
    for (size_t t = 0; t < TARGETS; ++t) {
        CHECK(u.errors[t] < 1e-14);
        for (size_t i = 2; i < count; ++i)
            CHECK_NEAR(u.rests[t * count + i], 0.0, 1e-14);
        for (int32_t n = 0; n < b->volume.node_count; ++n)
            for (size_t k = 0; k < 3 && b->number[n] >= 0; ++k) {
                double sum = 0.0;
                for (size_t i = 0; i < count; ++i)
                    sum += u.vectors[i * order + 3 * (size_t)b->number[n] + k] *
                           u.rests[t * count + i];
                CHECK_NEAR(sum, b->rest[t][3 * (size_t)n + k], 1e-15);
            }
    }
    arena_destroy(a);
}

// Vertices shall show exact sculpts: what a column has of each, summed at a target's rest, is that
// target once and no other.
TEST(columns_know_how_much_of_each_sculpt_they_are) {
    arena* a = arena_create();
    beam* b = make_beam(false, TARGETS, a);
    basis_request q = request(b, 10);
    basis u;
    CHECK(b->ok && make(&q, &u, a));
    size_t count = (size_t)u.count;
    for (size_t t = 0; t < TARGETS; ++t)
        for (size_t k = 0; k < TARGETS; ++k) {
            double sum = 0.0;
            for (size_t i = 0; i < count; ++i)
                sum += u.rests[t * count + i] * u.sculpts[i * TARGETS + k];
            CHECK_NEAR(sum, t == k && t > 0, 1e-12);
        }
    arena_destroy(a);
}

TEST(a_free_body_of_one_shape_has_its_plain_modes) {
    arena* a = arena_create();
    beam* b = make_beam(true, 1, a);
    basis_request q = request(b, 6);
    basis u;
    report r = report_new(a);
    eigen_modes modes;
    const eigen_request ask = {.count = 12, .free = true, .threads = 1};
    CHECK(b->ok && make(&q, &u, a) && u.count == 6 && u.sculpted == 0);
    CHECK(eigen_lowest(&b->moving, &ask, &modes, a, &r) && modes.rigid == 6);
    size_t order = 3 * (size_t)b->free_count;
    for (size_t i = 0; i < 6 * order; ++i)
        CHECK_NEAR(u.vectors[i], modes.vectors[6 * order + i], 1e-7);
    for (size_t i = 0; i < 6; ++i)
        CHECK_NEAR(u.values[i], modes.values[6 + i], 1e-12 * modes.values[6 + i]);
    CHECK(u.unlike[0] < 1e-10);
    arena_destroy(a);
}

// What a basis of so many columns loses of a vector: a share of its length.
static double lost(const beam* b, const double* vectors, int32_t count, const double* vector,
                   arena* a) {
    size_t order = 3 * (size_t)b->free_count;
    double whole = product(b, vector, vector, a), left = whole;
    for (size_t c = 0; c < (size_t)count; ++c) {
        double along = product(b, vectors + c * order, vector, a);
        left -= along * along;
    }
    return sqrt(fmax(left, 0.0) / whole);
}

TEST(a_held_body_hangs_by_its_weight_in_few_coordinates) {
    arena* a = arena_create();
    beam* b = make_beam(false, 1, a);
    basis_request q = request(b, 8);
    basis u;
    report r = report_new(a);
    eigen_modes modes;
    CHECK(b->ok && make(&q, &u, a));
    CHECK(eigen_lowest(&b->moving, &(eigen_request){.count = 8, .threads = 1}, &modes, a, &r));
    size_t order = 3 * (size_t)b->free_count, all = 3 * (size_t)b->volume.node_count;
    double *ones = ARENA_NEW(a, double, all), *force = ARENA_NEW(a, double, all),
           *sag = ARENA_NEW(a, double, order);
    for (size_t i = 0; i < all; ++i)
        ones[i] = i % 3 == 0; // along the beam: no bending mode moves so
    sparse_multiply_axes(&b->all.mass, ones, force, 1, 1);
    for (size_t i = 0; i < all; ++i)
        if (b->number[i / 3] >= 0)
            sag[3 * (size_t)b->number[i / 3] + i % 3] = force[i];
    factor* f = factor_analyse(&b->moving.stiffness, &r);
    CHECK(factor_compute(f, &b->moving.stiffness, &r) && factor_solve(f, sag, 1, 1, &r));
    factor_free(f);
    double few = lost(b, u.vectors, u.count, sag, a), plain = lost(b, modes.vectors, 8, sag, a);
    CHECK(few < 0.02 && few < 0.5 * plain);
    arena_destroy(a);
}

TEST(more_columns_lose_less_of_every_targets_modes) {
    arena* a = arena_create();
    beam* b = make_beam(false, TARGETS, a);
    double before[TARGETS] = {1.0, 1.0, 1.0};
    CHECK(b->ok);
    for (int32_t count = 4; count <= 16; count += 6) {
        basis_request q = request(b, count);
        basis u;
        CHECK(make(&q, &u, a));
        for (int t = 0; t < TARGETS; ++t) {
            CHECK(u.unlike[t] < before[t]);
            before[t] = u.unlike[t];
        }
    }
    CHECK(before[0] < 0.05 && before[1] < 0.05 && before[2] < 0.05);
    arena_destroy(a);
}

TEST(stiffness_alone_needs_no_column) {
    arena* a = arena_create();
    beam* b = make_beam(false, TARGETS, a);
    memset(b->rest[1], 0, 3 * (size_t)b->volume.node_count * sizeof(double));
    memcpy(b->rest[0], b->rest[2], 3 * (size_t)b->volume.node_count * sizeof(double));
    basis_request q = request(b, 8);
    basis u;
    CHECK(b->ok && make(&q, &u, a));
    CHECK(u.sculpted == 1 && basis_base(&b->set) == 1); // two of one shape, one of the base
    CHECK(u.errors[0] < 1e-14 && u.errors[2] < 1e-14);
    arena_destroy(a);
}

TEST(too_few_columns_for_the_sculpts_are_refused) {
    arena* a = arena_create();
    beam* b = make_beam(false, TARGETS, a);
    basis_request q = request(b, 2);
    basis u;
    report r = report_new(a);
    stages clock = stages_begin();
    CHECK(b->ok && !basis_make(&q, &clock, &u, a, &r));
    CHECK(r.error_count == 1);
    arena_destroy(a);
}

TEST(a_free_body_keeps_its_rigid_motion_out_of_it) {
    arena* a = arena_create();
    beam* b = make_beam(true, 1, a);
    basis_request q = request(b, 5);
    q.bends_or_null = &b->body;
    q.far = 0.05;
    basis u;
    CHECK(b->ok && make(&q, &u, a) && u.count == 5 && u.values[0] > 1.0);
    size_t order = 3 * (size_t)b->free_count;
    double* shift = ARENA_NEW(a, double, order);
    for (size_t k = 0; k < 3; ++k) {
        memset(shift, 0, order * sizeof *shift);
        for (size_t i = k; i < order; i += 3)
            shift[i] = 1.0;
        for (size_t c = 0; c < 5; ++c)
            CHECK_NEAR(product(b, shift, u.vectors + c * order, a), 0.0, 1e-9);
    }
    arena_destroy(a);
}

TEST(any_number_of_threads_gives_the_same_bits) {
    arena* a = arena_create();
    beam* b = make_beam(false, TARGETS, a);
    basis u[2];
    for (int k = 0; k < 2; ++k) {
        basis_request q = request(b, 9);
        q.threads = 1 + 2 * k;
        CHECK(b->ok && make(&q, &u[k], a));
    }
    size_t size = 9 * 3 * (size_t)b->free_count * sizeof(double);
    CHECK(memcmp(u[0].vectors, u[1].vectors, size) == 0);
    CHECK(memcmp(u[0].sculpts, u[1].sculpts, 9 * TARGETS * sizeof(double)) == 0);
    arena_destroy(a);
}

// ---- modal derivatives -----------------------------------------------------------------

static bool find_bends(const beam* b, const eigen_modes* modes, int32_t count, double* out) {
    arena* a = arena_create();
    report r = report_new(a);
    factor* f = factor_analyse(&b->moving.stiffness, &r);
    derivative_request q = {&b->body, 0, b->number, b->free_count, f, count, modes->vectors};
    bool sound = factor_compute(f, &b->moving.stiffness, &r) && derivative_find(&q, out, &r);
    factor_free(f);
    arena_destroy(a);
    return sound;
}

// What is left of a mode's own force e lambda M phi when it is swung by e, with or without its
// derivative, all over e.
static double missed(const beam* b, const eigen_modes* modes, const double* bend, double e,
                     arena* a) {
    size_t order = 3 * (size_t)b->free_count, all = 3 * (size_t)b->volume.node_count;
    double *u = ARENA_NEW(a, double, all), *force = ARENA_NEW(a, double, all),
           *own = ARENA_NEW(a, double, order), weights[1] = {1.0}, sum = 0.0;
    for (int32_t n = 0; n < b->volume.node_count; ++n)
        for (size_t k = 0; k < 3 && b->number[n] >= 0; ++k) {
            size_t i = 3 * (size_t)b->number[n] + k;
            u[3 * (size_t)n + k] = e * modes->vectors[i] + 0.5 * e * e * bend[i];
        }
    elastic_force(&b->body, weights, u, force);
    sparse_multiply_axes(&b->moving.mass, modes->vectors, own, 1, 1);
    for (int32_t n = 0; n < b->volume.node_count; ++n)
        for (size_t k = 0; k < 3 && b->number[n] >= 0; ++k) {
            size_t i = 3 * (size_t)b->number[n] + k;
            double left = force[3 * (size_t)n + k] - e * modes->values[0] * own[i];
            sum += left * left;
        }
    return sqrt(sum) / e;
}

TEST(with_its_derivative_a_mode_is_in_balance_to_second_order) {
    arena* a = arena_create();
    beam* b = make_beam(false, 1, a);
    report r = report_new(a);
    eigen_modes modes;
    size_t order = 3 * (size_t)b->free_count;
    double *bends = ARENA_NEW(a, double, 3 * order), *none = ARENA_NEW(a, double, order);
    CHECK(b->ok);
    CHECK(eigen_lowest(&b->moving, &(eigen_request){.count = 2, .threads = 1}, &modes, a, &r));
    CHECK(find_bends(b, &modes, 2, bends));
    double plain[2], bent[2];
    for (int k = 0; k < 2; ++k) {
        plain[k] = missed(b, &modes, none, k == 0 ? 1e-3 : 5e-4, a);
        bent[k] = missed(b, &modes, bends, k == 0 ? 1e-3 : 5e-4, a);
    }
    CHECK_NEAR(plain[0] / plain[1], 2.0, 0.1); // relative to the force: first order, then second
    CHECK_NEAR(bent[0] / bent[1], 4.0, 0.2);
    arena_destroy(a);
}

TEST(with_derivatives_the_basis_holds_how_modes_bend) {
    arena* a = arena_create();
    beam* b = make_beam(false, TARGETS, a);
    report r = report_new(a);
    eigen_modes modes;
    size_t order = 3 * (size_t)b->free_count;
    double left[2], *bend = ARENA_NEW(a, double, order);
    CHECK(b->ok);
    CHECK(eigen_lowest(&b->moving, &(eigen_request){.count = 1, .threads = 1}, &modes, a, &r));
    CHECK(find_bends(b, &modes, 1, bend));
    for (int k = 0; k < 2; ++k) {
        basis_request q = request(b, 18);
        basis u;
        q.bends_or_null = k == 0 ? NULL : &b->body;
        q.far = 0.1;
        CHECK(make(&q, &u, a) && u.errors[2] < 1e-14);
        left[k] = lost(b, u.vectors, u.count, bend, a);
    }
    CHECK(left[1] < 0.1 * left[0]);
    arena_destroy(a);
}

TEST_MAIN(CASE(columns_are_orthonormal_in_the_mass),
          CASE(every_sculpt_is_in_the_first_columns_exactly),
          CASE(columns_know_how_much_of_each_sculpt_they_are),
          CASE(a_free_body_of_one_shape_has_its_plain_modes),
          CASE(a_held_body_hangs_by_its_weight_in_few_coordinates),
          CASE(more_columns_lose_less_of_every_targets_modes),
          CASE(stiffness_alone_needs_no_column), CASE(too_few_columns_for_the_sculpts_are_refused),
          CASE(a_free_body_keeps_its_rigid_motion_out_of_it),
          CASE(any_number_of_threads_gives_the_same_bits),
          CASE(with_its_derivative_a_mode_is_in_balance_to_second_order),
          CASE(with_derivatives_the_basis_holds_how_modes_bend))
