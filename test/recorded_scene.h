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
#include "test/check.h"

#include <unistd.h>

typedef struct recorded_scene {
    arena* memory;
    report r;
    simulation scene;
    palette p;
    recording x;
    const char* path;
} recorded_scene;

static bool recorded_sample(const char* name, place where, arena* memory, scene* out, report* r) {
    const sample* found = sample_find(name);
    if (found == NULL)
        return report_error(r, where, "there is no such sample");
    *out = found->make(memory);
    return true;
}

// With so many responses of so many states, in one chain; solids of so many tets, steps solved to a thousandth. The rest is as the
// file says.
static bool recorded_scene_make(recorded_scene* k, const char* name, const char* folder,
                                int32_t responses, int32_t states, int32_t cells) {
    static const matter_samples made = {recorded_sample};
    *k = (recorded_scene){.memory = arena_create()};
    k->r = report_new(k->memory);
    k->path = arena_format(k->memory, "%s/%s.rec", folder, name);
    const char* yaml =
        arena_format(k->memory, "%s/docs/gallery/%s-recorded.yaml", TEST_SOURCE_FOLDER, name);
    const record_options o = {.output = k->path, .mark = 1, .threads = 2, .samples = &made};
    record_result out;
    bytes text;
    bool sound = file_map(yaml, &text, &k->r) &&
                 simulation_parse(text, yaml, k->memory, &k->scene, &k->r) &&
                 palette_of_scene(&k->scene, yaml, k->memory, &k->p, &k->r);
    if (sound) {
        k->p.responses = responses;
        k->p.shortest = k->p.longest = states;
        k->p.chains = 1;
        k->scene.accuracy = 1e-3;
        for (int32_t i = 0; i < k->scene.body_count; ++i)
            if (k->scene.bodies[i].kind == SIMULATION_SOLID)
                k->scene.bodies[i].tets = cells;
    }
    sound = sound && record_scene(&k->scene, &k->p, &o, k->memory, &out, &k->r) &&
            recording_open(k->path, k->memory, &k->x, &k->r);
    for (int32_t i = 0; i < k->r.count && !sound; ++i)
        printf("%s\n", finding_text(&k->r.findings[i], k->memory));
    return sound;
}

// It has the states that were asked for, from rest; what moves is what may; contacts are where the scene is; and it reduces to
// what a tolerance says.
static bool recorded_scene_is_sound(recorded_scene* k, int32_t responses, int32_t states) {
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

static void recorded_scene_end(recorded_scene* k) {
    unlink(k->path);
    arena_destroy(k->memory);
}
