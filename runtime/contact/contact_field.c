// Triangles are splatted into the nodes around them, then nodes hand what they have to their neighbours, eight sweeps
// over the grid, each with exact distances (a vector distance transform). Inside is where the winding number is above 0
// along at least two of the three axes: overlapping pieces and small holes do no harm.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_field.h"

#include "runtime/base/assert.h"
#include "runtime/math/near.h"

#include <math.h>
#include <string.h>

enum { MOST_NODES = 65536, NO_TRIANGLE = 0x7fffffff };

// Cells around the shape, a different fraction of one along each axis: so hardly any node lies on a face, on an edge or
// on a diagonal of a shape that is aligned with the axes.
static const double pad[3] = {2.37, 2.53, 2.71};

double contact_field_frame(contact_field* f, const float* positions, int32_t vertex_count,
                           int32_t cells) {
    SUPPLE_ASSERT(vertex_count >= 0 && cells >= 4);
    double low[3] = {0.0, 0.0, 0.0}, high[3] = {0.0, 0.0, 0.0}, longest = 0.0;
    for (int32_t v = 0; v < vertex_count; ++v)
        for (int a = 0; a < 3; ++a) {
            double x = (double)positions[3 * (size_t)v + (size_t)a];
            low[a] = v == 0 || x < low[a] ? x : low[a];
            high[a] = v == 0 || x > high[a] ? x : high[a];
        }
    for (int a = 0; a < 3; ++a)
        longest = high[a] - low[a] > longest ? high[a] - low[a] : longest;
    longest = longest > 0.0 ? longest : 1.0;
    for (; cells >= 4; cells -= 2) {
        f->cell = longest / cells;
        f->per_cell = cells / longest;
        for (int a = 0; a < 3; ++a) {
            f->origin[a] = low[a] - pad[a] * f->cell;
            f->count[a] = (int32_t)((high[a] - low[a]) / f->cell + 2.0 * pad[a]) + 2;
        }
        if (contact_field_nodes(f) <= MOST_NODES)
            break;
    }
    return longest;
}

// ---- nearest triangles -----------------------------------------------------------------

typedef struct fill {
    contact_field* f;
    const contact_field_mesh* mesh;
    float* square;    // [nodes] of the distance to the node's triangle
    int16_t* wind;    // [nodes] crossings before a node, then their sum
    uint8_t* votes;   // [nodes] axes that say inside
    uint8_t* changed; // [nodes] 1; or 2 more than the sweep in which it last changed
} fill;

size_t contact_field_scratch(const contact_field* f) {
    return contact_field_nodes(f) * (sizeof(float) + sizeof(int16_t) + 2 * sizeof(uint8_t));
}

static void corners_of(const fill* w, int32_t triangle, double c[3][3]) {
    for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a)
            c[i][a] = (double)w->mesh->places[w->mesh->triangles[triangle][i]][a];
}

static void place_of(const contact_field* f, const int32_t at[3], double x[3]) {
    for (int a = 0; a < 3; ++a)
        x[a] = f->origin[a] + f->cell * at[a];
}

static size_t index_of(const contact_field* f, const int32_t at[3]) {
    return (size_t)at[0] +
           (size_t)f->count[0] * ((size_t)at[1] + (size_t)f->count[1] * (size_t)at[2]);
}

static void offer(const fill* w, size_t node, const double x[3], int32_t triangle) {
    double c[3][3];
    corners_of(w, triangle, c);
    float square = (float)near_triangle(x, (const double*)c[0], c[1], c[2]).square;
    if (square < w->square[node]) {
        w->square[node] = square;
        w->f->nodes[node] = (uint32_t)triangle;
    }
}

