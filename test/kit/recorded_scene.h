// The paper's scenes, docs/gallery/NAME-recorded.yaml, recorded with a few states and looked at.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/mesh/bounds.h"
#include "bake/portrait/portrait.h"
#include "bake/record/palette_file.h"
#include "bake/record/record.h"
#include "bake/simulate/simulation_file.h"
#include "scenes/scenes.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

typedef struct recorded_scene {
    arena* memory;
    report r;
    simulation scene;
    palette p;
    recording x;
    const char* path;
} recorded_scene;

// Metres: vertices of a sample that lie in one cell of this size become one, where it is above 0.
static double recorded_cell;

// The first vertex of each cell stays, with all that is painted on it; triangles that fall together go.
static inline void recorded_coarsen(primitive* p, arena* memory) {
    size_t n = (size_t)p->vertex_count;
    uint32_t* to = ARENA_NEW(memory, uint32_t, n);
    int32_t count = 0, triangles = 0;
    for (size_t v = 0; v < n; ++v) {
        vec3 x = p->positions[v];
        int32_t k = 0;
        for (; k < count; ++k) { // those before have moved to the front
            vec3 y = p->positions[k];
            if (floor(x.x / recorded_cell) == floor(y.x / recorded_cell) &&
                floor(x.y / recorded_cell) == floor(y.y / recorded_cell) &&
                floor(x.z / recorded_cell) == floor(y.z / recorded_cell))
                break;
        }
        to[v] = (uint32_t)k;
        if (k < count)
            continue;
        p->positions[count] = x;
        for (int32_t i = 0; i < p->attribute_count; ++i)
            memmove(p->attributes[i].values + count * p->attributes[i].width,
                    p->attributes[i].values + (int32_t)v * p->attributes[i].width,
                    (size_t)p->attributes[i].width * sizeof(float));
        ++count;
    }
    for (int32_t t = 0; t < p->triangle_count; ++t) {
        const uint32_t c[3] = {to[p->triangles[t][0]], to[p->triangles[t][1]],
                               to[p->triangles[t][2]]};
        if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0])
            memcpy(p->triangles[triangles++], c, sizeof c);
    }
    p->vertex_count = count;
    p->triangle_count = triangles;
    p->normals = NULL;
    p->uvs = NULL;
    p->colors = NULL;
}

static inline bool recorded_sample(void* user, const char* name, place where, arena* memory,
                                   scene* out, report* r) {
    (void)user;
    const sample* found = sample_find(name);
    if (found == NULL)
        return report_error(r, where, "there is no such sample");
    *out = found->make(memory);
    for (int32_t i = 0; i < out->primitive_count && recorded_cell > 0.0; ++i)
        recorded_coarsen(&out->primitives[i], memory);
    return true;
}

// The scene and its palette, as the file of this name says, to be changed; what it records goes to FOLDER/TO.rec.
static inline bool recorded_scene_read(recorded_scene* k, const char* name, const char* folder,
                                       const char* to) {
    *k = (recorded_scene){.memory = arena_create()};
    k->r = report_new(k->memory);
    k->path = arena_format(k->memory, "%s/%s.rec", folder, to);
    const char* yaml = arena_format(k->memory, "docs/gallery/%s-recorded.yaml", name);
#ifdef TEST_SOURCE_FOLDER
    yaml = arena_format(k->memory, "%s/%s", TEST_SOURCE_FOLDER, yaml);
#endif
    bytes text;
    return file_map(yaml, &text, &k->r) &&
           simulation_parse(text, yaml, k->memory, &k->scene, &k->r) &&
           palette_of_scene(&k->scene, yaml, k->memory, &k->p, &k->r);
}

static inline bool recorded_scene_record(recorded_scene* k) {
    static const matter_samples made = {.make = recorded_sample};
    const record_options o = {.output = k->path, .mark = 1, .threads = 2, .samples = &made};
    record_result out;
    return record_scene(&k->scene, &k->p, &o, k->memory, &out, &k->r) &&
           recording_open(k->path, k->memory, &k->x, &k->r);
}

// With so many responses of so many states, in one chain; solids of so many tets, steps solved to a thousandth. The rest is as the
// file says.
static inline bool recorded_scene_make(recorded_scene* k, const char* name, const char* folder,
                                       int32_t responses, int32_t states, int32_t cells) {
    bool sound = recorded_scene_read(k, name, folder, name);
    if (sound) {
        k->p.responses = responses;
        k->p.shortest = k->p.longest = states;
        k->p.chains = 1;
        k->scene.accuracy = 1e-3;
        for (int32_t i = 0; i < k->scene.body_count; ++i)
            if (k->scene.bodies[i].kind == SIMULATION_SOLID)
                k->scene.bodies[i].tets = cells;
    }
    sound = sound && recorded_scene_record(k);
    for (int32_t i = 0; i < k->r.count && !sound; ++i)
        printf("%s\n", finding_text(&k->r.findings[i], k->memory));
    return sound;
}

// It has the states that were asked for, from rest; what moves is what may; contacts are where the scene is; and it reduces to
// what a tolerance says.
static inline bool recorded_scene_is_sound(recorded_scene* k, int32_t responses, int32_t states) {
    const recording* x = &k->x;
    portrait p;
    portrait_options o = portrait_default();
    o.factor.tolerance = 0.05;
    if (x->state_count != responses * states + 1 || x->response_count != responses ||
        !portrait_make(x, &o, k->memory, &p, &k->r) || p.rank < 1 ||
        p.factor.frobenius > 0.05 * p.factor.size)
        return false;
    bounds box = bounds_of(p.key, p.vertex_count);
    vec3 room = v3_scale(v3_sub(box.high, box.low), 0.5);
    for (int32_t i = 0; i < x->contact_count; ++i)
        for (int j = 0; j < 3; ++j) {
            double at = (double)x->contacts[i].place[j];
            if (at < (&box.low.x)[j] - (&room.x)[j] || at > (&box.high.x)[j] + (&room.x)[j])
                return false;
        }
    float* at = ARENA_NEW(k->memory, float, 3 * (size_t)x->vertex_count);
    if (!recording_states(x, x->state_count - 1, 1, at, &k->r))
        return false;
    double moved = 0.0, rigid = 0.0;
    for (int32_t b = 0; b < x->body_count; ++b)
        for (int32_t v = x->bodies[b].first; v < x->bodies[b].first + x->bodies[b].count; ++v) {
            double d = v3_distance(v3(at[3 * v], at[3 * v + 1], at[3 * v + 2]), p.key[v]);
            double* most = x->bodies[b].rigid ? &rigid : &moved;
            *most = fmax(*most, d);
        }
    return moved > 1e-3 && moved < 0.5 && rigid == 0.0;
}

static inline void recorded_scene_end(recorded_scene* k) {
    unlink(k->path);
    arena_destroy(k->memory);
}
