// Tree walks: near boxes are opened, far ones are skipped or taken whole.
//
// A cluster is far at FAR times its radius. With 2 the winding number is off by at most a
// hundredth (test_soup.c), and inside is decided at a half.
// SPDX-License-Identifier: MIT
#include "bake/mesh/soup.h"

#include "bake/base/assert.h"

#define FAR 2.0

enum { STACK = 128 };

static void corners(const soup* s, int32_t triangle, vec3* a, vec3* b, vec3* c) {
    const uint32_t* t = s->triangles[triangle];
    *a = s->positions[t[0]];
    *b = s->positions[t[1]];
    *c = s->positions[t[2]];
}

// ---- building --------------------------------------------------------------------------

static void add_moments(soup_cluster* m, vec3 a, vec3 o) {
    m->first[0] += a.x * o.x;
    m->first[1] += a.y * o.y;
    m->first[2] += a.z * o.z;
    m->first[3] += 0.5 * (a.x * o.y + a.y * o.x);
    m->first[4] += 0.5 * (a.y * o.z + a.z * o.y);
    m->first[5] += 0.5 * (a.z * o.x + a.x * o.z);
    m->second = v3_add(m->second, v3_madd(v3_scale(o, 2.0 * v3_dot(a, o)), a, v3_dot(o, o)));
    m->cubic[0] += a.x * o.x * o.x;
    m->cubic[1] += a.y * o.y * o.y;
    m->cubic[2] += a.z * o.z * o.z;
    m->cubic[3] += a.y * o.x * o.x + 2.0 * a.x * o.x * o.y;
    m->cubic[4] += a.z * o.x * o.x + 2.0 * a.x * o.x * o.z;
    m->cubic[5] += a.x * o.y * o.y + 2.0 * a.y * o.x * o.y;
    m->cubic[6] += a.z * o.y * o.y + 2.0 * a.y * o.y * o.z;
    m->cubic[7] += a.x * o.z * o.z + 2.0 * a.z * o.x * o.z;
    m->cubic[8] += a.y * o.z * o.z + 2.0 * a.z * o.y * o.z;
    m->cubic[9] += 2.0 * (a.x * o.y * o.z + a.y * o.x * o.z + a.z * o.x * o.y);
}

static vec3 area_vector(vec3 a, vec3 b, vec3 c) {
    return v3_scale(v3_cross(v3_sub(b, a), v3_sub(c, a)), 0.5);
}

// A triangle counts as a third of its area at the middle of each side, which is exact for moments up
// to the second.
static soup_cluster sum_triangles(const soup* s, const bvh_node* n, double* weight) {
    soup_cluster m = {0};
    vec3 a, b, c, moment = v3(0, 0, 0);
    for (int32_t i = n->first; i < n->first + n->count; ++i) {
        corners(s, s->tree.order[i], &a, &b, &c);
        vec3 v = area_vector(a, b, c);
        double size = v3_length(v);
        m.area = v3_add(m.area, v);
        moment = v3_madd(moment, v3_add(v3_add(a, b), c), size / 3.0);
        *weight += size;
    }
    m.centre = *weight > 0.0 ? v3_scale(moment, 1.0 / *weight) : n->box.low;
    for (int32_t i = n->first; i < n->first + n->count; ++i) {
        corners(s, s->tree.order[i], &a, &b, &c);
        vec3 third = v3_scale(area_vector(a, b, c), 1.0 / 3.0);
        add_moments(&m, third, v3_sub(v3_lerp(a, b, 0.5), m.centre));
        add_moments(&m, third, v3_sub(v3_lerp(b, c, 0.5), m.centre));
        add_moments(&m, third, v3_sub(v3_lerp(c, a, 0.5), m.centre));
    }
    return m;
}

