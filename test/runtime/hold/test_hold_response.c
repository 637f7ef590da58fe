// SPDX-License-Identifier: MIT
#include "runtime/hold/hold_response.h"
#include "runtime/model/propagator.h"
#include "test/kit/check.h"

enum { COORDS = 40, ROWS = 60 };

typedef struct modes {
    int count;
    double h, omega[COORDS];
    double decay[COORDS], e11[COORDS], e12[COORDS], e21[COORDS], e22[COORDS], g1[COORDS];
} modes;

static unsigned seed;

static double any(void) { // 0 .. 1
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 24);
}

static void propagate(modes* m, double h, double damping_ratio) {
    m->h = h;
    for (int i = 0; i < m->count; ++i) {
        double w = m->omega[i],
               ratio = damping_ratio < 0.0 ? pow(2000.0, any()) / 100.0 : damping_ratio;
        propagator_matrix e = propagator_of(w * w, ratio * w, h);
        m->decay[i] = ratio * w;
        m->e11[i] = e.e11;
        m->e12[i] = e.e12;
        m->e21[i] = e.e21;
        m->e22[i] = e.e22;
        m->g1[i] = e.g1;
    }
}

// Frequencies up to top / h: spread evenly, over two decades, or in near pairs.
static void make_modes(modes* m, int count, double top, double h, int kind) {
    m->count = count;
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        double w = kind == 0 ? 0.05 + any() : pow(100.0, any());
        m->omega[i] = kind == 2 && i % 2 == 1 ? m->omega[i - 1] * 1.001 : w;
        most = fmax(most, m->omega[i]);
    }
    for (int i = 0; i < count; ++i)
        m->omega[i] *= top / h / most;
}

typedef struct loop {
    double rows[ROWS * COORDS], gain[COORDS], answer[ROWS * COORDS];
    coord_response response[COORDS];
    int row_count;
} loop;

// What holds do; and, to compare, impulses for all coordinates.
typedef enum loop_form { OURS, IMPULSES } loop_form;

static void prepare(const double* rows, int row_count, int coord_count, const double* gain,
                    double* answer) {
    static double work[3 * ROWS * ROWS];
    hold_system s = {rows, rows, row_count, row_count, coord_count, gain, 0.0};
    hold_response_prepare(&s, answer, work);
}

static void loop_prepare(loop* l, const modes* m, supple_hold_kind kind, loop_form form) {
    for (int i = 0; i < m->count; ++i) {
        propagator_matrix e = {m->e11[i], m->e12[i], m->e21[i], m->e22[i], m->g1[i]};
        double w = m->omega[i];
        l->response[i] = hold_response_of(kind, w * w, m->decay[i], m->h, &e);
        if (form == IMPULSES) {
            bool place = kind == SUPPLE_HOLD_PLACE;
            l->response[i] =
                place ? (coord_response){e.e12, e.e11, e.e12, e.g1, true}
                      : (coord_response){e.e22, e.e21, e.e22, e.e12, true}; // velocities at the end
        }
        l->gain[i] = l->response[i].gain;
    }
    prepare(l->rows, l->row_count, m->count, l->gain, l->answer);
}

// One step that ends with the points at `target`.
static void loop_step(const loop* l, const modes* m, const double* target, double* z, double* v) {
    double missing[ROWS], coord_impulse[COORDS] = {0}, told[COORDS];
    for (int i = 0; i < m->count; ++i)
        told[i] = l->response[i].of_q * z[i] + l->response[i].of_v * v[i];
    hold_response_measure(l->rows, l->row_count, m->count, told, missing);
    for (int r = 0; r < l->row_count; ++r)
        missing[r] = target[r] - missing[r];
    hold_response_solve(l->answer, l->row_count, m->count, missing, coord_impulse);
    for (int i = 0; i < m->count; ++i) {
        bool impulse = l->response[i].impulse;
        double jolt = impulse ? coord_impulse[i] : 0.0, f = impulse ? 0.0 : coord_impulse[i] / m->h;
        double before = z[i], speed = v[i] + jolt;
        z[i] = m->e11[i] * before + m->e12[i] * speed + m->g1[i] * f;
        v[i] = m->e21[i] * before + m->e22[i] * speed + m->e12[i] * f;
    }
}