// The nodes at most `more` cells from a triangle's box, within the grid.
static void range_of(const contact_field* f, const double c[3][3], double more, int32_t first[3],
                     int32_t last[3]) {
    for (int a = 0; a < 3; ++a) {
        double low = c[0][a], high = c[0][a];
        for (int i = 1; i < 3; ++i) {
            low = c[i][a] < low ? c[i][a] : low;
            high = c[i][a] > high ? c[i][a] : high;
        }
        low = (low - f->origin[a]) / f->cell - more;
        first[a] = low > 0.0 ? (int32_t)low + 1 : 0;
        last[a] = (int32_t)((high - f->origin[a]) / f->cell + more); // above 0: there is a pad
        last[a] = last[a] < f->count[a] ? last[a] : f->count[a] - 1;
    }
}

// Into all nodes within about a cell.
static void splat(const fill* w, int32_t triangle) {
    double c[3][3], u[3], v[3], normal[3];
    int32_t first[3], last[3], at[3];
    corners_of(w, triangle, c);
    range_of(w->f, (const double(*)[3])c, 1.0, first, last);
    minus3(c[1], c[0], u);
    minus3(c[2], c[0], v);
    cross3(u, v, normal);
    if (near_unit(normal, 0.0) == 0.0)
        return; // no area: its neighbours are as near
    for (at[2] = first[2]; at[2] <= last[2]; ++at[2])
        for (at[1] = first[1]; at[1] <= last[1]; ++at[1])
            for (at[0] = first[0]; at[0] <= last[0]; ++at[0]) {
                double x[3], to[3];
                place_of(w->f, at, x);
                minus3(x, c[0], to);
                if (fabs(dot3(to, normal)) <= 1.001 * w->f->cell)
                    offer(w, index_of(w->f, at), x, triangle);
            }
}

// Sweep `way` over the grid: each node takes what the three before it have, if that is new since it was last visited.
static void sweep(const fill* w, int displacement) {
    const contact_field* f = w->f;
    int32_t at[3], n[3];
    size_t stride[3] = {1, (size_t)f->count[0], (size_t)f->count[0] * (size_t)f->count[1]};
    int last[3]; // the sweep before this one that went the same way along an axis
    for (int a = 0; a < 3; ++a) {
        last[a] = displacement - 1;
        while (last[a] >= 0 && (last[a] >> a & 1) != (displacement >> a & 1))
            --last[a];
    }
    for (n[2] = 0; n[2] < f->count[2]; ++n[2])
        for (n[1] = 0; n[1] < f->count[1]; ++n[1])
            for (n[0] = 0; n[0] < f->count[0]; ++n[0]) {
                double x[3];
                for (int a = 0; a < 3; ++a)
                    at[a] = displacement >> a & 1 ? f->count[a] - 1 - n[a] : n[a];
                size_t node = index_of(f, at);
                uint32_t before = f->nodes[node];
                place_of(f, at, x);
                for (int a = 0; a < 3; ++a) {
                    if (n[a] == 0)
                        continue;
                    size_t other = displacement >> a & 1 ? node + stride[a] : node - stride[a];
                    if ((int)w->changed[other] > last[a] + 1 && w->square[other] < INFINITY &&
                        f->nodes[other] != f->nodes[node])
                        offer(w, node, x, (int32_t)f->nodes[other]);
                }
                if (f->nodes[node] != before)
                    w->changed[node] = (uint8_t)(displacement + 2);
            }
}

// ---- inside ----------------------------------------------------------------------------

// Twice the area that a place and an edge span, seen along an axis: the same number, but for its sign, from both
// triangles at the edge, and never 0.
static bool is_left(const fill* w, int32_t triangle, int edge, int u, int v, double x, double y) {
    uint32_t p = w->mesh->triangles[triangle][edge],
             q = w->mesh->triangles[triangle][(edge + 1) % 3];
    bool swap = p > q;
    const float *a = w->mesh->places[swap ? q : p], *b = w->mesh->places[swap ? p : q];
    double area = ((double)b[u] - (double)a[u]) * (y - (double)a[v]) -
                  ((double)b[v] - (double)a[v]) * (x - (double)a[u]);
    return (area >= 0.0) != swap;
}

