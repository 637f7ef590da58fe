// Points of the sharp cube's grid go to the nearest point of the inner box and from there outward by
// the radius; the grid is spaced by equal angles in the roundings, so cells keep their shape.
// SPDX-License-Identifier: MIT
#include "scenes/box.h"

#include "bake/base/assert.h"

// Coordinates of grid lines from -half to half; exactly symmetric.
static void grid_lines(double* line, double half, double radius, int32_t flat, int32_t round) {
    int32_t last = 2 * round + flat;
    for (int32_t i = 0; i <= last / 2; ++i) {
        double x = 0.0; // distance from the end, exactly none at the end itself
        if (i > 0 && i < round) {
            double s, c;
            exact_sincos(0.25 * EXACT_PI * (round - i) / round, &s, &c);
            x = radius - radius * s / c;
        } else if (i > 0) {
            x = radius + (flat > 0 ? 2.0 * (half - radius) * (i - round) / flat : 0.0);
        }
        line[i] = -half + x;
        line[last - i] = half - x;
    }
    if (last % 2 == 0)
        line[last / 2] = 0.0;
}

static double clamp(double x, double limit) {
    return x < -limit ? -limit : x > limit ? limit : x;
}

static vec3 side_point(int side, double half, double u, double v) {
    switch (side) { // u and v run so that u x v points out
    case 0:
        return v3(half, v, -u);
    case 1:
        return v3(-half, v, u);
    case 2:
        return v3(u, half, -v);
    case 3:
        return v3(u, -half, v);
    case 4:
        return v3(u, v, half);
    default:
        return v3(-u, v, -half);
    }
}

primitive box_rounded(double half, double radius, int32_t flat, int32_t round, arena* memory) {
    SUPPLE_ASSERT(radius > 0.0 && radius <= half && round > 0 && flat >= 0);
    int32_t last = 2 * round + flat, row = last + 1;
    primitive p = body_primitive(6 * row * row, 12 * last * last, memory);
    p.uvs = arena_alloc(memory, (size_t)p.vertex_count, sizeof *p.uvs);
    double* line = ARENA_NEW(memory, double, (size_t)row);
    grid_lines(line, half, radius, flat, round);

    double inner = half - radius;
    int32_t vertex = 0, triangle = 0;
    for (int side = 0; side < 6; ++side) {
        double column = side % 3, line_of_atlas = side < 3 ? 0.0 : 1.0;
        uint32_t first = (uint32_t)vertex;
        for (int32_t j = 0; j < row; ++j)
            for (int32_t i = 0; i < row; ++i, ++vertex) {
                vec3 sharp = side_point(side, half, line[i], line[j]);
                vec3 base = v3(clamp(sharp.x, inner), clamp(sharp.y, inner), clamp(sharp.z, inner));
                vec3 normal = v3_unit(v3_sub(sharp, base));
                p.positions[vertex] = v3_madd(base, normal, radius);
                p.normals[vertex][0] = (float)normal.x;
                p.normals[vertex][1] = (float)normal.y;
                p.normals[vertex][2] = (float)normal.z;
                // three by two cells of an atlas; v runs down in glTF
                p.uvs[vertex][0] = (float)((column + (double)i / last) / 3.0);
                p.uvs[vertex][1] = (float)((line_of_atlas + 1.0 - (double)j / last) / 2.0);
            }
        for (int32_t j = 0; j < last; ++j)
            for (int32_t i = 0; i < last; ++i) {
                uint32_t a = first + (uint32_t)(j * row + i);
                body_quad(&p, &triangle, a, a + 1, a + 1 + (uint32_t)row, a + (uint32_t)row);
            }
    }
    return p;
}