// The growth of a linear map a step: the 2^-k-th power of the norm of its 2^k-th power. Velocities
// are counted in omega, so that the norm starts near the energy's.
static double growth(const loop* l, const modes* m, int cuts) {
    enum { N = 2 * COORDS };
    static double a[N * N], b[N * N];
    int n = 2 * m->count;
    double nowhere[ROWS] = {0}, log_scale = 0.0, power = 1.0;
    for (int k = 0; k < n; ++k) {
        double z[COORDS] = {0}, v[COORDS] = {0};
        (k < m->count ? z : v)[k % m->count] = k < m->count ? 1.0 / m->omega[k] : 1.0;
        for (int cut = 0; cut < cuts; ++cut)
            loop_step(l, m, nowhere, z, v);
        for (int i = 0; i < m->count; ++i) {
            a[i * n + k] = z[i] * m->omega[i];
            a[(m->count + i) * n + k] = v[i];
        }
    }
    for (int round = 0; round < 16; ++round) {
        double norm = 0.0;
        for (int i = 0; i < n; ++i) {
            for (int k = 0; k < n; ++k) {
                double sum = 0.0;
                for (int j = 0; j < n; ++j)
                    sum += a[i * n + j] * a[j * n + k];
                b[i * n + k] = sum;
                norm = fmax(norm, fabs(sum));
            }
        }
        if (norm == 0.0)
            return 0.0;
        power *= 2.0;
        log_scale = 2.0 * log_scale + log(norm);
        for (int i = 0; i < n * n; ++i)
            a[i] = b[i] / norm;
    }
    return exp(log_scale / power);
}

static loop any_loop(int row_count, int coord_count) {
    loop l = {.row_count = row_count};
    for (int i = 0; i < row_count * coord_count; ++i)
        l.rows[i] = any() + any() + any() - 1.5;
    return l;
}

// ---- figures of an independent program --------------------------------------------------

enum { ORACLE = 6 };
static const double oracle_rows[3 * ORACLE] = {.9, -.4, .3,  .8,  -.2, .1, .1,  .7, -.5,
                                               .2, .6,  -.3, -.2, .3,  .8, -.1, .4, .7};
static const double oracle_lambda[ORACLE] = {100, 225, 400, 900, 2500, 0};
static const double oracle_z[ORACLE] = {.01, -.02, .005, .01, 0, .03};
static const double oracle_v[ORACLE] = {.2, -.1, .3, 0, .5, -.2};
static const double oracle_g[ORACLE] = {.5, 0, -.3, .2, .1, 0};

typedef struct oracle_end {
    double coord_impulse[ORACLE], z[ORACLE], v[ORACLE],
        told[3]; // told: rows times what is asked for, after
} oracle_end;

// Solves one form on the oracle's system. The response may be another than a hold's.
static oracle_end solve_oracle(const coord_response* response, const propagator_matrix* m, double h,
                               const double* rows, const double* target) {
    oracle_end out = {{0}, {0}, {0}, {0}};
    double gain[ORACLE], told[ORACLE], missing[3], answer[3 * ORACLE];
    for (int i = 0; i < ORACLE; ++i) {
        gain[i] = response[i].gain;
        told[i] = response[i].of_q * oracle_z[i] + response[i].of_v * oracle_v[i] +
                  response[i].of_force * oracle_g[i];
    }
    prepare(rows, 3, ORACLE, gain, answer);
    hold_response_measure(rows, 3, ORACLE, told, missing);
    for (int r = 0; r < 3; ++r)
        missing[r] = target[r] - missing[r];
    hold_response_solve(answer, 3, ORACLE, missing, out.coord_impulse);
    for (int i = 0; i < ORACLE; ++i) {
        bool impulse = response[i].impulse;
        double v = oracle_v[i] + (impulse ? out.coord_impulse[i] : 0.0);
        double f = oracle_g[i] + (impulse ? 0.0 : out.coord_impulse[i] / h);
        out.z[i] = m[i].e11 * oracle_z[i] + m[i].e12 * v + m[i].g1 * f;
        out.v[i] = m[i].e21 * oracle_z[i] + m[i].e22 * v + m[i].e12 * f;
        told[i] += gain[i] * out.coord_impulse[i];
    }
    hold_response_measure(rows, 3, ORACLE, told, out.told);
    return out;
}

