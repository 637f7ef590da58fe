// With all modes, holds move a body as the full linear finite elements do under the same rules.
//
// The truth knows no modes: it steps all nodes by the exponential of the whole system, by its series, and
// solves for pushes at nodes with the inverse mass. Damped, held at one face, started from any motion.
// SPDX-License-Identifier: MIT
#include "bake/model/modal.h"
#include "runtime/hold/hold_response.h"
#include "runtime/model/propagator.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

enum { NODES = 18, N = 3 * NODES, POINTS = 2, ROWS = 3 * POINTS, ALL = 2 * N + ROWS, STEPS = 40 };

static const double ALPHA = 0.4, BETA = 1e-4;

static unsigned seed;

static double any(void) { // -1 .. 1
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 23) - 1.0;
}

typedef struct full {
    arena* memory;
    report r;
    tets t;
    uint8_t* fixed;
    modal_model model;
    double stiffness[N][N], mass[N][N];
    double mobility[N][ROWS];  // M^-1 U^T
    double acceleration[N][N]; // M^-1 K
    double step[ALL][ALL];     // the exponential of position, velocity and held forces
    double h;
    double u[N], v[N];  // the truth
    int nodes[POINTS];  // the points, and ...
    int levers[POINTS]; // ... where forces act
} full;

// ---- the truth -------------------------------------------------------------------------

static void densify(const sparse* s, double out[N][N]) {
    memset(out, 0, sizeof(double[N][N]));
    for (int32_t row = 0; row < s->rows; ++row)
        for (int64_t i = s->start[row]; i < s->start[row + 1]; ++i)
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b) {
                    double x = s->block == 3 ? s->value[9 * i + 3 * a + b]
                               : a == b      ? s->value[i]
                                             : 0.0;
                    out[3 * row + a][3 * s->column[i] + b] = x;
                }
}

// x becomes a^-1 x, by elimination with the largest pivot; a is lost.
static void solve(double* a, double* x, int n, int columns) {
    for (int i = 0; i < n; ++i) {
        int pivot = i;
        for (int k = i + 1; k < n; ++k)
            pivot = fabs(a[k * n + i]) > fabs(a[pivot * n + i]) ? k : pivot;
        for (int k = 0; k < n; ++k) {
            double swap = a[i * n + k];
            a[i * n + k] = a[pivot * n + k];
            a[pivot * n + k] = swap;
        }
        for (int k = 0; k < columns; ++k) {
            double swap = x[i * columns + k];
            x[i * columns + k] = x[pivot * columns + k];
            x[pivot * columns + k] = swap;
        }
        for (int row = 0; row < n; ++row) {
            if (row == i)
                continue;
            double factor = a[row * n + i] / a[i * n + i];
            for (int k = i; k < n; ++k)
                a[row * n + k] -= factor * a[i * n + k];
            for (int k = 0; k < columns; ++k)
                x[row * columns + k] -= factor * x[i * columns + k];
        }
    }
    for (int i = 0; i < n * columns; ++i)
        x[i] /= a[i / columns * n + i / columns];
}

static void multiply(double a[ALL][ALL], double b[ALL][ALL], double out[ALL][ALL]) {
    memset(out, 0, sizeof(double[ALL][ALL]));
    for (int i = 0; i < ALL; ++i)
        for (int j = 0; j < ALL; ++j)
            for (int k = 0; k < ALL && a[i][j] != 0.0; ++k)
                out[i][k] += a[i][j] * b[j][k];
}

// exp(h A) by its series for h / 2^k, squared k times.
static void find_step(full* f) {
    static double a[ALL][ALL], term[ALL][ALL], next[ALL][ALL];
    enum { SQUARINGS = 6, TERMS = 20 };
    double h = f->h / (1 << SQUARINGS);
    memset(a, 0, sizeof a);
    for (int i = 0; i < N; ++i) {
        a[i][N + i] = h;
        for (int k = 0; k < N; ++k) {
            a[N + i][k] = -h * f->acceleration[i][k];
            a[N + i][N + k] = -h * (BETA * f->acceleration[i][k] + (i == k ? ALPHA : 0.0));
        }
        for (int k = 0; k < ROWS; ++k)
            a[N + i][2 * N + k] = h * f->mobility[i][k];
    }
    memset(f->step, 0, sizeof f->step);
    memset(term, 0, sizeof term);
    for (int i = 0; i < ALL; ++i)
        f->step[i][i] = term[i][i] = 1.0;
    for (int n = 1; n <= TERMS; ++n) {
        multiply(term, a, next);
        for (int i = 0; i < ALL; ++i)
            for (int k = 0; k < ALL; ++k) {
                term[i][k] = next[i][k] / n;
                f->step[i][k] += term[i][k];
            }
    }
    for (int n = 0; n < SQUARINGS; ++n) {
        multiply(f->step, f->step, next);
        memcpy(f->step, next, sizeof next);
    }
}

