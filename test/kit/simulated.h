// The samples beast, plant and door as bodies that bake/dynamics moves: for tests and benches that look into the
// solver. Whoever wants motion writes a scene file; docs/gallery/beast.yaml, plant.yaml and door.yaml say the same.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/drag.h"
#include "bake/dynamics/mass.h"
#include "bake/dynamics/neo_hookean.h"
#include "bake/dynamics/shell.h"
#include "bake/dynamics/support.h"
#include "bake/scene/scene.h"
#include "bake/volume/fill.h"

#include <string.h>

typedef struct simulated {
    dynamics_body body;
    uint8_t* held; // [body.node_count]
    support support;
    dynamics_options options;
    double step;       // s
    int32_t tet_count; // 0: it has none
} simulated;

// One push or pull of the support at a time of its clip: the dashboard and the pot get a velocity, the door a rate.
typedef struct simulated_move {
    double at;     // s
    vec3 velocity; // m/s
    double rate;   // rad/s
} simulated_move;

enum { SIMULATED_MOVES = 8 };

static const drag_air simulated_air = {1.2, 1.3, 0.05, {0.0, 0.0, 0.0}};

static inline const primitive* simulated_mesh_of(const scene* s, const char* name) {
    for (int32_t i = 0; i < s->mesh_count; ++i)
        if (strcmp(s->meshes[i].name, name) == 0)
            return &s->primitives[s->meshes[i].first_primitive];
    return NULL;
}

static inline const float* simulated_attribute_of(const primitive* p, const char* name) {
    for (int32_t i = 0; i < p->attribute_count; ++i)
        if (strcmp(p->attributes[i].name, name) == 0)
            return p->attributes[i].values;
    return NULL;
}

// ---- sheets ----------------------------------------------------------------------------

typedef struct simulated_cloth {
    shell_material most, stem; // stem: where the mesh has _STEM
} simulated_cloth;

static inline shell* simulated_sheet_of(const primitive* p, const simulated_cloth* c, int threads,
                                        arena* memory) {
    size_t count = (size_t)p->triangle_count;
    shell_material* materials = ARENA_NEW(memory, shell_material, count);
    int32_t* triangles = ARENA_NEW(memory, int32_t, 3 * count);
    const float* stem = simulated_attribute_of(p, "_STEM");
    for (size_t i = 0; i < count; ++i) {
        bool all = stem != NULL;
        for (size_t k = 0; k < 3; ++k) {
            triangles[3 * i + k] = (int32_t)p->triangles[i][k];
            all = all && stem[p->triangles[i][k]] > 0.5f;
        }
        materials[i] = all ? c->stem : c->most;
    }
    shell* s = ARENA_NEW(memory, shell, 1);
    *s = (shell){p->vertex_count, p->positions, p->triangle_count, triangles, materials, threads};
    return s;
}

// Membrane, bending and air of a whole mesh.
static inline bool simulated_make_sheet(const primitive* p, const simulated_cloth* c, int threads,
                                        arena* memory, simulated* out, report* r) {
    shell* s = simulated_sheet_of(p, c, threads, memory);
    energy_term* terms = ARENA_NEW(memory, energy_term, 3);
    const drag_faces faces = {s->node_count, s->nodes, s->triangle_count, s->triangles, 1};
    if (!shell_check(s, place_none(), memory, r) ||
        !drag_term(&faces, &simulated_air, &terms[2], memory, r))
        return false;
    terms[0] = shell_membrane(s, memory);
    terms[1] = shell_bending(s, memory);
    out->body = (dynamics_body){.node_count = s->node_count,
                                .nodes = s->nodes,
                                .mass = shell_mass(s, memory),
                                .term_count = 3,
                                .terms = terms,
                                .threads = threads};
    out->held = ARENA_NEW(memory, uint8_t, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i)
        out->held[i] = simulated_attribute_of(p, "_FIXED")[i] > 0.5f;
    return true;
}

// ---- flesh -----------------------------------------------------------------------------