static oracle_end solve_kind(supple_hold_kind kind, const double* target) {
    coord_response response[ORACLE];
    propagator_matrix m[ORACLE];
    double h = 1.0 / 60.0;
    for (int i = 0; i < ORACLE; ++i) {
        double decay = 0.5 * (.002 * oracle_lambda[i] + .3);
        m[i] = propagator_of(oracle_lambda[i], decay, h);
        response[i] = hold_response_of(kind, oracle_lambda[i], decay, h, &m[i]);
    }
    return solve_oracle(response, m, h, oracle_rows, target);
}

static void check_pull(const oracle_end* out, const double* pushes, double unit) {
    for (int i = 0; i < ORACLE; ++i) {
        double expected = 0.0;
        for (int r = 0; r < 3; ++r)
            expected += oracle_rows[r * ORACLE + i] * pushes[r] * unit;
        CHECK_NEAR(out->coord_impulse[i], expected, 1e-11 * (1.0 + fabs(expected)));
    }
}

TEST(accelerations_are_those_of_the_oracle) {
    static const double target[] = {0, 1, 0};
    static const double force[] = {5.967592562815562, 1.6866199557334007, 1.3580159969014087};
    oracle_end out = solve_kind(SUPPLE_HOLD_ACCELERATION, target);
    check_pull(&out, force, 1.0 / 60.0);
    for (int r = 0; r < 3; ++r)
        CHECK_NEAR(out.told[r], target[r], 1e-12);
}

TEST(velocities_at_the_start_are_those_of_the_oracle) {
    static const double target[] = {.1, 0, -.05};
    static const double impulse[] = {-0.10844079863645023, -0.19572261529865814,
                                     -0.23455289710153784};
    oracle_end out = solve_kind(SUPPLE_HOLD_VELOCITY, target);
    check_pull(&out, impulse, 1.0);
}

TEST(velocities_at_the_end_are_those_of_the_oracle) {
    static const double target[] = {.1, 0, -.05};
    static const double force[] = {-0.605635142662292, -7.060812971705368, -9.669641861169348};
    static const double end[] = {0.19860383174293342,  -0.14650653117942514, 0.1698370147542893,
                                 -0.15279953860447762, 0.19162550117796595,  -0.27732434347521623};
    oracle_end out = solve_kind(SUPPLE_HOLD_VELOCITY_END, target);
    check_pull(&out, force, 1.0 / 60.0);
    for (int i = 0; i < ORACLE; ++i)
        CHECK_NEAR(out.v[i], end[i], 1e-12);
}

TEST(velocities_at_the_end_by_impulses_are_those_of_the_oracle) {
    // Nothing here uses this form, because it grows; the system is the same one.
    static const double target[] = {.1, 0, -.05};
    static const double impulse[] = {-0.012157356718979252, -0.14220196712784555,
                                     -0.1790663574945056};
    coord_response response[ORACLE];
    propagator_matrix m[ORACLE];
    for (int i = 0; i < ORACLE; ++i) {
        m[i] = propagator_of(oracle_lambda[i], 0.5 * (.002 * oracle_lambda[i] + .3), 1.0 / 60.0);
        response[i] = (coord_response){m[i].e22, m[i].e21, m[i].e22, m[i].e12, true};
    }
    oracle_end out = solve_oracle(response, m, 1.0 / 60.0, oracle_rows, target);
    check_pull(&out, impulse, 1.0);
}

