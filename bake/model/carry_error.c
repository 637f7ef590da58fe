// Weighted least squares over the patch of an element, once for all its vertices and all shapes.
//
// Normal equations rather than QR: twenty unknowns with places scaled to the patch are harmless,
// and a pivot that vanishes tells that the nodes cannot determine all terms. A little is added to
// the diagonal of the highest terms: those that are not determined then come out as small as they
// can be. Leaving them out instead gave errors of 300 % for a single cell, as what remains must
// take their part.
// SPDX-License-Identifier: MIT
#include "bake/model/carry_error.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"

#include <stdlib.h>
#include <string.h>

#define RIDGE     1e-9 // added to a diagonal of one
#define VANISHING 1e-7 // a pivot, relative to its diagonal

enum { TERMS_MAX = 20, ELEMENT_GRAIN = 32, RINGS_MAX = 3 };

typedef struct judging {
    const carry_source* source;
    const double* shapes;
    int32_t modes;
    const int32_t *corner_first, *corner_tet; // elements by corner: [node_count + 1], list
    const int32_t *tet_first, *tet_vertex;    // vertices by element: [tet_count + 1], list
    double *moved, *error;                    // squares, [modes][vertices]
    uint8_t* blind;                           // [vertices]
} judging;

typedef struct patch {
    int32_t node_count, terms;
    int32_t* nodes; // ascending
    double* rows;   // [node_count][terms] of the terms at the nodes
    double* weight; // [node_count]
    vec3 centre;
    double per_metre;
    double lower[TERMS_MAX][TERMS_MAX]; // unit lower triangle of the scaled normal matrix
    double pivot[TERMS_MAX];
    double scale[TERMS_MAX];
    bool blind;
} patch;

