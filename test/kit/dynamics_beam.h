// A beam of soft flesh along x, held where x is 0, for tests of bodies in motion.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/elastic_term.h"
#include "test/kit/cells_mesh.h"

static const double one[1] = {1.0}; // the weight of a single shape

typedef struct beam {
    arena* memory;
    report r;
    tets* t;
    material* materials;
    double* density;
    uint8_t* held;
    elastic m;
    size_t order;
} beam;

static inline beam beam_new(elastic_law law, int32_t width, int32_t cells, int threads) {
    beam b = {.memory = arena_create()};
    b.r = report_new(b.memory);
    b.t = ARENA_NEW(b.memory, tets, 1);
    *b.t = cells_mesh((const int32_t[3]){cells, 1, 1}, v3(0.4, 0.1, 0.12), b.memory);
    if (width == 10)
        *b.t = tets_promote(b.t, b.memory);
    b.order = 3 * (size_t)b.t->node_count;
    b.materials = ARENA_NEW(b.memory, material, (size_t)b.t->tet_count);
    b.density = ARENA_NEW(b.memory, double, (size_t)b.t->tet_count);
    b.held = ARENA_NEW(b.memory, uint8_t, (size_t)b.t->node_count);
    for (int32_t i = 0; i < b.t->tet_count; ++i) {
        b.materials[i] = (material){2e4, 0.3, 1000.0};
        b.density[i] = 1000.0;
    }
    for (int32_t i = 0; i < b.t->node_count; ++i)
        b.held[i] = b.t->nodes[i].x == 0.0;
    if (!elastic_of_body(law, b.t, b.materials, threads, &b.m, place_none(), b.memory, &b.r))
        b.m.count = 0;
    return b;
}

static inline dynamics* beam_moving(beam* b, const dynamics_options* o, bool held) {
    dynamics_body body = elastic_body(&b->m, b->density, b->memory);
    return dynamics_make(&body, held ? b->held : NULL, o, b->memory, &b->r);
}

static inline double* field(beam* b) {
    return ARENA_NEW(b->memory, double, b->order);
}
