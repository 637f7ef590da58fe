// Pins on the flesh of a baked file while it moves: a character over its clips, a free body that falls and swings.
//
// bench/holds.c has a box of 40 coordinates whose pins hang still; here bones turn and bend, bodies hang by a corner and
// the flesh is near its limit, as in a game. The mean over a second, by the processor's clock; to count instead,
// run it with one number of pins under callgrind with
// --toggle-collect=supple_body_step, or supple_world_step.
// SPDX-License-Identifier: MIT
#include "bench/pins.h"

#include "bake/base/clock.h"
#include "bake/base/file.h"
#include "bake/import/import.h"
#include "bake/play/play.h"
#include "bake/scene/bind.h"
#include "runtime/body/body.h"
#include "runtime/body/point.h"

#include <stdio.h>
#include <string.h>

enum { PINS_MOST = 64, PINS_FRAMES = 60 };
static const float FRAME = 1.0f / 60.0f;

typedef struct pinned {
    const char* path;
    int only; // pins; below 0: all numbers of them
    arena* memory;
    report r;
    imported file;
    bytes whole;
    supple_asset asset;
    play_take take; // of the clip; frame_count 0 without one
} pinned;

// ---- the file --------------------------------------------------------------------------

static bool read_asset(pinned* p) {
    size_t offset, size;
    if (!file_map(p->path, &p->whole, &p->r) ||
        supple_asset_find(p->whole.data, p->whole.size, &offset, &size) != SUPPLE_OK)
        return false;
    uint8_t* copy = arena_alloc(p->memory, size + 16, 1);
    copy += 16 - (uintptr_t)copy % 16;
    memcpy(copy, (const uint8_t*)p->whole.data + offset, size);
    return supple_asset_read(&p->asset, copy, size) == SUPPLE_OK;
}

static bool play(pinned* p, int32_t which) {
    pose at_rest = bind_pose(&p->file.scene, p->memory);
    surface rest = surface_from_scene(&p->file.scene, &at_rest, p->memory);
    binding bound;
    if (!binding_of(&p->file.scene, &rest, &at_rest, 1.0, p->memory, &bound, &p->r))
        return false;
    play_request q = {.s = &p->file.scene,
                      .binding = &bound,
                      .asset = &p->asset,
                      .clip = which,
                      .fps = 60.0,
                      .substeps = 1};
    return play_clip(&q, p->memory, &p->take, &p->r);
}

// ---- pins ------------------------------------------------------------------------------

// Every so many soft vertices one, where it is. A character's are those of its largest part.
static void pin_some(supple_body* b, int count) {
    int32_t soft = 0, seen = 0, made = 0, part = 0;
    for (int32_t p = 1; p < b->part_count; ++p)
        if (supple_asset_part(&b->asset, p).vertex_count >
            supple_asset_part(&b->asset, part).vertex_count)
            part = p;
    for (int round = 0; round < 2; ++round) {
        for (uint32_t v = 0; v < (uint32_t)b->asset.vertex_count; ++v) {
            supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
            uint64_t parts[4] = {0};
            point_parts(b, at, parts);
            if ((parts[part / 64] >> (part % 64) & 1) == 0)
                continue;
            soft += round == 0;
            if (round == 1 && (int64_t)seen++ * count / soft >= made && made < count) {
                supple_body_pin(b, at, supple_body_position(b, at));
                ++made;
            }
        }
    }
}

// ---- what is measured ------------------------------------------------------------------

typedef struct pins_run {
    const pinned* file;
    supple_body* body;
    supple_world* world;     // or NULL
    supple_matrix* palettes; // [frame_count][bone_count], or NULL
} pins_run;

static void run_frames(const pins_run* run, int count) {
    for (int i = 0; i < count; ++i) {
        if (run->palettes != NULL)
            supple_body_drive(run->body,
                              run->palettes + (int64_t)(i % run->file->take.frame_count) *
                                                  run->file->asset.bone_count);
        if (run->world != NULL)
            supple_world_step(run->world, FRAME);
        else
            supple_body_step(run->body, FRAME);
    }
}

static void measure(const pinned* p, supple_matrix* palettes, bool in_world, int count) {
    supple_body_options o = supple_body_options_default(&p->asset);
    o.max_pins = PINS_MOST;
    o.free = supple_asset_is_free(&p->asset);
    pins_run run = {p, supple_body_create(&p->asset, &o, NULL), NULL, palettes};
    if (palettes != NULL)
        supple_body_place(run.body, palettes);
    if (in_world) {
        run.world = supple_world_create(NULL, NULL);
        supple_world_add_body(run.world, run.body);
    }
    pin_some(run.body, count);
    double begin = clock_processor();
    run_frames(&run, PINS_FRAMES);
    double took = 1e6 * (clock_processor() - begin) / PINS_FRAMES;
    supple_body_counts s = supple_body_stats(run.body);
    printf("  %10.1f %4d %4u", took, s.substeps, s.limited);
    if (run.world != NULL)
        supple_world_destroy(run.world);
    supple_body_destroy(run.body);
}

static void print(const pinned* p, const char* how, supple_matrix* palettes, bool in_world) {
    static const int counts[] = {0, 1, 4, 16, PINS_MOST};
    printf("%-24s", how);
    for (int i = 0; i < 5; ++i)
        if (p->only < 0 || counts[i] == p->only)
            measure(p, palettes, in_world, counts[i]);
    printf("\n");
    fflush(stdout);
}

static void print_clips(pinned* p) {
    for (int32_t i = 0; i < p->file.scene.clip_count; ++i) {
        if (!play(p, i))
            continue;
        size_t bones = (size_t)p->asset.bone_count;
        supple_matrix* palettes =
            ARENA_NEW(p->memory, supple_matrix, bones * (size_t)p->take.frame_count);
        for (int32_t k = 0; k < p->take.frame_count; ++k)
            supple_body_palette(play_frame(&p->take, k), palettes + bones * (size_t)k);
        print(p, p->file.scene.clips[i].name, palettes, false);
    }
}

int bench_pins(const char* path, int only) {
    pinned p = {.path = path, .only = only, .memory = arena_create()};
    p.r = report_new(p.memory);
    bool ok = import_scene(path, p.memory, &p.file, &p.r) && read_asset(&p);
    if (ok) {
        printf("microseconds a frame at 60 Hz, substeps of the last, frames at a limit; pins: 0, "
               "1, 4, 16, %d\n",
               PINS_MOST);
        if (supple_asset_is_free(&p.asset)) {
            print(&p, "free, alone", NULL, false);
            print(&p, "free, in a world", NULL, true);
        } else {
            print_clips(&p);
        }
    }
    file_unmap(p.whole);
    import_close(&p.file);
    arena_destroy(p.memory);
    return ok ? 0 : 1;
}