// Moments about the parent's centre, a step d away: (o + d) multiplied out. What is of the area alone
// is the moment of one patch at d; the rest is the child's own and its first moment times d.
static void add_child(soup_cluster* m, const soup_cluster* child) {
    vec3 d = v3_sub(child->centre, m->centre);
    const double* g = child->first;
    add_moments(m, child->area, d);
    for (int i = 0; i < 6; ++i)
        m->first[i] += g[i];
    for (int i = 0; i < 10; ++i)
        m->cubic[i] += child->cubic[i];
    vec3 gd = v3(g[0] * d.x + g[3] * d.y + g[5] * d.z, g[3] * d.x + g[1] * d.y + g[4] * d.z,
                 g[5] * d.x + g[4] * d.y + g[2] * d.z);
    m->second = v3_add(m->second, child->second);
    m->second = v3_madd(v3_madd(m->second, d, 2.0 * (g[0] + g[1] + g[2])), gd, 4.0);
    m->cubic[0] += 2.0 * g[0] * d.x;
    m->cubic[1] += 2.0 * g[1] * d.y;
    m->cubic[2] += 2.0 * g[2] * d.z;
    m->cubic[3] += 2.0 * g[0] * d.y + 4.0 * g[3] * d.x;
    m->cubic[4] += 2.0 * g[0] * d.z + 4.0 * g[5] * d.x;
    m->cubic[5] += 2.0 * g[1] * d.x + 4.0 * g[3] * d.y;
    m->cubic[6] += 2.0 * g[1] * d.z + 4.0 * g[4] * d.y;
    m->cubic[7] += 2.0 * g[2] * d.x + 4.0 * g[5] * d.z;
    m->cubic[8] += 2.0 * g[2] * d.y + 4.0 * g[4] * d.z;
    m->cubic[9] += 4.0 * (g[3] * d.z + g[4] * d.x + g[5] * d.y);
}

static soup_cluster sum_children(const soup_cluster* left, const soup_cluster* right,
                                 double left_weight, double weight) {
    soup_cluster m = {.area = v3_add(left->area, right->area)};
    double share = weight > 0.0 ? left_weight / weight : 1.0;
    m.centre = v3_lerp(right->centre, left->centre, share);
    add_child(&m, left);
    add_child(&m, right);
    return m;
}

soup soup_new(const vec3* positions, const uint32_t (*triangles)[3], int32_t triangle_count,
              arena* memory) {
    SUPPLE_ASSERT(triangle_count >= 0);
    soup s = {positions, triangles, triangle_count,
              bvh_build(positions, triangles, triangle_count, memory), NULL};
    size_t nodes = (size_t)s.tree.node_count;
    s.clusters = ARENA_NEW(memory, soup_cluster, nodes);
    double* weight = ARENA_NEW(memory, double, nodes);     // area, without directions
    for (int32_t i = s.tree.node_count - 1; i >= 0; --i) { // children come after their parents
        const bvh_node* n = &s.tree.nodes[i];
        soup_cluster* m = &s.clusters[i];
        if (n->count > 0) {
            *m = sum_triangles(&s, n, &weight[i]);
        } else {
            weight[i] = weight[i + 1] + weight[n->right];
            *m = sum_children(m + 1, &s.clusters[n->right], weight[i + 1], weight[i]);
        }
        vec3 reach = v3_max(v3_sub(n->box.high, m->centre), v3_sub(m->centre, n->box.low));
        m->far = FAR * v3_length(reach);
    }
    return s;
}

// ---- inside ----------------------------------------------------------------------------

double soup_solid_angle(vec3 p, vec3 a, vec3 b, vec3 c) {
    a = v3_sub(a, p);
    b = v3_sub(b, p);
    c = v3_sub(c, p);
    double la = v3_length(a), lb = v3_length(b), lc = v3_length(c);
    double y = v3_dot(a, v3_cross(b, c));
    double x = la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb;
    return 2.0 * exact_atan2(y, x);
}

// The solid angle of a small patch is a . t / |t|^3 with t from the eye to the patch. Here t is to
// the centre, and the series runs over the offsets o from it: by the first and second derivatives.
static double cluster_angle(const soup_cluster* m, vec3 t, double distance2) {
    const double *g = m->first, *c = m->cubic;
    double xx = t.x * t.x, yy = t.y * t.y, zz = t.z * t.z;
    double first = g[0] * xx + g[1] * yy + g[2] * zz +
                   2.0 * (g[3] * t.x * t.y + g[4] * t.y * t.z + g[5] * t.z * t.x);
    double cubic = t.x * (c[0] * xx + c[3] * t.x * t.y + c[4] * t.x * t.z + c[5] * yy + c[7] * zz) +
                   t.y * (c[1] * yy + c[6] * t.y * t.z + c[8] * zz + c[9] * t.x * t.z) +
                   t.z * c[2] * zz;
    double inverse2 = 1.0 / distance2, inverse3 = inverse2 / sqrt(distance2);
    double sum = 7.5 * cubic * inverse2 - 3.0 * first - 1.5 * v3_dot(m->second, t);
    return inverse3 * (v3_dot(m->area, t) + g[0] + g[1] + g[2] + sum * inverse2);
}

