// The reduced posed model against the same body unreduced, hanging by its weight.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "bake/dynamics/elastic_term.h"
#include "bake/model/posed.h"
#include "test/kit/check.h"
#include "test/kit/sculpted_tube.h"

enum { TARGETS = TUBE_TARGETS };

static const vec3 GRAVITY = {0.0, -9.81, 0.0};

typedef struct truth {
    tube* t; // the body in its targets
    elastic body;
    double* density;
} truth;

// It hangs by about a twentieth of its size.
static bool make_truth(elastic_law law, arena* a, truth* out) {
    tube* t = out->t = tube_make(1.0, 250, a);
    t->how.sag = 0.1;
    if (!tube_build(t, a) || !target_elastic(law, &t->b.set, 1, &out->body, place_none(), a, &t->r))
        return false;
    out->density = ARENA_NEW(a, double, (size_t)t->b.set.volume->tet_count);
    for (int32_t i = 0; i < t->b.set.volume->tet_count; ++i)
        out->density[i] = t->b.set.shapes[0].materials[i].density;
    return true;
}

// Where the full body hangs with these weights of its targets; NULL: not found.
static const double* full_rest(truth* t, const double* weights, arena* a) {
    dynamics_options o = dynamics_default();
    o.gravity = GRAVITY;
    dynamics_body body = elastic_body(&t->body, t->density, a);
    dynamics* d = dynamics_make(&body, t->t->b.set.fixed, &o, a, &t->t->r);
    const moment now = {.weights = weights};
    size_t order = 3 * (size_t)t->t->b.set.volume->node_count;
    double* u = NULL;
    if (d != NULL && dynamics_start(d, &now, NULL, NULL, &t->t->r) &&
        dynamics_rest(d, &now, &t->t->r)) {
        u = ARENA_NEW(a, double, order);
        memcpy(u, dynamics_u(d), order * sizeof *u);
    }
    dynamics_free(d);
    return u;
}

static void blend(const posed_model* m, const double* weights, const double* y, double* force,
                  double* stiffness) {
    int32_t n = m->coords.count;
    double one[64], packed[64 * 65 / 2];
    memset(force, 0, (size_t)n * sizeof *force);
    memset(stiffness, 0, (size_t)(n * n) * sizeof *stiffness);
    for (int t = 0; t < TARGETS; ++t) {
        polynomial_force(&m->forces[t], y, one);
        polynomial_stiffness(&m->forces[t], y, packed);
        for (int32_t i = 0; i < n; ++i) {
            force[i] += weights[t] * one[i];
            for (int32_t k = 0; k < n; ++k)
                stiffness[i * n + k] += weights[t] * packed[polynomial_place(2, (int32_t[]){i, k})];
        }
    }
}

// Energy of flesh and load.
static double potential(const posed_model* m, const double* weights, const double* y) {
    double sum = 0.0;
    for (int t = 0; t < TARGETS; ++t)
        sum += weights[t] * polynomial_energy(&m->forces[t], y);
    for (int32_t i = 0; i < m->coords.count; ++i) {
        const double* s = m->coords.modes[i].forcing.s;
        sum -= y[i] * (s[0] * GRAVITY.x + s[1] * GRAVITY.y + s[2] * GRAVITY.z);
    }
    return sum;
}

// One step down from y, of Newton's length for no brake and shorter for more. Returns the lower potential,
// or what it was.
static double step_down(const posed_model* m, const double* weights, double brake, double before,
                        double* y, arena* a) {
    int32_t n = m->coords.count;
    double force[64], next[64], *matrix = ARENA_NEW(a, double, (size_t)(n * n));
    blend(m, weights, y, force, matrix);
    for (int32_t i = 0; i < n; ++i) {
        const double* s = m->coords.modes[i].forcing.s;
        force[i] -= s[0] * GRAVITY.x + s[1] * GRAVITY.y + s[2] * GRAVITY.z;
        matrix[i * n + i] += brake * m->coords.modes[i].value;
    }
    if (!dense_invert(n, matrix, a))
        return before;
    for (int32_t i = 0; i < n; ++i) {
        next[i] = y[i];
        for (int32_t k = 0; k < n; ++k)
            next[i] -= matrix[i * n + k] * force[k];
    }
    double after = potential(m, weights, next);
    if (after < before)
        memcpy(y, next, (size_t)n * sizeof *y);
    return fmin(before, after);
}

