// Processor time, the best of many batches: clocks of a machine that others use say little. Rates of theirs are of a GeForce 4
// and an Athlon of 1.5 GHz or so; ours are of one core, and of the page in a browser that draws by software.
// SPDX-License-Identifier: MIT
#include "bench/playback.h"

#include "bake/base/clock.h"
#include "bake/base/file.h"
#include "bench/page.h"
#include "bench/played.h"
#include "format/format.h"
#include "runtime/asset/recorded_asset.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PLAYBACK_BATCH = 500, PLAYBACK_BATCHES = 60 };
#define PLAYBACK_STEP (1.0f / 60.0f)

typedef struct playback_scene {
    const char *file, *name, *theirs; // theirs: frames a second
} playback_scene;

// Ranks by their rule, and one of 30 shapes for the cost of a step.
static const playback_scene scenes[] = {
    {"beast", "beast", "82 software, 175 hardware"},
    {"plant", "plant", "200"},
    {"door", "door", "149"},
    {"plant-30", "plant", ""},
};

typedef struct playback_cost {
    int32_t rank, moving, vertices;
    double step, rows, evaluate; // s
    double page;                 // frames a second; 0: not known
    size_t bytes, states;        // of the asset; of it orbits and jumps
} playback_cost;

// ---- timed -----------------------------------------------------------------------------

typedef struct timed {
    played_recording* p;
    float* positions; // and normals
    int64_t sum;      // of what is read, so that it is
} timed;

static void step_once(timed* t) {
    played_step(t->p, PLAYBACK_STEP);
}

// The four rows at either end of the step, each word once.
static void read_rows(timed* t) {
    asset_recorded from = recorded_asset_at(&t->p->asset, t->p->part);
    int32_t coords = t->p->asset.coord_count, states = (int32_t)from.record->state_count - 8;
    t->p->seed = t->p->seed * 1664525u + 1013904223u;
    const int16_t* row =
        from.orbits +
        (ptrdiff_t)coords * (ptrdiff_t)(t->p->seed % (uint32_t)(states > 1 ? states : 1));
    for (int32_t i = 0; i < 8 * coords; ++i)
        t->sum += row[i];
}

static void evaluate_once(timed* t) {
    supple_streams out =
        supple_streams_packed(t->positions, t->positions + 3 * (size_t)t->p->asset.vertex_count);
    supple_body_evaluate(t->p->body, &out);
}

static double best_of(timed* t, void (*run)(timed*), int batch) {
    double best = 1e30;
    for (int i = 0; i < PLAYBACK_BATCHES; ++i) {
        double begun = clock_processor();
        for (int k = 0; k < batch; ++k)
            run(t);
        double each = (clock_processor() - begun) / batch;
        best = each < best ? each : best;
    }
    return best;
}

static size_t section_bytes(const supple_asset* a, uint32_t kind) {
    format_section s = asset_gate_section(a->block, kind);
    return (size_t)(s.count * s.stride);
}

static bool measure(const char* path, playback_cost* out, report* r) {
    arena* memory = arena_create();
    bytes file;
    played_recording p;
    bool sound = file_map(path, &file, r) && played_read(file, &p);
    if (sound) {
        timed t = {&p, ARENA_NEW(memory, float, 6 * (size_t)p.asset.vertex_count), 0};
        *out = (playback_cost){.rank = p.asset.coord_count,
                               .moving = supple_asset_part(&p.asset, 0).vertex_count,
                               .vertices = p.asset.vertex_count,
                               .step = best_of(&t, step_once, PLAYBACK_BATCH),
                               .rows = best_of(&t, read_rows, PLAYBACK_BATCH),
                               .bytes = p.size,
                               .states = section_bytes(&p.asset, FORMAT_ORBITS) +
                                         section_bytes(&p.asset, FORMAT_JUMPS)};
        out->evaluate = best_of(&t, evaluate_once, 2);
        if (t.sum == 1)
            printf("\n"); // it is looked at
        played_close(&p);
        file_unmap(file);
    }
    arena_destroy(memory);
    return sound;
}

// ---- told ------------------------------------------------------------------------------

// A line "NAME FRAMES_A_SECOND" of FOLDER/page-rates.txt; 0: there is none.
static double page_rate(const char* folder, const char* name, arena* memory) {
    FILE* f = fopen(arena_format(memory, "%s/page-rates.txt", folder), "r");
    char word[64];
    double rate, found = 0.0;
    while (f != NULL && fscanf(f, "%63s %lf", word, &rate) == 2)
        found = strcmp(word, name) == 0 ? rate : found;
    if (f != NULL)
        fclose(f);
    return found;
}

static size_t put_row(const playback_scene* s, const playback_cost* c, char* to, size_t room) {
    char page[32] = "";
    if (c->page > 0.0)
        snprintf(page, sizeof page, "%.0f", c->page);
    return (size_t)snprintf(
        to, room, "| `%s` | %d of %d | %d | %.2f | %.3f | %.0f | %.0f | %s | %s | %.2f | %.2f |\n",
        s->name, c->moving, c->vertices, c->rank, 1e6 * c->step, 1e6 * c->rows, 1e6 * c->evaluate,
        1.0 / (c->step + c->evaluate), page, s->theirs, 1e-6 * (double)c->bytes,
        1e-6 * (double)c->states);
}

int bench_playback(const char* folder, const char* file_or_null) {
    static char table[8192];
    arena* memory = arena_create();
    report r = report_new(memory);
    size_t used = (size_t)snprintf(
        table, sizeof table,
        "| scene | vertices that move | shapes | step, us | its rows read, us | evaluate, us | "
        "frames a second, one core | ... of the page, software GL | theirs | asset, MB | of it "
        "states and jumps |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    bool sound = true;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes && sound; ++i) {
        playback_cost c;
        const char* path = arena_format(memory, "%s/%s.glb", folder, scenes[i].file);
        if (access(path, R_OK) != 0) {
            printf("%s is not there\n", path);
            continue;
        }
        sound = measure(path, &c, &r);
        if (!sound)
            break;
        c.page = page_rate(folder, scenes[i].file, memory);
        used += put_row(&scenes[i], &c, table + used, sizeof table - used);
    }
    for (int32_t i = 0; i < r.count; ++i)
        printf("%s\n", finding_text(&r.findings[i], memory));
    printf("%s", table);
    sound =
        sound && (file_or_null == NULL || page_put(file_or_null, "playback", table, memory, &r));
    arena_destroy(memory);
    return sound ? 0 : 1;
}