TEST(places_by_impulses_are_those_of_the_oracle) {
    static const double target[] = {.02, -.01, .03};
    static const double impulse[] = {-0.2618760042519807, 0.5531028446035663, 0.5276012824958927};
    static const double end[] = {0.008511808407773463, -0.010362487065821374, 0.010634207261406821,
                                 0.006435388469523409, 0.015531471261492293,  0.029620989049330106};
    oracle_end out = solve_kind(SUPPLE_HOLD_PLACE, target);
    check_pull(&out, impulse, 1.0);
    for (int i = 0; i < ORACLE; ++i)
        CHECK_NEAR(out.z[i], end[i], 1e-14);
}

TEST(places_by_forces_are_those_of_the_oracle) {
    static const double target[] = {.02, -.01, .03};
    static const double force[] = {-31.174228489150828, 63.51276453214073, 61.312320112940455};
    static const double end[] = {0.008541219666061126, -0.01065604439087748, 0.010634764835283578,
                                 0.006347175694414103, 0.015864311769525866, 0.029551768919828098};
    oracle_end out = solve_kind(SUPPLE_HOLD_PLACE_FORCE, target);
    check_pull(&out, force, 1.0 / 60.0);
    for (int i = 0; i < ORACLE; ++i)
        CHECK_NEAR(out.z[i], end[i], 1e-14);
}

TEST(a_row_that_says_the_same_twice_gives_the_oracles_pseudo_inverse) {
    double rows[3 * ORACLE];
    memcpy(rows, oracle_rows, sizeof rows);
    memcpy(rows + ORACLE, oracle_rows, ORACLE * sizeof *rows);
    static const double target[] = {.1, .1, 0};
    static const double impulse[] = {-0.03290322580645163, -0.03290322580645162,
                                     -0.16774193548387104};
    coord_response response[ORACLE];
    propagator_matrix m[ORACLE] = {{0}};
    for (int i = 0; i < ORACLE; ++i)
        response[i] = hold_response_of(SUPPLE_HOLD_VELOCITY, 1.0, 0.0, 1.0, &m[i]);
    oracle_end out = solve_oracle(response, m, 1.0, rows, target);
    for (int i = 0; i < ORACLE; ++i) {
        double expected = 0.0;
        for (int r = 0; r < 3; ++r)
            expected += rows[r * ORACLE + i] * impulse[r];
        CHECK_NEAR(out.coord_impulse[i], expected, 1e-12);
    }
}

// ---- systems ---------------------------------------------------------------------------

TEST(more_rows_than_coordinates_give_the_same_when_reduced) {
    seed = 7;
    enum { R = 24, N = 5 };
    for (int run = 0; run < 50; ++run) {
        double rows[R * N], q[R * N], r[N * N], gain[N], missing[R];
        for (int i = 0; i < R; ++i) {
            for (int k = 0; k < N; ++k)
                rows[i * N + k] = run % 2 == 1 && k == 3 ? rows[i * N] : any() - 0.5;
            missing[i] = any() - 0.5;
        }
        for (int k = 0; k < N; ++k)
            gain[k] = 0.01 + 0.01 * any();
        double answer[R * N], small[N * N], work[N * N + N], a[N] = {0}, b[N] = {0},
                                                             turned[N] = {0};
        prepare(rows, R, N, gain, answer);
        hold_response_solve(answer, R, N, missing, a);
        memcpy(q, rows, sizeof q);
        hold_response_reduce(q, R, N, r, work);
        prepare(r, N, N, gain, small);
        hold_response_solve(q, R, N, missing, turned); // Q^T missing
        hold_response_solve(small, N, N, turned, b);
        for (int k = 0; k < N; ++k)
            CHECK_NEAR(a[k], b[k], 1e-8 * (1.0 + fabs(b[k])));
    }
}

