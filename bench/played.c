// SPDX-License-Identifier: MIT
#include "bench/played.h"

#include "bake/recipe/recipe_file.h"

#include <string.h>

static const double OFTEN = 2.0; // entries a second that are tried

bool played_make(const recording* x, const char* recipe_text, played_recording* out, report* r) {
    *out = (played_recording){.memory = arena_create(), .x = *x, .seed = 1};
    recipe how;
    const bytes file = {(const uint8_t*)recipe_text, strlen(recipe_text)};
    const bake_options o = {.threads = 1};
    bool sound = recipe_parse(file, "recipe", out->memory, &how, r) &&
                 bake_recording(&out->x, &how, &o, out->memory, &out->out, r) &&
                 supple_asset_read(&out->asset, out->out.asset.file.data,
                                   out->out.asset.file.size) == SUPPLE_OK;
    out->size = sound ? out->out.asset.file.size : 0;
    out->body = sound ? supple_body_create(&out->asset, NULL, NULL) : NULL;
    return out->body != NULL;
}

bool played_read(bytes file, played_recording* out) {
    *out = (played_recording){.memory = arena_create(), .seed = 1};
    size_t offset = 0;
    bool sound = supple_asset_find(file.data, file.size, &offset, &out->size) == SUPPLE_OK &&
                 supple_asset_read(&out->asset, file.data + offset, out->size) == SUPPLE_OK;
    out->body = sound ? supple_body_create(&out->asset, NULL, NULL) : NULL;
    return out->body != NULL;
}

void played_close(played_recording* p) {
    supple_body_destroy(p->body);
    arena_destroy(p->memory);
}

static uint32_t random_next(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

void played_step(played_recording* p, float dt) {
    supple_recorded how = supple_asset_recorded(&p->asset, p->part);
    uint32_t entry = random_next(&p->seed) % (uint32_t)how.entry_count;
    if (random_next(&p->seed) / 16777216.0 < OFTEN * (double)dt) {
        supple_playing now = supple_body_playing(p->body, p->part);
        if (now.entry < 0 || now.seconds >= how.shortest)
            supple_body_trigger(p->body, p->part, (int)entry);
    }
    supple_body_step(p->body, dt);
}
