// A sample with its sculpted targets, baked small and ready to be played.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"
#include "bake/play/play.h"
#include "bake/recipe/recipe_sculpted.h"
#include "scenes/scenes.h"

#include <string.h>

typedef struct sculpted_sample {
    arena* memory;
    report r;
    scene s;
    bake_result baked;
    supple_asset asset;
} sculpted_sample;

typedef struct sculpted_choice {
    const char* sample;
    int32_t targets, coords, tets;
    bool soft;    // without what is painted stiff
    double limit; // metres; 0: as it is
} sculpted_choice;

// False with findings; close it also then.
static inline bool sculpted_make(const sculpted_choice* c, sculpted_sample* out) {
    *out = (sculpted_sample){.memory = arena_create()};
    out->r = report_new(out->memory);
    out->s = sample_find(c->sample)->make(out->memory);
    recipe how = recipe_default();
    const char* reason;
    if (!recipe_sculpted(&out->s, c->targets, out->memory, &how, &reason, &out->r))
        return false;
    how.unit = 1.0;
    how.parts[0].tets = c->tets;
    how.parts[0].modes = c->coords;
    for (int32_t i = 0; i < how.parts[0].target_count && c->soft; ++i)
        how.parts[0].targets[i].paint_or_null = NULL;
    if (c->limit > 0.0)
        how.parts[0].limit = c->limit;
    const bake_options o = {.threads = 1};
    return bake_scene(&out->s, &how, &o, out->memory, &out->baked, &out->r) &&
           supple_asset_read(&out->asset, out->baked.asset.file.data, out->baked.asset.file.size) ==
               SUPPLE_OK;
}

static inline void sculpted_close(sculpted_sample* p) {
    arena_destroy(p->memory);
}

static inline int32_t sculpted_clip(const sculpted_sample* p, const char* name) {
    for (int32_t i = 0; i < p->s.clip_count; ++i)
        if (strcmp(p->s.clips[i].name, name) == 0)
            return i;
    return -1;
}

// To be filled further: the clip as long as it is, 60 frames a second.
static inline play_request sculpted_request(const sculpted_sample* p, const char* name) {
    return (play_request){.s = &p->s,
                          .binding = &p->baked.binding,
                          .asset = &p->asset,
                          .clip = sculpted_clip(p, name),
                          .fps = 60.0};
}

// Where a vertex was in a frame of a take, in the world.
static inline vec3 sculpted_place(const play_take* t, int32_t frame, int32_t vertex) {
    supple_point at = {{(uint32_t)vertex, 0, 0}, {1.0f, 0.0f, 0.0f}};
    supple_vec3 x = supple_body_position(play_frame(t, frame), at);
    return v3(x.x, x.y, x.z);
}
