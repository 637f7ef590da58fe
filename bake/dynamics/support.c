// From event to event.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/support.h"

#include "bake/base/assert.h"

#include <string.h>

// Of a step: what is left of it after an event and is less is rounding.
static const double SUPPORT_LEAST_PART = 1e-9;

// ---- checks ----------------------------------------------------------------------------

bool support_check(const support* s, place where, report* r) {
    bool sound = true;
    if (!isfinite(v3_dot(s->pivot, s->pivot)))
        sound = report_error(r, where, "the support's pivot is no place");
    if (s->kind == SUPPORT_TURNING && !(fabs(v3_length(s->axis) - 1.0) < 1e-9))
        sound = report_error(r, where,
                             "the support turns about (%g, %g, %g), which is not of unit length",
                             s->axis.x, s->axis.y, s->axis.z);
    if (s->kind == SUPPORT_TURNING && !(s->low <= s->high && isfinite(s->high - s->low)))
        sound = report_error(r, where,
                             "the support turns from %g to %g rad: the first must not be larger",
                             s->low, s->high);
    if (s->kind != SUPPORT_CLIP)
        return sound;
    if (s->key_count < 1 || !(s->key_seconds > 0.0 && isfinite(s->key_seconds)))
        return report_error(r, where, "the support's clip has %d keys, %g s apart", s->key_count,
                            s->key_seconds);
    for (int32_t i = 0; i < s->key_count; ++i) {
        const support_key* k = &s->keys[i];
        double turn = k->turn.x * k->turn.x + k->turn.y * k->turn.y + k->turn.z * k->turn.z +
                      k->turn.w * k->turn.w;
        if (!isfinite(v3_dot(k->centre, k->centre)) || !(fabs(turn - 1.0) < 1e-6))
            return report_error(r, where, "key %d of the support's clip is no place or no rotation",
                                i);
    }
    return sound;
}

// ---- where the frame is ------------------------------------------------------------------

// The turn from one to another, the short way, as axis times angle.
static vec3 turn_between(quat from, quat to) {
    quat q = quat_mul(to, quat_conjugate(from));
    double sign = q.w < 0.0 ? -1.0 : 1.0, size = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    if (size == 0.0)
        return v3(0.0, 0.0, 0.0);
    double angle = 2.0 * exact_atan2(size, sign * q.w);
    return v3_scale(v3(q.x, q.y, q.z), sign * angle / size);
}

// Velocity and spin towards the next key.
static void head_for_key(const support* s, support_state* at) {
    const support_key* k = &s->keys[at->key];
    at->centre = k->centre;
    at->turn = k->turn;
    at->key_time = 0.0;
    at->velocity = at->spin = v3(0.0, 0.0, 0.0);
    if (at->key + 1 == s->key_count)
        return;
    at->velocity = v3_scale(v3_sub(k[1].centre, k[0].centre), 1.0 / s->key_seconds);
    at->spin = v3_scale(turn_between(k[0].turn, k[1].turn), 1.0 / s->key_seconds);
}

support_state support_beginning(const support* s) {
    support_state at = {.centre = s->pivot, .turn = quat_identity(), .angle = s->low};
    if (s->kind == SUPPORT_TURNING)
        at.turn = quat_axis_angle(s->axis, at.angle);
    if (s->kind == SUPPORT_CLIP)
        head_for_key(s, &at);
    return at;
}

// Seconds until something happens by itself.
static double until_event(const support* s, const support_state* at) {
    if (s->kind == SUPPORT_TURNING && at->rate > 0.0)
        return (s->high - at->angle) / at->rate;
    if (s->kind == SUPPORT_TURNING && at->rate < 0.0)
        return (s->low - at->angle) / at->rate;
    if (s->kind == SUPPORT_CLIP && at->key + 1 < s->key_count)
        return s->key_seconds - at->key_time;
    return INFINITY;
}

static void advance(const support* s, support_state* at, double h) {
    double speed = v3_length(at->spin);
    at->time += h;
    at->key_time += h;
    at->centre = v3_madd(at->centre, at->velocity, h);
    if (s->kind == SUPPORT_TURNING) {
        at->angle += at->rate * h;
        at->turn = quat_axis_angle(s->axis, at->angle); // without drift
    } else if (speed > 0.0) {
        quat step = quat_axis_angle(v3_scale(at->spin, 1.0 / speed), speed * h);
        at->turn = quat_unit(quat_mul(step, at->turn));
    }
}

