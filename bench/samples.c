// A bake of each sample tells where its time goes: seconds by the clock and of all processors, by stage, once. What it
// made is then driven over the sample's own clip and stepped, beside skinning it on the CPU; and evaluated, beside
// reading its tables.
//
// Quick bakes: trials of half the cells (docs/decisions/0340-a-trial-without-a-factor.md) say how far a bake can be trusted and
// change no byte of it. A sample that has nothing soft by itself is told and left out.
// SPDX-License-Identifier: MIT
#include "bench/samples.h"

#include "bake/bake.h"
#include "bake/scene/pose.h"
#include "bench/figures/recorder.h"
#include "bench/figures/turns.h"
#include "runtime/body/body.h"
#include "runtime/math/exact.h"
#include "scenes/scenes.h"

#include <stdio.h>
#include <string.h>

enum { SAMPLE_FRAMES = 60, SAMPLE_STEPS = 20 };
#define SAMPLE_SECONDS 0.25 // of the repeats of one figure

typedef struct sample_run {
    arena* memory;
    const char* name;
    bake_result baked;
    supple_asset asset;
    supple_body* body;
    supple_matrix* palettes; // [SAMPLE_FRAMES][bone_count]
    int32_t frame;
    float *positions, *normals;
    uint64_t sum; // so that reading is not left out
} sample_run;

// ---- what is timed ---------------------------------------------------------------------

static void run_frames(void* user) {
    sample_run* x = user;
    for (int i = 0; i < SAMPLE_STEPS; ++i) {
        int32_t at = ++x->frame % (2 * SAMPLE_FRAMES); // to the end and back: no frame jumps
        at = at < SAMPLE_FRAMES ? at : 2 * SAMPLE_FRAMES - 1 - at;
        supple_body_drive(x->body, x->palettes + (ptrdiff_t)at * x->asset.bone_count);
        supple_body_step(x->body, 1.0f / 60.0f);
    }
}

static void run_skinning(void* user) {
    sample_run* x = user;
    supple_streams out = supple_streams_packed(x->positions, x->normals);
    supple_body_skin(x->body, &out);
}

static void run_shown(void* user) {
    sample_run* x = user;
    supple_streams out = supple_streams_packed(x->positions, NULL);
    supple_body_evaluate(x->body, &out);
}

static void run_reading(void* user) {
    sample_run* x = user;
    const supple_table* t = &x->asset.shapes;
    uint64_t sum = 0;
    for (int32_t p = 0; p < x->asset.part_count; ++p) {
        supple_part part = supple_asset_part(&x->asset, p);
        size_t texel = 3 * (size_t)t->bits / 8;
        const uint8_t* from = (const uint8_t*)t->texels + texel * (size_t)part.first_shape;
        size_t size = texel * (size_t)part.coord_count * (size_t)part.shape_places;
        for (size_t i = 0; i + sizeof sum <= size; i += sizeof sum) {
            uint64_t word;
            memcpy(&word, from + i, sizeof word);
            sum += word;
        }
    }
    x->sum += sum;
}

// ---- what is told ----------------------------------------------------------------------

static void tell_stages(const sample_run* x, const stages* s) {
    double total = stages_seconds(s), processor = 0.0;
    for (int32_t i = 0; i < s->count; ++i) {
        const stage* g = &s->list[i];
        for (int k = 0; k < 2; ++k) {
            figure f = {
                .bench = "bake",
                .name = arena_format(x->memory, "%s, %s", x->name, k == 0 ? "clock" : "processors"),
                .unit = "s",
                .value = spread_once(k == 0 ? g->seconds : g->processor),
                .beside_or_null = "the whole bake by the clock",
                .ratio = spread_once((k == 0 ? g->seconds : g->processor) / total),
                .part_or_null = g->name};
            record(&f);
        }
        processor += g->processor;
    }
    figure f = {.bench = "bake",
                .name = arena_format(x->memory, "%s, processors over clock", x->name),
                .unit = "s of processors",
                .value = spread_once(processor),
                .beside_or_null = "the clock",
                .ratio = spread_once(processor / total)};
    record_and_show(&f);
}