static int by_number(const void* a, const void* b) {
    int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

static int32_t sort_unique(int32_t* list, int32_t count) {
    int32_t kept = 0;
    qsort(list, (size_t)count, sizeof *list, by_number);
    for (int32_t i = 0; i < count; ++i)
        if (i == 0 || list[i] != list[i - 1])
            list[kept++] = list[i];
    return kept;
}

// ---- the patch -------------------------------------------------------------------------

// The elements that share a corner with those listed, these among them.
static int32_t* grow_elements(const judging* j, const int32_t* list, int32_t* count,
                              arena* memory) {
    const tets* t = j->source->t;
    size_t room = 0;
    for (int pass = 0; pass < 2; ++pass) {
        int32_t* out = pass == 1 ? ARENA_NEW(memory, int32_t, room) : NULL;
        room = 0;
        for (int32_t i = 0; i < *count; ++i)
            for (int k = 0; k < 4; ++k) {
                int32_t corner = t->elements[(size_t)list[i] * (size_t)t->width + (size_t)k];
                for (int32_t at = j->corner_first[corner]; at < j->corner_first[corner + 1]; ++at) {
                    if (out != NULL)
                        out[room] = j->corner_tet[at];
                    ++room;
                }
            }
        if (out != NULL) {
            *count = sort_unique(out, (int32_t)room);
            return out;
        }
    }
    return NULL;
}

static void find_nodes(const judging* j, int32_t element, patch* p, arena* memory) {
    const tets* t = j->source->t;
    int32_t count = 1, *list = ARENA_NEW(memory, int32_t, 1);
    list[0] = element;
    for (int ring = 0; ring < RINGS_MAX && 2 * p->node_count < 3 * p->terms; ++ring) {
        list = grow_elements(j, list, &count, memory);
        size_t width = (size_t)t->width;
        p->nodes = ARENA_NEW(memory, int32_t, (size_t)count * width);
        for (size_t i = 0; i < (size_t)count; ++i)
            memcpy(p->nodes + i * width, t->elements + (size_t)list[i] * width,
                   width * sizeof *p->nodes);
        p->node_count = sort_unique(p->nodes, count * t->width);
    }
}

static void terms_at(const patch* p, vec3 at, double* out) {
    vec3 x = v3_scale(v3_sub(at, p->centre), p->per_metre);
    const double square[6] = {x.x * x.x, x.y * x.y, x.z * x.z, x.x * x.y, x.y * x.z, x.z * x.x};
    out[0] = 1.0;
    out[1] = x.x, out[2] = x.y, out[3] = x.z;
    memcpy(out + 4, square, sizeof square);
    if (p->terms == 10)
        return;
    out[10] = square[0] * x.x, out[11] = square[1] * x.y, out[12] = square[2] * x.z;
    out[13] = square[0] * x.y, out[14] = square[0] * x.z, out[15] = square[1] * x.x;
    out[16] = square[1] * x.z, out[17] = square[2] * x.x, out[18] = square[2] * x.y;
    out[19] = square[3] * x.z;
}

// Nodes count less the farther they are, so that the polynomial is the element's own concern.
static void place_rows(const tets* t, int32_t element, patch* p, arena* memory) {
    const int32_t* own = t->elements + (size_t)element * (size_t)t->width;
    double size = 0.0, reach = 0.0;
    p->centre = v3(0.0, 0.0, 0.0);
    for (int k = 0; k < 4; ++k)
        p->centre = v3_madd(p->centre, t->nodes[own[k]], 0.25);
    for (int k = 0; k < 4; ++k)
        size = fmax(size, v3_distance(t->nodes[own[k]], p->centre));
    for (int32_t i = 0; i < p->node_count; ++i)
        reach = fmax(reach, v3_distance(t->nodes[p->nodes[i]], p->centre));
    p->per_metre = 1.0 / reach;
    p->rows = ARENA_NEW(memory, double, (size_t)p->node_count*(size_t)p->terms);
    p->weight = ARENA_NEW(memory, double, (size_t)p->node_count);
    for (int32_t i = 0; i < p->node_count; ++i) {
        double far = v3_distance(t->nodes[p->nodes[i]], p->centre) / size;
        p->weight[i] = 1.0 / (1.0 + far * far * far * far);
        terms_at(p, t->nodes[p->nodes[i]], p->rows + (size_t)i * (size_t)p->terms);
    }
}

// L D L' of the normal matrix with its diagonal scaled to one.
static void factor_patch(patch* p) {
    int n = p->terms, highest = n == 20 ? 10 : 4; // where the terms of the highest degree begin
    double a[TERMS_MAX][TERMS_MAX] = {{0.0}};
    for (int32_t k = 0; k < p->node_count; ++k) {
        const double* row = p->rows + (size_t)k * (size_t)n;
        for (int i = 0; i < n; ++i)
            for (int l = 0; l <= i; ++l)
                a[i][l] += p->weight[k] * row[i] * row[l];
    }
    for (int i = 0; i < n; ++i)
        p->scale[i] = a[i][i] > 0.0 ? 1.0 / sqrt(a[i][i]) : 0.0;
    for (int i = 0; i < n; ++i)
        for (int l = 0; l <= i; ++l) {
            double sum = a[i][l] * p->scale[i] * p->scale[l] + (l == i && i >= highest ? RIDGE : 0);
            for (int k = 0; k < l; ++k)
                sum -= p->lower[i][k] * p->lower[l][k] * p->pivot[k];
            if (l < i) {
                p->lower[i][l] = sum / p->pivot[l];
                continue;
            }
            p->pivot[i] = fmax(sum, RIDGE);
            p->blind = p->blind || sum < VANISHING;
        }
}

static void solve_patch(const patch* p, double* x) {
    int n = p->terms;
    for (int i = 0; i < n; ++i) {
        x[i] *= p->scale[i];
        for (int k = 0; k < i; ++k)
            x[i] -= p->lower[i][k] * x[k];
    }
    for (int i = n - 1; i >= 0; --i) {
        x[i] /= p->pivot[i];
        for (int k = i + 1; k < n; ++k)
            x[i] -= p->lower[k][i] * x[k];
    }
    for (int i = 0; i < n; ++i)
        x[i] *= p->scale[i];
}

// ---- vertices --------------------------------------------------------------------------

// What each node of the patch adds to the difference of polynomial and carried shape at a vertex.
static void difference_weights(const tets* t, const patch* p, const int32_t* own,
                               const double* shape, double* out) {
    double solution[TERMS_MAX];
    vec3 at = v3(0.0, 0.0, 0.0);
    for (int k = 0; k < t->width; ++k)
        at = v3_madd(at, t->nodes[own[k]], shape[k]);
    terms_at(p, at, solution);
    solve_patch(p, solution);
    for (int32_t i = 0; i < p->node_count; ++i) {
        const double* row = p->rows + (size_t)i * (size_t)p->terms;
        out[i] = 0.0;
        for (int k = 0; k < p->terms; ++k)
            out[i] += row[k] * solution[k];
        out[i] *= p->weight[i];
        for (int k = 0; k < t->width; ++k)
            if (own[k] == p->nodes[i])
                out[i] -= shape[k];
    }
}

static double square_of_sum(const carry_source* s, const double* shape, const int32_t* nodes,
                            const double* weights, int32_t count) {
    double sum[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; ++i) {
        int32_t row = s->number_or_null != NULL ? s->number_or_null[nodes[i]] : nodes[i];
        for (int a = 0; row >= 0 && a < 3; ++a)
            sum[a] += weights[i] * shape[3 * (size_t)row + (size_t)a];
    }
    return sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2];
}

