// A tree of boxes whose nodes know their mean motion, and for two triangles the direction that parts them widest.
// SPDX-License-Identifier: MIT
#include "bake/portrait/region_pairs.h"

#include <math.h>

enum { TURNS = 64, DIFFERENCES = 9 };

static const double REGION_PAIRS_ROUNDING = 1e-12, // of the size of a scene
    MORE = 1.0 + 1e-9,                             // times bounds that are sums of squares
    REGION_PAIRS_ENOUGH = 0.9; // of the widest gap: a direction is not turned any further

// ---- a region --------------------------------------------------------------------------

region region_new(const region_surface* s, arena* memory) {
    size_t vertices = (size_t)s->p->vertex_count, nodes = (size_t)s->tree.node_count;
    region g = {.of = s};
    g.centre = ARENA_NEW(memory, double, (size_t)s->width);
    g.squares = ARENA_NEW(memory, double, (size_t)s->width);
    g.x = ARENA_NEW(memory, vec3, vertices);
    g.placed = ARENA_NEW(memory, int32_t, vertices);
    g.boxes = ARENA_NEW(memory, bounds, nodes);
    g.triangles = ARENA_NEW(memory, bounds, (size_t)s->p->of->triangle_count);
    g.spread = ARENA_NEW(memory, vec3, nodes);
    double size = 0.0;
    for (size_t v = 0; v < vertices; ++v)
        size = fmax(size, v3_length(s->p->key[v]));
    g.slack = REGION_PAIRS_ROUNDING * (size + s->p->reach);
    return g;
}

// Of all ellipsoids round a box of half sides r_k the one with a_k^2 = r_k (r_1 + r_2 + ...) has the least sum of squares: few
// coordinates are large, and many small ones do not make it much larger. It shrinks to its points.
void region_set(region* g, const double* q, const int32_t* order, int32_t count) {
    int32_t rank = g->of->p->rank;
    ++g->time;
    for (int32_t k = 0; k < rank; ++k) {
        double low = INFINITY, high = -INFINITY;
        for (int32_t i = 0; i < count; ++i) {
            low = fmin(low, q[(size_t)order[i] * (size_t)rank + (size_t)k]);
            high = fmax(high, q[(size_t)order[i] * (size_t)rank + (size_t)k]);
        }
        g->centre[k] = 0.5 * (low + high);
        g->squares[k] = 0.5 * (high - low);
    }
    double most = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        double sum = 0.0;
        for (int32_t k = 0; k < rank; ++k) {
            double d = q[(size_t)order[i] * (size_t)rank + (size_t)k] - g->centre[k];
            sum += g->squares[k] > 0.0 ? d * d / g->squares[k] : 0.0;
        }
        most = fmax(most, sum);
    }
    g->size = 0.0;
    for (int32_t k = 0; k < rank; ++k) {
        g->squares[k] *= most * MORE;
        g->size += g->squares[k];
    }
}

static vec3 placed(region* g, int32_t vertex) {
    if (g->placed[vertex] != g->time) {
        g->placed[vertex] = g->time;
        g->x[vertex] = region_surface_place(g->of, vertex, g->centre);
    }
    return g->x[vertex];
}

