// Posed parts for the small assets of asset_maker.h: targets that are stiffer or softer, with shapes of
// their own, in poses of their own.
//
// Their elasticity is a sum of squares, W = sum_s (e_s . q + q . h_s q)^2 / 2, as that of St. Venant and
// Kirchhoff is (numerics.md C7), with as many terms as coordinates: P is then diag(lambda) of the part, turned
// where `coupled` asks. A target rests at delta, by C6. The pose is how bone 1 stands to bone 0.
//
//   posed_maker_target targets[] = {{.stiffness = 1.0}, {.stiffness = 4.0, .turn = 1.0, .bulge = 0.1}};
//   posed_maker_add(&m, 0, (posed_maker_options){.degree = 3, .target_count = 2, .targets = targets});
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/pose_space.h"
#include "format/packed.h"
#include "test/kit/asset_maker.h"

typedef struct posed_maker_target {
    double stiffness; // times the part's
    double turn;      // of the first joint about z, radians
    double lift;      // of the first joint along y, the mesh's unit
    double bulge;     // how far the first coordinates of its sculpted shape go, sqrt(kg) m
    double input;     // of input_or_null
    double mass;      // times the part's; 0: 1
} posed_maker_target;

typedef struct posed_maker_options {
    int32_t degree, target_count;
    const posed_maker_target* targets;
    double alpha, beta;
    double bend; // of the h_s, over sqrt(lambda): 1 / (sqrt(kg) m) [3]
    double smoothing;
    bool coupled; // P is not diagonal
    const char* input_or_null;
} posed_maker_options;

// Every number of symmetric tensors, from any indices.
static inline double posed_maker_p(const double* p, int32_t i, int32_t j) {
    return p[i > j ? packed_at2((uint32_t)i, (uint32_t)j) : packed_at2((uint32_t)j, (uint32_t)i)];
}

static inline void posed_maker_sort(uint32_t* x, int count) {
    for (int i = 1; i < count; ++i)
        for (int k = i; k > 0 && x[k] > x[k - 1]; --k) {
            uint32_t swap = x[k];
            x[k] = x[k - 1], x[k - 1] = swap;
        }
}

static inline uint32_t posed_maker_at3(int32_t i, int32_t j, int32_t k) {
    uint32_t x[3] = {(uint32_t)i, (uint32_t)j, (uint32_t)k};
    posed_maker_sort(x, 3);
    return packed_at3(x[0], x[1], x[2]);
}

static inline uint32_t posed_maker_at4(int32_t i, int32_t j, int32_t k, int32_t l) {
    uint32_t x[4] = {(uint32_t)i, (uint32_t)j, (uint32_t)k, (uint32_t)l};
    posed_maker_sort(x, 4);
    return packed_at4(x[0], x[1], x[2], x[3]);
}

// The parts of a packed polynomial.
typedef struct posed_maker_terms {
    double *c, *p, *q, *s; // q and s are NULL in a linear one
} posed_maker_terms;

static inline posed_maker_terms posed_maker_split(double* packed, int32_t r, int32_t degree) {
    double *p = packed + r, *q = p + packed_pairs((uint32_t)r);
    if (degree == 1)
        return (posed_maker_terms){packed, p, NULL, NULL};
    return (posed_maker_terms){packed, p, q, q + packed_triples((uint32_t)r)};
}

// R(q) and, where asked, dR/dq [r][r] and the energy, in double and term by term.
static inline double posed_maker_force(const double* packed, int32_t r, int32_t degree,
                                       const double* q, double* force, double* stiffness_or_null) {
    posed_maker_terms t = posed_maker_split((double*)packed, r, degree);
    double energy = 0.0;
    for (int32_t a = 0; a < r; ++a) {
        double linear = 0.0, square = 0.0, cube = 0.0;
        for (int32_t i = 0; i < r; ++i) {
            double k = posed_maker_p(t.p, a, i);
            linear += k * q[i];
            for (int32_t j = 0; j < r && degree > 1; ++j) {
                double quad = t.q[posed_maker_at3(a, i, j)] * q[j];
                square += quad * q[i];
                k += 2.0 * quad;
                for (int32_t l = 0; l < r; ++l) {
                    double cubic = t.s[posed_maker_at4(a, i, j, l)] * q[j] * q[l];
                    cube += cubic * q[i];
                    k += 3.0 * cubic;
                }
            }
            if (stiffness_or_null != NULL)
                stiffness_or_null[a * r + i] = k;
        }
        force[a] = t.c[a] + linear + square + cube;
        energy += q[a] * (t.c[a] + linear / 2.0 + square / 3.0 + cube / 4.0);
    }
    return energy;
}

