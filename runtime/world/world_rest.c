// Sleep: what is at rest together falls asleep together.
//
// An island is what is in contact, one with the next. It sleeps when nothing in it has moved for half a
// second by more than a twentieth of its size a second. Colliders and bodies that no contact can move are
// not part of it: the ground does not join everything that stands on it.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/body/body_dynamics.h"
#include "runtime/body/bound.h"
#include "runtime/body/sleep.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

static const double STILL = 0.05; // sizes a second, ...
static const double FALLING =
    0.005;                      // ... or of the speed of a fall by the size: small bodies are fast
static const double HUM = 30.0; // rad/s
// Limits: flesh that is borne beyond this, or below many times its own weight, is at rest as far as it can be.
static const double PRESSED = 0.8;
static const float WORLD_REST_QUIET = 0.5f; // seconds
static const float AWOKEN =
    1e-3f; // seconds: what wakes was still until then, and is to be so for WORLD_REST_QUIET again

static bool sleeps(const supple_body* b) {
    return b->state->asleep != 0;
}

// Whether contacts held it in the step: then it counts by how far it went in it. They hold places, and what they take from
// a speed in a substep they give back in the next; so does flesh that its weight presses to its limit.
static bool is_borne(const world_body* wb) {
    return wb->noted > 0 && wb->steps && free_is(wb->body);
}

// The flesh's, the mesh's unit a second. What vibrates faster than HUM counts by how far it goes, not by how fast.
static double flesh_speed(const world_body* wb, int32_t part, double dt) {
    const supple_body* b = wb->body;
    double sum = 0.0;
    if (b->parts[part].model->kinematic) // it goes on, whatever bears it
        return sleep_rests(wb->body, part) ? 0.0 : INFINITY;
    if (is_borne(wb) && ((double)bound_now(b, part) > PRESSED || world_overload(wb) > 1.0))
        return 0.0;
    for (int32_t i = 0; i < b->active[part]; ++i) {
        int32_t coord = b->parts[part].first + i;
        double rate = body_rate(b, coord), speed = fabs((double)b->v[coord]),
               went = fabs((double)b->amount[coord] - (double)b->amount_before[coord]) / dt;
        speed = rate > HUM ? speed * HUM / rate : is_borne(wb) ? went : speed;
        sum += speed * (double)b->parts[part].asset.coords[i].reach;
    }
    return sum;
}

// Of rigid motion, of what nothing bears.
static double rigid_speed(const world_body* wb) {
    const supple_body* b = wb->body;
    const free_state* f = &b->state->free;
    double size = wb->skin->size * (double)b->state->options.world_metres, spin[3];
    free_measure m;
    free_measure_now(b, &m);
    free_spin(b, &m, spin);
    return sqrt(dot3(f->velocity, f->velocity)) + sqrt(dot3(spin, spin)) * size;
}

// How far no point of the body has gone from where it rested, metres.
static double strayed(const world_body* wb) {
    const free_state* f = &wb->body->state->free;
    const world_pose* from = &wb->resting;
    double displacement = 0.0, turn = 0.0,
           size = wb->skin->size * (double)wb->body->state->options.world_metres;
    for (int i = 0; i < 3; ++i) {
        displacement += (f->place[i] - from->place[i]) * (f->place[i] - from->place[i]);
        for (int k = 0; k < 3; ++k)
            turn += (f->turn[i][k] - from->turn[i][k]) * (f->turn[i][k] - from->turn[i][k]);
    }
    return sqrt(displacement) + sqrt(0.5 * turn) * size;
}

// No point of the body moves faster than this, metres a second; of what contacts bear, without rigid motion.
static double fastest(const world_body* wb, double dt) {
    const supple_body* b = wb->body;
    double speed = free_is(b) && !is_borne(wb) ? rigid_speed(wb) : 0.0;
    for (int32_t p = 0; p < b->part_count; ++p)
        speed += flesh_speed(wb, p, dt) * (double)b->asset.metres;
    return speed;
}

double world_still_speed(const world_body* wb) {
    double size = wb->skin->size * (double)wb->body->state->options.world_metres,
           fall = FALLING * sqrt(9.81 * size);
    return STILL * size > fall ? STILL * size : fall;
}

