// Closed bodies of known volume, made by chance: plump and slender, smooth and angular, hollow and overlapping.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/surface.h"
#include "bake/volume/content.h"
#include "test/kit/random.h"

#include <string.h>

typedef enum random_kind {
    BODY_EGG,     // an ellipsoid with bumps
    BODY_BRICK,   // a box, turned or not
    BODY_RING,    // a torus
    BODY_SLAB,    // a flat box
    BODY_BELL,    // two balls on a bar
    BODY_SHELL,   // a hollow egg
    BODY_CROSSED, // two boxes through each other
    BODY_KINDS
} random_kind;

typedef struct random_body {
    surface surface;
    double volume;   // exact
    double diagonal; // of its box
} random_body;

typedef struct body_maker {
    arena* memory;
    int32_t vertex_count, triangle_count;
    vec3 positions[4000];
    uint32_t triangles[8000][3];
} body_maker;

// A grid of `rows` by `columns`, closed in both ways; a pole where all of a row lies in one place is welded.
static inline void maker_grid(body_maker* m, int rows, int columns, bool round, bool inwards) {
    uint32_t first = (uint32_t)(m->vertex_count - rows * columns);
    for (int r = 0; r < (round ? rows : rows - 1); ++r)
        for (int c = 0; c < columns; ++c) {
            uint32_t a = first + (uint32_t)(r * columns + c);
            uint32_t b = first + (uint32_t)(r * columns + (c + 1) % columns);
            uint32_t d = first + (uint32_t)((r + 1) % rows * columns + c);
            uint32_t e = first + (uint32_t)((r + 1) % rows * columns + (c + 1) % columns);
            uint32_t two[2][3] = {{a, b, e}, {a, e, d}};
            for (int k = 0; k < 2; ++k) {
                uint32_t* t = m->triangles[m->triangle_count++];
                t[0] = two[k][0];
                t[1] = two[k][inwards ? 2 : 1];
                t[2] = two[k][inwards ? 1 : 2];
            }
        }
}

// Turned about y, from the lower pole to the upper: radius and height of each row.
static inline void maker_lathe(body_maker* m, const double (*profile)[2], int rows, int columns,
                               bool inwards) {
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            double angle = 2.0 * 3.14159265358979 * c / columns;
            m->positions[m->vertex_count++] =
                v3(profile[r][0] * cos(angle), profile[r][1], -profile[r][0] * sin(angle));
        }
    maker_grid(m, rows, columns, false, inwards);
}

static inline void maker_egg(body_maker* m, vec3 radii, double bumps, bool inwards) {
    enum { ROWS = 21, COLUMNS = 32 };
    double profile[ROWS][2], a = random_in(1.0, 4.0);
    int first = m->vertex_count;
    for (int r = 0; r < ROWS; ++r) {
        double up = 3.14159265358979 * r / (ROWS - 1);
        profile[r][0] = r == 0 || r == ROWS - 1 ? 0.0 : sin(up);
        profile[r][1] = -cos(up);
    }
    maker_lathe(m, (const double(*)[2])profile, ROWS, COLUMNS, inwards);
    for (int i = first; i < m->vertex_count; ++i) {
        vec3 p = m->positions[i];
        double out = 1.0 + bumps * sin(a * 3.0 * p.y) * sin(a * 2.0 * p.x + 1.0);
        m->positions[i] = v3(out * radii.x * p.x, out * radii.y * p.y, out * radii.z * p.z);
    }
}