static inline double posed_maker_random(uint64_t* state) { // -1 .. 1
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 40) * 0x1p-23 - 1.0;
}

// e [r][r] and h [r][r][r] of the elasticity; row s each.
static inline void posed_maker_strains(const asset_maker_part* p, int32_t r,
                                       const posed_maker_options* o, double stiffness, double* e,
                                       double* h) {
    uint64_t seed = 7;
    memset(e, 0, sizeof(double) * (size_t)(r * r));
    for (int32_t s = 0; s < r; ++s)
        e[s * r + s] = 1.0;
    for (int32_t i = 0; i + 1 < r && o->coupled; ++i) { // turned in one plane after another
        double sine, cosine;
        exact_sincos(0.7 + i, &sine, &cosine);
        for (int32_t s = 0; s < r; ++s) {
            double x = e[s * r + i], y = e[s * r + i + 1];
            e[s * r + i] = cosine * x - sine * y;
            e[s * r + i + 1] = sine * x + cosine * y;
        }
    }
    double bend = o->bend > 0.0 ? o->bend : 3.0;
    for (int32_t s = 0; s < r; ++s) {
        double scale = sqrt(p->lambda[s] * stiffness);
        for (int32_t i = 0; i < r; ++i)
            e[s * r + i] *= scale;
        for (int32_t i = 0; i < r; ++i)
            for (int32_t j = 0; j <= i; ++j)
                h[(s * r + i) * r + j] = h[(s * r + j) * r + i] =
                    scale * bend / sqrt((double)r) * posed_maker_random(&seed);
    }
}

// P, Q and S about the target's own rest, from its strains (C7).
static inline void posed_maker_elastic(int32_t r, int32_t degree, const double* e, const double* h,
                                       posed_maker_terms t) {
    for (int32_t a = 0; a < r; ++a)
        for (int32_t i = 0; i <= a; ++i)
            for (int32_t s = 0; s < r; ++s) {
                const double *es = e + s * r, *hs = h + s * r * r;
                t.p[packed_at2((uint32_t)a, (uint32_t)i)] += es[a] * es[i];
                for (int32_t j = 0; j <= i && degree > 1; ++j) {
                    t.q[posed_maker_at3(a, i, j)] +=
                        es[a] * hs[i * r + j] + es[i] * hs[a * r + j] + es[j] * hs[a * r + i];
                    for (int32_t k = 0; k <= j; ++k)
                        t.s[posed_maker_at4(a, i, j, k)] +=
                            2.0 / 3.0 *
                            (hs[a * r + i] * hs[j * r + k] + hs[a * r + j] * hs[i * r + k] +
                             hs[a * r + k] * hs[i * r + j]);
                }
            }
}

// To the common reference: R(y - delta) as a polynomial of y (C6).
static inline void posed_maker_shift(int32_t r, int32_t degree, const double* delta,
                                     posed_maker_terms t) {
    for (int32_t a = 0; a < r; ++a) {
        double c = 0.0;
        for (int32_t i = 0; i < r; ++i) {
            c -= posed_maker_p(t.p, a, i) * delta[i];
            for (int32_t j = 0; j < r && degree > 1; ++j) {
                c += t.q[posed_maker_at3(a, i, j)] * delta[i] * delta[j];
                for (int32_t k = 0; k < r; ++k)
                    c -= t.s[posed_maker_at4(a, i, j, k)] * delta[i] * delta[j] * delta[k];
            }
        }
        t.c[a] = c;
    }
    for (int32_t a = 0; a < r && degree > 1; ++a)
        for (int32_t i = 0; i <= a; ++i) {
            double change = 0.0;
            for (int32_t j = 0; j < r; ++j) {
                change -= 2.0 * t.q[posed_maker_at3(a, i, j)] * delta[j];
                for (int32_t k = 0; k < r; ++k)
                    change += 3.0 * t.s[posed_maker_at4(a, i, j, k)] * delta[j] * delta[k];
            }
            t.p[packed_at2((uint32_t)a, (uint32_t)i)] += change;
        }
    for (int32_t a = 0; a < r && degree > 1; ++a)
        for (int32_t i = 0; i <= a; ++i)
            for (int32_t j = 0; j <= i; ++j)
                for (int32_t k = 0; k < r; ++k)
                    t.q[posed_maker_at3(a, i, j)] -=
                        3.0 * t.s[posed_maker_at4(a, i, j, k)] * delta[k];
}

