// The triangles that pieces are shown by: boxes and hulls as they are, round ones as an octahedron whose faces are cut and blown up,
// of a capsule its upper and lower half apart with a band between them. Places are quotients and roots: the same bits everywhere.
// SPDX-License-Identifier: MIT
#include "runtime/shape/shape.h"

#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

enum { HALF = SHAPE_ROUND * (SHAPE_ROUND + 1) * 2 + 1 }; // vertices of half a ball, with its rim

// Corners of a box have the signs of the bits of their number; faces are squares, counter-clockwise seen from outside.
static const uint8_t box_faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

shape_size shape_mesh_size(const supple_shape* s, const hull* hull_or_null) {
    if (s->kind == SUPPLE_BOX)
        return (shape_size){24, 12, 8};
    if (s->kind == SUPPLE_HULL)
        return (shape_size){3 * hull_or_null->face_count, hull_or_null->face_count,
                            hull_or_null->corner_count};
    int32_t band = s->kind == SUPPLE_CAPSULE ? 8 * SHAPE_ROUND : 0;
    return (shape_size){2 * HALF, 8 * SHAPE_ROUND * SHAPE_ROUND + band,
                        s->kind == SUPPLE_CAPSULE ? 2 : 1};
}

static void carry(const frame_pose* pose, const double x[3], double out[3]) {
    times3((const double(*)[3])pose->turn, x, out);
    along3(out, 1.0, pose->place, out);
}

static void put(const shape_mesh* m, int32_t vertex, const frame_pose* pose, const double x[3],
                const double normal[3]) {
    double at[3], n[3];
    carry(pose, x, at);
    times3((const double(*)[3])pose->turn, normal, n);
    for (int a = 0; a < 3; ++a) {
        m->positions[vertex][a] = (float)at[a];
        m->normals[vertex][a] = (float)n[a];
    }
}

static void triangle(const shape_mesh* m, int32_t at, int32_t a, int32_t b, int32_t c) {
    m->triangles[at][0] = m->first_vertex + (uint32_t)a;
    m->triangles[at][1] = m->first_vertex + (uint32_t)b;
    m->triangles[at][2] = m->first_vertex + (uint32_t)c;
}

// ---- flat faces ------------------------------------------------------------------------

static void write_box(const supple_shape* s, const frame_pose* pose, const shape_mesh* m) {
    const double half[3] = {s->half.x, s->half.y, s->half.z};
    for (int face = 0; face < 6; ++face) {
        double normal[3] = {0.0, 0.0, 0.0};
        normal[face / 2] = face & 1 ? 1.0 : -1.0;
        for (int k = 0; k < 4; ++k) {
            double x[3];
            for (int a = 0; a < 3; ++a)
                x[a] = box_faces[face][k] >> a & 1 ? half[a] : -half[a];
            put(m, 4 * face + k, pose, x, normal);
        }
        triangle(m, 2 * face, 4 * face, 4 * face + 1, 4 * face + 2);
        triangle(m, 2 * face + 1, 4 * face, 4 * face + 2, 4 * face + 3);
    }
    for (int corner = 0; corner < 8; ++corner) {
        double x[3];
        for (int a = 0; a < 3; ++a)
            x[a] = corner >> a & 1 ? half[a] : -half[a];
        carry(pose, x, m->points[corner]);
    }
}

static void write_hull(const supple_shape* s, const hull* h, const frame_pose* pose,
                       const shape_mesh* m) {
    for (int32_t f = 0; f < h->face_count; ++f) {
        double x[3][3], u[3], v[3], n[3];
        for (int k = 0; k < 3; ++k)
            for (int a = 0; a < 3; ++a)
                x[k][a] = (double)s->positions[3 * h->corners[h->faces[f][k]] + a];
        minus3(x[1], x[0], u);
        minus3(x[2], x[0], v);
        cross3(u, v, n);
        double length = sqrt(dot3(n, n));
        for (int a = 0; a < 3; ++a)
            n[a] /= length;
        for (int k = 0; k < 3; ++k)
            put(m, 3 * f + k, pose, x[k], n);
        triangle(m, f, 3 * f, 3 * f + 1, 3 * f + 2);
    }
    for (int32_t i = 0; i < h->corner_count; ++i) {
        double x[3];
        for (int a = 0; a < 3; ++a)
            x[a] = (double)s->positions[3 * h->corners[i] + a];
        carry(pose, x, m->points[i]);
    }
}