// Notes where the lines of nodes along an axis cross a triangle.
static void cross(const fill* w, int32_t triangle, int axis) {
    const contact_field* f = w->f;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    double c[3][3], e[3], g[3], normal[3];
    int32_t first[3], last[3], at[3];
    corners_of(w, triangle, c);
    range_of(f, (const double(*)[3])c, 0.0, first, last);
    minus3(c[1], c[0], e);
    minus3(c[2], c[0], g);
    cross3(e, g, normal);
    if (normal[axis] == 0.0)
        return;
    for (at[v] = first[v]; at[v] <= last[v]; ++at[v])
        for (at[u] = first[u]; at[u] <= last[u]; ++at[u]) {
            double x = f->origin[u] + f->cell * at[u], y = f->origin[v] + f->cell * at[v];
            bool left[3];
            for (int i = 0; i < 3; ++i)
                left[i] = is_left(w, triangle, i, u, v, x, y);
            if (left[0] != left[1] || left[1] != left[2])
                continue;
            double t =
                c[0][axis] - (normal[u] * (x - c[0][u]) + normal[v] * (y - c[0][v])) / normal[axis];
            double k = (t - f->origin[axis]) / f->cell;
            if (!(k + 1.0 < (double)f->count[axis]))
                continue;
            at[axis] = k > 0.0 ? (int32_t)k + 1 : 0;
            w->wind[index_of(f, at)] += normal[axis] < 0.0 ? 1 : -1; // a line comes in here
        }
}

static void vote(const fill* w, int axis) {
    const contact_field* f = w->f;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    memset(w->wind, 0, sizeof *w->wind * contact_field_nodes(f));
    for (int32_t t = 0; t < w->mesh->triangle_count; ++t)
        cross(w, t, axis);
    int32_t at[3];
    for (at[v] = 0; at[v] < f->count[v]; ++at[v])
        for (at[u] = 0; at[u] < f->count[u]; ++at[u]) {
            int sum = 0;
            for (at[axis] = 0; at[axis] < f->count[axis]; ++at[axis]) {
                size_t node = index_of(f, at);
                sum += w->wind[node];
                w->votes[node] += w->mesh->side * sum > 0.0;
            }
        }
}

// Its distance in steps, rounded down, and an eighth of a cell less: the sweeps find about the nearest triangle.
static uint8_t steps_to(const fill* w, size_t node) {
    double far = CONTACT_FIELD_STEPS * (sqrt((double)w->square[node]) / w->f->cell - 0.125);
    return far < 255.0 ? far > 0.0 ? (uint8_t)far : 0 : 255; // no triangle: all are far
}

void contact_field_fill(contact_field* f, const contact_field_mesh* mesh, void* scratch) {
    size_t nodes = contact_field_nodes(f);
    fill w = {f, mesh, scratch, NULL, NULL, NULL};
    w.wind = (int16_t*)(void*)(w.square + nodes);
    w.votes = (uint8_t*)(w.wind + nodes);
    w.changed = w.votes + nodes;
    memset(w.changed, 1, nodes);
    for (size_t i = 0; i < nodes; ++i) {
        f->nodes[i] = NO_TRIANGLE;
        w.square[i] = INFINITY;
    }
    for (int32_t t = 0; t < mesh->triangle_count; ++t)
        splat(&w, t);
    for (int displacement = 0; displacement < 8 && mesh->triangle_count > 0; ++displacement)
        sweep(&w, displacement);
    for (size_t i = 0; i < nodes; ++i)
        f->far[i] = steps_to(&w, i);
    if (mesh->side == 0.0)
        return;
    memset(w.votes, 0, nodes);
    for (int axis = 0; axis < 3; ++axis)
        vote(&w, axis);
    float most = 0.0f;
    for (size_t i = 0; i < nodes; ++i) {
        if (w.votes[i] < 2)
            continue;
        f->nodes[i] |= CONTACT_FIELD_INSIDE;
        f->far[i] = 0;
        most = w.square[i] < INFINITY && w.square[i] > most ? w.square[i] : most;
    }
    f->inner = sqrt((double)most);
}
