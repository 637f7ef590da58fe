// A block of flesh on a moving bone, by finite elements in the world: a truth for the runtime.
//
// Integrated in world coordinates, node by node, with a stiffness that turns with the bone and in short
// steps: it knows nothing of modes, frames or fictitious forces. Its coordinates are read off at the end.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"

#include <math.h>
#include <string.h>

enum {
    BLOCK_MODES = 8,
    CELLS_X = 3,
    CELLS_YZ = 2,
    BLOCK_NODES = 48,
    BLOCK_UNKNOWNS = 3 * BLOCK_NODES
};

// ---- the block -------------------------------------------------------------------------

static inline tets block_tets(arena* a) {
    static const int paths[6][3] = {{1, 2, 4}, {2, 4, 1}, {4, 1, 2},
                                    {2, 1, 4}, {1, 4, 2}, {4, 2, 1}};
    enum { NX = CELLS_X + 1, N = CELLS_YZ + 1 };
    tets t = {.node_count = NX * N * N, .tet_count = 6 * CELLS_X * CELLS_YZ * CELLS_YZ, .width = 4};
    t.nodes = ARENA_NEW(a, vec3, (size_t)t.node_count);
    t.elements = ARENA_NEW(a, int32_t, 4 * (size_t)t.tet_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        t.nodes[i] = v3(0.15 + 0.2 / CELLS_X * (i % NX), 0.1 * (i / NX % N) / CELLS_YZ - 0.05,
                        0.13 * (i / NX / N) / CELLS_YZ - 0.06);
    int32_t* to = t.elements;
    for (int32_t cell = 0; cell < CELLS_X * CELLS_YZ * CELLS_YZ; ++cell) {
        int32_t first =
            cell % CELLS_X + NX * (cell / CELLS_X % CELLS_YZ + N * (cell / CELLS_X / CELLS_YZ));
        for (int p = 0; p < 6; ++p, to += 4) {
            to[0] = first;
            for (int k = 0, bits = 0; k < 3; ++k) {
                bits |= paths[p][k];
                to[k + 1] = first + (bits & 1) + NX * ((bits >> 1 & 1) + N * (bits >> 2));
            }
            if (p >= 3) {
                int32_t swap = to[1];
                to[1] = to[2];
                to[2] = swap;
            }
        }
    }
    return t;
}

typedef struct block {
    arena* memory;
    report r;
    modal_model model;
    int32_t free_count, fixed_count;
    double stiffness[BLOCK_UNKNOWNS][BLOCK_UNKNOWNS]; // M^-1 K of the free unknowns
    double carried[BLOCK_NODES][BLOCK_NODES];         // M_ff^-1 M_fb, nodes
    double mass[BLOCK_NODES][BLOCK_NODES];            // M_ff, nodes
    vec3 free_at[BLOCK_NODES], fixed_at[BLOCK_NODES];
    double alpha, beta;
} block;

// Solves a x = b in place for `columns` right-hand sides; a is destroyed. Symmetric positive definite.
static inline void block_solve(int n, double a[BLOCK_NODES][BLOCK_NODES], int columns,
                               double (*b)[BLOCK_UNKNOWNS]) {
    for (int k = 0; k < n; ++k)
        for (int i = k + 1; i < n; ++i) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < n; ++j)
                a[i][j] -= f * a[k][j];
            for (int j = 0; j < columns; ++j)
                b[i][j] -= f * b[k][j];
        }
    for (int i = n - 1; i >= 0; --i)
        for (int j = 0; j < columns; ++j) {
            for (int k = i + 1; k < n; ++k)
                b[i][j] -= a[i][k] * b[k][j];
            b[i][j] /= a[i][i];
        }
}

