// A gingham cloth, 1 m by 1 m, hanging in the x y plane with its upper edge at 1 m: thin and open.
// SPDX-License-Identifier: MIT
#include "scenes/makers.h"

#include "scenes/body.h"

enum { SHEET_CELLS = 40, SHEET_ROW = SHEET_CELLS + 1, STRIPE = 5 }; // STRIPE: cells of one stripe

// Is this grid line dyed? Four cells are, one fades, four are white, one fades.
static double stripe(int32_t line) {
    return line % (2 * STRIPE) < STRIPE ? 1.0 : 0.0;
}

scene sample_sheet(arena* memory) {
    primitive p = body_primitive(SHEET_ROW * SHEET_ROW, 2 * SHEET_CELLS * SHEET_CELLS, memory);
    p.uvs = arena_alloc(memory, (size_t)p.vertex_count, sizeof *p.uvs);
    const vec3 white = paint(0xf4efe6), red = paint(0xb3202c);
    for (int32_t j = 0, v = 0; j < SHEET_ROW; ++j)
        for (int32_t i = 0; i < SHEET_ROW; ++i, ++v) {
            double x = (double)i / SHEET_CELLS, y = (double)j / SHEET_CELLS;
            p.positions[v] = v3(x - 0.5, y, 0.0);
            p.normals[v][2] = 1.0f;
            p.uvs[v][0] = (float)x;
            p.uvs[v][1] = (float)(1.0 - y);
            // gingham: two dyed threads are deeper than one
            body_paint(&p, v, v3_lerp(white, red, 0.5 * (stripe(i) + stripe(j))));
        }
    int32_t triangle = 0;
    for (uint32_t j = 0; j < SHEET_CELLS; ++j)
        for (uint32_t i = 0; i < SHEET_CELLS; ++i) {
            uint32_t a = j * SHEET_ROW + i, b = a + 1, c = b + SHEET_ROW, d = a + SHEET_ROW;
            // diagonals alternate, so that the cloth folds alike both ways
            if ((i + j) % 2 == 0) {
                body_triangle(&p, &triangle, a, b, c);
                body_triangle(&p, &triangle, a, c, d);
            } else {
                body_triangle(&p, &triangle, a, b, d);
                body_triangle(&p, &triangle, b, c, d);
            }
        }
    return body_scene("sheet", p, true, memory);
}
