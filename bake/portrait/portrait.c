// Weights, the factorisation, velocities, and one more reading for what reduction leaves.
// SPDX-License-Identifier: MIT
#include "bake/portrait/portrait.h"

#include "bake/algebra/tall.h"
#include "bake/base/assert.h"
#include "bake/base/job.h"
#include "bake/base/parallel.h"
#include "bake/portrait/velocities.h"

#include <math.h>
#include <string.h>

// Of the mean: vertices of no area, which no triangle has, and rigid ones, which do not move, still count for so much.
static const double LEAST_WEIGHT_FRACTION = 1e-3;

enum { PORTRAIT_RUN_BYTES = 32 << 20 };

portrait_options portrait_default(void) {
    return (portrait_options){.factor = low_rank_default()};
}

static void set_weights(portrait* p, arena* memory) {
    const recording* x = p->of;
    p->weights = ARENA_NEW(memory, double, (size_t)x->vertex_count);
    double sum = 0.0;
    for (int32_t t = 0; t < x->triangle_count; ++t) {
        const uint32_t* c = x->triangles[t];
        vec3 a = p->key[c[0]];
        double area = 0.5 * v3_length(v3_cross(v3_sub(p->key[c[1]], a), v3_sub(p->key[c[2]], a)));
        for (int k = 0; k < 3; ++k)
            p->weights[c[k]] += area / 3.0;
        sum += area;
    }
    double mean = sum / x->vertex_count, all = 0.0;
    for (int32_t b = 0; b < x->body_count; ++b)
        if (x->bodies[b].rigid)
            memset(p->weights + x->bodies[b].first, 0,
                   (size_t)x->bodies[b].count * sizeof *p->weights);
    for (int32_t v = 0; v < x->vertex_count; ++v) {
        p->weights[v] = sum > 0.0 ? fmax(p->weights[v], LEAST_WEIGHT_FRACTION * mean) : 1.0;
        all += p->weights[v];
    }
    for (int32_t v = 0; v < x->vertex_count; ++v)
        p->weights[v] /= all;
}

// ---- the matrix ------------------------------------------------------------------------

typedef struct reading {
    const portrait* p;
    const double* scale; // [3 * vertex_count] roots of weights, three times each
    int threads;
    float* states; // [room][vertex_count][3]
    int32_t room;
    double* out;
} reading;

static void weigh(void* user, int64_t begin, int64_t end) {
    const reading* s = user;
    size_t rows = 3 * (size_t)s->p->vertex_count;
    const double* key = &s->p->key[0].x;
    for (int64_t c = begin; c < end; ++c)
        for (size_t i = 0; i < rows; ++i)
            s->out[(size_t)c * rows + i] =
                s->scale[i] * ((double)s->states[(size_t)c * rows + i] - key[i]);
}

static bool read_columns(void* user, int32_t first, int32_t count, double* out, report* r) {
    reading* s = user;
    size_t rows = 3 * (size_t)s->p->vertex_count;
    for (int32_t done = 0; done < count;) {
        int32_t some = count - done < s->room ? count - done : s->room;
        if (!recording_states(s->p->of, first + done, some, s->states, r))
            return false;
        s->out = out + (size_t)done * rows;
        parallel_for(s->threads, some, 1, weigh, s);
        done += some;
    }
    return true;
}

static reading new_reading(const portrait* p, int threads, arena* memory) {
    size_t rows = 3 * (size_t)p->vertex_count;
    double* scale = ARENA_NEW(memory, double, rows);
    for (size_t i = 0; i < rows; ++i)
        scale[i] = sqrt(p->weights[i / 3]);
    double room = fmin(fmax(PORTRAIT_RUN_BYTES / (4.0 * (double)rows), 1.0), p->state_count);
    reading s = {.p = p, .scale = scale, .threads = threads, .room = (int32_t)room};
    s.states = ARENA_NEW(memory, float, rows*(size_t)s.room);
    return s;
}

static void set_shapes(portrait* p, const double* scale, arena* memory) {
    size_t rows = 3 * (size_t)p->vertex_count, rank = (size_t)p->rank;
    p->shapes = ARENA_NEW(memory, double, rank* rows);
    for (size_t i = 0; i < rank * rows; ++i)
        p->shapes[i] = p->factor.basis[i] / scale[i % rows];
    p->q = p->factor.coordinates;
}

// ---- motion ----------------------------------------------------------------------------

static void set_velocities(portrait* p, arena* memory) {
    const recording* x = p->of;
    p->v = ARENA_NEW(memory, double, (size_t)p->rank*(size_t)p->state_count);
    for (int32_t c = 0, i = 0; c < x->chain_count; ++c) {
        int32_t end = c + 1 < x->chain_count ? x->chains[c + 1] : x->state_count;
        bool any = i < x->response_count && x->responses[i].chain == c;
        velocities_between(p->q, p->rank, x->chains[c], any ? x->responses[i].first : end - 1,
                           x->palette.fps, true, p->v);
        for (; i < x->response_count && x->responses[i].chain == c; ++i)
            velocities_between(p->q, p->rank, x->responses[i].first,
                               x->responses[i].first + x->responses[i].count, x->palette.fps, false,
                               p->v);
    }
}

static double square(const double* x, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
        sum += x[i] * x[i];
    return sum;
}

