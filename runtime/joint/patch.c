// Vertices are chosen once, far from each other. Their rotation, the polar factor of what became of the
// patch, is found by Newton's method from that of the body or bones, with turns by Cayley's formula, which
// needs no sine. So it depends on the state alone, and follows every jump.
// SPDX-License-Identifier: MIT
#include "runtime/joint/patch.h"

#include "runtime/base/assert.h"
#include "runtime/body/point.h"
#include "runtime/math/vec3d.h"
#include "runtime/show/blend.h"

#include <math.h>
#include <string.h>

#define PATCH_REACH 0.1 // of the body's extent, around its vertex nearest to the place

enum {
    PATCH_ROUNDS = 12,
    PATCH_LEAST = 4 // vertices; with fewer in reach, it reaches farther
};

// ---- small vectors ---------------------------------------------------------------------

static double far_apart(const double a[3], const double b[3]) {
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

// Of a symmetric matrix, made positive by a millionth of its trace: vertices in a line do not turn about it.
static void invert(double a[3][3], double out[3][3]) {
    double floor = 1e-6 * (a[0][0] + a[1][1] + a[2][2]) + 1e-300;
    double d0 = a[0][0] + floor, d1 = a[1][1] + floor, d2 = a[2][2] + floor;
    double c00 = d1 * d2 - a[1][2] * a[1][2], c01 = a[0][2] * a[1][2] - a[0][1] * d2;
    double c02 = a[0][1] * a[1][2] - a[0][2] * d1;
    double scale = 1.0 / (d0 * c00 + a[0][1] * c01 + a[0][2] * c02);
    out[0][0] = c00 * scale;
    out[1][1] = (d0 * d2 - a[0][2] * a[0][2]) * scale;
    out[2][2] = (d0 * d1 - a[0][1] * a[0][1]) * scale;
    out[0][1] = out[1][0] = c01 * scale;
    out[0][2] = out[2][0] = c02 * scale;
    out[1][2] = out[2][1] = (a[0][1] * a[0][2] - d0 * a[1][2]) * scale;
}

// turn <- Cayley(w) turn, straightened.
static void turn_by(const double w[3], double turn[3][3]) {
    double h[3] = {0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
    double fraction = 2.0 / (1.0 + h[0] * h[0] + h[1] * h[1] + h[2] * h[2]), out[3][3];
    for (int k = 0; k < 3; ++k) {
        double x[3] = {turn[0][k], turn[1][k], turn[2][k]}, once[3], twice[3];
        cross3(h, x, once);
        cross3(h, once, twice);
        for (int i = 0; i < 3; ++i)
            out[i][k] = x[i] + fraction * (once[i] + twice[i]);
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            turn[i][k] = 1.5 * out[i][k];
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    turn[i][k] -= 0.5 * out[i][a] * out[b][a] * out[b][k];
        }
}

// The turn of what carries a vertex.
static void bone_turn(const supple_body* b, uint32_t vertex, const float (*palette)[12],
                      double out[3][3]) {
    if (free_is(b)) {
        memcpy(out, b->state->free.turn, sizeof b->state->free.turn);
        return;
    }
    float m[BLEND_ROWS];
    blend_palette(&b->asset, palette, vertex, m);
    double x[3] = {m[0], m[4], m[8]}, y[3] = {m[1], m[5], m[9]}, z[3];
    cross3(x, y, z);
    cross3(z, x, y);
    double size[3] = {sqrt(dot3(x, x)), sqrt(dot3(y, y)), sqrt(dot3(z, z))};
    for (int k = 0; k < 3; ++k) {
        out[k][0] = size[0] > 0.0 ? x[k] / size[0] : k == 0;
        out[k][1] = size[1] > 0.0 ? y[k] / size[1] : k == 1;
        out[k][2] = size[2] > 0.0 ? z[k] / size[2] : k == 2;
    }
}

// ---- vertices --------------------------------------------------------------------------

// From bind space to the world, metres.
static void vertex_place(const supple_body* b, uint32_t vertex, const float (*palette)[12],
                         double place[3]) {
    double x[3];
    point_flesh(b, vertex, x);
    if (free_is(b)) { // in double: a float's rounding, divided by a substep, would be a speed
        free_arm(b, x, place);
        for (int k = 0; k < 3; ++k)
            place[k] += b->state->free.place[k];
        return;
    }
    double metres = b->state->options.world_metres;
    float m[BLEND_ROWS];
    blend_palette(&b->asset, palette, vertex, m);
    for (int k = 0; k < 3; ++k) {
        const double row[3] = {m[4 * k], m[4 * k + 1], m[4 * k + 2]};
        place[k] = metres * (dot3(row, x) + (double)m[4 * k + 3]);
    }
}

static uint32_t nearest_vertex(const supple_body* b, const double place[3]) {
    uint32_t best = 0;
    double least = INFINITY;
    for (uint32_t v = 0; v < (uint32_t)b->asset.vertex_count; ++v) {
        double x[3];
        vertex_place(b, v, body_palette(b), x);
        double away = far_apart(x, place);
        best = away < least ? v : best;
        least = away < least ? away : least;
    }
    return best;
}

static void rest_place(const supple_body* b, uint32_t vertex, double x[3]) {
    for (int k = 0; k < 3; ++k)
        x[k] = b->asset.positions[3 * (size_t)vertex + (size_t)k];
}

// Of the vertices that rest within `reach` of the first, the one farthest from all that are taken.
static uint32_t next_vertex(const patch* g, const supple_body* b, double reach) {
    uint32_t best = g->vertex[0];
    double most = 0.0;
    for (uint32_t v = 0; v < (uint32_t)b->asset.vertex_count; ++v) {
        double x[3], least = INFINITY;
        rest_place(b, v, x);
        for (int32_t i = 0; i < g->count; ++i) {
            double y[3];
            rest_place(b, g->vertex[i], y);
            double away = far_apart(x, y);
            if (i == 0 && away > reach * reach)
                least = 0.0;
            least = away < least ? away : least;
        }
        best = least > most ? v : best;
        most = least > most ? least : most;
    }
    return best;
}

// Vertices, from their centre; out: the centre.
static void find_centre(const patch* g, const supple_body* b, const float (*palette)[12],
                        double x[PATCH_MOST][3], patch_pose* out) {
    for (int32_t i = 0; i < g->count; ++i) {
        vertex_place(b, g->vertex[i], palette, x[i]);
        for (int k = 0; k < 3; ++k)
            out->centre[k] += x[i][k] / g->count;
    }
    for (int32_t i = 0; i < g->count; ++i)
        for (int k = 0; k < 3; ++k)
            x[i][k] -= out->centre[k];
}

// Inertia of the patch and how far it is turned from out->turn: the sum of cross products.
static void measure(const patch* g, patch_pose* out, double x[PATCH_MOST][3], double twist[3]) {
    double inertia[3][3] = {{0.0}};
    memset(twist, 0, 3 * sizeof *twist);
    for (int32_t i = 0; i < g->count; ++i) {
        double r[3], t[3];
        times3(out->turn, g->away[i], r);
        cross3(r, x[i], t);
        double along = dot3(r, x[i]);
        for (int k = 0; k < 3; ++k) {
            twist[k] += t[k] / g->count;
            for (int l = 0; l < 3; ++l) {
                double both = 0.5 * (r[k] * x[i][l] + r[l] * x[i][k]);
                inertia[k][l] += ((k == l ? along : 0.0) - both) / g->count;
            }
        }
    }
    invert(inertia, out->inverse);
}

// ---- public to the room ----------------------------------------------------------------

void patch_world(patch* g, const double place[3]) {
    *g = (patch){.count = 0};
    memcpy(g->offset, place, sizeof g->offset);
}

void patch_take(patch* g, const supple_body* b, const double place[3]) {
    patch_world(g, place);
    double reach = PATCH_REACH * (double)b->extent;
    patch_pose pose_now = {.centre = {0.0}};
    g->vertex[0] = nearest_vertex(b, place);
    for (int round = 0; round < PATCH_ROUNDS && g->count < PATCH_LEAST; ++round, reach *= 1.5) {
        g->count = 1;
        while (g->count < PATCH_MOST) {
            uint32_t next = next_vertex(g, b, reach);
            if (next == g->vertex[0])
                break;
            g->vertex[g->count++] = next;
        }
    }
    bone_turn(b, g->vertex[0], body_palette(b), g->bone_rotation);
    find_centre(g, b, body_palette(b), g->away, &pose_now);
    for (int k = 0; k < 3; ++k)
        g->offset[k] = place[k] - pose_now.centre[k];
}

void patch_find(const patch* g, const supple_body* b, const float (*palette)[12], patch_pose* out) {
    SUPPLE_ASSERT(g->count == 0 || b != NULL);
    SUPPLE_ASSERT(g->count >= 0 && g->count <= PATCH_MOST);
    *out = (patch_pose){.turn = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    memcpy(out->place, g->offset, sizeof out->place);
    if (g->count == 0)
        return;
    double x[PATCH_MOST][3], bone_rotation[3][3];
    find_centre(g, b, palette, x, out);
    bone_turn(b, g->vertex[0], palette, bone_rotation);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            out->turn[i][k] = dot3(bone_rotation[i], g->bone_rotation[k]);
    for (int32_t round = 0; round < PATCH_ROUNDS; ++round) {
        double twist[3], w[3];
        measure(g, out, x, twist);
        times3(out->inverse, twist, w);
        turn_by(w, out->turn);
        if (dot3(w, w) < 1e-24)
            break;
    }
    times3(out->turn, g->offset, out->place);
    for (int k = 0; k < 3; ++k)
        out->place[k] += out->centre[k];
}

// What a vertex's motion w does to the place and to the turn of the patch.
static void distribute_motion(const patch_pose* pose_now, const double r[3], const double w[3],
                              double point[3], double spin[3]) {
    double twist[3], moved[3];
    const double from[3] = {pose_now->place[0] - pose_now->centre[0],
                            pose_now->place[1] - pose_now->centre[1],
                            pose_now->place[2] - pose_now->centre[2]};
    cross3(r, w, twist);
    times3(pose_now->inverse, twist, spin);
    cross3(spin, from, moved);
    for (int k = 0; k < 3; ++k)
        point[k] = w[k] + moved[k];
}

void patch_rows(const patch* g, const supple_body* b, const float (*palette)[12],
                const patch_pose* pose_now, patch_motion* out) {
    SUPPLE_ASSERT(g->count > 0 && g->count <= PATCH_MOST);
    SUPPLE_ASSERT(out->point != NULL && out->spin != NULL && out->scratch != NULL);
    int32_t n = b->coord_count, first = n, end = 0;
    size_t bytes = 3 * (size_t)n * sizeof *out->point;
    memset(out->point, 0, bytes);
    memset(out->spin, 0, bytes);
    for (int32_t i = 0; i < g->count; ++i) {
        double r[3], p[3], s[3];
        int32_t begin, stop;
        times3(pose_now->turn, g->away[i], r);
        point_vertex_rows(b, g->vertex[i], palette, out->scratch, &begin, &stop);
        first = begin < first ? begin : first;
        end = stop > end ? stop : end;
        for (int32_t c = begin; c < stop; ++c) {
            double w[3];
            for (int k = 0; k < 3; ++k)
                w[k] = out->scratch[k * n + c] / g->count;
            distribute_motion(pose_now, r, w, p, s);
            for (int k = 0; k < 3; ++k) {
                out->point[k * n + c] += (float)p[k];
                out->spin[k * n + c] += (float)s[k];
            }
        }
    }
    out->first = first < end ? first : end;
    out->end = end;
}
