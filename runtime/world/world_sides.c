// Where bodies of a world are going, and what moves the points of their contacts.
//
// Rows of a point are found once a substep, for both of its solves.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/point.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

void world_predict(world_body* wb, double h) {
    SUPPLE_ASSERT(wb->body != NULL && h >= 0.0);
    supple_body* b = wb->body;
    size_t palette = sizeof(float[12]) * (size_t)b->bone_count;
    memcpy(wb->end, body_palette(b), palette);
    memcpy(wb->begin, wb->end, palette);
    if (free_is(b) && h == 0.0)
        return;
    if (free_is(b)) {
        const free_state* f = &b->state->free;
        double fall[3], centre[3], velocity[3], spin[3];
        double unit = 1.0 / (double)b->state->options.world_metres;
        free_spin(b, &b->measured, spin);
        free_fall(b, fall);
        for (int k = 0; k < 3; ++k) {
            centre[k] = f->place[k] * unit;
            velocity[k] = (f->velocity[k] + 0.5 * h * fall[k]) * unit;
        }
        contact_advance(wb->begin[0], centre, velocity, spin, h, wb->end[0]);
        for (int32_t i = 1; i < b->bone_count; ++i)
            memcpy(wb->end[i], wb->end[0], sizeof wb->end[0]);
        return;
    }
    // bones travel straight from one palette to the next
    const float(*before)[12] = body_palette_before(b);
    float n = (float)b->step.n, cuts = (float)(b->step.substeps > 0 ? b->step.substeps : 1);
    float from = n / cuts, to = from + (float)(h / b->step.all);
    to = to < 1.0f ? to : 1.0f;
    for (int32_t bone = 0; bone < b->bone_count; ++bone)
        for (int i = 0; i < 12; ++i) {
            float x = before[bone][i], displacement = wb->end[bone][i] - x;
            wb->begin[bone][i] = x + from * displacement;
            wb->end[bone][i] = x + to * displacement;
        }
}

static const double MOST_TURN = 0.5;   // rad in a substep, of what is held, and ...
static const double MOST_STRUCK = 1.0; // ... of what is in contact, by a gap of ...
static const double STRUCK_GAP = 0.01; // ... so many sizes
static const double WORLD_SIDES_SETTLED = 0.02;
// Seconds: what swings or bounces is slow for shorter. If contacts yielded and stood in turns within a swing, they would
// keep it going.
static const float SETTLED_FOR = 0.1f;

// ---- how much of an impulse flesh takes ------------------------------------------------

// Whether a free body has less kinetic energy, that of its flesh included, than a fall by WORLD_SIDES_SETTLED of its size would give
// it. What its flesh bears does not count: a soft body that lies still is bent by its weight.
static bool is_slow(const world_body* wb) {
    const supple_body* b = wb->body;
    if (!free_is(b))
        return false;
    const free_state* f = &b->state->free;
    double mass = b->parts[0].asset.record->mass, fall[3], flesh = 0.0,
           size = wb->skin->size * (double)b->state->options.world_metres;
    for (int32_t i = 0; i < b->active[0]; ++i)
        flesh += (double)b->v[i] * (double)b->v[i];
    double energy =
        0.5 * (mass * dot3(f->velocity, f->velocity) + dot3(f->momentum, wb->spin) + flesh);
    free_fall(b, fall);
    return energy < WORLD_SIDES_SETTLED * mass * sqrt(dot3(fall, fall)) * size;
}

void world_begin_mobility(world_body* wb) {
    SUPPLE_ASSERT(wb->body != NULL);
    memset(wb->held, 0, sizeof wb->held);
    wb->struck = wb->foreseen = false;
    if (free_is(wb->body))
        free_spin(wb->body, &wb->body->measured, wb->spin);
    wb->slow = is_slow(wb) ? wb->slow + wb->body->step.h : 0.0f;
    wb->settled = wb->slow >= SETTLED_FOR;
    for (int32_t p = 0; p < wb->body->part_count; ++p)
        wb->mobility[p] = 1.0;
}