TEST(pushes_elsewhere_reach_the_points_that_they_can) {
    // As many pushes as rows, or more: exact. Fewer: as near as it goes, so no push helps any more.
    seed = 9;
    enum { N = 12 };
    for (int run = 0; run < 60; ++run) {
        int rows = 1 + run % 6, pushes = 1 + run / 6 % 9;
        double w[6 * N], p[9 * N], gain[N], missing[6], left[6], answer[6 * N],
            coord_impulse[N] = {0};
        static double work[3 * 9 * 9];
        for (int i = 0; i < 6 * N; ++i)
            w[i] = any() - 0.5;
        for (int i = 0; i < 9 * N; ++i)
            p[i] = any() - 0.5;
        for (int i = 0; i < N; ++i)
            gain[i] = 0.5 + any();
        for (int i = 0; i < 6; ++i)
            missing[i] = any() - 0.5;
        hold_system s = {w, p, rows, pushes, N, gain, 0.0};
        CHECK(hold_response_work_size(rows, pushes) <= (int)(sizeof work / sizeof *work));
        hold_response_prepare(&s, answer, work);
        hold_response_solve(answer, rows, N, missing, coord_impulse);
        for (int i = 0; i < N; ++i)
            coord_impulse[i] *= gain[i];
        hold_response_measure(w, rows, N, coord_impulse, left);
        for (int r = 0; r < rows; ++r)
            left[r] = missing[r] - left[r];
        for (int r = 0; r < rows && pushes >= rows; ++r)
            CHECK_NEAR(left[r], 0.0, 1e-10);
        for (int k = 0; k < pushes; ++k) {
            double helps = 0.0;
            for (int r = 0; r < rows; ++r)
                for (int i = 0; i < N; ++i)
                    helps += left[r] * w[r * N + i] * gain[i] * p[k * N + i];
            CHECK_NEAR(helps, 0.0, 1e-10);
        }
    }
}

TEST(a_direction_that_nothing_moves_in_asks_for_nothing) {
    // One coordinate, along x: the best is to be as near as it goes.
    const double rows[] = {2.0, 0.0, 0.0}, gain[] = {0.016}, missing[] = {0.1, 5.0, -3.0};
    double answer[3], coord_impulse[1] = {0};
    prepare(rows, 3, 1, gain, answer);
    hold_response_solve(answer, 3, 1, missing, coord_impulse);
    CHECK_NEAR(2.0 * gain[0] * coord_impulse[0], 0.1, 1e-12);
}

// ---- stability -------------------------------------------------------------------------

static int cuts_of(supple_hold_kind kind, double top) {
    return hold_response_needs_cuts(kind) ? hold_response_cuts(top, 1.0) : 1;
}

// The largest growth a step among some sets on bodies with frequencies up to top / h.
static double worst_growth(supple_hold_kind kind, loop_form form, double top, double damping) {
    static const int counts[] = {12, 20, 40};
    static modes m;
    static loop l;
    double worst = 0.0, h = 1.0 / 60.0;
    int cuts = form == OURS ? cuts_of(kind, top) : 1;
    seed = 3;
    for (int run = 0; run < 9; ++run) {
        make_modes(&m, counts[run % 3], top, h, run % 3);
        l = any_loop(1 + 2 * (run / 3), m.count);
        propagate(&m, h / cuts, damping);
        loop_prepare(&l, &m, kind, form);
        worst = fmax(worst, growth(&l, &m, cuts));
    }
    return worst;
}

static const double tops[] = {1.4, 2.6, 4.5, 10.5, 23.0, 60.0};

TEST(held_places_never_grow_and_impulses_alone_do_beyond_pi) {
    // numerics.md B8's columns and beyond; growth is of a whole step.
    for (int t = 0; t < 6; ++t) {
        double impulses = worst_growth(SUPPLE_HOLD_PLACE, IMPULSES, tops[t], 0.02);
        double ours = worst_growth(SUPPLE_HOLD_PLACE, OURS, tops[t], 0.02);
        double forces = worst_growth(SUPPLE_HOLD_PLACE_FORCE, OURS, tops[t], 0.02);
        printf(
            "        omega h %5.1f: impulses alone %8.3f, places %.4f (%d cuts), by force %.4f\n",
            tops[t], impulses, ours, cuts_of(SUPPLE_HOLD_PLACE, tops[t]), forces);
        CHECK(tops[t] > 3.15 ? impulses > 1.05 : impulses < 1.0);
        CHECK(ours < 1.0 && forces < 1.0);
    }
}

