// Sums of shape functions, vertex by vertex.
// SPDX-License-Identifier: MIT
#include "bake/model/carry.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <string.h>

enum { VERTEX_GRAIN = 256 };

typedef struct carrying {
    const carry_source* source;
    const double* shapes;
    int32_t modes;
    double* out;
} carrying;

static void carry_run(void* user, int64_t begin, int64_t end) {
    const carrying* c = user;
    const carry_source* s = c->source;
    size_t width = (size_t)s->t->width, order = 3 * (size_t)s->row_count;
    for (int64_t v = begin; v < end; ++v) {
        const int32_t* nodes = s->t->elements + (size_t)s->at->element[v] * width;
        double weight[10], fade = s->fade_or_null != NULL ? (double)s->fade_or_null[v] : 1.0;
        tet_shape(s->t->width, s->at->barycentric[v], weight);
        for (int32_t m = 0; m < c->modes; ++m) {
            double* to = c->out + 3 * ((size_t)m * (size_t)s->at->count + (size_t)v);
            double sum[3] = {0.0, 0.0, 0.0};
            for (size_t k = 0; k < width; ++k) {
                int32_t row = s->number_or_null != NULL ? s->number_or_null[nodes[k]] : nodes[k];
                if (row < 0)
                    continue;
                const double* from = c->shapes + (size_t)m * order + 3 * (size_t)row;
                for (int a = 0; a < 3; ++a)
                    sum[a] += weight[k] * from[a];
            }
            for (int a = 0; a < 3; ++a)
                to[a] = fade * sum[a];
        }
    }
}

void carry_shapes(const carry_source* s, const double* shapes, int32_t modes, int threads,
                  double* out) {
    SUPPLE_ASSERT(modes >= 0 && threads >= 0);
    carrying c = {s, shapes, modes, out};
    parallel_for(threads, s->at->count, VERTEX_GRAIN, carry_run, &c);
}

void carry_gradient(const carry_source* s, const double* shape, int32_t vertex, double out[3][3]) {
    const int32_t* nodes = s->t->elements + (size_t)s->at->element[vertex] * (size_t)s->t->width;
    double slope[10][3], fade = s->fade_or_null != NULL ? (double)s->fade_or_null[vertex] : 1.0;
    vec3 along[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, moved[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    tet_shape_slopes(s->t->width, s->at->barycentric[vertex], slope);
    for (int k = 0; k < s->t->width; ++k) {
        int32_t row = s->number_or_null != NULL ? s->number_or_null[nodes[k]] : nodes[k];
        const double* u = shape + 3 * (row < 0 ? 0 : (size_t)row);
        for (int i = 0; i < 3; ++i) {
            along[i] = v3_madd(along[i], s->t->nodes[nodes[k]], slope[k][i]);
            if (row >= 0)
                moved[i] = v3_madd(moved[i], v3(u[0], u[1], u[2]), slope[k][i]);
        }
    }
    double box = v3_dot(along[0], v3_cross(along[1], along[2]));
    memset(out, 0, 9 * sizeof out[0][0]);
    for (int i = 0; i < 3 && box > 0.0; ++i) {
        vec3 d = v3_scale(v3_cross(along[(i + 1) % 3], along[(i + 2) % 3]), fade / box);
        const double across[3] = {d.x, d.y, d.z}, u[3] = {moved[i].x, moved[i].y, moved[i].z};
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                out[a][b] += u[a] * across[b];
    }
}

void carry_to_split(const int32_t* welded, int32_t vertex_count, int32_t welded_count,
                    const double* shapes, int32_t modes, double* out) {
    SUPPLE_ASSERT(vertex_count >= 0 && welded_count >= 0 && modes >= 0);
    for (int32_t m = 0; m < modes; ++m)
        for (int32_t v = 0; v < vertex_count; ++v)
            memcpy(out + 3 * ((size_t)m * (size_t)vertex_count + (size_t)v),
                   shapes + 3 * ((size_t)m * (size_t)welded_count + (size_t)welded[v]),
                   3 * sizeof *out);
}

void carry_to_all(const int32_t* list, int32_t list_count, int32_t vertex_count,
                  const double* listed, int32_t modes, double* out) {
    SUPPLE_ASSERT(list_count >= 0 && list_count <= vertex_count && modes >= 0);
    memset(out, 0, 3 * (size_t)modes * (size_t)vertex_count * sizeof *out);
    for (int32_t m = 0; m < modes; ++m)
        for (int32_t i = 0; i < list_count; ++i)
            memcpy(out + 3 * ((size_t)m * (size_t)vertex_count + (size_t)list[i]),
                   listed + 3 * ((size_t)m * (size_t)list_count + (size_t)i), 3 * sizeof *out);
}