// The square of the most by which the difference of two rows can move: [width] each.
static double moves(const region* g, const double* restrict a, const double* restrict b) {
    double sum[REGION_SURFACE_LANES] = {0};
    for (int32_t k = 0; k < g->of->width; k += REGION_SURFACE_LANES)
        for (int i = 0; i < REGION_SURFACE_LANES; ++i) {
            double d = b[k + i] - a[k + i];
            sum[i] += d * d * g->squares[k + i];
        }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// ... along n, of two vertices.
static double moves_along(const region* g, vec3 n, int32_t from, int32_t to) {
    size_t width = (size_t)g->of->width;
    const double* restrict a = region_surface_rows(g->of, from), * restrict b =
                                                                     region_surface_rows(g->of, to);
    double sum[REGION_SURFACE_LANES] = {0};
    for (size_t k = 0; k < width; k += REGION_SURFACE_LANES)
        for (size_t i = k; i < k + REGION_SURFACE_LANES; ++i) {
            double d = n.x * (b[i] - a[i]) + n.y * (b[width + i] - a[width + i]) +
                       n.z * (b[2 * width + i] - a[2 * width + i]);
            sum[i - k] += d * d * g->squares[i];
        }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// ---- two triangles ---------------------------------------------------------------------

// Differences of corners, from one triangle to the other: all positive along a direction that parts them.
typedef struct differences {
    int count;
    vec3 all[DIFFERENCES];
    int32_t from[DIFFERENCES], to[DIFFERENCES];
} differences;

static void add_difference(region* g, differences* d, int32_t from, int32_t to) {
    d->all[d->count] = v3_sub(placed(g, to), placed(g, from));
    d->from[d->count] = from;
    d->to[d->count++] = to;
}

// Two that share a corner meet nowhere else if all other corners lie on their own sides of a plane through it.
static void differ(region* g, const int32_t a[3], const int32_t b[3], bool share, differences* d) {
    d->count = 0;
    int32_t common = -1;
    for (int i = 0; i < 3 && share; ++i)
        for (int k = 0; k < 3; ++k)
            common = a[i] == b[k] ? a[i] : common;
    for (int i = 0; i < 3; ++i) {
        if (share && b[i] != common)
            add_difference(g, d, common, b[i]);
        if (share && a[i] != common)
            add_difference(g, d, a[i], common);
        for (int k = 0; k < 3 && !share; ++k)
            add_difference(g, d, a[i], b[k]);
    }
}

// No difference changes by as much as it is.
static bool stays(const region* g, const differences* d, vec3 n, double slack) {
    for (int i = 0; i < d->count; ++i) {
        double gap = v3_dot(n, d->all[i]) - slack;
        if (!(gap > 0.0 && gap * gap > MORE * moves_along(g, n, d->from[i], d->to[i])))
            return false;
    }
    return true;
}

// Directions go to the point of the hull of differences that is nearest to zero (Gilbert 1966): along it all of them are
// farthest. The first one that parts the triangles, in the middle of the region, does so nearly everywhere in most cases, so it
// is tried before it is made better. Of triangles that share a corner only directions count.
static bool parted(const region* g, const differences* d, bool share) {
    vec3 all[DIFFERENCES], n = v3(0.0, 0.0, 0.0);
    for (int i = 0; i < d->count; ++i) {
        all[i] = share ? v3_unit(d->all[i]) : d->all[i];
        n = v3_madd(n, all[i], 1.0 / d->count);
    }
    bool tried = false;
    for (int turn = 0; turn < TURNS; ++turn) {
        double square = v3_dot(n, n), least = INFINITY;
        int nearest = 0;
        for (int i = 0; i < d->count; ++i) {
            double along = v3_dot(n, all[i]);
            nearest = along < least ? i : nearest;
            least = along < least ? along : least;
        }
        bool last = least >= REGION_PAIRS_ENOUGH * square || turn == TURNS - 1;
        if ((last || (least > 0.0 && !tried)) && stays(g, d, n, g->slack * sqrt(square)))
            return true;
        if (last)
            return false;
        tried = tried || least > 0.0;
        vec3 step = v3_sub(all[nearest], n);
        double part = (square - least) / v3_dot(step, step);
        n = v3_madd(n, step, part < 1.0 ? part : 1.0);
    }
    return false;
}

static bool surely_apart(region* g, box_pair pair) {
    int32_t a[3], b[3];
    int shared = region_surface_corners(g->of, pair, a, b);
    ++g->compared;
    if (shared > 1)
        return true; // as neighbours do, they meet in an edge
    if (!(g->size > 0.0))
        return false; // a single state: who asks tests it
    differences d;
    differ(g, a, b, shared == 1, &d);
    return parted(g, &d, shared == 1);
}

static void push(region_pairs* l, box_pair pair, arena* memory) {
    if (l->count == l->capacity) {
        int64_t more = l->capacity > 0 ? 2 * l->capacity : 256;
        l->all = arena_grow(memory, l->all, (size_t)l->count, (size_t)more, sizeof *l->all);
        l->capacity = more;
    }
    l->all[l->count++] = pair;
}

void region_filter(region* g, const box_pair* list, int64_t count, arena* memory,
                   region_pairs* out) {
    for (int64_t i = 0; i < count; ++i)
        if (!surely_apart(g, list[i]))
            push(out, list[i], memory);
}

// ---- all triangles ---------------------------------------------------------------------

static void set_spread(region* g, int32_t node) {
    size_t width = (size_t)g->of->width;
    const region_surface* s = g->of;
    const box_node* n = &s->tree.nodes[node];
    const double* mean = s->means + 3 * width * (size_t)node;
    double* spread = &g->spread[node].x;
    for (int i = 0; i < 3; ++i, mean += width) {
        double most = 0.0;
        for (int32_t c = 0; c < 3 * n->count; ++c) {
            int32_t triangle = s->tree.order[n->first + c / 3];
            int32_t v = s->welded[s->p->of->triangles[triangle][c % 3]];
            most = fmax(most, sqrt(moves(g, mean, region_surface_rows(s, v) + (size_t)i * width)));
        }
        for (int side = 0; side < 2 && n->count == 0; ++side) {
            int32_t child = side == 0 ? node + 1 : n->right;
            const double* own = s->means + (3 * (size_t)child + (size_t)i) * width;
            most = fmax(most, (&g->spread[child].x)[i] + sqrt(moves(g, mean, own)));
        }
        spread[i] = most * MORE;
    }
}

static bounds box_of(region* g, int32_t triangle) {
    const uint32_t* c = g->of->p->of->triangles[triangle];
    const int32_t* welded = g->of->welded;
    vec3 x = placed(g, welded[c[0]]), y = placed(g, welded[c[1]]), z = placed(g, welded[c[2]]);
    return (bounds){v3_min(v3_min(x, y), z), v3_max(v3_max(x, y), z)};
}

static void fit(region* g) {
    const region_surface* s = g->of;
    for (int32_t n = s->tree.node_count - 1; n >= 0; --n) {
        const box_node* node = &s->tree.nodes[n];
        bounds box = {v3(INFINITY, INFINITY, INFINITY), v3(-INFINITY, -INFINITY, -INFINITY)};
        for (int32_t i = 0; i < node->count; ++i) {
            int32_t triangle = s->tree.order[node->first + i];
            bounds own = box_of(g, triangle);
            g->triangles[triangle] = own;
            box = bounds_join(box, own);
        }
        if (node->count == 0)
            box = bounds_join(g->boxes[n + 1], g->boxes[node->right]);
        g->boxes[n] = box;
        set_spread(g, n);
    }
}

static vec3 gaps(const bounds* a, const bounds* b) {
    return v3_max(v3_sub(b->low, a->high), v3_sub(a->low, b->high));
}

// How much less the gap between corners of two nodes can become along an axis.
static double closes(const region* g, int32_t a, int32_t b, size_t axis) {
    size_t width = (size_t)g->of->width;
    const double* mean = g->of->means + axis * width;
    double means = moves(g, mean + 3 * width * (size_t)a, mean + 3 * width * (size_t)b);
    return MORE * sqrt(means) + (&g->spread[a].x)[axis] + (&g->spread[b].x)[axis] + g->slack;
}

static bool nodes_apart(const region* g, int32_t a, int32_t b) {
    vec3 gap = gaps(&g->boxes[a], &g->boxes[b]);
    return (gap.x > 0.0 && gap.x > closes(g, a, b, 0)) ||
           (gap.y > 0.0 && gap.y > closes(g, a, b, 1)) ||
           (gap.z > 0.0 && gap.z > closes(g, a, b, 2));
}

typedef struct walking {
    region* g;
    const box_tree* tree;
    int64_t most; // compared
    arena* memory;
    region_pairs* out;
} walking;

static void leaf_and_leaf(const walking* w, int32_t a, int32_t b) {
    region* g = w->g;
    const box_node *m = &w->tree->nodes[a], *n = &w->tree->nodes[b];
    vec3 least = v3(closes(g, a, b, 0), closes(g, a, b, 1), closes(g, a, b, 2));
    for (int32_t i = 0; i < m->count; ++i)
        for (int32_t k = a == b ? i + 1 : 0; k < n->count; ++k) {
            box_pair pair = {w->tree->order[m->first + i], w->tree->order[n->first + k]};
            vec3 gap = gaps(&g->triangles[pair.first], &g->triangles[pair.second]);
            bool led = g->of->led[pair.first] && g->of->led[pair.second];
            if (!led && gap.x <= least.x && gap.y <= least.y && gap.z <= least.z &&
                !surely_apart(g, pair))
                push(w->out, pair, w->memory);
        }
}

static int32_t size_of(const box_node* n) {
    return n->last - n->first + 1;
}

// False: enough.
static bool walk(const walking* w, int32_t a, int32_t b) {
    const box_node *m = &w->tree->nodes[a], *n = &w->tree->nodes[b];
    if (w->g->compared > w->most)
        return false;
    if ((m->led && n->led) || (a != b && nodes_apart(w->g, a, b)))
        return true;
    if (m->count > 0 && n->count > 0) {
        leaf_and_leaf(w, a, b);
        return true;
    }
    if (a == b)
        return walk(w, a + 1, a + 1) && walk(w, a + 1, m->right) && walk(w, m->right, m->right);
    if (n->count > 0 || (m->count == 0 && size_of(m) >= size_of(n)))
        return walk(w, a + 1, b) && walk(w, m->right, b);
    return walk(w, a, b + 1) && walk(w, a, n->right);
}

bool region_search(region* g, int64_t most, arena* memory, region_pairs* out) {
    if (g->of->tree.node_count == 0)
        return true;
    fit(g);
    const walking w = {g, &g->of->tree, most < INT64_MAX ? g->compared + most : INT64_MAX, memory,
                       out};
    return walk(&w, 0, 0);
}
