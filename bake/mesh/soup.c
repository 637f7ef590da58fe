// Tree walks: near boxes are opened, far ones are skipped or taken whole.
//
// A cluster is far at SOUP_FAR times its radius. With 2 the winding number is off by at most a
// hundredth (test_soup.c), and inside is decided at a half.
// SPDX-License-Identifier: MIT
#include "bake/mesh/soup.h"

#include "bake/base/assert.h"

#define SOUP_FAR   2.0
#define HINT_SLACK 1.001 // of a distance: rounding decides nothing

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
    double fraction = weight > 0.0 ? left_weight / weight : 1.0;
    m.centre = v3_lerp(right->centre, left->centre, fraction);
    add_child(&m, left);
    add_child(&m, right);
    return m;
}

soup soup_new(const vec3* positions, const uint32_t (*triangles)[3], int32_t triangle_count,
              arena* memory) {
    SUPPLE_ASSERT(triangle_count >= 0);
    soup s = {positions,
              triangles,
              triangle_count,
              bvh_build(positions, triangles, triangle_count, memory),
              NULL,
              SOUP_OPEN,
              NULL};
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
        m->far = SOUP_FAR * v3_length(reach);
    }
    return s;
}

// ---- inside ----------------------------------------------------------------------------

// The tangent of half a triangle's solid angle seen from p is y / x.
static void half_angle(vec3 p, vec3 a, vec3 b, vec3 c, double* x, double* y) {
    a = v3_sub(a, p);
    b = v3_sub(b, p);
    c = v3_sub(c, p);
    double la = v3_length(a), lb = v3_length(b), lc = v3_length(c);
    *y = v3_dot(a, v3_cross(b, c));
    *x = la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb;
}

double soup_solid_angle(vec3 p, vec3 a, vec3 b, vec3 c) {
    double x, y;
    half_angle(p, a, b, c, &x, &y);
    return 2.0 * exact_atan2(y, x);
}

// A sum of half angles as a product of complex numbers, with full turns counted: one arc tangent for all of them.
typedef struct angle_sum {
    double x, y;
    int turns;
} angle_sum;

static void add_half_angle(angle_sum* s, double x, double y) {
    double re = s->x * x - s->y * y, im = s->x * y + s->y * x, size = fabs(re) + fabs(im);
    if (!(size > 0.0)) // seen from a corner of its own
        return;
    // two angles of 0 to pi that come out below 0, or of -pi to 0 that come out above, went round
    bool up = s->y >= 0.0 && y >= 0.0, down = s->y < 0.0 && y < 0.0;
    s->turns += up && (im < 0.0 || (im == 0.0 && re > 0.0 && s->x < 0.0));
    s->turns -= down && im >= 0.0;
    s->x = re / size;
    s->y = im / size;
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
    double angle = 0.0, x, y;
    angle_sum near = {1.0, 0.0, 0};
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
                half_angle(p, q, r, t, &x, &y);
                add_half_angle(&near, x, y);
            }
        } else {
            stack[depth++] = n->right;
            stack[depth++] = at + 1;
        }
    }
    angle += 2.0 * exact_atan2(near.y, near.x);
    return angle / (4.0 * EXACT_PI) + near.turns;
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

// A query: the nearest of the triangles with a rank below this one, or of all.
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

bool soup_nearest_from(const soup* s, vec3 p, int32_t like, soup_hit* hit) {
    SUPPLE_ASSERT(like < s->triangle_count);
    if (like >= 0) {
        vec3 a, b, c;
        corners(s, like, &a, &b, &c);
        double limit = HINT_SLACK * v3_distance(p, soup_closest_on_triangle(p, a, b, c));
        if (soup_nearest(s, p, limit, hit))
            return true;
    }
    return soup_nearest(s, p, INFINITY, hit);
}

bool soup_nearest_below(const soup* s, vec3 p, double limit, const int32_t* rank, int32_t below,
                        soup_hit* hit) {
    SUPPLE_ASSERT(limit >= 0.0 && rank != NULL);
    nearest x = {p, rank, below, limit * limit};
    return find_nearest(s, &x, hit);
}
