// Bodies through bodies: no centre passes another's core, nothing changes sides of a slab.
//
// A core is a ball about the centre, half as wide as what is left of the inscribed ball when all flesh is displaced by
// its limit: whatever flesh does, two cores do not meet while surfaces stay on their sides. Within a frame centres go
// straight against each other; where they bounce, the chord is farther away than the path, so it accuses nobody.
// Two that came into each other have no sides yet: they are judged when they have been apart, by their inscribed balls.
// A slab is too thin for a core. It has sides: above and below its flesh at the limit, over the middle half of it; a
// centre that was last on one of them and is now on the other went through, or was never over the slab between.
// Rings have holes, which things may pass: they have no core, and no pair with one is judged by it.
// SPDX-License-Identifier: MIT
#include "scenes/world_through.h"

#include "runtime/body/body.h"

#include <math.h>

enum { WORLD_THROUGH_BODIES_BESIDE = 2 }; // a side of a slab that is none: not over it

#define CORE   0.5   // of what is left of the inscribed ball
#define HEIGHT 0.2   // of a slab, over its size
#define HOLE   0.215 // radius of that of a ring
#define COLUMN 0.5   // over so much of a slab it has sides, about its middle

static vec3 centre_of(const run_body* b) {
    const double* p = b->body->state->free.place;
    return v3(p[0], p[1], p[2]);
}

static bool is_watched(const run_body* b) {
    return b->in && !b->driven && !b->lifted;
}

double through_limit(const world_run* r, int32_t body) {
    const script_body* s = &r->script->bodies[body];
    double volume = r->bodies[body].mass / (1000.0 * s->density);
    return s->limit > 0.0 ? s->limit * cbrt(volume) : 0.5 * s->size;
}

double through_inscribed(const world_run* r, int32_t body) {
    static const double inscribed[SCRIPT_KINDS] = {
        [SCRIPT_CUBE] = 0.5,          [SCRIPT_BALL] = 0.5,       [SCRIPT_JELLY] = 0.5,
        [SCRIPT_SLAB] = 0.5 * HEIGHT, [SCRIPT_ROD] = 1.0 / 12.0, [SCRIPT_TORUS] = -HOLE,
        [SCRIPT_FIGURE] = 0.25};
    const script_body* s = &r->script->bodies[body];
    return inscribed[s->kind] * s->size;
}

// The radius of a core; below 0 of what is so thin that flesh may bend its centre's surroundings aside.
static double core_of(const world_run* r, int32_t body) {
    return CORE * (through_inscribed(r, body) - through_limit(r, body));
}

// Joints without contacts let two into each other.
static bool are_joined(const world_run* r, int32_t a, int32_t b) {
    for (int32_t i = 0; i < r->script->joint_count; ++i) {
        const script_joint* j = &r->script->joints[i];
        if (!j->collide && ((j->body == a && j->other == b) || (j->body == b && j->other == a)))
            return true;
    }
    return false;
}

// The side of a slab that a centre is clearly on: 1, -1, WORLD_THROUGH_BODIES_BESIDE, or 0 within its flesh.
static int side_of(const world_run* r, int32_t slab, vec3 centre) {
    const run_body* b = &r->bodies[slab];
    const double(*turn)[3] = (const double(*)[3])b->body->state->free.turn;
    vec3 d = v3_sub(centre, centre_of(b));
    double x[3], clear = 0.5 * HEIGHT * b->size + through_limit(r, slab);
    for (int k = 0; k < 3; ++k)
        x[k] = turn[0][k] * d.x + turn[1][k] * d.y + turn[2][k] * d.z;
    bool over = fabs(x[0]) < 0.5 * COLUMN * b->size && fabs(x[2]) < 0.5 * COLUMN * b->size;
    return !over ? WORLD_THROUGH_BODIES_BESIDE : x[1] > clear ? 1 : x[1] < -clear ? -1 : 0;
}

// How near two centres came to each other in the frame.
static double nearest(vec3 from, vec3 to) {
    vec3 displacement = v3_sub(to, from);
    double along = v3_dot(displacement, displacement),
           t = along > 0.0 ? -v3_dot(from, displacement) / along : 0.0;
    vec3 at = v3_add(from, v3_scale(displacement, fmax(0.0, fmin(1.0, t))));
    return sqrt(v3_dot(at, at));
}

static void accuse(world_run* r, int32_t body) {
    if (r->m.through++ > 0)
        return;
    r->m.through_body = body;
    r->m.through_time = r->time;
}

static void look_at_cores(world_run* r, int32_t a, int32_t b) {
    bool ring =
        r->script->bodies[a].kind == SCRIPT_TORUS || r->script->bodies[b].kind == SCRIPT_TORUS;
    double core = ring ? 0.0 : core_of(r, a) + core_of(r, b);
    run_body *one = &r->bodies[a], *other = &r->bodies[b];
    vec3 from = v3_sub(one->centre, other->centre), to = v3_sub(centre_of(one), centre_of(other));
    bool passed = !one->merged[b] && core > 0.0 && nearest(from, to) < core;
    if (passed)
        accuse(r, a);
    one->merged[b] = (passed || one->merged[b]) &&
                     sqrt(v3_dot(to, to)) < through_inscribed(r, a) + through_inscribed(r, b);
}

static void look_at_sides(world_run* r, int32_t a, int32_t slab) {
    int8_t* last = &r->bodies[a].sides[slab];
    int now = side_of(r, slab, centre_of(&r->bodies[a]));
    if (now == WORLD_THROUGH_BODIES_BESIDE)
        *last = 0;
    else if (now != 0) {
        if (*last == -now)
            accuse(r, a);
        *last = (int8_t)now;
    }
}

static void look_at_pair(world_run* r, int32_t a, int32_t b) {
    if (are_joined(r, a, b) || (r->bodies[a].ghost && r->bodies[b].ghost))
        return;
    look_at_cores(r, a, b);
    if (r->script->bodies[b].kind == SCRIPT_SLAB)
        look_at_sides(r, a, b);
    if (r->script->bodies[a].kind == SCRIPT_SLAB)
        look_at_sides(r, b, a);
}

void through_bodies_watch(world_run* r, int32_t body) {
    for (int32_t i = 0; i < r->script->body_count; ++i) {
        int32_t first = i < body ? i : body, second = i < body ? body : i;
        r->bodies[first].merged[second] = true;
        r->bodies[i].sides[body] = r->bodies[body].sides[i] = 0;
    }
}

void through_bodies_look(world_run* r) {
    for (int32_t a = 0; a < r->script->body_count; ++a)
        for (int32_t b = a + 1; b < r->script->body_count && is_watched(&r->bodies[a]); ++b)
            if (is_watched(&r->bodies[b]))
                look_at_pair(r, a, b);
}