static bool full_new(full* f, bool apart) {
    *f = (full){.memory = arena_create()};
    f->r = report_new(f->memory);
    f->t = tet_box(2, f->memory);
    f->fixed = ARENA_NEW(f->memory, uint8_t, (size_t)f->t.node_count);
    for (int32_t i = 0; i < 9; ++i) // the face z = 0
        f->fixed[i] = 1;
    material* stuff = ARENA_NEW(f->memory, material, (size_t)f->t.tet_count);
    for (int32_t i = 0; i < f->t.tet_count; ++i)
        stuff[i] = (material){1e4, 0.3, 1000.0};
    modal_request q = {.volume = &f->t,
                       .fixed_or_null = f->fixed,
                       .materials = stuff,
                       .count = N,
                       .damping = {.form = DAMPING_BY_NUMBERS, .numbers = {ALPHA, BETA}},
                       .threads = 1,
                       .where = place_none()};
    stages clock = stages_begin();
    assemble_matrices all;
    int32_t *number = ARENA_NEW(f->memory, int32_t, (size_t)f->t.node_count), count = 0;
    if (!modal_build(&q, &clock, &f->model, f->memory, &f->r) || f->model.count != N ||
        !assemble_body(&f->t, stuff, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), f->memory,
                       &f->r) ||
        !assemble_free(&f->t, f->fixed, number, &count, place_none(), &f->r) || count != NODES)
        return false;
    assemble_matrices m = assemble_keep(&all, number, count, f->memory);
    densify(&m.stiffness, f->stiffness);
    densify(&m.mass, f->mass);
    f->nodes[0] = 16, f->nodes[1] = 11; // a corner above and one half-way
    f->levers[0] = apart ? 17 : 16, f->levers[1] = apart ? 14 : 11;
    static double lost[N][N];
    memcpy(lost, f->mass, sizeof lost);
    memcpy(f->acceleration, f->stiffness, sizeof f->acceleration);
    solve(lost[0], f->acceleration[0], N, N);
    for (int k = 0; k < ROWS; ++k)
        f->mobility[3 * f->levers[k / 3] + k % 3][k] = 1.0;
    memcpy(lost, f->mass, sizeof lost);
    solve(lost[0], f->mobility[0], N, ROWS);
    f->h = 1.4 / sqrt(f->model.modes[N - 1].value);
    find_step(f);
    seed = 17;
    for (int i = 0; i < N; ++i) {
        f->u[i] = 0.01 * any();
        f->v[i] = 0.3 * any();
    }
    return true;
}

static void full_step(full* f, const double impulse[ROWS], const double force[ROWS]) {
    double before[ALL], after[ALL] = {0};
    for (int i = 0; i < N; ++i) {
        before[i] = f->u[i];
        before[N + i] = f->v[i];
        for (int k = 0; k < ROWS; ++k)
            before[N + i] += f->mobility[i][k] * impulse[k];
    }
    for (int k = 0; k < ROWS; ++k)
        before[2 * N + k] = force[k];
    for (int i = 0; i < ALL; ++i)
        for (int k = 0; k < ALL; ++k)
            after[i] += f->step[i][k] * before[k];
    memcpy(f->u, after, sizeof f->u);
    memcpy(f->v, after + N, sizeof f->v);
}

// What a hold asks for, at a degree of freedom: of the state, and of a push of one kind.
static double asked(const full* f, supple_hold_kind kind, int dof) {
    double sum = 0.0;
    for (int k = 0; k < N; ++k) {
        if (kind == SUPPLE_HOLD_PLACE || kind == SUPPLE_HOLD_PLACE_FORCE)
            sum += f->step[dof][k] * f->u[k] + f->step[dof][N + k] * f->v[k];
        else if (kind == SUPPLE_HOLD_VELOCITY_END)
            sum += f->step[N + dof][k] * f->u[k] + f->step[N + dof][N + k] * f->v[k];
        else if (kind == SUPPLE_HOLD_ACCELERATION)
            sum -= f->acceleration[dof][k] * (f->u[k] + BETA * f->v[k]) +
                   (k == dof ? ALPHA * f->v[k] : 0.0);
    }
    return kind == SUPPLE_HOLD_VELOCITY ? f->v[dof] : sum;
}

static double answers(const full* f, supple_hold_kind kind, int dof, int push) {
    double sum = 0.0;
    switch (kind) {
    case SUPPLE_HOLD_PLACE:
        for (int k = 0; k < N; ++k)
            sum += f->step[dof][N + k] * f->mobility[k][push];
        return sum;
    case SUPPLE_HOLD_PLACE_FORCE:
        return f->step[dof][2 * N + push];
    case SUPPLE_HOLD_VELOCITY_END:
        return f->step[N + dof][2 * N + push];
    default:
        return f->mobility[dof][push];
    }
}

