// In a basis of five directions, where the matrix of a pair has all of its numbers.
// SPDX-License-Identifier: MIT
#include "bake/contact/barrier.h"

#include "bake/dynamics/firm.h"

#include <string.h>

// A function of the squared distance, J, and its derivatives.
typedef struct values {
    double value, first, second;
} values;

static values of_square(const barrier* b, double square) {
    double t = b->thickness, whole = b->distance * (2.0 * t + b->distance);
    double y = (square - t * t) / whole, less = y - 1.0;
    if (!(y < 1.0))
        return (values){0.0, 0.0, 0.0};
    if (!(y > 0.0))
        return (values){INFINITY, -INFINITY, INFINITY};
    double logarithm = log(y), k = b->stiffness;
    return (values){-k * less * less * logarithm,
                    -k * (2.0 * less * logarithm + less * less / y) / whole,
                    k * (less / y * (less / y - 4.0) - 2.0 * logarithm) / (whole * whole)};
}

static near_points nearest(const barrier_pair* p, const vec3 x[4]) {
    return p->edges ? near_edges(x) : near_face(x);
}

// ---- nearly parallel edges ---------------------------------------------------------------

// m, and its derivatives by c = |a x b|^2.
static values of_angle(const barrier_pair* p, const vec3 x[4]) {
    if (!p->edges)
        return (values){1.0, 0.0, 0.0};
    vec3 across = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[3], x[2]));
    double part = v3_dot(across, across) / p->parallel;
    if (!(part < 1.0))
        return (values){1.0, 0.0, 0.0};
    return (values){part * (2.0 - part), 2.0 * (1.0 - part) / p->parallel,
                    -2.0 / (p->parallel * p->parallel)};
}

// The gradient of c by both edges, to the digits of the angle.
static void angle_gradient(vec3 a, vec3 b, vec3 out[2]) {
    vec3 across = v3_cross(a, b);
    out[0] = v3_scale(v3_cross(b, across), 2.0);
    out[1] = v3_scale(v3_cross(across, a), 2.0);
}

// Its second derivative by both edges, [6][6].
static void angle_matrix(vec3 a, vec3 b, double out[36]) {
    const double e[2][3] = {{a.x, a.y, a.z}, {b.x, b.y, b.z}};
    double ab = v3_dot(a, b), square[2] = {v3_dot(b, b), v3_dot(a, a)};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double one = i == k ? 1.0 : 0.0;
            for (int side = 0; side < 2; ++side) {
                const double* other = e[1 - side];
                out[6 * (3 * side + i) + 3 * side + k] =
                    2.0 * (one * square[side] - other[i] * other[k]);
            }
            double mixed = 4.0 * e[0][i] * e[1][k] - 2.0 * e[1][i] * e[0][k] - 2.0 * ab * one;
            out[6 * i + 3 + k] = out[6 * (3 + k) + i] = mixed;
        }
}

// ---- value and gradient -------------------------------------------------------------------

double barrier_energy(const barrier* b, const barrier_pair* p, const vec3 x[4]) {
    near_points at = nearest(p, x);
    values of = of_square(b, v3_dot(at.between, at.between));
    if (of.value == 0.0)
        return 0.0;
    double m = of_angle(p, x).value;
    return m > 0.0 ? m * of.value : 0.0;
}

void barrier_gradient(const barrier* b, const barrier_pair* p, const vec3 x[4], vec3 out[4]) {
    near_points at = nearest(p, x);
    values of = of_square(b, v3_dot(at.between, at.between)), m = {1.0, 0.0, 0.0};
    if (of.value != 0.0)
        m = of_angle(p, x);
    double along = m.value > 0.0 ? 2.0 * m.value * of.first : 0.0;
    for (int i = 0; i < 4; ++i)
        out[i] = v3_scale(at.between, along * at.weight[i]);
    if (m.first == 0.0 || of.value == 0.0)
        return;
    vec3 turn[2];
    angle_gradient(v3_sub(x[1], x[0]), v3_sub(x[3], x[2]), turn);
    for (int i = 0; i < 4; ++i)
        out[i] = v3_madd(out[i], turn[i / 2], (i % 2 == 0 ? -1.0 : 1.0) * m.first * of.value);
}

double barrier_push(const barrier* b, const barrier_pair* p, const vec3 x[4], near_points* at) {
    *at = nearest(p, x);
    double square = v3_dot(at->between, at->between);
    values of = of_square(b, square);
    if (of.value == 0.0)
        return 0.0;
    return -2.0 * of_angle(p, x).value * of.first * sqrt(square);
}

