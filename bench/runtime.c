// A body of 3 parts x 5 coordinates on 18,000 vertices, made without finite elements.
//
// Evaluating is measured twice: with the tables in the cache, where a test loop leaves them, and in memory,
// where a frame of a game does: ten or forty bodies of an asset of their own each, one after the other,
// more than the last cache holds. The limit is the time to read the same tables by a loop that does nothing else.
// SPDX-License-Identifier: MIT
#include "bench/runtime.h"

#include "bake/base/clock.h"
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/palette.h"

#include <stdio.h>

enum { MOST_BODIES = 40, RUNTIME_BONES = 3, RUNTIME_COORDS = 1000 };

typedef struct crowd {
    int name_count;
    char** names;
    asset_maker maker;
    supple_asset assets[MOST_BODIES];
    supple_body* bodies[MOST_BODIES];
    int32_t all;   // how many there are
    int32_t count; // of them in use
    float *positions, *normals;
    uint64_t sum;     // so that reading is not left out
    float *q, *v, *f; // [RUNTIME_COORDS]
    propagator_table table;
    double t;
    bool odd;
} crowd;

typedef void (*stage_run)(crowd* c);

static double seconds_of(crowd* c, stage_run run, int32_t count) {
    c->count = count;
    double t = clock_seconds();
    run(c);
    return (clock_seconds() - t) / count;
}

typedef struct pair {
    double run, limit; // seconds a body
} pair;

// The best of many, by turns with the limit, so that both meet the same other load.
static pair measure_beside(crowd* c, stage_run run, stage_run limit, int32_t count) {
    pair best = {1e30, 1e30};
    double begin = clock_seconds();
    for (int i = 0; i < 5 || clock_seconds() - begin < 0.4; ++i) {
        double t = seconds_of(c, run, count);
        best.run = t < best.run ? t : best.run;
        t = seconds_of(c, limit, count);
        best.limit = t < best.limit ? t : best.limit;
    }
    return best;
}

static void run_nothing(crowd* c) {
    (void)c;
}

static double measure(crowd* c, stage_run run, int32_t count) {
    return measure_beside(c, run, run_nothing, count).run;
}

static void read_table(crowd* c, const supple_table* t, size_t texels) {
    const uint64_t* words = t->texels;
    size_t count = texels * 3 * (size_t)t->bits / 8 / sizeof *words;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += words[i];
    c->sum += sum;
}

static size_t texels_of(const supple_asset* a) {
    size_t count = 0;
    for (int32_t p = 0; p < a->part_count; ++p) {
        supple_part part = supple_asset_part(a, p);
        count += (size_t)part.coord_count * (size_t)part.vertex_count;
    }
    return count;
}

static void run_read(crowd* c) {
    for (int32_t i = 0; i < c->count; ++i)
        read_table(c, &c->assets[i].shapes, texels_of(&c->assets[i]));
}
static void run_read_both(crowd* c) {
    run_read(c);
    for (int32_t i = 0; i < c->count; ++i)
        read_table(c, &c->assets[i].bends, texels_of(&c->assets[i]));
}
static void run_positions(crowd* c) {
    supple_streams out = supple_streams_packed(c->positions, NULL);
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_evaluate(c->bodies[i], &out);
}
static void run_normals(crowd* c) {
    supple_streams out = supple_streams_packed(c->positions, c->normals);
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_evaluate(c->bodies[i], &out);
}
static void run_recomputed(crowd* c) {
    supple_streams out = supple_streams_packed(c->positions, c->normals);
    out.normal_form = SUPPLE_NORMALS_RECOMPUTED;
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_evaluate(c->bodies[i], &out);
}
static void run_skin(crowd* c) {
    supple_streams out = supple_streams_packed(c->positions, c->normals);
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_skin(c->bodies[i], &out);
}
static void run_step(crowd* c) {
    supple_matrix palette[RUNTIME_BONES];
    c->t += 1.0 / 60.0;
    palette_script(palette, RUNTIME_BONES, c->t);
    for (int32_t i = 0; i < c->count; ++i) {
        supple_body_drive(c->bodies[i], palette);
        supple_body_step(c->bodies[i], 1.0f / 60.0f);
    }
}
static void run_jittered(crowd* c) {
    supple_matrix palette[RUNTIME_BONES];
    c->odd = !c->odd; // never that of the run before, or the best run would be one that repeats it
    float dt = c->odd ? 1.0f / 60.0f : 1.0f / 75.0f;
    c->t += (double)dt;
    palette_script(palette, RUNTIME_BONES, c->t);
    for (int32_t i = 0; i < c->count; ++i) {
        supple_body_drive(c->bodies[i], palette);
        supple_body_step(c->bodies[i], dt);
    }
}
static void run_propagator(crowd* c) {
    for (int i = 0; i < 100; ++i)
        propagator_step(&c->table, 0, RUNTIME_COORDS, c->q, c->v, c->f);
}