static void set_balance(portrait* p, double given) {
    double q = 0.0, v = 0.0;
    for (int32_t s = 0; s < p->state_count; ++s) {
        q = fmax(q, square(p->q + (size_t)s * (size_t)p->rank, p->rank));
        v = fmax(v, square(p->v + (size_t)s * (size_t)p->rank, p->rank));
    }
    p->balance = given > 0.0 ? given : v > 0.0 ? q / v : 0.0;
    p->reach = sqrt(q);
}

double portrait_distance2(const portrait* p, int32_t a, int32_t b) {
    size_t rank = (size_t)p->rank;
    const double *qa = p->q + rank * (size_t)a, *qb = p->q + rank * (size_t)b,
                 *va = p->v + rank * (size_t)a, *vb = p->v + rank * (size_t)b;
    double q = 0.0, v = 0.0;
    for (size_t i = 0; i < rank; ++i) {
        q += (qa[i] - qb[i]) * (qa[i] - qb[i]);
        v += (va[i] - vb[i]) * (va[i] - vb[i]);
    }
    return q + p->balance * v;
}

// ---- how good it is --------------------------------------------------------------------

// From the squares of all coordinates: what the first k of them leave.
static void set_errors(portrait* p, arena* memory) {
    p->errors = ARENA_NEW(memory, double, (size_t)p->rank + 1);
    double left = p->factor.frobenius * p->factor.frobenius;
    for (int32_t k = p->rank; k >= 0; --k) {
        p->errors[k] = sqrt(left / p->state_count);
        left += k > 0 ? p->factor.values[k - 1] * p->factor.values[k - 1] : 0.0;
    }
}

typedef struct searching {
    const portrait* p;
    const double* left; // [count][vertex_count][3] of a run: what the shapes leave, m
    int32_t first, count;
    portrait_worst* worst; // [vertex_count]
} searching;

static void search_vertices(void* user, int64_t begin, int64_t end) {
    const searching* s = user;
    size_t rows = 3 * (size_t)s->p->vertex_count;
    for (int32_t c = 0; c < s->count; ++c)
        for (int64_t v = begin; v < end; ++v) {
            const double* d = s->left + (size_t)c * rows + 3 * (size_t)v;
            double distance = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            if (distance > s->worst[v].distance)
                s->worst[v] = (portrait_worst){s->first + c, (int32_t)v, distance};
        }
}

static bool find_worst(portrait* p, reading* s, arena* memory, report* r) {
    arena* scratch = arena_create();
    int32_t rows = 3 * p->vertex_count;
    double* left = ARENA_NEW(scratch, double, (size_t)rows*(size_t)s->room);
    double* plain = ARENA_NEW(scratch, double, (size_t)rows);
    searching x = {.p = p, .left = left};
    x.worst = ARENA_NEW(scratch, portrait_worst, (size_t)p->vertex_count);
    for (int32_t i = 0; i < rows; ++i)
        plain[i] = 1.0;
    s->scale = plain; // metres, of every vertex
    bool sound = true;
    for (x.first = 0; x.first < p->state_count && sound; x.first += x.count) {
        x.count = p->state_count - x.first < s->room ? p->state_count - x.first : s->room;
        job_check();
        sound = read_columns(s, x.first, x.count, left, r);
        const tall_sum shown = {rows,
                                p->rank,
                                x.count,
                                p->shapes,
                                p->q + (size_t)x.first * (size_t)p->rank,
                                p->rank > 0 ? p->rank : 1,
                                -1.0,
                                1.0,
                                left};
        tall_add(&shown, s->threads);
        if (sound)
            parallel_for(s->threads, p->vertex_count, 256, search_vertices, &x);
    }
    p->vertex_error = ARENA_NEW(memory, double, (size_t)p->vertex_count);
    for (int32_t v = 0; v < p->vertex_count; ++v) {
        p->vertex_error[v] = x.worst[v].distance;
        if (x.worst[v].distance > p->worst.distance)
            p->worst = x.worst[v];
    }
    arena_destroy(scratch);
    return sound;
}

// ---- the whole -------------------------------------------------------------------------

static bool read_key(portrait* p, arena* memory, report* r) {
    size_t numbers = 3 * (size_t)p->vertex_count;
    arena* scratch = arena_create();
    float* rest = ARENA_NEW(scratch, float, numbers);
    p->key = ARENA_NEW(memory, vec3, (size_t)p->vertex_count);
    bool sound = recording_states(p->of, p->of->rest, 1, rest, r);
    for (size_t i = 0; i < numbers; ++i)
        (&p->key[i / 3].x)[i % 3] = rest[i];
    arena_destroy(scratch);
    return sound;
}

bool portrait_make(const recording* x, const portrait_options* o, arena* memory, portrait* out,
                   report* r) {
    SUPPLE_ASSERT(x->file >= 0);
    *out = (portrait){.of = x, .state_count = x->state_count, .vertex_count = x->vertex_count};
    if (!read_key(out, memory, r))
        return false;
    set_weights(out, memory);
    arena* own = arena_create();
    reading s = new_reading(out, o->factor.threads, own);
    const low_rank_matrix a = {3 * x->vertex_count, x->state_count, read_columns, &s};
    bool sound = low_rank_factor(&a, &o->factor, memory, &out->factor, r);
    if (sound) {
        out->rank = out->factor.rank;
        set_shapes(out, s.scale, memory);
        set_velocities(out, memory);
        set_balance(out, o->balance);
        set_errors(out, memory);
        sound = find_worst(out, &s, memory, r);
    }
    if (sound && out->rank == 0)
        report_warning(r, place_file(x->path), "nothing moves in it: there are no shapes");
    arena_destroy(own);
    return sound;
}
