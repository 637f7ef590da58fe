// What of a collider's mesh is near a place, in the way or in a box: by the tree over it, in its own space.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_surface.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

static void to_own(const contact_surface* s, const double x[3], double out[3]) {
    const float* m = s->palette[0];
    double at[3];
    for (int a = 0; a < 3; ++a)
        at[a] = x[a] - (double)m[4 * a + 3];
    for (int a = 0; a < 3; ++a)
        out[a] = (double)m[a] * at[0] + (double)m[4 + a] * at[1] + (double)m[8 + a] * at[2];
}

static void turn_to_own(const contact_surface* s, const double x[3], double out[3]) {
    const float* m = s->palette[0];
    for (int a = 0; a < 3; ++a)
        out[a] = (double)m[a] * x[0] + (double)m[4 + a] * x[1] + (double)m[8 + a] * x[2];
}

static void own_corners(const contact_surface* s, uint32_t triangle, double c[3][3]) {
    for (int i = 0; i < 3; ++i) {
        const float* x =
            s->rest->source.positions + 3 * (size_t)s->rest->vertex[s->rest->corners[triangle][i]];
        for (int a = 0; a < 3; ++a)
            c[i][a] = (double)x[a];
    }
}

static void own_normal(const contact_surface* s, double c[3][3], double out[3]) {
    double u[3], v[3];
    minus3(c[1], c[0], u);
    minus3(c[2], c[0], v);
    cross3(u, v, out);
    near_unit(out, 0.0);
    for (int a = 0; a < 3; ++a)
        out[a] *= s->rest->side;
}

// The hit in the world, from weights.
static void finish(contact_surface* s, const double x[3], contact_surface_hit* hit) {
    double c[3][3], to[3];
    contact_surface_corners(s, hit->triangle, c);
    for (int a = 0; a < 3; ++a)
        hit->near.place[a] = hit->near.weight[0] * c[0][a] + hit->near.weight[1] * c[1][a] +
                             hit->near.weight[2] * c[2][a];
    minus3(x, hit->near.place, to);
    hit->near.square = dot3(to, to);
}

static bool passes(const contact_surface* s, double c[3][3], const double facing[3]) {
    const double least = 0.1; // the cosine of almost sideways
    double normal[3];
    own_normal(s, c, normal);
    double against = dot3(normal, facing);
    return s->rest->closed ? against <= -least : fabs(against) >= least;
}

bool contact_surface_rigid_nearest(contact_surface* s, const double place[3], double radius,
                                   const double* facing_or_null, contact_surface_hit* hit) {
    SUPPLE_ASSERT(radius >= 0.0 && s->body_or_null == NULL);
    double best = radius * radius, x[3], facing[3];
    bool found = false;
    struct {
        int32_t node;
        double away;
    } stack[TREE_DEEPEST + 1];
    int32_t depth = 0;
    const tree_node* nodes = s->rest->t.nodes;
    ++s->work.queries;
    to_own(s, place, x);
    if (facing_or_null != NULL)
        turn_to_own(s, facing_or_null, facing);
    if (s->rest->t.node_count > 0) {
        stack[depth].node = 0;
        stack[depth++].away = 0.0;
    }
    while (depth > 0) {
        int32_t at = stack[--depth].node;
        if (stack[depth].away > best)
            continue;
        const tree_node* n = &nodes[at];
        for (int32_t i = n->first; i < n->first + n->count; ++i) {
            double c[3][3];
            own_corners(s, (uint32_t)i, c);
            near_point p = near_triangle(x, c[0], c[1], c[2]);
            ++s->work.triangles;
            if (p.square > best || (found && p.square == best) ||
                (facing_or_null != NULL && !passes(s, c, facing)))
                continue;
            best = p.square;
            *hit = (contact_surface_hit){(uint32_t)i, p};
            found = true;
        }
        if (n->count > 0)
            continue;
        double near = tree_away(n + 1, x), far = tree_away(&nodes[n->first], x);
        bool nearer = near <= far;
        stack[depth].node = nearer ? n->first : at + 1;
        stack[depth++].away = nearer ? far : near;
        stack[depth].node = nearer ? at + 1 : n->first;
        stack[depth++].away = nearer ? near : far;
    }
    if (found)
        finish(s, place, hit);
    return found;
}

