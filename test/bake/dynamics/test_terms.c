// Flesh and sheets obey the laws of terms, at random places, of random materials.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic_term.h"
#include "bake/dynamics/neo_hookean.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"
#include "test/kit/sheet_mesh.h"
#include "test/kit/term_kit.h"
#include "test/kit/thorough.h"

enum { FEW = 12, MANY = 400 };

static int rounds(void) {
    return test_thorough() ? MANY : FEW;
}

// ---- what is asked ---------------------------------------------------------------------

// A jittered box of tets of random flesh.
static kit solid_new(int threads) {
    kit k = {.memory = arena_create()};
    k.r = report_new(k.memory);
    tets* t = ARENA_NEW(k.memory, tets, 1);
    *t = cells_mesh((const int32_t[3]){2, 1, 1}, v3(0.2, 0.1, 0.12), k.memory);
    material* m = ARENA_NEW(k.memory, material, (size_t)t->tet_count);
    double young = power(3.0, 7.0), poisson = random_in(-0.3, 0.49);
    for (int32_t i = 0; i < t->tet_count; ++i)
        m[i] = (material){young * random_in(1.0, 2.0), poisson, 1000.0};
    for (int32_t i = 0; i < t->node_count; ++i)
        t->nodes[i] = v3_add(t->nodes[i], random_point(0.012));
    k.node_count = t->node_count;
    k.nodes = t->nodes;
    k.order = 3 * (size_t)t->node_count;
    k.size = 0.1;
    k.step = 1e-5;
    if (!neo_hookean_term(t, m, threads, &k.term, place_none(), k.memory, &k.r))
        k.node_count = 0;
    return k;
}

// A curved, jittered sheet.
typedef enum sheet_term { SHEET_STRETCHES, SHEET_WRINKLES, SHEET_BENDS } sheet_term;
static kit sheet_kit(sheet_term which, int threads) {
    double thickness = power(-4.0, -2.0);
    const material solid = {power(4.0, 8.0), random_in(-0.3, 0.49), 500.0};
    shell_material m = shell_of_solid(&solid, thickness);
    m.limit = random_in(1.02, 1.3);
    if (which == SHEET_WRINKLES)
        m.compression = random_in(0.05, 0.5);
    sheet s =
        sheet_new(random_in(0.0, 1.0) < 0.5 ? SHEET_GRID : SHEET_ALTERNATING, 3, 2, 0.3, 0.2, m);
    kit k = {.memory = s.memory, .r = s.r, .nodes = s.nodes, .node_count = s.node_count};
    double curved = random_in(-3.0, 3.0);
    for (int32_t i = 0; i < s.node_count; ++i) {
        s.nodes[i].z = curved * s.nodes[i].x * s.nodes[i].x;
        s.nodes[i] = v3_add(s.nodes[i], random_point(0.01));
    }
    k.order = s.order;
    k.size = 0.1;
    k.step = 1e-5;
    shell* own = ARENA_NEW(k.memory, shell, 1);
    *own = s.s;
    own->threads = threads;
    if (!shell_check(own, place_none(), k.memory, &k.r))
        k.node_count = 0;
    k.term = which == SHEET_BENDS ? shell_bending(own, k.memory) : shell_membrane(own, k.memory);
    return k;
}

static kit membrane_new(int threads) {
    return sheet_kit(SHEET_STRETCHES, threads);
}

static kit wrinkling_new(int threads) {
    return sheet_kit(SHEET_WRINKLES, threads);
}

static kit bending_new(int threads) {
    return sheet_kit(SHEET_BENDS, threads);
}

enum { KINDS = 4 };

typedef struct kind {
    const char* name;
    kit (*make)(int threads);
    double
        far; // of random displacements over the size of elements: solids are turned inside out, sheets are not folded
} kind;

static const kind internal[KINDS] = {{"neo-Hookean", solid_new, 0.8},
                                     {"membrane", membrane_new, 0.3},
                                     {"wrinkling membrane", wrinkling_new, 0.3},
                                     {"bending", bending_new, 0.25}};

// ---- laws of what is internal ------------------------------------------------------------

