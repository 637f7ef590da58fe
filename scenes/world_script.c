// Scripts: how they are put together, printed, and what their bodies are made from.
// SPDX-License-Identifier: MIT
#include "scenes/world_script.h"

#include "runtime/math/exact.h"

#include <math.h>
#include <string.h>

// ---- putting together ------------------------------------------------------------------

void script_begin(world_script* s, const char* name) {
    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->seconds = 5.0;
    s->dt = 1.0 / 60.0;
    s->gravity = v3(0.0, -9.81, 0.0);
    s->friction = 0.5;
    s->rests = true;
}

script_body script_body_default(script_kind kind) {
    bool jelly = kind == SCRIPT_JELLY; // as `supple bake` makes it of the sample
    return (script_body){.kind = kind,
                         .size = 0.1,
                         .density = 1.0,
                         .first = jelly ? 4.1 : 6.0,
                         .ratio = jelly ? 0.183 : 0.1,
                         .modes = jelly ? 8 : 20,
                         .limit = 0.25,
                         .enters = -1.0,
                         .leaves = INFINITY};
}

int32_t script_add_body(world_script* s, script_body b) {
    if (s->body_count < SCRIPT_BODIES)
        s->bodies[s->body_count++] = b;
    return s->body_count - 1;
}

int32_t script_add_collider(world_script* s, script_collider c) {
    if (s->collider_count < SCRIPT_COLLIDERS)
        s->colliders[s->collider_count++] = c;
    return s->collider_count - 1;
}

int32_t script_add_ground(world_script* s) {
    return script_add_collider(s, (script_collider){.kind = SUPPLE_PLANE, .friction = -1.0});
}

void script_add_joint(world_script* s, script_joint j) {
    if (s->joint_count < SCRIPT_JOINTS)
        s->joints[s->joint_count++] = j;
}

// In the order of time.
void script_add_event(world_script* s, script_event e) {
    if (s->event_count == SCRIPT_EVENTS)
        return;
    int32_t at = s->event_count++;
    for (; at > 0 && s->events[at - 1].time > e.time; --at)
        s->events[at] = s->events[at - 1];
    s->events[at] = e;
}

void script_add_room(world_script* s, double half) {
    static const double q = 0.5 * EXACT_PI;
    static const double turns[6][3] = {{0, 0, 0},  {2 * q, 0, 0}, {0, 0, q},
                                       {0, 0, -q}, {q, 0, 0},     {-q, 0, 0}};
    static const double sides[6][3] = {{0, -1, 0}, {0, 1, 0},  {1, 0, 0},
                                       {-1, 0, 0}, {0, 0, -1}, {0, 0, 1}};
    s->room = half;
    for (int i = 0; i < 6; ++i)
        script_add_collider(s, (script_collider){.kind = SUPPLE_PLANE,
                                                 .friction = -1.0,
                                                 .turn = v3(turns[i][0], turns[i][1], turns[i][2]),
                                                 .place = v3(half * sides[i][0], half * sides[i][1],
                                                             half * sides[i][2])});
}

// ---- time ------------------------------------------------------------------------------

static bool moves(const script_path* p) {
    return v3_dot(p->velocity, p->velocity) + v3_dot(p->spin, p->spin) +
               p->rate * v3_dot(p->swing, p->swing) >
           0.0;
}

double script_last_event(const world_script* s) {
    double last = 0.0;
    for (int32_t i = 0; i < s->body_count; ++i) {
        const script_body* b = &s->bodies[i];
        last = fmax(last, b->enters);
        if (b->leaves < s->seconds)
            last = fmax(last, b->leaves);
        if (b->driven && (moves(&b->path) || b->bend > 0.0))
            last = fmax(last, b->path.until);
    }
    for (int32_t i = 0; i < s->collider_count; ++i) {
        const script_collider* c = &s->colliders[i];
        last = fmax(last, fmax(c->enters, c->leaves));
        if (moves(&c->path))
            last = fmax(last, c->path.until);
    }
    for (int32_t i = 0; i < s->event_count; ++i) {
        const script_event* e = &s->events[i];
        bool lasts = e->deed == SCRIPT_PUSH || e->deed == SCRIPT_PIN || e->deed == SCRIPT_LEVER ||
                     e->deed == SCRIPT_LIFT || e->deed == SCRIPT_GHOST;
        last = fmax(last, e->time + (lasts ? e->amount : 0.0));
    }
    return last;
}

