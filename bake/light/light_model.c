// SPDX-License-Identifier: MIT
#include "bake/light/light_model.h"

#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

double* area_fractions(const lit_mesh* m, const lit_points* p, const vec3* positions,
                       arena* memory) {
    double *fractions = ARENA_NEW(memory, double, (size_t)p->count), sum = 0.0;
    for (int32_t t = 0; t < m->triangle_count; ++t) {
        const uint32_t* c = m->triangles[t];
        vec3 a = positions[c[0]];
        double area =
            v3_length(v3_cross(v3_sub(positions[c[1]], a), v3_sub(positions[c[2]], a))) / 6.0;
        for (int side = 0; side < (m->thin != NULL && m->thin[t] != 0 ? 2 : 1); ++side)
            for (int k = 0; k < 3; ++k) {
                fractions[p->of[side][c[k]]] += area;
                sum += area;
            }
    }
    for (int32_t i = 0; i < p->count; ++i)
        fractions[i] = sum > 0.0 ? fractions[i] / sum : 1.0 / p->count;
    return fractions;
}

// ---- the matrix --------------------------------------------------------------------------

typedef struct reading {
    const light_samples* s;
    const float* mean;
    const double* scale; // [point_count] roots of shares over numbers a point
} reading;

static size_t cells_of(const light_samples* s) {
    return (size_t)s->point_count * (size_t)s->width;
}

static bool read_columns(void* user, int32_t first, int32_t count, double* out, report* r) {
    const reading* x = user;
    size_t cells = cells_of(x->s), width = (size_t)x->s->width;
    (void)r;
    for (int32_t c = 0; c < count; ++c) {
        const float* field = x->s->fields[first + c];
        for (size_t i = 0; i < cells; ++i)
            out[(size_t)c * cells + i] =
                x->scale[i / width] * ((double)field[i] - (double)x->mean[i]);
    }
    return true;
}

static void set_mean(const light_samples* s, light_model* m, arena* memory) {
    size_t cells = cells_of(s);
    m->mean = ARENA_NEW(memory, float, cells);
    for (size_t i = 0; i < cells; ++i) {
        double sum = 0.0;
        for (int32_t c = 0; c < s->count; ++c)
            sum += (double)s->fields[c][i];
        m->mean[i] = (float)(sum / s->count);
    }
}

// Root mean square over area and numbers of a - b.
static double size_of(const double* fractions, int32_t points, int32_t width, const float* a,
                      const float* b_or_null) {
    double sum = 0.0;
    for (int32_t p = 0; p < points; ++p) {
        double square = 0.0;
        for (size_t i = (size_t)p * (size_t)width; i < (size_t)(p + 1) * (size_t)width; ++i) {
            double off = (double)a[i] - (b_or_null != NULL ? (double)b_or_null[i] : 0.0);
            square += off * off;
        }
        sum += fractions[p] * square / width;
    }
    return sqrt(sum);
}

static void set_errors(const light_samples* s, const low_rank* f, light_model* m, arena* memory) {
    double left = f->size * f->size, all = 0.0;
    for (int32_t c = 0; c < s->count; ++c) {
        double one = size_of(s->fractions, s->point_count, s->width, s->fields[c], NULL);
        all += one * one / s->count;
    }
    m->size = sqrt(all);
    m->errors = ARENA_NEW(memory, double, (size_t)m->rank + 1);
    for (int32_t k = 0; k <= m->rank; ++k) {
        m->errors[k] = sqrt(fmax(left, 0.0) / s->count);
        left -= k < m->rank ? f->values[k] * f->values[k] : 0.0;
    }
    m->errors[m->rank] = fmin(m->errors[m->rank], f->frobenius / sqrt(s->count));
}

