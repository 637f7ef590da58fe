// Stretch in the plane of a triangle: Green's strain of two directions, and the force of its energy.
//
// With f_c the images of the two unit vectors at rest and E_cd = (f_c . f_d - 1_cd) / 2, energy by area is
//   t (lambda' / 2 (tr E)^2 + mu E : E + sum of harden(e_i)),   lambda' = E nu / (1 - nu^2),
// e_i the principal strains. harden(e) = E HARDENING (e - limit)^3 / (3 limit) beyond the strain of the limit: its
// second derivative begins at zero (C2), is never negative, and is HARDENING / 5 times the sheet's own a tenth
// beyond the limit. A function of principal strains has a second derivative that is not negative either, being
// convex and growing.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/firm.h"
#include "bake/dynamics/shell.h"
#include "bake/dynamics/stencil.h"

#include <string.h>

static const double HARDENING = 500.0;

typedef struct membrane {
    shell_triangle rest;
    double lambda, mu;    // N/m, times the thickness
    double limit, beyond; // strain; N/m, second derivative of the hardening over the strain beyond
} membrane;

// Symmetric, of two directions: 00, 11, 01.
typedef struct plane {
    double a, b, c;
} plane;

typedef struct strained {
    vec3 image[2]; // f_c
    plane strain;
    double e[2];         // principal strains, the larger first
    double cosine, sine; // of twice the first one's angle
} strained;

static strained strained_of(const membrane* m, const vec3* u) {
    strained s;
    vec3 g[2] = {{0}};
    for (int c = 0; c < 2; ++c) {
        for (int k = 0; k < 3; ++k)
            g[c] = v3_madd(g[c], u[k], m->rest.gradients[k][c]);
        s.image[c] = v3_add(m->rest.axis[c], g[c]);
    }
    const vec3* axis = m->rest.axis;
    s.strain.a = v3_dot(axis[0], g[0]) + 0.5 * v3_dot(g[0], g[0]);
    s.strain.b = v3_dot(axis[1], g[1]) + 0.5 * v3_dot(g[1], g[1]);
    s.strain.c = 0.5 * (v3_dot(axis[0], g[1]) + v3_dot(axis[1], g[0]) + v3_dot(g[0], g[1]));
    double mean = 0.5 * (s.strain.a + s.strain.b), half = 0.5 * (s.strain.a - s.strain.b);
    double radius = sqrt(half * half + s.strain.c * s.strain.c);
    s.e[0] = mean + radius;
    s.e[1] = mean - radius;
    s.cosine = radius > 0.0 ? half / radius : 1.0;
    s.sine = radius > 0.0 ? s.strain.c / radius : 0.0;
    return s;
}

static double beyond_limit(const membrane* m, double strain) {
    return strain > m->limit ? strain - m->limit : 0.0;
}

// p along the first direction, q along the second.
static plane turned(const strained* s, double p, double q) {
    double mean = 0.5 * (p + q), half = 0.5 * (p - q);
    return (plane){mean + half * s->cosine, mean - half * s->cosine, half * s->sine};
}

static plane stress_of(const membrane* m, const strained* s) {
    double sum = m->lambda * (s->strain.a + s->strain.b), far[2];
    for (int i = 0; i < 2; ++i) {
        double x = beyond_limit(m, s->e[i]);
        far[i] = 0.5 * m->beyond * x * x;
    }
    plane hard = turned(s, far[0], far[1]);
    return (plane){sum + 2.0 * m->mu * s->strain.a + hard.a,
                   sum + 2.0 * m->mu * s->strain.b + hard.b, 2.0 * m->mu * s->strain.c + hard.c};
}

static double energy_of(const void* data, int32_t element, const vec3* u) {
    const membrane* m = (const membrane*)data + element;
    strained s = strained_of(m, u);
    plane e = s.strain;
    double sum = 0.5 * m->lambda * (e.a + e.b) * (e.a + e.b) +
                 m->mu * (e.a * e.a + e.b * e.b + 2.0 * e.c * e.c);
    for (int i = 0; i < 2; ++i) {
        double x = beyond_limit(m, s.e[i]);
        sum += m->beyond * x * x * x / 6.0;
    }
    return m->rest.area * sum;
}

static void force_of(const void* data, int32_t element, const vec3* u, vec3* force) {
    const membrane* m = (const membrane*)data + element;
    strained s = strained_of(m, u);
    plane p = stress_of(m, &s);
    vec3 along[2] = {v3_madd(v3_scale(s.image[0], p.a), s.image[1], p.c),
                     v3_madd(v3_scale(s.image[0], p.c), s.image[1], p.b)};
    for (int k = 0; k < 3; ++k) {
        const double* g = m->rest.gradients[k];
        force[k] = v3_scale(v3_madd(v3_scale(along[0], g[0]), along[1], g[1]), m->rest.area);
    }
}