// The rows of what holds a body are those of small turns. A body that is held and turns farther within a substep is
// braked to that: it could not be held, and would gain from it. What is held to the world goes round it, and as fast.
// So would a rod that is struck and turns by radians: its contacts push where its ends no longer are.
void world_brake(world_body* wb, double h) {
    SUPPLE_ASSERT(wb->body != NULL && h > 0.0);
    supple_body* b = wb->body;
    bool held = wb->joined || b->held_by_world;
    if (!free_is(b) || (!held && !wb->struck))
        return;
    free_state* f = &b->state->free;
    free_spin(b, &b->measured, wb->spin);
    double turn = sqrt(dot3(wb->spin, wb->spin)) * h, most = held ? MOST_TURN : MOST_STRUCK,
           less = turn > most ? most / turn : 1.0;
    for (int k = 0; k < 3 && less < 1.0; ++k) {
        f->momentum[k] *= less;
        f->velocity[k] *= wb->anchored || b->held_by_world ? less : 1.0;
        wb->spin[k] *= less;
    }
}

void world_pay(world_body* wb) {
    SUPPLE_ASSERT(wb->body != NULL);
    supple_body* b = wb->body;
    free_state* f = &b->state->free;
    if (!free_is(b) || !(b->step.owed > 0.0))
        return;
    free_spin(b, &b->measured, wb->spin);
    double mass = b->parts[0].asset.record->mass,
           moves = 0.5 * mass * dot3(f->velocity, f->velocity) + 0.5 * dot3(f->momentum, wb->spin),
           less = moves > b->step.owed ? sqrt(1.0 - b->step.owed / moves) : 0.0;
    for (int k = 0; k < 3; ++k) {
        f->velocity[k] *= less;
        f->momentum[k] *= less;
    }
}

// ---- sides -----------------------------------------------------------------------------

// Speeds of the point's bones, which no impulse changes; metres.
static void add_bone_speed(const supple_body* b, supple_point at, double sign, double drift[3]) {
    if (free_is(b) || !(b->state->dt[0] > 0.0f))
        return;
    for (int corner = 0; corner < 3; ++corner) {
        float now[3], before[3];
        point_vertex(b, at.vertex[corner], body_palette(b), now);
        point_vertex(b, at.vertex[corner], body_palette_before(b), before);
        double scale = sign * (double)at.weight[corner] * (double)b->state->options.world_metres /
                       (double)b->state->dt[0];
        for (int k = 0; k < 3; ++k)
            drift[k] += scale * ((double)now[k] - (double)before[k]);
    }
}

// Whether a coordinate moves the point whose rows are in `lever`; those that are not active have none there.
static bool moves_by(const world_body* wb, int32_t coord) {
    size_t n = (size_t)wb->body->coord_count, c = (size_t)coord;
    return wb->lever[c] != 0.0 || wb->lever[n + c] != 0.0 || wb->lever[2 * n + c] != 0.0;
}

// What is kinematic moves a point as its bones do: from rows in `lever`, which it leaves, to `drift`; metres a second, the
// mean of the substep.
static void add_kinematic_speed(const world_body* wb, double sign, double drift[3]) {
    const supple_body* b = wb->body;
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first;
             i < b->parts[p].first + b->active[p] && b->parts[p].model->kinematic; ++i) {
            propagator_matrix m = propagator_get(&b->table, i);
            double q = (double)b->q[i],
                   to = m.e11 * q + m.e12 * (double)b->v[i] + m.g1 * (double)b->force[i],
                   speed = sign * (double)b->state->options.world_metres *
                           (double)body_fade_fraction(b->fade[i]) * (to - q) / (double)b->step.h;
            for (int k = 0; k < 3; ++k) {
                double* lever = &wb->lever[(size_t)k * (size_t)b->coord_count + (size_t)i];
                drift[k] += speed * *lever;
                *lever = 0.0;
            }
        }
}

// The rows of a side along a contact's normal; two fours of products at a time.
static void find_along(int32_t count, const float* restrict xyz, const double normal[3],
                       float* restrict out) {
    const float *x = xyz, *y = x + count, *z = y + count;
    float a = (float)normal[0], b = (float)normal[1], c = (float)normal[2];
    for (int32_t i = 0; i < count; ++i)
        out[i] = a * x[i] + b * y[i] + c * z[i];
}

