// Matrices of three by three by value, as gradients and stresses need them: [row][column].
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdint.h>

typedef struct mat3 {
    double m[3][3];
} mat3;

static const mat3 mat3_identity = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

static inline mat3 mat3_times(mat3 a, mat3 b) {
    mat3 c;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            c.m[i][k] = a.m[i][0] * b.m[0][k] + a.m[i][1] * b.m[1][k] + a.m[i][2] * b.m[2][k];
    return c;
}

static inline mat3 mat3_transposed_times(mat3 a, mat3 b) {
    mat3 c;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            c.m[i][k] = a.m[0][i] * b.m[0][k] + a.m[1][i] * b.m[1][k] + a.m[2][i] * b.m[2][k];
    return c;
}

static inline mat3 mat3_plus(mat3 a, mat3 b) {
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            a.m[i][k] += b.m[i][k];
    return a;
}

static inline vec3 mat3_apply(const mat3* a, vec3 v) {
    return v3(a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
              a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
              a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z);
}

// Of a field given at nodes by the gradients of their shape functions: row by the field's axis, column by
// the place's.
static inline mat3 mat3_gradient(const vec3* gradients, const vec3* field, int32_t width) {
    mat3 g = {{{0.0}}};
    for (int32_t k = 0; k < width; ++k) {
        const double f[3] = {field[k].x, field[k].y, field[k].z};
        for (int a = 0; a < 3; ++a) {
            g.m[a][0] += f[a] * gradients[k].x;
            g.m[a][1] += f[a] * gradients[k].y;
            g.m[a][2] += f[a] * gradients[k].z;
        }
    }
    return g;
}

// The matrix of minors with their signs, det A times the inverse's transpose, and a polynomial: the
// derivative of the determinant.
static inline mat3 mat3_cofactors(mat3 a) {
    mat3 c;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            int p = (i + 1) % 3, q = (i + 2) % 3, r = (k + 1) % 3, s = (k + 2) % 3;
            c.m[i][k] = a.m[p][r] * a.m[q][s] - a.m[p][s] * a.m[q][r];
        }
    return c;
}

static inline double mat3_product(mat3 a, mat3 b) { // A : B
    double sum = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            sum += a.m[i][k] * b.m[i][k];
    return sum;
}

static inline double mat3_determinant(mat3 a) {
    mat3 c = mat3_cofactors(a);
    return a.m[0][0] * c.m[0][0] + a.m[0][1] * c.m[0][1] + a.m[0][2] * c.m[0][2];
}
