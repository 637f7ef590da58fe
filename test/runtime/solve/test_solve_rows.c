// Rows of the solver: where they begin and end changes no answer, and what is told of flesh and to holds is what impulses did.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve.h"

#include "test/kit/check.h"

#include <math.h>

enum { COORDS = 22, CONTACTS = 5, JOINTS = 3, BLOCKS = CONTACTS + JOINTS, SWEEPS = 400 };

static uint64_t seed;

static double chance(void) { // -1 to 1
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)seed / 9.3e18;
}

static int32_t below(int32_t n) {
    int32_t i = (int32_t)((chance() + 1.0) * 0.5 * n);
    return i < n ? i : n - 1;
}

// Two bodies, the first of them free, on each other and on the world.
typedef struct scene {
    double gain[2][COORDS], speed[2][COORDS], velocity[3], spin[3], arm[BLOCKS][3];
    int32_t first[BLOCKS][2], count[BLOCKS][2];
    float rows[BLOCKS][2][3][COORDS]; // zero but from `first` on, `count` of them
} scene;

static const double INERTIA_INVERSE[3][3] = {{9, 2, -1.5}, {2, 6, 1}, {-1.5, 1, 7}};

static scene make_scene(void) {
    scene t = {.velocity = {0}};
    for (int32_t k = 0; k < 3; ++k) {
        t.velocity[k] = chance() - (k == 2);
        t.spin[k] = chance();
    }
    for (int32_t b = 0; b < 2; ++b)
        for (int32_t i = 0; i < COORDS; ++i) {
            t.gain[b][i] = 1.5 + chance();
            t.speed[b][i] = chance();
        }
    for (int32_t j = 0; j < BLOCKS; ++j)
        for (int32_t b = 0; b < 2; ++b) {
            t.first[j][b] = below(COORDS - 8);
            t.count[j][b] = 4 + below(COORDS - t.first[j][b] - 4);
            for (int32_t k = 0; k < 3; ++k) {
                t.arm[j][k] = chance();
                for (int32_t i = 0; i < t.count[j][b]; ++i)
                    t.rows[j][b][k][t.first[j][b] + i] = (float)chance();
            }
        }
    return t;
}

static solve_side side_of(const scene* t, int32_t j, int32_t b, bool whole) {
    solve_side s = {.body = b,
                    .first = whole ? 0 : t->first[j][b],
                    .count = whole ? COORDS : t->count[j][b],
                    .rows = t->rows[j][b][0] + (whole ? 0 : t->first[j][b]),
                    .stride = COORDS};
    memcpy(s.arm, t->arm[j], sizeof s.arm);
    return s;
}

static solver* make(void) {
    const solve_room room = {2, 2 * COORDS, BLOCKS, 2, 1, (int64_t)BLOCKS * 6 * 40};
    uint8_t* memory = aligned_alloc(16, solve_size(&room) + solve_coords_size(&room));
    solver* s = solve_place(memory, &room);
    solve_place_coords(s, memory + solve_size(&room), room.coords);
    return s;
}

static const double AXES[3][3] = {{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}};

static void add_all(solver* s, const scene* t, bool whole) {
    static const solve_side the_world = {.body = -1};
    solve_body body = {.free = true,
                       .mass_inverse = 0.5,
                       .coord_count = COORDS,
                       .gain = t->gain[0],
                       .speed = t->speed[0]},
               other = {.coord_count = COORDS, .gain = t->gain[1], .speed = t->speed[1]};
    memcpy(body.inertia_inverse, INERTIA_INVERSE, sizeof INERTIA_INVERSE);
    memcpy(body.velocity, t->velocity, sizeof body.velocity);
    memcpy(body.spin, t->spin, sizeof body.spin);
    solve_clear(s);
    solve_add_body(s, &body);
    solve_add_body(s, &other);
    for (int32_t j = 0; j < JOINTS; ++j) { // of one, two and three rows; the last goes by sweeps
        solve_joint joint = {.side = {side_of(t, j, j % 2, whole), side_of(t, j, 1 - j % 2, whole)},
                             .row_count = j + 1,
                             .softness = 0.3,
                             .limit = INFINITY};
        memcpy(joint.axes, AXES, sizeof AXES);
        solve_add_joint(s, &joint);
    }
    for (int32_t j = JOINTS; j < BLOCKS; ++j) {
        solve_contact c = {
            .side = {side_of(t, j, 0, whole), j % 2 ? side_of(t, j, 1, whole) : the_world},
            .normal = {0, 0, 1},
            .softness = 0.05,
            .friction = 0.4};
        solve_add_contact(s, &c);
    }
}

// Rows told from their first number on to their last are those that zeros fill up on both sides.
TEST(rows_may_begin_and_end_anywhere) {
    solver *part = make(), *whole = make();
    double worst = 0.0, largest = 0.0;
    seed = 11;
    for (int32_t round = 0; round < 40; ++round) {
        scene t = make_scene();
        add_all(part, &t, false);
        add_all(whole, &t, true);
        solve_run(part, SWEEPS, 0.0);
        solve_run(whole, SWEEPS, 0.0);
        for (int32_t j = 0; j < BLOCKS; ++j) {
            double p[3], q[3];
            solve_impulse(part, j, p);
            solve_impulse(whole, j, q);
            for (int32_t k = 0; k < 3; ++k) {
                worst = fmax(worst, fabs(p[k] - q[k]));
                largest = fmax(largest, fabs(q[k]));
            }
            if (j >= JOINTS)
                worst = fmax(worst, fabs(solve_motion(part, j) - solve_motion(whole, j)));
        }
    }
    printf("        off by %.1e, the largest impulse is %.2f\n", worst, largest);
    CHECK(worst < 1e-4 && largest > 0.5);
    free(part);
    free(whole);
}

