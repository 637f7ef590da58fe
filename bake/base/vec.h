// Small vectors, quaternions and matrices in double, by value.
//
// Only + - * / and sqrt here and trigonometry from runtime/math/exact.h, so that what is made with them
// has the same bits from every compiler.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/math/exact.h"

#include <math.h>

typedef struct vec3 {
    double x, y, z;
} vec3;
typedef struct quat { // x i + y j + z k + w, unit length when it is a rotation
    double x, y, z, w;
} quat;
typedef struct mat4 { // column-major as in glTF: element (row, column) is m[4 * column + row]
    double m[16];
} mat4;

static inline vec3 v3(double x, double y, double z) {
    return (vec3){x, y, z};
}
static inline vec3 v3_add(vec3 a, vec3 b) {
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline vec3 v3_sub(vec3 a, vec3 b) {
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline vec3 v3_mul(vec3 a, vec3 b) {
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}
static inline vec3 v3_scale(vec3 a, double s) {
    return v3(a.x * s, a.y * s, a.z * s);
}
static inline vec3 v3_madd(vec3 a, vec3 b, double s) { // a + b s
    return v3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
static inline vec3 v3_lerp(vec3 a, vec3 b, double t) {
    return v3_madd(a, v3_sub(b, a), t);
}
static inline double v3_dot(vec3 a, vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vec3 v3_cross(vec3 a, vec3 b) {
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double v3_length(vec3 a) {
    return sqrt(v3_dot(a, a));
}
static inline double v3_distance(vec3 a, vec3 b) {
    return v3_length(v3_sub(a, b));
}
static inline vec3 v3_min(vec3 a, vec3 b) {
    return v3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
static inline vec3 v3_max(vec3 a, vec3 b) {
    return v3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}
// Unit length; a zero vector stays zero.
static inline vec3 v3_unit(vec3 a) {
    double n = v3_length(a);
    return n > 0.0 ? v3_scale(a, 1.0 / n) : a;
}

quat quat_identity(void);
quat quat_axis_angle(vec3 unit_axis, double radians);
quat quat_mul(quat a, quat b); // first b, then a
quat quat_conjugate(quat q);
quat quat_unit(quat q); // a zero quaternion becomes the identity
quat quat_slerp(quat a, quat b, double t);
quat quat_between(vec3 unit_from, vec3 unit_to); // the shortest rotation
vec3 quat_rotate(quat q, vec3 v);

mat4 mat4_identity(void);
mat4 mat4_mul(mat4 a, mat4 b);
mat4 mat4_from_trs(vec3 translation, quat rotation, vec3 scale);
mat4 mat4_inverse_affine(mat4 m); // the last row must be 0 0 0 1; singular gives the identity
vec3 mat4_point(mat4 m, vec3 p);  // with translation
vec3 mat4_vector(mat4 m, vec3 v); // without
vec3 mat4_normal(mat4 m, vec3 n); // by the cofactors: right for any scale, not unit length
double mat4_determinant3(mat4 m); // of the upper left 3 x 3
// What mat4_from_trs takes, by Gram-Schmidt on the columns: exact where there is no shear. A mirror goes
// into the x of the scale.
void mat4_split(mat4 m, vec3* translation, quat* rotation, vec3* scale);
