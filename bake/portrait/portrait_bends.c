// One run of states at a time: their normals, and those times their coordinates.
// SPDX-License-Identifier: MIT
#include "bake/portrait/portrait_bends.h"

#include "bake/algebra/tall.h"
#include "bake/base/job.h"
#include "bake/base/parallel.h"

#include <math.h>
#include <string.h>

enum { PORTRAIT_BENDS_RUN_BYTES = 32 << 20 };

typedef struct turning {
    const portrait* p;
    const double* rest;  // [vertex_count][3] area vectors, twice
    const float* states; // [count][vertex_count][3]
    double* turned;      // [count][vertex_count][3] area vectors minus those, over their lengths
} turning;

static void add_face(const float* points, const uint32_t* c, double* normals) {
    double u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = (double)points[3 * c[1] + k] - (double)points[3 * c[0] + k];
        v[k] = (double)points[3 * c[2] + k] - (double)points[3 * c[0] + k];
    }
    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            normals[3 * c[i] + k] += n[k];
}

static void sum_faces(const recording* x, const float* points, double* out) {
    memset(out, 0, 3 * (size_t)x->vertex_count * sizeof *out);
    for (int32_t f = 0; f < x->triangle_count; ++f)
        add_face(points, x->triangles[f], out);
}

static void turn_states(void* user, int64_t begin, int64_t end) {
    const turning* t = user;
    size_t rows = 3 * (size_t)t->p->vertex_count;
    for (int64_t s = begin; s < end; ++s) {
        double* n = t->turned + rows * (size_t)s;
        sum_faces(t->p->of, t->states + rows * (size_t)s, n);
        for (size_t i = 0; i < rows; i += 3) {
            const double* old = t->rest + i;
            double length = sqrt(old[0] * old[0] + old[1] * old[1] + old[2] * old[2]);
            for (size_t k = 0; k < 3; ++k)
                n[i + k] = length > 0.0 ? (n[i + k] - old[k]) / length : 0.0;
        }
    }
}

// [rank][count] from [count][rank], each coordinate over the sum of its squares.
static void set_fractions(const portrait* p, int32_t first, int32_t count, double* fractions) {
    size_t rank = (size_t)p->rank;
    for (size_t k = 0; k < rank; ++k) {
        double square = p->factor.values[k] * p->factor.values[k];
        for (size_t s = 0; s < (size_t)count; ++s)
            fractions[k * (size_t)count + s] =
                square > 0.0 ? p->q[((size_t)first + s) * rank + k] / square : 0.0;
    }
}

double* portrait_bends(const portrait* p, int threads, arena* memory, report* r) {
    size_t rows = 3 * (size_t)p->vertex_count;
    double* out = ARENA_NEW(memory, double, rows*(size_t)p->rank);
    double fits = fmin(fmax(PORTRAIT_BENDS_RUN_BYTES / (4.0 * (double)rows), 1.0), p->state_count);
    int32_t room = (int32_t)fits;
    arena* scratch = arena_create();
    float* states = ARENA_NEW(scratch, float, rows*(size_t)room);
    double* turned = ARENA_NEW(scratch, double, rows*(size_t)room);
    double* fractions = ARENA_NEW(scratch, double, (size_t)p->rank*(size_t)room);
    double* rest = ARENA_NEW(scratch, double, rows);
    turning t = {p, rest, states, turned};
    bool sound = recording_states(p->of, p->of->rest, 1, states, r);
    if (sound)
        sum_faces(p->of, states, rest);
    for (int32_t first = 0, count; first < p->state_count && sound; first += count) {
        count = p->state_count - first < room ? p->state_count - first : room;
        job_check();
        sound = recording_states(p->of, first, count, states, r);
        if (!sound)
            break;
        parallel_for(threads, count, 1, turn_states, &t);
        set_fractions(p, first, count, fractions);
        const tall_sum sum = {(int32_t)rows, count, p->rank, turned, fractions,
                              count,         1.0,   1.0,     out};
        tall_add(&sum, threads);
    }
    arena_destroy(scratch);
    return sound ? out : NULL;
}
