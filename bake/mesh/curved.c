// Newton's method on the quadratic map, element after element.
// SPDX-License-Identifier: MIT
#include "bake/mesh/curved.h"

#include "bake/base/parallel.h"

#include <string.h>

#define CURVED_OFF_MIDDLE 1e-12 // of an edge's length
#define ON_FACE           1e-9  // coordinates this much below zero still count as inside
#define ARRIVED           1e-13 // change of coordinates in the last step
#define ASTRAY            2.0   // beyond this no coordinate is that of a point near the element

enum { STEPS_MAX = 24, WALK_MAX = 16, POINT_GRAIN = 256 };

typedef struct correcting {
    const tets* t;
    const int32_t* neighbour;
    const vec3* points;
    embedding* e;
    double* distance;
} correcting;

static bool is_curved(const tets* t, int32_t element) {
    const int32_t* e = t->elements + 10 * (size_t)element;
    for (int k = 0; k < 6; ++k) {
        vec3 a = t->nodes[e[tet_edge[k][0]]], b = t->nodes[e[tet_edge[k][1]]];
        vec3 middle = v3_scale(v3_add(a, b), 0.5);
        if (v3_distance(t->nodes[e[4 + k]], middle) > CURVED_OFF_MIDDLE * v3_distance(a, b))
            return true;
    }
    return false;
}

static vec3 place_at(const tets* t, int32_t element, const double b[4]) {
    const int32_t* e = t->elements + 10 * (size_t)element;
    double shape[10];
    tet_shape(10, b, shape);
    vec3 at = v3(0, 0, 0);
    for (int k = 0; k < 10; ++k)
        at = v3_madd(at, t->nodes[e[k]], shape[k]);
    return at;
}

// From coordinates b to those of p; false when it goes astray or the map folds.
static bool find_in(const tets* t, int32_t element, vec3 p, double b[4]) {
    const int32_t* e = t->elements + 10 * (size_t)element;
    for (int step = 0; step < STEPS_MAX; ++step) {
        double slope[10][3];
        tet_shape_slopes(10, b, slope);
        vec3 along[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
        for (int k = 0; k < 10; ++k)
            for (int i = 0; i < 3; ++i)
                along[i] = v3_madd(along[i], t->nodes[e[k]], slope[k][i]);
        vec3 rest = v3_sub(p, place_at(t, element, b));
        double box = v3_dot(along[0], v3_cross(along[1], along[2])), largest = 0.0;
        if (!(box > 0.0))
            return false;
        for (int i = 0; i < 3; ++i) {
            double d = v3_dot(rest, v3_cross(along[(i + 1) % 3], along[(i + 2) % 3])) / box;
            b[i + 1] += d;
            largest = fmax(largest, fabs(d));
        }
        b[0] = 1.0 - b[1] - b[2] - b[3];
        if (!(fmax(fmax(fabs(b[0]), fabs(b[1])), fmax(fabs(b[2]), fabs(b[3]))) < ASTRAY))
            return false;
        if (largest < ARRIVED)
            return true;
    }
    return false;
}

static int least_of(const double b[4]) {
    int least = 0;
    for (int k = 1; k < 4; ++k)
        least = b[k] < b[least] ? k : least;
    return least;
}

// To the nearest place of the element that has no coordinate below zero, or a little more.
static double distance_to(const tets* t, int32_t element, vec3 p, const double b[4]) {
    double inside[4], sum = 0.0;
    for (int k = 0; k < 4; ++k)
        sum += inside[k] = fmax(b[k], 0.0);
    for (int k = 0; k < 4; ++k)
        inside[k] /= sum;
    return v3_distance(p, place_at(t, element, inside));
}

static void correct_point(const correcting* c, int64_t i) {
    const tets* t = c->t;
    int32_t element = c->e->element[i], best_element = -1;
    double best[4] = {0.0}, start[4], b[4];
    memcpy(start, c->e->barycentric[i], sizeof start);
    if (start[least_of(start)] >= -ON_FACE && !is_curved(t, element))
        return;
    for (int walk = 0; walk < WALK_MAX && element >= 0; ++walk) {
        memcpy(b, start, sizeof b);
        if (!find_in(t, element, c->points[i], b))
            break;
        int out = least_of(b);
        if (best_element < 0 || b[out] > best[least_of(best)]) {
            best_element = element;
            memcpy(best, b, sizeof best);
        }
        if (b[out] >= -ON_FACE)
            break;
        element = c->neighbour[4 * (ptrdiff_t)element + out];
        start[0] = start[1] = start[2] = start[3] = 0.25;
    }
    if (best_element < 0)
        return;
    c->e->element[i] = best_element;
    memcpy(c->e->barycentric[i], best, sizeof best);
    c->distance[i] =
        best[least_of(best)] >= -ON_FACE ? 0.0 : distance_to(t, best_element, c->points[i], best);
}

static void correct_run(void* user, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
        correct_point(user, i);
}

bool curved_any(const tets* t) {
    for (int32_t i = 0; t->width == 10 && i < t->tet_count; ++i)
        if (is_curved(t, i))
            return true;
    return false;
}

void curved_correct(const tets* t, const int32_t* neighbour, const vec3* points, embedding* e,
                    double* distance, int threads) {
    correcting c = {t, neighbour, points, e, distance};
    parallel_for(threads, e->count, POINT_GRAIN, correct_run, &c);
}