double script_decay(const world_script* s, bool driven) {
    double longest = 0.0;
    for (int32_t i = 0; i < s->body_count; ++i) {
        if (s->bodies[i].driven != driven || s->bodies[i].rigid != SCRIPT_SOFT)
            continue;
        double d = s->bodies[i].ratio * 2.0 * EXACT_PI * s->bodies[i].first;
        longest = fmax(longest, d > 0.0 ? 1.0 / d : INFINITY);
    }
    return longest;
}

int32_t script_pin_count(const world_script* s, int32_t body) {
    int32_t count = 0;
    for (int32_t i = 0; i < s->event_count; ++i)
        if (s->events[i].body == body)
            count += s->events[i].deed == SCRIPT_PIN     ? 1
                     : s->events[i].deed == SCRIPT_LEVER ? 2
                                                         : 0;
    return count;
}

bool script_collider_there(const script_collider* c, double time) {
    return time >= c->enters && (c->leaves == 0.0 || time < c->leaves);
}

double script_mass(const script_body* b) {
    static const double filled[SCRIPT_KINDS] = {1.0, 0.52, 0.14, 0.2, 0.028, 1.0, 0.25};
    return 1000.0 * filled[b->kind] * b->density * b->size * b->size * b->size;
}

double script_fastest(const world_script* s) {
    double square = 0.0, fall = 0.0, g = sqrt(v3_dot(s->gravity, s->gravity));
    for (int32_t i = 0; i < s->body_count; ++i) {
        const script_body* b = &s->bodies[i];
        double speed =
            sqrt(v3_dot(b->velocity, b->velocity)) + 0.5 * b->size * sqrt(v3_dot(b->spin, b->spin));
        square = fmax(square, speed * speed);
        fall = fmax(fall, s->bodies[i].place.y + s->room);
    }
    for (int32_t i = 0; i < s->event_count; ++i) {
        const script_event* e = &s->events[i];
        double by = sqrt(v3_dot(e->by, e->by)), mass = script_mass(&s->bodies[e->body]);
        // at the surface a kick is felt twice as much, about, by how the body turns
        double speed = e->deed == SCRIPT_KICK    ? 2.0 * by / mass
                       : e->deed == SCRIPT_PUSH  ? 2.0 * by / mass * e->amount
                       : e->deed == SCRIPT_THROW ? by + 0.5 * e->amount * s->bodies[e->body].size
                       : e->deed == SCRIPT_LIFT  ? by
                       : e->deed == SCRIPT_WEIGH ? fabs(e->amount) * g * by
                                                 : 0.0;
        square = fmax(square, speed * speed);
        fall = e->deed == SCRIPT_TELEPORT ? fmax(fall, e->by.y + s->room) : fall;
        if (e->deed == SCRIPT_LIFT) // up from where it is, and more than once
            fall += fmax(0.0, e->by.y * e->amount);
        if (e->deed == SCRIPT_WEIGH)
            fall = fmax(fall, 0.5 * fabs(e->amount) * g * by * by + 2.0 * s->room);
    }
    return sqrt(square + 2.0 * g * fall);
}

// ---- poses -----------------------------------------------------------------------------

