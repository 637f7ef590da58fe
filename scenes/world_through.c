// Which side of colliders the centres of bodies are on.
// SPDX-License-Identifier: MIT
#include "scenes/world_through.h"

#include "runtime/body/body.h"

#include <math.h>
#include <string.h>

static vec3 centre_of(const run_body* b) {
    const double* p = b->body->state->free.place;
    return v3(p[0], p[1], p[2]);
}

void through_local(const supple_matrix* m, vec3 at, double out[3]) {
    const double d[3] = {at.x - (double)m->m[12], at.y - (double)m->m[13], at.z - (double)m->m[14]};
    for (int k = 0; k < 3; ++k)
        out[k] = (double)m->m[4 * k] * d[0] + (double)m->m[4 * k + 1] * d[1] +
                 (double)m->m[4 * k + 2] * d[2];
}

// A ring's centre is in its hole, where a pole may be; but not so deep in anything that all of the ring is in it.
static bool within(const script_collider* c, const script_body* b, const double x[3]) {
    double more = b->kind == SCRIPT_TORUS ? 0.5 * b->size : 0.0;
    if (c->kind == SUPPLE_PLANE)
        return x[1] < 0.0;
    if (c->kind == SUPPLE_BOX || c->kind == SUPPLE_COMPOUND) // ... and a ball on the box
        return fabs(x[0]) < c->half.x - more && fabs(x[1]) < c->half.y - more &&
               fabs(x[2]) < c->half.z - more;
    if (c->kind == SUPPLE_MESH || c->kind == SUPPLE_HEIGHTS)
        return false;
    if (c->kind == SUPPLE_HULL) // what lies within the middles of its box's faces is in it
        return (fabs(x[0]) + more) / c->half.x + (fabs(x[1]) + more) / c->half.y +
                   (fabs(x[2]) + more) / c->half.z <
               1.0;
    double y = c->kind == SUPPLE_SPHERE ? x[1] : fmax(0.0, fabs(x[1]) - c->half.y);
    double radius = c->radius - more;
    return radius > 0.0 && x[0] * x[0] + y * y + x[2] * x[2] < radius * radius;
}

// How far a place is in a collider, along the shortest way out; below 0: outside by so much at least. Sheets have no inside.
static double depth_in(const script_collider* c, const double x[3]) {
    double beside = fmin(c->half.x - fabs(x[0]), c->half.z - fabs(x[2]));
    if (c->kind == SUPPLE_PLANE)
        return -x[1];
    if (c->kind == SUPPLE_MESH)
        return fmin(beside, -fabs(x[1]));
    double box = fmin(beside, c->half.y - fabs(x[1])), up = x[1] - c->half.y;
    if (c->kind == SUPPLE_BOX || c->kind == SUPPLE_HULL || c->kind == SUPPLE_HEIGHTS)
        return box;
    if (c->kind == SUPPLE_COMPOUND)
        return fmax(box, c->radius - sqrt(x[0] * x[0] + up * up + x[2] * x[2]));
    double y = c->kind == SUPPLE_SPHERE ? x[1] : fmax(0.0, fabs(x[1]) - c->half.y);
    return c->radius - sqrt(x[0] * x[0] + y * y + x[2] * x[2]);
}

static bool is_there(const world_run* r, int32_t collider) {
    return r->colliders[collider].generation != 0;
}

double through_overlap(const world_run* r, int32_t body) {
    const run_body* b = &r->bodies[body];
    double most = 0.0;
    for (int32_t i = 0; i < r->script->collider_count; ++i) {
        if (!is_there(r, i))
            continue;
        supple_matrix pose = collider_pose(r, i, r->time);
        double x[3];
        through_local(&pose, centre_of(b), x);
        double depth = depth_in(&r->script->colliders[i], x);
        most = depth > 0.0 ? fmax(most, depth + 0.5 * b->size) : most;
    }
    return most;
}

// Through a plate, which is thinner than the body and wider.
static bool crossed(const script_collider* c, double size, const double from[3],
                    const double to[3]) {
    bool plate = (c->kind == SUPPLE_BOX && 2.0 * c->half.y < size) || c->kind == SUPPLE_MESH;
    if (!plate || c->half.x < size || c->half.z < size || (from[1] > 0.0) == (to[1] > 0.0))
        return false;
    double t = from[1] / (from[1] - to[1]);
    return fabs(from[0] + t * (to[0] - from[0])) < c->half.x - 0.5 * size &&
           fabs(from[2] + t * (to[2] - from[2])) < c->half.z - 0.5 * size;
}

// Whether a sheet may go through the body: it has no thickness that could say on which side a body belongs that is put across
// it. All of the body is nearer to its centre than its half diagonal.
static bool meets_sheet(const script_collider* c, double size, const double x[3]) {
    double reach = 0.87 * size;
    return c->kind == SUPPLE_MESH && fabs(x[1]) < reach && fabs(x[0]) < c->half.x + reach &&
           fabs(x[2]) < c->half.z + reach;
}

supple_matrix collider_pose(const world_run* r, int32_t index, double time) {
    const script_collider* c = &r->script->colliders[index];
    return script_path_pose(&c->path, c->turn, c->place, time);
}

// Whether the centre has no room: it is in, or within a twentieth of its size of, a collider other than this one. What the script
// moves may close on another collider, and go on into it. Rods that lie at a wall, and what a press leaves a fifth of its size, are
// farther from it than that.
static bool has_no_room(const world_run* r, const run_body* b, int32_t but) {
    bool none = false;
    for (int32_t i = 0; i < r->script->collider_count && !none; ++i) {
        supple_matrix pose = collider_pose(r, i, r->time + r->dt);
        double x[3];
        through_local(&pose, centre_of(b), x);
        none =
            i != but && is_there(r, i) && depth_in(&r->script->colliders[i], x) > -0.05 * b->size;
    }
    return none;
}

void through_watch(world_run* r, int32_t body) {
    run_body* b = &r->bodies[body];
    for (int32_t i = 0; i < r->script->collider_count; ++i) {
        supple_matrix pose = collider_pose(r, i, r->time);
        through_local(&pose, centre_of(b), b->local[i]);
        b->inside[i] = within(&r->script->colliders[i], &r->script->bodies[body], b->local[i]);
        b->astride[i] = meets_sheet(&r->script->colliders[i], b->size, b->local[i]);
    }
}

void through_look(world_run* r, int32_t body) {
    run_body* b = &r->bodies[body];
    for (int32_t i = 0; i < r->script->collider_count; ++i) {
        const script_collider* c = &r->script->colliders[i];
        if (c->rides > 0 || !is_there(r, i))
            continue;
        supple_matrix pose = collider_pose(r, i, r->time + r->dt);
        double now[3];
        through_local(&pose, centre_of(b), now);
        bool in = within(c, &r->script->bodies[body], now);
        b->astride[i] &= meets_sheet(c, b->size, now);
        if ((in && !b->inside[i]) || (crossed(c, b->size, b->local[i], now) && !b->astride[i])) {
            if (!has_no_room(r, b, i) && r->m.through++ == 0) {
                r->m.through_body = body;
                r->m.through_time = r->time;
            }
            b->inside[i] = true; // counted once
        }
        b->inside[i] &= in;
        memcpy(b->local[i], now, sizeof now);
    }
}
