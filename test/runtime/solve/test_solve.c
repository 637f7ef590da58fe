// Contacts and joints, solved together: complementarity, friction, momentum and energy.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve.h"

#include "test/kit/check.h"

enum { COORDS = 24, BODIES = 16, BLOCKS = 256 };

static uint64_t seed;

static double chance(void) { // -1 to 1
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)seed / 9.3e18;
}

// One after the other: compilers differ in the order of arguments.
static void chances(double out[3]) {
    for (int32_t k = 0; k < 3; ++k)
        out[k] = chance();
}

static solver* place(const solve_room* room) {
    uint8_t* memory = aligned_alloc(16, solve_size(room) + solve_coords_size(room));
    solver* s = solve_place(memory, room);
    solve_place_coords(s, memory + solve_size(room), room->coords);
    return s;
}

static solver* make(void) {
    solve_room room = {BODIES, BODIES * COORDS, BLOCKS, 32, 4, BLOCKS * 6 * 32};
    return place(&room);
}

static const double nothing[COORDS];

// A free body of a kilogram, with inertia 0.1 about its axes.
static solve_body ball(double x, double y, double z) {
    return (solve_body){true, 1.0, {{10, 0, 0}, {0, 10, 0}, {0, 0, 10}}, {x, y, z}, {0, 0, 0}, 0,
                        NULL, NULL};
}

static solve_side point(int32_t body, double x, double y, double z) {
    return (solve_side){.body = body, .arm = {x, y, z}};
}

static const solve_side the_world = {.body = -1};

// A body that has coordinates only, with J J^T = A when the k-th contact, along x, has the k-th row of
// A's Cholesky factor.
typedef struct square_body {
    int32_t n;
    float rows[9][3][16];
    double gain[16];
} square_body;

static void factor(const double* a, int32_t n, square_body* out) {
    double l[16][16] = {{0.0}};
    memset(out, 0, sizeof *out);
    out->n = n;
    for (int32_t i = 0; i < n; ++i) {
        for (int32_t k = 0; k <= i; ++k) {
            double sum = a[i * n + k];
            for (int32_t m = 0; m < k; ++m)
                sum -= l[i][m] * l[k][m];
            l[i][k] = i == k ? sqrt(sum) : sum / l[k][k];
            out->rows[i][0][k] = (float)l[i][k];
        }
        out->gain[i] = 1.0;
    }
}

static solve_report solve_square(solver* s, const square_body* b, const double* rest, int sweeps) {
    solve_clear(s);
    solve_body body = {.coord_count = b->n, .gain = b->gain, .speed = nothing};
    int32_t index = solve_add_body(s, &body);
    for (int32_t i = 0; i < b->n; ++i) {
        solve_contact c = {
            .side = {{.body = index, .count = b->n, .rows = b->rows[i][0], .stride = 16},
                     the_world},
            .normal = {1, 0, 0},
            .bias = rest[i]};
        solve_add_contact(s, &c);
    }
    return solve_run(s, sweeps, 1e-9);
}

static double normal_impulse(const solver* s, int32_t block) {
    double p[3];
    solve_impulse(s, block, p);
    return p[0];
}

TEST(the_oracles_contacts_have_its_impulses) {
    solver* s = make();
    square_body b;
    // contact.json; the linear program's answer to the first is (0, 0.5), which adds energy
    factor((double[]){1, 2, 2, 5}, 2, &b);
    solve_square(s, &b, (double[]){-1, -1}, 200);
    CHECK_NEAR(normal_impulse(s, 0), 1.0, 1e-5);
    CHECK_NEAR(normal_impulse(s, 1), 0.0, 1e-6);
    factor((double[]){2, .5, 0, .5, 1, .25, 0, .25, 3}, 3, &b);
    solve_square(s, &b, (double[]){-1, .3, -.6}, 200);
    CHECK_NEAR(normal_impulse(s, 0), 0.5, 1e-6);
    CHECK_NEAR(normal_impulse(s, 1), 0.0, 1e-6);
    CHECK_NEAR(normal_impulse(s, 2), 0.2, 1e-6);
    factor((double[]){1, -.3, -.3, 1}, 2, &b);
    solve_square(s, &b, (double[]){-1, -2}, 200);
    CHECK_NEAR(normal_impulse(s, 0), 1.7582417582417582, 1e-6);
    CHECK_NEAR(normal_impulse(s, 1), 2.5274725274725274, 1e-6);
    free(s);
}

