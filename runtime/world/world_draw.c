// A world in lines: what it takes its things for, for whoever looks for a mistake.
//
// Lines are what every engine can draw, and one call a line is all that is asked of the caller. Circles are of 24 straight pieces,
// by an exact sine, so that pictures are the same everywhere.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/joint/joint_draw.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"
#include "runtime/shape/shape.h"

#include <math.h>
#include <string.h>

enum {
    WORLD_DRAW_ROUND = 24, // pieces of a circle
    COLLIDER = 0x4fa36b,
    SENSOR = 0xd9a441,
    AWAKE = 0x3f7fd0,
    ASLEEP = 0x8a8f96,
    CONTACT = 0xd6453d,
    JOINT = 0x9a54c9,
    CENTRE = 0xe08a2c
};

typedef struct pen {
    const supple_drawing* to;
    uint32_t rgb;
} pen;

static supple_vec3 vector(const double x[3]) {
    return (supple_vec3){(float)x[0], (float)x[1], (float)x[2]};
}

static void line(const pen* p, const double a[3], const double b[3]) {
    p->to->line(p->to->user, vector(a), vector(b), p->rgb);
}

// A line between two places of a pose's own space.
static void own_line(const pen* p, const frame_pose* at, const double a[3], const double b[3]) {
    double x[3], y[3];
    times3(at->turn, a, x);
    times3(at->turn, b, y);
    along3(at->place, 1.0, x, x);
    along3(at->place, 1.0, y, y);
    line(p, x, y);
}

static void cross_at(const pen* p, const double place[3], double size) {
    for (int k = 0; k < 3; ++k) {
        double a[3], b[3];
        memcpy(a, place, sizeof a);
        memcpy(b, place, sizeof b);
        a[k] -= size;
        b[k] += size;
        line(p, a, b);
    }
}

static void box(const pen* p, const frame_pose* at, const double half[3]) {
    for (int corner = 0; corner < 8; ++corner)
        for (int k = 0; k < 3; ++k) {
            double a[3], b[3];
            if ((corner >> k & 1) != 0)
                continue;
            for (int i = 0; i < 3; ++i)
                a[i] = b[i] = (corner >> i & 1) != 0 ? half[i] : -half[i];
            b[k] = half[k];
            own_line(p, at, a, b);
        }
}

// ---- colliders -------------------------------------------------------------------------

// A circle, or half of one: about the axis that is neither u nor v, `height` along y.
static void arc(const pen* p, const frame_pose* at, int u, int v, double radius, double height,
                int from, int to) {
    for (int i = from; i < to; ++i) {
        double ends[2][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
        for (int k = 0; k < 2; ++k) {
            double s, c;
            exact_sincos(2.0 * EXACT_PI * (i + k) / WORLD_DRAW_ROUND, &s, &c);
            ends[k][1] = height;
            ends[k][u] += radius * c;
            ends[k][v] += radius * s;
        }
        own_line(p, at, ends[0], ends[1]);
    }
}

static void capsule(const pen* p, const frame_pose* at, double radius, double half) {
    for (int side = -1; side <= 1; side += 2) {
        arc(p, at, 0, 2, radius, side * half, 0, WORLD_DRAW_ROUND);
        arc(p, at, 0, 1, radius, side * half, side > 0 ? 0 : WORLD_DRAW_ROUND / 2,
            side > 0 ? WORLD_DRAW_ROUND / 2 : WORLD_DRAW_ROUND);
        arc(p, at, 2, 1, radius, side * half, side > 0 ? 0 : WORLD_DRAW_ROUND / 2,
            side > 0 ? WORLD_DRAW_ROUND / 2 : WORLD_DRAW_ROUND);
        own_line(p, at, (double[3]){side * radius, -half, 0.0},
                 (double[3]){side * radius, half, 0.0});
        own_line(p, at, (double[3]){0.0, -half, side * radius},
                 (double[3]){0.0, half, side * radius});
    }
}

static void mesh(const pen* p, const frame_pose* at, const supple_shape* s) {
    for (int32_t t = 0; t < s->triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            uint32_t a = s->triangles[3 * t + k], b = s->triangles[3 * t + (k + 1) % 3];
            double x[2][3];
            for (int i = 0; i < 3; ++i) {
                x[0][i] = (double)s->positions[3 * (size_t)a + (size_t)i];
                x[1][i] = (double)s->positions[3 * (size_t)b + (size_t)i];
            }
            own_line(p, at, x[0], x[1]);
        }
}

// The size of the largest body, or 1: how large what has no size is drawn.
static double scale_of(const supple_world* w) {
    double most = 0.0;
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].body != NULL) {
            supple_body_bounds(w->bodies[i].body); // this finds the size, too
            most = w->bodies[i].skin->size > most ? w->bodies[i].skin->size : most;
        }
    return most > 0.0 ? most : 1.0;
}

static void draw_shape(const pen* p, const collider* c, const frame_pose* at, double scale) {
    const supple_shape* s = &c->shape;
    const double half[3] = {s->half.x, s->half.y, s->half.z},
                 square[3] = {5.0 * scale, 0.0, 5.0 * scale};
    switch (s->kind) {
    case SUPPLE_PLANE:
        box(p, at, square);
        own_line(p, at, (double[3]){0.0, 0.0, 0.0}, (double[3]){0.0, 0.5 * scale, 0.0});
        break;
    case SUPPLE_SPHERE:
        for (int k = 0; k < 3; ++k)
            arc(p, at, k, (k + 1) % 3, (double)s->radius, 0.0, 0, WORLD_DRAW_ROUND);
        break;
    case SUPPLE_CAPSULE:
        capsule(p, at, (double)s->radius, half[1]);
        break;
    case SUPPLE_BOX:
        box(p, at, half);
        break;
    case SUPPLE_MESH:
    case SUPPLE_HULL:
    case SUPPLE_HEIGHTS:
        mesh(p, at, s);
        break;
    case SUPPLE_COMPOUND: // piece by piece
        break;
    }
}