double soup_winding(const soup* s, vec3 p) {
    if (s->tree.node_count == 0)
        return 0.0;
    double angle = 0.0;
    int32_t stack[STACK];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        int32_t at = stack[--depth];
        const bvh_node* n = &s->tree.nodes[at];
        const soup_cluster* c = &s->clusters[at];
        vec3 to = v3_sub(c->centre, p);
        double distance2 = v3_dot(to, to);
        if (distance2 > c->far * c->far) {
            angle += cluster_angle(c, to, distance2);
        } else if (n->count > 0) {
            for (int32_t i = 0; i < n->count; ++i) {
                vec3 q, r, t;
                corners(s, s->tree.order[n->first + i], &q, &r, &t);
                angle += soup_solid_angle(p, q, r, t);
            }
        } else {
            stack[depth++] = n->right;
            stack[depth++] = at + 1;
        }
    }
    return angle / (4.0 * EXACT_PI);
}

// ---- distance --------------------------------------------------------------------------

static vec3 closest_on_segment(vec3 p, vec3 a, vec3 b) {
    vec3 d = v3_sub(b, a);
    double length2 = v3_dot(d, d), t = length2 > 0.0 ? v3_dot(v3_sub(p, a), d) / length2 : 0.0;
    return v3_madd(a, d, t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t);
}

// Over the inside of the triangle it is the foot of the perpendicular; otherwise the nearest of
// three edges. Also right for triangles without area.
vec3 soup_closest_on_triangle(vec3 p, vec3 a, vec3 b, vec3 c) {
    vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    double n2 = v3_dot(n, n);
    if (n2 > 0.0 && v3_dot(v3_cross(v3_sub(b, a), v3_sub(p, a)), n) >= 0.0 &&
        v3_dot(v3_cross(v3_sub(c, b), v3_sub(p, b)), n) >= 0.0 &&
        v3_dot(v3_cross(v3_sub(a, c), v3_sub(p, c)), n) >= 0.0)
        return v3_madd(p, n, -v3_dot(v3_sub(p, a), n) / n2);
    vec3 q[3] = {closest_on_segment(p, a, b), closest_on_segment(p, b, c),
                 closest_on_segment(p, c, a)};
    int best = 0;
    double best2 = INFINITY;
    for (int i = 0; i < 3; ++i) {
        vec3 d = v3_sub(p, q[i]);
        double d2 = v3_dot(d, d);
        if (d2 < best2) {
            best2 = d2;
            best = i;
        }
    }
    return q[best];
}

static double box_distance2(const bounds* b, vec3 p) {
    vec3 d = v3_max(v3_max(v3_sub(b->low, p), v3_sub(p, b->high)), v3(0, 0, 0));
    return v3_dot(d, d);
}

// What is looked for: the nearest of the triangles with a rank below this one, or of all.
typedef struct nearest {
    vec3 p;
    const int32_t* rank_or_null;
    int32_t below;
    double best2;
} nearest;

static void nearest_in_leaf(const soup* s, const bvh_node* n, nearest* x, soup_hit* hit) {
    vec3 p = x->p;
    for (int32_t i = 0; i < n->count; ++i) {
        if (box_distance2(&s->tree.boxes[n->first + i], p) >= x->best2)
            continue;
        if (x->rank_or_null != NULL && x->rank_or_null[s->tree.order[n->first + i]] >= x->below)
            continue;
        vec3 a, b, c;
        corners(s, s->tree.order[n->first + i], &a, &b, &c);
        vec3 q = soup_closest_on_triangle(p, a, b, c);
        double d2 = v3_dot(v3_sub(p, q), v3_sub(p, q));
        if (d2 < x->best2) {
            x->best2 = d2;
            *hit = (soup_hit){sqrt(d2), q, s->tree.order[n->first + i]};
        }
    }
}