// Nine contacts of a free body with random modes, struck at random speeds.
enum { HITS = 9, MODES = 12 };

typedef struct impact {
    solve_body body;
    double gain[MODES], speed[MODES];
    double arm[HITS][3];
    float rows[HITS][3][MODES];
    double friction;
    double start[HITS][3];
} impact;

static void make_impact(impact* t, double friction) {
    memset(t, 0, sizeof *t);
    t->body = ball(0.0, 0.0, 0.0);
    chances(t->body.velocity);
    t->body.velocity[2] -= 1.0;
    t->friction = friction;
    for (int32_t i = 0; i < MODES; ++i) {
        t->gain[i] = 1.0;
        t->speed[i] = chance();
    }
    for (int32_t k = 0; k < 3; ++k) {
        t->body.spin[k] = 3.0 * chance();
        for (int32_t i = 0; i < HITS; ++i) {
            t->arm[i][k] = chance();
            for (int32_t m = 0; m < MODES; ++m)
                t->rows[i][k][m] = (float)chance();
        }
    }
}

static void add_impact(solver* s, impact* t) {
    solve_clear(s);
    t->body.coord_count = MODES;
    t->body.gain = t->gain;
    t->body.speed = t->speed;
    int32_t index = solve_add_body(s, &t->body);
    for (int32_t i = 0; i < HITS; ++i) {
        solve_contact c = {
            .side = {{.body = index, .count = MODES, .rows = t->rows[i][0], .stride = MODES},
                     the_world},
            .normal = {0, 0, 1},
            .friction = t->friction};
        memcpy(c.side[0].arm, t->arm[i], sizeof c.side[0].arm);
        memcpy(c.start, t->start[i], sizeof c.start);
        solve_add_contact(s, &c);
    }
}

// The velocity of a struck point after the run.
static void after_impact(const solver* s, const impact* t, int32_t hit, double velocity[3]) {
    double p[3], turning[3], coord_impulse[MODES], spin[3];
    const double* arm = t->arm[hit];
    solve_body_impulse(s, 0, p, turning, coord_impulse);
    for (int32_t k = 0; k < 3; ++k)
        spin[k] = t->body.spin[k] + 10.0 * turning[k];
    for (int32_t k = 0; k < 3; ++k) {
        int32_t i = (k + 1) % 3, j = (k + 2) % 3;
        velocity[k] = t->body.velocity[k] + p[k] + spin[i] * arm[j] - spin[j] * arm[i];
        for (int32_t m = 0; m < MODES; ++m)
            velocity[k] += (double)t->rows[hit][k][m] * (t->speed[m] + coord_impulse[m]);
    }
}

TEST(impacts_never_add_energy) {
    solver* s = make();
    impact t;
    seed = 1;
    for (int32_t i = 0; i < 200; ++i) {
        make_impact(&t, i % 2 ? 0.5 : 0.0);
        add_impact(s, &t);
        CHECK(solve_run(s, 1 + i % 40, 1e-7).work <= 0.0);
    }
    free(s);
}

