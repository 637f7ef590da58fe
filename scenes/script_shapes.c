// Each kind keeps the outline that its flesh has, so that a judge who knows where the middle of a body may not go need not know
// what it is made of. Colliders lie within the box of their half edges but for the ball on a compound.
// SPDX-License-Identifier: MIT
#include "scenes/script_shapes.h"

#include "runtime/math/exact.h"

#include <math.h>
#include <string.h>

enum { RING_PIECES = 12, BALL_POINTS = 40, FIELD_SIDE = 9, EDGES = 12 };

static supple_vec3 floats(double x, double y, double z) {
    return (supple_vec3){(float)x, (float)y, (float)z};
}

// A hull that has few corners where a ball has none.
static int32_t ball_points(double radius, float (*out)[3]) {
    for (int i = 0; i < BALL_POINTS; ++i) { // a spiral
        double y = (2.0 * i + 1.0) / BALL_POINTS - 1.0, wide = sqrt(1.0 - y * y), s, c;
        exact_sincos(2.4 * i, &s, &c); // about the golden angle
        out[i][0] = (float)(radius * wide * c);
        out[i][1] = (float)(radius * y);
        out[i][2] = (float)(radius * wide * s);
    }
    return BALL_POINTS;
}

static int32_t box_points(supple_vec3 half, float (*out)[3]) {
    for (int i = 0; i < 8; ++i) {
        out[i][0] = i & 1 ? half.x : -half.x;
        out[i][1] = i & 2 ? half.y : -half.y;
        out[i][2] = i & 4 ? half.z : -half.z;
    }
    return 8;
}

// Capsules end to end around a circle.
static void make_ring(double size, supple_shape_part parts[RING_PIECES]) {
    double radius = 0.14 * size, far = 0.36 * size;
    for (int i = 0; i < RING_PIECES; ++i) {
        double s, c;
        exact_sincos(2.0 * EXACT_PI * i / RING_PIECES, &s, &c);
        supple_shape piece = supple_shape_default(SUPPLE_CAPSULE);
        piece.radius = (float)radius;
        piece.half.y = (float)(far * EXACT_PI / RING_PIECES);
        parts[i] = (supple_shape_part){piece,
                                       {{(float)c, 0, (float)s, 0, (float)-s, 0, (float)c, 0, 0, -1,
                                         0, 0, (float)(far * c), 0, (float)(far * s), 1}}};
    }
}

supple_prepared* script_rigid(const script_body* b) {
    float points[BALL_POINTS][3];
    supple_shape_part parts[RING_PIECES];
    bool thin = b->kind == SCRIPT_SLAB, round = b->kind == SCRIPT_BALL,
         ring = b->kind == SCRIPT_TORUS, rod = b->kind == SCRIPT_ROD,
         hull = b->rigid == SCRIPT_HULL && !ring;
    double edge = 0.5 * b->size, wide = rod ? edge / 6.0 : edge;
    supple_vec3 half = floats(wide, thin ? 0.2 * edge : edge, wide);
    supple_shape s = supple_shape_default(hull    ? SUPPLE_HULL
                                          : ring  ? SUPPLE_COMPOUND
                                          : round ? SUPPLE_SPHERE
                                          : rod   ? SUPPLE_CAPSULE
                                                  : SUPPLE_BOX);
    s.mass = (float)script_mass(b);
    s.radius = (float)(round ? edge : wide);
    s.half = half;
    if (s.kind == SUPPLE_CAPSULE)
        s.half = floats(0.0, edge - wide, 0.0);
    if (hull) {
        s.vertex_count = round ? ball_points(edge, points) : box_points(half, points);
        s.positions = points[0];
    }
    if (ring) {
        make_ring(b->size, parts);
        s.parts = parts;
        s.part_count = RING_PIECES;
    }
    return supple_shape_prepare(&s, NULL);
}

// ---- colliders -------------------------------------------------------------------------

// The middles of a box's edges: a hull of 14 faces.
static void make_hull(const script_collider* c, arena* memory, supple_shape* s) {
    float* points = ARENA_NEW(memory, float, 3 * EDGES);
    const double half[3] = {c->half.x, c->half.y, c->half.z};
    for (int i = 0; i < EDGES; ++i)
        for (int k = 0; k < 3; ++k) {
            int sign = k == (i / 4 + 1) % 3 ? i & 1 : i & 2;
            points[3 * i + k] = k == i / 4 ? 0.0f : (float)(sign != 0 ? half[k] : -half[k]);
        }
    s->positions = points;
    s->vertex_count = EDGES;
}

// Hills and hollows of half.y that no two fields of other sizes share.
static void make_heights(const script_collider* c, arena* memory, supple_shape* s) {
    float* heights = ARENA_NEW(memory, float, (size_t)FIELD_SIDE* FIELD_SIDE);
    for (int i = 0; i < FIELD_SIDE * FIELD_SIDE; ++i)
        heights[i] = (float)(c->half.y * exact_sin(7.0 * i + 100.0 * c->half.x / c->half.z));
    s->heights = heights;
    s->columns = s->rows = FIELD_SIDE;
}

// A box, and a ball on it.
static void make_compound(arena* memory, supple_shape* s) {
    supple_shape_part* parts = ARENA_NEW(memory, supple_shape_part, 2);
    const supple_matrix middle = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    for (int i = 0; i < 2; ++i) {
        parts[i].shape = supple_shape_default(i == 0 ? SUPPLE_BOX : SUPPLE_SPHERE);
        parts[i].pose = middle;
    }
    parts[0].shape.half = s->half;
    parts[1].shape.radius = s->radius;
    parts[1].pose.m[13] = s->half.y;
    s->parts = parts;
    s->part_count = 2;
}

static void make_sheet(const script_collider* c, arena* memory, supple_shape* s) {
    static const uint32_t triangles[6] = {0, 1, 2, 2, 1, 3};
    float* corners = ARENA_NEW(memory, float, 12);
    for (int k = 0; k < 4; ++k) {
        corners[3 * k] = (float)(k & 1 ? c->half.x : -c->half.x);
        corners[3 * k + 2] = (float)(k & 2 ? c->half.z : -c->half.z);
    }
    s->positions = corners;
    s->triangles = triangles;
    s->vertex_count = 4;
    s->triangle_count = 2;
}

supple_shape script_collider_shape(const script_collider* c, arena* memory) {
    supple_shape s = {.kind = c->kind,
                      .radius = (float)c->radius,
                      .half = floats(c->half.x, c->half.y, c->half.z),
                      .friction = c->friction > 0.0 ? (float)c->friction : SUPPLE_UNSET};
    if (c->kind == SUPPLE_MESH)
        make_sheet(c, memory, &s);
    if (c->kind == SUPPLE_HULL)
        make_hull(c, memory, &s);
    if (c->kind == SUPPLE_HEIGHTS)
        make_heights(c, memory, &s);
    if (c->kind == SUPPLE_COMPOUND)
        make_compound(memory, &s);
    return s;
}
