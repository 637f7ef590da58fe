// SPDX-License-Identifier: MIT
#include "bake/light/transfer.h"

#include "bake/base/assert.h"
#include "bake/base/job.h"
#include "bake/base/parallel.h"
#include "bake/light/sh.h"

#include <math.h>
#include <string.h>

enum { TRANSFER_GRAIN = 64 };

transfer_options transfer_default(void) {
    return (transfer_options){.sight = {.order = 4, .directions = 1024, .seed = 1}, .bounces = 2};
}

typedef struct gathering {
    const lit_mesh* mesh;
    const lit_points* points;
    const sight* seen;
    int32_t width;
    const float* from; // [point_count][width] what left in the bounce before
    float* to;         // [point_count][width] what leaves in this one
    float* sum;        // [point_count][width] what arrived so far
} gathering;

static void add_row(float* restrict out, const float* restrict row, float weight, int32_t width) {
    for (int32_t i = 0; i < width; ++i)
        out[i] += weight * row[i];
}

// What has arrived at a point, in `to`, counts; its albedo leaves again.
static void reflect(const gathering* g, int64_t point) {
    const float* albedo = g->mesh->albedo[g->points->vertex[point]];
    float *to = g->to + point * g->width, *sum = g->sum + point * g->width;
    for (int32_t i = 0; i < g->width; ++i) {
        sum[i] += to[i];
        to[i] *= albedo[i % 3];
    }
}

static void take_direct(void* user, int64_t begin, int64_t end) {
    const gathering* g = user;
    int32_t harmonics = g->width / 3;
    for (int64_t p = begin; p < end; ++p) {
        for (int32_t i = 0; i < g->width; ++i)
            g->to[p * g->width + i] = (float)g->seen->open[p * harmonics + i / 3];
        reflect(g, p);
    }
}

static void take_bounce(void* user, int64_t begin, int64_t end) {
    const gathering* g = user;
    for (int64_t p = begin; p < end; ++p) {
        float* to = g->to + p * g->width;
        memset(to, 0, (size_t)g->width * sizeof *to);
        for (int64_t n = g->seen->first[p]; n < g->seen->first[p + 1]; ++n)
            add_row(to, g->from + (int64_t)g->seen->seen[n] * g->width, g->seen->weights[n],
                    g->width);
        reflect(g, p);
    }
}

static double size_of(const float* values, size_t count) {
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i)
        sum += (double)values[i] * (double)values[i];
    return sqrt(sum);
}

static void gather(const lit_mesh* m, const lit_points* p, const sight* seen,
                   const transfer_options* o, arena* memory, transfer* out) {
    size_t cells = (size_t)p->count * (size_t)out->width;
    arena* scratch = arena_create();
    float *a = ARENA_NEW(scratch, float, cells), *b = ARENA_NEW(scratch, float, cells);
    out->values = ARENA_NEW(memory, float, cells);
    gathering g = {m, p, seen, out->width, b, a, out->values};
    parallel_for(o->sight.threads, p->count, TRANSFER_GRAIN, take_direct, &g);
    for (int32_t bounce = 0; bounce < o->bounces; ++bounce) {
        float* last = g.to;
        g.to = last == a ? b : a;
        g.from = last;
        job_check();
        parallel_for(o->sight.threads, p->count, TRANSFER_GRAIN, take_bounce, &g);
    }
    double all = size_of(g.sum, cells);
    out->left = all > 0.0 ? size_of(g.to, cells) / all : 0.0;
    arena_destroy(scratch);
}

bool transfer_make(const lit_mesh* m, const lit_points* p, const vec3* positions,
                   const transfer_options* o, arena* memory, transfer* out, report* r) {
    SUPPLE_ASSERT(o->bounces >= 0 && o->bounces <= TRANSFER_BOUNCES_MOST);
    *out = (transfer){.point_count = p->count, .width = 3 * sh_count(o->sight.order)};
    if (p->count == 0)
        return report_error(r, place_none(), "there are no triangles to be lit");
    arena* scratch = arena_create();
    lit_shape shape = lit_shape_of(m, positions, scratch);
    sight seen;
    bool sound = sight_of(m, p, &shape, &o->sight, scratch, &seen, r);
    if (sound) {
        out->account = seen.account;
        gather(m, p, &seen, o, memory, out);
    }
    arena_destroy(scratch);
    return sound;
}