static inline bool simulated_make_flesh(const primitive* p, material of, int threads, arena* memory,
                                        simulated* out, report* r) {
    fill_options o = fill_default();
    fill_result filled;
    o.target = 6500;
    o.threads = threads;
    if (!volume_fill(p->positions, p->vertex_count, (const uint32_t(*)[3])p->triangles,
                     p->triangle_count, &o, memory, &filled, r))
        return false;
    tets* t = ARENA_NEW(memory, tets, 1);
    *t = filled.tets;
    material* materials = ARENA_NEW(memory, material, (size_t)t->tet_count);
    double* density = ARENA_NEW(memory, double, (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        materials[i] = of;
        density[i] = of.density;
    }
    energy_term* term = ARENA_NEW(memory, energy_term, 1);
    if (!neo_hookean_term(t, materials, threads, term, place_none(), memory, r))
        return false;
    out->body = (dynamics_body){.node_count = t->node_count,
                                .nodes = t->nodes,
                                .mass = mass_of_tets(t, density, threads, memory),
                                .term_count = 1,
                                .terms = term,
                                .threads = threads};
    out->tet_count = t->tet_count;
    out->held = ARENA_NEW(memory, uint8_t, (size_t)t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i)
        out->held[i] = t->nodes[i].y < 0.006; // the soles
    return true;
}

// ---- the three -------------------------------------------------------------------------

static const material simulated_rubber = {1.2e5, 0.45, 1000.0};
static const simulated_cloth simulated_towel = {{3e6, 0.3, 0.4e-3, 0.15, 6e-6, 1.1, 3e-4},
                                                {.young = 0.0}};
static const simulated_cloth simulated_leaves = {
    {1.2e8, 0.3, 0.4e-3, 0.30, 7.0e-4, INFINITY, INFINITY},
    {1e8, 0.3, 0.5e-3, 0.50, 1.1e-3, INFINITY, INFINITY}};

// of: the sample's scene; `out` refers to it. False with a sentence when that is no sample to be simulated, or it
// cannot be made.
static inline bool simulated_make(const char* name, const scene* of, int threads, arena* memory,
                                  simulated* out, report* r) {
    bool beast = strcmp(name, "beast") == 0, plant = strcmp(name, "plant") == 0;
    if (!beast && !plant && strcmp(name, "door") != 0)
        return report_error(r, place_none(), "there is no sample \"%s\" to be simulated", name);
    *out = (simulated){.options = dynamics_default(), .step = 1.0 / 60.0};
    out->options.gravity = v3(0.0, -9.81, 0.0);
    out->options.damped_by = DYNAMICS_DAMPED_BY_MATERIAL;
    out->options.newmark.rule = NEWMARK_BACKWARD;
    out->support = (support){.kind = SUPPORT_FREE, .axis = {0.0, 1.0, 0.0}};
    if (beast) {
        out->options.damping.beta = 0.004;
        return simulated_make_flesh(simulated_mesh_of(of, "beast"), simulated_rubber, threads,
                                    memory, out, r);
    }
    if (plant) {
        out->options.damping.beta = 0.002;
        return simulated_make_sheet(simulated_mesh_of(of, "structure"), &simulated_leaves, threads,
                                    memory, out, r);
    }
    out->options.damping.beta = 0.001;
    out->options.accuracy = 3e-5; // 0.03 mm: wrinkles find their way slowly beyond
    out->support = (support){.kind = SUPPORT_TURNING,
                             .pivot = {-0.46, 0.0, 0.0},
                             .axis = {0.0, 1.0, 0.0},
                             .high = 0.5 * EXACT_PI};
    return simulated_make_sheet(simulated_mesh_of(of, "towel"), &simulated_towel, threads, memory,
                                out, r);
}

static inline int32_t simulated_moves(const char* name, simulated_move out[SIMULATED_MOVES]) {
    static const simulated_move shaken[] = {{.at = 0.2, .velocity = {0.5, 0.0, 0.0}},
                                            {.at = 0.5, .velocity = {0.0, 0.0, 0.0}}};
    static const simulated_move swung[] = {{.at = 0.3, .rate = 1.0471975511965976}}; // 60 degrees
    bool door = strcmp(name, "door") == 0;
    memcpy(out, door ? swung : shaken, door ? sizeof swung : sizeof shaken);
    return door ? 1 : 2;
}
