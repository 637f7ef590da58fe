// Rotations and affine maps.
// SPDX-License-Identifier: MIT
#include "bake/base/vec.h"

#include <stdbool.h>

quat quat_identity(void) {
    return (quat){0.0, 0.0, 0.0, 1.0};
}

quat quat_axis_angle(vec3 axis, double radians) {
    double s, c;
    exact_sincos(0.5 * radians, &s, &c);
    return (quat){axis.x * s, axis.y * s, axis.z * s, c};
}

quat quat_mul(quat a, quat b) {
    return (quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                  a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                  a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

quat quat_conjugate(quat q) {
    return (quat){-q.x, -q.y, -q.z, q.w};
}

quat quat_unit(quat q) {
    double n = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(n > 0.0))
        return quat_identity();
    return (quat){q.x / n, q.y / n, q.z / n, q.w / n};
}

quat quat_slerp(quat a, quat b, double t) {
    double d = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    if (d < 0.0) { // the shorter way round
        b = (quat){-b.x, -b.y, -b.z, -b.w};
        d = -d;
    }
    double wa = 1.0 - t, wb = t;
    if (d < 0.9999999) { // closer than that, the straight line is exact to 1e-11
        double angle = exact_atan2(sqrt(1.0 - d * d), d);
        wa = exact_sin((1.0 - t) * angle) / exact_sin(angle);
        wb = exact_sin(t * angle) / exact_sin(angle);
    }
    return quat_unit(
        (quat){wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w});
}

quat quat_between(vec3 from, vec3 to) {
    vec3 c = v3_cross(from, to);
    double d = v3_dot(from, to);
    if (d < -0.999999999) { // opposite: half a turn about any axis across
        vec3 across = fabs(from.x) < 0.8 ? v3(1, 0, 0) : v3(0, 1, 0);
        return quat_axis_angle(v3_unit(v3_cross(from, across)), EXACT_PI);
    }
    return quat_unit((quat){c.x, c.y, c.z, 1.0 + d});
}

vec3 quat_rotate(quat q, vec3 v) {
    vec3 u = v3(q.x, q.y, q.z);
    vec3 t = v3_scale(v3_cross(u, v), 2.0);
    return v3_add(v3_madd(v, t, q.w), v3_cross(u, t));
}

mat4 mat4_identity(void) {
    return (mat4){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
}

mat4 mat4_mul(mat4 a, mat4 b) {
    mat4 r;
    for (int c = 0; c < 4; ++c)
        for (int i = 0; i < 4; ++i)
            r.m[4 * c + i] = a.m[i] * b.m[4 * c] + a.m[4 + i] * b.m[4 * c + 1] +
                             a.m[8 + i] * b.m[4 * c + 2] + a.m[12 + i] * b.m[4 * c + 3];
    return r;
}

mat4 mat4_from_trs(vec3 t, quat q, vec3 s) {
    vec3 x = v3_scale(quat_rotate(q, v3(1, 0, 0)), s.x);
    vec3 y = v3_scale(quat_rotate(q, v3(0, 1, 0)), s.y);
    vec3 z = v3_scale(quat_rotate(q, v3(0, 0, 1)), s.z);
    return (mat4){{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, t.x, t.y, t.z, 1}};
}

static vec3 column(const mat4* m, int c) {
    return v3(m->m[4 * c], m->m[4 * c + 1], m->m[4 * c + 2]);
}

double mat4_determinant3(mat4 m) {
    return v3_dot(column(&m, 0), v3_cross(column(&m, 1), column(&m, 2)));
}

mat4 mat4_inverse_affine(mat4 m) {
    vec3 a = column(&m, 0), b = column(&m, 1), c = column(&m, 2), t = column(&m, 3);
    double det = mat4_determinant3(m);
    if (det == 0.0 || !isfinite(1.0 / det))
        return mat4_identity();
    vec3 r0 = v3_scale(v3_cross(b, c), 1.0 / det); // rows of the inverse
    vec3 r1 = v3_scale(v3_cross(c, a), 1.0 / det);
    vec3 r2 = v3_scale(v3_cross(a, b), 1.0 / det);
    return (mat4){{r0.x, r1.x, r2.x, 0, r0.y, r1.y, r2.y, 0, r0.z, r1.z, r2.z, 0, -v3_dot(r0, t),
                   -v3_dot(r1, t), -v3_dot(r2, t), 1}};
}

vec3 mat4_point(mat4 m, vec3 p) {
    return v3_add(mat4_vector(m, p), column(&m, 3));
}

vec3 mat4_vector(mat4 m, vec3 v) {
    return v3(m.m[0] * v.x + m.m[4] * v.y + m.m[8] * v.z,
              m.m[1] * v.x + m.m[5] * v.y + m.m[9] * v.z,
              m.m[2] * v.x + m.m[6] * v.y + m.m[10] * v.z);
}

vec3 mat4_normal(mat4 m, vec3 n) {
    vec3 a = column(&m, 0), b = column(&m, 1), c = column(&m, 2);
    vec3 x = v3_cross(b, c), y = v3_cross(c, a), z = v3_cross(a, b);
    return v3_madd(v3_madd(v3_scale(x, n.x), y, n.y), z, n.z);
}

// From a rotation matrix given by its columns, after Shepperd 1978: divide by the largest part.
static quat quat_from_axes(vec3 x, vec3 y, vec3 z) {
    double t = x.x + y.y + z.z;
    quat q;
    if (t >= x.x && t >= y.y && t >= z.z)
        q = (quat){y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + t};
    else if (x.x >= y.y && x.x >= z.z)
        q = (quat){1.0 + 2.0 * x.x - t, x.y + y.x, z.x + x.z, y.z - z.y};
    else if (y.y >= z.z)
        q = (quat){x.y + y.x, 1.0 + 2.0 * y.y - t, y.z + z.y, z.x - x.z};
    else
        q = (quat){z.x + x.z, y.z + z.y, 1.0 + 2.0 * z.z - t, x.y - y.x};
    return quat_unit(q);
}

void mat4_split(mat4 matrix, vec3* translation, quat* rotation, vec3* scale) {
    const double* m = matrix.m;
    vec3 x = v3(m[0], m[1], m[2]), y = v3(m[4], m[5], m[6]), z = v3(m[8], m[9], m[10]);
    *translation = v3(m[12], m[13], m[14]);
    *scale = v3(v3_length(x), v3_length(y), v3_length(z));
    if (mat4_determinant3(matrix) < 0.0) {
        scale->x = -scale->x;
        x = v3_scale(x, -1.0);
    }
    vec3 ux = v3_unit(x);
    vec3 uy = v3_unit(v3_madd(y, ux, -v3_dot(y, ux)));
    vec3 uz = v3_cross(ux, uy);
    bool flat = v3_length(ux) == 0.0 || v3_length(uy) == 0.0;
    *rotation = flat ? quat_identity() : quat_from_axes(ux, uy, uz);
}