TEST(force_is_the_slope_of_energy) {
    for (int n = 0; n < KINDS; ++n) {
        double worst = 0.0;
        for (int i = 0; i < rounds(); ++i) {
            kit k = internal[n].make(1);
            CHECK(k.node_count > 0);
            double* u = kit_state(&k, random_in(0.0, internal[n].far) * k.size, 3.0, 1.0);
            worst = fmax(worst, kit_force_error(&k, u));
            arena_destroy(k.memory);
        }
        printf("  %s: %.1e\n", internal[n].name, worst);
        CHECK(worst < 1e-6);
    }
}

TEST(matrix_is_the_slope_of_force) {
    for (int n = 0; n < KINDS; ++n) {
        double worst = 0.0;
        for (int i = 0; i < rounds(); ++i) {
            kit k = internal[n].make(1);
            double* u = kit_state(&k, random_in(0.0, internal[n].far) * k.size, 3.0, 0.1);
            worst = fmax(worst, kit_matrix_error(&k, u));
            arena_destroy(k.memory);
        }
        printf("  %s: %.1e\n", internal[n].name, worst);
        CHECK(worst < 1e-4); // of membranes at the limit, where the third derivative jumps
    }
}

TEST(firm_matrix_is_never_negative_where_the_tangent_is) {
    for (int n = 0; n < KINDS; ++n) {
        double firm = INFINITY, tangent = INFINITY;
        for (int i = 0; i < rounds(); ++i) {
            kit k = internal[n].make(1);
            double* u = kit_state(&k, random_in(0.3, 1.0) * internal[n].far * k.size, 3.0, 0.1);
            firm = fmin(firm, kit_lowest(&k, u, ENERGY_FIRM));
            tangent = fmin(tangent, kit_lowest(&k, u, ENERGY_TANGENT));
            arena_destroy(k.memory);
        }
        printf("  %s: firm %.1e, tangent %.1e\n", internal[n].name, firm, tangent);
        CHECK(firm > -1e-13);
        CHECK(tangent < -1e-4);
    }
}

// Damping must be free for a body that moves and turns as a whole, whatever stress is in it.
TEST(the_materials_matrix_is_never_negative_and_does_not_feel_a_turn) {
    for (int n = 0; n < KINDS; ++n)
        for (int i = 0; i < rounds(); ++i) {
            kit k = internal[n].make(1);
            double* u = kit_state(&k, random_in(0.3, 1.0) * internal[n].far * k.size, 3.0, 0.1);
            double *v = kit_field(&k), *w = kit_random(&k, 1.0), *product = kit_field(&k);
            vec3 spin = random_point(1.0), shift = random_point(1.0);
            for (int32_t m = 0; m < k.node_count; ++m)
                kit_set(v, m, v3_add(shift, v3_cross(spin, v3_add(k.nodes[m], kit_at(u, m)))));
            double *turned = kit_times(&k, u, ENERGY_MATERIAL, v),
                   *other = kit_times(&k, u, ENERGY_MATERIAL, w);
            CHECK(kit_dot(&k, turned, turned) < 1e-20 * kit_dot(&k, other, other));
            CHECK(kit_lowest(&k, u, ENERGY_MATERIAL) > -1e-13);
            sparse m = kit_matrix(&k, u, ENERGY_MATERIAL);
            sparse_multiply(&m, w, product, 1, 1);
            CHECK(kit_apart(&k, other, product) < 1e-13);
            double *rest = kit_field(&k), *at_rest = kit_times(&k, rest, ENERGY_MATERIAL, w);
            CHECK(kit_apart(&k, at_rest, kit_times(&k, rest, ENERGY_TANGENT, w)) < 1e-11);
            arena_destroy(k.memory);
        }
}

TEST(internal_forces_have_no_sum_and_no_moment) {
    for (int n = 0; n < KINDS; ++n)
        for (int i = 0; i < rounds(); ++i) {
            kit k = internal[n].make(1);
            double* u = kit_state(&k, random_in(0.0, internal[n].far) * k.size, 3.0, 1.0);
            CHECK(kit_resultant(&k, u, kit_force(&k, u, NULL)) < 1e-12);
            arena_destroy(k.memory);
        }
}

// Carried anywhere and turned: no force beside that of a strain of one per cent.
TEST(a_body_at_rest_may_be_anywhere) {
    for (int n = 0; n < KINDS; ++n)
        for (int i = 0; i < rounds(); ++i) {
            kit k = internal[n].make(1);
            double *u = kit_state(&k, 0.0, 3.1, 1.0), *w = kit_state(&k, 0.01 * k.size, 0.0, 0.0);
            double *f = kit_force(&k, u, NULL), *g = kit_force(&k, w, NULL);
            CHECK(kit_dot(&k, f, f) < 1e-22 * kit_dot(&k, g, g));
            CHECK(fabs(kit_energy(&k, u)) < 1e-13 * kit_energy(&k, w));
            arena_destroy(k.memory);
        }
}