// rows: room for [WORLD_SIDE_ROWS][coord_count].
static void find_side(const supple_world* w, const contact* t, int which, float* rows,
                      world_sides* s) {
    const world_body* wb = &w->bodies[s->slot[which]];
    const supple_body* b = wb->body;
    solve_side* side = &s->side[which];
    double metres = b->state->options.world_metres, fraction = world_flesh_fraction(wb, t);
    for (int k = 0; k < 3 && free_is(b); ++k)
        side->arm[k] = t->place[k] * metres - b->state->free.place[k];
    side->rows = side->along_or_null =
        rows; // also where nothing moves the point: sums over no columns
    point_rows(b, which == 0 ? t->at : t->there, wb->lever);
    add_kinematic_speed(wb, which == 0 ? 1.0 : -1.0, s->drift);
    int32_t n = b->coord_count, first = 0, end = n;
    while (first < n && !moves_by(wb, first))
        ++first;
    while (end > first && !moves_by(wb, end - 1))
        --end;
    if (end <= first)
        return;
    side->first = first;
    side->count = side->stride = end - first;
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->parts[p].count; ++i) {
            if (i < first || i >= end)
                continue;
            double scale = fraction * metres * (double)body_fade_fraction(b->fade[i]);
            for (int k = 0; k < 3; ++k)
                rows[(size_t)k * (size_t)(end - first) + (size_t)(i - first)] =
                    (float)(scale * wb->lever[(size_t)k * (size_t)n + (size_t)i]);
        }
    float* along = rows + 3 * (size_t)(end - first);
    find_along(end - first, rows, t->normal, along);
    side->along_or_null = along;
}

// Contacts of a pair follow each other; those of centres come after all.
static void count_pairs(supple_world* w) {
    for (int32_t first = 0, end; first < w->found_count; first = end) {
        const contact* t = &w->found[first];
        for (end = first + 1; end < w->found_count && w->found[end].body == t->body &&
                              w->found[end].other == t->other &&
                              w->found[end].collider == t->collider;)
            ++end;
        for (int32_t i = first; i < end; ++i)
            w->sides[i].pair_count = end - first;
    }
}

void world_find_sides(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].contact_count = 0;
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        world_sides* s = &w->sides[i];
        size_t room = WORLD_SIDE_ROWS * (size_t)w->solve_widest;
        float* rows = w->side_rows + 2 * (size_t)i * room;
        memset(s, 0, sizeof *s);
        s->side[0].along_or_null = s->side[1].along_or_null = rows;
        ++w->bodies[t->body].contact_count;
        if (t->other >= 0 && t->other != t->body)
            ++w->bodies[t->other].contact_count;
        if (t->gap < STRUCK_GAP * w->bodies[t->body].skin->size) {
            w->bodies[t->body].struck = true;
            w->bodies[t->other >= 0 ? t->other : t->body].struck = true;
        }
        s->slot[0] = w->bodies[t->body].steps ? t->body : -1;
        s->slot[1] = t->other >= 0 && w->bodies[t->other].steps ? t->other : -1;
        if (s->slot[0] >= 0 && t->core)
            s->side[0].rows = rows; // rigid, at the centre itself
        else if (s->slot[0] >= 0)
            find_side(w, t, 0, rows, s);
        if (s->slot[1] >= 0)
            find_side(w, t, 1, rows + room, s);
        add_bone_speed(w->bodies[t->body].body, t->at, 1.0, s->drift);
        if (t->other >= 0) {
            add_bone_speed(w->bodies[t->other].body, t->there, -1.0, s->drift);
        } else {
            double speed[3], metres = w->bodies[t->body].body->state->options.world_metres;
            collider_velocity(&w->colliders.slots[t->collider], t->place, speed);
            for (int k = 0; k < 3; ++k)
                s->drift[k] -= speed[k] * metres;
        }
    }
    count_pairs(w);
}

// The velocity of a side along the normal, now.
static double side_speed(const supple_world* w, const world_sides* s, int which,
                         const double normal[3]) {
    if (s->slot[which] < 0)
        return 0.0;
    const world_body* wb = &w->bodies[s->slot[which]];
    const solve_side* side = &s->side[which];
    double sum = 0.0, turned[3];
    for (int32_t c = 0; c < side->count; ++c)
        sum += (double)side->along_or_null[c] * (double)wb->body->v[side->first + c];
    if (free_is(wb->body)) {
        cross3(wb->spin, side->arm, turned);
        sum += dot3(wb->body->state->free.velocity, normal) + dot3(turned, normal);
    }
    return sum;
}

