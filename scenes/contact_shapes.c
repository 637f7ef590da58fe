// Sheets and height fields are grids; closed ones are boxes of six grids, pulled into other shapes; the ring is its own.
// SPDX-License-Identifier: MIT
#include "scenes/contact_shapes.h"

#include "runtime/math/exact.h"
#include "scenes/body.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 64 };

// ---- grids -------------------------------------------------------------------------------

// (columns + 1) x (rows + 1) vertices from 0 to 1, diagonals one way.
static primitive grid(int32_t columns, int32_t rows, arena* memory) {
    primitive p = body_primitive((columns + 1) * (rows + 1), 2 * columns * rows, memory);
    int32_t triangle = 0;
    for (int32_t j = 0; j <= rows; ++j)
        for (int32_t i = 0; i <= columns; ++i)
            p.positions[j * (columns + 1) + i] = v3((double)i / columns, 0.0, (double)j / rows);
    for (uint32_t j = 0; j < (uint32_t)rows; ++j)
        for (uint32_t i = 0; i < (uint32_t)columns; ++i) {
            uint32_t a = j * ((uint32_t)columns + 1) + i, d = a + (uint32_t)columns + 1;
            body_quad(&p, &triangle, a, d, d + 1, a + 1);
        }
    return p;
}

static primitive cloth(int32_t cells, arena* memory) {
    primitive p = grid(cells, cells, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        p.positions[i] = v3_sub(p.positions[i], v3(0.5, 0.0, 0.5));
    return p;
}

static primitive upright(int32_t cells, arena* memory) {
    primitive p = grid(cells, cells, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        p.positions[i] = v3(p.positions[i].x - 0.5, p.positions[i].z, 0.0);
    return p;
}

static primitive strip(int32_t cells, arena* memory) {
    primitive p = grid(cells, cells > 10 ? cells / 10 : 1, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        p.positions[i] = v3(p.positions[i].x - 0.5, 0.0, 0.1 * (p.positions[i].z - 0.5));
    return p;
}

static primitive spikes(int32_t cells, arena* memory) {
    primitive p = grid(2 * cells, 2 * cells, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        bool high = i % (2 * cells + 1) % 2 == 1 && i / (2 * cells + 1) % 2 == 1;
        p.positions[i] = v3(p.positions[i].x - 0.5, high ? 0.3 : 0.0, p.positions[i].z - 0.5);
    }
    return p;
}

// ---- closed bodies -------------------------------------------------------------------------

// Six grids with the same places, to the bit, where they meet: half on every side.
static primitive box(int32_t cells, arena* memory) {
    static const int axes[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
    int32_t row = cells + 1, side = row * row, triangle = 0;
    primitive p = body_primitive(6 * side, 12 * cells * cells, memory);
    for (int32_t k = 0; k < 6; ++k) {
        const int* axis = axes[k / 2];
        for (int32_t i = 0; i < side; ++i) {
            int32_t column = i % row, line = i / row;
            double x[3];
            x[axis[0]] = k % 2 == 0 ? 0.5 : -0.5;
            x[axis[1]] = (double)column / cells - 0.5;
            x[axis[2]] = (double)line / cells - 0.5;
            p.positions[k * side + i] = v3(x[0], x[1], x[2]);
        }
        for (int32_t i = 0; i < cells * cells; ++i) {
            uint32_t a = (uint32_t)(k * side + i / cells * row + i % cells), b = a + 1,
                     d = a + (uint32_t)row, c = d + 1;
            if (k % 2 == 0)
                body_quad(&p, &triangle, a, b, c, d);
            else
                body_quad(&p, &triangle, a, d, c, b);
        }
    }
    return p;
}

static primitive slab(int32_t cells, arena* memory) {
    primitive p = box(cells, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        p.positions[i].y *= 0.1;
    return p;
}

static primitive ball(int32_t cells, arena* memory) {
    primitive p = box(cells, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        p.positions[i] = v3_scale(p.positions[i], 0.5 / v3_length(p.positions[i]));
    return p;
}

static primitive ring(int32_t cells, arena* memory) {
    int32_t around = 2 * cells, across = cells, triangle = 0;
    primitive p = body_primitive(around * across, 2 * around * across, memory);
    for (int32_t i = 0; i < around * across; ++i) {
        int32_t segment = i / across, side = i % across;
        double s, c, up, out;
        exact_sincos(2.0 * EXACT_PI * segment / around, &s, &c);
        exact_sincos(2.0 * EXACT_PI * side / across, &up, &out);
        p.positions[i] = v3((0.35 + 0.15 * out) * c, 0.15 * up, (0.35 + 0.15 * out) * s);
    }
    for (int32_t i = 0; i < around * across; ++i) {
        uint32_t here = (uint32_t)(i / across * across),
                 there = (uint32_t)((i / across + 1) % around * across),
                 low = (uint32_t)(i % across), high = (uint32_t)((i + 1) % across);
        body_quad(&p, &triangle, here + low, here + high, there + high, there + low);
    }
    return p;
}

// ---- by name -------------------------------------------------------------------------------

static const struct {
    const char* name;
    primitive (*make)(int32_t cells, arena* memory);
    int32_t least;
    bool open;
} shapes[] = {{"cloth", cloth, 1, true},   {"upright", upright, 1, true}, {"strip", strip, 1, true},
              {"spikes", spikes, 1, true}, {"box", box, 1, false},        {"slab", slab, 1, false},
              {"ball", ball, 2, false},    {"ring", ring, 4, false}};

bool contact_shape(const char* name, arena* memory, scene* out) {
    const char* dash = strrchr(name, '-');
    int32_t cells = dash != NULL ? (int32_t)strtol(dash + 1, NULL, 10) : 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes && dash != NULL; ++i)
        if (strlen(shapes[i].name) == (size_t)(dash - name) &&
            strncmp(shapes[i].name, name, (size_t)(dash - name)) == 0 && cells >= shapes[i].least &&
            cells <= CELLS_MOST) {
            *out =
                body_scene(shapes[i].name, shapes[i].make(cells, memory), shapes[i].open, memory);
            return true;
        }
    return false;
}
