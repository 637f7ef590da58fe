// Vectors of three doubles, and what matrices of three rows do to them. Outputs may be inputs.
// SPDX-License-Identifier: MIT
#pragma once

static inline double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross3(const double a[3], const double b[3], double out[3]) {
    const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
}

static inline void minus3(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = a[i] - b[i];
}

// a + t b
static inline void along3(const double a[3], double t, const double b[3], double out[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = a[i] + t * b[i];
}

static inline void times3(const double m[3][3], const double a[3], double out[3]) {
    const double x = dot3(m[0], a), y = dot3(m[1], a);
    out[2] = dot3(m[2], a);
    out[0] = x;
    out[1] = y;
}

static inline void times3_transposed(const double m[3][3], const double a[3], double out[3]) {
    const double x = m[0][0] * a[0] + m[1][0] * a[1] + m[2][0] * a[2];
    const double y = m[0][1] * a[0] + m[1][1] * a[1] + m[2][1] * a[2];
    out[2] = m[0][2] * a[0] + m[1][2] * a[1] + m[2][2] * a[2];
    out[0] = x;
    out[1] = y;
}