static void show(crowd* c, const char* name, double seconds, double limit, const char* of) {
    bool wanted = c->name_count == 0;
    for (int i = 0; i < c->name_count; ++i)
        wanted |= strncmp(name, c->names[i], strlen(c->names[i])) == 0;
    if (!wanted)
        return;
    printf("%-26s %10.2f us", name, 1e6 * seconds);
    if (limit > 0.0)
        printf("  %6.3f x %s (%.2f us)", seconds / limit, of, 1e6 * limit);
    printf("\n");
    fflush(stdout);
}

static bool prepare(crowd* c, int32_t coords_a_part, int32_t bodies) {
    c->all = bodies;
    c->maker = asset_maker_new((asset_maker_options){
        .rings = 179, .sides = 100, .coord_count = coords_a_part, .bone_count = RUNTIME_BONES});
    if (!asset_maker_write(&c->maker))
        return false;
    bytes file = c->maker.out.file;
    supple_matrix palette[RUNTIME_BONES];
    palette_script(palette, RUNTIME_BONES, 0.0);
    for (int32_t i = 0; i < bodies; ++i) {
        uint8_t* copy = ARENA_NEW(c->maker.memory, uint8_t, file.size);
        memcpy(copy, file.data, file.size);
        if (supple_asset_read(&c->assets[i], copy, file.size) != SUPPLE_OK)
            return false;
        c->bodies[i] = supple_body_create(&c->assets[i], NULL, NULL);
        if (c->bodies[i] == NULL)
            return false;
        supple_body_place(c->bodies[i], palette);
    }
    size_t numbers = 3 * (size_t)c->maker.asset.vertex_count;
    c->positions = ARENA_NEW(c->maker.memory, float, numbers);
    c->normals = ARENA_NEW(c->maker.memory, float, numbers);
    return true;
}

static void prepare_propagator(crowd* c) {
    float** arrays[] = {&c->q, &c->v, &c->f};
    c->table = (propagator_table){
        ARENA_NEW(c->maker.memory, float, PROPAGATOR_ROWS* RUNTIME_COORDS), RUNTIME_COORDS};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
        *arrays[i] = ARENA_NEW(c->maker.memory, float, RUNTIME_COORDS);
    for (int32_t i = 0; i < RUNTIME_COORDS; ++i) {
        propagator_matrix m = propagator_of(100.0 * (i + 1), 0.5, 1.0 / 60.0);
        propagator_set(&c->table, i, &m);
        c->q[i] = c->f[i] = 1.0f;
    }
}

static void show_steps(crowd* c) {
    prepare_propagator(c);
    double skin = measure(c, run_skin, 1);
    show(c, "skin", skin, 0.0, "");
    show(c, "drive and step", measure(c, run_step, c->all), skin, "skin");
    show(c, "... with a new dt", measure(c, run_jittered, c->all), skin, "skin");
    show(c, "step of 1000 coordinates", measure(c, run_propagator, 1) / 100.0, 0.0, "");
}

static void show_evaluate(crowd* c) {
    for (int32_t count = 1; count <= c->all; count += c->all - 1) {
        const char* of = count == 1 ? "reading, in the cache" : "reading, from memory";
        pair t = measure_beside(c, run_positions, run_read, count);
        show(c, "evaluate positions", t.run, t.limit, of);
        t = measure_beside(c, run_normals, run_read_both, count);
        show(c, "evaluate with normals", t.run, t.limit, of);
    }
    show(c, "evaluate, normals anew", measure(c, run_recomputed, 1), 0.0, "");
}

void bench_runtime(int name_count, char** names) {
    static const int32_t coords[] = {5, 20}, bodies[] = {MOST_BODIES, MOST_BODIES / 4};
    for (int i = 0; i < 2; ++i) {
        static crowd c;
        c = (crowd){.name_count = name_count, .names = names};
        if (!prepare(&c, coords[i], bodies[i]))
            return;
        printf("\na body of 3 parts x %d coordinates, %d vertices\n", coords[i],
               c.maker.asset.vertex_count);
        if (i == 0)
            show_steps(&c);
        show_evaluate(&c);
        for (int32_t b = 0; b < c.all; ++b)
            supple_body_destroy(c.bodies[b]);
        asset_maker_close(&c.maker);
    }
}