static void turn_of(vec3 turn, double out[3][3]) {
    double angle = sqrt(v3_dot(turn, turn)), s, c;
    vec3 n = angle > 0.0 ? v3_scale(turn, 1.0 / angle) : v3(0.0, 1.0, 0.0);
    const double a[3] = {n.x, n.y, n.z};
    const double cross[3][3] = {{0, -n.z, n.y}, {n.z, 0, -n.x}, {-n.y, n.x, 0}};
    exact_sincos(angle, &s, &c);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            out[i][k] = (i == k ? c : 0.0) + s * cross[i][k] + (1.0 - c) * a[i] * a[k];
}

static supple_matrix matrix_of(const double t[3][3], vec3 origin) {
    supple_matrix m = {{0}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            m.m[4 * k + i] = (float)t[i][k];
    m.m[12] = (float)origin.x;
    m.m[13] = (float)origin.y;
    m.m[14] = (float)origin.z;
    m.m[15] = 1.0f;
    return m;
}

supple_matrix script_pose(vec3 turn, vec3 origin) {
    double t[3][3];
    turn_of(turn, t);
    return matrix_of((const double(*)[3])t, origin);
}

supple_matrix script_path_pose(const script_path* p, vec3 turn, vec3 origin, double time) {
    double t = fmax(0.0, fmin(time, p->until) - p->from), begin[3][3], more[3][3], all[3][3];
    vec3 sway = v3_scale(p->swing, exact_sin(2.0 * EXACT_PI * p->rate * t));
    turn_of(turn, begin);
    turn_of(v3_scale(p->spin, t), more);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            all[i][k] =
                more[i][0] * begin[0][k] + more[i][1] * begin[1][k] + more[i][2] * begin[2][k];
    return matrix_of((const double(*)[3])all,
                     v3_add(origin, v3_add(v3_scale(p->velocity, t), sway)));
}

// ---- assets ----------------------------------------------------------------------------

static toy_options stock_options(script_kind kind) {
    static const struct {
        toy_kind kind;
        double size[3];
        int32_t cells[3], bones;
    } kinds[SCRIPT_KINDS] = {
        [SCRIPT_CUBE] = {TOY_BOX, {0.1, 0.1, 0.1}, {3, 3, 3}, 1},
        [SCRIPT_BALL] = {TOY_BALL, {0.1, 0.1, 0.1}, {4, 4, 4}, 1},
        [SCRIPT_TORUS] = {TOY_TORUS, {0.1, 0.028, 0.1}, {12, 2, 2}, 1},
        [SCRIPT_SLAB] = {TOY_BOX, {0.1, 0.02, 0.1}, {5, 1, 5}, 1},
        [SCRIPT_ROD] = {TOY_BOX, {0.0166, 0.1, 0.0166}, {1, 8, 1}, 1},
        [SCRIPT_JELLY] = {TOY_BOX, {0.1, 0.1, 0.1}, {10, 10, 10}, 1},
        [SCRIPT_FIGURE] = {TOY_BOX, {0.05, 0.1, 0.05}, {4, 8, 4}, 3},
    };
    toy_options o = toy_default();
    o.kind = kinds[kind].kind;
    o.size = v3(kinds[kind].size[0], kinds[kind].size[1], kinds[kind].size[2]);
    memcpy(o.cells, kinds[kind].cells, sizeof o.cells);
    o.bones = kinds[kind].bones;
    o.modes = 60;
    return o;
}

script_stock script_stock_new(void) {
    script_stock s = {.memory = arena_create()};
    s.r = report_new(s.memory);
    return s;
}

void script_stock_close(script_stock* s) {
    arena_destroy(s->memory);
}

bool script_asset(script_stock* s, const script_body* b, arena* memory, toy* out) {
    if (!s->made[b->kind]) {
        s->options[b->kind] = stock_options(b->kind);
        if (!toy_make(&s->options[b->kind], s->memory, &s->toys[b->kind], &s->r))
            return false;
        s->made[b->kind] = true;
    }
    toy_change c = {b->size / 0.1, b->density, b->first, b->ratio, b->modes};
    return toy_make_changed(&s->toys[b->kind], &s->options[b->kind], &c, memory, out, &s->r);
}