static void judge_element(const judging* j, int32_t element, arena* scratch) {
    const carry_source* s = j->source;
    const tets* t = s->t;
    const int32_t* own = t->elements + (size_t)element * (size_t)t->width;
    patch* p = ARENA_NEW(scratch, patch, 1);
    p->terms = t->width == 10 ? 20 : 10;
    find_nodes(j, element, p, scratch);
    place_rows(t, element, p, scratch);
    factor_patch(p);
    double *difference = ARENA_NEW(scratch, double, (size_t)p->node_count), shape[10];
    for (int32_t i = j->tet_first[element]; i < j->tet_first[element + 1]; ++i) {
        int32_t v = j->tet_vertex[i];
        double fade = s->fade_or_null != NULL ? (double)s->fade_or_null[v] : 1.0;
        tet_shape(t->width, s->at->barycentric[v], shape);
        difference_weights(t, p, own, shape, difference);
        j->blind[v] = p->blind;
        for (int32_t m = 0; m < j->modes; ++m) {
            const double* from = j->shapes + 3 * (size_t)m * (size_t)s->row_count;
            size_t to = (size_t)m * (size_t)s->at->count + (size_t)v;
            j->moved[to] = fade * fade * square_of_sum(s, from, own, shape, t->width);
            j->error[to] =
                fade * fade * square_of_sum(s, from, p->nodes, difference, p->node_count);
        }
    }
}

static void judge_run(void* user, int64_t begin, int64_t end) {
    const judging* j = user;
    arena* scratch = arena_create();
    for (int64_t i = begin; i < end; ++i)
        if (j->tet_first[i] < j->tet_first[i + 1])
            judge_element(j, (int32_t)i, scratch);
    arena_destroy(scratch);
}

// ---- all of it -------------------------------------------------------------------------

// Items by key, as first[key]..first[key + 1] of the list: keys is [count / each][stride], the
// first `each` of a row count, and the item is the row.
static int32_t* group_rows(const int32_t* keys, int32_t rows, int32_t each, int32_t stride,
                           int32_t key_count, arena* memory, int32_t** first) {
    int32_t* at = ARENA_NEW(memory, int32_t, (size_t)key_count + 2);
    int32_t* list = ARENA_NEW(memory, int32_t, (size_t)rows * (size_t)each);
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < rows; ++i)
            for (int32_t k = 0; k < each; ++k) {
                int32_t key = keys[(size_t)i * (size_t)stride + (size_t)k];
                if (pass == 0)
                    ++at[key + 2];
                else
                    list[at[key + 1]++] = i;
            }
        for (int32_t i = 2; pass == 0 && i < key_count + 2; ++i)
            at[i] += at[i - 1];
    }
    *first = at;
    return list;
}

static carry_error summary(const double* moved, const double* error, int32_t count) {
    carry_error out = {.worst_vertex = -1};
    double largest = 0.0, worst = 0.0, sum = 0.0;
    for (int32_t v = 0; v < count; ++v) {
        largest = fmax(largest, moved[v]);
        sum += error[v];
        if (error[v] > worst) {
            worst = error[v];
            out.worst_vertex = v;
        }
    }
    out.largest = sqrt(largest);
    if (largest > 0.0) {
        out.rms = sqrt(sum / count / largest);
        out.worst = sqrt(worst / largest);
    }
    return out;
}

int32_t carry_errors(const carry_source* s, const double* shapes, int32_t modes, int threads,
                     carry_error* out) {
    SUPPLE_ASSERT(modes >= 0 && threads >= 0);
    arena* scratch = arena_create();
    const tets* t = s->t;
    int32_t count = s->at->count, blind = 0, *corner_first, *tet_first;
    const int32_t* corner_tet =
        group_rows(t->elements, t->tet_count, 4, t->width, t->node_count, scratch, &corner_first);
    const int32_t* tet_vertex =
        group_rows(s->at->element, count, 1, 1, t->tet_count, scratch, &tet_first);
    judging j = {.source = s,
                 .shapes = shapes,
                 .modes = modes,
                 .corner_first = corner_first,
                 .corner_tet = corner_tet,
                 .tet_first = tet_first,
                 .tet_vertex = tet_vertex,
                 .moved = ARENA_NEW(scratch, double, (size_t)modes*(size_t)count),
                 .error = ARENA_NEW(scratch, double, (size_t)modes*(size_t)count),
                 .blind = ARENA_NEW(scratch, uint8_t, (size_t)count)};
    parallel_for(threads, t->tet_count, ELEMENT_GRAIN, judge_run, &j);
    for (int32_t m = 0; m < modes; ++m)
        out[m] = summary(j.moved + (size_t)m * (size_t)count, j.error + (size_t)m * (size_t)count,
                         count);
    for (int32_t v = 0; v < count; ++v)
        blind += j.blind[v];
    arena_destroy(scratch);
    return blind;
}
