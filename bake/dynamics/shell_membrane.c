// Stretch in the plane of a triangle: Green's strain of two directions, and the force of its energy.
//
// With f_c the images of the two unit vectors at rest and E_cd = (f_c . f_d - 1_cd) / 2, energy by area is a function
// of the principal strains e_0 >= e_1:
//   W = stiff (P(e_0) + (1 + nu) / (1 - nu) P(y)),   y = (e_1 + nu e_0) / (1 + nu),   stiff = young * thickness,
// which is St. Venant-Kirchhoff's stiff / (2 (1 - nu^2)) (e_0^2 + 2 nu e_0 e_1 + e_1^2) for P(x) = x^2 / 2.
//
// Cloth that is squeezed wrinkles, finer than any mesh, and hardly resists. A membrane that stands up to compression
// buckles triangle by triangle instead, many times faster than a step, and the step is not solved. The least energy
// over all such wrinkles has P = 0 for x < 0 (tension field theory: Pipkin 1986), and a corner there. With a strain d
// of compression P' is x above 0, x + x^2 / 2 d down to -d, and -d / 2 below: one plate's resistance at rest, that of
// a column that has buckled beyond d, and smooth between. P' rises everywhere, so second derivatives by strains are
// not negative; and both stresses are the same where both strains are.
//
// Beyond a limit of stretch it hardens: young thickness HARDENING (e - limit)^3 / (3 limit), whose second derivative begins at
// zero (C2), is never negative, and is HARDENING / 5 times the sheet's own a tenth beyond the limit.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/firm.h"
#include "bake/dynamics/shell.h"
#include "bake/dynamics/stencil.h"

#include <string.h>

static const double HARDENING = 500.0;

