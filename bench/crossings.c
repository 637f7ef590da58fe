// Sequences are random and allowed, frames are what the runtime shows, as floats, and the count is exact and shares nothing with
// what keeps surfaces apart (test/kit/crossing_count.h). States as they were recorded stand beside them.
// SPDX-License-Identifier: MIT
#include "bench/crossings.h"

#include "bake/mesh/weld.h"
#include "bench/page.h"
#include "bench/played.h"
#include "test/kit/crossing_count.h"
#include "test/kit/recorded_scene.h"

#include <math.h>
#include <stdio.h>

enum {
    CROSSINGS_FRAMES = 400,
    EACH = 5,
    CROSSINGS_FADE = 120,
    BENCH_CROSSINGS_MOST = 60
}; // counted; steps from one to the next; until detail has faded; shapes
static const int32_t ranks[] = {4, 8, 16, 30, BENCH_CROSSINGS_MOST};
static const double cell = 0.08; // m, of the coarse towel
static const double thicknesses[] = {0.0, 2e-3};
static const float BLENDED = 1e-3f; // m, root mean square: less of a jump is left than can be seen

typedef struct surface_count {
    const recording* x;
    weld w;
    int32_t count; // of triangles
    uint32_t (*triangles)[3];
    uint8_t* soft; // [count]
    vec3* places;  // [w.count]
    int64_t frames, crossed, pairs, most;
    int64_t jumping, crossed_jumping; // of the frames, those in which a jump is still blended away
} surface_count;

// ---- counting --------------------------------------------------------------------------

static bool is_rigid(const recording* x, uint32_t vertex) {
    for (int32_t b = 0; b < x->body_count; ++b)
        if ((int64_t)vertex >= x->bodies[b].first &&
            (int64_t)vertex < (int64_t)x->bodies[b].first + x->bodies[b].count)
            return x->bodies[b].rigid != 0;
    return false;
}

// Vertices that are one at rest.
static bool surface_make(const recording* x, arena* memory, surface_count* out, report* r) {
    size_t n = (size_t)x->vertex_count;
    float* rest = ARENA_NEW(memory, float, 3 * n);
    vec3* at = ARENA_NEW(memory, vec3, n);
    if (!recording_states(x, 0, 1, rest, r))
        return false;
    for (size_t v = 0; v < n; ++v)
        at[v] = v3(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]);
    *out = (surface_count){.x = x, .w = weld_positions(at, x->vertex_count, 0.0, memory)};
    out->triangles = arena_alloc(memory, (size_t)x->triangle_count, sizeof *out->triangles);
    out->count = weld_triangles(&out->w, (const uint32_t(*)[3])x->triangles, x->triangle_count,
                                out->triangles);
    out->soft = ARENA_NEW(memory, uint8_t, (size_t)out->count);
    out->places = ARENA_NEW(memory, vec3, (size_t)out->w.count);
    for (int32_t t = 0; t < out->count; ++t)
        out->soft[t] = !is_rigid(x, (uint32_t)out->w.first[out->triangles[t][0]]);
    return true;
}

static void surface_add(surface_count* s, const float* positions, bool jumps) {
    for (int32_t v = 0; v < s->w.count; ++v) {
        const float* at = positions + 3 * (size_t)s->w.first[v];
        s->places[v] = v3(at[0], at[1], at[2]);
    }
    int64_t pairs =
        count_crossings(s->places, (const uint32_t(*)[3])s->triangles, s->count, s->soft).pairs;
    ++s->frames;
    s->crossed += pairs > 0;
    s->jumping += jumps;
    s->crossed_jumping += jumps && pairs > 0;
    s->pairs += pairs;
    s->most = pairs > s->most ? pairs : s->most;
}

static bool count_recorded(surface_count* s, float* positions, report* r) {
    for (int32_t n = 0; n < CROSSINGS_FRAMES; ++n) {
        int32_t state = (int32_t)((int64_t)n * s->x->state_count / CROSSINGS_FRAMES);
        if (!recording_states(s->x, state, 1, positions, r))
            return false;
        surface_add(s, positions, false);
    }
    return true;
}

// In the support's frame: it carries all alike. So many shapes of the asset are played, the first, which are those that an asset of
// so many would have; and the same sequence with any number of them.
static void count_played(surface_count* s, played_recording* p, int32_t rank, float* positions) {
    supple_streams out = supple_streams_packed(positions, NULL);
    float dt = supple_asset_recorded(&p->asset, p->part).step;
    supple_body_detail(p->body, rank);
    for (int n = 0; n < CROSSINGS_FADE; ++n)
        played_step(p, dt);
    for (int n = 0; n < CROSSINGS_FRAMES; ++n) {
        for (int k = 0; k < EACH; ++k)
            played_step(p, 0.97f * dt); // between states
        supple_body_evaluate(p->body, &out);
        surface_add(s, positions, supple_body_playing(p->body, p->part).offset > BLENDED);
    }
}

// What shapes beyond the first so many, and those that there are not, leave of the motion, root mean square: |q| is that.
static double left_with(const played_recording* p, int32_t rank) {
    double kept = 0.0, all = 0.0, lost = p->out.rows[0].recorded_or_null->error;
    supple_recorded told = supple_asset_recorded(&p->asset, p->part);
    for (int32_t i = 0; i < told.response_count; ++i) {
        float q[BENCH_CROSSINGS_MOST],
            seconds = supple_asset_response(&p->asset, p->part, i).seconds;
        for (float t = told.step; t < seconds + 0.5f * told.step; t += told.step) {
            supple_asset_sample(&p->asset, p->part, i, t, q, NULL);
            for (int32_t k = 0; k < p->asset.coord_count; ++k) {
                all += (double)q[k] * (double)q[k];
                kept += k < rank ? (double)q[k] * (double)q[k] : 0.0;
            }
        }
    }
    return sqrt(1.0 - kept / all * (1.0 - lost * lost));
}

