// SPDX-License-Identifier: MIT
#include "runtime/propagator.h"
#include "runtime/pull.h"
#include "test/check.h"

enum { COORDS = 40, ROWS = 60 };

typedef struct modes {
    int count;
    double h, omega[COORDS], rate[COORDS]; // rate: of the swing, damped
    double e11[COORDS], e12[COORDS], e21[COORDS], e22[COORDS], g1[COORDS], g2[COORDS];
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
        m->rate[i] = ratio < 1.0 ? w * sqrt(1.0 - ratio * ratio) : 0.0;
        m->e11[i] = e.e11;
        m->e12[i] = m->g2[i] = e.e12;
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

typedef enum loop_form { IMPULSE_ALONE, FORCE_ALONE, OURS } loop_form;

typedef struct loop {
    double rows[ROWS * COORDS], gain[COORDS], inverse[COORDS * COORDS], work[COORDS * COORDS];
    bool impulse[COORDS];
    int row_count;
} loop;

static void loop_prepare(loop* l, const modes* m, loop_form form) {
    for (int i = 0; i < m->count; ++i) {
        l->gain[i] = pull_gain(m->rate[i], m->h, m->e12[i], m->g1[i], &l->impulse[i]);
        if (form != OURS) {
            l->impulse[i] = form == IMPULSE_ALONE;
            l->gain[i] = form == IMPULSE_ALONE ? m->e12[i] : m->g1[i] / m->h;
        }
    }
    pull_prepare(l->rows, l->row_count, m->count, l->gain, 0.0, l->inverse, l->work);
}

// One step that ends with the points at `target`.
static void loop_step(const loop* l, const modes* m, const double* target, double* z, double* v) {
    double missing[ROWS], pull[COORDS] = {0}, scratch[COORDS];
    for (int r = 0; r < l->row_count; ++r) {
        missing[r] = target[r];
        for (int i = 0; i < m->count; ++i)
            missing[r] -= l->rows[r * m->count + i] * (m->e11[i] * z[i] + m->e12[i] * v[i]);
    }
    pull_solve(l->rows, l->row_count, m->count, l->gain, l->inverse, missing, scratch, pull);
    for (int i = 0; i < m->count; ++i) {
        double jolt = l->impulse[i] ? pull[i] : 0.0, f = l->impulse[i] ? 0.0 : pull[i] / m->h;
        double before = z[i], speed = v[i] + jolt;
        z[i] = m->e11[i] * before + m->e12[i] * speed + m->g1[i] * f;
        v[i] = m->e21[i] * before + m->e22[i] * speed + m->g2[i] * f;
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

TEST(the_position_form_is_the_corrected_one_of_the_oracle) {
    // oracles/constraints.json, position_at_end_impulse
    static const double rows[] = {.9, -.4, .3,  .8,  -.2, .1, .1,  .7, -.5,
                                  .2, .6,  -.3, -.2, .3,  .8, -.1, .4, .7};
    static const double gain[] = {0.01652068157953683,  0.01639094092976533, 0.016210684566497973,
                                  0.015704434481494497, 0.01416877626957949, 0.016625069357725623};
    static const double predicted[] = {0.013235044439555855,  -0.021019922387013393,
                                       0.00954862955095996,   0.008816814610773988,
                                       0.0070971186705241825, 0.026674986128454873};
    static const double target[] = {.02, -.01, .03};
    static const double impulse[] = {-0.2618760042519807, 0.5531028446035663, 0.5276012824958927};
    static const double end[] = {0.008511808407773463, -0.010362487065821374, 0.010634207261406821,
                                 0.006435388469523409, 0.015531471261492293,  0.029620989049330106};
    double missing[3], inverse[9], work[9], scratch[3], pull[6] = {0};
    for (int r = 0; r < 3; ++r) {
        missing[r] = target[r];
        for (int i = 0; i < 6; ++i)
            missing[r] -= rows[r * 6 + i] * predicted[i];
    }
    pull_prepare(rows, 3, 6, gain, 0.0, inverse, work);
    pull_solve(rows, 3, 6, gain, inverse, missing, scratch, pull);
    for (int i = 0; i < 6; ++i) {
        double expected = 0.0;
        for (int r = 0; r < 3; ++r)
            expected += rows[r * 6 + i] * impulse[r];
        CHECK_NEAR(pull[i], expected, 1e-10);
        CHECK_NEAR(predicted[i] + gain[i] * pull[i], end[i], 1e-10);
    }
}

TEST(the_force_form_is_the_corrected_one_of_the_oracle) {
    // oracles/constraints.json, position_at_end_constant_force: the gain is G1
    static const double rows[] = {.9, -.4, .3,  .8,  -.2, .1, .1,  .7, -.5,
                                  .2, .6,  -.3, -.2, .3,  .8, -.1, .4, .7};
    static const double gain[] = {0.00013818375270302448, 0.00013759371243625312,
                                  0.00013677209521279653, 0.00013445288513931958,
                                  0.00012730535734437707, 0.00013865769647014836};
    static const double predicted[] = {0.013235044439555855,  -0.021019922387013393,
                                       0.00954862955095996,   0.008816814610773988,
                                       0.0070971186705241825, 0.026674986128454873};
    static const double target[] = {.02, -.01, .03};
    static const double end[] = {0.008541219666061126, -0.01065604439087748, 0.010634764835283578,
                                 0.006347175694414103, 0.015864311769525866, 0.029551768919828098};
    double missing[3], inverse[9], work[9], scratch[3], pull[6] = {0};
    for (int r = 0; r < 3; ++r) {
        missing[r] = target[r];
        for (int i = 0; i < 6; ++i)
            missing[r] -= rows[r * 6 + i] * predicted[i];
    }
    pull_prepare(rows, 3, 6, gain, 0.0, inverse, work);
    pull_solve(rows, 3, 6, gain, inverse, missing, scratch, pull);
    for (int i = 0; i < 6; ++i)
        CHECK_NEAR(predicted[i] + gain[i] * pull[i], end[i], 1e-10);
}

TEST(more_rows_than_coordinates_give_the_same_as_the_full_inverse) {
    // Rows of one coordinate more, which no row reaches, are solved from the other side.
    seed = 7;
    enum { R = 6, N = 5 };
    for (int run = 0; run < 50; ++run) {
        double narrow[R * N], wide[R * R], gain[R], missing[R];
        for (int i = 0; i < R; ++i) {
            for (int k = 0; k < N; ++k)
                wide[i * R + k] = narrow[i * N + k] = any() - 0.5;
            wide[i * R + N] = 0.0;
            gain[i] = 0.01 + 0.01 * any();
            missing[i] = any() - 0.5;
        }
        double inverse[R * R], work[R * R], scratch[R], a[R] = {0}, b[R] = {0};
        pull_prepare(narrow, R, N, gain, 0.0, inverse, work);
        pull_solve(narrow, R, N, gain, inverse, missing, scratch, a);
        pull_prepare(wide, R, R, gain, 0.0, inverse, work);
        pull_solve(wide, R, R, gain, inverse, missing, scratch, b);
        for (int k = 0; k < N; ++k)
            CHECK_NEAR(a[k], b[k], 1e-8 * (1.0 + fabs(b[k])));
    }
}

TEST(a_direction_that_nothing_moves_in_asks_for_nothing) {
    // One coordinate, along x: the best is to be as near as it goes.
    const double rows[] = {2.0, 0.0, 0.0}, gain[] = {0.016}, missing[] = {0.1, 5.0, -3.0};
    double inverse[1], work[1], scratch[1], pull[1] = {0};
    pull_prepare(rows, 3, 1, gain, 0.0, inverse, work);
    pull_solve(rows, 3, 1, gain, inverse, missing, scratch, pull);
    CHECK_NEAR(2.0 * gain[0] * pull[0], 0.1, 1e-12);
}

TEST(an_impulse_alone_grows_beyond_pi_and_ours_never_does) {
    // NUMERICS B8's columns and beyond. `cuts` are those of a step; growth is of a whole step.
    static const double tops[] = {1.4, 2.6, 4.5, 10.5, 23.0, 60.0};
    static const int counts[] = {12, 20, 40};
    static modes m;
    static loop l;
    seed = 3;
    for (int t = 0; t < 6; ++t) {
        double worst[3] = {0};
        int cuts = pull_cuts(tops[t], 1.0);
        for (int run = 0; run < 9; ++run) {
            double h = 1.0 / 60.0;
            make_modes(&m, counts[run % 3], tops[t], h, run % 3);
            l = any_loop(1 + 2 * (run / 3), m.count);
            for (int form = 0; form < 3; ++form) {
                propagate(&m, form == OURS ? h / cuts : h, 0.02);
                loop_prepare(&l, &m, (loop_form)form);
                worst[form] = fmax(worst[form], growth(&l, &m, form == OURS ? cuts : 1));
            }
        }
        printf("        omega h %5.1f: impulse %8.3f, force %.3f, ours %.3f (%d cuts)\n", tops[t],
               worst[0], worst[1], worst[2], cuts);
        CHECK(tops[t] > 3.15 ? worst[IMPULSE_ALONE] > 1.5 : worst[IMPULSE_ALONE] < 1.0);
        CHECK(worst[OURS] < 1.0);
    }
}

TEST(without_any_damping_cut_steps_do_not_grow) {
    static modes m;
    static loop l;
    seed = 11;
    for (int run = 0; run < 24; ++run) {
        double h = 1.0 / 60.0, top = 0.5 + 23.0 * any();
        int cuts = pull_cuts(top, 1.0);
        make_modes(&m, 3 + run % 12, top, h, run % 3);
        l = any_loop(1 + run % 3, m.count);
        propagate(&m, h / cuts, 0.0);
        loop_prepare(&l, &m, OURS);
        CHECK(growth(&l, &m, cuts) < 1.0 + 1e-3); // 2^-16 of the log of what stays
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
        propagate(&m, h / PULL_MAX_CUTS, -1.0);
        loop_prepare(&l, &m, OURS);
        CHECK(growth(&l, &m, PULL_MAX_CUTS) < 1.0);
    }
}

TEST(a_held_point_stands_still_after_one_step) {
    // Dead beat: at the target from the first step on, and no swinging about it.
    static modes m;
    static loop l;
    seed = 5;
    make_modes(&m, 12, 1.4, 1.0 / 60.0, 0);
    propagate(&m, 1.0 / 60.0, 0.05);
    l = any_loop(3, m.count);
    loop_prepare(&l, &m, OURS);
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
    CHECK(pull_cuts(0.0, 1.0) == 1);
    CHECK(pull_cuts(1.5, 1.0) == 1);
    CHECK(pull_cuts(1.51, 1.0) == 2);
    CHECK(pull_cuts(90.0, 1.0 / 60.0) == 1);
    CHECK(pull_cuts(1e30, 10.0) == PULL_MAX_CUTS);
    CHECK(pull_cuts(NAN, 1.0) == 1);
    bool impulse;
    CHECK_NEAR(pull_gain(100.0, 0.01, 0.009, 0.00005, &impulse), 0.009, 0.0);
    CHECK(impulse);
    CHECK_NEAR(pull_gain(400.0, 0.01, -0.001, 0.00002, &impulse), 0.002, 1e-18);
    CHECK(!impulse);
}

TEST_MAIN(CASE(the_position_form_is_the_corrected_one_of_the_oracle),
          CASE(the_force_form_is_the_corrected_one_of_the_oracle),
          CASE(more_rows_than_coordinates_give_the_same_as_the_full_inverse),
          CASE(a_direction_that_nothing_moves_in_asks_for_nothing),
          CASE(an_impulse_alone_grows_beyond_pi_and_ours_never_does),
          CASE(without_any_damping_cut_steps_do_not_grow),
          CASE(coordinates_that_creep_back_do_no_harm),
          CASE(a_held_point_stands_still_after_one_step), CASE(steps_are_cut_as_often_as_needed))
