// Rows of pins, in the order of bodies and of their pins.
// SPDX-License-Identifier: MIT
#include "runtime/world/pin_rows.h"

#include "runtime/base/assert.h"
#include "runtime/hold/pin_work.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

// What a pin yields, of its own mobility, and the most that it pulls, m/s^2 of the body's mass: so that something hard
// in its way has the last word. All pins of a body together pull no more than PIN_ROWS_TOGETHER of them.
static const double PIN_RELATIVE_COMPLIANCE = 0.02, PIN_ACCELERATION = 100.0,
                    PIN_ROWS_TOGETHER = 4.0;

static const double TORN = 0.1; // sizes from its aim: a point is torn away, until it has come back

// Places only: other holds, and levers, are solved by the body itself.
static bool takes(const supple_body* b) {
    bool any = false;
    if (!free_is(b))
        return false;
    for (int32_t k = 0; k < b->pin_count; ++k) {
        const pin_slot* p = &b->pins[k];
        if (p->used == PIN_UNUSED)
            continue;
        if (p->used != PIN_HELD || p->has_levers || !pin_work_is_live(b, k) ||
            (p->kind != SUPPLE_HOLD_PLACE && p->kind != SUPPLE_HOLD_PLACE_FORCE))
            return false;
        any = true;
    }
    return any;
}

static int32_t count_pins(const supple_body* b) {
    int32_t count = 0;
    for (int32_t k = 0; k < b->pin_count; ++k)
        count += b->pins[k].used != PIN_UNUSED;
    return count;
}

void pins_begin_step(supple_world* w) {
    w->pin_room = WORLD_PINS;
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].body != NULL)
            pins_begin_body(w, &w->bodies[i]);
}

void pins_begin_body(supple_world* w, world_body* wb) {
    SUPPLE_ASSERT(wb->body != NULL);
    int32_t count = count_pins(wb->body);
    wb->body->held_by_world = wb->steps && takes(wb->body) && count <= w->pin_room;
    if (!wb->body->held_by_world)
        return;
    w->pin_room -= count;
    wb->near = true;
}

bool pins_are_loaded(const supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].body != NULL && w->bodies[i].body->held_by_world)
            return true;
    return false;
}

// Where a point of a free body is, from its centre of mass; metres. In double: a float's rounding, divided by
// a substep, would be a speed.
static void find_arm(const supple_body* b, supple_point at, double arm[3]) {
    double bind[3] = {0.0, 0.0, 0.0};
    for (int corner = 0; corner < 3; ++corner) {
        double x[3];
        point_flesh(b, at.vertex[corner], x);
        for (int k = 0; k < 3; ++k)
            bind[k] += (double)at.weight[corner] * x[k];
    }
    free_arm(b, bind, arm);
}

static void shorten(double v[3], double most) {
    double length = sqrt(dot3(v, v));
    for (int k = 0; k < 3 && length > most; ++k)
        v[k] *= most / length;
}

// How far its aim goes in this step, metres: to the target, but no faster than PIN_SPEED sizes a second, nor faster than
// half of what a pin pulls by can stop it there.
static void find_displacement(const world_body* wb, const pin_slot* pin, double displacement[3]) {
    double metres = wb->body->state->options.world_metres;
    const double to[3] = {pin->target.x, pin->target.y, pin->target.z},
                 from[3] = {pin->aim.x, pin->aim.y, pin->aim.z};
    for (int k = 0; k < 3; ++k)
        displacement[k] = (to[k] - from[k]) * metres;
    double most = PIN_SPEED * wb->skin->size * metres,
           stops = sqrt(PIN_ACCELERATION * sqrt(dot3(displacement, displacement)));
    shorten(displacement, (stops < most ? stops : most) * wb->body->step.all);
}

// The velocity of its aim, and what brings the point there by the end of the step; m/s. A point that was TORN sizes from its
// aim goes all of the way back at the recovery speed, so that a body that was put elsewhere, or torn away, is not shot
// back. Others go the faster the nearer they are. Returns how near: 1 at its aim, 0 where it is torn away.
static double find_wish(const world_body* wb, pin_slot* pin, const double arm[3], double h,
                        double wish[3]) {
    const supple_body* b = wb->body;
    double metres = b->state->options.world_metres, displacement[3], back[3];
    int32_t n = b->step.n, all = b->step.substeps;
    const double from[3] = {pin->aim.x, pin->aim.y, pin->aim.z};
    find_displacement(wb, pin, displacement);
    for (int k = 0; k < 3; ++k)
        back[k] = from[k] * metres + displacement[k] * n / all - b->state->free.place[k] - arm[k];
    double size = wb->skin->size * metres, slow = world_recovery_speed(size),
           far = sqrt(dot3(back, back)), near = 1.0 - far / (TORN * size);
    pin->torn = !(near > 0.0) || (pin->torn != 0 && far > slow * h);
    near = pin->torn != 0 ? 0.0 : near;
    for (int k = 0; k < 3; ++k)
        back[k] /= h * (all - n);
    shorten(back, slow + near * (PIN_SPEED * size - slow));
    for (int k = 0; k < 3; ++k)
        wish[k] = displacement[k] / b->step.all + back[k];
    return near;
}