TEST(held_velocities_never_grow_and_impulses_for_the_end_do) {
    // Velocities at the start die out with the rest. At the end, and accelerations, leave places free:
    // that is a growth of 1, or for accelerations of a constant speed, and nothing more.
    for (int t = 0; t < 6; ++t) {
        double impulses = worst_growth(SUPPLE_HOLD_VELOCITY_END, IMPULSES, tops[t], 0.02);
        double start = worst_growth(SUPPLE_HOLD_VELOCITY, OURS, tops[t], 0.02);
        double end = worst_growth(SUPPLE_HOLD_VELOCITY_END, OURS, tops[t], 0.02);
        double acceleration = worst_growth(SUPPLE_HOLD_ACCELERATION, OURS, tops[t], 0.02);
        printf(
            "        omega h %5.1f: velocity at the start %.4f, at the end %.5f (impulses %.3g), "
            "acceleration %.5f\n",
            tops[t], start, end, impulses, acceleration);
        CHECK(impulses > 1.2);
        CHECK(start < 1.0);
        CHECK(end < 1.0 + 1e-3 && acceleration < 1.0 + 1e-3); // 2^-16 of the log of what stays
    }
}

TEST(without_any_damping_cut_steps_do_not_grow) {
    static modes m;
    static loop l;
    seed = 11;
    for (int run = 0; run < 24; ++run) {
        double h = 1.0 / 60.0, top = 0.5 + 23.0 * any();
        int cuts = hold_response_cuts(top, 1.0);
        make_modes(&m, 3 + run % 12, top, h, run % 3);
        l = any_loop(1 + run % 3, m.count);
        propagate(&m, h / cuts, 0.0);
        loop_prepare(&l, &m, SUPPLE_HOLD_PLACE, OURS);
        CHECK(growth(&l, &m, cuts) < 1.0 + 1e-3);
    }
}

TEST(coordinates_that_creep_back_do_no_harm) {
    // Damping ratios from 0.01 to 20, up to omega h = 60; only those that swing count for the cuts.
    static modes m;
    static loop l;
    seed = 23;
    for (int run = 0; run < 24; ++run) {
        double h = 1.0 / 60.0;
        make_modes(&m, 3 + run % 12, 60.0 * any() + 0.5, h, 1);
        l = any_loop(1 + run % 3, m.count);
        propagate(&m, h / HOLD_RESPONSE_MAX_CUTS, -1.0);
        loop_prepare(&l, &m, SUPPLE_HOLD_PLACE, OURS);
        CHECK(growth(&l, &m, HOLD_RESPONSE_MAX_CUTS) < 1.0);
    }
}

TEST(power_iteration_tells_growth_as_the_powers_of_the_matrix_do) {
    // Pushes at other points: some sets are calm, some grow.
    static modes m;
    static loop l;
    static propagator_matrix steps[COORDS];
    static double work[3 * 9 * 9], state[4 * COORDS], missing[9], pushes[9 * COORDS];
    int calm = 0, grown = 0;
    seed = 31;
    for (int run = 0; run < 40; ++run) {
        double h = 1.0 / 60.0, top = 0.1 + 1.3 * any();
        make_modes(&m, 3 + run % 12, top, h, run % 3);
        propagate(&m, h, 0.05);
        l = any_loop(1 + run % 3, m.count);
        loop_prepare(&l, &m, SUPPLE_HOLD_PLACE, OURS);
        double apart = any(); // from the same points to any others
        for (int i = 0; i < l.row_count * m.count; ++i)
            pushes[i] = l.rows[i] + 4.0 * apart * (any() - 0.5);
        for (int i = 0; i < m.count; ++i)
            steps[i] = (propagator_matrix){m.e11[i], m.e12[i], m.e21[i], m.e22[i], m.g1[i]};
        hold_system s = {l.rows, pushes, l.row_count, l.row_count, m.count, l.gain, 0.0};
        hold_response_prepare(&s, l.answer, work);
        double power = hold_response_growth(&s, l.answer, l.response, steps, h, state, missing);
        double exact = growth(&l, &m, 1);
        if (exact > 1.01 || exact < 0.99)
            CHECK(exact > 1.0 ? power > 1.005 : power < 1.0);
        calm += exact < 1.0;
        grown += exact > 1.0;
    }
    printf("        %d sets are calm, %d grow\n", calm, grown);
    CHECK(calm > 5 && grown > 5);
}

