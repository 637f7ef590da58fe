// Surfaces against surfaces: bodies, boxes and meshes, points against faces and edges against edges.
//
// Which way a contact pushes is told by the surfaces, never by which side is nearer: the normal is
// against the outward normal of the point that touches. So a point that has gone through a plate of a
// millimetre is still pushed back the way it came, deep in a body too, and without anything being
// remembered. A point on the wrong side of a face counts as an overlap only if what it should have
// stopped at lies inside its own body, and about as deep as the point has gone; else it is just the far
// side of something thin.
//
// Where points may have gone deep is told by those that touched in the look before, and by their
// neighbours. Only for a pair that comes near for the first time, or after a jump, every point behind the
// other's faces is tried.
//
// The modal paper takes normals from the tetrahedra that overlap; surfaces alone do as well and need
// none of them at run time (docs/decisions/0014).
// SPDX-License-Identifier: MIT
#include "runtime/touch_pair.h"

#include "runtime/assert.h"

#include <math.h>
#include <string.h>

static const supple_point nowhere = {{0, 0, 0}, {0.0f, 0.0f, 0.0f}};

// Points of `from` against faces of `to`.
typedef struct skins_way {
    touch_pair* pair;
    shell *from, *to;
    bool flip; // `from` is the other
} skins_way;

supple_point touch_point_on(const shell* s, uint32_t triangle, const double weight[3]) {
    SUPPLE_ASSERT(triangle < (uint32_t)s->rest->triangle_count);
    return s->body_or_null == NULL ? nowhere : shell_triangle_at(s, triangle, weight);
}

static void add_point(const skins_way* w, uint32_t point, const double x[3], const shell_hit* hit,
                      const double normal[3], double gap) {
    supple_point own = w->from->body_or_null == NULL ? nowhere : shell_point_at(w->from, point);
    supple_point face = touch_point_on(w->to, hit->triangle, hit->near.weight);
    double place[3], back[3];
    along3(x, -0.5 * gap, normal, place);
    for (int a = 0; a < 3; ++a)
        back[a] = -normal[a];
    // a point slides from triangle to triangle of a body and stays itself; on a mesh it may touch two
    uint64_t there = w->to->body_or_null == NULL && !w->to->rest->closed ? hit->triangle : 0;
    w->from->touched[point] = w->from->round;
    if (w->flip)
        touch_add(w->pair, (touch_features){TOUCH_POINT_OF_OTHER, point, there}, face, own, place,
                  back, gap);
    else
        touch_add(w->pair, (touch_features){TOUCH_POINT, point, there}, own, face, place, normal,
                  gap);
}

// Is `place`, where a point that faces `facing` should have stopped, `deep` inside its own body? At rims
// it lies on the surface: so it is looked at from as far inside as it is deep.
bool touch_is_overlap(shell* s, const double place[3], const double facing[3],
                      const double normal[3], double deep) {
    shell_hit hit;
    double x[3], aside[3];
    along3(facing, -dot3(facing, normal), normal, aside);
    if (near_unit(aside, 0.2) > 0.0)
        along3(place, -deep, aside, x);
    else
        memcpy(x, place, sizeof x);
    return shell_nearest(s, x, 4.0 * deep, NULL, &hit) && shell_is_inside(s, x, &hit) &&
           4.0 * hit.near.square > deep * deep;
}

// On the wrong side of something thin? Then back to the face that it came through.
static bool look_behind(const skins_way* w, uint32_t point, const double x[3],
                        const double facing[3]) {
    shell_hit hit;
    double normal[3], to[3];
    if (!shell_nearest(w->to, x, w->pair->depth, facing, &hit))
        return false;
    shell_normal(w->to, hit.triangle, NEAR_FACE, normal);
    double sign = dot3(normal, facing) < 0.0 ? 1.0 : -1.0;
    for (int a = 0; a < 3; ++a)
        normal[a] *= sign;
    minus3(x, hit.near.place, to);
    double gap = dot3(to, normal);
    if (!(gap < 0.0 && touch_is_overlap(w->from, hit.near.place, facing, normal, -gap)))
        return false;
    add_point(w, point, x, &hit, normal, gap);
    return true;
}