static inline void maker_box(body_maker* m, vec3 low, vec3 high) {
    static const int side[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    uint32_t first = (uint32_t)m->vertex_count;
    for (int c = 0; c < 8; ++c)
        m->positions[m->vertex_count++] =
            v3(c & 1 ? high.x : low.x, c & 2 ? high.y : low.y, c & 4 ? high.z : low.z);
    for (int f = 0; f < 6; ++f)
        for (int k = 0; k < 2; ++k) {
            uint32_t* t = m->triangles[m->triangle_count++];
            for (int n = 0; n < 3; ++n)
                t[n] = first + (uint32_t)side[f][n == 0 ? 0 : k + n];
        }
}

static inline void maker_ring(body_maker* m, double far, double thick) {
    enum { ROWS = 24, COLUMNS = 12 };
    for (int r = 0; r < ROWS; ++r)
        for (int c = 0; c < COLUMNS; ++c) {
            double a = 2.0 * 3.14159265358979 * r / ROWS, b = 2.0 * 3.14159265358979 * c / COLUMNS;
            double out = far + thick * cos(b);
            m->positions[m->vertex_count++] = v3(out * cos(a), thick * sin(b), out * sin(a));
        }
    maker_grid(m, ROWS, COLUMNS, true, false);
}

static inline void maker_bell(body_maker* m, double bar, double length) {
    enum { HALF = 11, ROWS = 2 * HALF };
    double profile[ROWS][2];
    for (int r = 0; r < HALF; ++r) { // a ball as far as the bar's radius, mirrored
        double up = 3.14159265358979 * r / HALF;
        double radius = r == 0 ? 0.0 : fmax(sin(up), bar);
        profile[r][0] = profile[ROWS - 1 - r][0] = radius;
        profile[r][1] = -length - cos(up);
        profile[ROWS - 1 - r][1] = length + cos(up);
    }
    maker_lathe(m, (const double(*)[2])profile, ROWS, 16, false);
}

// Boxes know their union; what has one surface without crossings has what the divergence theorem says.
static inline void maker_make(body_maker* m, random_kind kind, double* volume) {
    vec3 r = v3(random_in(0.3, 1.0), random_in(0.3, 1.0), random_in(0.3, 1.0));
    *volume = 0.0;
    if (kind == BODY_EGG || kind == BODY_SHELL)
        maker_egg(m, r, random_in(0.0, 0.25), false);
    if (kind == BODY_SHELL)
        maker_egg(m, v3_scale(r, random_in(0.4, 0.65)), 0.0, true);
    if (kind == BODY_BRICK)
        maker_box(m, v3_scale(r, -1.0), r);
    if (kind == BODY_SLAB)
        maker_box(m, v3(-r.x, -0.06 * r.y, -r.z), v3(r.x, 0.06 * r.y, r.z));
    if (kind == BODY_RING)
        maker_ring(m, 1.0, random_in(0.1, 0.4));
    if (kind == BODY_BELL)
        maker_bell(m, random_in(0.08, 0.4), random_in(1.2, 2.5));
    if (kind == BODY_CROSSED) {
        vec3 s = v3(random_in(0.2, 0.9), random_in(1.1, 1.5), random_in(0.2, 0.9));
        maker_box(m, v3_scale(r, -1.0), r);
        maker_box(m, v3_scale(s, -1.0), s);
        vec3 both = v3_min(r, s);
        *volume = 8.0 * (r.x * r.y * r.z + s.x * s.y * s.z - both.x * both.y * both.z);
    }
}

static inline random_body random_body_make(random_kind kind, bool turned, arena* memory) {
    body_maker* m = ARENA_NEW(memory, body_maker, 1);
    random_body out = {0};
    maker_make(m, kind, &out.volume);
    if (!(out.volume > 0.0))
        out.volume = content_signed_volume(m->positions, (const uint32_t(*)[3])m->triangles,
                                           m->triangle_count);
    quat turn = quat_unit((quat){random_in(-1, 1), random_in(-1, 1), random_in(-1, 1), 1.0});
    for (int32_t i = 0; turned && i < m->vertex_count; ++i)
        m->positions[i] = quat_rotate(turn, m->positions[i]);
    bounds box = bounds_of(m->positions, m->vertex_count);
    out.diagonal = v3_distance(box.low, box.high);
    out.surface = (surface){.vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count,
                            .positions = m->positions,
                            .triangles = m->triangles};
    return out;
}