// ---- the matrix --------------------------------------------------------------------------

enum { BARRIER_BASIS = 5 };

// Directions of the four nodes together, each of unit length and across the others: weights of nodes times an axis. r and its
// derivatives by nodes and parameters are in them.
typedef struct basis {
    int32_t count;
    double weight[BARRIER_BASIS][4];
    vec3 axis[BARRIER_BASIS];
    double size; // of the pair's weights
} basis;

static double weight_dot(const double a[4], const double b[4]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static basis basis_of(const near_points* at) {
    double length = v3_length(at->between);
    vec3 n = v3_scale(at->between, 1.0 / length);
    vec3 other = fabs(n.x) < 0.6 ? v3(1.0, 0.0, 0.0) : v3(0.0, 1.0, 0.0);
    vec3 t = v3_unit(v3_cross(n, other));
    basis s = {.count = 3, .axis = {n, t, v3_cross(n, t)}};
    s.size = sqrt(weight_dot(at->weight, at->weight));
    for (int i = 0; i < 4; ++i)
        s.weight[0][i] = s.weight[1][i] = s.weight[2][i] = at->weight[i] / s.size;
    for (int32_t k = 0; k < at->sliding; ++k) {
        double* w = s.weight[s.count];
        memcpy(w, at->slide_weight[k], sizeof s.weight[0]);
        for (int pass = 0; pass < 2; ++pass) // across n's others: 0 and those of before
            for (int32_t other_one = 0; other_one < s.count; other_one += other_one == 0 ? 3 : 1) {
                double along = weight_dot(w, s.weight[other_one]);
                for (int i = 0; i < 4; ++i)
                    w[i] -= along * s.weight[other_one][i];
            }
        double size = sqrt(weight_dot(w, w));
        for (int i = 0; i < 4; ++i)
            w[i] = size > 1e-8 ? w[i] / size : 0.0;
        s.axis[s.count++] = n;
    }
    return s;
}

// f_xp in the basis: the derivative of weight times r by a parameter.
static void slide_in_basis(const basis* s, const near_points* at, int32_t k,
                           double out[BARRIER_BASIS]) {
    for (int32_t i = 0; i < s->count; ++i)
        out[i] = weight_dot(s->weight[i], at->slide_weight[k]) * v3_dot(s->axis[i], at->between) +
                 weight_dot(s->weight[i], at->weight) * v3_dot(s->axis[i], at->slide[k]);
}

// The inverse of f_pp.
static void invert(const near_points* at, double out[2][2]) {
    const vec3* e = at->slide;
    double a = v3_dot(e[0], e[0]), b = v3_dot(e[0], e[1]), c = v3_dot(e[1], e[1]);
    if (at->sliding < 2) {
        out[0][0] = at->sliding == 1 ? 1.0 / a : 0.0;
        out[0][1] = out[1][0] = out[1][1] = 0.0;
        return;
    }
    double det = a * c - b * b;
    out[0][0] = c / det;
    out[1][1] = a / det;
    out[0][1] = out[1][0] = -b / det;
}

// 4 b'' g g^T + 2 b' (f_xx - f_xp f_pp^-1 f_px), g = weight times r, [count][count].
static void matrix_in_basis(const basis* s, const near_points* at, const values* of, double* out) {
    double slide[2][BARRIER_BASIS], inverse[2][2];
    int32_t n = s->count;
    invert(at, inverse);
    for (int32_t k = 0; k < at->sliding; ++k)
        slide_in_basis(s, at, k, slide[k]);
    for (int32_t i = 0; i < n; ++i)
        for (int32_t j = 0; j < n; ++j) {
            double sum = i == j && i < 3 ? s->size * s->size : 0.0;
            for (int32_t k = 0; k < at->sliding; ++k)
                for (int32_t l = 0; l < at->sliding; ++l)
                    sum -= slide[k][i] * inverse[k][l] * slide[l][j];
            out[n * i + j] = 2.0 * of->first * sum;
        }
    double square = v3_dot(at->between, at->between);
    out[0] += 4.0 * of->second * s->size * s->size * square;
}

// To the nodes.
static void out_of_basis(const basis* s, const double* in, double out[144]) {
    double column[BARRIER_BASIS][12], half[BARRIER_BASIS][12];
    for (int32_t i = 0; i < s->count; ++i)
        for (int k = 0; k < 12; ++k)
            column[i][k] = s->weight[i][k / 3] * (&s->axis[i].x)[k % 3];
    for (int32_t i = 0; i < s->count; ++i)
        for (int k = 0; k < 12; ++k) {
            half[i][k] = 0.0;
            for (int32_t j = 0; j < s->count; ++j)
                half[i][k] += in[s->count * i + j] * column[j][k];
        }
    for (int i = 0; i < 12; ++i)
        for (int k = 0; k < 12; ++k) {
            double sum = 0.0;
            for (int32_t j = 0; j < s->count; ++j)
                sum += column[j][i] * half[j][k];
            out[12 * i + k] = sum;
        }
}

// m E + what m's own change adds; without m the matrix is that of E.
static void add_angle(const vec3 x[4], const values* m, const values* of, const near_points* at,
                      double out[144]) {
    vec3 a = v3_sub(x[1], x[0]), b = v3_sub(x[3], x[2]), turn[2];
    double bend[36], c[12], e[12];
    angle_gradient(a, b, turn);
    angle_matrix(a, b, bend);
    for (int i = 0; i < 12; ++i) {
        c[i] = (i / 3 % 2 == 0 ? -1.0 : 1.0) * (&turn[i / 6].x)[i % 3];
        e[i] = 2.0 * of->first * at->weight[i / 3] * (&at->between.x)[i % 3];
    }
    for (int i = 0; i < 12; ++i)
        for (int k = 0; k < 12; ++k) {
            double sign = (i / 3 + k / 3) % 2 == 0 ? 1.0 : -1.0;
            double second = sign * bend[6 * (3 * (i / 6) + i % 3) + 3 * (k / 6) + k % 3];
            out[12 * i + k] = m->value * out[12 * i + k] + m->first * (c[i] * e[k] + e[i] * c[k]) +
                              of->value * (m->second * c[i] * c[k] + m->first * second);
        }
}

// Moving all nodes alike costs nothing, so nine directions are enough: differences of nodes.
static void make_firm(double matrix[144]) {
    static const double difference[3][4] = {
        {0.5, -0.5, 0.5, -0.5}, {0.5, 0.5, -0.5, -0.5}, {0.5, -0.5, -0.5, 0.5}};
    double half[9][12], small[81];
    for (int i = 0; i < 9; ++i)
        for (int k = 0; k < 12; ++k) {
            half[i][k] = 0.0;
            for (int node = 0; node < 4; ++node)
                half[i][k] += difference[i / 3][node] * matrix[12 * (3 * node + i % 3) + k];
        }
    for (int i = 0; i < 9; ++i)
        for (int k = 0; k < 9; ++k) {
            small[9 * i + k] = 0.0;
            for (int node = 0; node < 4; ++node)
                small[9 * i + k] += difference[k / 3][node] * half[i][3 * node + k % 3];
        }
    firm_project(small, 9);
    for (int i = 0; i < 9; ++i)
        for (int k = 0; k < 12; ++k) {
            half[i][k] = 0.0;
            for (int j = 0; j < 3; ++j)
                half[i][k] += small[9 * i + 3 * j + k % 3] * difference[j][k / 3];
        }
    for (int i = 0; i < 12; ++i)
        for (int k = 0; k < 12; ++k) {
            double sum = 0.0;
            for (int j = 0; j < 3; ++j)
                sum += difference[j][i / 3] * half[3 * j + i % 3][k];
            matrix[12 * i + k] = sum;
        }
}

void barrier_matrix(const barrier* b, const barrier_pair* p, const vec3 x[4], bool firm,
                    double out[144]) {
    near_points at = nearest(p, x);
    values of = of_square(b, v3_dot(at.between, at.between));
    memset(out, 0, 144 * sizeof *out);
    if (of.value == 0.0)
        return;
    values m = of_angle(p, x);
    if (m.value == 0.0 && of.value < INFINITY && m.first == 0.0)
        return;
    basis s = basis_of(&at);
    double small[BARRIER_BASIS * BARRIER_BASIS];
    matrix_in_basis(&s, &at, &of, small);
    if (m.first == 0.0 && firm)
        firm_project(small, s.count);
    out_of_basis(&s, small, out);
    if (m.first == 0.0)
        return;
    add_angle(x, &m, &of, &at, out);
    if (firm)
        make_firm(out);
}