static void truth(full* f, supple_hold_kind kind, const double target[ROWS]) {
    double system[ROWS * ROWS], push[ROWS], none[ROWS] = {0};
    for (int r = 0; r < ROWS; ++r) {
        int dof = 3 * f->nodes[r / 3] + r % 3;
        push[r] = target[r] - asked(f, kind, dof);
        for (int k = 0; k < ROWS; ++k)
            system[r * ROWS + k] = answers(f, kind, dof, k);
    }
    solve(system, push, ROWS, 1);
    bool impulse = kind == SUPPLE_HOLD_PLACE || kind == SUPPLE_HOLD_VELOCITY;
    full_step(f, impulse ? push : none, impulse ? none : push);
}

// ---- ours ------------------------------------------------------------------------------

typedef struct modal {
    propagator_matrix m[N];
    coord_response response[N];
    double rows[ROWS * N], pushes[ROWS * N], gain[N], answer[ROWS * N];
    double q[N], v[N];
} modal;

static void modal_new(const full* f, supple_hold_kind kind, modal* out) {
    static double work[3 * ROWS * ROWS];
    for (int i = 0; i < N; ++i) {
        const modal_mode* mode = &f->model.modes[i];
        const double* shape = f->model.vectors + (ptrdiff_t)i * N;
        out->m[i] = propagator_of(mode->value, mode->damping, f->h);
        out->response[i] = hold_response_of(kind, mode->value, mode->damping, f->h, &out->m[i]);
        out->gain[i] = out->response[i].gain;
        for (int r = 0; r < ROWS; ++r) {
            out->rows[r * N + i] = shape[3 * f->nodes[r / 3] + r % 3];
            out->pushes[r * N + i] = shape[3 * f->levers[r / 3] + r % 3];
        }
        out->q[i] = out->v[i] = 0.0;
        for (int a = 0; a < N; ++a) {
            double momentum = 0.0;
            for (int b = 0; b < N; ++b)
                momentum += f->mass[a][b] * shape[b];
            out->q[i] += momentum * f->u[a];
            out->v[i] += momentum * f->v[a];
        }
    }
    bool same = memcmp(f->nodes, f->levers, sizeof f->nodes) == 0;
    hold_system s = {out->rows, same ? out->rows : out->pushes, ROWS, ROWS, N, out->gain, 0.0};
    hold_response_prepare(&s, out->answer, work);
}

static void modal_step(modal* m, double h, const double target[ROWS]) {
    double told[N], missing[ROWS], pull[N] = {0};
    for (int i = 0; i < N; ++i)
        told[i] = m->response[i].of_q * m->q[i] + m->response[i].of_v * m->v[i];
    hold_response_measure(m->rows, ROWS, N, told, missing);
    for (int r = 0; r < ROWS; ++r)
        missing[r] = target[r] - missing[r];
    hold_response_solve(m->answer, ROWS, N, missing, pull);
    for (int i = 0; i < N; ++i) {
        bool impulse = m->response[i].impulse;
        double q = m->q[i], v = m->v[i] + (impulse ? pull[i] : 0.0);
        double force = impulse ? 0.0 : pull[i] / h;
        m->q[i] = m->m[i].e11 * q + m->m[i].e12 * v + m->m[i].g1 * force;
        m->v[i] = m->m[i].e21 * q + m->m[i].e22 * v + m->m[i].e12 * force;
    }
}

static void compare(bool apart, int steps) {
    static const char* const names[] = {"places", "places by force", "velocities at the start",
                                        "velocities at the end", "accelerations"};
    static full f;
    static modal m;
    for (int kind = 0; kind <= SUPPLE_HOLD_ACCELERATION; ++kind) {
        CHECK(full_new(&f, apart));
        modal_new(&f, (supple_hold_kind)kind, &m);
        double worst = 0.0, largest = 0.0;
        for (int step = 0; step < steps; ++step) {
            double target[ROWS];
            for (int r = 0; r < ROWS; ++r)
                target[r] = (kind < 2 ? 0.005 : 0.1) * sin(0.1 * step + r);
            truth(&f, (supple_hold_kind)kind, target);
            modal_step(&m, f.h, target);
            for (int a = 0; a < N; ++a) {
                double u = 0.0;
                for (int i = 0; i < N; ++i)
                    u += f.model.vectors[(ptrdiff_t)i * N + a] * m.q[i];
                worst = fmax(worst, fabs(u - f.u[a]));
                largest = fmax(largest, fabs(f.u[a]));
            }
        }
        printf("        %-24s %.1e of the largest displacement\n", names[kind], worst / largest);
        CHECK(worst < 1e-9 * largest);
        arena_destroy(f.memory);
    }
}

TEST(constrained_motion_is_that_of_the_full_elements) {
    compare(false, STEPS);
}

TEST(and_with_forces_elsewhere) {
    compare(true, 4); // such sets may grow; the same growth in both is no agreement
}

TEST_MAIN(CASE(constrained_motion_is_that_of_the_full_elements), CASE(and_with_forces_elsewhere))