static bool is_held(const supple_body* b) {
    for (int32_t i = 0; i < b->pin_count; ++i)
        if (b->pins[i].used != 0)
            return true;
    return false;
}

// Whether it is kinematic and has a speed.
static bool goes_on(const supple_body* b) {
    const free_state* f = &b->state->free;
    return free_is_kinematic(b) && (dot3(f->kinematic_motion[0], f->kinematic_motion[0]) > 0.0 ||
                                    dot3(f->kinematic_motion[1], f->kinematic_motion[1]) > 0.0);
}

// Whether it is still. What contacts bear may shiver where it lies, as flesh does that its weight presses to its limit: it
// is still while it has not strayed from there by what the still speed takes it in WORLD_REST_QUIET.
static bool stays(world_body* wb, double dt) {
    double most = world_still_speed(wb);
    if (wb->quiet == 0.0f) {
        memcpy(wb->resting.place, wb->began.place, sizeof wb->resting.place);
        memcpy(wb->resting.turn, wb->began.turn, sizeof wb->resting.turn);
    }
    return fastest(wb, dt) < most &&
           (!is_borne(wb) || strayed(wb) < most * (double)WORLD_REST_QUIET);
}

// Union-find with path halving (Tarjan & van Leeuwen 1984).
int32_t world_root(supple_world* w, int32_t slot) {
    SUPPLE_ASSERT(slot >= 0 && slot < w->body_count);
    while (w->bodies[slot].island != slot) {
        int32_t next = w->bodies[slot].island;
        slot = w->bodies[slot].island = w->bodies[next].island;
    }
    return slot;
}

void world_join(supple_world* w, int32_t slot, int32_t other) {
    int32_t a = world_root(w, slot), b = world_root(w, other);
    w->bodies[a > b ? a : b].island = a < b ? a : b;
}

static void join(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].island = i;
    for (int32_t i = 0; i < w->contact_counts[0]; ++i) {
        const supple_contact* c = &w->contacts[0][i];
        if (c->other_or_null == NULL || free_is_kinematic(c->body) ||
            free_is_kinematic(c->other_or_null))
            continue;
        world_join(w, world_slot(w, c->body), world_slot(w, c->other_or_null));
    }
}

void world_join_joints(supple_world* w) {
    for (int32_t i = 0; i < w->joint_count; ++i) {
        const world_joint* j = &w->joints[i];
        if (!j->used || j->broken || j->slot[1] < 0)
            continue;
        world_join(w, j->slot[0], j->slot[1]);
    }
}

void world_find_islands(supple_world* w) {
    join(w);
    world_join_joints(w);
}

static void put_to_sleep(world_body* wb) {
    body_dynamics_sleep(wb->body);
    wb->quiet = AWOKEN;
}

// Flesh on bones without contacts sleeps by its own rule (sleep.c), which needs no margin for contacts.
static bool has_rule(const world_body* wb) {
    return wb->noted == 0 && !free_is(wb->body);
}

void world_rest(supple_world* w, float dt) {
    SUPPLE_ASSERT(dt > 0.0f);
    bool awake = false;
    for (int32_t i = 0; i < w->body_count && !awake; ++i)
        awake = w->bodies[i].body != NULL && !sleeps(w->bodies[i].body);
    if (!awake)
        return;
    world_find_islands(w);
    // the most restless of an island, in the slot of its root
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].still_seconds = INFINITY;
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        if (wb->body == NULL || sleeps(wb->body))
            continue;
        bool still = wb->body->state->dynamics.may_sleep && !goes_on(wb->body) &&
                     !is_held(wb->body) && wb->body->state->fading == 0 && !has_rule(wb) &&
                     (free_is(wb->body) || wb->body->state->still >= BODY_STILL) &&
                     stays(wb, (double)dt);
        wb->quiet = still ? wb->quiet + dt : 0.0f;
        world_body* at = &w->bodies[world_root(w, i)];
        at->still_seconds = wb->quiet < at->still_seconds ? wb->quiet : at->still_seconds;
    }
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        if (wb->body == NULL || sleeps(wb->body) ||
            w->bodies[world_root(w, i)].still_seconds < WORLD_REST_QUIET)
            continue;
        put_to_sleep(wb);
    }
}