// From impulses that are a thousand times too large one sweep finds nothing sensible; what it leaves is harmless.
TEST(sweeps_that_end_early_add_no_energy) {
    solver* s = make();
    impact t;
    seed = 7;
    double most = 0.0;
    for (int32_t i = 0; i < 200; ++i) {
        make_impact(&t, 0.5);
        for (int32_t k = 0; k < HITS; ++k) {
            chances(t.start[k]);
            for (int32_t a = 0; a < 3; ++a)
                t.start[k][a] *= 1000.0;
        }
        add_impact(s, &t);
        double work = solve_run(s, 1 + i % 3, 1e-7).work;
        most = work > most ? work : most;
    }
    CHECK(most <= 0.0);
    free(s);
}

// It bears what it bore, but for a twentieth; of what is new it takes a share.
TEST(a_joint_that_lags_keeps_its_load) {
    for (int i = 0; i < 2; ++i) {
        solver* s = make();
        solve_body body = ball(0, 0, i == 0 ? -3.0 : 0.0); // kg m/s that it would have to bear
        solve_add_body(s, &body);
        solve_joint j = {.side = {point(0, 0, 0, 0), the_world},
                         .row_count = 1,
                         .axes = {{0, 0, 1}},
                         .lag = 0.5,
                         .limit = INFINITY,
                         .start = {0, 0, i == 0 ? 3.0 : 0.0}};
        solve_add_joint(s, &j);
        solve_run(s, 10, 0.0);
        double p[3];
        solve_impulse(s, 0, p);
        // p + lag (p - 0.95 start) = 3: with a mobility of 1 kg^-1
        CHECK_NEAR(p[2], i == 0 ? (3.0 + 0.5 * 0.95 * 3.0) / 1.5 : 0.0, 1e-6);
        free(s);
    }
}

// What it pulled against is gone: however much it bore, the body gets no more than its bound is worth.
TEST(a_joint_that_lags_throws_nothing) {
    for (double start = 1.0; start < 1e7; start *= 10.0) {
        solver* s = make();
        solve_body body = ball(0, 0, 0.0);
        solve_add_body(s, &body);
        solve_joint j = {.side = {point(0, 0, 0, 0), the_world},
                         .row_count = 1,
                         .axes = {{0, 0, 1}},
                         .bias = {-0.3},
                         .lag = 0.5,
                         .most_start = 1.2,
                         .limit = INFINITY,
                         .start = {0, 0, start}};
        solve_add_joint(s, &j);
        solve_run(s, 10, 0.0);
        double p[3], warm = fmin(0.5 * 0.95 * start, 1.2);
        solve_impulse(s, 0, p);
        CHECK_NEAR(p[2], (0.3 + warm) / 1.5, 1e-6);
        free(s);
    }
}

TEST(sweeps_and_pivoting_agree) {
    solver* s = make();
    impact t;
    seed = 6;
    for (int32_t i = 0; i < 400; ++i) {
        double exact[HITS][3], swept[3];
        make_impact(&t, 0.0);
        add_impact(s, &t);
        CHECK(solve_run(s, 1, 0.0).sweeps == 0);
        for (int32_t k = 0; k < HITS; ++k)
            solve_impulse(s, k, exact[k]);
        // not quite smooth: by sweeps; or less than a float can be, and what they bear has no more than a normal
        t.friction = i < 200 ? 1e-9 : 1e-60;
        add_impact(s, &t);
        solve_report report = solve_run(s, 3000, 1e-6);
        CHECK(report.sweeps > 0 && report.rows == 3u * HITS * (uint32_t)report.sweeps);
        for (int32_t k = 0; k < HITS; ++k) {
            solve_impulse(s, k, swept);
            CHECK_NEAR(swept[2], exact[k][2], 2e-4);
        }
    }
    free(s);
}