// Not yet near, but fast: will it cross a face in this substep?
static void look_ahead(const skins_way* w, uint32_t point, const double x[3],
                       const shell_hit* nearest) {
    double way[3], end[3], normal[3], to[3], along;
    shell_hit hit;
    shell_travel(w->from, point, way);
    for (int i = 0; i < 3; ++i) {
        shell_travel(w->to, w->to->rest->corners[nearest->triangle][i], to);
        along3(way, -nearest->near.weight[i], to, way);
    }
    along3(x, 1.0, way, end);
    if (!shell_cast(w->to, x, end, w->to->rest->closed, &hit, &along))
        return;
    shell_normal(w->to, hit.triangle, NEAR_FACE, normal);
    double sign = dot3(normal, way) < 0.0 ? 1.0 : -1.0;
    for (int a = 0; a < 3; ++a)
        normal[a] *= sign;
    minus3(x, hit.near.place, to);
    add_point(w, point, x, &hit, normal, dot3(to, normal));
}

// The way out of the other for a point inside it: against the point's own surface if that is near.
static void look_outward(const skins_way* w, uint32_t point, const double x[3],
                         const double facing[3], const shell_hit* nearest) {
    const double sideways = -0.3; // the cosine above which a push is hardly against the surface
    shell_hit hit = *nearest, other;
    double normal[3];
    for (int round = 0; round < 2; ++round) {
        minus3(hit.near.place, x, normal);
        if (near_unit(normal, 1e-6 * w->pair->skin->size) == 0.0)
            shell_normal(w->to, hit.triangle, hit.near.feature, normal);
        if (round == 1 || !w->from->rest->closed || dot3(normal, facing) < sideways ||
            !shell_nearest(w->to, x, w->pair->depth, facing, &other))
            break;
        hit = other;
    }
    add_point(w, point, x, &hit, normal, -sqrt(hit.near.square));
}

// Looks what a point touches; true if it overlaps the other.
static bool look_from(const skins_way* w, uint32_t point, bool deep) {
    const double sideways = 0.3; // the cosine beyond which a push is not against the surface
    shell *s = w->from, *o = w->to;
    double x[3], normal[3], facing[3] = {0.0, 0.0, 0.0};
    double thickness = s->thickness + o->thickness;
    double radius = w->pair->radius;
    shell_hit hit;
    shell_place(s, point, x);
    if (deep) {
        if (!shell_nearest(o, x, radius > w->pair->depth ? radius : w->pair->depth, NULL, &hit))
            return false;
    } else { // the leaves near its own have been looked through
        double c[3][3];
        if (s->nearest[point].triangle == UINT32_MAX)
            return false;
        shell_corners(o, s->nearest[point].triangle, c);
        hit = (shell_hit){s->nearest[point].triangle, near_triangle(x, c[0], c[1], c[2])};
    }
    if (s->rest->closed)
        shell_facing(s, point, facing);
    if (shell_is_inside(o, x, &hit)) {
        look_outward(w, point, x, facing, &hit);
        return true;
    }
    double away = sqrt(hit.near.square);
    minus3(x, hit.near.place, normal);
    if (near_unit(normal, 1e-6 * w->pair->skin->size) == 0.0) {
        shell_normal(o, hit.triangle, hit.near.feature, normal);
        double sign = o->rest->closed || dot3(normal, facing) <= 0.0 ? 1.0 : -1.0;
        for (int a = 0; a < 3; ++a)
            normal[a] *= sign;
    }
    if (dot3(normal, facing) > sideways)
        return look_behind(w, point, x, facing);
    if (away <= w->pair->slow)
        add_point(w, point, x, &hit, normal, away - thickness);
    else if (away <= radius)
        look_ahead(w, point, x, &hit);
    return false;
}

// A mark is even for points to be looked at nearby only, and odd for those that may be deep inside.
static void queue(shell* s, uint32_t point, bool deep) {
    if (s->marks[point] < s->mark) {
        s->queue[s->queued++] = point;
        s->nearest[point] = (shell_nearby){INFINITY, UINT32_MAX};
    }
    if (s->marks[point] < s->mark + deep)
        s->marks[point] = s->mark + deep;
}

// Those that the trees found near; and from those that overlap on to their neighbours, as far as the
// overlap goes: what is deep inside is near no surface.
static void look_from_queue(const skins_way* w) {
    shell* s = w->from;
    for (int32_t i = 0; i < s->queued; ++i) {
        uint32_t point = s->queue[i];
        if (!look_from(w, point, s->marks[point] > s->mark))
            continue;
        for (int32_t k = s->rest->around_first[point]; k < s->rest->around_first[point + 1]; ++k)
            for (int c = 0; c < 3; ++c)
                queue(s, s->rest->corners[s->rest->around[k]][c], true);
    }
}

