// From the displacement gradient, so that small motion keeps its digits.
//
// While J is well above zero everything is a function of Green's strain E = (G + G^T + G^T G) / 2, in which the
// terms that cancel at rest are left out by algebra and not by subtraction: with j = J - 1 = d / (2 + j), d =
// det(1 + 2 E) - 1 and K = cof(1 + 2 E) - 1,
//   S = mu i / (4 (4 + i)) 1 + 3/4 mu (j 1 - K) / J + lambda j (1 + K) / J,   i = I - 3 = 2 tr E,
//   W = 3/4 mu (tr E j - 4 q(E) - 8 det E) / (2 + j) + lambda/2 j^2 + mu/2 (x - log(1 + x)),   x = i / 4.
// Flat and inverted elements have no such form (J is no function of E there) and digits to spare: they take F.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/neo_hookean.h"

#include "bake/dynamics/firm.h"
#include "bake/dynamics/mat3.h"
#include "bake/dynamics/stencil.h"

#include <stdio.h>
#include <string.h>

// Below this J an element takes F.
static const double NEO_HOOKEAN_FLAT = 0.1;

typedef struct neo_hookean_tet {
    vec3 gradients[4]; // of the shape functions, 1/m
    double volume;     // m^3, of the body in it: the strain is the same all over it
    double mu, lambda; // Pa, the paper's
} neo_hookean_tet;

// log of what is above zero, from + - * / alone (runtime/math/exact.h has none): 2 atanh((y - 1) / (y + 1)) and the
// exponent.
static double logarithm(double y) {
    int exponent;
    double m = frexp(y, &exponent); // exact
    if (m < 0.70710678118654752440) {
        m *= 2.0;
        --exponent;
    }
    double s = (m - 1.0) / (m + 1.0), sum = 0.0;
    for (int k = 23; k >= 1; k -= 2)
        sum = sum * s * s + 1.0 / k;
    return 2.0 * s * sum + 0.69314718055994530942 * exponent;
}

// x - log(1 + x), to its own digits near zero too.
static double beyond_logarithm(double x) {
    if (x < -0.3 || x > 0.4)
        return x - logarithm(1.0 + x);
    double s = x / (2.0 + x), sum = 0.0;
    for (int k = 29; k >= 3; k -= 2)
        sum = sum * s * s + 1.0 / k;
    return s * x - 2.0 * s * s * s * sum;
}

// What both forms need of an element.
typedef struct deformation {
    mat3 f;           // the gradient of places
    double i, j;      // I - 3, J - 1
    bool flat;        // then E is not meaningful
    mat3 e, k;        // Green's strain; cof(1 + 2 E) - 1
    double sum, q, d; // of E: trace, second invariant, determinant
} deformation;

static deformation deformation_of(const neo_hookean_tet* t, const vec3* u) {
    deformation s;
    mat3 g = mat3_gradient(t->gradients, u, 4), square = mat3_transposed_times(g, g);
    s.f = mat3_plus(mat3_identity, g);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            s.e.m[a][b] = 0.5 * (g.m[a][b] + g.m[b][a] + square.m[a][b]);
    mat3 minors = mat3_cofactors(s.e);
    s.sum = s.e.m[0][0] + s.e.m[1][1] + s.e.m[2][2];
    s.q = minors.m[0][0] + minors.m[1][1] + minors.m[2][2];
    s.d = mat3_determinant(s.e);
    s.i = 2.0 * s.sum;
    double volume = mat3_determinant(s.f), grown = 2.0 * s.sum + 4.0 * s.q + 8.0 * s.d;
    s.flat = !(volume > NEO_HOOKEAN_FLAT);
    s.j = s.flat ? volume - 1.0 : grown / (1.0 + sqrt(1.0 + grown));
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            s.k.m[a][b] = 2.0 * ((a == b ? s.sum : 0.0) - s.e.m[a][b]) + 4.0 * minors.m[a][b];
    return s;
}

static double energy_of(const void* data, int32_t element, const vec3* u) {
    const neo_hookean_tet* t = (const neo_hookean_tet*)data + element;
    deformation s = deformation_of(t, u);
    double bent = s.flat ? s.sum - s.j : (s.sum * s.j - 4.0 * s.q - 8.0 * s.d) / (2.0 + s.j);
    return t->volume * (0.75 * t->mu * bent + 0.5 * t->lambda * s.j * s.j +
                        0.5 * t->mu * beyond_logarithm(0.25 * s.i));
}

// By F, Pa; the first Piola-Kirchhoff stress.
static mat3 stress_of(const neo_hookean_tet* t, const deformation* s) {
    mat3 p;
    if (s->flat) {
        mat3 minors = mat3_cofactors(s->f);
        double along = t->mu * (1.0 - 1.0 / (4.0 + s->i));
        double pressure = t->lambda * s->j - 0.75 * t->mu;
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                p.m[a][b] = along * s->f.m[a][b] + pressure * minors.m[a][b];
        return p;
    }
    double along = t->mu * s->i / (4.0 * (4.0 + s->i)), j = s->j;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            double one = a == b ? 1.0 : 0.0, k = s->k.m[a][b];
            p.m[a][b] = along * one +
                        (0.75 * t->mu * (j * one - k) + t->lambda * j * (one + k)) / (1.0 + j);
        }
    return mat3_times(s->f, p);
}

static void force_of(const void* data, int32_t element, const vec3* u, vec3* force) {
    const neo_hookean_tet* t = (const neo_hookean_tet*)data + element;
    deformation s = deformation_of(t, u);
    mat3 p = stress_of(t, &s);
    for (int k = 0; k < 4; ++k)
        force[k] = v3_scale(mat3_apply(&p, t->gradients[k]), t->volume);
}

