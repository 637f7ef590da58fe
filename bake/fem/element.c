// Quadrature in barycentric coordinates, closed forms where they are exact.
//
// Stiffness: one point for four nodes, the four-point rule of degree 2 for ten; exact for straight
// elements, and for curved ones (a rational integrand) what C3D10 of Abaqus and CalculiX has. Mass of a
// straight element: integrals of L0^a L1^b L2^c L3^d are 6 V a! b! c! d! / (a + b + c + d + 3)!. Of a
// curved one: the integrand has degree 7 (two shape functions and a cubic Jacobian), for which the
// 35 points of Grundmann and Moeller (1978) are exact; some of their weights are negative, which costs
// one digit of sixteen and nothing else, as the sum is exact. Row sums for a diagonal mass give
// negative corners (numerics.md E2), so there is none of that here.
// SPDX-License-Identifier: MIT
#include "bake/fem/element.h"

#include "bake/base/assert.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The four-point rule: one coordinate ELEMENT_NEAR, three ELEMENT_FAR; (5 +- sqrt 5) / 20 and so on, weights alike.
static const double ELEMENT_NEAR = 0.58541019662496845446, ELEMENT_FAR = 0.13819660112501051518;

// A straight element is one whose mid-edge nodes lie in the middle up to this part of the edge.
static const double ELEMENT_STRAIGHT = 1e-12;

// Six volumes over the cube of the longest edge, below which an element is flat.
static const double ELEMENT_FLAT = 1e-12;

enum { MASS_POINTS = 35 };

// ---- shape functions -------------------------------------------------------------------

static void shape_values(const double l[4], int32_t width, double* n) {
    if (width == 4) {
        memcpy(n, l, 4 * sizeof *n);
        return;
    }
    for (int k = 0; k < 4; ++k)
        n[k] = l[k] * (2.0 * l[k] - 1.0);
    for (int k = 0; k < 6; ++k)
        n[4 + k] = 4.0 * l[tet_edge[k][0]] * l[tet_edge[k][1]];
}

