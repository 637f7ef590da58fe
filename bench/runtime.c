// A body of 3 parts x 5 coordinates on 18,000 vertices, made without finite elements.
//
// Evaluating is measured twice: with the tables in the cache, where a test loop leaves them, and in memory,
// where a frame of a game does: ten or forty bodies of an asset of their own each, one after the other,
// more than the last cache holds. The limit is the time to read the same tables by a loop that does nothing else.
// SPDX-License-Identifier: MIT
#include "bench/runtime.h"

#include "bench/figures/recorder.h"
#include "bench/figures/turns.h"
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/palette.h"

#include <cblas.h>

enum { MOST_BODIES = 40, RUNTIME_BONES = 3, RUNTIME_COORDS = 1000 };

typedef struct crowd {
    int name_count;
    char** names;
    asset_maker maker;
    supple_asset assets[MOST_BODIES];
    supple_body* bodies[MOST_BODIES];
    int32_t coords; // of a part
    int32_t all;    // how many there are
    int32_t count;  // of them in use
    float *positions, *normals;
    uint64_t sum;     // so that reading is not left out
    float *q, *v, *f; // [RUNTIME_COORDS]
    propagator_table table;
    float *rows, *spare; // its numbers, and room for a copy
    float *dense, *moved;
    double t;
    bool odd;
} crowd;

