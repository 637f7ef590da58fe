// With e = x1 - x0, a = x2 - x0, b = x3 - x0, N = e x a and N' = b x e the gradient is
//   g2 = -|e| N / N^2,   g3 = -|e| N' / N'^2,   g1 = -(alpha g2 + beta g3),   alpha = a.e / e^2, beta = b.e / e^2,
// and all four have no sum. Derivatives are taken by e, a and b, and given to the nodes at the end.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/hinge.h"

#include "bake/dynamics/mat3.h"

typedef struct hinge {
    vec3 e, a, b;  // edges
    vec3 n, m;     // N, N'
    double square; // e^2
    double alpha, beta;
    vec3 g1, g2, g3; // gradient
} hinge;

static hinge hinge_of(const vec3 x[4]) {
    hinge h = {.e = v3_sub(x[1], x[0]), .a = v3_sub(x[2], x[0]), .b = v3_sub(x[3], x[0])};
    h.n = v3_cross(h.e, h.a);
    h.m = v3_cross(h.b, h.e);
    h.square = v3_dot(h.e, h.e);
    h.alpha = v3_dot(h.a, h.e) / h.square;
    h.beta = v3_dot(h.b, h.e) / h.square;
    double length = sqrt(h.square);
    h.g2 = v3_scale(h.n, -length / v3_dot(h.n, h.n));
    h.g3 = v3_scale(h.m, -length / v3_dot(h.m, h.m));
    h.g1 = v3_scale(v3_madd(v3_scale(h.g2, h.alpha), h.g3, h.beta), -1.0);
    return h;
}

double hinge_angle(const vec3 x[4]) {
    vec3 e = v3_sub(x[1], x[0]);
    vec3 n = v3_cross(e, v3_sub(x[2], x[0])), m = v3_cross(v3_sub(x[3], x[0]), e);
    double length = v3_length(e);
    double sine = length > 0.0 ? v3_dot(e, v3_cross(n, m)) / length : 0.0;
    return exact_atan2(sine, v3_dot(n, m));
}

void hinge_gradient(const vec3 x[4], vec3 gradient[4]) {
    hinge h = hinge_of(x);
    gradient[1] = h.g1;
    gradient[2] = h.g2;
    gradient[3] = h.g3;
    gradient[0] = v3_scale(v3_add(h.g1, v3_add(h.g2, h.g3)), -1.0);
}

static mat3 outer(vec3 p, vec3 q, double factor) {
    mat3 m;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            m.m[i][k] = factor * (&p.x)[i] * (&q.x)[k];
    return m;
}

// The matrix that takes v to p x v.
static mat3 cross(vec3 p) {
    return (mat3){{{0.0, -p.z, p.y}, {p.z, 0.0, -p.x}, {-p.y, p.x, 0.0}}};
}

static mat3 scaled(mat3 a, double factor) {
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            a.m[i][k] *= factor;
    return a;
}

// The derivative of N / N^2 by N: a mirror.
static mat3 mirror(vec3 n) {
    double square = v3_dot(n, n);
    return scaled(mat3_plus(mat3_identity, outer(n, n, -2.0 / square)), 1.0 / square);
}

// of g1, g2, g3 (rows) by e, a, b (columns)
static void by_edges(const hinge* h, mat3 d[3][3]) {
    double length = sqrt(h->square);
    vec3 unit = v3_scale(h->e, 1.0 / length);
    mat3 at_n = mirror(h->n), at_m = mirror(h->m), none = {{{0.0}}};
    // d|e| is along the unit; dN = e x da - a x de, dN' = b x de - e x db
    d[1][0] =
        mat3_plus(outer(h->g2, unit, 1.0 / length), scaled(mat3_times(at_n, cross(h->a)), length));
    d[1][1] = scaled(mat3_times(at_n, cross(h->e)), -length);
    d[1][2] = none;
    d[2][0] =
        mat3_plus(outer(h->g3, unit, 1.0 / length), scaled(mat3_times(at_m, cross(h->b)), -length));
    d[2][1] = none;
    d[2][2] = scaled(mat3_times(at_m, cross(h->e)), length);
    vec3 alpha_e = v3_scale(v3_madd(h->a, h->e, -2.0 * h->alpha), 1.0 / h->square);
    vec3 beta_e = v3_scale(v3_madd(h->b, h->e, -2.0 * h->beta), 1.0 / h->square);
    for (int k = 0; k < 3; ++k)
        d[0][k] = mat3_plus(scaled(d[1][k], -h->alpha), scaled(d[2][k], -h->beta));
    d[0][0] =
        mat3_plus(d[0][0], mat3_plus(outer(h->g2, alpha_e, -1.0), outer(h->g3, beta_e, -1.0)));
    d[0][1] = mat3_plus(d[0][1], outer(h->g2, h->e, -1.0 / h->square));
    d[0][2] = mat3_plus(d[0][2], outer(h->g3, h->e, -1.0 / h->square));
}

void hinge_second(const vec3 x[4], double second[12][12]) {
    hinge h = hinge_of(x);
    mat3 d[3][3], to[4][4] = {{{{{0.0}}}}};
    by_edges(&h, d);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            mat3 less = scaled(d[i][k], -1.0);
            to[i + 1][k + 1] = mat3_plus(to[i + 1][k + 1], d[i][k]);
            to[0][k + 1] = mat3_plus(to[0][k + 1], less);
            to[i + 1][0] = mat3_plus(to[i + 1][0], less);
            to[0][0] = mat3_plus(to[0][0], d[i][k]);
        }
    for (int row = 0; row < 12; ++row)
        for (int column = 0; column < 12; ++column) // symmetric but for rounding
            second[row][column] = 0.5 * (to[row / 3][column / 3].m[row % 3][column % 3] +
                                         to[column / 3][row / 3].m[column % 3][row % 3]);
}