static void add_pin(supple_world* w, int32_t slot, pin_slot* pin, world_level level, double h,
                    world_pin* out) {
    world_body* wb = &w->bodies[slot];
    const supple_body* b = wb->body;
    size_t n = (size_t)b->coord_count;
    double spin[3], round[3], inward[3], fraction = PIN_ROWS_TOGETHER / count_pins(b);
    solve_joint block = {.row_count = 3,
                         .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                         .limit = (fraction < 1.0 ? fraction : 1.0) * PIN_ACCELERATION *
                                  (double)b->parts[0].asset.record->mass *
                                  (level == WORLD_FORCES ? 1.0 : h)};
    *out = (world_pin){.slot = slot, .pin = pin};
    find_arm(b, pin->point, out->arm);
    double near = find_wish(wb, pin, out->arm, h, out->wish);
    block.relative_compliance = PIN_RELATIVE_COMPLIANCE;
    if (level == WORLD_FORCES) { // what hangs is borne; what is torn away is pulled gently
        block.lag = near * PIN_RELATIVE_COMPLIANCE;
        block.relative_compliance -= block.lag;
        block.start[0] = (double)pin->force.x;
        block.start[1] = (double)pin->force.y;
        block.start[2] = (double)pin->force.z;
    }
    point_rows(b, pin->point, wb->lever);
    for (size_t i = 0; i < 3 * n; ++i)
        wb->rows[0][i] = (float)(wb->lever[i] * (double)b->state->options.world_metres *
                                 (double)body_fade_fraction(b->fade[i % n]));
    block.side[0] = (solve_side){.body = world_solver_body(w, slot, level, h),
                                 .count = b->coord_count,
                                 .rows = wb->rows[0],
                                 .stride = b->coord_count};
    memcpy(block.side[0].arm, out->arm, sizeof out->arm);
    block.side[1].body = -1;
    // the point goes round the centre while its rows go straight on
    free_spin(b, &b->measured, spin);
    cross3(spin, out->arm, round);
    cross3(spin, round, inward);
    for (int k = 0; k < 3; ++k)
        block.bias[k] =
            level == WORLD_IMPULSES ? -out->wish[k] : (0.5 * h * inward[k] - out->wish[k]) / h;
    out->block = solve_add_joint(w->solve, &block);
}

int32_t pins_add(supple_world* w, world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    w->pin_count = 0;
    for (int32_t i = 0; i < w->body_count; ++i) {
        const supple_body* b = w->bodies[i].body;
        for (int32_t k = 0; b != NULL && b->held_by_world && k < b->pin_count; ++k)
            if (b->pins[k].used != PIN_UNUSED)
                add_pin(w, i, &b->pins[k], level, h, &w->pins[w->pin_count++]);
    }
    return w->pin_count;
}

void pins_take(supple_world* w, world_level level) {
    for (int32_t i = 0; i < w->pin_count && level == WORLD_FORCES; ++i) {
        world_pin* p = &w->pins[i];
        if (p->block < 0)
            continue;
        solve_impulse(w->solve, p->block, p->force);
        p->pin->force = (supple_vec3){(float)p->force[0], (float)p->force[1], (float)p->force[2]};
    }
}

void pins_end_step(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        for (int32_t k = 0; wb->body != NULL && wb->steps && k < wb->body->pin_count; ++k) {
            pin_slot* pin = &wb->body->pins[k];
            double displacement[3], metres = wb->body->state->options.world_metres;
            find_displacement(wb, pin, displacement);
            pin->aim.x = (float)((double)pin->aim.x + displacement[0] / metres);
            pin->aim.y = (float)((double)pin->aim.y + displacement[1] / metres);
            pin->aim.z = (float)((double)pin->aim.z + displacement[2] / metres);
        }
    }
}

void pins_finish(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->pin_count; ++i) {
        const world_pin* p = &w->pins[i];
        world_body* wb = &w->bodies[p->slot];
        if (p->block < 0)
            continue;
        double own[3], arm[3], half[3];
        times3_transposed(wb->before.turn, p->arm, own);
        times3(wb->body->state->free.turn, own, arm);
        for (int k = 0; k < 3; ++k)
            half[k] = 0.5 * h * p->force[k];
        free_kick(wb->body, half, arm);
    }
}
