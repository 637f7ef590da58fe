// Scenes run state by state, and at each state crossings counted by crossing_count.h over surfaces that are collected here,
// not by bake/simulate: whether there is contact in the scene or not.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tet_topology.h"
#include "bake/simulate/run.h"
#include "bake/simulate/simulation_file.h"
#include "scenes/contact_scenes.h"
#include "scenes/contact_shapes.h"
#include "scenes/scenes.h"
#include "test/check.h"
#include "test/crossing_count.h"

typedef struct torture_surface {
    int32_t vertex_count, triangle_count;
    vec3* places;
    uint32_t (*triangles)[3];
    uint8_t* soft; // [triangle_count]
} torture_surface;

typedef struct torture {
    arena* memory;
    report r;
    simulation s;
    assembly a;
    run_result result;
    torture_surface surface;
    bool made, done;
    int32_t states;          // that were stored
    int64_t crossings;       // at all of them
    int64_t float_crossings; // of the same places as floats
    bool counts;             // crossings are counted
    int32_t first;           // state with a crossing; -1: none
    double speed;            // m/s: the largest component that any node had in any state
} torture;

static bool torture_sample(const char* name, place where, arena* memory, scene* out, report* r) {
    if (contact_shape(name, memory, out))
        return true;
    const sample* found = sample_find(name);
    if (found == NULL)
        return report_error(r, where, "there is no sample \"%s\"", name);
    *out = found->make(memory);
    return true;
}

static const matter_samples torture_samples = {torture_sample};

// ---- surfaces ----------------------------------------------------------------------------

static void torture_add(torture_surface* f, const uint32_t (*triangles)[3], int32_t count,
                        int32_t vertices, bool soft) {
    for (int32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k)
            f->triangles[f->triangle_count][k] = triangles[i][k] + (uint32_t)f->vertex_count;
        f->soft[f->triangle_count++] = soft;
    }
    f->vertex_count += vertices;
}

// Sheets by their nodes, solids by all of theirs and their boundary, rigid bodies by their welded vertices.
static torture_surface torture_collect(const assembly* a, arena* memory) {
    torture_surface f = {0};
    int32_t vertices = 0, triangles = 0;
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        vertices += m->node_count + m->skin.vertex_count;
        triangles += m->triangle_count + 4 * m->volume.tet_count + m->skin.triangle_count;
    }
    f.places = ARENA_NEW(memory, vec3, (size_t)vertices);
    f.triangles = arena_alloc(memory, (size_t)triangles, sizeof *f.triangles);
    f.soft = ARENA_NEW(memory, uint8_t, (size_t)triangles);
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        if (m->how->kind == SIMULATION_SOLID) {
            tet_topology shape = tets_topology(&m->volume, memory);
            torture_add(&f, (const uint32_t(*)[3])shape.boundary, shape.boundary_count,
                        m->node_count, true);
        } else if (m->how->kind == SIMULATION_SHELL) {
            torture_add(&f, (const uint32_t(*)[3])(const void*)m->triangles, m->triangle_count,
                        m->node_count, true);
        } else {
            weld w = weld_positions(m->skin.positions, m->skin.vertex_count, 0.0, memory);
            uint32_t(*kept)[3] =
                arena_alloc(memory, (size_t)m->skin.triangle_count, sizeof *m->skin.triangles);
            int32_t count = weld_triangles(&w, (const uint32_t(*)[3])m->skin.triangles,
                                           m->skin.triangle_count, kept);
            torture_add(&f, (const uint32_t(*)[3])kept, count, w.count, false);
        }
    }
    return f;
}

// In the support's frame, as the solver has them: what is in the world goes through a rotation, which rounds.
static void torture_places(const assembly* a, const torture_surface* f, arena* memory) {
    const double* u = dynamics_u(a->motion);
    vec3* to = f->places;
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        for (int32_t n = 0; n < m->node_count; ++n) {
            const double* p = u + 3 * (size_t)(a->first_node[i] + n);
            *to++ = v3_add(m->nodes[n], v3(p[0], p[1], p[2]));
        }
        if (m->node_count > 0)
            continue;
        weld w = weld_positions(m->skin.positions, m->skin.vertex_count, 0.0, memory);
        for (int32_t n = 0; n < w.count; ++n)
            *to++ = assembly_rigid_place(a, i, true, w.positions[n]);
    }
}

static bool torture_stored(void* user, const assembly* a, int32_t state, report* r) {
    (void)r;
    torture* t = user;
    arena* scratch = arena_create();
    torture_places(a, &t->surface, scratch);
    const torture_surface* f = &t->surface;
    const uint32_t(*triangles)[3] = (const uint32_t(*)[3])f->triangles;
    int64_t pairs = 0;
    if (t->counts)
        pairs = count_crossings(f->places, triangles, f->triangle_count, f->soft).pairs;
    if (pairs > 0 && t->first < 0)
        t->first = state;
    t->crossings += pairs;
    for (int32_t i = 0; i < f->vertex_count; ++i)
        for (int k = 0; k < 3; ++k)
            (&f->places[i].x)[k] = (float)(&f->places[i].x)[k];
    if (t->counts)
        t->float_crossings +=
            count_crossings(f->places, triangles, f->triangle_count, f->soft).pairs;
    for (int32_t i = 0; i < 3 * a->soft_count; ++i)
        t->speed = fmax(t->speed, fabs(dynamics_v(a->motion)[i]));
    ++t->states;
    arena_destroy(scratch);
    return true;
}

// ---- runs --------------------------------------------------------------------------------

static void torture_say(torture* t) {
    for (int32_t i = 0; i < t->r.count; ++i)
        printf("        %s\n", finding_text(&t->r.findings[i], t->memory));
}

static bool torture_make(torture* t, const char* text, int threads) {
    *t = (torture){.memory = arena_create(), .first = -1, .counts = true};
    t->r = report_new(t->memory);
    const bytes words = {(const uint8_t*)text, strlen(text)};
    t->made = simulation_parse(words, "s.yaml", t->memory, &t->s, &t->r) &&
              assembly_make(&t->s, &torture_samples, threads, t->memory, &t->a, &t->r);
    if (t->made)
        t->surface = torture_collect(&t->a, t->memory);
    return t->made;
}

static bool torture_go(torture* t, const char* folder) {
    const char* path = arena_format(t->memory, "%s/torture.pc2", folder);
    const run_options o = {
        .output = path, .mark = 3, .anew = true, .stored = torture_stored, .user = t};
    t->done = run_scene(&t->a, &o, t->memory, &t->result, &t->r);
    if (t->states > 0)
        stream_drop(&t->result.states);
    run_forget(&o, t->memory);
    return t->done;
}

static void torture_end(torture* t) {
    assembly_close(&t->a);
    arena_destroy(t->memory);
}