// What happens by itself where `until_event` is over.
static void prepare_contact(const support* s, support_state* at) {
    if (s->kind == SUPPORT_CLIP) {
        ++at->key;
        head_for_key(s, at);
        return;
    }
    at->angle = at->rate > 0.0 ? s->high : s->low;
    at->turn = quat_axis_angle(s->axis, at->angle);
    at->rate = 0.0;
    at->spin = v3(0.0, 0.0, 0.0);
}

void support_pass(const support* s, support_state* at, double h) {
    double end = at->time + h;
    for (double left = h; left > SUPPORT_LEAST_PART * h;) {
        double event = until_event(s, at), part = event < left ? event : left;
        if (part > SUPPORT_LEAST_PART * h)
            advance(s, at, part);
        left -= part;
        if (event - part <= SUPPORT_LEAST_PART * h)
            prepare_contact(s, at);
    }
    at->time = end;
}

void support_head(const support* s, support_state* at, vec3 velocity, vec3 spin, double rate) {
    if (s->kind == SUPPORT_FREE) {
        at->velocity = velocity;
        at->spin = spin;
        return;
    }
    bool stands = (rate > 0.0 && at->angle >= s->high) || (rate < 0.0 && at->angle <= s->low);
    at->rate = stands ? 0.0 : rate;
    at->spin = v3_scale(s->axis, at->rate);
}

vec3 support_seen(const support* s, const support_state* at, vec3 x) {
    return v3_add(quat_rotate(at->turn, v3_sub(x, s->pivot)), at->centre);
}

vec3 support_speed(const support* s, const support_state* at, vec3 x) {
    vec3 arm = quat_rotate(at->turn, v3_sub(x, s->pivot));
    return v3_add(at->velocity, v3_cross(at->spin, arm));
}

// ---- what the body feels -----------------------------------------------------------------

static void set_columns(double to[3][3], int column, vec3 v) {
    to[0][column] = v.x;
    to[1][column] = v.y;
    to[2][column] = v.z;
}

// x = R X + t with t = centre - R pivot: R' = spin x R, R'' = spin x (spin x R).
static moment_frame frame_of(const support* s, const support_state* at) {
    static const vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    moment_frame f = {.shift1 = {0}};
    for (int k = 0; k < 3; ++k) {
        vec3 r = quat_rotate(at->turn, axes[k]), once = v3_cross(at->spin, r);
        set_columns(f.carry, k, r);
        set_columns(f.carry1, k, once);
        set_columns(f.carry2, k, v3_cross(at->spin, once));
    }
    vec3 once = v3_cross(at->spin, quat_rotate(at->turn, s->pivot));
    f.shift1 = v3_sub(at->velocity, once);
    f.shift2 = v3_scale(v3_cross(at->spin, once), -1.0);
    return f;
}

static moment moment_of(support_body* b, const support_state* at, const double* force_or_null) {
    moment_frame f = frame_of(&b->support, at);
    for (int32_t i = 0; i < b->node_count; ++i)
        b->frames[i] = f;
    if (b->leads.lead != NULL)
        b->leads.lead(b->leads.user, at, b->held);
    return (moment){.weights = b->weights,
                    .frames_or_null = b->frames,
                    .force_or_null = force_or_null,
                    .held_or_null = b->leads.lead != NULL ? b->held : NULL};
}

static void set_force(support_body* b, const double* force_or_null) {
    size_t bytes = 3 * (size_t)b->node_count * sizeof *b->force;
    if (force_or_null != NULL)
        memcpy(b->force, force_or_null, bytes);
    else
        memset(b->force, 0, bytes);
}

// From the pivot to where a node is now, in the frame.
static vec3 arm_of(const support_body* b, int32_t node) {
    const double* u = dynamics_u(b->body) + 3 * (size_t)node;
    return v3_sub(v3_add(b->nodes[node], v3(u[0], u[1], u[2])), b->support.pivot);
}

static bool kick_body(support_body* b, report* r) {
    const moment now = moment_of(b, &b->at, b->force);
    return dynamics_kick(b->body, &now, b->kick, r);
}

