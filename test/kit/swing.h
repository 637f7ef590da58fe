// The slowest modes of a surface in a lattice of so many cells.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"
#include "bake/scene/surface.h"
#include "bake/volume/fill.h"

static const double SWING_YOUNG = 1e6, SWING_DENSITY = 1000.0; // Pa, kg/m^3

typedef struct swing {
    fill_result filled;
    modal_model model;
    material* materials;
} swing;

static inline bool swing_of(const surface* f, int32_t cells, int32_t modes, arena* a, swing* out) {
    report r = report_new(a);
    fill_options o = fill_default();
    o.cells = cells;
    o.threads = 1;
    if (!volume_fill(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                     f->triangle_count, &o, a, &out->filled, &r))
        return false;
    const tets* t = &out->filled.tets;
    out->materials = ARENA_NEW(a, material, (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        out->materials[i] = (material){SWING_YOUNG, 0.3, SWING_DENSITY};
    modal_request q = {.volume = t,
                       .materials = out->materials,
                       .ten_nodes = true,
                       .count = modes,
                       .threads = 1,
                       .where = place_none()};
    stages clock = stages_begin();
    return modal_build(&q, &clock, &out->model, a, &r);
}
