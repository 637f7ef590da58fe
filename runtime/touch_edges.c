// Edges against edges: where a sharp edge lies across another, between points.
//
// The normal is across both, turned against the surface of the one and away from that of the other.
// SPDX-License-Identifier: MIT
#include "runtime/touch_pair.h"

#include <math.h>

typedef struct edge {
    shell* s;
    uint32_t triangle;
    int which;
    double a[3], b[3];
} edge;

static edge edge_of(shell* s, uint32_t triangle, int which) {
    edge e = {s, triangle, which, {0}, {0}};
    shell_place(s, s->corners[triangle][which], e.a);
    shell_place(s, s->corners[triangle][(which + 1) % 3], e.b);
    return e;
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
    if (a->s->closed)
        shell_normal(a->s, a->triangle, NEAR_EDGE + a->which, own);
    if (b->s->closed)
        shell_normal(b->s, b->triangle, NEAR_EDGE + b->which, other);
    double u = dot3(normal, own), v = dot3(normal, other), d = dot3(normal, apart);
    bool flip = a->s->closed ? u > 0.0 : b->s->closed ? v < 0.0 : d < 0.0;
    double sign = flip ? -1.0 : 1.0;
    for (int i = 0; i < 3; ++i)
        normal[i] *= sign;
    return (!a->s->closed || sign * u < -least) && (!b->s->closed || sign * v > least);
}

// Fast edges that are still far apart are left to points, and to the next substep.
static double edge_reach(const touch_pair* p) {
    return p->radius - p->slow < p->depth ? p->radius : p->slow + p->depth;
}

static bool passes_by(const edge* e, const tree_node* n, double more) {
    for (int i = 0; i < 3; ++i)
        if ((e->a[i] < (double)n->low[i] - more && e->b[i] < (double)n->low[i] - more) ||
            (e->a[i] > (double)n->high[i] + more && e->b[i] > (double)n->high[i] + more))
            return true;
    return false;
}

static void look_at_edges(touch_pair* p, const edge* a, const edge* b) {
    double s, t, u[3], v[3], x[3], y[3], apart[3], normal[3], own[3], end = 1e-3;
    near_segments(a->a, a->b, b->a, b->b, &s, &t);
    if (s < end || s > 1.0 - end || t < end || t > 1.0 - end)
        return; // points see to that
    minus3(a->b, a->a, u);
    minus3(b->b, b->a, v);
    along3(a->a, s, u, x);
    along3(b->a, t, v, y);
    minus3(x, y, apart);
    cross3(u, v, normal);
    double far = edge_reach(p), most = far > p->depth ? far : p->depth;
    if (dot3(apart, apart) > most * most ||
        near_unit(normal, 0.05 * sqrt(dot3(u, u) * dot3(v, v))) == 0.0 ||
        !turn_normal(a, b, apart, normal, own))
        return;
    double gap = dot3(apart, normal);
    if (gap > far || gap < -p->depth ||
        (gap < 0.0 && a->s->closed && !touch_is_overlap(a->s, y, own, normal, -gap)))
        return;
    double place[3];
    along3(x, -0.5 * gap, normal, place);
    touch_add(p, TOUCH_EDGES, 3 * (uint64_t)a->triangle + (uint64_t)a->which,
              3 * (uint64_t)b->triangle + (uint64_t)b->which, point_of_edge(a, s),
              point_of_edge(b, t), place, normal, gap);
}

void touch_edges(touch_pair* p, shell* a, const tree_node* m, shell* b, const tree_node* n) {
    // flesh is round where it is not sharp, and points are dense there; only against colliders, whose
    // faces may be wide, do all edges count
    int own = b->source.body_or_null == NULL ? SHELL_OWNS_EDGE : SHELL_SHARP_EDGE;
    for (int32_t l = 0; l < 3 * n->count; ++l) {
        uint32_t r = (uint32_t)(n->first + l / 3);
        if (!(b->owns[r] & SHELL_SHARP_EDGE << l % 3))
            continue;
        edge f = edge_of(b, r, l % 3);
        if (passes_by(&f, m, edge_reach(p)))
            continue;
        for (int32_t k = 0; k < 3 * m->count; ++k) {
            uint32_t t = (uint32_t)(m->first + k / 3);
            if (!(a->owns[t] & own << k % 3))
                continue;
            edge e = edge_of(a, t, k % 3);
            look_at_edges(p, &e, &f);
        }
    }
}