static inline bool block_build(block* b, double hertz) {
    b->memory = arena_create();
    b->r = report_new(b->memory);
    tets t = block_tets(b->memory);
    uint8_t* fixed = ARENA_NEW(b->memory, uint8_t, (size_t)t.node_count);
    material* list = ARENA_NEW(b->memory, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        fixed[i] = t.nodes[i].x < 0.151;
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i] = (material){2e4, 0.4, 1000.0};
    b->alpha = 0.5, b->beta = 0.002;
    modal_request q = {.volume = &t,
                       .fixed_or_null = fixed,
                       .materials = list,
                       .mass = ELEMENT_MASS_CONSISTENT,
                       .count = BLOCK_MODES,
                       .first_hz = hertz,
                       .damping = {.form = DAMPING_BY_NUMBERS, .numbers = {b->alpha, b->beta}},
                       .coupling = true,
                       .threads = 1,
                       .where = place_none()};
    stages clock = stages_begin();
    if (!modal_build(&q, &clock, &b->model, b->memory, &b->r))
        return false;
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i].young *= b->model.young_factor;
    assemble_matrices all;
    if (!assemble_body(&t, list, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), b->memory, &b->r))
        return false;
    int32_t fixed_number[BLOCK_NODES];
    b->free_count = b->fixed_count = 0;
    for (int32_t i = 0; i < t.node_count; ++i) {
        fixed_number[i] = fixed[i] ? b->fixed_count : -1;
        if (fixed[i])
            b->fixed_at[b->fixed_count++] = t.nodes[i];
        else
            b->free_at[b->free_count++] = t.nodes[i];
    }
    static double rows[BLOCK_NODES][BLOCK_UNKNOWNS], k_rows[BLOCK_NODES][BLOCK_UNKNOWNS],
        m[BLOCK_NODES][BLOCK_NODES];
    memset(rows, 0, sizeof rows);
    memset(b->mass, 0, sizeof b->mass);
    memset(b->stiffness, 0, sizeof b->stiffness);
    for (int32_t i = 0; i < t.node_count; ++i)
        for (int32_t j = 0; j < t.node_count; ++j) {
            int32_t fi = b->model.number[i], fj = b->model.number[j];
            const double *mij = sparse_block(&all.mass, i, j),
                         *kij = sparse_block(&all.stiffness, i, j);
            if (fi < 0 || mij == NULL)
                continue;
            if (fj < 0) {
                rows[fi][fixed_number[j]] = *mij;
                continue;
            }
            b->mass[fi][fj] = *mij;
            for (int k = 0; k < 9; ++k)
                b->stiffness[3 * fi + k / 3][3 * fj + k % 3] = kij[k];
        }
    memcpy(m, b->mass, sizeof m);
    block_solve(b->free_count, m, b->fixed_count, rows);
    for (int i = 0; i < b->free_count; ++i)
        memcpy(b->carried[i], rows[i], sizeof b->carried[i]);
    for (int axis = 0; axis < 3; ++axis) { // the mass is the same for the three axes
        memcpy(m, b->mass, sizeof m);
        for (int i = 0; i < b->free_count; ++i)
            memcpy(k_rows[i], b->stiffness[3 * i + axis], sizeof k_rows[i]);
        block_solve(b->free_count, m, 3 * b->free_count, k_rows);
        for (int i = 0; i < b->free_count; ++i)
            memcpy(b->stiffness[3 * i + axis], k_rows[i], sizeof k_rows[i]);
    }
    return true;
}

// ---- the bone --------------------------------------------------------------------------

typedef struct motion {
    double swing, pace; // radians and rad/s of the larger turn
} motion;

typedef struct bone {
    double turn[3][3], turn1[3][3], turn2[3][3]; // and its derivatives
    double at[3], at1[3], at2[3];
} bone;

static inline void block_turn(int axis, double angle,
                              double turn[3][3][3]) { // and its two derivatives
    double s = sin(angle), c = cos(angle);
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    memset(turn, 0, 3 * sizeof *turn);
    turn[0][axis][axis] = 1.0;
    const double values[3][2] = {{c, s}, {-s, c}, {-c, -s}};
    for (int d = 0; d < 3; ++d) {
        turn[d][i][i] = turn[d][j][j] = values[d][0];
        turn[d][j][i] = values[d][1];
        turn[d][i][j] = -values[d][1];
    }
}

static inline void block_add_product(double scale, double x[3][3], double y[3][3],
                                     double out[3][3]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k)
                out[i][j] += scale * x[i][k] * y[k][j];
}

static inline bone block_bone_at(const motion* m, double t) {
    bone b;
    memset(&b, 0, sizeof b);
    double w = m->pace, u = 0.7 * w;
    double a = m->swing * sin(w * t), a1 = m->swing * w * cos(w * t), a2 = -w * w * a;
    double c = 0.6 * m->swing * sin(u * t + 1.0), c1 = 0.6 * m->swing * u * cos(u * t + 1.0),
           c2 = -u * u * c;
    double z[3][3][3], x[3][3][3];
    block_turn(2, a, z);
    block_turn(0, c, x);
    block_add_product(1.0, z[0], x[0], b.turn);
    block_add_product(a1, z[1], x[0], b.turn1);
    block_add_product(c1, z[0], x[1], b.turn1);
    block_add_product(a2, z[1], x[0], b.turn2);
    block_add_product(a1 * a1, z[2], x[0], b.turn2);
    block_add_product(2.0 * a1 * c1, z[1], x[1], b.turn2);
    block_add_product(c2, z[0], x[1], b.turn2);
    block_add_product(c1 * c1, z[0], x[2], b.turn2);
    b.at[0] = 1.5 * t, b.at1[0] = 1.5;
    b.at[1] = 0.04 * sin(9.0 * t), b.at1[1] = 0.36 * cos(9.0 * t), b.at2[1] = -81.0 * b.at[1];
    b.at[2] = 0.03 * sin(6.0 * t), b.at1[2] = 0.18 * cos(6.0 * t), b.at2[2] = -36.0 * b.at[2];
    return b;
}

