// Sheets of triangles along x and y, for tests of shells.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/dynamics.h"
#include "bake/dynamics/shell.h"

typedef enum sheet_kind {
    SHEET_GRID,        // right triangles, all diagonals the same way
    SHEET_ALTERNATING, // ... in turn
    SHEET_EQUILATERAL, // every other row shifted by half a cell, ends straight
} sheet_kind;

typedef struct sheet {
    arena* memory;
    report r;
    int32_t cells[2]; // along x and y
    int32_t node_count, triangle_count;
    vec3* nodes;
    int32_t* triangles;
    shell_material* materials;
    shell s;
    size_t order;
} sheet;

// The node of column i (along x) and row k.
static inline int32_t sheet_node(const sheet* s, int32_t i, int32_t k) {
    return i * (s->cells[1] + 1) + k;
}

// Columns of nodes at equal x. Of SHEET_EQUILATERAL odd columns are shifted along y by half a cell inside, and
// keep their ends at the rim.
static inline sheet sheet_new(sheet_kind kind, int32_t along, int32_t across, double length,
                              double width, shell_material m) {
    sheet s = {.memory = arena_create(), .cells = {along, across}};
    s.r = report_new(s.memory);
    s.node_count = (along + 1) * (across + 1);
    s.triangle_count = 2 * along * across;
    s.order = 3 * (size_t)s.node_count;
    s.nodes = ARENA_NEW(s.memory, vec3, (size_t)s.node_count);
    s.triangles = ARENA_NEW(s.memory, int32_t, 3 * (size_t)s.triangle_count);
    s.materials = ARENA_NEW(s.memory, shell_material, (size_t)s.triangle_count);
    for (int32_t i = 0; i <= along; ++i)
        for (int32_t k = 0; k <= across; ++k) {
            double shift =
                kind == SHEET_EQUILATERAL && i % 2 == 1 && k > 0 && k < across ? 0.5 : 0.0;
            double y = k == 0        ? 0.0
                       : k == across ? 1.0
                                     : (k - shift) / (across - 0.5 * (kind == SHEET_EQUILATERAL));
            s.nodes[sheet_node(&s, i, k)] = v3(length * i / along, width * y, 0.0);
        }
    for (int32_t i = 0, n = 0; i < along; ++i)
        for (int32_t k = 0; k < across; ++k, n += 2) {
            int32_t a = sheet_node(&s, i, k), b = sheet_node(&s, i + 1, k);
            int32_t c = sheet_node(&s, i + 1, k + 1), d = sheet_node(&s, i, k + 1);
            bool other = kind == SHEET_ALTERNATING ? (i + k) % 2 == 1
                                                   : kind == SHEET_EQUILATERAL && i % 2 == 1;
            const int32_t rising[6] = {a, b, c, a, c, d}, falling[6] = {a, b, d, b, c, d};
            memcpy(s.triangles + 3 * n, other ? falling : rising, sizeof rising);
        }
    for (int32_t i = 0; i < s.triangle_count; ++i)
        s.materials[i] = m;
    s.s = (shell){s.node_count, s.nodes, s.triangle_count, s.triangles, s.materials, 1};
    return s;
}

// Membrane and bending, and their mass.
static inline dynamics_body sheet_body(sheet* s) {
    energy_term* terms = ARENA_NEW(s->memory, energy_term, 2);
    terms[0] = shell_membrane(&s->s, s->memory);
    terms[1] = shell_bending(&s->s, s->memory);
    return (dynamics_body){.node_count = s->node_count,
                           .nodes = s->nodes,
                           .mass = shell_mass(&s->s, s->memory),
                           .term_count = 2,
                           .terms = terms,
                           .threads = 1};
}