TEST(a_held_point_stands_still_after_one_step) {
    // Dead beat: at the target from the first step on, and no swinging about it.
    static modes m;
    static loop l;
    seed = 5;
    make_modes(&m, 12, 1.4, 1.0 / 60.0, 0);
    propagate(&m, 1.0 / 60.0, 0.05);
    l = any_loop(3, m.count);
    loop_prepare(&l, &m, SUPPLE_HOLD_PLACE, OURS);
    double z[COORDS] = {0}, v[COORDS] = {0}, target[3] = {.01, -.02, .03};
    for (int step = 0; step < 300; ++step) {
        loop_step(&l, &m, target, z, v);
        for (int r = 0; r < 3; ++r) {
            double at = 0.0;
            for (int i = 0; i < m.count; ++i)
                at += l.rows[r * m.count + i] * z[i];
            CHECK_NEAR(at, target[r], 1e-14);
        }
    }
}

TEST(steps_are_cut_as_often_as_needed) {
    CHECK(hold_response_cuts(0.0, 1.0) == 1);
    CHECK(hold_response_cuts(1.5, 1.0) == 1);
    CHECK(hold_response_cuts(1.51, 1.0) == 2);
    CHECK(hold_response_cuts(90.0, 1.0 / 60.0) == 1);
    CHECK(hold_response_cuts(1e30, 10.0) == HOLD_RESPONSE_MAX_CUTS);
    CHECK(hold_response_cuts(NAN, 1.0) == 1);
    propagator_matrix m = {.e12 = 0.009, .g1 = 0.00005};
    coord_response r = hold_response_of(SUPPLE_HOLD_PLACE, 1e4, 0.0, 0.01, &m);
    CHECK(r.impulse && r.gain == m.e12);
    m = (propagator_matrix){.e12 = -0.001, .g1 = 0.00002};
    r = hold_response_of(SUPPLE_HOLD_PLACE, 1.6e5, 0.0, 0.01, &m);
    CHECK(!r.impulse);
    CHECK_NEAR(r.gain, 0.002, 1e-18);
}

TEST_MAIN(CASE(accelerations_are_those_of_the_oracle),
          CASE(velocities_at_the_start_are_those_of_the_oracle),
          CASE(velocities_at_the_end_are_those_of_the_oracle),
          CASE(velocities_at_the_end_by_impulses_are_those_of_the_oracle),
          CASE(places_by_impulses_are_those_of_the_oracle),
          CASE(places_by_forces_are_those_of_the_oracle),
          CASE(a_row_that_says_the_same_twice_gives_the_oracles_pseudo_inverse),
          CASE(more_rows_than_coordinates_give_the_same_when_reduced),
          CASE(pushes_elsewhere_reach_the_points_that_they_can),
          CASE(a_direction_that_nothing_moves_in_asks_for_nothing),
          CASE(held_places_never_grow_and_impulses_alone_do_beyond_pi),
          CASE(held_velocities_never_grow_and_impulses_for_the_end_do),
          CASE(without_any_damping_cut_steps_do_not_grow),
          CASE(coordinates_that_creep_back_do_no_harm),
          CASE(power_iteration_tells_growth_as_the_powers_of_the_matrix_do),
          CASE(a_held_point_stands_still_after_one_step), CASE(steps_are_cut_as_often_as_needed))
