// Scenes run state by state, and at each state crossings counted by crossing_count.h over all that is drawn, collected
// here and not by bake/simulate: whether there is contact in the scene or not.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/simulate/run.h"
#include "bake/simulate/simulation_file.h"
#include "scenes/contact_scenes.h"
#include "scenes/contact_shapes.h"
#include "scenes/scenes.h"
#include "test/kit/check.h"
#include "test/kit/crossing_count.h"

typedef struct torture_surface {
    int32_t vertex_count, triangle_count;
    vec3* places;
    uint32_t (*triangles)[3];
    uint8_t* soft; // [triangle_count]
    int32_t* from; // [vertex_count] which drawn vertex each one is; -1 - n: node n
    vec3* drawn;   // of all of them, now
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

static bool torture_sample(void* user, const char* name, place where, arena* memory, scene* out,
                           report* r) {
    (void)user;
    if (contact_shape(name, memory, out))
        return true;
    const sample* found = sample_find(name);
    if (found == NULL)
        return report_error(r, where, "there is no sample \"%s\"", name);
    *out = found->make(memory);
    return true;
}

static const matter_samples torture_samples = {.make = torture_sample};

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

// Whatever is drawn, welded where its vertices are the same at rest; of a sheet that draws another mesh its own triangles, which
// are what touches.
static torture_surface torture_collect(const assembly* a, arena* memory) {
    torture_surface f = {.drawn = ARENA_NEW(memory, vec3, (size_t)a->drawn.vertex_count)};
    size_t triangles = (size_t)a->drawn.triangle_count;
    size_t vertices = (size_t)a->drawn.vertex_count + (size_t)a->node_count;
    for (int32_t i = 0; i < a->body_count; ++i)
        triangles += (size_t)a->bodies[i].triangle_count;
    f.places = ARENA_NEW(memory, vec3, vertices);
    f.from = ARENA_NEW(memory, int32_t, vertices);
    f.triangles = arena_alloc(memory, triangles, sizeof *f.triangles);
    f.soft = ARENA_NEW(memory, uint8_t, triangles);
    int32_t first = 0;
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        const surface* own = &m->drawn;
        if (m->carried.arms_or_null != NULL) {
            for (int32_t n = 0; n < m->node_count; ++n)
                f.from[f.vertex_count + n] = -1 - (a->first_node[i] + n);
            torture_add(&f, (const uint32_t(*)[3])(const void*)m->triangles, m->triangle_count,
                        m->node_count, true);
            first += own->vertex_count;
            continue;
        }
        weld w = weld_positions(own->positions, own->vertex_count, 0.0, memory);
        uint32_t(*kept)[3] =
            arena_alloc(memory, (size_t)own->triangle_count, sizeof *own->triangles);
        int32_t count =
            weld_triangles(&w, (const uint32_t(*)[3])own->triangles, own->triangle_count, kept);
        for (int32_t v = 0; v < w.count; ++v)
            f.from[f.vertex_count + v] = first + w.first[v];
        torture_add(&f, (const uint32_t(*)[3])kept, count, w.count,
                    a->bodies[i].how->kind != SIMULATION_RIGID);
        first += own->vertex_count;
    }
    return f;
}

// In the support's frame, as the solver has them: what is in the world goes through a rotation, which rounds.
static void torture_places(const assembly* a, const torture_surface* f) {
    assembly_places(a, true, f->drawn);
    const double* u = dynamics_u(a->motion);
    for (int32_t i = 0; i < f->vertex_count; ++i) {
        int32_t n = -1 - f->from[i]; // of a node
        f->places[i] = n < 0 ? f->drawn[f->from[i]]
                             : v3_add(a->nodes[n], v3(u[3 * n], u[3 * n + 1], u[3 * n + 2]));
    }
}

static bool torture_stored(void* user, const assembly* a, int32_t state, report* r) {
    (void)r;
    torture* t = user;
    torture_places(a, &t->surface);
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