// The same of the reduced one, from its sculpted shape down to where it rests.
static void reduced_rest(const posed_model* m, const double* weights, const double* from, double* y,
                         arena* a) {
    memcpy(y, from, (size_t)m->coords.count * sizeof *y);
    double now = potential(m, weights, y), brake = 0.0;
    for (int i = 0; i < 60; ++i) {
        double next = step_down(m, weights, brake, now, y, a);
        brake = next < now ? brake / 4.0 : fmax(4.0 * brake, 0.05);
        now = next;
    }
}

// rms difference of the two, over how far the full one hangs from where it would rest.
static double apart(const truth* t, const posed_model* m, const double* y, const double* u,
                    const double* rest) {
    size_t nodes = (size_t)t->t->b.set.volume->node_count, order = 3 * (size_t)m->coords.free_count;
    double lost = 0.0, whole = 0.0;
    for (size_t i = 0; i < 3 * nodes; ++i) {
        double shown = 0.0;
        for (size_t c = 0; c < (size_t)m->coords.count && m->coords.number[i / 3] >= 0; ++c)
            shown +=
                y[c] * m->coords.vectors[c * order + 3 * (size_t)m->coords.number[i / 3] + i % 3];
        lost += (u[i] - shown) * (u[i] - shown);
        whole += (u[i] - rest[i]) * (u[i] - rest[i]);
    }
    return sqrt(lost / whole);
}

// Errors of each target's sag with `count` coordinates.
static bool measure(truth* t, int32_t count, bool stvk, bool derivatives, double errors[TARGETS],
                    arena* a) {
    posed_request q = {.set = &t->t->b.set,
                       .stvk = stvk,
                       .derivatives = derivatives,
                       .count = count,
                       .damping = t->t->how.damping,
                       .threads = 1,
                       .where = place_none()};
    stages clock = stages_begin();
    posed_model m;
    if (!posed_build(&q, &clock, &m, a, &t->t->r))
        return false;
    for (int i = 0; i < TARGETS; ++i) {
        double weights[TARGETS] = {0.0}, y[64];
        weights[i] = 1.0;
        const double* u = full_rest(t, weights, a);
        if (u == NULL)
            return false;
        reduced_rest(&m, weights, m.basis.rests + i * m.coords.count, y, a);
        errors[i] = apart(t, &m, y, u, t->t->b.set.shapes[i].rest);
    }
    return true;
}

static void print_row(const char* law, int32_t count, const double errors[TARGETS]) {
    printf("        %-24s %2d coordinates: %5.2f %5.2f %5.2f %%\n", law, count, 100.0 * errors[0],
           100.0 * errors[1], 100.0 * errors[2]);
}

TEST(under_its_weight_it_hangs_as_the_full_body_does) {
    arena* a = arena_create();
    truth linear, stvk;
    double plain[2][TARGETS], bent[2][TARGETS], straight[2][TARGETS];
    CHECK(make_truth(ELASTIC_LINEAR, a, &linear) && make_truth(ELASTIC_STVK, a, &stvk));
    for (int k = 0; k < 2; ++k) {
        int32_t count = k == 0 ? 8 : 20;
        CHECK(measure(&linear, count, false, false, straight[k], a));
        CHECK(measure(&stvk, count, true, false, plain[k], a));
        CHECK(measure(&stvk, count, true, true, bent[k], a));
        print_row("linear", count, straight[k]);
        print_row("StVK", count, plain[k]);
        print_row("StVK with derivatives", count, bent[k]);
    }
    for (int i = 0; i < TARGETS; ++i) {
        CHECK(straight[0][i] < 0.06 && straight[1][i] < 0.08);
        CHECK(bent[1][i] < 0.1);
        CHECK(bent[1][i] < 0.6 * plain[1][i]); // without derivatives it is far too stiff
    }
    arena_destroy(a);
}

TEST_MAIN(CASE(under_its_weight_it_hangs_as_the_full_body_does))
