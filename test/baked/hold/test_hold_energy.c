// The account of levers on bones: a lever is a motor, and flesh has no more energy than motors put in.
//
// A lever pushes at one place so that another is where it should be. Bones hold the flesh, so that it is in no account of
// a world. Its own is kept here, substep by substep: what pins change of velocities, and the work of their forces along
// the way of the coordinates, covers the energy of the flesh at all times; and once targets stand no more is put in than
// is taken out again.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "runtime/body/step.h"
#include "scenes/toy.h"
#include "test/kit/check.h"

#include <math.h>
#include <string.h>

enum { COORDS = 20, POINTS = 12, MOVES = 60, STANDS = 240 };
static const float DT = 1.0f / 60.0f;

typedef struct account {
    double put_in, taken; // J of pins: work of both signs
    double most;          // energy above what was put in so far, at worst
    double energy;        // now
} account;

static double kinetic(const supple_body* b) {
    double sum = 0.0;
    for (int32_t i = 0; i < b->coord_count; ++i)
        sum += 0.5 * (double)b->v[i] * (double)b->v[i];
    return sum;
}

static double energy_of(const supple_body* b) {
    double sum = kinetic(b);
    for (int32_t i = 0; i < b->coord_count; ++i)
        sum += 0.5 * (double)b->lambda[i] * (double)b->q[i] * (double)b->q[i];
    return sum;
}

static void note(account* a, double work) {
    a->put_in += work > 0.0 ? work : 0.0;
    a->taken -= work < 0.0 ? work : 0.0;
}

// A step by its parts, with what pins do in each of them written down.
static void step(supple_body* b, account* a) {
    float force[COORDS], q[COORDS];
    if (!step_begin(b, DT))
        return;
    step_cut(b, step_wish(b));
    while (b->step.n < b->step.substeps) {
        step_begin_substep(b);
        double before = kinetic(b), work = 0.0;
        memcpy(force, b->force, sizeof force);
        step_hold_pins(b);
        note(a, kinetic(b) - before);
        memcpy(q, b->q, sizeof q);
        for (int32_t i = 0; i < COORDS; ++i)
            force[i] = b->force[i] - force[i];
        step_end_substep(b);
        for (int32_t i = 0; i < COORDS; ++i)
            work += (double)force[i] * ((double)b->q[i] - (double)q[i]);
        note(a, work);
        a->energy = energy_of(b);
        a->most = fmax(a->most, a->energy - (a->put_in - a->taken));
    }
    double before = kinetic(b);
    step_end(b);
    note(a, kinetic(b) - before);
}

// One point is moved by 3 mm within a second by a push at another, and then held there.
static account hold_by(const toy* t, supple_point at, supple_point lever, double* late) {
    supple_body_options how = supple_body_options_default(&t->asset);
    how.gravity = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body* b = supple_body_create(&t->asset, &how, NULL);
    account a = {0.0, 0.0, 0.0, 0.0};
    supple_vec3 target = supple_body_position(b, at);
    supple_pin id = supple_body_hold(b, SUPPLE_HOLD_PLACE, &at, &target, 1, &lever, 1);
    *late = 0.0;
    for (int frame = 0; frame < MOVES + STANDS; ++frame) {
        double until = a.put_in - a.taken;
        if (frame < MOVES) {
            target.x += 0.003f / MOVES;
            supple_body_move_hold(b, id, &target);
        }
        step(b, &a);
        *late = frame >= MOVES + STANDS / 2 ? fmax(*late, a.put_in - a.taken - until) : 0.0;
    }
    supple_body_destroy(b);
    return a;
}

TEST(flesh_that_levers_move_has_no_more_energy_than_they_put_in) {
    arena* memory = arena_create();
    report r = report_new(memory);
    toy_options o = toy_default();
    toy t;
    o.modes = COORDS;
    o.first = 6.0;
    CHECK(toy_make(&o, memory, &t, &r));
    double worst = 0.0, late = 0.0, largest = 0.0;
    for (int i = 1; i < POINTS; ++i) {
        uint32_t v = (uint32_t)(i * t.asset.vertex_count / POINTS);
        supple_point at = {{0, 0, 0}, {1.0f, 0.0f, 0.0f}}, lever = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
        double then;
        account a = hold_by(&t, at, lever, &then);
        worst = fmax(worst, a.most / a.put_in);
        late = fmax(late, then / a.put_in);
        largest = fmax(largest, a.energy / a.put_in);
    }
    printf("    %d levers: energy above what was put in %.1e of it, in a frame when targets stand "
           "%.1e, left %.2g\n",
           POINTS - 1, worst, late, largest);
    CHECK(worst < 1e-5);
    CHECK(late < 3e-3);
    CHECK(largest <= 1.0);
    arena_destroy(memory);
}

TEST_MAIN(CASE(flesh_that_levers_move_has_no_more_energy_than_they_put_in))