static inline double block_largest_spin(const motion* m) {
    double most = 0.0;
    for (double t = 0.0; t < 4.0; t += 0.01) {
        bone b = block_bone_at(m, t);
        double w[3][3] = {{0}}, back[3][3];
        for (int i = 0; i < 9; ++i)
            back[i / 3][i % 3] = b.turn[i % 3][i / 3];
        block_add_product(1.0, back, b.turn1, w);
        most = fmax(most, sqrt(w[0][1] * w[0][1] + w[0][2] * w[0][2] + w[1][2] * w[1][2]));
    }
    return most;
}

// ---- the truth -------------------------------------------------------------------------

static const double block_gravity[3] = {0.0, 0.0, -9.81};

// Displacement and its rate in the bone's axes, of a node at x that moves by v.
static inline void block_displaced(const bone* b, vec3 rest, const double* x, const double* v,
                                   double u[3], double u1[3]) {
    const double r[3] = {rest.x, rest.y, rest.z};
    double rel[3], rate[3];
    for (int i = 0; i < 3; ++i)
        rel[i] = x[i] - b->at[i], rate[i] = v[i] - b->at1[i];
    for (int i = 0; i < 3; ++i) {
        u[i] = -r[i], u1[i] = 0.0;
        for (int k = 0; k < 3; ++k) {
            u[i] += b->turn[k][i] * rel[k];
            u1[i] += b->turn[k][i] * rate[k] + b->turn1[k][i] * rel[k];
        }
    }
}

static inline void block_accelerations(const block* b, const bone* at, const double* x,
                                       const double* v, double* a) {
    static double u[BLOCK_UNKNOWNS], u1[BLOCK_UNKNOWNS], f[BLOCK_UNKNOWNS];
    int n = 3 * b->free_count;
    for (int i = 0; i < b->free_count; ++i)
        block_displaced(at, b->free_at[i], x + 3 * i, v + 3 * i, u + 3 * i, u1 + 3 * i);
    for (int i = 0; i < n; ++i) {
        double sum = b->alpha * u1[i];
        for (int k = 0; k < n; ++k)
            sum += b->stiffness[i][k] * (u[k] + b->beta * u1[k]);
        f[i] = sum;
    }
    for (int i = 0; i < b->free_count; ++i)
        for (int k = 0; k < 3; ++k) {
            double sum = block_gravity[k];
            for (int j = 0; j < 3; ++j)
                sum -= at->turn[k][j] * f[3 * i + j];
            for (int j = 0; j < b->fixed_count; ++j) {
                const double r[3] = {b->fixed_at[j].x, b->fixed_at[j].y, b->fixed_at[j].z};
                double carried = at->at2[k] - block_gravity[k];
                for (int d = 0; d < 3; ++d)
                    carried += at->turn2[k][d] * r[d];
                sum -= b->carried[i][j] * carried;
            }
            a[3 * i + k] = sum;
        }
}

typedef struct truth {
    double x[BLOCK_UNKNOWNS], v[BLOCK_UNKNOWNS];
} truth;

static inline void block_advance(const block* b, const motion* m, double t, double h, truth* s) {
    static double a[4][BLOCK_UNKNOWNS], x[BLOCK_UNKNOWNS], v[4][BLOCK_UNKNOWNS];
    const double weight[4] = {0.0, 0.5, 0.5, 1.0};
    int n = 3 * b->free_count;
    for (int part_of = 0; part_of < 4; ++part_of) {
        bone at = block_bone_at(m, t + weight[part_of] * h);
        for (int i = 0; i < n; ++i) {
            double c = weight[part_of] * h;
            x[i] = s->x[i] + (part_of > 0 ? c * v[part_of - 1][i] : 0.0);
            v[part_of][i] = s->v[i] + (part_of > 0 ? c * a[part_of - 1][i] : 0.0);
        }
        block_accelerations(b, &at, x, v[part_of], a[part_of]);
    }
    for (int i = 0; i < n; ++i) {
        s->x[i] += h / 6.0 * (v[0][i] + 2.0 * v[1][i] + 2.0 * v[2][i] + v[3][i]);
        s->v[i] += h / 6.0 * (a[0][i] + 2.0 * a[1][i] + 2.0 * a[2][i] + a[3][i]);
    }
}

// q = Phi^T M u
static inline void block_coordinates(const block* b, const bone* at, const truth* s,
                                     double q[BLOCK_MODES]) {
    static double u[BLOCK_UNKNOWNS], u1[BLOCK_UNKNOWNS];
    for (int i = 0; i < b->free_count; ++i)
        block_displaced(at, b->free_at[i], s->x + 3 * i, s->v + 3 * i, u + 3 * i, u1 + 3 * i);
    for (int m = 0; m < BLOCK_MODES; ++m) {
        const double* phi = b->model.vectors + (size_t)m * 3 * (size_t)b->free_count;
        q[m] = 0.0;
        for (int i = 0; i < b->free_count; ++i)
            for (int j = 0; j < b->free_count; ++j)
                for (int k = 0; k < 3; ++k)
                    q[m] += phi[3 * i + k] * b->mass[i][j] * u[3 * j + k];
    }
}
