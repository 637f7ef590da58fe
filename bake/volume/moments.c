// Sums over the boxes in each element, then the corners of a tetrahedron with the same moments.
// SPDX-License-Identifier: MIT
#include "bake/volume/moments.h"

#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

static const double NEARLY_FULL = 0.9; // and one over it: boxes know no better
static const double EMPTY = 1e-6;      // of an element: such a filling is nowhere
static const double THINNEST = 1e-4;   // of an element's size: the spread of what has none
static const double OUTSIDE_MOST =
    2.5; // coordinates of a point beside the element: farther, it is pulled in

typedef struct moments {
    double volume;
    double first[3];
    double second[6]; // xx yy zz xy yz zx
} moments;

static void add_box(moments* m, vec3 at, double volume, vec3 sides) {
    double along = volume;
    const double side[3] = {sides.x, sides.y, sides.z}, p[3] = {at.x, at.y, at.z};
    for (int k = 0; k < 3; ++k)
        along /= side[k] > 0.0 ? side[k] : 1.0;
    m->volume += volume;
    for (int k = 0; k < 3; ++k) {
        double own = side[k] > 0.0 ? side[k] : along;
        m->first[k] += volume * p[k];
        m->second[k] += volume * (p[k] * p[k] + own * own / 12.0);
        m->second[3 + k] += volume * p[k] * p[(k + 1) % 3];
    }
}

// The lower factor of the spread about the middle, every direction of which has at least some.
static void factor_spread(const moments* m, const double middle[3], double least, double l[3][3]) {
    double c[3][3];
    for (int k = 0; k < 3; ++k) {
        int n = (k + 1) % 3;
        c[k][k] = m->second[k] / m->volume - middle[k] * middle[k];
        c[k][n] = c[n][k] = m->second[3 + k] / m->volume - middle[k] * middle[n];
    }
    memset(l, 0, 9 * sizeof(double));
    for (int k = 0; k < 3; ++k) {
        double pivot = c[k][k];
        for (int i = 0; i < k; ++i)
            pivot -= l[k][i] * l[k][i];
        l[k][k] = sqrt(pivot > least * least ? pivot : least * least);
        for (int n = k + 1; n < 3; ++n) {
            double x = c[n][k];
            for (int i = 0; i < k; ++i)
                x -= l[n][i] * l[k][i];
            l[n][k] = x / l[k][k];
        }
    }
}

static void barycentric(const vec3 corner[4], vec3 p, double l[4]) {
    double whole = tet_volume(corner[0], corner[1], corner[2], corner[3]);
    l[0] = tet_volume(p, corner[1], corner[2], corner[3]) / whole;
    l[1] = tet_volume(corner[0], p, corner[2], corner[3]) / whole;
    l[2] = tet_volume(corner[0], corner[1], p, corner[3]) / whole;
    l[3] = 1.0 - l[0] - l[1] - l[2];
}

// Towards the element's middle, so that strain is not continued far beyond it.
static void pull_in(double l[4]) {
    double most = 0.0;
    for (int k = 0; k < 4; ++k)
        most = fmax(most, fabs(l[k] - 0.25));
    for (int k = 0; k < 4 && most > OUTSIDE_MOST; ++k)
        l[k] = 0.25 + (l[k] - 0.25) * (OUTSIDE_MOST / most);
}

// Four points of a quarter each at the middle plus sqrt 3 times the factor times the corners of a tetrahedron in the unit
// ball: those have a third of the unit matrix as spread.
static void place_points(const moments* m, const vec3 corner[4], vec3 origin, double size,
                         tet_rule* rule) {
    static const double ball[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    double middle[3], l[3][3];
    for (int k = 0; k < 3; ++k)
        middle[k] = m->first[k] / m->volume;
    factor_spread(m, middle, THINNEST * size, l);
    for (int i = 0; i < 4; ++i) {
        double p[3];
        for (int k = 0; k < 3; ++k) {
            p[k] = middle[k];
            for (int n = 0; n <= k; ++n)
                p[k] += l[k][n] * ball[i][n]; // sqrt 3 over the length of (1, 1, 1) is 1
        }
        barycentric(corner, v3_add(origin, v3(p[0], p[1], p[2])), rule->l[i]);
        pull_in(rule->l[i]);
    }
}

static void add_boxes(const tets* t, const moment_boxes* body, moments* sums) {
    for (int32_t k = 0; k < body->count; ++k) {
        if (!(body->volumes[k] > 0.0))
            continue;
        int32_t e = body->element[k]; // from a corner: no digits are lost far from the origin
        vec3 origin = t->nodes[t->elements[4 * (ptrdiff_t)e]];
        add_box(&sums[e], v3_sub(body->points[k], origin), body->volumes[k], body->sides);
    }
}

tet_rule* moments_rules(const tets* t, const moment_boxes* lists, int list_count,
                        const int8_t* state, arena* memory) {
    SUPPLE_ASSERT(t->width == 4 && t->filled_or_null != NULL);
    arena* scratch = arena_create();
    tet_rule* rules = ARENA_NEW(memory, tet_rule, (size_t)t->tet_count);
    moments* sums = ARENA_NEW(scratch, moments, (size_t)t->tet_count);
    for (int l = 0; l < list_count; ++l)
        add_boxes(t, &lists[l], sums);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        vec3 corner[4];
        for (int k = 0; k < 4; ++k)
            corner[k] = t->nodes[t->elements[4 * (ptrdiff_t)i + k]];
        double volume = tet_volume(corner[0], corner[1], corner[2], corner[3]);
        double fraction = sums[i].volume / volume;
        bool cut = t->uncut_or_null == NULL || !t->uncut_or_null[i];
        bool full = state[i] == 1 || (fraction > NEARLY_FULL && fraction < 1.0 / NEARLY_FULL);
        rules[i].even = cut || full || !(fraction > EMPTY);
        if (!rules[i].even)
            place_points(&sums[i], corner, corner[0], v3_distance(corner[0], corner[1]), &rules[i]);
    }
    arena_destroy(scratch);
    return rules;
}