// Of a joint's side on flesh: rows times the speeds after the run, along the joint's axes.
TEST(flesh_moves_at_a_joint_as_its_coordinates_do) {
    solver* s = make();
    double worst = 0.0;
    seed = 12;
    for (int32_t round = 0; round < 40; ++round) {
        scene t = make_scene();
        add_all(s, &t, false);
        solve_run(s, SWEEPS, 0.0);
        double p[3], turning[3], impulse[COORDS];
        solve_body_impulse(s, 1, p, turning, impulse);
        for (int32_t j = 0; j < JOINTS; ++j)
            for (int32_t half = 0; half < 2; ++half) { // of what the run changed, or all of it
                double got[3], want[3] = {0.0, 0.0, 0.0}, share = half ? 0.5 : 1.0;
                solve_flesh_motion(s, j, 1 - j % 2, share, got);
                for (int32_t r = 0; r <= j; ++r) {
                    double along = 0.0;
                    for (int32_t i = 0; i < COORDS; ++i)
                        for (int32_t k = 0; k < 3; ++k)
                            along += AXES[r][k] * (double)t.rows[j][1][k][i] *
                                     (t.speed[1][i] + share * t.gain[1][i] * impulse[i]);
                    for (int32_t k = 0; k < 3; ++k)
                        want[k] += along * AXES[r][k];
                }
                for (int32_t k = 0; k < 3; ++k)
                    worst = fmax(worst, fabs(got[k] - want[k]));
            }
    }
    printf("        off by %.1e\n", worst);
    CHECK(worst < 1e-4);
    free(s);
}

enum { NUMBERS = 6 + COORDS };

// Asks for nothing and keeps what it saw.
static double look(void* user, const double* w, const double* own, double* coord_impulse) {
    (void)own;
    (void)coord_impulse;
    memcpy(user, w, sizeof(double) * NUMBERS);
    return 0.0;
}

TEST(a_hold_sees_what_impulses_did_to_its_body) {
    solver* s = make();
    double worst = 0.0, turned = 0.0;
    seed = 13;
    for (int32_t round = 0; round < 40; ++round) {
        scene t = make_scene();
        double seen[NUMBERS], p[3], turning[3], impulse[COORDS];
        add_all(s, &t, false);
        solve_add_hold(s, 0, look, seen);
        solve_run(s, SWEEPS, 0.0);
        solve_body_impulse(s, 0, p, turning, impulse);
        for (int32_t k = 0; k < 3; ++k) {
            double spin = t.spin[k];
            for (int32_t i = 0; i < 3; ++i)
                spin += INERTIA_INVERSE[k][i] * turning[i];
            worst = fmax(worst, fabs(seen[k] - (t.velocity[k] + 0.5 * p[k])));
            worst = fmax(worst, fabs(seen[3 + k] - spin));
            turned = fmax(turned, fabs(spin - t.spin[k]));
        }
        for (int32_t i = 0; i < COORDS; ++i)
            worst = fmax(worst, fabs(seen[6 + i] - (t.speed[0][i] + t.gain[0][i] * impulse[i])));
    }
    printf("        off by %.1e\n", worst);
    CHECK(worst < 1e-4 && turned > 0.5);
    free(s);
}

// A soft contact yields by its softness times its impulse: p >= 0, J w + bias + softness p >= 0, and one of them is 0.
TEST(soft_contacts_yield_by_their_softness) {
    static const solve_side the_world = {.body = -1};
    solver* s = make();
    double worst = 0.0, yielded = 0.0;
    seed = 14;
    for (int32_t round = 0; round < 200; ++round) {
        scene t = make_scene();
        double softness[CONTACTS];
        solve_body body = {.free = true,
                           .mass_inverse = 0.5,
                           .coord_count = COORDS,
                           .gain = t.gain[0],
                           .speed = t.speed[0]};
        memcpy(body.inertia_inverse, INERTIA_INVERSE, sizeof INERTIA_INVERSE);
        memcpy(body.velocity, t.velocity, sizeof body.velocity);
        memcpy(body.spin, t.spin, sizeof body.spin);
        solve_clear(s);
        solve_add_body(s, &body);
        for (int32_t i = 0; i < CONTACTS; ++i) { // without friction: solved by pivoting
            softness[i] = 2.0 + 2.0 * chance();
            solve_contact c = {.side = {side_of(&t, i, 0, false), the_world},
                               .normal = {0, 0, 1},
                               .bias = chance() - 1.0,
                               .softness = softness[i]};
            solve_add_contact(s, &c);
        }
        solve_run(s, SWEEPS, 0.0);
        for (int32_t i = 0; i < CONTACTS; ++i) {
            double p[3];
            solve_impulse(s, i, p);
            double left = solve_motion(s, i) + softness[i] * p[2];
            worst = fmax(worst, fmax(-p[2], fmax(-left, p[2] > 1e-6 ? fabs(left) : 0.0)));
            yielded = fmax(yielded, softness[i] * p[2]);
        }
    }
    printf("        off by %.1e, yields by %.1f m/s at most\n", worst, yielded);
    CHECK(worst < 1e-4 && yielded > 0.5);
    free(s);
}

TEST_MAIN(CASE(rows_may_begin_and_end_anywhere), CASE(flesh_moves_at_a_joint_as_its_coordinates_do),
          CASE(a_hold_sees_what_impulses_did_to_its_body),
          CASE(soft_contacts_yield_by_their_softness))