// From anywhere to anywhere: energy, momentum, angular momentum.
TEST(mean_force_gains_exactly_the_energy_and_turns_nothing) {
    for (int n = 0; n < KINDS; ++n) {
        kit_mean worst = {0};
        for (int i = 0; i < 4 * rounds(); ++i) {
            kit k = internal[n].make(1);
            double far = random_in(0.1, 1.0) * internal[n].far * k.size * power(-4.0, 0.0);
            double *from = kit_state(&k, far, 2.0, 0.5), *to;
            if (i % 2 == 0) // a small step, such as those of a motion
                to = kit_moved(&k, from, kit_random(&k, 1.0), far * power(-5.0, -0.5));
            else
                to = kit_state(&k, far, 2.0, 0.5);
            kit_mean m = kit_mean_error(&k, from, to, 1.0);
            worst = (kit_mean){fmax(worst.lack, m.lack), fmax(worst.resultant, m.resultant)};
            arena_destroy(k.memory);
        }
        printf("  %s: energy %.1e, sum and moment %.1e\n", internal[n].name, worst.lack,
               worst.resultant);
        CHECK(worst.lack < 5e-14 && worst.resultant < 1e-12);
    }
}

// The same shape at both ends, turned between: its force is that of the shape, in the mean of both frames.
TEST(mean_force_of_a_turn_is_the_force_turned) {
    for (int n = 0; n < KINDS; ++n)
        for (int i = 0; i < rounds(); ++i) {
            kit k = internal[n].make(1);
            double far = random_in(0.1, 1.0) * internal[n].far * k.size;
            double *from = kit_state(&k, far, 3.0, 0.5), *to = kit_field(&k);
            quat q = kit_turn(1.5);
            for (int32_t m = 0; m < k.node_count; ++m)
                kit_set(to, m,
                        v3_sub(quat_rotate(q, v3_add(k.nodes[m], kit_at(from, m))), k.nodes[m]));
            double *change = kit_moved(&k, to, from, -1.0),
                   *mean = kit_force(&k, kit_moved(&k, from, change, 0.5), change);
            double *f = kit_force(&k, from, NULL), *g = kit_force(&k, to, NULL);
            CHECK(kit_apart(&k, mean, kit_moved(&k, kit_moved(&k, f, f, -0.5), g, 0.5)) < 1e-9);
            arena_destroy(k.memory);
        }
}

TEST(threads_change_no_bit) {
    for (int n = 0; n < KINDS; ++n) {
        double* f[2];
        kit k[2];
        for (int t = 0; t < 2; ++t) {
            seed = 77;
            k[t] = internal[n].make(t == 0 ? 1 : 3);
            double *u = kit_state(&k[t], 0.1 * k[t].size, 1.0, 0.1), *w = kit_random(&k[t], 0.01);
            f[t] = kit_force(&k[t], u, w);
            double* times = kit_times(&k[t], u, ENERGY_FIRM, w);
            for (size_t i = 0; i < k[t].order; ++i)
                f[t][i] += times[i];
        }
        CHECK(memcmp(f[0], f[1], k[0].order * sizeof **f) == 0);
        arena_destroy(k[0].memory);
        arena_destroy(k[1].memory);
    }
}

// ---- neo-Hookean -----------------------------------------------------------------------

