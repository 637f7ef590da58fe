// Normals of a shell, and what is nearest, inside or in the way.
//
// A place is inside if it lies behind the nearest feature, by that feature's own normal: a face's, the mean of
// two at an edge, the angle-weighted mean at a corner. That is exact for closed surfaces (Baerentzen & Aanaes
// 2005); a face's normal alone is wrong near sharp edges.
// SPDX-License-Identifier: MIT
#include "runtime/shell.h"

#include "runtime/assert.h"

#include <math.h>

// ---- normals ---------------------------------------------------------------------------

// Twice the area long.
static void face_area(shell* s, uint32_t triangle, double out[3]) {
    double x[3][3], u[3], v[3];
    shell_corners(s, triangle, x);
    minus3(x[1], x[0], u);
    minus3(x[2], x[0], v);
    cross3(u, v, out);
    for (int a = 0; a < 3; ++a)
        out[a] *= s->rest->side;
}

static void face_normal(shell* s, uint32_t triangle, double out[3]) {
    face_area(s, triangle, out);
    if (near_unit(out, 0.0) == 0.0)
        out[0] = out[1] = out[2] = 0.0;
}

void shell_facing(shell* s, uint32_t point, double out[3]) {
    SUPPLE_ASSERT(point < (uint32_t)s->rest->point_count);
    out[0] = out[1] = out[2] = 0.0;
    for (int32_t i = s->rest->around_first[point]; i < s->rest->around_first[point + 1]; ++i) {
        double n[3];
        face_area(s, s->rest->around[i], n);
        along3(out, 1.0, n, out);
    }
    near_unit(out, 0.0);
}

// The angle between two vectors to 1e-4: Abramowitz & Stegun 4.4.45. Weights need no more.
static double angle_of(const double u[3], const double v[3]) {
    double square = dot3(u, u) * dot3(v, v);
    double c = square > 0.0 ? dot3(u, v) / sqrt(square) : 1.0, x = fabs(c);
    double angle = sqrt(x < 1.0 ? 1.0 - x : 0.0) *
                   (1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293)));
    return c < 0.0 ? 3.14159265358979 - angle : angle;
}

void shell_point_normal(shell* s, uint32_t point, double out[3]) {
    SUPPLE_ASSERT(point < (uint32_t)s->rest->point_count);
    double x[3], n[3], u[3], v[3];
    shell_place(s, point, x);
    out[0] = out[1] = out[2] = 0.0;
    for (int32_t i = s->rest->around_first[point]; i < s->rest->around_first[point + 1]; ++i) {
        uint32_t t = s->rest->around[i];
        int at = s->rest->corners[t][0] == point ? 0 : s->rest->corners[t][1] == point ? 1 : 2;
        shell_place(s, s->rest->corners[t][(at + 1) % 3], u);
        shell_place(s, s->rest->corners[t][(at + 2) % 3], v);
        minus3(u, x, u);
        minus3(v, x, v);
        face_normal(s, t, n);
        along3(out, angle_of(u, v), n, out);
    }
    near_unit(out, 0.0);
}

void shell_normal(shell* s, uint32_t triangle, int feature, double out[3]) {
    SUPPLE_ASSERT(triangle < (uint32_t)s->rest->triangle_count && feature >= 0 &&
                  feature <= NEAR_FACE);
    if (feature < NEAR_EDGE) {
        shell_point_normal(s, s->rest->corners[triangle][feature], out);
        return;
    }
    face_normal(s, triangle, out);
    uint32_t other = feature == NEAR_FACE
                         ? UINT32_MAX
                         : shell_rest_across(s->rest, triangle, feature - NEAR_EDGE);
    if (other == UINT32_MAX)
        return;
    double n[3];
    face_normal(s, other, n);
    along3(out, 1.0, n, out);
    near_unit(out, 0.0);
}

// ---- points of the body ----------------------------------------------------------------

supple_point shell_point_at(const shell* s, uint32_t point) {
    SUPPLE_ASSERT(point < (uint32_t)s->rest->point_count);
    uint32_t v = s->rest->vertex[point];
    return (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}};
}