// Velocity and spin of the frame have changed from those of `before`: what is free does not feel it at once.
static bool jump(support_body* b, const support_state* before, report* r) {
    vec3 velocity = v3_sub(b->at.velocity, before->velocity),
         spin = v3_sub(b->at.spin, before->spin);
    quat back = quat_conjugate(b->at.turn);
    for (int32_t i = 0; i < b->node_count; ++i) {
        vec3 arm = quat_rotate(b->at.turn, arm_of(b, i));
        vec3 change = quat_rotate(back, v3_scale(v3_add(velocity, v3_cross(spin, arm)), -1.0));
        memcpy(b->kick + 3 * (size_t)i, &change, sizeof change);
    }
    return kick_body(b, r);
}

// ---- use -------------------------------------------------------------------------------

support_body support_make(const support* s, dynamics* body, const dynamics_body* of,
                          arena* memory) {
    support_body b = {
        .support = *s, .body = body, .node_count = of->node_count, .nodes = of->nodes};
    b.frames = ARENA_NEW(memory, moment_frame, (size_t)of->node_count);
    b.force = ARENA_NEW(memory, double, 3 * (size_t)of->node_count);
    b.kick = ARENA_NEW(memory, double, 3 * (size_t)of->node_count);
    b.held = ARENA_NEW(memory, double, 9 * (size_t)of->node_count);
    b.at = support_beginning(s);
    return b;
}

bool support_start(support_body* b, const double* u_or_null, const double* v_or_null, report* r) {
    b->at = support_beginning(&b->support);
    set_force(b, NULL);
    const moment now = moment_of(b, &b->at, NULL);
    return dynamics_start(b->body, &now, u_or_null, v_or_null, r);
}

bool support_rest(support_body* b, report* r) {
    SUPPLE_ASSERT(b->support.kind != SUPPORT_CLIP);
    const moment now = moment_of(b, &b->at, b->force);
    return dynamics_rest(b->body, &now, r);
}

bool support_push(support_body* b, const double* force_or_null, report* r) {
    set_force(b, force_or_null);
    return jump(b, &b->at, r);
}

bool support_drive(support_body* b, vec3 velocity, vec3 spin, report* r) {
    SUPPLE_ASSERT(b->support.kind == SUPPORT_FREE);
    support_state before = b->at;
    support_head(&b->support, &b->at, velocity, spin, 0.0);
    return jump(b, &before, r);
}

bool support_turn(support_body* b, double rate, report* r) {
    SUPPLE_ASSERT(b->support.kind == SUPPORT_TURNING);
    support_state before = b->at;
    support_head(&b->support, &b->at, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 0.0), rate);
    return jump(b, &before, r);
}

bool support_kick(support_body* b, vec3 velocity, vec3 spin, report* r) {
    for (int32_t i = 0; i < b->node_count; ++i) {
        vec3 change = v3_add(velocity, v3_cross(spin, arm_of(b, i)));
        memcpy(b->kick + 3 * (size_t)i, &change, sizeof change);
    }
    return kick_body(b, r);
}

bool support_step(support_body* b, const double* force_or_null, double h, report* r) {
    SUPPLE_ASSERT(h > 0.0);
    for (double left = h; left > SUPPORT_LEAST_PART * h;) {
        double event = until_event(&b->support, &b->at), part = event < left ? event : left;
        if (part > SUPPORT_LEAST_PART * h) {
            support_state end = b->at;
            advance(&b->support, &end, part);
            const moment now = moment_of(b, &end, force_or_null);
            if (!dynamics_step(b->body, &now, part, r))
                return false;
            b->at = end;
            set_force(b, force_or_null);
        }
        left -= part;
        if (event - part <= SUPPORT_LEAST_PART * h) {
            support_state before = b->at;
            prepare_contact(&b->support, &b->at);
            if (!jump(b, &before, r))
                return false;
        }
    }
    return true;
}

int64_t support_state_size(const support_body* b) {
    return 3 * (int64_t)b->node_count + dynamics_state_size(b->body);
}

void support_save(support_body* b, support_state* at, double* state) {
    size_t count = 3 * (size_t)b->node_count;
    *at = b->at;
    memcpy(state, b->force, count * sizeof *state);
    dynamics_save(b->body, state + count);
}

void support_restore(support_body* b, const support_state* at, const double* state) {
    size_t count = 3 * (size_t)b->node_count;
    b->at = *at;
    set_force(b, state);
    const moment now = moment_of(b, at, b->force);
    dynamics_restore(b->body, &now, state + count);
}

vec3 support_place(const support_body* b, vec3 x) {
    return support_seen(&b->support, &b->at, x);
}