// Friction reopens and closes contacts again (numerics.md B11), so all conditions must hold at the end.
TEST(normals_and_friction_hold_together) {
    solver* s = make();
    impact t;
    seed = 7;
    int32_t sliding = 0, sticking = 0, parted = 0;
    for (int32_t i = 0; i < 100; ++i) {
        make_impact(&t, i % 2 ? 0.3 : 0.8);
        add_impact(s, &t);
        solve_run(s, 2000, 1e-6);
        for (int32_t k = 0; k < HITS; ++k) {
            double p[3], v[3];
            solve_impulse(s, k, p);
            after_impact(s, &t, k, v);
            double most = t.friction * p[2], push = sqrt(p[0] * p[0] + p[1] * p[1]);
            double slip = sqrt(v[0] * v[0] + v[1] * v[1]);
            CHECK(p[2] >= 0.0 && v[2] > -1e-4 && push <= most + 1e-6);
            CHECK(p[2] < 1e-4 || v[2] < 1e-4);
            if (p[2] > 1e-3 &&
                slip > 1e-3) { // it slides: friction is all there is, against the slip
                CHECK_NEAR(push, most, 1e-5);
                CHECK_NEAR((p[0] * v[0] + p[1] * v[1]) / (push * slip), -1.0, 1e-3);
                ++sliding;
            }
            sticking += p[2] > 1e-3 && slip < 1e-4;
            parted += p[2] == 0.0 && v[2] > 1e-3;
        }
    }
    printf("        %d slide, %d stick, %d part\n", sliding, sticking, parted);
    CHECK(sliding > 50 && sticking > 50 && parted > 50);
    free(s);
}

TEST(momentum_passes_from_body_to_body) {
    solver* s = make();
    seed = 2;
    for (int32_t round = 0; round < 50; ++round) {
        solve_clear(s);
        double centre[3][3], impulse[3] = {0}, spin[3] = {0};
        for (int32_t b = 0; b < 3; ++b) {
            solve_body body = ball(0.0, 0.0, 0.0);
            chances(body.velocity);
            solve_add_body(s, &body);
            for (int32_t i = 0; i < 3; ++i)
                centre[b][i] = chance();
        }
        for (int32_t i = 0; i < 20; ++i) {
            double place[3];
            chances(place);
            int32_t a = i % 3, b = (i + 1) % 3;
            solve_side sides[2] = {
                point(a, place[0] - centre[a][0], place[1] - centre[a][1], place[2] - centre[a][2]),
                point(b, place[0] - centre[b][0], place[1] - centre[b][1],
                      place[2] - centre[b][2])};
            if (i < 2) {
                solve_joint j = {.side = {sides[0], sides[1]},
                                 .row_count = 3,
                                 .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                 .limit = INFINITY};
                solve_add_joint(s, &j);
            } else {
                solve_contact c = {
                    .side = {sides[0], sides[1]}, .normal = {0, 0.6, 0.8}, .friction = 0.4};
                solve_add_contact(s, &c);
            }
        }
        solve_run(s, 7, 0.0);
        double size = 0.0;
        for (int32_t b = 0; b < 3; ++b) {
            double p[3], t[3];
            solve_body_impulse(s, b, p, t, NULL);
            for (int32_t i = 0; i < 3; ++i) {
                int32_t j = (i + 1) % 3, k = (i + 2) % 3;
                impulse[i] += p[i];
                spin[i] += t[i] + centre[b][j] * p[k] - centre[b][k] * p[j];
                size += fabs(p[i]) + fabs(t[i]);
            }
        }
        for (int32_t i = 0; i < 3; ++i) {
            CHECK_NEAR(impulse[i], 0.0, 1e-14 * size);
            CHECK_NEAR(spin[i], 0.0, 1e-14 * size);
        }
    }
    free(s);
}

// A body that lies on four points and slides.
static void slide(solver* s, double speed, double friction, double rest) {
    solve_clear(s);
    solve_body body = ball(speed * 0.6, speed * 0.8, -1.0);
    solve_add_body(s, &body);
    for (int32_t i = 0; i < 4; ++i) {
        solve_contact c = {.side = {point(0, i & 1 ? 1 : -1, i & 2 ? 1 : -1, 0), the_world},
                           .normal = {0, 0, 1},
                           .friction = friction};
        solve_add_contact(s, &c);
    }
    solve_run(s, 200, 1e-6);
    double p[3], t[3];
    solve_body_impulse(s, 0, p, t, NULL);
    CHECK_NEAR(p[2], 1.0, 1e-5);
    CHECK(fabs(p[0] * 0.8 - p[1] * 0.6) < 1e-5); // against the slip, in no direction of its own
    CHECK_NEAR(speed + p[0] * 0.6 + p[1] * 0.8, rest, 1e-5);
}

