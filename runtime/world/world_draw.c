// A world drawn as the library sees it: colliders, surfaces, bounds, contacts, joints, centres of mass, islands.
//
// Lines are what every engine can draw, so a function for them is all that a caller must have (pen.h). Circles are of 24 straight
// pieces, by an exact sine, so that pictures are the same everywhere.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/joint/joint_draw.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"
#include "runtime/shape/shape.h"
#include "runtime/world/pen.h"
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

static const uint32_t ISLAND[8] = {0x2f9e8f, 0xd98032, 0x8a63d2, 0xc7446e,
                                   0x6b9a2f, 0x3b8ec4, 0xb58a1e, 0x7d6b5d};

static void own_place(const frame_pose* at, const double a[3], double out[3]) {
    times3(at->turn, a, out);
    along3(at->place, 1.0, out, out);
}

// A line between two places of a pose's own space.
static void own_line(const pen* p, const frame_pose* at, const double a[3], const double b[3]) {
    double x[3], y[3];
    own_place(at, a, x);
    own_place(at, b, y);
    pen_line(p, x, y);
}

static void own_triangle(const pen* p, const frame_pose* at, const double corners[3][3]) {
    double x[3][3];
    for (int k = 0; k < 3; ++k)
        own_place(at, corners[k], x[k]);
    pen_triangle(p, x[0], x[1], x[2]);
}

static void box_edges(const pen* p, const frame_pose* at, const double half[3]) {
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

// Both triangles of each of its six faces.
static void box_faces(const pen* p, const frame_pose* at, const double half[3]) {
    for (int face = 0; face < 6; ++face) {
        int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        double sign = face % 2 == 0 ? 1.0 : -1.0, corner[4][3];
        for (int i = 0; i < 4; ++i) { // counterclockwise about +axis
            corner[i][axis] = sign * half[axis];
            corner[i][u] = (i == 1 || i == 2 ? 1.0 : -1.0) * half[u];
            corner[i][v] = sign * (i >= 2 ? 1.0 : -1.0) * half[v];
        }
        for (int t = 0; t < 2; ++t) {
            double three[3][3];
            memcpy(three[0], corner[0], sizeof three[0]);
            memcpy(three[1], corner[1 + t], sizeof three[1]);
            memcpy(three[2], corner[2 + t], sizeof three[2]);
            own_triangle(p, at, three);
        }
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
    for (int32_t t = 0; t < s->triangle_count; ++t) {
        double corners[3][3];
        for (int k = 0; k < 3; ++k) {
            const float* from = s->positions + 3 * (size_t)s->triangles[3 * t + k];
            for (int i = 0; i < 3; ++i)
                corners[k][i] = (double)from[i];
        }
        own_triangle(p, at, corners);
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
        box_edges(p, at, square);
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
        if (p->to->triangle_or_null != NULL)
            box_faces(p, at, half);
        else
            box_edges(p, at, half);
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

// As lines a closed surface has every edge once, by the triangle that runs along it to the larger number; an open one those of all
// triangles.
static void draw_surface(const pen* p, const world_body* wb) {
    contact_surface* s = wb->skin;
    const supple_body* b = wb->body;
    contact_surface_update(s, body_palette(b), body_palette(b), 0.0, b->state->asleep != 0);
    for (int32_t t = 0; t < s->rest->triangle_count; ++t) {
        double c[3][3];
        contact_surface_corners(s, (uint32_t)t, c);
        if (p->to->triangle_or_null != NULL) {
            pen_triangle(p, c[0], c[1], c[2]);
            continue;
        }
        const uint32_t* corner = s->rest->corners[t];
        for (int k = 0; k < 3; ++k)
            if (corner[k] < corner[(k + 1) % 3] || !s->rest->closed)
                pen_line(p, c[k], c[(k + 1) % 3]);
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
    box_edges(p, &at, half);
    at.place[1] += half[1];
    pen_number(p, at.place, "body ", (double)b->slot, b->state->asleep != 0 ? ", asleep" : "");
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
        pen_line(p, from, to);
    }
    pen_number(p, from, "", (double)supple_body_measures(wb->body).mass, " kg");
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
        pen_point(p, at, 0.02 * size);
        pen_line(p, at, end);
        pen_number(p, end, "", (double)c->impulse, " N s");
    }
}

// ---- islands ---------------------------------------------------------------------------

static void middle_of(const supple_body* b, double out[3]) {
    supple_bounds is = supple_body_bounds(b);
    out[0] = 0.5 * ((double)is.low.x + (double)is.high.x);
    out[1] = 0.5 * ((double)is.low.y + (double)is.high.y);
    out[2] = 0.5 * ((double)is.low.z + (double)is.high.z);
}

static void draw_islands(const supple_drawing* to, supple_world* w) {
    world_find_islands(w);
    for (int32_t i = 0; i < w->body_count; ++i) {
        const world_body* wb = &w->bodies[i];
        if (wb->body == NULL)
            continue;
        int32_t first = world_root(w, i);
        pen p = {to, wb->body->state->asleep != 0 ? ASLEEP : ISLAND[first % 8]};
        double at[3], there[3];
        middle_of(wb->body, at);
        middle_of(w->bodies[first].body, there);
        pen_point(&p, at, 0.05 * wb->skin->size);
        if (first != i)
            pen_line(&p, at, there);
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
            joint_draw(w, &w->joints[i], &(pen){drawing, JOINT});
    if ((drawing->what & SUPPLE_DRAW_ISLANDS) != 0)
        draw_islands(drawing, (supple_world*)(uintptr_t)world); // what it writes is scratch
}