typedef struct membrane {
    shell_triangle rest;
    double stiff, poisson; // N/m; 1
    double compression;    // strain
    double limit, beyond;  // strain; N/m, second derivative of the hardening over the strain beyond
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

// Along the principal directions, by area: energy, its slope, and its second derivative. A shear turns them: `shear` is
// (stress_0 - stress_1) / (e_0 - e_1), which stays finite where both are the same.
typedef struct principal {
    double energy;       // N/m
    double stress[2];    // N/m
    double second[2][2]; // N/m
    double shear;        // N/m
} principal;

// P, P' and P'' of the head of this file.
typedef struct resistance {
    double energy, slope, second;
} resistance;

static resistance resistance_of(const membrane* m, double x) {
    double d = m->compression;
    if (x >= 0.0 || isinf(d))
        return (resistance){0.5 * x * x, x, 1.0};
    if (x >= -d)
        return (resistance){x * x * (0.5 + x / (6.0 * d)), x * (1.0 + 0.5 * x / d), 1.0 + x / d};
    return (resistance){-0.5 * d * (x + d / 3.0), -0.5 * d, 0.0};
}

// (P'(x) - P'(y)) / (x - y). Where both are near, P' is a parabola between them but for a corner of its slope.
static double mean_second(const membrane* m, double x, double y) {
    double apart = x - y;
    if (isinf(m->compression) || fabs(apart) < 1e-6 * m->compression)
        return resistance_of(m, 0.5 * (x + y)).second;
    return (resistance_of(m, x).slope - resistance_of(m, y).slope) / apart;
}

static principal stretched(const membrane* m, const double e[2]) {
    double nu = m->poisson, y = (e[1] + nu * e[0]) / (1.0 + nu), stiff = m->stiff;
    double a = stiff / (1.0 - nu),
           b = a / (1.0 + nu); // slope and second derivative by e_1, over P' and P''
    resistance p = resistance_of(m, e[0]), q = resistance_of(m, y);
    return (principal){.energy = stiff * p.energy + a * (1.0 + nu) * q.energy,
                       .stress = {stiff * p.slope + a * nu * q.slope, a * q.slope},
                       .second = {{stiff * p.second + b * nu * nu * q.second, b * nu * q.second},
                                  {b * nu * q.second, b * q.second}},
                       .shear = stiff / (1.0 + nu) * mean_second(m, e[0], y)};
}

static principal hardened(const membrane* m, const double e[2]) {
    double x[2] = {beyond_limit(m, e[0]), beyond_limit(m, e[1])}, b = m->beyond;
    if (!(x[0] > 0.0))
        return (principal){.energy = 0.0};
    return (principal){.energy = b * (x[0] * x[0] * x[0] + x[1] * x[1] * x[1]) / 6.0,
                       .stress = {0.5 * b * x[0] * x[0], 0.5 * b * x[1] * x[1]},
                       .second = {{b * x[0], 0.0}, {0.0, b * x[1]}},
                       .shear = x[1] > 0.0 ? 0.5 * b * (x[0] + x[1])
                                           : 0.5 * b * x[0] * x[0] / (e[0] - e[1])};
}

static principal principal_of(const membrane* m, const strained* s) {
    principal sum = stretched(m, s->e), more = hardened(m, s->e);
    sum.energy += more.energy;
    sum.shear += more.shear;
    for (int i = 0; i < 2; ++i) {
        sum.stress[i] += more.stress[i];
        sum.second[i][i] += more.second[i][i];
    }
    return sum;
}

// p along the first direction, q along the second.
static plane turned(const strained* s, double p, double q) {
    double mean = 0.5 * (p + q), half = 0.5 * (p - q);
    return (plane){mean + half * s->cosine, mean - half * s->cosine, half * s->sine};
}

static double energy_of(const void* data, int32_t element, const vec3* u) {
    const membrane* m = (const membrane*)data + element;
    strained s = strained_of(m, u);
    return m->rest.area * principal_of(m, &s).energy;
}

static void force_of(const void* data, int32_t element, const vec3* u, vec3* force) {
    const membrane* m = (const membrane*)data + element;
    strained s = strained_of(m, u);
    principal own = principal_of(m, &s);
    plane p = turned(&s, own.stress[0], own.stress[1]);
    vec3 along[2] = {v3_madd(v3_scale(s.image[0], p.a), s.image[1], p.c),
                     v3_madd(v3_scale(s.image[0], p.c), s.image[1], p.b)};
    for (int k = 0; k < 3; ++k) {
        const double* g = m->rest.gradients[k];
        force[k] = v3_scale(v3_madd(v3_scale(along[0], g[0]), along[1], g[1]), m->rest.area);
    }
}

// ---- second derivative -------------------------------------------------------------------

// From principal directions to the strains 00, 11 and twice 01.
static void turn_second(const principal* p, const strained* s, double stiff[3][3]) {
    double cc = 0.5 * (1.0 + s->cosine), ss = 0.5 * (1.0 - s->cosine), cs = 0.5 * s->sine;
    const double turn[3][3] = {{cc, ss, cs}, {ss, cc, -cs}, {-s->sine, s->sine, s->cosine}};
    const double own[3][3] = {{p->second[0][0], p->second[0][1], 0.0},
                              {p->second[1][0], p->second[1][1], 0.0},
                              {0.0, 0.0, 0.5 * p->shear}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            stiff[i][k] = 0.0;
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    stiff[i][k] += turn[a][i] * own[a][b] * turn[b][k];
        }
}

// By the images of the two directions, [3 * direction + axis], over the area: from strains, and from the stress
// that is there.
static void second_derivative(const membrane* m, const strained* s, bool stressed, double h[36]) {
    principal own = principal_of(m, s);
    plane p = stressed ? turned(s, own.stress[0], own.stress[1]) : (plane){0.0, 0.0, 0.0};
    double stiff[3][3];
    turn_second(&own, s, stiff);
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

// ---- the same without what is negative ------------------------------------------------------

// Of the larger stretch: where the smaller one is less, its direction is not known well enough.
static const double SHELL_MEMBRANE_FLAT = 1e-6;

// Adds factor times the square of a change of the images, [3 * direction + axis].
static void add_square(double factor, const double q[6], double h[36]) {
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k)
            h[6 * i + k] += factor * q[i] * q[k];
}

// a p + b q.
static void combine(double a, const double p[6], double b, const double q[6], double out[6]) {
    for (int i = 0; i < 6; ++i)
        out[i] = a * p[i] + b * q[i];
}

// Both principal stretches at once: the second derivative by them is [[a, c], [c, b]].
static void add_stretches(double a, double b, double c, const double p[6], const double q[6],
                          double h[36]) {
    double mean = 0.5 * (a + b), half = 0.5 * (a - b), radius = sqrt(half * half + c * c);
    double cosine = radius > 0.0 ? half / radius : 1.0; // of twice the first direction's angle
    double x = sqrt(fmax(0.5 * (1.0 + cosine), 0.0)), y = sqrt(fmax(0.5 * (1.0 - cosine), 0.0)),
           both[6];
    y = c < 0.0 ? -y : y;
    combine(x, p, y, q, both);
    add_square(fmax(mean + radius, 0.0), both, h);
    combine(-y, p, x, q, both);
    add_square(fmax(mean - radius, 0.0), both, h);
}

// With F = U diag(f) V^T the second derivative of an isotropic energy has six known directions (Smith et al. 2019): both
// stretches together, a turn and a shear in the plane, and each direction out of it. A sheet that is squeezed gives way across
// itself: that has the stress, which is negative, and is left out. False where a stretch is next to none.
static bool firm_derivative(const membrane* m, const strained* s, double h[36]) {
    double f[2] = {sqrt(fmax(1.0 + 2.0 * s->e[0], 0.0)), sqrt(fmax(1.0 + 2.0 * s->e[1], 0.0))};
    if (!(f[1] > SHELL_MEMBRANE_FLAT * f[0]))
        return false;
    principal p = principal_of(m, s);
    double x = sqrt(fmax(0.5 * (1.0 + s->cosine), 0.0)),
           y = sqrt(fmax(0.5 * (1.0 - s->cosine), 0.0));
    y = s->sine < 0.0 ? -y : y;
    const double v[2][2] = {{x, y}, {-y, x}}; // principal directions at rest
    vec3 u[3];
    for (int i = 0; i < 2; ++i)
        u[i] = v3_unit(v3_madd(v3_scale(s->image[0], v[i][0]), s->image[1], v[i][1]));
    u[2] = v3_unit(v3_cross(u[0], u[1]));
    double q[3][2][6]; // u_i v_k^T
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 2; ++k)
            for (int a = 0; a < 6; ++a)
                q[i][k][a] = (&u[i].x)[a % 3] * v[k][a / 3];
    memset(h, 0, 36 * sizeof *h);
    add_stretches(f[0] * f[0] * p.second[0][0] + p.stress[0],
                  f[1] * f[1] * p.second[1][1] + p.stress[1], f[0] * f[1] * p.second[0][1], q[0][0],
                  q[1][1], h);
    double turn = (f[0] * p.stress[0] + f[1] * p.stress[1]) / (f[0] + f[1]);
    double shear = p.stress[0] + 0.5 * f[1] * (f[0] + f[1]) * p.shear, across[6];
    combine(sqrt(0.5), q[1][0], -sqrt(0.5), q[0][1], across);
    add_square(fmax(turn, 0.0), across, h);
    combine(sqrt(0.5), q[1][0], sqrt(0.5), q[0][1], across);
    add_square(fmax(shear, 0.0), across, h);
    for (int k = 0; k < 2; ++k)
        add_square(fmax(p.stress[k], 0.0), q[2][k], h);
    return true;
}

static void matrix_of(const void* data, int32_t element, const vec3* u, energy_matrix which,
                      double* matrix) {
    const membrane* m = (const membrane*)data + element;
    strained s = strained_of(m, u);
    double h[36];
    if (which != ENERGY_FIRM || !firm_derivative(m, &s, h)) {
        second_derivative(m, &s, which != ENERGY_MATERIAL, h);
        if (which == ENERGY_FIRM)
            firm_project(h, 6);
    }
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
        all[i].stiff = stiff;
        all[i].poisson = m->poisson;
        all[i].compression = m->compression;
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