supple_point shell_triangle_at(const shell* s, uint32_t triangle, const double weight[3]) {
    SUPPLE_ASSERT(triangle < (uint32_t)s->rest->triangle_count);
    const uint32_t* c = s->rest->corners[triangle];
    return (supple_point){{s->rest->vertex[c[0]], s->rest->vertex[c[1]], s->rest->vertex[c[2]]},
                          {(float)weight[0], (float)weight[1], (float)weight[2]}};
}

// ---- queries ---------------------------------------------------------------------------

bool shell_nearest(shell* s, const double x[3], double radius, const double* facing_or_null,
                   shell_hit* hit) {
    SUPPLE_ASSERT(radius >= 0.0);
    const double least = 0.1; // the cosine of almost sideways
    double best = radius * radius;
    bool found = false;
    struct {
        int32_t node;
        float away;
    } stack[TREE_DEEPEST + 1];
    int32_t depth = 0;
    shell_loosen(s);
    if (s->t.node_count > 0) {
        stack[depth].node = 0;
        stack[depth++].away = 0.0f;
    }
    while (depth > 0) {
        int32_t at = stack[--depth].node;
        if ((double)stack[depth].away > best)
            continue;
        const tree_node* n = shell_open(s, at);
        for (int32_t i = n->first; i < n->first + n->count; ++i) {
            double c[3][3], normal[3];
            shell_open_corners(s, (uint32_t)i, c);
            near_point p = near_triangle(x, c[0], c[1], c[2]);
            if (p.square > best || (found && p.square == best))
                continue;
            if (facing_or_null != NULL) {
                face_normal(s, (uint32_t)i, normal);
                double against = dot3(normal, facing_or_null);
                if (s->rest->closed ? against > -least : fabs(against) < least)
                    continue;
            }
            best = p.square;
            *hit = (shell_hit){(uint32_t)i, p};
            found = true;
        }
        if (n->count > 0)
            continue;
        float near = (float)tree_away(n + 1, x), far = (float)tree_away(&s->t.nodes[n->first], x);
        bool nearer = near <= far;
        stack[depth].node = nearer ? n->first : at + 1;
        stack[depth++].away = nearer ? far : near;
        stack[depth].node = nearer ? at + 1 : n->first;
        stack[depth++].away = nearer ? near : far;
    }
    return found;
}

bool shell_is_inside(shell* s, const double x[3], const shell_hit* hit) {
    double normal[3], to[3];
    if (!s->rest->closed)
        return false;
    shell_normal(s, hit->triangle, hit->near.feature, normal);
    minus3(x, hit->near.place, to);
    return dot3(to, normal) < 0.0;
}

bool shell_cast(shell* s, const double x[3], const double y[3], bool outer, shell_hit* hit,
                double* along) {
    float low[3], high[3];
    double way[3];
    bool found = false;
    shell_walk w;
    for (int a = 0; a < 3; ++a) {
        way[a] = y[a] - x[a];
        low[a] = (float)(x[a] < y[a] ? x[a] : y[a]);
        high[a] = (float)(x[a] < y[a] ? y[a] : x[a]);
        low[a] -= 1e-6f * fabsf(low[a]);
        high[a] += 1e-6f * fabsf(high[a]);
    }
    for (int32_t at = shell_walk_begin(s, &w); at >= 0; at = shell_walk_next(&w)) {
        if (tree_apart(&s->t.nodes[at], low, high))
            continue;
        const tree_node* n = shell_walk_enter(s, &w, at);
        for (int32_t i = n->first; i < n->first + n->count; ++i) {
            uint32_t t = (uint32_t)i;
            double c[3][3], weight[3], normal[3], far;
            shell_corners(s, t, c);
            if (!near_crossing(x, y, c[0], c[1], c[2], &far, weight) || (found && far >= *along))
                continue;
            face_normal(s, t, normal);
            if (outer && dot3(normal, way) >= 0.0)
                continue;
            *along = far;
            *hit =
                (shell_hit){t, {.weight = {weight[0], weight[1], weight[2]}, .feature = NEAR_FACE}};
            along3(x, far, way, hit->near.place);
            hit->near.square = far * far * dot3(way, way);
            found = true;
        }
    }
    return found;
}