// ---- second derivative -------------------------------------------------------------------

// Adds the hardening's by the strains 00, 11 and twice 01: diagonal in the principal directions.
static void add_hardening(const membrane* m, const strained* s, double stiff[3][3]) {
    double x[2] = {beyond_limit(m, s->e[0]), beyond_limit(m, s->e[1])};
    if (!(x[0] > 0.0))
        return;
    double apart = s->e[0] - s->e[1];
    // (harden'(e0) - harden'(e1)) / (e0 - e1); their mean slope where both are beyond
    double shear =
        x[1] > 0.0 ? 0.5 * m->beyond * (x[0] + x[1]) : 0.5 * m->beyond * x[0] * x[0] / apart;
    const double own[3] = {m->beyond * x[0], m->beyond * x[1], 0.5 * shear};
    double cc = 0.5 * (1.0 + s->cosine), ss = 0.5 * (1.0 - s->cosine), cs = 0.5 * s->sine;
    const double turn[3][3] = {{cc, ss, cs}, {ss, cc, -cs}, {-s->sine, s->sine, s->cosine}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            for (int p = 0; p < 3; ++p)
                stiff[i][k] += turn[p][i] * own[p] * turn[p][k];
}

// By the images of the two directions, [3 * direction + axis], over the area: from strains, and from the stress
// that is there.
static void second_derivative(const membrane* m, const strained* s, bool stressed, double h[36]) {
    plane p = stressed ? stress_of(m, s) : (plane){0.0, 0.0, 0.0};
    double stiff[3][3] = {{m->lambda + 2.0 * m->mu, m->lambda, 0.0},
                          {m->lambda, m->lambda + 2.0 * m->mu, 0.0},
                          {0.0, 0.0, m->mu}};
    add_hardening(m, s, stiff);
    double by[3][6] = {{0.0}};
    for (int a = 0; a < 3; ++a) {
        by[0][a] = by[2][3 + a] = (&s->image[0].x)[a];
        by[1][3 + a] = by[2][a] = (&s->image[1].x)[a];
    }
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k) {
            double sum = i % 3 != k % 3 ? 0.0 : i / 3 != k / 3 ? p.c : i < 3 ? p.a : p.b;
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    sum += by[a][i] * stiff[a][b] * by[b][k];
            h[6 * i + k] = sum;
        }
}

// A sheet that is squeezed gives way across itself: the firm matrix leaves that out, and keeps what is in the plane.
static void matrix_of(const void* data, int32_t element, const vec3* u, energy_matrix which,
                      double* matrix) {
    const membrane* m = (const membrane*)data + element;
    strained s = strained_of(m, u);
    double h[36];
    second_derivative(m, &s, which != ENERGY_MATERIAL, h);
    if (which == ENERGY_FIRM)
        firm_project(h, 6);
    for (int i = 0; i < 9; ++i)
        for (int k = 0; k < 9; ++k) {
            const double *g = m->rest.gradients[i / 3], *f = m->rest.gradients[k / 3];
            int a = i % 3, b = k % 3;
            matrix[9 * i + k] =
                m->rest.area * (g[0] * (h[6 * a + b] * f[0] + h[6 * a + 3 + b] * f[1]) +
                                g[1] * (h[6 * (3 + a) + b] * f[0] + h[6 * (3 + a) + 3 + b] * f[1]));
        }
}

energy_term shell_membrane(const shell* s, arena* memory) {
    membrane* all = ARENA_NEW(memory, membrane, (size_t)s->triangle_count);
    for (int32_t i = 0; i < s->triangle_count; ++i) {
        const shell_material* m = &s->materials[i];
        double stiff = m->young * m->thickness, limit = 0.5 * (m->limit * m->limit - 1.0);
        all[i].rest = shell_triangle_of(s, i);
        all[i].lambda = stiff * m->poisson / (1.0 - m->poisson * m->poisson);
        all[i].mu = stiff / (2.0 * (1.0 + m->poisson));
        all[i].limit = limit;
        all[i].beyond = isfinite(limit) ? 2.0 * HARDENING * stiff / limit : 0.0;
    }
    const stencil of = {.law = {{energy_of, force_of}, matrix_of},
                        .data = all,
                        .nodes = s->nodes,
                        .node_count = s->node_count,
                        .elements = s->triangles,
                        .element_count = s->triangle_count,
                        .width = 3,
                        .threads = s->threads};
    return stencil_term(&of, memory);
}