static bool find_nearest(const soup* s, nearest* x, soup_hit* hit) {
    vec3 p = x->p;
    hit->triangle = -1;
    struct {
        int32_t node;
        double distance2;
    } stack[STACK];
    int depth = 0;
    int32_t at = 0;
    double here = s->tree.node_count > 0 ? box_distance2(&s->tree.nodes[0].box, p) : INFINITY;
    for (;;) {
        while (here >= x->best2) { // nothing better there: the next one that waits
            if (depth == 0)
                return hit->triangle >= 0;
            here = stack[--depth].distance2;
            at = stack[depth].node;
        }
        const bvh_node* n = &s->tree.nodes[at];
        if (n->count > 0) {
            nearest_in_leaf(s, n, x, hit);
            here = INFINITY;
            continue;
        }
        int32_t left = at + 1, right = n->right; // the nearer one first
        double to_left = box_distance2(&s->tree.nodes[left].box, p);
        double to_right = box_distance2(&s->tree.nodes[right].box, p);
        bool left_first = to_left <= to_right;
        stack[depth].node = left_first ? right : left;
        stack[depth++].distance2 = left_first ? to_right : to_left;
        at = left_first ? left : right;
        here = left_first ? to_left : to_right;
    }
}

bool soup_nearest(const soup* s, vec3 p, double limit, soup_hit* hit) {
    SUPPLE_ASSERT(limit >= 0.0);
    nearest x = {p, NULL, 0, limit * limit};
    return find_nearest(s, &x, hit);
}

bool soup_nearest_below(const soup* s, vec3 p, double limit, const int32_t* rank, int32_t below,
                        soup_hit* hit) {
    SUPPLE_ASSERT(limit >= 0.0 && rank != NULL);
    nearest x = {p, rank, below, limit * limit};
    return find_nearest(s, &x, hit);
}

// ---- crossings -------------------------------------------------------------------------

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

static bool segment_meets_triangle(vec3 a, vec3 d, vec3 p, vec3 q, vec3 r, double* fraction) {
    double u = side_of_edge(a, d, p, q), v = side_of_edge(a, d, q, r), w = side_of_edge(a, d, r, p);
    if (!((u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0)))
        return false;
    vec3 n = v3_cross(v3_sub(q, p), v3_sub(r, p));
    double along = v3_dot(n, d);
    if (along == 0.0)
        return false;
    *fraction = v3_dot(n, v3_sub(p, a)) / along;
    return *fraction >= 0.0 && *fraction <= 1.0;
}

static void insert_sorted(double* list, int count, int capacity, double x) {
    int i = count < capacity ? count : capacity - 1;
    if (count >= capacity && x >= list[i])
        return;
    for (; i > 0 && list[i - 1] > x; --i)
        list[i] = list[i - 1];
    list[i] = x;
}

int soup_crossings(const soup* s, vec3 a, vec3 b, double* fractions, int capacity) {
    SUPPLE_ASSERT(capacity >= 0);
    vec3 d = v3_sub(b, a);
    double tiny = 1e-300;
    vec3 inverse = v3(1.0 / (d.x != 0.0 ? d.x : tiny), 1.0 / (d.y != 0.0 ? d.y : tiny),
                      1.0 / (d.z != 0.0 ? d.z : tiny));
    int count = 0, depth = 0;
    int32_t stack[STACK];
    if (s->tree.node_count > 0)
        stack[depth++] = 0;
    while (depth > 0) {
        int32_t at = stack[--depth];
        const bvh_node* n = &s->tree.nodes[at];
        if (!segment_meets_box(a, inverse, &n->box))
            continue;
        for (int32_t i = 0; i < n->count; ++i) {
            vec3 p, q, r;
            double t;
            corners(s, s->tree.order[n->first + i], &p, &q, &r);
            if (segment_meets_triangle(a, d, p, q, r, &t))
                insert_sorted(fractions, count++, capacity, t);
        }
        if (n->count == 0) {
            stack[depth++] = n->right;
            stack[depth++] = at + 1;
        }
    }
    return count;
}