// How fast a contact closes, m/s.
static double closing_speed(const supple_world* w, int32_t i) {
    const contact* t = &w->found[i];
    const world_sides* s = &w->sides[i];
    double speed = side_speed(w, s, 1, t->normal) - side_speed(w, s, 0, t->normal);
    for (int k = 0; k < 3; ++k)
        speed -= s->drift[k] * t->normal[k];
    return speed;
}

bool world_find_approaches(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    bool any = false;
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].approaches = false;
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        world_body* island = &w->bodies[world_root(w, t->body)];
        if (island->approaches)
            continue;
        double metres = w->bodies[t->body].body->state->options.world_metres;
        double speed = w->sides[i].closing - (t->gap > 0.0 ? t->gap * metres / h : 0.0);
        island->approaches = speed > (double)w->options.tolerance * metres;
        any |= island->approaches;
    }
    return any;
}

// ---- impacts ---------------------------------------------------------------------------

// What a unit of impulse along a contact's normal does to one side: velocities there, m/s, of rigid motion and of
// flesh; and how far it throws flesh anywhere, the mesh's unit a second.
typedef struct side_response {
    double rigid, flesh, thrown;
} side_response;

static const double LEAST_ROOM = 0.1; // limits
static const double THROWN =
    2.0; // the sum over all coordinates is that much more than any vertex moves

static side_response respond(const supple_world* w, const world_sides* s, int which,
                             const double normal[3]) {
    side_response out = {0.0, 0.0, 0.0};
    if (s->slot[which] < 0)
        return out;
    const world_body* wb = &w->bodies[s->slot[which]];
    const supple_body* b = wb->body;
    const solve_side* side = &s->side[which];
    if (free_is(b)) {
        double twist[3], turn[3];
        cross3(side->arm, normal, twist);
        times3(wb->inverse, twist, turn);
        out.rigid = free_is_kinematic(b)
                        ? 0.0
                        : 1.0 / (double)b->parts[0].asset.record->mass + dot3(twist, turn);
    }
    for (int32_t c = 0; c < side->count; ++c) {
        double along = (double)side->along_or_null[c];
        out.flesh += along * along * (double)b->inverse_mass[side->first + c];
        if (free_is(b))
            out.thrown += fabs(along) * (double)bound_reach(b, 0, side->first + c);
    }
    return out;
}

// The fraction of an impact that flesh takes is as much as its limit leaves room for in the substep: g with
// g thrown u h <= room (rigid + g flesh + the other side's). Without this, flesh would swallow a fast impact
// within one substep, be stopped at its limit after it, and the body would have gone through a wall.
void world_spare_flesh(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        if (!wb->steps || wb->contact_count == 0 || !free_is(wb->body))
            continue;
        double left = 1.0 - (double)bound_now(wb->body, 0);
        wb->room =
            (left > LEAST_ROOM ? left : LEAST_ROOM) * THROWN * (double)wb->body->tuning[0].limit;
        free_inverse_inertia(wb->body, &wb->body->measured, wb->inverse);
    }
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        double speed = w->sides[i].closing = closing_speed(w, i);
        if (!(speed > 0.0))
            continue;
        side_response r[2] = {respond(w, &w->sides[i], 0, t->normal),
                              respond(w, &w->sides[i], 1, t->normal)};
        for (int k = 0; k < 2; ++k) {
            int32_t slot = w->sides[i].slot[k];
            if (slot < 0 || !free_is(w->bodies[slot].body))
                continue;
            double room = w->bodies[slot].room,
                   others = r[k].rigid + r[1 - k].rigid + r[1 - k].flesh,
                   over = r[k].thrown * speed * h - room * r[k].flesh;
            double most = over > 0.0 ? room * others / over : 1.0;
            if (most < w->bodies[slot].mobility[0])
                w->bodies[slot].mobility[0] = most;
        }
    }
}
