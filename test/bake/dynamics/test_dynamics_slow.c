// Long runs of the full model: what its steps do to energy at small and large swings.
//
// numerics.md C8: the trapezoidal rule keeps the energy of linear motion and not that of large
// nonlinear motion, however well each step is solved. This measures by how much, and that short
// steps or damping cure it.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/elastic_term.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"

static const double one[1] = {1.0};

typedef struct swing {
    double speed; // of the tip, m/s, to begin with
    int rate;     // steps a second
    double seconds;
    damping damping;
    dynamics_damping damped_by;
    newmark_options newmark;
} swing;

typedef struct swung {
    bool sound;
    double least, most, last; // energy, over that of the beginning
    double reach;             // of the tip, over the length
    int64_t cut, firm, steps, corrections, matrices;
} swung;

// A beam of 0.4 m of stiff rubber, held at one end, let go with a velocity that grows to the other.
static swung run(const swing* s, int32_t width) {
    arena* memory = arena_create();
    report r = report_new(memory);
    tets t = cells_mesh((const int32_t[3]){4, 1, 1}, v3(0.4, 0.1, 0.12), memory);
    if (width == 10)
        t = tets_promote(&t, memory);
    size_t nodes = (size_t)t.node_count, count = (size_t)t.tet_count;
    material* stuff = ARENA_NEW(memory, material, count);
    double *density = ARENA_NEW(memory, double, count), *v = ARENA_NEW(memory, double, 3 * nodes);
    uint8_t* held = ARENA_NEW(memory, uint8_t, nodes);
    for (size_t i = 0; i < count; ++i) {
        stuff[i] = (material){2e6, 0.3, 1000.0};
        density[i] = 1000.0;
    }
    for (size_t i = 0; i < nodes; ++i) {
        held[i] = t.nodes[i].x == 0.0;
        v[3 * i + 2] = s->speed * t.nodes[i].x * t.nodes[i].x / 0.16;
    }
    elastic m;
    dynamics_options o = dynamics_default();
    o.damping = s->damping;
    o.damped_by = s->damped_by;
    o.newmark = s->newmark;
    dynamics* d = NULL;
    if (elastic_of_body(ELASTIC_STVK, &t, stuff, 1, &m, place_none(), memory, &r)) {
        dynamics_body body = elastic_body(&m, density, memory);
        d = dynamics_make(&body, held, &o, memory, &r);
    }
    const moment now = {.weights = one};
    swung out = {.sound = d != NULL && dynamics_start(d, &now, NULL, v, &r), .least = 1.0};
    double first = out.sound ? dynamics_kinetic(d) + dynamics_potential(d) : 1.0;
    for (int i = 0; i < (int)(s->seconds * s->rate) && out.sound; ++i) {
        out.sound = dynamics_step(d, &now, 1.0 / s->rate, &r);
        out.last = (dynamics_kinetic(d) + dynamics_potential(d)) / first;
        out.least = fmin(out.least, out.last);
        out.most = fmax(out.most, out.last);
        out.reach = fmax(out.reach, fabs(dynamics_u(d)[3 * ((size_t)5 * 4 - 1) + 2]) / 0.4);
    }
    if (d != NULL) {
        const newmark* n = dynamics_stepper(d);
        out.cut = n->cut, out.steps = n->steps, out.firm = n->newton.counts.firm;
        out.corrections = n->newton.counts.corrections, out.matrices = n->newton.counts.matrices;
    }
    dynamics_free(d);
    arena_destroy(memory);
    return out;
}

static swung show(const char* what, swing s, int32_t width) {
    swung w = run(&s, width);
    printf("  %-34s tip %4.0f %%  energy %8.4f to %10.4f, last %10.4f; %4.1f corrections and %4.2f "
           "matrices a step, %lld firm, %lld cut\n",
           what, 100.0 * w.reach, w.least, w.most, w.last, (double)w.corrections / (double)w.steps,
           (double)w.matrices / (double)w.steps, (long long)w.firm, (long long)w.cut);
    return w;
}

TEST(energy_over_two_minutes_of_small_swings) {
    swing s = {.speed = 0.01, .rate = 60, .seconds = 120.0, .newmark = newmark_default()};
    swung w = show("small, 60 steps a second", s, 4);
    CHECK(w.sound && w.least > 0.99 && w.most < 1.01);
}

TEST(energy_of_large_swings_grows_with_long_steps_and_not_with_short_ones_or_damping) {
    static const double speeds[3] = {4.0, 8.0, 16.0};
    for (int i = 0; i < 3; ++i) {
        swing s = {.speed = speeds[i], .rate = 60, .seconds = 5.0, .newmark = newmark_default()};
        swung w = show("large, 60 a second", s, 4);
        CHECK(w.sound && (i == 0 ? w.most < 1.2 : w.most > 10.0));
        s.newmark.rule = NEWMARK_CONSERVING;
        w = show("large, 60 a second, conserving", s, 4);
        CHECK(w.sound && w.most < 1.001 && w.least > 0.999);
        s.newmark.rule = NEWMARK_END;
        s.rate = 240;
        w = show("large, 240 a second", s, 4);
        CHECK(w.sound);
        s.rate = 960;
        w = show("large, 960 a second", s, 4);
        CHECK(w.sound && w.most < 1.01 && w.least > 0.8);
        s.rate = 240;
        s.damping = (damping){1.0, 0.002};
        w = show("large, 240 a second, damped", s, 4);
        CHECK(w.sound && w.most < 1.13 && w.last < 0.1);
        s.damped_by = DYNAMICS_DAMPED_BY_MATERIAL;
        w = show("... by the material", s, 4);
        CHECK(w.sound && w.most < 1.13 && w.last < 0.1);
    }
}

TEST_MAIN(CASE(energy_over_two_minutes_of_small_swings),
          CASE(energy_of_large_swings_grows_with_long_steps_and_not_with_short_ones_or_damping))
