// Inside of both features if the nearest points are there, or else the best of a feature's ends.
// SPDX-License-Identifier: MIT
#include "bake/contact/near.h"

// Of the product of lengths' squares: below it the sine of an angle between two sides is rounding.
static const double NEAR_FLAT = 1e-14;

// A point on the edge from a to b that is nearest to x, 0 to 1; corners of the feature of x and of the edge in `weight`.
typedef struct end_case {
    int vertex, a, b;
    double sign; // of the vertex in r
} end_case;

static double part_of_edge(vec3 x, vec3 a, vec3 b) {
    vec3 e = v3_sub(b, a);
    double along = v3_dot(v3_sub(x, a), e), square = v3_dot(e, e);
    if (!(along > 0.0 && square > 0.0))
        return 0.0;
    return along < square ? along / square : 1.0;
}

static vec3 weighted(const double weight[4], const vec3 x[4]) {
    // from the largest weight's node: r is a difference, and so small where features are near
    vec3 sum = v3_scale(v3_sub(x[1], x[0]), weight[1]);
    sum = v3_madd(sum, v3_sub(x[2], x[0]), weight[2]);
    return v3_madd(sum, v3_sub(x[3], x[0]), weight[3]);
}

// The nearer of what there is and of a vertex with an edge.
static void try_end(const end_case* c, const vec3 x[4], near_points* best, double* least) {
    near_points p = {.sliding = 0};
    double part = part_of_edge(x[c->vertex], x[c->a], x[c->b]);
    p.weight[c->vertex] = c->sign;
    p.weight[c->a] = -c->sign * (1.0 - part);
    p.weight[c->b] = -c->sign * part;
    p.between = weighted(p.weight, x);
    double square = v3_dot(p.between, p.between);
    if (!(square < *least))
        return;
    if (part > 0.0 && part < 1.0) {
        p.sliding = 1;
        p.slide[0] = v3_scale(v3_sub(x[c->b], x[c->a]), -c->sign);
        p.slide_weight[0][c->a] = c->sign;
        p.slide_weight[0][c->b] = -c->sign;
    }
    *least = square;
    *best = p;
}

static near_points best_end(const end_case* cases, int count, const vec3 x[4]) {
    near_points best = {.weight = {1.0, -1.0, 0.0, 0.0}, .between = v3_sub(x[0], x[1])};
    double least = INFINITY;
    for (int i = 0; i < count; ++i)
        try_end(&cases[i], x, &best, &least);
    return best;
}

// Parameters with slide . (r0 + sum of slide * p) = 0, corrected once for what rounding left; false where the slides are
// parallel.
static bool free_parameters(vec3 r0, const vec3 slide[2], double p[2]) {
    double a = v3_dot(slide[0], slide[0]), b = v3_dot(slide[0], slide[1]),
           c = v3_dot(slide[1], slide[1]);
    double det = a * c - b * b;
    if (!(det > NEAR_FLAT * a * c))
        return false;
    p[0] = p[1] = 0.0;
    for (int pass = 0; pass < 2; ++pass) {
        vec3 r = v3_madd(v3_madd(r0, slide[0], p[0]), slide[1], p[1]);
        double f = v3_dot(slide[0], r), g = v3_dot(slide[1], r);
        p[0] -= (c * f - b * g) / det;
        p[1] -= (a * g - b * f) / det;
    }
    return true;
}

near_points near_face(const vec3 x[4]) {
    static const end_case ends[3] = {{0, 1, 2, 1.0}, {0, 2, 3, 1.0}, {0, 3, 1, 1.0}};
    near_points p = {.sliding = 2,
                     .slide = {v3_sub(x[1], x[2]), v3_sub(x[1], x[3])},
                     .slide_weight = {{0.0, 1.0, -1.0, 0.0}, {0.0, 1.0, 0.0, -1.0}}};
    double at[2];
    if (!free_parameters(v3_sub(x[0], x[1]), p.slide, at) ||
        !(at[0] > 0.0 && at[1] > 0.0 && at[0] + at[1] < 1.0))
        return best_end(ends, 3, x);
    const double weight[4] = {1.0, at[0] + at[1] - 1.0, -at[0], -at[1]};
    for (int i = 0; i < 4; ++i)
        p.weight[i] = weight[i];
    p.between = weighted(weight, x);
    return p;
}

near_points near_edges(const vec3 x[4]) {
    static const end_case ends[4] = {
        {0, 2, 3, 1.0}, {1, 2, 3, 1.0}, {2, 0, 1, -1.0}, {3, 0, 1, -1.0}};
    near_points p = {.sliding = 2,
                     .slide = {v3_sub(x[1], x[0]), v3_sub(x[2], x[3])},
                     .slide_weight = {{-1.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, -1.0}}};
    double at[2];
    if (!free_parameters(v3_sub(x[0], x[2]), p.slide, at) ||
        !(at[0] > 0.0 && at[0] < 1.0 && at[1] > 0.0 && at[1] < 1.0))
        return best_end(ends, 4, x);
    const double weight[4] = {1.0 - at[0], at[0], at[1] - 1.0, -at[1]};
    for (int i = 0; i < 4; ++i)
        p.weight[i] = weight[i];
    p.between = weighted(weight, x);
    return p;
}