TEST(friction_takes_mu_times_the_normal_or_all_slip) {
    solver* s = make();
    slide(s, 2.0, 0.3, 1.7);
    slide(s, 0.29, 0.3, 0.0);
    free(s);
}

TEST(a_gap_may_close_and_no_more) {
    solver* s = make();
    solve_body body = ball(0, 0, -3.0);
    solve_add_body(s, &body);
    solve_contact c = {.side = {point(0, 0, 0, 0), the_world}, .normal = {0, 0, 1}, .bias = 2.0};
    solve_add_contact(s, &c);
    solve_run(s, 10, 0.0);
    CHECK_NEAR(normal_impulse(s, 0), 0.0, 0.0);
    double p[3];
    solve_impulse(s, 0, p);
    CHECK_NEAR(p[2], 1.0, 1e-6);
    free(s);
}

TEST(a_soft_joint_yields_and_a_weak_one_gives_way) {
    solver* s = make();
    solve_body body = ball(0, 0, -3.0);
    solve_add_body(s, &body);
    solve_joint j = {.side = {point(0, 0, 0, 0), the_world},
                     .row_count = 1,
                     .axes = {{0, 0, 1}},
                     .softness = 2.0,
                     .limit = INFINITY};
    solve_add_joint(s, &j);
    solve_run(s, 10, 0.0);
    double p[3];
    solve_impulse(s, 0, p);
    CHECK_NEAR(p[2], 1.0, 1e-5); // -3 + p + 2 p = 0
    CHECK(!solve_reached_limit(s, 0));
    solve_clear(s);
    solve_add_body(s, &body);
    j.softness = 0.0;
    j.limit = 2.5;
    solve_add_joint(s, &j);
    solve_run(s, 10, 0.0);
    solve_impulse(s, 0, p);
    CHECK_NEAR(p[2], 2.5, 1e-5);
    CHECK(solve_reached_limit(s, 0));
    solve_clear(s);
    solve_add_body(s, &body);
    j.relative_compliance = 0.5;
    j.limit = INFINITY;
    solve_add_joint(s, &j);
    solve_run(s, 10, 0.0);
    solve_impulse(s, 0, p);
    CHECK_NEAR(p[2], 2.0, 1e-5); // -3 + p + p / 2 = 0
    free(s);
}

// Bodies below each other, each hung from the one above by a point, the first from the world; all fall at
// 1 m/s across the chain. Returns the sweeps that close it.
static int32_t hang(solver* s, int32_t count, double last_mass, double* first_impulse) {
    solve_clear(s);
    for (int32_t i = 0; i < count; ++i) {
        solve_body body = ball(0.3, 0.0, -1.0);
        if (i == count - 1) {
            body.mass_inverse = 1.0 / last_mass;
            for (int32_t k = 0; k < 3; ++k)
                body.inertia_inverse[k][k] = 10.0 / last_mass;
        }
        solve_add_body(s, &body);
    }
    for (int32_t i = 0; i < count; ++i) {
        solve_joint j = {
            .side = {point(i, 0, 0, 0.5), i > 0 ? point(i - 1, 0, 0, -0.5) : the_world},
            .row_count = 3,
            .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
            .limit = INFINITY};
        solve_add_joint(s, &j);
    }
    int32_t sweeps = solve_run(s, 4000, 1e-5).sweeps;
    double p[3];
    solve_impulse(s, 0, p);
    *first_impulse = p[2];
    return sweeps;
}

