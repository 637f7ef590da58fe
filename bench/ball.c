// Rings of quads cut in two, a fan at each pole; hills by sines.
// SPDX-License-Identifier: MIT
#include "bench/ball.h"

#include "bake/base/buffer.h"

#include <string.h>

enum { BALL_ROWS = 100 };

surface ball_with_hills(arena* memory) {
    int32_t rings = BALL_ROWS, around = BALL_ROWS;
    surface f = {.vertex_count = rings * around + 2};
    f.positions = ARENA_NEW(memory, vec3, (size_t)f.vertex_count);
    f.triangles = arena_alloc(memory, 2 * (size_t)(rings * around), sizeof *f.triangles);
    for (int32_t i = 0; i < rings * around; ++i) {
        int32_t ring = i / around + 1;
        double polar = EXACT_PI * ring / (rings + 1);
        double turn = 2.0 * EXACT_PI * (i % around) / around;
        double size = 0.5 + 0.05 * exact_sin(5.0 * turn) * exact_sin(4.0 * polar);
        f.positions[i] = v3(size * exact_sin(polar) * exact_cos(turn), size * exact_cos(polar),
                            size * exact_sin(polar) * exact_sin(turn));
    }
    uint32_t top = (uint32_t)(rings * around), bottom = top + 1, row = (uint32_t)around;
    f.positions[top] = v3(0, 0.5, 0);
    f.positions[bottom] = v3(0, -0.5, 0);
    for (uint32_t i = 0; i < (uint32_t)(rings * around); ++i) {
        uint32_t next = i % row + 1 < row ? i + 1 : i + 1 - row; // in the same ring
        bool last = i + row >= top;
        uint32_t corners[2][3] = {{i, next, last ? bottom : next + row},
                                  {i, last ? top : next + row, last ? top : i + row}};
        if (last) { // the fan at the other pole has as many triangles as this half quad
            uint32_t first = i - (top - row), after = next - (top - row);
            memcpy(corners[1], (uint32_t[3]){top, after, first}, sizeof corners[1]);
        }
        memcpy(f.triangles[f.triangle_count++], corners[0], sizeof corners[0]);
        memcpy(f.triangles[f.triangle_count++], corners[1], sizeof corners[1]);
    }
    return f;
}

bytes surface_as_obj(const surface* f, arena* memory) {
    buffer out = buffer_new(memory, 1 << 20);
    for (int32_t i = 0; i < f->vertex_count; ++i) {
        const double xyz[3] = {f->positions[i].x, f->positions[i].y, f->positions[i].z};
        buffer_text(&out, "v");
        for (int k = 0; k < 3; ++k) {
            buffer_text(&out, " ");
            buffer_double(&out, xyz[k]);
        }
        buffer_text(&out, "\n");
    }
    for (int32_t i = 0; i < f->triangle_count; ++i) {
        buffer_text(&out, "f");
        for (int k = 0; k < 3; ++k) {
            buffer_text(&out, " ");
            buffer_int(&out, (int64_t)f->triangles[i][k] + 1);
        }
        buffer_text(&out, "\n");
    }
    return buffer_bytes(&out);
}