bool light_model_make(const light_samples* s, const low_rank_options* o, arena* memory,
                      light_model* out, report* r) {
    SUPPLE_ASSERT(s->count > 0 && s->point_count > 0);
    size_t cells = cells_of(s), width = (size_t)s->width;
    *out = (light_model){.point_count = s->point_count, .width = s->width};
    if (cells > INT32_MAX)
        return report_error(r, place_none(),
                            "%d points with %d numbers each are too many to be lit", s->point_count,
                            s->width);
    set_mean(s, out, memory);
    arena* scratch = arena_create();
    double* scale = ARENA_NEW(scratch, double, (size_t)s->point_count);
    for (int32_t p = 0; p < s->point_count; ++p)
        scale[p] = sqrt(s->fractions[p] / s->width);
    reading x = {s, out->mean, scale};
    low_rank_options most = *o; // the mean is one of them: beyond, there is rounding
    most.rank = s->count > 1 && most.rank > s->count - 1 ? s->count - 1 : most.rank;
    low_rank f;
    bool sound = low_rank_factor(&(low_rank_matrix){(int32_t)cells, s->count, read_columns, &x},
                                 &most, scratch, &f, r);
    if (sound) {
        out->rank = f.rank;
        out->converged = f.converged;
        out->basis = ARENA_NEW(memory, float, (size_t)f.rank* cells);
        for (size_t i = 0; i < (size_t)f.rank * cells; ++i) {
            double by = scale[i % cells / width]; // points of no area have no light of their own
            out->basis[i] = by > 0.0 ? (float)(f.basis[i] / by) : 0.0f;
        }
        size_t numbers = (size_t)s->count * (size_t)f.rank;
        out->coordinates = ARENA_NEW(memory, double, numbers);
        memcpy(out->coordinates, f.coordinates, numbers * sizeof *out->coordinates);
        set_errors(s, &f, out, memory);
        out->chosen =
            radial_choose(s->q, s->count, s->q_count, out->coordinates, f.rank, &out->between);
        out->of_q =
            radial_fit(s->q, s->count, s->q_count, out->coordinates, f.rank, &out->chosen, memory);
    }
    arena_destroy(scratch);
    return sound;
}

// ---- what it says --------------------------------------------------------------------------

void light_model_at(const light_model* m, const double* q, double* coordinates) {
    radial_evaluate(&m->of_q, q, coordinates);
}

void light_model_field(const light_model* m, const double* coordinates, int32_t rank, float* out) {
    size_t cells = (size_t)m->point_count * (size_t)m->width;
    memcpy(out, m->mean, cells * sizeof *out);
    for (int32_t k = 0; k < rank && k < m->rank; ++k) {
        const float *field = m->basis + (size_t)k * cells, by = (float)coordinates[k];
        for (size_t i = 0; i < cells; ++i)
            out[i] += by * field[i];
    }
}

// The coordinates that fit a field best: fields are orthonormal under the shares.
static void project(const light_model* m, const double* fractions, const float* field,
                    double* coordinates) {
    size_t width = (size_t)m->width, cells = (size_t)m->point_count * width;
    for (int32_t k = 0; k < m->rank; ++k) {
        const float* b = m->basis + (size_t)k * cells;
        double sum = 0.0;
        for (size_t i = 0; i < cells; ++i)
            sum += fractions[i / width] / m->width * (double)b[i] *
                   ((double)field[i] - (double)m->mean[i]);
        coordinates[k] = sum;
    }
}

double light_model_distance(const light_model* m, const double* fractions,
                            const double* coordinates, const float* field) {
    arena* scratch = arena_create();
    float* shown = ARENA_NEW(scratch, float, (size_t)m->point_count*(size_t)m->width);
    light_model_field(m, coordinates, m->rank, shown);
    double off = size_of(fractions, m->point_count, m->width, field, shown);
    arena_destroy(scratch);
    return off;
}

light_error light_model_check(const light_model* m, const double* fractions, const double* q,
                              const float* field) {
    arena* scratch = arena_create();
    double* a = ARENA_NEW(scratch, double, (size_t)m->rank);
    float* shown = ARENA_NEW(scratch, float, (size_t)m->point_count*(size_t)m->width);
    light_error e = {.size = size_of(fractions, m->point_count, m->width, field, NULL),
                     .motion = size_of(fractions, m->point_count, m->width, field, m->mean),
                     .worst = -1};
    project(m, fractions, field, a);
    light_model_field(m, a, m->rank, shown);
    e.reduction = size_of(fractions, m->point_count, m->width, field, shown);
    light_model_at(m, q, a);
    light_model_field(m, a, m->rank, shown);
    e.whole = size_of(fractions, m->point_count, m->width, field, shown);
    for (int32_t p = 0; p < m->point_count; ++p) {
        static const double all[1] = {1.0};
        size_t first = (size_t)p * (size_t)m->width;
        double off = size_of(all, 1, m->width, field + first, shown + first);
        if (off > e.worst_off) {
            e.worst = p;
            e.worst_off = off;
        }
    }
    arena_destroy(scratch);
    return e;
}