TEST(a_chain_closes_in_two_sweeps) {
    solver* s = make();
    double impulse;
    CHECK(hang(s, 10, 1.0, &impulse) <= 2);
    CHECK_NEAR(impulse, 10.0, 1e-3);
    CHECK(hang(s, 10, 100.0, &impulse) <= 3);
    CHECK_NEAR(impulse, 109.0, 1e-2);
    solve_room room = {BODIES, 0, BLOCKS, 0, 0, BLOCKS * 6 * 8};
    solver* plain = place(&room);
    int32_t light = hang(plain, 10, 1.0, &impulse), heavy = hang(plain, 10, 100.0, &impulse);
    printf("        by sweeps alone: %d, with 100 kg at its end %d\n", light, heavy);
    CHECK(light > 20 && heavy > light);
    free(plain);
    free(s);
}

// A pin of the centre of mass: the body's velocity is to be (0, 0, 1).
static double hold_centre(void* user, const double* w, const double* own, double* coord_impulse) {
    (void)own; // it never yields
    ++*(int*)user;
    double missed = 0.0;
    for (int32_t i = 0; i < 3; ++i) {
        coord_impulse[i] = (i == 2) - w[i];
        missed = fabs(coord_impulse[i]) > missed ? fabs(coord_impulse[i]) : missed;
    }
    return missed;
}

TEST(holds_and_contacts_agree) {
    solver* s = make();
    int calls = 0;
    solve_body lower = ball(0, 0, 0), upper = ball(0, 0, -1);
    solve_add_body(s, &lower);
    solve_add_body(s, &upper);
    solve_add_hold(s, 0, hold_centre, &calls);
    solve_contact c = {.side = {point(1, 0, 0, 0), point(0, 0, 0, 0)}, .normal = {0, 0, 1}};
    solve_add_contact(s, &c);
    solve_report report = solve_run(s, 100, 1e-6);
    CHECK(report.sweeps < 100 && calls == report.sweeps);
    double p[3], t[3];
    solve_body_impulse(s, 1, p, t, NULL);
    CHECK_NEAR(p[2], 2.0, 1e-5); // the upper one moves at 1, as the held one does
    solve_body_impulse(s, 0, p, t, NULL);
    CHECK_NEAR(p[2], 1.0, 1e-5); // 3 by the pin, -2 by the contact
    free(s);
}

TEST(a_warm_start_needs_fewer_sweeps) {
    solver* s = make();
    impact t;
    seed = 5;
    make_impact(&t, 0.5);
    add_impact(s, &t);
    int32_t cold = solve_run(s, 1000, 1e-5).sweeps;
    for (int32_t i = 0; i < HITS; ++i)
        solve_impulse(s, i, t.start[i]);
    add_impact(s, &t);
    int32_t warm = solve_run(s, 1000, 1e-5).sweeps;
    CHECK(cold > 10 && warm <= 2);
    free(s);
}

TEST(the_weakest_of_a_chain_gives_way_and_no_other) {
    solver* s = make();
    for (int32_t i = 0; i < 6; ++i) {
        solve_body body = ball(0, 0, -1.0);
        solve_add_body(s, &body);
    }
    for (int32_t i = 0; i < 6; ++i) { // they bear 6, 5, 4, 3, 2 and 1
        solve_joint j = {.side = {point(i, 0, 0, 0), i > 0 ? point(i - 1, 0, 0, 0) : the_world},
                         .row_count = 3,
                         .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                         .limit = i == 2   ? 1.5
                                  : i == 3 ? 2.8
                                           : 5.9};
        solve_add_joint(s, &j);
    }
    solve_run(s, 20, 1e-6);
    double p[3], t[3];
    for (int32_t i = 0; i < 6; ++i)
        CHECK(solve_reached_limit(s, i) == (i == 2));
    solve_impulse(s, 0, p);
    CHECK_NEAR(p[2], 2.0 + 1.5, 1e-4); // two bodies, and what the third's joint bore
    solve_body_impulse(s, 5, p, t, NULL);
    CHECK_NEAR(p[2], 1.5 / 4.0, 1e-4); // the four below share that, and fall on
    free(s);
}

