// Overlaps: how far, for how long, and what taking them back may do.
// SPDX-License-Identifier: MIT
#include "scenes/world_overlaps.h"

#include "runtime/body/body.h"
#include "runtime/body/limit.h"
#include "runtime/math/exact.h"
#include "scenes/world_held.h"
#include "scenes/world_through.h"

#include <math.h>

static const double DRAGGED = 0.1; // sizes that a pinned point is from its target

static vec3 place_of(const run_body* b) {
    const double* p = b->body->state->free.place;
    return v3(p[0], p[1], p[2]);
}

// What a body of this size is parted by at most, m/s: as docs/world.md promises, not as the runtime has it.
static double recovery_speed(double size) {
    return fmin(RUN_RECOVERY * size, 0.3 * sqrt(9.81 * size));
}

// What overlaps has a second, and twice the time that the recovery speed of the smaller takes.
static void expect_parting(world_run* r, double overlap, double size) {
    r->part_due = fmax(r->part_due, r->time + 1.0 + 2.0 * overlap / recovery_speed(size));
}

// How far a body that comes may be in others, as if all were balls, and in colliders: out of a box it may have to travel
// many of its sizes, of which a contact tells half of one. Returns the deepest, metres.
static double find_overlap(world_run* r, int32_t body) {
    const run_body* b = &r->bodies[body];
    double most = fmax(0.0, through_overlap(r, body));
    expect_parting(r, most, b->size);
    for (int32_t i = 0; i < r->script->body_count; ++i) {
        const run_body* o = &r->bodies[i];
        if (i == body || !o->in || o->driven)
            continue;
        vec3 apart = v3_sub(place_of(o), place_of(b));
        double overlap = fmax(0.0, 0.5 * (b->size + o->size) - sqrt(v3_dot(apart, apart)));
        expect_parting(r, overlap, fmin(b->size, o->size));
        most = fmax(most, overlap);
    }
    return most;
}

static bool is_held(const world_run* r, const run_body* b) {
    bool held = b->pin_count > 0;
    for (int32_t i = 0; i < r->script->joint_count; ++i)
        held |= &r->bodies[r->script->joints[i].body] == b && r->script->joints[i].other < 0;
    return held;
}

// What a body that is held to the world cannot leave it takes back by its flesh, which is bent by as much, up to its limit,
// and hardens to limit_energy: as if its first mode were all of it, joules.
static double bending_energy(const world_run* r, const run_body* b, double overlap) {
    if (r->script->bodies[b - r->bodies].rigid != SCRIPT_SOFT)
        return 0.0;
    supple_tuning t = supple_body_tuning(b->body, 0);
    double rate = 2.0 * EXACT_PI * r->script->bodies[b - r->bodies].first,
           bent = fmin(overlap, (double)t.limit * (double)b->asset.metres);
    return 0.5 * b->mass * rate * rate * (double)t.stiffness * bent * bent * limit_energy(1.0);
}

// A body overlaps something by so much when it comes.
static void note_overlap(world_run* r, run_body* b, double overlap) {
    if (!(overlap > b->overlap))
        return;
    if (is_held(r, b))
        r->recovery += bending_energy(r, b, overlap) - bending_energy(r, b, b->overlap);
    b->overlap = overlap;
}

// ---- what moves together ----------------------------------------------------------------

typedef bool (*hangs_together)(const world_run* r, int32_t a, int32_t b);

// As if both were balls.
static bool do_overlap(const world_run* r, int32_t a, int32_t b) {
    const run_body *one = &r->bodies[a], *other = &r->bodies[b];
    vec3 apart = v3_sub(place_of(other), place_of(one));
    double reach = 0.5 * (one->size + other->size);
    return v3_dot(apart, apart) < reach * reach;
}

static bool are_jointed(const world_run* r, int32_t a, int32_t b) {
    bool jointed = false;
    for (int32_t i = 0; i < r->script->joint_count; ++i) {
        const script_joint* j = &r->script->joints[i];
        jointed |= (j->body == a && j->other == b) || (j->body == b && j->other == a);
    }
    return jointed;
}

// The free bodies that hang together with one, itself included: returns how many.
static int32_t gather(const world_run* r, int32_t body, hangs_together linked,
                      int32_t out[SCRIPT_BODIES]) {
    bool found[SCRIPT_BODIES] = {false};
    int32_t count = 1;
    out[0] = body;
    found[body] = true;
    for (int32_t i = 0; i < count; ++i)
        for (int32_t k = 0; k < r->script->body_count; ++k)
            if (!found[k] && r->bodies[k].in && !r->bodies[k].driven && linked(r, out[i], k)) {
                found[k] = true;
                out[count++] = k;
            }
    return count;
}

static double gravity_of(const world_run* r) {
    return sqrt(v3_dot(r->script->gravity, r->script->gravity));
}

void overlaps_open(world_run* r, int32_t joint, double gap) {
    int32_t body = r->script->joints[joint].body, moved[SCRIPT_BODIES];
    int32_t count = r->bodies[body].driven ? 0 : gather(r, body, are_jointed, moved);
    for (int32_t i = 0; i < count; ++i)
        r->recovery += r->bodies[moved[i]].mass * gravity_of(r) * gap;
}

void overlaps_watch(world_run* r, int32_t body) {
    run_body* b = &r->bodies[body];
    int32_t moved[SCRIPT_BODIES], count = gather(r, body, do_overlap, moved);
    r->came = r->time;
    b->overlap = 0.0;
    note_overlap(r, b, find_overlap(r, body));
    for (int32_t i = 0; i < count; ++i) {
        const run_body* o = &r->bodies[moved[i]];
        double speed = 2.0 * RUN_RECOVERY * fmin(o->size, b->size);
        r->recovery += o->mass * (0.5 * speed * speed + gravity_of(r) * b->size);
    }
}

// Half of its size, in twice the time that the recovery speed takes.
void overlaps_drag(world_run* r, run_body* b, double far) {
    if (far > DRAGGED * b->size)
        b->dragged_until = r->time + 1.0 + b->size / recovery_speed(b->size);
}

void overlaps_note(world_run* r, run_body* a, run_body* b_or_null, double depth, double led) {
    double size = b_or_null != NULL ? fmin(a->size, b_or_null->size) : a->size;
    if (r->time == r->came) {
        expect_parting(r, depth, size);
        note_overlap(r, a, depth);
        if (b_or_null != NULL)
            note_overlap(r, b_or_null, depth);
    }
    bool dragged =
        r->time < a->dragged_until || (b_or_null != NULL && r->time < b_or_null->dragged_until);
    bool stuck =
        dragged || held_reach(r, a) < led ||
        (b_or_null != NULL && (held_reach(r, b_or_null) < led || held_together(r, a, b_or_null)));
    if (r->time > r->part_due && !stuck)
        r->m.deepest = fmax(r->m.deepest, depth / size);
}
