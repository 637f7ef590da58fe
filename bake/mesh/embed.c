// A grid of boxes finds the candidates; the nearest boundary face answers for points outside.
// SPDX-License-Identifier: MIT
#include "bake/mesh/embed.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/base/root.h"
#include "bake/mesh/curved.h"
#include "bake/mesh/soup.h"
#include "bake/mesh/tet_topology.h"

// Coordinates this much below zero still count as inside: a vertex on a face must not be lost
// between its two tets.
#define ON_FACE 1e-9

enum { CELLS_A_SIDE = 1000, CELLS_A_TET = 8, CELLS_LEAST = 1000 }; // of the grid, at most

// Tets by the grid cells that their boxes meet, in one list.
typedef struct tet_grid {
    vec3 origin;
    double per_metre; // cells
    int32_t nx, ny, nz;
    int32_t* first; // [cells + 1] into list
    int32_t* list;
} tet_grid;

typedef struct embed_job {
    const tets* t;
    const vec3* points;
    tet_grid grid;
    soup boundary;
    const int32_t* boundary_tet;
    embedding* out;
    double* distance; // [count] outside, 0 when inside
} embed_job;

static bool barycentric_in(const tets* t, int32_t element, vec3 p, double out[4]) {
    const int32_t* e = t->elements + (size_t)element * t->width;
    vec3 a = t->nodes[e[0]], b = t->nodes[e[1]], c = t->nodes[e[2]], d = t->nodes[e[3]];
    double whole = tet_volume(a, b, c, d);
    if (!(whole > 0.0))
        return false;
    out[1] = tet_volume(a, p, c, d) / whole;
    out[2] = tet_volume(a, b, p, d) / whole;
    out[3] = tet_volume(a, b, c, p) / whole;
    out[0] = 1.0 - out[1] - out[2] - out[3];
    return true;
}

// ---- the grid --------------------------------------------------------------------------

static int32_t grid_step(double x, int32_t count) {
    return x < 0.0 ? 0 : x >= count ? count - 1 : (int32_t)x;
}

// Cells of a tet's box: low to high inclusive.
static void grid_range(const tet_grid* g, const tets* t, int32_t i, int32_t low[3],
                       int32_t high[3]) {
    const int32_t* e = t->elements + (size_t)i * t->width;
    vec3 a = t->nodes[e[0]], b = a;
    for (int k = 1; k < 4; ++k) {
        a = v3_min(a, t->nodes[e[k]]);
        b = v3_max(b, t->nodes[e[k]]);
    }
    a = v3_scale(v3_sub(a, g->origin), g->per_metre);
    b = v3_scale(v3_sub(b, g->origin), g->per_metre);
    low[0] = grid_step(a.x - 1e-9, g->nx), high[0] = grid_step(b.x + 1e-9, g->nx);
    low[1] = grid_step(a.y - 1e-9, g->ny), high[1] = grid_step(b.y + 1e-9, g->ny);
    low[2] = grid_step(a.z - 1e-9, g->nz), high[2] = grid_step(b.z + 1e-9, g->nz);
}

// Twice over the tets: first to count (list NULL), then to fill.
static void grid_pass(const tet_grid* g, const tets* t, int32_t* at, int32_t* list_or_null) {
    for (int32_t i = 0; i < t->tet_count; ++i) {
        int32_t low[3], high[3];
        grid_range(g, t, i, low, high);
        for (int32_t z = low[2]; z <= high[2]; ++z)
            for (int32_t y = low[1]; y <= high[1]; ++y)
                for (int32_t x = low[0]; x <= high[0]; ++x) {
                    size_t cell = ((size_t)z * g->ny + y) * g->nx + x;
                    if (list_or_null != NULL)
                        list_or_null[at[cell]] = i;
                    ++at[cell];
                }
    }
}

// Cells as large as two tets, so that a slender body has as few in each as a plump one; where its box is so
// empty that there would be far more cells than tets, larger ones.
static tet_grid grid_new(const tets* t, arena* memory) {
    bounds box = bounds_of(t->nodes, t->node_count);
    vec3 size = v3_sub(box.high, box.low);
    double longest = fmax(size.x, fmax(size.y, size.z)), volume = fabs(tets_volume(t));
    double least = longest / CELLS_A_SIDE, edge = fmax(longest, least);
    if (volume > 0.0 && isfinite(volume))
        edge = fmax(cube_root(2.0 * volume / t->tet_count), least);
    double most = CELLS_A_TET * (double)t->tet_count + CELLS_LEAST;
    while (edge < longest &&
           (size.x / edge + 1.0) * (size.y / edge + 1.0) * (size.z / edge + 1.0) > most)
        edge *= 1.25;
    tet_grid g = {.origin = box.low, .per_metre = edge > 0.0 ? 1.0 / edge : 1.0};
    g.nx = (int32_t)(size.x * g.per_metre) + 1;
    g.ny = (int32_t)(size.y * g.per_metre) + 1;
    g.nz = (int32_t)(size.z * g.per_metre) + 1;
    size_t cells = (size_t)g.nx * g.ny * g.nz;
    g.first = ARENA_NEW(memory, int32_t, cells + 2);
    grid_pass(&g, t, g.first + 2, NULL);
    for (size_t i = 2; i < cells + 2; ++i)
        g.first[i] += g.first[i - 1];
    g.list = ARENA_NEW(memory, int32_t, (size_t)g.first[cells + 1]);
    grid_pass(&g, t, g.first + 1, g.list); // moves each start to the next one's place
    return g;
}

