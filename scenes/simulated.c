// Materials and supports of the three samples.
// SPDX-License-Identifier: MIT
#include "scenes/simulated.h"

#include "bake/dynamics/drag.h"
#include "bake/dynamics/mass.h"
#include "bake/dynamics/neo_hookean.h"
#include "bake/dynamics/shell.h"
#include "bake/volume/fill.h"

#include <string.h>

static const drag_air still = {1.2, 1.3, 0.05, {0.0, 0.0, 0.0}};

static const primitive* mesh_of(const scene* s, const char* name) {
    for (int32_t i = 0; i < s->mesh_count; ++i)
        if (strcmp(s->meshes[i].name, name) == 0)
            return &s->primitives[s->meshes[i].first_primitive];
    return NULL;
}

static const float* attribute_of(const primitive* p, const char* name) {
    for (int32_t i = 0; i < p->attribute_count; ++i)
        if (strcmp(p->attributes[i].name, name) == 0)
            return p->attributes[i].values;
    return NULL;
}

// ---- sheets ----------------------------------------------------------------------------

typedef struct cloth {
    shell_material most, stem; // stem: where the mesh has _STEM
} cloth;

static shell* sheet_of(const primitive* p, const cloth* c, int threads, arena* memory) {
    size_t count = (size_t)p->triangle_count;
    shell_material* materials = ARENA_NEW(memory, shell_material, count);
    int32_t* triangles = ARENA_NEW(memory, int32_t, 3 * count);
    const float* stem = attribute_of(p, "_STEM");
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
static bool make_sheet(const primitive* p, const cloth* c, int threads, arena* memory,
                       simulated* out, report* r) {
    shell* s = sheet_of(p, c, threads, memory);
    energy_term* terms = ARENA_NEW(memory, energy_term, 3);
    const drag_faces faces = {s->node_count, s->nodes, s->triangle_count, s->triangles};
    if (!shell_check(s, place_none(), memory, r) ||
        !drag_term(&faces, &still, &terms[2], memory, r))
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
        out->held[i] = attribute_of(p, "_FIXED")[i] > 0.5f;
    return true;
}

// ---- flesh -----------------------------------------------------------------------------

static bool make_flesh(const primitive* p, material of, int threads, arena* memory, simulated* out,
                       report* r) {
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

static const material rubber = {6e4, 0.45, 1000.0};
static const cloth towel = {{3e6, 0.3, 0.4e-3, 0.15, 6e-6, 1.1, 3e-4}, {.young = 0.0}};
static const cloth leaves = {{1.2e8, 0.3, 0.4e-3, 0.30, 7.0e-4, INFINITY, INFINITY},
                             {1e8, 0.3, 0.5e-3, 0.50, 1.1e-3, INFINITY, INFINITY}};

bool simulated_make(const char* name, const scene* of, int threads, arena* memory, simulated* out,
                    report* r) {
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
        return make_flesh(mesh_of(of, "beast"), rubber, threads, memory, out, r);
    }
    if (plant) {
        out->options.damping.beta = 0.002;
        return make_sheet(mesh_of(of, "structure"), &leaves, threads, memory, out, r);
    }
    out->options.damping.beta = 0.001;
    out->options.accuracy = 3e-5; // 0.03 mm: wrinkles find their way slowly beyond
    out->support = (support){.kind = SUPPORT_TURNING,
                             .pivot = {-0.46, 0.0, 0.0},
                             .axis = {0.0, 1.0, 0.0},
                             .high = 0.5 * EXACT_PI};
    return make_sheet(mesh_of(of, "towel"), &towel, threads, memory, out, r);
}

int32_t simulated_moves(const char* name, simulated_move out[SIMULATED_MOVES]) {
    static const simulated_move shaken[] = {{.at = 0.2, .velocity = {0.5, 0.0, 0.0}},
                                            {.at = 0.5, .velocity = {0.0, 0.0, 0.0}}};
    static const simulated_move swung[] = {{.at = 0.3, .rate = 1.0471975511965976}}; // 60 degrees
    bool door = strcmp(name, "door") == 0;
    memcpy(out, door ? swung : shaken, door ? sizeof swung : sizeof shaken);
    return door ? 1 : 2;
}
