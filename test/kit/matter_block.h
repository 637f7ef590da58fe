// A box of neo-Hookean flesh, for tests of bodies in motion.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/dynamics.h"
#include "bake/dynamics/mass.h"
#include "bake/dynamics/neo_hookean.h"
#include "test/kit/cells_mesh.h"

#include <string.h>

typedef struct block {
    arena* memory;
    report r;
    tets* t;
    material* materials;
    energy_term terms[3];
    dynamics_body body;
    uint8_t* held; // where x is 0
    size_t order;
} block;

static inline block block_new(const int32_t cells[3], vec3 size, material m) {
    block b = {.memory = arena_create()};
    b.r = report_new(b.memory);
    b.t = ARENA_NEW(b.memory, tets, 1);
    *b.t = cells_mesh(cells, size, b.memory);
    size_t count = (size_t)b.t->tet_count;
    b.order = 3 * (size_t)b.t->node_count;
    b.materials = ARENA_NEW(b.memory, material, count);
    b.held = ARENA_NEW(b.memory, uint8_t, (size_t)b.t->node_count);
    double* density = ARENA_NEW(b.memory, double, count);
    for (size_t i = 0; i < count; ++i) {
        b.materials[i] = m;
        density[i] = m.density;
    }
    for (int32_t i = 0; i < b.t->node_count; ++i)
        b.held[i] = b.t->nodes[i].x == 0.0;
    b.body = (dynamics_body){.node_count = b.t->node_count,
                             .nodes = b.t->nodes,
                             .mass = mass_of_tets(b.t, density, 1, b.memory),
                             .threads = 1};
    b.body.term_count =
        neo_hookean_term(b.t, b.materials, 1, &b.terms[0], place_none(), b.memory, &b.r);
    return b;
}

// The terms are the block's own, wherever it stands.
static inline dynamics* block_moving(block* b, const dynamics_options* o,
                                     const uint8_t* held_or_null) {
    b->body.terms = b->terms;
    return dynamics_make(&b->body, held_or_null, o, b->memory, &b->r);
}

static inline double* field(block* b) {
    return ARENA_NEW(b->memory, double, b->order);
}

static inline vec3 vec3_of(const double* f, int32_t i) {
    return v3(f[3 * i], f[3 * i + 1], f[3 * i + 2]);
}

static const material rubber = {2e4, 0.4, 1000.0};
static const moment nothing = {0};