// The second derivative of W by F, [3 * row + column]: of I, of J squared, and J's own,
// d2 J / dF_ac dF_bd = the sum over e, f of eps_abe eps_cdf F_ef.
static void second_derivative(const neo_hookean_tet* t, const deformation* s, double h[81]) {
    const double* f = &s->f.m[0][0];
    mat3 minors = mat3_cofactors(s->f);
    const double* c = &minors.m[0][0];
    double above = 4.0 + s->i; // I + 1
    double along = t->mu * (1.0 - 1.0 / above), twice = 2.0 * t->mu / (above * above);
    double pressure = t->lambda * s->j - 0.75 * t->mu;
    for (int m = 0; m < 9; ++m)
        for (int n = 0; n < 9; ++n)
            h[9 * m + n] = twice * f[m] * f[n] + t->lambda * c[m] * c[n] + (m == n ? along : 0.0);
    for (int a = 0; a < 3; ++a)
        for (int k = 0; k < 3; ++k) { // rows and columns that are neither, in turn
            int b = (a + 1) % 3, e = (a + 2) % 3, l = (k + 1) % 3, o = (k + 2) % 3;
            double with = pressure * s->f.m[e][o], against = pressure * s->f.m[e][l];
            h[9 * (3 * a + k) + 3 * b + l] += with;
            h[9 * (3 * b + l) + 3 * a + k] += with;
            h[9 * (3 * a + k) + 3 * b + o] -= against;
            h[9 * (3 * b + o) + 3 * a + k] -= against;
        }
}

// Of viscous flesh: F times Lame's constants times the rate of Green's strain.
static void viscous_derivative(const neo_hookean_tet* t, const deformation* s, double h[81]) {
    double mu = 0.75 * t->mu, lambda = t->lambda - 5.0 / 6.0 * mu;
    mat3 square = {{{0.0}}}; // F F^T
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            for (int c = 0; c < 3; ++c)
                square.m[a][b] += s->f.m[a][c] * s->f.m[b][c];
    for (int m = 0; m < 9; ++m)
        for (int n = 0; n < 9; ++n) {
            int a = m / 3, c = m % 3, b = n / 3, d = n % 3;
            h[9 * m + n] = lambda * s->f.m[a][c] * s->f.m[b][d] + mu * s->f.m[a][d] * s->f.m[b][c] +
                           (c == d ? mu * square.m[a][b] : 0.0);
        }
}

static void matrix_of(const void* data, int32_t element, const vec3* u, energy_matrix which,
                      double* matrix) {
    const neo_hookean_tet* t = (const neo_hookean_tet*)data + element;
    deformation s = deformation_of(t, u);
    double h[81];
    if (which == ENERGY_MATERIAL)
        viscous_derivative(t, &s, h);
    else
        second_derivative(t, &s, h);
    if (which == ENERGY_FIRM)
        firm_project(h, 9);
    for (int k = 0; k < 4; ++k)
        for (int a = 0; a < 3; ++a) {
            const double* g = &t->gradients[k].x;
            double row[9]; // of h, by node k along axis a
            for (int n = 0; n < 9; ++n)
                row[n] = t->volume * (g[0] * h[9 * (3 * a) + n] + g[1] * h[9 * (3 * a + 1) + n] +
                                      g[2] * h[9 * (3 * a + 2) + n]);
            for (int l = 0; l < 4; ++l)
                for (int b = 0; b < 3; ++b)
                    matrix[12 * (3 * k + a) + 3 * l + b] = row[3 * b] * t->gradients[l].x +
                                                           row[3 * b + 1] * t->gradients[l].y +
                                                           row[3 * b + 2] * t->gradients[l].z;
        }
}

// ---- making ----------------------------------------------------------------------------

static bool make_tet(const tets* volume, int32_t element, const material* m, neo_hookean_tet* out,
                     place where, report* r) {
    static const double middle[4] = {0.25, 0.25, 0.25, 0.25};
    char name[48];
    snprintf(name, sizeof name, "the material of element %d", element);
    if (!element_check(volume, element, where, r) || !material_check(m, name, where, r))
        return false;
    vec3 nodes[ELEMENT_WIDTH_MAX];
    element_nodes(volume, element, nodes);
    material_lame l = material_lame_of(m);
    out->volume =
        tets_filled(volume, element) * element_gradients(nodes, 4, middle, out->gradients) / 6.0;
    out->mu = 4.0 / 3.0 * l.mu;
    out->lambda = l.lambda + 5.0 / 6.0 * l.mu;
    return true;
}

bool neo_hookean_term(const tets* volume, const material* materials, int threads, energy_term* out,
                      place where, arena* memory, report* r) {
    if (volume->width != 4)
        return report_error(r, where,
                            "the neo-Hookean law has elements of four nodes, and these have %d",
                            volume->width);
    neo_hookean_tet* all = ARENA_NEW(memory, neo_hookean_tet, (size_t)volume->tet_count);
    for (int32_t i = 0; i < volume->tet_count; ++i)
        if (!make_tet(volume, i, &materials[i], &all[i], where, r))
            return false;
    const stencil s = {.law = {{energy_of, force_of}, matrix_of},
                       .data = all,
                       .nodes = volume->nodes,
                       .node_count = volume->node_count,
                       .elements = volume->elements,
                       .element_count = volume->tet_count,
                       .width = 4,
                       .threads = threads};
    *out = stencil_term(&s, memory);
    return true;
}