// Small strain: the matrix at rest is that of the linear law, whose frequencies are bake/fem's.
TEST(neo_hookean_flesh_at_rest_is_linear_flesh) {
    for (int i = 0; i < rounds(); ++i) {
        arena* memory = arena_create();
        report r = report_new(memory);
        tets t = cells_mesh((const int32_t[3]){1, 1, 1}, v3(0.1, 0.2, 0.1), memory);
        material m[6], one = {power(3.0, 8.0), random_in(-0.5, 0.49), 1000.0};
        double filled[6]; // shares of the body
        for (int k = 0; k < 6; ++k) {
            m[k] = one;
            filled[k] = random_in(0.01, 1.2);
        }
        t.filled_or_null = i % 2 == 0 ? NULL : filled;
        elastic e;
        kit k = {.memory = memory, .node_count = 8, .nodes = t.nodes, .order = 24};
        CHECK(elastic_of_body(ELASTIC_LINEAR, &t, m, 1, &e, place_none(), memory, &r));
        CHECK(neo_hookean_term(&t, m, 1, &k.term, place_none(), memory, &r));
        sparse stiff = elastic_pattern(&e, memory),
               own = kit_matrix(&k, kit_field(&k), ENERGY_TANGENT);
        elastic_stiffness(&e, &(double){1.0}, kit_field(&k), ENERGY_TANGENT, &stiff);
        double apart = 0.0, size = 0.0;
        for (int64_t n = 0; n < 9 * stiff.start[8]; ++n) {
            apart = fmax(apart, fabs(stiff.value[n] - own.value[n]));
            size = fmax(size, fabs(stiff.value[n]));
        }
        CHECK(apart < 1e-13 * size);
        arena_destroy(memory);
    }
}

// A cube pulled along x with free sides: the stress is the derivative of W along the stretch, sides at W's least; the
// formulas of the paper, not of the code.
static double paper_energy(double mu, double lambda, double stretch, double side) {
    double i = stretch * stretch + 2.0 * side * side, j = stretch * side * side;
    double alpha = 1.0 + 0.75 * mu / lambda;
    return 0.5 * mu * (i - 3.0) + 0.5 * lambda * (j - alpha) * (j - alpha) -
           0.5 * mu * log(i + 1.0);
}

TEST(energy_is_the_papers) {
    for (int i = 0; i < 4 * rounds(); ++i) {
        arena* memory = arena_create();
        report r = report_new(memory);
        tets t = cells_mesh((const int32_t[3]){1, 1, 1}, v3(1.0, 1.0, 1.0), memory);
        material m[6], one = {1.0, random_in(0.0, 0.49), 1000.0};
        material_lame l = material_lame_of(&one);
        for (int k = 0; k < 6; ++k)
            m[k] = one;
        kit k = {.memory = memory, .node_count = 8, .nodes = t.nodes, .order = 24};
        CHECK(neo_hookean_term(&t, m, 1, &k.term, place_none(), memory, &r));
        double *u = kit_field(&k), stretch = random_in(-1.5, 3.0), side = random_in(0.1, 2.0);
        for (int n = 0; n < 8; ++n)
            kit_set(u, n, v3_mul(t.nodes[n], v3(stretch - 1.0, side - 1.0, side - 1.0)));
        double mu = 4.0 / 3.0 * l.mu, lambda = l.lambda + 5.0 / 6.0 * l.mu;
        double want = paper_energy(mu, lambda, stretch, side) - paper_energy(mu, lambda, 1.0, 1.0);
        CHECK_NEAR(kit_energy(&k, u), want, 1e-12 * (1.0 + lambda) * 10.0);
        arena_destroy(memory);
    }
}

TEST(ten_nodes_and_no_matter_are_refused) {
    arena* memory = arena_create();
    report r = report_new(memory);
    tets t = cells_mesh((const int32_t[3]){1, 1, 1}, v3(1.0, 1.0, 1.0), memory);
    material m[6] = {{1e4, 0.3, 1000.0}};
    energy_term term;
    CHECK(!neo_hookean_term(&t, m, 1, &term, place_none(), memory, &r) && r.error_count > 0);
    tets ten = tets_promote(&t, memory);
    CHECK(!neo_hookean_term(&ten, m, 1, &term, place_none(), memory, &r));
    arena_destroy(memory);
}

TEST_MAIN(CASE(force_is_the_slope_of_energy), CASE(matrix_is_the_slope_of_force),
          CASE(firm_matrix_is_never_negative_where_the_tangent_is),
          CASE(the_materials_matrix_is_never_negative_and_does_not_feel_a_turn),
          CASE(internal_forces_have_no_sum_and_no_moment), CASE(a_body_at_rest_may_be_anywhere),
          CASE(mean_force_gains_exactly_the_energy_and_turns_nothing),
          CASE(mean_force_of_a_turn_is_the_force_turned), CASE(threads_change_no_bit),
          CASE(neo_hookean_flesh_at_rest_is_linear_flesh), CASE(energy_is_the_papers),
          CASE(ten_nodes_and_no_matter_are_refused))