// Of pins that pull a point more ways than it can go, none pulls away from what it wishes for: each is at its wish, or pulls as
// hard as it can towards it.
TEST(what_gave_way_pulls_towards_what_it_lacks) {
    static const double wishes[4][3] = {{9, 1, 0}, {-2, 8, 3}, {1, -2, 7}, {0, 0, -1}};
    static const double limits[4] = {1.0, 2.0, 0.5, 1.5};
    solver* s = make();
    solve_body body = ball(0.5, 0, 0);
    double p[4][3], w[3] = {0.5, 0, 0};
    solve_add_body(s, &body);
    for (int32_t i = 0; i < 4; ++i) {
        solve_joint j = {.side = {point(0, 0, 0, 0), the_world},
                         .row_count = 3,
                         .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                         .bias = {-wishes[i][0], -wishes[i][1], -wishes[i][2]},
                         .relative_compliance = 0.02,
                         .limit = limits[i]};
        solve_add_joint(s, &j);
    }
    solve_run(s, 40, 0.0);
    for (int32_t i = 0; i < 4; ++i) {
        solve_impulse(s, i, p[i]);
        for (int k = 0; k < 3; ++k)
            w[k] += p[i][k];
    }
    for (int32_t i = 0; i < 4; ++i) {
        double coord_impulse = 0.0, lacks = 0.0, along = 0.0;
        for (int k = 0; k < 3; ++k) {
            coord_impulse += p[i][k] * p[i][k];
            lacks += (wishes[i][k] - w[k]) * (wishes[i][k] - w[k]);
            along += p[i][k] * (wishes[i][k] - w[k]);
        }
        CHECK(solve_reached_limit(s, i));
        CHECK_NEAR(sqrt(coord_impulse), limits[i], 1e-4);
        CHECK_NEAR(along / sqrt(coord_impulse * lacks), 1.0, 1e-3);
    }
    free(s);
}

TEST(what_does_not_fit_is_refused) {
    solve_room room = {1, 4, 1, 0, 0, 3 * 8};
    solver* s = place(&room);
    solve_body body = ball(0, 0, 0);
    CHECK(solve_add_body(s, &body) == 0 && solve_add_body(s, &body) == -1);
    CHECK(solve_add_hold(s, 0, hold_centre, NULL) == -1);
    solve_contact c = {.side = {point(0, 0, 0, 0), the_world}, .normal = {0, 0, 1}, .friction = 1};
    CHECK(solve_add_contact(s, &c) == 0 && solve_add_contact(s, &c) == -1);
    solve_clear(s);
    CHECK(solve_add_body(s, &body) == 0 && solve_add_contact(s, &c) == 0);
    free(s);
}

TEST_MAIN(CASE(the_oracles_contacts_have_its_impulses), CASE(impacts_never_add_energy),
          CASE(sweeps_that_end_early_add_no_energy), CASE(a_joint_that_lags_keeps_its_load),
          CASE(a_joint_that_lags_throws_nothing), CASE(sweeps_and_pivoting_agree),
          CASE(normals_and_friction_hold_together),
          CASE(the_weakest_of_a_chain_gives_way_and_no_other),
          CASE(what_gave_way_pulls_towards_what_it_lacks), CASE(momentum_passes_from_body_to_body),
          CASE(friction_takes_mu_times_the_normal_or_all_slip), CASE(a_gap_may_close_and_no_more),
          CASE(a_soft_joint_yields_and_a_weak_one_gives_way), CASE(a_chain_closes_in_two_sweeps),
          CASE(holds_and_contacts_agree), CASE(a_warm_start_needs_fewer_sweeps),
          CASE(what_does_not_fit_is_refused))