// Derivatives by L1, L2, L3, where L0 = 1 - L1 - L2 - L3.
static void shape_slopes(const double l[4], int32_t width, vec3* d) {
    static const vec3 of[4] = {
        {-1.0, -1.0, -1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int k = 0; k < 4; ++k)
        d[k] = width == 4 ? of[k] : v3_scale(of[k], 4.0 * l[k] - 1.0);
    for (int k = 4; k < width; ++k) {
        int a = tet_edge[k - 4][0], b = tet_edge[k - 4][1];
        d[k] = v3_scale(v3_add(v3_scale(of[b], l[a]), v3_scale(of[a], l[b])), 4.0);
    }
}

// The place's derivatives by L1, L2, L3, and their box product: six volumes for a straight element.
typedef struct jacobian {
    vec3 by[3];
    double determinant;
} jacobian;

static jacobian jacobian_at(const vec3* nodes, const vec3* slopes, int32_t width) {
    jacobian j = {0};
    for (int32_t k = 0; k < width; ++k) {
        j.by[0] = v3_madd(j.by[0], nodes[k], slopes[k].x);
        j.by[1] = v3_madd(j.by[1], nodes[k], slopes[k].y);
        j.by[2] = v3_madd(j.by[2], nodes[k], slopes[k].z);
    }
    j.determinant = v3_dot(v3_cross(j.by[0], j.by[1]), j.by[2]);
    return j;
}

static double determinant_at(const vec3* nodes, int32_t width, const double l[4]) {
    vec3 slopes[ELEMENT_WIDTH_MAX];
    shape_slopes(l, width, slopes);
    return jacobian_at(nodes, slopes, width).determinant;
}

double element_gradients(const vec3* nodes, int32_t width, const double l[4], vec3* gradients) {
    SUPPLE_ASSERT(width == 4 || width == 10);
    vec3 slopes[ELEMENT_WIDTH_MAX];
    shape_slopes(l, width, slopes);
    jacobian j = jacobian_at(nodes, slopes, width);
    vec3 column[3];
    for (int k = 0; k < 3; ++k)
        column[k] = v3_scale(v3_cross(j.by[(k + 1) % 3], j.by[(k + 2) % 3]), 1.0 / j.determinant);
    for (int32_t k = 0; k < width; ++k)
        gradients[k] = v3_madd(v3_madd(v3_scale(column[0], slopes[k].x), column[1], slopes[k].y),
                               column[2], slopes[k].z);
    return j.determinant;
}

// Point i of the rule for stiffness; its weight is one over the number of points, of a sixth.
static int32_t stiffness_point(int32_t width, int32_t i, double l[4]) {
    for (int k = 0; k < 4; ++k)
        l[k] = width == 4 ? 0.25 : k == i ? ELEMENT_NEAR : ELEMENT_FAR;
    return width == 4 ? 1 : 4;
}

// ---- stiffness -------------------------------------------------------------------------

// Adds the 3 x 3 block between nodes i and k.
static void add_block(double* matrix, int32_t order, const material_lame* lame, vec3 i, vec3 k,
                      double weight) {
    const double p[3] = {i.x, i.y, i.z}, q[3] = {k.x, k.y, k.z};
    double shared = lame->mu * v3_dot(i, k);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            matrix[a * order + b] += weight * (lame->lambda * p[a] * q[b] + lame->mu * p[b] * q[a] +
                                               (a == b ? shared : 0.0));
}

// At one point, the upper triangle.
static void add_point(const vec3* nodes, int32_t width, const material_lame* lame,
                      const double l[4], double fraction, double* matrix) {
    vec3 g[ELEMENT_WIDTH_MAX];
    int32_t order = 3 * width;
    double weight = element_gradients(nodes, width, l, g) * (fraction / 6.0);
    for (int32_t i = 0; i < width; ++i)
        for (int32_t k = i; k < width; ++k)
            add_block(matrix + (ptrdiff_t)3 * i * order + (ptrdiff_t)3 * k, order, lame, g[i], g[k],
                      weight);
}

// How much of a filling is all over the element; the rest is at the points of its rule, which only ten nodes can tell
// apart.
static double even_fraction(tet_filling f, int32_t width) {
    return f.rule_or_null == NULL || width == 4 ? f.fraction : fmin(f.fraction, ELEMENT_EVEN);
}

void element_stiffness(const vec3* nodes, int32_t width, const material* m, tet_filling filling,
                       double* matrix) {
    SUPPLE_ASSERT((width == 4 || width == 10) && filling.fraction > 0.0);
    material_lame lame = material_lame_of(m);
    int32_t order = 3 * width, points = 1;
    double even = even_fraction(filling, width), rest = filling.fraction - even;
    memset(matrix, 0, (size_t)(order * order) * sizeof *matrix);
    for (int32_t point = 0; point < points; ++point) {
        double l[4];
        points = stiffness_point(width, point, l);
        add_point(nodes, width, &lame, l, even / points, matrix);
        if (rest > 0.0)
            add_point(nodes, width, &lame, filling.rule_or_null->l[point], rest / points, matrix);
    }
    for (int32_t row = 0; row < order; ++row)
        for (int32_t column = 0; column < row; ++column)
            matrix[row * order + column] = matrix[column * order + row];
}

// ---- mass ------------------------------------------------------------------------------

typedef struct mass_point {
    double l[4], weight;
} mass_point;

// Degree 7 in three dimensions: weights (-1)^i (10 - 2 i)^7 / (64 i! (10 - i)!), points
// (2 b + 1) / (10 - 2 i) for all b of four whole numbers with the sum 3 - i.
static void mass_points(mass_point points[MASS_POINTS]) {
    static const double weights[4] = {1e7 / (64.0 * 3628800.0), -2097152.0 / (64.0 * 362880.0),
                                      279936.0 / (64.0 * 2.0 * 40320.0),
                                      -16384.0 / (64.0 * 6.0 * 5040.0)};
    int count = 0;
    for (int i = 0; i < 4; ++i)
        for (int a = 0; a <= 3 - i; ++a)
            for (int b = 0; a + b <= 3 - i; ++b)
                for (int c = 0; a + b + c <= 3 - i; ++c) {
                    const int at[4] = {3 - i - a - b - c, a, b, c};
                    mass_point* p = &points[count++];
                    p->weight = weights[i];
                    for (int k = 0; k < 4; ++k)
                        p->l[k] = (2.0 * at[k] + 1.0) / (10.0 - 2.0 * i);
                }
}

static bool is_straight(const vec3* nodes, int32_t width) {
    for (int k = 0; k < 6 && width == 10; ++k) {
        vec3 a = nodes[tet_edge[k][0]], b = nodes[tet_edge[k][1]];
        if (!(v3_distance(nodes[4 + k], v3_lerp(a, b, 0.5)) <=
              ELEMENT_STRAIGHT * v3_distance(a, b)))
            return false;
    }
    return true;
}

static double corner_volume(const vec3* nodes) {
    return tet_volume(nodes[0], nodes[1], nodes[2], nodes[3]);
}

// How many corners the edges of two mid-edge nodes have in common.
static int shared_corners(const int* e, const int* f) {
    return (e[0] == f[0]) + (e[0] == f[1]) + (e[1] == f[0]) + (e[1] == f[1]);
}

// The integral of two quadratic shape functions over a straight element, in 420ths of its volume.
static double mass_fraction(int32_t i, int32_t k) {
    if (i < 4 && k < 4)
        return i == k ? 6.0 : 1.0;
    if (i >= 4 && k >= 4)
        return (double)(8 << shared_corners(tet_edge[i - 4], tet_edge[k - 4]));
    int32_t corner = i < 4 ? i : k;
    const int* edge = tet_edge[(i < 4 ? k : i) - 4];
    return edge[0] == corner || edge[1] == corner ? -4.0 : -6.0;
}

// Adds one point's products of shape functions.
static void add_products(const double l[4], int32_t width, double weight, double* matrix) {
    double n[ELEMENT_WIDTH_MAX];
    shape_values(l, width, n);
    for (int32_t i = 0; i < width; ++i)
        for (int32_t k = 0; k < width; ++k)
            matrix[i * width + k] += weight * (n[i] * n[k]);
}

static void consistent_mass(const vec3* nodes, int32_t width, double density, double* matrix) {
    if (!is_straight(nodes, width)) {
        mass_point points[MASS_POINTS];
        mass_points(points);
        for (int i = 0; i < MASS_POINTS; ++i)
            add_products(points[i].l, width,
                         density * points[i].weight * determinant_at(nodes, width, points[i].l),
                         matrix);
        return;
    }
    double mass = density * corner_volume(nodes);
    for (int32_t i = 0; i < width; ++i)
        for (int32_t k = 0; k < width; ++k)
            matrix[i * width + k] =
                width == 4 ? mass / (i == k ? 10.0 : 20.0) : mass * mass_fraction(i, k) / 420.0;
}

static void calculix_mass(const vec3* nodes, int32_t width, double density, double* matrix) {
    int32_t points = 1;
    for (int32_t i = 0; i < points; ++i) {
        double l[4];
        points = stiffness_point(width, i, l);
        add_products(l, width, density * determinant_at(nodes, width, l) / (6.0 * points), matrix);
    }
}

static void lump(double mass, int32_t width, double* matrix) {
    double trace = 0.0;
    for (int32_t i = 0; i < width; ++i)
        trace += matrix[i * width + i];
    for (int32_t i = 0; i < width; ++i)
        for (int32_t k = 0; k < width; ++k)
            matrix[i * width + k] = i == k ? matrix[i * width + i] * (mass / trace) : 0.0;
}

void element_mass(const vec3* nodes, int32_t width, double density, tet_filling filling,
                  element_mass_rule rule, double* matrix) {
    SUPPLE_ASSERT((width == 4 || width == 10) && density > 0.0 && filling.fraction > 0.0);
    memset(matrix, 0, (size_t)(width * width) * sizeof *matrix);
    if (rule == ELEMENT_MASS_CCX) {
        calculix_mass(nodes, width, density * filling.fraction, matrix);
        return;
    }
    double even = even_fraction(filling, width), rest = filling.fraction - even;
    consistent_mass(nodes, width, density * even, matrix);
    for (int i = 0; i < 4 && rest > 0.0; ++i) {
        const double* l = filling.rule_or_null->l[i];
        add_products(l, width, density * rest * determinant_at(nodes, width, l) / 24.0, matrix);
    }
    if (rule == ELEMENT_MASS_HRZ)
        lump(density * filling.fraction * element_volume(nodes, width), width, matrix);
}

// ---- shape of an element ---------------------------------------------------------------

double element_volume(const vec3* nodes, int32_t width) {
    SUPPLE_ASSERT(width == 4 || width == 10);
    if (is_straight(nodes, width))
        return corner_volume(nodes);
    mass_point points[MASS_POINTS];
    mass_points(points);
    double sum = 0.0;
    for (int i = 0; i < MASS_POINTS; ++i)
        sum += points[i].weight * determinant_at(nodes, width, points[i].l);
    return sum;
}

void element_nodes(const tets* t, int32_t element, vec3 nodes[ELEMENT_WIDTH_MAX]) {
    SUPPLE_ASSERT(element >= 0 && element < t->tet_count && t->width <= ELEMENT_WIDTH_MAX);
    const int32_t* e = t->elements + (size_t)element * (size_t)t->width;
    for (int32_t k = 0; k < t->width; ++k)
        nodes[k] = t->nodes[e[k]];
}

// The smallest determinant that is more than rounding: the edges' differences have an error of the
// coordinates' last digits.
static double least_determinant(const vec3* nodes) {
    double edge = 0.0, far = 0.0;
    for (int k = 0; k < 6; ++k)
        edge = fmax(edge, v3_distance(nodes[tet_edge[k][0]], nodes[tet_edge[k][1]]));
    for (int k = 0; k < 4; ++k)
        far = fmax(far, v3_length(nodes[k]));
    return (ELEMENT_FLAT * edge + 8.0 * DBL_EPSILON * far) * edge * edge;
}

// Where a curved element is not the right way round, at the points of its integrals and at its nodes;
// the node nearest to it, or -1.
static int32_t folded_node(const vec3* nodes, double least) {
    for (int32_t i = 0; i < 4; ++i) {
        double inner[4], corner[4] = {0.0};
        stiffness_point(10, i, inner);
        corner[i] = 1.0;
        if (!(determinant_at(nodes, 10, inner) > least) ||
            !(determinant_at(nodes, 10, corner) > least))
            return i;
    }
    for (int32_t i = 0; i < 6; ++i) {
        double middle[4] = {0.0};
        middle[tet_edge[i][0]] = middle[tet_edge[i][1]] = 0.5;
        if (!(determinant_at(nodes, 10, middle) > least))
            return 4 + i;
    }
    return -1;
}

bool element_check(const tets* t, int32_t element, place where, report* r) {
    SUPPLE_ASSERT(element >= 0 && element < t->tet_count);
    vec3 nodes[ELEMENT_WIDTH_MAX] = {{0}};
    element_nodes(t, element, nodes);
    const int32_t* e = t->elements + (size_t)element * (size_t)t->width;
    double least = least_determinant(nodes), six_volumes = 6.0 * corner_volume(nodes);
    if (!isfinite(six_volumes) || !isfinite(least))
        return report_error(r, where,
                            "element %d (nodes %d %d %d %d) has a corner that is not a number or "
                            "is too far away",
                            element, e[0], e[1], e[2], e[3]);
    if (six_volumes < -least)
        return report_error(r, where,
                            "element %d (nodes %d %d %d %d) is inside out: its volume is %g m^3; "
                            "swap two of its corners, or mend the node that went through a face",
                            element, e[0], e[1], e[2], e[3], six_volumes / 6.0);
    if (!(six_volumes > least))
        return report_error(
            r, where,
            "element %d (nodes %d %d %d %d) is flat: it has no volume; remove it or "
            "move a node out of the plane of the others",
            element, e[0], e[1], e[2], e[3]);
    int32_t folded = t->width == 10 ? folded_node(nodes, least) : -1;
    if (folded >= 0)
        return report_error(r, where,
                            "element %d (nodes %d %d %d %d) folds over itself near its node %d: "
                            "move the mid-edge nodes nearer to the middles of their edges",
                            element, e[0], e[1], e[2], e[3], e[folded]);
    return true;
}