static void tell(const sample_run* x, const char* what, turns_result t, const char* beside) {
    figure f = {.bench = "samples",
                .name = arena_format(x->memory, "%s, %d vertices, %d coordinates: %s", x->name,
                                     x->asset.vertex_count, x->asset.coord_count, what),
                .unit = "us",
                .value = spread_times(t.run, 1e6),
                .beside_or_null = beside,
                .ratio = t.ratio};
    record_and_show(&f);
}

// ---- one sample ------------------------------------------------------------------------

static void find_palettes(sample_run* x, const scene* s) {
    const binding* b = &x->baked.binding;
    size_t bones = (size_t)b->bone_count;
    mat4* matrices = ARENA_NEW(x->memory, mat4, bones);
    x->palettes = ARENA_NEW(x->memory, supple_matrix, bones * SAMPLE_FRAMES);
    for (int32_t frame = 0; frame < SAMPLE_FRAMES; ++frame) {
        pose now = pose_at(s, s->clip_count > 0 ? 0 : -1, frame / 60.0, x->memory);
        binding_palette(b, &now, matrices);
        for (size_t i = 0; i < bones; ++i)
            for (int k = 0; k < 16; ++k)
                x->palettes[(size_t)frame * bones + i].m[k] = (float)matrices[i].m[k];
        for (size_t i = 0; i < bones && s->clip_count == 0; ++i) // shaken, or it would fall asleep
            x->palettes[(size_t)frame * bones + i].m[13] += (float)(0.01 * exact_sin(0.4 * frame));
    }
}

static bool bake_sample(sample_run* x, const scene* s) {
    report r = report_new(x->memory);
    recipe how = recipe_default();
    stages where = stages_begin(), *before = stages_follow(&where);
    bool made = bake_scene(s, &how, &(bake_options){0}, x->memory, &x->baked, &r);
    stages_follow(before);
    if (!made) {
        printf("%s: %s\n", x->name, finding_text(&r.findings[r.count - 1], x->memory));
        return false;
    }
    tell_stages(x, &where);
    return supple_asset_read(&x->asset, x->baked.asset.file.data, x->baked.asset.file.size) ==
           SUPPLE_OK;
}

static bool run_sample(const sample* s) {
    sample_run x = {.memory = arena_create(), .name = s->name};
    scene body = s->make(x.memory);
    bool baked = bake_sample(&x, &body);
    x.body = baked ? supple_body_create(&x.asset, NULL, NULL) : NULL;
    if (x.body != NULL) {
        size_t numbers = 3 * (size_t)x.asset.vertex_count;
        find_palettes(&x, &body);
        x.positions = ARENA_NEW(x.memory, float, numbers);
        x.normals = ARENA_NEW(x.memory, float, numbers);
        supple_body_place(x.body, x.palettes);
        tell(&x, "drive and step",
             turns_measure(run_frames, run_skinning, &x,
                           (turns_options){SAMPLE_SECONDS, 5, SAMPLE_STEPS, 1.0, false}),
             "skin");
        tell(&x, "positions",
             turns_measure(run_shown, run_reading, &x,
                           (turns_options){SAMPLE_SECONDS, 5, 1.0, 1.0, false}),
             "reading its tables");
        supple_body_destroy(x.body);
    }
    arena_destroy(x.memory);
    return x.body != NULL || !baked;
}

int bench_samples(int argc, char** argv) {
    bool good = true;
    for (int i = 0; i < sample_count; ++i) {
        bool wanted = argc == 0;
        for (int k = 0; k < argc; ++k)
            wanted |= strcmp(argv[k], samples[i].name) == 0;
        good = (!wanted || run_sample(&samples[i])) && good;
    }
    return good ? 0 : 1;
}