// The first joint of the bar, by its bones 0 and 1, tells the pose; with one bone nothing does.
static inline void posed_maker_space(asset_maker* m, asset_draft_posed* x,
                                     const posed_maker_options* o) {
    static const format_pose_joint joint = {1, 0};
    x->joint_count = m->options.bone_count > 1 ? 1 : 0;
    x->joints = &joint;
    x->input_count = o->input_or_null != NULL;
    const char** input = ARENA_NEW(m->memory, const char*, 1);
    *input = o->input_or_null;
    x->inputs = input;
    int32_t turns = 6 * x->joint_count, numbers = turns + x->input_count;
    double* poses = ARENA_NEW(m->memory, double, 7 * (size_t)o->target_count);
    const double** list = ARENA_NEW(m->memory, const double*, (size_t)o->target_count);
    for (int32_t t = 0; t < o->target_count; ++t) {
        double* pose = poses + 7 * t;
        list[t] = pose;
        pose[2] = o->targets[t].turn;
        pose[4] = o->targets[t].lift * x->translation;
        if (numbers > turns)
            pose[turns] = o->targets[t].input;
    }
    pose_space space =
        pose_space_make(list, o->target_count, turns, x->input_count, o->smoothing, m->memory);
    x->dimension = space.dimension;
    x->mean = space.mean;
    x->projection = space.projection;
    x->centres = space.centres;
    x->cardinal = space.cardinal;
}

// The palette of the bar bent at its first joint, as a target asks for it, standing at the origin.
static inline void posed_maker_palette(const asset_maker* m, double turn, double lift,
                                       supple_matrix* palette) {
    double s, c, y = m->options.height / m->options.bone_count; // of the joint
    exact_sincos(turn, &s, &c);
    for (int32_t b = 0; b < m->options.bone_count; ++b) {
        palette[b] = (supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
        if (b == 0)
            continue;
        palette[b].m[0] = palette[b].m[5] = (float)c;
        palette[b].m[1] = (float)s;
        palette[b].m[4] = (float)-s;
        palette[b].m[12] = (float)(s * y);
        palette[b].m[13] = (float)(y - c * y + lift);
    }
}

// Makes a part a posed one.
static inline void posed_maker_add(asset_maker* m, int32_t part, posed_maker_options o) {
    asset_draft_part* d = &m->draft_parts[part];
    int32_t r = d->coord_count;
    size_t n = (size_t)r, terms = packed_polynomial((uint32_t)r, (uint32_t)o.degree);
    asset_draft_posed* x = ARENA_NEW(m->memory, asset_draft_posed, 1);
    const char** names = ARENA_NEW(m->memory, const char*, (size_t)o.target_count);
    const double** polynomials = ARENA_NEW(m->memory, const double*, (size_t)o.target_count);
    double* rests = ARENA_NEW(m->memory, double, n*(size_t)o.target_count);
    double* masses = ARENA_NEW(m->memory, double, (size_t)o.target_count);
    double* e = ARENA_NEW(m->memory, double, n* n);
    double* h = ARENA_NEW(m->memory, double, n* n* n);
    for (int32_t t = 0; t < o.target_count; ++t) {
        double *packed = ARENA_NEW(m->memory, double, terms), *delta = rests + n * (size_t)t;
        for (int32_t i = 0; i < r; ++i)
            delta[i] = o.targets[t].bulge / (i + 1);
        posed_maker_strains(&m->parts[part], r, &o, o.targets[t].stiffness, e, h);
        posed_maker_elastic(r, o.degree, e, h, posed_maker_split(packed, r, o.degree));
        posed_maker_shift(r, o.degree, delta, posed_maker_split(packed, r, o.degree));
        polynomials[t] = packed;
        masses[t] = o.targets[t].mass > 0.0 ? o.targets[t].mass : 1.0;
        names[t] = arena_format(m->memory, "target %d", t);
    }
    *x = (asset_draft_posed){.target_count = o.target_count,
                             .degree = o.degree,
                             .alpha = o.alpha,
                             .beta = o.beta,
                             .translation = 2.0,
                             .names = names,
                             .masses_or_null = masses,
                             .rests = rests,
                             .polynomials = polynomials};
    posed_maker_space(m, x, &o);
    d->posed_or_null = x;
}