// ---- points ----------------------------------------------------------------------------

static double least_of(const double b[4]) {
    return fmin(fmin(b[0], b[1]), fmin(b[2], b[3]));
}

// The tet that holds p best: the one where the smallest coordinate is largest.
static bool find_inside(const embed_job* j, vec3 p, int32_t* element, double best[4]) {
    const tet_grid* g = &j->grid;
    vec3 c = v3_scale(v3_sub(p, g->origin), g->per_metre);
    if (!(c.x > -1e-6 && c.y > -1e-6 && c.z > -1e-6 && c.x < g->nx && c.y < g->ny && c.z < g->nz))
        return false;
    size_t cell = ((size_t)grid_step(c.z, g->nz) * g->ny + grid_step(c.y, g->ny)) * g->nx +
                  grid_step(c.x, g->nx);
    double best_least = -ON_FACE;
    *element = -1;
    for (int32_t k = g->first[cell]; k < g->first[cell + 1]; ++k) {
        double b[4];
        if (!barycentric_in(j->t, g->list[k], p, b) || least_of(b) <= best_least)
            continue;
        best_least = least_of(b);
        *element = g->list[k];
        for (int i = 0; i < 4; ++i)
            best[i] = b[i];
        if (best_least > ON_FACE) // well inside: no other holds it as well
            break;
    }
    return *element >= 0;
}

static void embed_run(void* user, int64_t begin, int64_t end) {
    embed_job* j = user;
    for (int64_t i = begin; i < end; ++i) {
        vec3 p = j->points[i];
        soup_hit hit;
        if (find_inside(j, p, &j->out->element[i], j->out->barycentric[i]))
            continue;
        if (soup_nearest(&j->boundary, p, INFINITY, &hit)) {
            j->out->element[i] = j->boundary_tet[hit.triangle];
            j->distance[i] = hit.distance;
            barycentric_in(j->t, j->out->element[i], p, j->out->barycentric[i]);
        }
    }
}

embedding embed_points(const tets* t, const vec3* points, int32_t count, int threads,
                       arena* memory) {
    SUPPLE_ASSERT((t->width == 4 || t->width == 10) && count >= 0 && threads >= 0);
    arena* scratch = arena_create();
    embedding out = {.count = count,
                     .element = ARENA_NEW(memory, int32_t, (size_t)count),
                     .barycentric = arena_alloc(memory, (size_t)count, sizeof *out.barycentric),
                     .outside_worst = -1};
    tet_topology shape = tets_topology(t, scratch);
    embed_job j = {.t = t,
                   .points = points,
                   .grid = grid_new(t, scratch),
                   .boundary = soup_new(t->nodes, (const uint32_t(*)[3])shape.boundary,
                                        shape.boundary_count, scratch),
                   .boundary_tet = shape.boundary_tet,
                   .out = &out,
                   .distance = ARENA_NEW(scratch, double, (size_t)count)};
    parallel_for(threads, count, 256, embed_run, &j);
    if (curved_any(t))
        curved_correct(t, shape.neighbour, points, &out, j.distance, threads);
    for (int32_t i = 0; i < count; ++i) {
        out.outside_count += j.distance[i] > 0.0;
        if (j.distance[i] > out.outside_max) {
            out.outside_max = j.distance[i];
            out.outside_worst = i;
        }
    }
    arena_destroy(scratch);
    return out;
}

void tet_shape(int width, const double b[4], double* values) {
    SUPPLE_ASSERT(width == 4 || width == 10);
    for (int i = 0; i < 4; ++i)
        values[i] = width == 10 ? b[i] * (2.0 * b[i] - 1.0) : b[i];
    for (int i = 0; width == 10 && i < 6; ++i)
        values[4 + i] = 4.0 * b[tet_edge[i][0]] * b[tet_edge[i][1]];
}

void tet_shape_slopes(int width, const double b[4], double slopes[10][3]) {
    SUPPLE_ASSERT(width == 4 || width == 10);
    for (int k = 0; k < 4; ++k) {
        double own = width == 10 ? 4.0 * b[k] - 1.0 : 1.0;
        for (int i = 0; i < 3; ++i)
            slopes[k][i] = k == 0 ? -own : k == i + 1 ? own : 0.0;
    }
    for (int k = 0; k < 6 && width == 10; ++k) {
        int from = tet_edge[k][0], to = tet_edge[k][1];
        for (int i = 0; i < 3; ++i) {
            double by_from = from == 0 ? -1.0 : from == i + 1 ? 1.0 : 0.0;
            double by_to = to == i + 1 ? 1.0 : 0.0;
            slopes[4 + k][i] = 4.0 * (by_from * b[to] + by_to * b[from]);
        }
    }
}

void embed_field(const embedding* e, const tets* t, const double* nodal, int stride, double* out) {
    SUPPLE_ASSERT(stride > 0);
    for (int32_t i = 0; i < e->count; ++i) {
        const int32_t* n = t->elements + (size_t)e->element[i] * t->width;
        double shape[10];
        tet_shape(t->width, e->barycentric[i], shape);
        for (int s = 0; s < stride; ++s) {
            double sum = 0.0;
            for (int k = 0; k < t->width; ++k)
                sum += shape[k] * nodal[(size_t)n[k] * stride + s];
            out[(size_t)i * stride + s] = sum;
        }
    }
}
