// The distance of two convex sets.
// SPDX-License-Identifier: MIT
#include "runtime/math/gjk.h"

#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { GJK_ROUNDS = 32 };

// A point of the difference of the two, and the points that it is of.
typedef struct corner {
    double at[3];
    int32_t from[2];
} corner;

typedef struct simplex {
    corner corners[4];
    double weight[4];
    int32_t count;
} simplex;

static int32_t farthest(gjk_set set, const double displacement[3]) {
    int32_t best = 0;
    for (int32_t i = 1; i < set.count; ++i)
        if (dot3(set.points[i], displacement) > dot3(set.points[best], displacement))
            best = i;
    return best;
}

static corner corner_of(gjk_set a, gjk_set b, int32_t i, int32_t k) {
    corner c = {.from = {i, k}};
    minus3(a.points[i], b.points[k], c.at);
    return c;
}

// Weights of the corners, whose sum is 1, for the point of their plane that is nearest to the origin: of edges e_i from the
// first corner, sum_k (e_i e_k) w_k = -e_i x0. False where they lie in less than that.
static bool weigh(const corner* c, int32_t n, double w[4]) {
    double e[3][3], g[3][4], largest = 0.0;
    for (int32_t i = 0; i + 1 < n; ++i)
        minus3(c[i + 1].at, c[0].at, e[i]);
    for (int32_t i = 0; i + 1 < n; ++i) {
        for (int32_t k = 0; k + 1 < n; ++k)
            g[i][k] = dot3(e[i], e[k]);
        g[i][3] = -dot3(e[i], c[0].at);
        largest = g[i][i] > largest ? g[i][i] : largest;
    }
    for (int32_t i = 0; i + 1 < n; ++i) { // positive definite: no pivots
        if (!(g[i][i] > 1e-14 * largest))
            return false;
        for (int32_t k = i + 1; k + 1 < n; ++k) {
            double f = g[k][i] / g[i][i];
            for (int32_t m = i; m + 1 < n; ++m)
                g[k][m] -= f * g[i][m];
            g[k][3] -= f * g[i][3];
        }
    }
    w[0] = 1.0;
    for (int32_t i = n - 2; i >= 0; --i) {
        double sum = g[i][3];
        for (int32_t k = i + 1; k + 1 < n; ++k)
            sum -= g[i][k] * w[k + 1];
        w[i + 1] = sum / g[i][i];
    }
    for (int32_t i = 1; i < n; ++i)
        w[0] -= w[i];
    return true;
}

static void point_of(const corner* c, const double* w, int32_t n, double out[3]) {
    memset(out, 0, sizeof(double[3]));
    for (int32_t i = 0; i < n; ++i)
        along3(out, w[i], c[i].at, out);
}

// Leaves the subset whose inside has the point nearest to the origin; returns that point.
static void shrink(simplex* s, double nearest[3]) {
    simplex best = {.count = 0};
    double least = INFINITY;
    for (uint32_t set = 1; set < 1u << s->count; ++set) {
        simplex sub = {.count = 0};
        double x[3];
        bool inside = true;
        for (int32_t i = 0; i < s->count; ++i)
            if ((set >> i & 1) != 0)
                sub.corners[sub.count++] = s->corners[i];
        if (!weigh(sub.corners, sub.count, sub.weight))
            continue;
        for (int32_t i = 0; i < sub.count; ++i)
            inside &= sub.weight[i] >= 0.0;
        point_of(sub.corners, sub.weight, sub.count, x);
        if (!inside || !(dot3(x, x) < least))
            continue;
        least = dot3(x, x);
        best = sub;
        memcpy(nearest, x, sizeof x);
    }
    *s = best;
}

static bool has(const simplex* s, const corner* c) {
    for (int32_t i = 0; i < s->count; ++i)
        if (s->corners[i].from[0] == c->from[0] && s->corners[i].from[1] == c->from[1])
            return true;
    return false;
}

gjk_result gjk_distance(gjk_set first, gjk_set second) {
    SUPPLE_ASSERT(first.count > 0 && second.count > 0);
    simplex s = {.corners = {corner_of(first, second, 0, 0)}, .weight = {1.0}, .count = 1};
    double x[3], size = 0.0;
    memcpy(x, s.corners[0].at, sizeof x);
    for (int round = 0; round < GJK_ROUNDS; ++round) {
        const double back[3] = {-x[0], -x[1], -x[2]};
        corner c = corner_of(first, second, farthest(first, back), farthest(second, x));
        size = dot3(c.at, c.at) > size ? dot3(c.at, c.at) : size;
        if (dot3(x, x) <= 1e-24 * size || dot3(x, x) - dot3(x, c.at) <= 1e-12 * dot3(x, x) ||
            has(&s, &c) || s.count == 4)
            break;
        s.corners[s.count++] = c;
        shrink(&s, x);
    }
    gjk_result out = {.distance = sqrt(dot3(x, x))};
    for (int32_t i = 0; i < s.count; ++i) {
        along3(out.on[0], s.weight[i], first.points[s.corners[i].from[0]], out.on[0]);
        along3(out.on[1], s.weight[i], second.points[s.corners[i].from[1]], out.on[1]);
    }
    if (s.count == 4 || out.distance <= 1e-12 * sqrt(size))
        out.distance = 0.0;
    for (int k = 0; k < 3 && out.distance > 0.0; ++k)
        out.normal[k] = x[k] / out.distance;
    return out;
}