// ---- round -----------------------------------------------------------------------------

// Ring i, from the pole (0) to the rim (SHAPE_ROUND), has 4 i vertices, or the pole alone; k goes round.
static int32_t ring(int32_t i, int32_t k) {
    return i == 0 ? 0 : 1 + 2 * i * (i - 1) + k % (4 * i);
}

// Of the octahedron: quarter k / i, share along it; y is how far from the rim.
static void direction(int32_t i, int32_t k, double up, double out[3]) {
    static const double corner[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    int32_t quarter = i > 0 ? k / i : 0;
    double along = i > 0 ? (double)(k % i) / i : 0.0, out_by = (double)i / SHAPE_ROUND;
    out[0] = out_by * (corner[quarter][0] + along * (corner[quarter + 1][0] - corner[quarter][0]));
    out[2] = -out_by * (corner[quarter][1] + along * (corner[quarter + 1][1] - corner[quarter][1]));
    out[1] = up * (1.0 - out_by);
    double length = sqrt(dot3(out, out));
    for (int a = 0; a < 3; ++a)
        out[a] /= length;
}

// Half a ball, seen from outside: going round is counter-clockwise seen from above.
static int32_t write_half(const supple_shape* s, const frame_pose* pose, const shape_mesh* m,
                          double up, int32_t at) {
    int32_t first = up > 0.0 ? 0 : HALF;
    double height = s->kind == SUPPLE_CAPSULE ? up * (double)s->half.y : 0.0;
    for (int32_t i = 0; i <= SHAPE_ROUND; ++i)
        for (int32_t k = 0; k < (i == 0 ? 1 : 4 * i); ++k) {
            double n[3], x[3];
            direction(i, k, up, n);
            for (int a = 0; a < 3; ++a)
                x[a] = (double)s->radius * n[a] + (a == 1 ? height : 0.0);
            put(m, first + ring(i, k), pose, x, n);
        }
    for (int32_t i = 0; i < SHAPE_ROUND; ++i)
        for (int32_t quarter = 0; quarter < 4; ++quarter)
            for (int32_t k = 0; k <= i; ++k) {
                int32_t a = first + ring(i, quarter * i + k),
                        b = first + ring(i + 1, quarter * (i + 1) + k),
                        c = first + ring(i + 1, quarter * (i + 1) + k + 1);
                triangle(m, at++, a, up > 0.0 ? b : c, up > 0.0 ? c : b);
                if (k == i)
                    continue;
                int32_t next = first + ring(i, quarter * i + k + 1);
                triangle(m, at++, a, up > 0.0 ? c : next, up > 0.0 ? next : c);
            }
    return at;
}

static void write_round(const supple_shape* s, const frame_pose* pose, const shape_mesh* m) {
    int32_t at = write_half(s, pose, m, 1.0, 0);
    at = write_half(s, pose, m, -1.0, at);
    bool capsule = s->kind == SUPPLE_CAPSULE;
    for (int32_t k = 0; k < 4 * SHAPE_ROUND && capsule; ++k) {
        int32_t a = ring(SHAPE_ROUND, k), b = ring(SHAPE_ROUND, k + 1);
        triangle(m, at++, HALF + a, HALF + b, b);
        triangle(m, at++, HALF + a, b, a);
    }
    for (int end = 0; end < (capsule ? 2 : 1); ++end) {
        const double x[3] = {0.0, capsule ? (end == 0 ? -1.0 : 1.0) * (double)s->half.y : 0.0, 0.0};
        carry(pose, x, m->points[end]);
    }
}

void shape_write_mesh(const supple_shape* piece, const hull* hull_or_null, const frame_pose* pose,
                      const shape_mesh* out) {
    SUPPLE_ASSERT(out->positions != NULL && out->triangles != NULL && out->points != NULL);
    if (piece->kind == SUPPLE_BOX)
        write_box(piece, pose, out);
    else if (piece->kind == SUPPLE_HULL)
        write_hull(piece, hull_or_null, pose, out);
    else
        write_round(piece, pose, out);
}