static bool segment_passes_by(const tree_node* n, const double x[3], const double displacement[3],
                              double most) {
    double first = 0.0, last = most;
    for (int a = 0; a < 3; ++a) {
        double more = 1e-6 * (fabs((double)n->low[a]) + fabs((double)n->high[a]) + fabs(x[a]));
        double low = (double)n->low[a] - x[a] - more, high = (double)n->high[a] - x[a] + more;
        if (displacement[a] == 0.0) {
            if (low > 0.0 || high < 0.0)
                return true;
            continue;
        }
        double enter = (displacement[a] > 0.0 ? low : high) / displacement[a],
               leave = (displacement[a] > 0.0 ? high : low) / displacement[a];
        first = enter > first ? enter : first;
        last = leave < last ? leave : last;
    }
    return first > last;
}

bool contact_surface_rigid_cast(contact_surface* s, const double from[3], const double to[3],
                                contact_surface_hit* hit, double* along) {
    SUPPLE_ASSERT(s->body_or_null == NULL);
    double x[3], y[3], displacement[3];
    bool found = false;
    int32_t stack[TREE_DEEPEST + 1], depth = 0;
    const tree_node* nodes = s->rest->t.nodes;
    ++s->work.queries;
    to_own(s, from, x);
    to_own(s, to, y);
    minus3(y, x, displacement);
    if (s->rest->t.node_count > 0)
        stack[depth++] = 0;
    while (depth > 0) {
        int32_t at = stack[--depth];
        const tree_node* n = &nodes[at];
        if (segment_passes_by(n, x, displacement, found ? *along : 1.0))
            continue;
        for (int32_t i = n->first; i < n->first + n->count; ++i) {
            double c[3][3], weight[3], far;
            own_corners(s, (uint32_t)i, c);
            ++s->work.triangles;
            if (!near_crossing(x, y, c[0], c[1], c[2], &far, weight) || (found && far >= *along))
                continue;
            *along = far;
            *hit = (contact_surface_hit){
                (uint32_t)i, {.weight = {weight[0], weight[1], weight[2]}, .feature = NEAR_FACE}};
            found = true;
        }
        if (n->count == 0) {
            stack[depth++] = n->first;
            stack[depth++] = at + 1;
        }
    }
    if (found)
        finish(s, from, hit);
    return found;
}

int32_t contact_surface_rigid_within(contact_surface* s, const float low[3], const float high[3],
                                     uint32_t* out, int32_t room, double coarse) {
    SUPPLE_ASSERT(s->body_or_null == NULL);
    double middle[3], centre[3];
    float own_low[3], own_high[3];
    int32_t stack[TREE_DEEPEST + 1], depth = 0, count = 0;
    const float* m = s->palette[0];
    for (int a = 0; a < 3; ++a)
        middle[a] = 0.5 * ((double)low[a] + (double)high[a]);
    to_own(s, middle, centre);
    for (int a = 0; a < 3; ++a) {
        double wide = 0.0;
        for (int i = 0; i < 3; ++i)
            wide += fabs((double)m[4 * i + a]) * 0.5 * ((double)high[i] - (double)low[i]);
        own_low[a] = (float)(centre[a] - 1.000001 * wide);
        own_high[a] = (float)(centre[a] + 1.000001 * wide);
    }
    if (s->rest->t.node_count > 0)
        stack[depth++] = 0;
    while (depth > 0) {
        int32_t at = stack[--depth];
        const tree_node* n = &s->rest->t.nodes[at];
        if (tree_apart(n, own_low, own_high))
            continue;
        bool small = true;
        for (int a = 0; a < 3; ++a)
            small &= (double)n->high[a] - (double)n->low[a] < coarse;
        while (small && n->count == 0)
            ++n;
        for (int32_t i = n->first; i < n->first + (small && n->count > 1 ? 1 : n->count); ++i)
            if (count < room)
                out[count++] = (uint32_t)i;
        if (n->count == 0 && count < room) {
            stack[depth++] = n->first;
            stack[depth++] = at + 1;
        }
    }
    return count;
}