// ---- told ------------------------------------------------------------------------------

typedef struct crossings_table {
    char text[8192];
    size_t used;
} crossings_table;

static void put_row(crossings_table* t, const char* name, double thickness, const char* shapes,
                    double error, const surface_count* s) {
    char thick[32] = "", left[32] = "0", others[32] = "";
    int64_t still = s->frames - s->jumping;
    if (s->jumping > 0 && still > 0)
        snprintf(others, sizeof others, "%.0f",
                 100.0 * (double)(s->crossed - s->crossed_jumping) / (double)still);
    if (thickness >= 0.0)
        snprintf(thick, sizeof thick, "%g", 1000.0 * thickness);
    if (error > 0.0)
        snprintf(left, sizeof left, "%.2g", 100.0 * error);
    char* row = t->text + t->used;
    t->used += (size_t)snprintf(row, sizeof t->text - t->used,
                                "| %s | %s | %s | %s | %.0f | %s | %.2g | %lld |\n", name, thick,
                                shapes, left, 100.0 * (double)s->crossed / (double)s->frames,
                                others, (double)s->pairs / (double)s->frames, (long long)s->most);
    printf("%s", row);
    fflush(stdout);
}

static bool count_all(const recording* x, const char* name, double thickness, crossings_table* t,
                      report* r) {
    arena* memory = arena_create();
    float* positions = ARENA_NEW(memory, float, 3 * (size_t)x->vertex_count);
    surface_count s;
    bool sound = surface_make(x, memory, &s, r) && count_recorded(&s, positions, r);
    if (sound)
        put_row(t, name, thickness, "as recorded", 0.0, &s);
    const char* how = arena_format(
        memory, "bends: false\nrecorded: {rank: %d, look: 0, shortest: 0.2, run_on: 1}",
        BENCH_CROSSINGS_MOST);
    played_recording p;
    sound = sound && played_make(x, how, &p, r);
    size_t size = sound ? supple_body_state_size(p.body) : 0;
    void* beginning = arena_alloc(memory, size, 1);
    if (sound)
        supple_body_save(p.body, beginning);
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks && sound; ++i) {
        int32_t rank = ranks[i] < p.asset.coord_count ? ranks[i] : p.asset.coord_count;
        s.frames = s.crossed = s.pairs = s.most = s.jumping = s.crossed_jumping = 0;
        sound = supple_body_restore(p.body, beginning, size);
        p.seed = 1;
        count_played(&s, &p, rank, positions);
        printf("%u entries, %lld of %d frames with a jump: ",
               supple_body_playing(p.body, p.part).begun, (long long)s.jumping, CROSSINGS_FRAMES);
        put_row(t, name, thickness, arena_format(memory, "%d", rank), left_with(&p, rank), &s);
    }
    if (sound)
        played_close(&p);
    arena_destroy(memory);
    return sound;
}

static bool record_door(const char* folder, double thickness, recorded_scene* k) {
    const char* to = thickness > 0.0 ? "door-coarse-thick" : "door-coarse";
    recorded_cell = cell;
    if (!recorded_scene_read(k, "door", folder, to))
        return false;
    k->p.responses = 40;
    k->p.chains = 4;
    k->p.longest = 240; // 4 s: some come to rest
    k->scene.accuracy = 1e-3;
    k->scene.contact.thickness = thickness;
    if (access(k->path, R_OK) == 0)
        return recording_open(k->path, k->memory, &k->x, &k->r);
    return recorded_scene_record(k);
}

static void say(const report* r, arena* memory) {
    for (int32_t i = 0; i < r->count; ++i)
        printf("%s\n", finding_text(&r->findings[i], memory));
}

int bench_crossings(const char* folder, const char* file_or_null) {
    static const char* const scenes[] = {"door", "plant", "beast"};
    static crossings_table t;
    arena* memory = arena_create();
    report r = report_new(memory);
    t.used = (size_t)snprintf(t.text, sizeof t.text,
                              "| recording | thickness, mm | shapes | of the motion left, %% | "
                              "frames with a crossing, %% | of those without a jump, %% | "
                              "pairs a frame | most |\n|---|---|---|---|---|---|---|---|\n");
    bool sound = true;
    for (size_t i = 0; i < sizeof thicknesses / sizeof *thicknesses && sound; ++i) {
        recorded_scene k;
        sound = record_door(folder, thicknesses[i], &k) &&
                count_all(&k.x, "coarse `door`", thicknesses[i], &t, &k.r);
        if (!sound)
            say(&k.r, k.memory);
        arena_destroy(k.memory);
    }
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes && sound; ++i) {
        recording x;
        const char* path = arena_format(memory, "%s/%s.rec", folder, scenes[i]);
        if (access(path, R_OK) == 0)
            sound = recording_open(path, memory, &x, &r) &&
                    count_all(&x, arena_format(memory, "`%s`", scenes[i]), 0.0, &t, &r);
    }
    say(&r, memory);
    sound =
        sound && (file_or_null == NULL || page_put(file_or_null, "crossings", t.text, memory, &r));
    arena_destroy(memory);
    return sound ? 0 : 1;
}
