// Edges against edges: where a sharp edge lies across another, between points.
//
// The normal is across both, turned against the surface of the one and away from that of the other.
// SPDX-License-Identifier: MIT
#include "runtime/touch_pair.h"

#include "runtime/assert.h"

#include <math.h>

typedef struct edge {
    shell* s;
    uint32_t triangle;
    int which;
    double a[3], b[3];
} edge;

// Of a triangle of a clump that is open.
static edge edge_of(shell* s, uint32_t triangle, int which) {
    const float *a = s->places[s->rest->corners[triangle][which]],
                *b = s->places[s->rest->corners[triangle][(which + 1) % 3]];
    return (edge){s, triangle, which, {a[0], a[1], a[2]}, {b[0], b[1], b[2]}};
}

static supple_point point_of_edge(const edge* e, double along) {
    double weight[3] = {0.0, 0.0, 0.0};
    weight[e->which] = 1.0 - along;
    weight[(e->which + 1) % 3] = along;
    return touch_point_on(e->s, e->triangle, weight);
}

// Turns the normal against the one edge's surface and away from the other's; false when it is neither.
static bool turn_normal(const edge* a, const edge* b, const double apart[3], double normal[3],
                        double own[3]) {
    const double least = 0.1;
    double other[3] = {0.0, 0.0, 0.0};
    own[0] = own[1] = own[2] = 0.0;
    if (a->s->rest->closed)
        shell_normal(a->s, a->triangle, NEAR_EDGE + a->which, own);
    if (b->s->rest->closed)
        shell_normal(b->s, b->triangle, NEAR_EDGE + b->which, other);
    double u = dot3(normal, own), v = dot3(normal, other), d = dot3(normal, apart);
    bool flip = a->s->rest->closed ? u > 0.0 : b->s->rest->closed ? v < 0.0 : d < 0.0;
    double sign = flip ? -1.0 : 1.0;
    for (int i = 0; i < 3; ++i)
        normal[i] *= sign;
    return (!a->s->rest->closed || sign * u < -least) && (!b->s->rest->closed || sign * v > least);
}

// Fast edges that are still far apart are left to points, and to the next substep.
static double edge_reach(const touch_pair* p) {
    return p->radius - p->slow < p->depth ? p->radius : p->slow + p->depth;
}

static bool passes_by(const edge* e, const double low[3], const double high[3]) {
    for (int i = 0; i < 3; ++i)
        if ((e->a[i] < low[i] && e->b[i] < low[i]) || (e->a[i] > high[i] && e->b[i] > high[i]))
            return true;
    return false;
}

// Beside each other along some axis, by more than that? Then none of their points are nearer.
static bool are_beside(const edge* a, const edge* b, double more) {
    for (int i = 0; i < 3; ++i)
        if ((a->a[i] + more < b->a[i] && a->a[i] + more < b->b[i] && a->b[i] + more < b->a[i] &&
             a->b[i] + more < b->b[i]) ||
            (a->a[i] - more > b->a[i] && a->a[i] - more > b->b[i] && a->b[i] - more > b->a[i] &&
             a->b[i] - more > b->b[i]))
            return true;
    return false;
}

static void look_at_edges(touch_pair* p, const edge* a, const edge* b) {
    double s, t, u[3], v[3], x[3], y[3], apart[3], normal[3], own[3], end = 1e-3;
    double far = edge_reach(p), most = far > p->depth ? far : p->depth;
    if (are_beside(a, b, 1.000001 * most)) // spares most of what follows
        return;
    near_segments(a->a, a->b, b->a, b->b, &s, &t);
    if (s < end || s > 1.0 - end || t < end || t > 1.0 - end)
        return; // points see to that
    minus3(a->b, a->a, u);
    minus3(b->b, b->a, v);
    along3(a->a, s, u, x);
    along3(b->a, t, v, y);
    minus3(x, y, apart);
    cross3(u, v, normal);
    if (dot3(apart, apart) > most * most ||
        near_unit(normal, 0.05 * sqrt(dot3(u, u) * dot3(v, v))) == 0.0 ||
        !turn_normal(a, b, apart, normal, own))
        return;
    double gap = dot3(apart, normal);
    if (gap > far || gap < -p->depth ||
        (gap < 0.0 && a->s->rest->closed && !touch_is_overlap(a->s, y, own, normal, -gap)))
        return;
    double place[3];
    along3(x, -0.5 * gap, normal, place);
    touch_features between = {TOUCH_EDGES, 3 * (uint64_t)a->triangle + (uint64_t)a->which,
                              3 * (uint64_t)b->triangle + (uint64_t)b->which};
    touch_add(p, between, point_of_edge(a, s), point_of_edge(b, t), place, normal, gap);
}

// The edges of a leaf that are its own, or sharp ones: kind says which bit of `owns`.
static int32_t gather_edges(shell* s, const tree_node* n, int kind, edge* out) {
    int32_t count = 0;
    for (uint32_t t = (uint32_t)n->first; t < (uint32_t)(n->first + n->count); ++t)
        for (int k = 0, some = s->rest->owns[t] / kind & 7; some != 0; ++k, some >>= 1)
            if (some & 1)
                out[count++] = edge_of(s, t, k);
    return count;
}

void touch_edges(touch_pair* p, shell* a, const tree_node* m, shell* b, const tree_node* n) {
    SUPPLE_ASSERT(m->count > 0 && n->count > 0);
    // flesh is round where it is not sharp, and points are dense there; only against colliders, whose
    // faces may be wide, do all edges count
    int kind = b->body_or_null == NULL ? SHELL_OWNS_EDGE : SHELL_SHARP_EDGE;
    edge edges[2][3 * TREE_LEAF];
    int32_t others = gather_edges(b, n, SHELL_SHARP_EDGE, edges[1]), own = -1;
    double low[3], high[3], more = edge_reach(p);
    if (others == 0)
        return;
    for (int i = 0; i < 3; ++i) {
        low[i] = (double)m->low[i] - more;
        high[i] = (double)m->high[i] + more;
    }
    for (int32_t l = 0; l < others; ++l) {
        if (passes_by(&edges[1][l], low, high))
            continue;
        if (own < 0)
            own = gather_edges(a, m, kind, edges[0]);
        for (int32_t k = 0; k < own; ++k)
            look_at_edges(p, &edges[0][k], &edges[1][l]);
    }
}
