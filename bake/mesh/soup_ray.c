// A walk down the tree through the boxes that the segment meets.
// SPDX-License-Identifier: MIT
#include "bake/mesh/soup_ray.h"

#include "bake/base/assert.h"

#define SOUP_RAY_APART                                                                             \
    1e-9 // of the segment: crossings nearer to each other are of one edge or corner

enum { STACK = 128 };

// As fmin and fmax, but not calls: no value here is not a number.
static double least(double a, double b) {
    return a < b ? a : b;
}
static double most(double a, double b) {
    return a > b ? a : b;
}

static bool segment_meets_box(vec3 a, vec3 inverse, const bounds* box) {
    double t0x = (box->low.x - a.x) * inverse.x, t1x = (box->high.x - a.x) * inverse.x;
    double t0y = (box->low.y - a.y) * inverse.y, t1y = (box->high.y - a.y) * inverse.y;
    double t0z = (box->low.z - a.z) * inverse.z, t1z = (box->high.z - a.z) * inverse.z;
    double enter = most(most(least(t0x, t1x), least(t0y, t1y)), most(least(t0z, t1z), 0.0));
    double leave = least(least(most(t0x, t1x), most(t0y, t1y)), least(most(t0z, t1z), 1.0));
    return enter <= leave * (1.0 + 1e-12) + 1e-12; // a box without thickness must not be missed
}

// Signed volumes of the segment with the three edges have one sign inside the triangle. Shared
// edges are evaluated with their ends in one order, so that a crossing is never lost between two
// triangles.
static double side_of_edge(vec3 a, vec3 d, vec3 p, vec3 q) {
    bool swap = p.x != q.x ? p.x > q.x : p.y != q.y ? p.y > q.y : p.z > q.z;
    double v = swap ? v3_dot(d, v3_cross(v3_sub(q, a), v3_sub(p, a)))
                    : v3_dot(d, v3_cross(v3_sub(p, a), v3_sub(q, a)));
    return swap ? -v : v;
}

static bool segment_meets_triangle(vec3 a, vec3 d, const vec3 corner[3], double* fraction,
                                   int8_t* turn) {
    vec3 p = corner[0], q = corner[1], r = corner[2];
    double u = side_of_edge(a, d, p, q), v = side_of_edge(a, d, q, r), w = side_of_edge(a, d, r, p);
    if (!((u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0)))
        return false;
    vec3 n = v3_cross(v3_sub(q, p), v3_sub(r, p));
    double along = v3_dot(n, d);
    if (along == 0.0)
        return false;
    *fraction = v3_dot(n, v3_sub(p, a)) / along;
    *turn = along < 0.0 ? 1 : -1; // against the normal is inwards
    return *fraction >= 0.0 && *fraction <= 1.0;
}

// The crossings so far.
typedef struct crossing_list {
    double* fractions;
    int8_t* turns_or_null;
    int count, capacity;
} crossing_list;

static void insert_sorted(crossing_list* l, double x, int8_t turn) {
    int i = l->count < l->capacity ? l->count : l->capacity - 1, full = l->count++ >= l->capacity;
    if (full && (l->capacity == 0 || x >= l->fractions[i]))
        return;
    int to = i;
    while (to > 0 && l->fractions[to - 1] > x)
        --to;
    for (; i > to; --i) {
        l->fractions[i] = l->fractions[i - 1];
        if (l->turns_or_null != NULL)
            l->turns_or_null[i] = l->turns_or_null[i - 1];
    }
    l->fractions[to] = x;
    if (l->turns_or_null != NULL)
        l->turns_or_null[to] = turn;
}

static void meet_leaf(const soup* s, const bvh_node* n, vec3 a, vec3 d, crossing_list* l) {
    for (int32_t i = 0; i < n->count; ++i) {
        const uint32_t* t = s->triangles[s->tree.order[n->first + i]];
        const vec3 corner[3] = {s->positions[t[0]], s->positions[t[1]], s->positions[t[2]]};
        double at;
        int8_t turn;
        if (segment_meets_triangle(a, d, corner, &at, &turn))
            insert_sorted(l, at, turn);
    }
}

static void walk(const soup* s, vec3 a, vec3 b, crossing_list* l) {
    vec3 d = v3_sub(b, a);
    double tiny = 1e-300;
    vec3 inverse = v3(1.0 / (d.x != 0.0 ? d.x : tiny), 1.0 / (d.y != 0.0 ? d.y : tiny),
                      1.0 / (d.z != 0.0 ? d.z : tiny));
    int depth = 0;
    int32_t stack[STACK];
    if (s->tree.node_count > 0)
        stack[depth++] = 0;
    while (depth > 0) {
        int32_t at = stack[--depth];
        const bvh_node* n = &s->tree.nodes[at];
        if (!segment_meets_box(a, inverse, &n->box))
            continue;
        meet_leaf(s, n, a, d, l);
        if (n->count == 0) {
            stack[depth++] = n->right;
            stack[depth++] = at + 1;
        }
    }
}

int soup_crossings(const soup* s, vec3 a, vec3 b, double* fractions, int8_t* turns_or_null,
                   int capacity) {
    SUPPLE_ASSERT(capacity >= 0);
    crossing_list l = {fractions, turns_or_null, 0, capacity};
    walk(s, a, b, &l);
    return l.count;
}

// ---- winding numbers -------------------------------------------------------------------

// From the turns; false where they are no help.
static bool count_turns(soup_line* l, const int8_t* turns, bool ends_outside) {
    l->winding[0] = 0;
    for (int i = 0; i < l->count; ++i) {
        if (i > 0 && l->at[i] - l->at[i - 1] < SOUP_RAY_APART)
            return false;
        l->winding[i + 1] = l->winding[i] + turns[i];
    }
    return !ends_outside || l->winding[l->count] == 0;
}

void soup_line_find(const soup* s, vec3 from, vec3 to, bool ends_outside, soup_line* out) {
    int8_t turns[SOUP_LINE_MOST];
    crossing_list l = {out->at, turns, 0, SOUP_LINE_MOST};
    walk(s, from, to, &l);
    if (s->caps_or_null != NULL)
        walk(s->caps_or_null, from, to, &l);
    out->s = s;
    out->from = from;
    out->to = to;
    out->count = l.count < SOUP_LINE_MOST ? l.count : SOUP_LINE_MOST;
    out->counted = s->closure != SOUP_OPEN && l.count <= SOUP_LINE_MOST &&
                   count_turns(out, turns, ends_outside);
}

double soup_line_winding(const soup_line* l, int stretch, double at) {
    SUPPLE_ASSERT(stretch >= 0 && stretch <= l->count);
    const soup* caps = l->s->caps_or_null;
    if (l->counted && caps == NULL)
        return l->winding[stretch];
    vec3 p = v3_lerp(l->from, l->to, at);
    return l->counted ? l->winding[stretch] - soup_winding(caps, p) : soup_winding(l->s, p);
}