static turns_result measure_beside(crowd* c, turns_run run, turns_run limit_or_null, int32_t count,
                                   double times) {
    c->count = count;
    return turns_measure(run, limit_or_null, c, (turns_options){0.4, 5, times, times, false});
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

static void run_read(void* user) {
    crowd* c = user;
    for (int32_t i = 0; i < c->count; ++i)
        read_table(c, &c->assets[i].shapes, texels_of(&c->assets[i]));
}
static void run_read_both(void* user) {
    crowd* c = user;
    run_read(c);
    for (int32_t i = 0; i < c->count; ++i)
        read_table(c, &c->assets[i].bends, texels_of(&c->assets[i]));
}
static void run_positions(void* user) {
    crowd* c = user;
    supple_streams out = supple_streams_packed(c->positions, NULL);
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_evaluate(c->bodies[i], &out);
}
static void run_normals(void* user) {
    crowd* c = user;
    supple_streams out = supple_streams_packed(c->positions, c->normals);
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_evaluate(c->bodies[i], &out);
}
// The bare product by somebody else, of floats: displacements of the first body's parts, each a dense matrix times its coordinates.
static void run_product(void* user) {
    crowd* c = user;
    float* out = c->moved;
    const float *q = c->bodies[0]->amount, *matrix = c->dense;
    for (int32_t p = 0; p < c->assets[0].part_count; ++p) {
        supple_part part = supple_asset_part(&c->assets[0], p);
        int32_t rows = 3 * part.shape_places;
        cblas_sgemv(CblasColMajor, CblasNoTrans, rows, part.coord_count, 1.0f, matrix, rows,
                    q + part.first_coord, 1, 0.0f, out, 1);
        matrix += (ptrdiff_t)rows * part.coord_count;
        out += rows;
    }
}
static void run_recomputed(void* user) {
    crowd* c = user;
    supple_streams out = supple_streams_packed(c->positions, c->normals);
    out.normal_form = SUPPLE_NORMALS_RECOMPUTED;
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_evaluate(c->bodies[i], &out);
}
static void run_skin(void* user) {
    crowd* c = user;
    supple_streams out = supple_streams_packed(c->positions, c->normals);
    for (int32_t i = 0; i < c->count; ++i)
        supple_body_skin(c->bodies[i], &out);
}
static void run_step(void* user) {
    crowd* c = user;
    supple_matrix palette[RUNTIME_BONES];
    c->t += 1.0 / 60.0;
    palette_script(palette, RUNTIME_BONES, c->t);
    for (int32_t i = 0; i < c->count; ++i) {
        supple_body_drive(c->bodies[i], palette);
        supple_body_step(c->bodies[i], 1.0f / 60.0f);
    }
}
static void run_jittered(void* user) {
    crowd* c = user;
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
static void run_rows(void* user) { // as many bytes as 100 such steps read
    crowd* c = user;
    for (int i = 0; i < 100; ++i) {
        memcpy(c->spare, c->rows, PROPAGATOR_ROWS * RUNTIME_COORDS * sizeof(float));
        c->spare[i] += c->rows[i];
    }
}
static void run_propagator(void* user) {
    crowd* c = user;
    for (int i = 0; i < 100; ++i)
        propagator_step(&c->table, 0, RUNTIME_COORDS, c->q, c->v, c->f);
}

static void show(const crowd* c, const char* name, turns_result t, const char* of) {
    bool wanted = c->name_count == 0;
    for (int i = 0; i < c->name_count; ++i)
        wanted |= strncmp(name, c->names[i], strlen(c->names[i])) == 0;
    if (!wanted)
        return;
    arena* memory = arena_create();
    figure f = {.bench = "runtime",
                .name = arena_format(memory, "%s, 3 x %d%s", name, c->coords,
                                     c->maker.asset.shapes.bits == 8 ? ", 8 bits" : ""),
                .unit = "us",
                .value = spread_times(t.run, 1e6),
                .beside_or_null = of,
                .ratio = t.ratio};
    record_and_show(&f);
    arena_destroy(memory);
}

static bool prepare(crowd* c, int32_t coords_a_part, int32_t bits, int32_t bodies) {
    c->all = bodies;
    c->maker = asset_maker_new((asset_maker_options){.rings = 179,
                                                     .sides = 100,
                                                     .coord_count = coords_a_part,
                                                     .bone_count = RUNTIME_BONES,
                                                     .table_bits = bits});
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
    c->rows = ARENA_NEW(c->maker.memory, float, PROPAGATOR_ROWS* RUNTIME_COORDS);
    c->spare = ARENA_NEW(c->maker.memory, float, PROPAGATOR_ROWS* RUNTIME_COORDS);
    c->table = (propagator_table){c->rows, RUNTIME_COORDS};
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
    show(c, "skin", measure_beside(c, run_skin, run_read_both, 1, 1.0), "reading, in the cache");
    show(c, "drive and step", measure_beside(c, run_step, run_skin, c->all, c->all), "skin");
    show(c, "... with a new dt", measure_beside(c, run_jittered, run_skin, c->all, c->all), "skin");
    show(c, "step of 1000 coordinates alone", measure_beside(c, run_propagator, run_rows, 1, 100.0),
         "copying its rows");
}

static void show_product(crowd* c) {
    size_t texels = texels_of(&c->assets[0]);
    c->dense = ARENA_NEW(c->maker.memory, float, 3 * texels);
    c->moved = ARENA_NEW(c->maker.memory, float, 3 * texels);
    for (size_t i = 0; i < 3 * texels; ++i)
        c->dense[i] = (float)(i % 7) - 3.0f;
    openblas_set_num_threads(1);
    show(c, "U q of floats by OpenBLAS", measure_beside(c, run_product, run_positions, 1, 1.0),
         "our positions");
}

static void show_evaluate(crowd* c) {
    for (int32_t count = 1; count <= c->all; count += c->all - 1) {
        const char* of = count == 1 ? "reading, in the cache" : "reading, from memory";
        const char* what = count == 1 ? "in the cache" : "from memory";
        arena* memory = arena_create();
        show(c, arena_format(memory, "positions, %s", what),
             measure_beside(c, run_positions, run_read, count, count), of);
        show(c, arena_format(memory, "positions and normals, %s", what),
             measure_beside(c, run_normals, run_read_both, count, count), of);
        arena_destroy(memory);
    }
    show(c, "positions, normals anew", measure_beside(c, run_recomputed, run_read, 1, 1.0),
         "reading, in the cache");
}

void bench_runtime(int name_count, char** names) {
    static const int32_t coords[] = {5, 20, 5, 20}, bits[] = {16, 16, 8, 8},
                         bodies[] = {MOST_BODIES, MOST_BODIES / 4, MOST_BODIES, MOST_BODIES / 4};
    for (int i = 0; i < 4; ++i) {
        static crowd c;
        c = (crowd){.name_count = name_count, .names = names, .coords = coords[i]};
        if (!prepare(&c, coords[i], bits[i], bodies[i]))
            return;
        if (i == 0)
            show_steps(&c);
        show_evaluate(&c);
        show_product(&c);
        for (int32_t b = 0; b < c.all; ++b)
            supple_body_destroy(c.bodies[b]);
        asset_maker_close(&c.maker);
    }
}