static void draw_collider(const pen* p, const collider* c, double scale) {
    const frame_pose* at = c->moved ? &c->from : &c->to;
    draw_shape(p, c, at, scale);
    for (int32_t i = 0; i < c->piece_count; ++i) {
        frame_pose there = shape_within(at, &c->pieces[i].within);
        draw_shape(p, &c->pieces[i], &there, scale);
    }
}

// ---- bodies ----------------------------------------------------------------------------

// Of a closed surface every edge once, by the triangle that runs along it to the larger number; of an open one those of all triangles.
static void draw_surface(const pen* p, const world_body* wb) {
    contact_surface* s = wb->skin;
    const supple_body* b = wb->body;
    contact_surface_update(s, body_palette(b), body_palette(b), 0.0, b->state->asleep != 0);
    for (int32_t t = 0; t < s->rest->triangle_count; ++t) {
        double c[3][3];
        contact_surface_corners(s, (uint32_t)t, c);
        const uint32_t* corner = s->rest->corners[t];
        for (int k = 0; k < 3; ++k)
            if (corner[k] < corner[(k + 1) % 3] || !s->rest->closed)
                line(p, c[k], c[(k + 1) % 3]);
    }
}

static void draw_bounds(const pen* p, const supple_body* b) {
    supple_bounds is = supple_body_bounds(b);
    frame_pose at = {.turn = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    const double low[3] = {is.low.x, is.low.y, is.low.z},
                 high[3] = {is.high.x, is.high.y, is.high.z};
    double half[3];
    for (int k = 0; k < 3; ++k) {
        at.place[k] = 0.5 * (low[k] + high[k]);
        half[k] = 0.5 * (high[k] - low[k]);
    }
    box(p, &at, half);
}

static void draw_centre(const pen* p, const world_body* wb) {
    const free_state* f = &wb->body->state->free;
    double unit = 1.0 / (double)wb->body->state->options.world_metres, from[3];
    for (int k = 0; k < 3; ++k)
        from[k] = f->place[k] * unit;
    for (int k = 0; k < 3; ++k) {
        const double axis[3] = {f->turn[0][k], f->turn[1][k], f->turn[2][k]};
        double to[3];
        along3(from, 0.4 * wb->skin->size, axis, to);
        line(p, from, to);
    }
}

static void draw_body(const supple_drawing* to, const world_body* wb) {
    pen p = {to, wb->body->state->asleep != 0 ? ASLEEP : AWAKE};
    if ((to->what & SUPPLE_DRAW_SURFACES) != 0)
        draw_surface(&p, wb);
    if ((to->what & SUPPLE_DRAW_BOUNDS) != 0)
        draw_bounds(&p, wb->body);
    p.rgb = CENTRE;
    if ((to->what & SUPPLE_DRAW_CENTRES) != 0 && free_is(wb->body))
        draw_centre(&p, wb);
}

// ---- contacts --------------------------------------------------------------------------

static void draw_contacts(const pen* p, const supple_world* w) {
    float most = 0.0f;
    for (int32_t i = 0; i < w->contact_counts[0]; ++i)
        most = w->contacts[0][i].impulse > most ? w->contacts[0][i].impulse : most;
    for (int32_t i = 0; i < w->contact_counts[0]; ++i) {
        const supple_contact* c = &w->contacts[0][i];
        const double at[3] = {c->place.x, c->place.y, c->place.z},
                     normal[3] = {c->normal.x, c->normal.y, c->normal.z};
        double size = w->bodies[c->body->slot].skin->size, end[3];
        along3(at, size * (0.05 + 0.25 * (double)(most > 0.0f ? c->impulse / most : 0.0f)), normal,
               end);
        cross_at(p, at, 0.02 * size);
        line(p, at, end);
    }
}

void supple_world_draw(const supple_world* world, const supple_drawing* drawing) {
    const supple_world* w = world;
    pen p = {drawing, COLLIDER};
    double scale = scale_of(w);
    for (int32_t i = 0; i < w->colliders.count; ++i) {
        const collider* c = &w->colliders.slots[i];
        p.rgb = c->shape.sensor ? SENSOR : COLLIDER;
        if (c->used && (drawing->what & SUPPLE_DRAW_COLLIDERS) != 0)
            draw_collider(&p, c, scale);
    }
    for (int32_t i = 0; i < w->body_count; ++i)
        if (w->bodies[i].body != NULL)
            draw_body(drawing, &w->bodies[i]);
    p.rgb = CONTACT;
    if ((drawing->what & SUPPLE_DRAW_CONTACTS) != 0)
        draw_contacts(&p, w);
    for (int32_t i = 0; i < w->joint_count; ++i)
        if (w->joints[i].used && !w->joints[i].broken && (drawing->what & SUPPLE_DRAW_JOINTS) != 0)
            joint_draw(w, &w->joints[i], drawing, JOINT);
}