// The triangles of a leaf, gathered once for all points that they are looked at from.
typedef struct skins_leaf {
    double corners[TREE_LEAF][3][3];
    double low[TREE_LEAF][3], high[TREE_LEAF][3];
} skins_leaf;

static void gather_leaf(const shell* s, const tree_node* n, skins_leaf* out) {
    for (int32_t t = 0; t < n->count; ++t) {
        double(*c)[3] = out->corners[t];
        shell_open_corners(s, (uint32_t)(n->first + t), c);
        for (int a = 0; a < 3; ++a) {
            double low = c[0][a] < c[1][a] ? c[0][a] : c[1][a],
                   high = c[0][a] < c[1][a] ? c[1][a] : c[0][a];
            out->low[t][a] = low < c[2][a] ? low : c[2][a];
            out->high[t][a] = high > c[2][a] ? high : c[2][a];
        }
    }
}

// The square of the distance to the box of a triangle, with a bit less for rounding.
static double away_from_box(const skins_leaf* leaf, int32_t t, const double x[3]) {
    double sum = 0.0;
    for (int a = 0; a < 3; ++a) {
        double under = leaf->low[t][a] - x[a], over = x[a] - leaf->high[t][a];
        double out = under > over ? under : over;
        sum += out > 0.0 ? out * out : 0.0;
    }
    return 0.999999 * sum;
}

void touch_queue_near(shell* s, int32_t leaf, const shell* o, const tree_node* n,
                      const touch_reach* reach) {
    SUPPLE_ASSERT(leaf >= 0 && leaf < s->t.node_count && s->t.nodes[leaf].count > 0);
    const uint32_t* held = s->t.held + s->t.held_first[leaf];
    float low[3], high[3];
    skins_leaf faces;
    bool gathered = false;
    for (int a = 0; a < 3; ++a) {
        low[a] = n->low[a] - reach->low[a];
        high[a] = n->high[a] + reach->high[a];
    }
    for (int32_t k = 0; k < s->rest->fresh[leaf];
         ++k) { // the others are seen to in their own leaves
        uint32_t point = held[k];
        const float* at = s->places[point];
        if (at[0] < low[0] || at[1] < low[1] || at[2] < low[2] || at[0] > high[0] ||
            at[1] > high[1] || at[2] > high[2])
            continue;
        bool queued = s->marks[point] >= s->mark;
        double x[3] = {(double)at[0], (double)at[1], (double)at[2]},
               most = reach->radius * reach->radius;
        if (queued && s->nearest[point].square < most)
            most = s->nearest[point].square;
        if (tree_away(n, x) > most)
            continue;
        queue(s, point, false);
        if (!gathered)
            gather_leaf(o, n, &faces);
        gathered = true;
        for (int32_t t = 0; t < n->count; ++t) {
            double(*c)[3] = faces.corners[t];
            if (away_from_box(&faces, t, x) > most)
                continue;
            near_point near = near_triangle(x, c[0], c[1], c[2]);
            if (near.square < most) {
                most = near.square;
                s->nearest[point] = (shell_nearby){most, (uint32_t)(n->first + t)};
            }
        }
    }
}

// Queues the points of a leaf that are behind all triangles of a leaf of the other's: they may be inside.
static void queue_behind(shell* s, int32_t leaf, const shell* o, const tree_node* n) {
    bool behind[3 * TREE_LEAF];
    int32_t first = s->t.held_first[leaf], count = s->t.held_first[leaf + 1] - first;
    for (int32_t k = 0; k < count; ++k)
        behind[k] = true;
    for (int32_t t = n->first; t < n->first + n->count && o->rest->closed; ++t) {
        double c[3][3], u[3], v[3], normal[3], to[3];
        shell_open_corners(o, (uint32_t)t, c);
        minus3(c[1], c[0], u);
        minus3(c[2], c[0], v);
        cross3(u, v, normal);
        for (int32_t k = 0; k < count; ++k) {
            const float* x = s->places[s->t.held[first + k]];
            for (int a = 0; a < 3; ++a)
                to[a] = (double)x[a] - c[0][a];
            behind[k] &= s->marks[s->t.held[first + k]] <= s->mark &&
                         o->rest->side * dot3(to, normal) <= 0.0;
        }
    }
    for (int32_t k = 0; k < count; ++k)
        if (behind[k])
            queue(s, s->t.held[first + k], true);
}

