// A body against itself: a hand on a belly, one thigh on the other.
//
// What lies near each other at rest is one piece of flesh and never touches: skin folds in the bend of a
// hip or a knee, and to part it there would throw the flesh around. Everything else is tried when it comes
// together. A point touches a triangle that faces it; which side of it the point is on tells an overlap, no
// deeper than a small share of the body: beyond, nothing local tells inside from outside.
// SPDX-License-Identifier: MIT
#include "runtime/touch_pair.h"

#include "runtime/assert.h"

#include <math.h>

#define STRAIGHT                                                                                   \
    0.7 // of a triangle's normal: a point that is beside what may touch it is not above or below it
#define DEEP 0.02 // of the size: the deepest overlap

// How far it is looked. Parts move with the body: of its travel only a bit is between them.
static double radius_of(const touch_pair* p) {
    const shell* s = p->skin;
    double most = DEEP * s->size, travel = s->travel < most ? s->travel : most;
    double ahead = p->near + 2.0 * s->wobble + travel;
    return ahead > most ? ahead : most;
}

// Whether what stands around two places of the rest shape is one piece.
static bool are_one(const shell* s, const double a[3], const double b[3]) {
    double least = TOUCH_REST * s->rest->extent, way[3];
    minus3(a, b, way);
    return dot3(way, way) < least * least;
}

static bool are_one_clump(const shell* s, const shell_clump* a, const shell_clump* b) {
    double x[3], y[3];
    for (int i = 0; i < 3; ++i) {
        x[i] = 0.5 * ((double)a->low[i] + (double)a->high[i]);
        y[i] = 0.5 * ((double)b->low[i] + (double)b->high[i]);
    }
    return are_one(s, x, y);
}

static bool are_one_leaf(const shell* s, const tree_node* m, const tree_node* n) {
    const float* a =
        s->rest->source.positions + 3 * (size_t)s->rest->vertex[s->rest->corners[m->first][0]];
    const float* b =
        s->rest->source.positions + 3 * (size_t)s->rest->vertex[s->rest->corners[n->first][0]];
    const double x[3] = {(double)a[0], (double)a[1], (double)a[2]},
                 y[3] = {(double)b[0], (double)b[1], (double)b[2]};
    return are_one(s, x, y);
}

static void look_from(touch_pair* p, uint32_t point) {
    shell* s = p->skin;
    uint32_t t = s->nearest[point].triangle;
    double x[3], c[3][3], facing[3], face[3], normal[3], place[3];
    if (t == UINT32_MAX)
        return;
    shell_place(s, point, x);
    shell_corners(s, t, c);
    shell_facing(s, point, facing);
    shell_normal(s, t, NEAR_FACE, face);
    near_point near = near_triangle(x, c[0], c[1], c[2]);
    if (dot3(face, facing) > -0.3)
        return;
    minus3(x, near.place, normal);
    double away = near_unit(normal, 1e-6 * s->size), side = dot3(normal, face) < 0.0 ? -1.0 : 1.0;
    if (away > 0.0 && (side * dot3(normal, face) < STRAIGHT || -side * away > DEEP * s->size))
        return;
    for (int a = 0; a < 3; ++a)
        normal[a] = away > 0.0 ? side * normal[a] : face[a];
    along3(x, -0.5 * side * away, normal, place);
    touch_add(p, (touch_features){TOUCH_POINT, point, 0}, shell_point_at(s, point),
              shell_triangle_at(s, t, near.weight), place, normal, side * away);
}

static void look_at_clumps(touch_pair* p, int32_t first, int32_t second, const touch_reach* reach) {
    shell* s = p->skin;
    int32_t stack[2 * TREE_DEEPEST + 2][2], depth = 0;
    shell_open(s, first);
    shell_open(s, second);
    stack[depth][0] = first;
    stack[depth++][1] = second;
    while (depth > 0) {
        int32_t i = stack[--depth][0], j = stack[depth][1];
        const tree_node *m = &s->t.nodes[i], *n = &s->t.nodes[j];
        if (tree_distant(m, n, reach->low, reach->high))
            continue;
        if (m->count > 0 && n->count > 0) {
            if (are_one_leaf(s, m, n))
                continue;
            touch_queue_near(s, i, s, n, reach);
            touch_queue_near(s, j, s, m, reach);
            continue;
        }
        bool one = n->count > 0 || (m->count == 0 && i < j); // whichever has children
        stack[depth][0] = one ? m->first : i;
        stack[depth++][1] = one ? j : n->first;
        stack[depth][0] = one ? i + 1 : i;
        stack[depth++][1] = one ? j : j + 1;
    }
}

void touch_self(touch_pair* p) {
    SUPPLE_ASSERT(p->base.other == p->base.body);
    shell* s = p->skin;
    touch_reach reach = {.radius = radius_of(p)};
    for (int a = 0; a < 3; ++a)
        reach.low[a] = reach.high[a] = (float)reach.radius;
    int32_t stack[4 * TREE_DEEPEST][2], depth = 0;
    touch_queue_start(s);
    shell_loosen(s);
    if (s->t.node_count > 0 && s->rest->closed) {
        stack[depth][0] = 0;
        stack[depth++][1] = 0;
    }
    while (depth > 0) { // pairs of nodes above clumps, down to pairs of clumps
        int32_t i = stack[--depth][0], j = stack[depth][1];
        int32_t c = s->rest->clump_of[i], d = s->rest->clump_of[j];
        if (i != j && tree_distant(&s->t.nodes[i], &s->t.nodes[j], reach.low, reach.high))
            continue;
        if (c >= 0 && d >= 0) {
            if (c != d && !are_one_clump(s, &s->rest->clumps[c], &s->rest->clumps[d]))
                look_at_clumps(p, i, j, &reach);
            continue;
        }
        int32_t far = s->t.nodes[c < 0 ? i : j].first;
        if (i == j) {
            int32_t three[3][2] = {{i + 1, i + 1}, {far, far}, {i + 1, far}};
            for (int k = 0; k < 3; ++k, ++depth) {
                stack[depth][0] = three[k][0];
                stack[depth][1] = three[k][1];
            }
            continue;
        }
        stack[depth][0] = c < 0 ? far : i;
        stack[depth++][1] = c < 0 ? j : far;
        stack[depth][0] = c < 0 ? i + 1 : i;
        stack[depth++][1] = c < 0 ? j : j + 1;
    }
    for (int32_t i = 0; i < s->queued; ++i)
        look_from(p, s->queue[i]);
}
