// A recording that is made up (200 shapes whose size falls by e every 20, and noise of 1e-5) is reduced to 1 %, and what
// that takes stands beside the machine's matrix product.
// SPDX-License-Identifier: MIT
#include "bench/reduce.h"

#include "bake/base/clock.h"
#include "bake/portrait/portrait.h"
#include "bench/peak.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { REDUCE_SHAPES = 200, REDUCE_RUN = 250 };

static uint64_t state = 88172645463325252u;

static float noise(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (float)(state >> 40) / 8388608.0f - 1.0f;
}

static recording head_of(int32_t vertices, int32_t states, arena* memory) {
    static palette_speed still;
    static palette_entry entry = {
        .name = "shake", .has_body_impulse = true, .body_velocity = {1.0, 0.0, 0.0}};
    recording x = {
        .vertex_count = vertices, .state_count = states, .chain_count = 1, .body_count = 1};
    x.palette = (palette){.fps = 60.0,
                          .speed_count = 1,
                          .entry_count = 1,
                          .speeds = &still,
                          .entries = &entry,
                          .shortest = 1,
                          .longest = states,
                          .responses = 1,
                          .chains = 1};
    x.bodies = ARENA_NEW(memory, recording_body, 1);
    x.bodies[0] = (recording_body){"made up", 0, vertices, 0};
    x.triangle_count = vertices - 2;
    x.triangles = arena_alloc(memory, (size_t)x.triangle_count, sizeof *x.triangles);
    for (uint32_t i = 0; i < (uint32_t)x.triangle_count; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            x.triangles[i][k] = i + k;
    x.chains = ARENA_NEW(memory, int32_t, 1);
    x.responses = ARENA_NEW(memory, recording_response, 1);
    x.responses[0] = (recording_response){.count = states - 1};
    x.response_count = 1;
    return x;
}

static bool write_states(FILE* to, int32_t vertices, int32_t states, arena* memory) {
    int rows = 3 * vertices;
    float *shapes = ARENA_NEW(memory, float, REDUCE_SHAPES*(size_t)rows),
          *rest = ARENA_NEW(memory, float, (size_t)rows),
          *times = ARENA_NEW(memory, float, REDUCE_SHAPES*REDUCE_RUN),
          *out = ARENA_NEW(memory, float, REDUCE_RUN*(size_t)rows);
    for (size_t i = 0; i < REDUCE_SHAPES * (size_t)rows; ++i)
        shapes[i] = noise();
    for (int i = 0; i < rows; ++i)
        rest[i] = noise();
    openblas_set_num_threads(2);
    bool sound = true;
    for (int32_t first = 0; first < states && sound; first += REDUCE_RUN) {
        int32_t count = states - first < REDUCE_RUN ? states - first : REDUCE_RUN;
        for (int32_t c = 0; c < count; ++c)
            for (int k = 0; k < REDUCE_SHAPES; ++k) {
                double t = 7e-4 * (first + c);
                times[c * REDUCE_SHAPES + k] =
                    (float)(exp(-k / 20.0) * (sin(t * (k + 1) + k) - sin(k))) +
                    (first + c > 0 ? 1e-5f * noise() : 0.0f);
            }
        for (int32_t c = 0; c < count; ++c)
            for (int i = 0; i < rows; ++i)
                out[(size_t)c * (size_t)rows + (size_t)i] = rest[i];
        cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, count, REDUCE_SHAPES, 0.01f,
                    shapes, rows, times, REDUCE_SHAPES, 1.0f, out, rows);
        sound = fwrite(out, sizeof *out * (size_t)rows, (size_t)count, to) == (size_t)count;
    }
    openblas_set_num_threads(1);
    return sound;
}

static bool make_file(const char* path, int32_t vertices, int32_t states) {
    arena* memory = arena_create();
    recording x = head_of(vertices, states, memory);
    bytes head = recording_head(&x, memory);
    FILE* file = fopen(path, "wb");
    bool sound = file != NULL && fwrite(head.data, 1, head.size, file) == head.size &&
                 write_states(file, vertices, states, memory);
    sound = file != NULL && fclose(file) == 0 && sound;
    arena_destroy(memory);
    return sound;
}

static int reduce(const char* path) {
    double peak = peak_products(), begin = clock_seconds(), processor = clock_processor();
    arena* memory = arena_create();
    report r = report_new(memory);
    recording x;
    portrait p;
    portrait_options o = portrait_default();
    o.factor.rank = LOW_RANK_MOST;
    bool sound = recording_open(path, memory, &x, &r) && portrait_make(&x, &o, memory, &p, &r);
    double wall = clock_seconds() - begin, own = clock_processor() - processor;
    for (int32_t i = 0; i < r.count; ++i)
        printf("%s\n", finding_text(&r.findings[i], memory));
    if (sound) {
        struct rusage used;
        getrusage(RUSAGE_SELF, &used);
        const low_rank* f = &p.factor;
        double cells = 3.0 * x.vertex_count * x.state_count,
               flops = f->flops + 2.0 * cells * p.rank;
        printf("%d x %d: rank %d, error %.3g %%, %d readings\n", 3 * x.vertex_count, x.state_count,
               p.rank, 100.0 * f->frobenius / f->size, f->readings);
        printf("  %.1f s, %.1f s of processor, %.0f MB at most\n", wall, own,
               (double)used.ru_maxrss / 1024.0);
        printf("  %.0f Gflop: %.1f Gflop/s, %.0f %% of the %.1f of the machine's matrix product\n",
               1e-9 * flops, 1e-9 * flops / wall, 100.0 * flops / wall / peak, 1e-9 * peak);
    }
    arena_destroy(memory);
    return sound ? 0 : 1;
}

int bench_reduce(int argc, char** argv) {
    static const char path[] = "bench-reduce.rec";
    int32_t vertices = argc > 0 ? atoi(argv[0]) : 25000, states = argc > 1 ? atoi(argv[1]) : 20000;
    if (vertices < 3 || states < 2) {
        printf("bench reduce [VERTICES] [STATES]: at least 3 and 2\n");
        return 2;
    }
    int code = make_file(path, vertices, states) ? reduce(path) : 1;
    unlink(path);
    return code;
}
