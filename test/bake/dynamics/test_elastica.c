// A cantilever bent far, against the curve of an inextensible rod (Bisshopp & Drucker 1945).
//
// theta'' = -(P / EI) cos theta along the rod, theta = 0 where it is clamped and theta' = 0 at the
// tip, under a load P that keeps its direction. The rod here is a beam of ten-node St.
// Venant-Kirchhoff elements, a hundred times longer than thick, so that strains stay below 3 per
// cent and the law does not matter.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic_term.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"

// Tip of the rod of length 1: how far it comes back, and how far it goes aside.
typedef struct tip {
    double back, aside;
} tip;

// Runge-Kutta from the clamp with the curvature there; returns the curvature at the tip, for a load
// P L^2 / EI.
static double shoot(double load, double curvature, tip* out) {
    enum { STEPS = 2000 };
    double s[4] = {0.0, curvature, 0.0, 0.0}, h = 1.0 / STEPS; // theta, theta', x, y
    for (int i = 0; i < STEPS; ++i) {
        double k[4][4], at[4];
        static const double ahead[4] = {0.0, 0.5, 0.5, 1.0};
        for (int n = 0; n < 4; ++n) {
            for (int j = 0; j < 4; ++j)
                at[j] = s[j] + (n > 0 ? ahead[n] * h * k[n - 1][j] : 0.0);
            k[n][0] = at[1];
            k[n][1] = -load * cos(at[0]);
            k[n][2] = cos(at[0]);
            k[n][3] = sin(at[0]);
        }
        for (int j = 0; j < 4; ++j)
            s[j] += h / 6.0 * (k[0][j] + 2.0 * k[1][j] + 2.0 * k[2][j] + k[3][j]);
    }
    *out = (tip){1.0 - s[2], s[3]};
    return s[1];
}

static tip elastica(double load) {
    double low = 0.0, high = load; // the straight rod's curvature at the clamp
    tip t = {0};
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high);
        if (shoot(load, middle, &t) > 0.0)
            high = middle;
        else
            low = middle;
    }
    return t;
}

TEST(the_curve_is_the_published_one) {
    // K. Mattiasson, "Numerical results from large deflection beam and frame problems analysed by
    // means of elliptic integrals", 1981
    CHECK_NEAR(elastica(1.0).back, 0.05643, 1e-5);
    CHECK_NEAR(elastica(1.0).aside, 0.30172, 1e-5);
    CHECK_NEAR(elastica(2.0).back, 0.16064, 1e-5);
    CHECK_NEAR(elastica(2.0).aside, 0.49346, 1e-5);
    CHECK_NEAR(elastica(5.0).back, 0.38763, 1e-5);
    CHECK_NEAR(elastica(5.0).aside, 0.71379, 1e-5);
    CHECK_NEAR(elastica(10.0).back, 0.55500, 1e-5);
    CHECK_NEAR(elastica(10.0).aside, 0.81061, 1e-5);
}

// A beam of length 1 along x, square, held where x is 0.
typedef struct rod {
    arena* memory;
    report r;
    tets* t;
    elastic m;
    dynamics* d;
    double* force;
    int32_t tip;      // the corner node that is watched
    double stiffness; // E I
} rod;

static rod rod_new(elastic_law law, int32_t width, int32_t cells, double thick) {
    rod b = {.memory = arena_create()};
    b.r = report_new(b.memory);
    b.t = ARENA_NEW(b.memory, tets, 1);
    *b.t = cells_mesh((const int32_t[3]){cells, 1, 1}, v3(1.0, thick, thick), b.memory);
    if (width == 10)
        *b.t = tets_promote(b.t, b.memory);
    size_t nodes = (size_t)b.t->node_count, count = (size_t)b.t->tet_count;
    material* stuff = ARENA_NEW(b.memory, material, count);
    double* density = ARENA_NEW(b.memory, double, count);
    uint8_t* held = ARENA_NEW(b.memory, uint8_t, nodes);
    for (size_t i = 0; i < count; ++i) {
        stuff[i] = (material){1e6, 0.0, 1000.0};
        density[i] = 1000.0;
    }
    for (size_t i = 0; i < nodes; ++i)
        held[i] = b.t->nodes[i].x == 0.0;
    b.force = ARENA_NEW(b.memory, double, 3 * nodes);
    b.stiffness = 1e6 * thick * thick * thick * thick / 12.0;
    dynamics_options o = dynamics_default();
    if (elastic_of_body(law, b.t, stuff, 1, &b.m, place_none(), b.memory, &b.r)) {
        dynamics_body body = elastic_body(&b.m, density, b.memory);
        b.d = dynamics_make(&body, held, &o, b.memory, &b.r);
    }
    return b;
}

// Spreads a load along z over the end, so that no node is pulled out of it.
static void pull(rod* b, double load) {
    int32_t count = 0;
    for (int32_t i = 0; i < b->t->node_count; ++i)
        count += b->t->nodes[i].x == 1.0;
    for (int32_t i = 0; i < b->t->node_count; ++i)
        if (b->t->nodes[i].x == 1.0)
            b->force[3 * (size_t)i + 2] = load * b->stiffness / count;
}

// The mean of the end's nodes.
static tip tip_of(const rod* b) {
    tip t = {0};
    int32_t count = 0;
    for (int32_t i = 0; i < b->t->node_count; ++i)
        if (b->t->nodes[i].x == 1.0) {
            t.back -= dynamics_u(b->d)[3 * (size_t)i];
            t.aside += dynamics_u(b->d)[3 * (size_t)i + 2];
            ++count;
        }
    return (tip){t.back / count, t.aside / count};
}

static const double one[1] = {1.0};

TEST(a_rod_of_ten_node_elements_bends_along_the_elastica) {
    rod b = rod_new(ELASTIC_STVK, 10, 40, 0.01);
    CHECK(b.d != NULL);
    double worst = 0.0;
    for (int i = 1; i <= 10; ++i) {
        pull(&b, (double)i);
        const moment now = {.weights = one, .force_or_null = b.force};
        CHECK(dynamics_rest(b.d, &now, &b.r));
        tip is = tip_of(&b), should = elastica((double)i);
        double off = fmax(fabs(is.back - should.back), fabs(is.aside - should.aside));
        worst = fmax(worst, off);
        printf("  load %4.1f: back %.5f, elastica %.5f; aside %.5f, elastica %.5f\n", (double)i,
               is.back, should.back, is.aside, should.aside);
    }
    const newton_counts* c = &dynamics_stepper(b.d)->newton.counts;
    printf(
        "  worst error of the tip %.2e of the length; %lld corrections, %lld matrices, %lld firm\n",
        worst, (long long)c->corrections, (long long)c->matrices, (long long)c->firm);
    CHECK(worst < 5e-4);
    dynamics_free(b.d);
    arena_destroy(b.memory);
}

TEST_MAIN(CASE(the_curve_is_the_published_one),
          CASE(a_rod_of_ten_node_elements_bends_along_the_elastica))