// Those that touched before, though no longer near: they may have gone deep.
static void queue_touched(shell* s) {
    for (int32_t p = 0; p < s->rest->point_count; ++p) {
        bool near = s->marks[p] >= s->mark && s->nearest[p].triangle != UINT32_MAX;
        if (s->touched[p] == s->round - 1 && !near)
            queue(s, (uint32_t)p, true);
    }
}

// ---- trees -----------------------------------------------------------------------------

static void look_at_leaves(touch_pair* p, shell* a, int32_t i, shell* b, int32_t j) {
    const tree_node *m = &a->t.nodes[i], *n = &b->t.nodes[j];
    if (p->anew) {
        queue_behind(a, i, b, n);
        queue_behind(b, j, a, m);
    }
    touch_queue_near(a, i, b, n, &p->ahead);
    touch_queue_near(b, j, a, m, &p->behind);
    touch_edges(p, a, m, b, n);
}

// Leaves of both trees that are near each other: their points are queued, their edges looked at.
static void look_at_trees(touch_pair* p, shell* a, shell* b) {
    int32_t stack[2 * TREE_DEEPEST + 2][2], depth = 0;
    shell_loosen(a);
    shell_loosen(b);
    if (a->t.node_count > 0 && b->t.node_count > 0) {
        stack[depth][0] = 0;
        stack[depth++][1] = 0;
    }
    while (depth > 0) {
        int32_t i = stack[--depth][0], j = stack[depth][1];
        const tree_node *m = &a->t.nodes[i], *n = &b->t.nodes[j];
        if (tree_distant(m, n, p->ahead.low, p->ahead.high))
            continue;
        shell_open(a, i);
        shell_open(b, j);
        if (m->count > 0 && n->count > 0) {
            if (!tree_distant(m, n, p->ahead.low, p->ahead.high))
                look_at_leaves(p, a, i, b, j);
            continue;
        }
        double wide = 0.0; // descend into the larger
        for (int k = 0; k < 3; ++k)
            wide += (double)(m->high[k] - m->low[k]) - (double)(n->high[k] - n->low[k]);
        bool first = n->count > 0 || (m->count == 0 && wide >= 0.0);
        stack[depth][0] = first ? m->first : i;
        stack[depth++][1] = first ? j : n->first;
        stack[depth][0] = first ? i + 1 : i;
        stack[depth++][1] = first ? j : j + 1;
    }
}

void touch_queue_start(shell* s) {
    s->queued = 0;
    s->mark += 2;
    if (s->mark == 0) {
        memset(s->marks, 0, sizeof *s->marks * (size_t)s->rest->point_count);
        s->mark = 2;
    }
}

// Around boxes of what stands still, for what moves along the way (1) or for the other (-1).
static touch_reach reach_of(double spread, double radius, const double way[3], double sense) {
    touch_reach r = {.radius = radius};
    for (int a = 0; a < 3; ++a) {
        double go = sense * way[a];
        r.low[a] = (float)(spread + (go > 0.0 ? go : 0.0));
        r.high[a] = (float)(spread + (go < 0.0 ? -go : 0.0));
    }
    return r;
}

void touch_skins(touch_pair* p, shell* other) {
    SUPPLE_ASSERT(other != NULL && other != p->skin);
    skins_way there = {p, p->skin, other, false}, back = {p, other, p->skin, true};
    const shell* s = p->skin;
    p->slow = p->near + s->wobble + other->wobble + s->thickness + other->thickness;
    double way[3], spread = p->slow + shell_closing(s, other, way);
    p->radius = spread + sqrt(dot3(way, way));
    p->ahead = reach_of(spread, p->radius, way, 1.0);
    p->behind = reach_of(spread, p->radius, way, -1.0);
    touch_queue_start(p->skin);
    touch_queue_start(other);
    look_at_trees(p, p->skin, other);
    if (!p->anew) { // else what was found before says nothing
        queue_touched(p->skin);
        queue_touched(other);
    }
    look_from_queue(&there);
    look_from_queue(&back);
}
