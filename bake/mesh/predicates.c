// A floating-point filter decides nearly all calls; the rest are summed exactly as expansions.
//
// Shewchuk's middle stages are left out: when the differences to d are exact (floats of one scale,
// the rule in files) six products of three numbers are summed, else the twenty-four of the 4 x 4
// determinant. Zeros are dropped on the way, so that flat axis-aligned meshes stay cheap.
// SPDX-License-Identifier: MIT
#include "bake/mesh/predicates.h"

#include <float.h>
#include <stdbool.h>

// Terms of rising size that do not overlap; their sum is the value.
typedef struct expansion {
    int count;
    double terms[96]; // twenty-four products of four terms
} expansion;

static double two_sum(double a, double b, double* error) {
    double x = a + b, bv = x - a, av = x - bv;
    *error = (a - av) + (b - bv);
    return x;
}

static double two_product(double a, double b, double* error) {
    const double splitter = 134217729.0; // 2^27 + 1
    double ca = splitter * a, ah = ca - (ca - a), al = a - ah;
    double cb = splitter * b, bh = cb - (cb - b), bl = b - bh;
    double x = a * b;
    *error = al * bl - (((x - ah * bh) - al * bh) - ah * bl);
    return x;
}

static void expansion_add(expansion* e, double b) { // GROW-EXPANSION, zeros eliminated
    int n = 0;
    for (int i = 0; i < e->count; ++i) {
        double error;
        b = two_sum(b, e->terms[i], &error);
        if (error != 0.0)
            e->terms[n++] = error;
    }
    if (b != 0.0)
        e->terms[n++] = b;
    e->count = n;
}

static void expansion_add_product(expansion* e, double a, double b, double c) {
    if (a == 0.0 || b == 0.0 || c == 0.0)
        return;
    double low, high_error, low_error;
    double high = two_product(a, b, &low);
    double high_c = two_product(high, c, &high_error);
    double low_c = two_product(low, c, &low_error);
    expansion_add(e, low_error);
    expansion_add(e, low_c);
    expansion_add(e, high_error);
    expansion_add(e, high_c);
}

static void expansion_add_determinant(expansion* e, vec3 a, vec3 b, vec3 c, double sign) {
    expansion_add_product(e, sign * a.x, b.y, c.z);
    expansion_add_product(e, sign * a.y, b.z, c.x);
    expansion_add_product(e, sign * a.z, b.x, c.y);
    expansion_add_product(e, -sign * a.x, b.z, c.y);
    expansion_add_product(e, -sign * a.y, b.x, c.z);
    expansion_add_product(e, -sign * a.z, b.y, c.x);
}

static bool difference_is_exact(vec3 a, vec3 b) {
    double ex, ey, ez;
    two_sum(a.x, -b.x, &ex);
    two_sum(a.y, -b.y, &ey);
    two_sum(a.z, -b.z, &ez);
    return ex == 0.0 && ey == 0.0 && ez == 0.0;
}

static int orient3d_exact(vec3 a, vec3 b, vec3 c, vec3 d) {
    expansion e = {.count = 0};
    if (difference_is_exact(a, d) && difference_is_exact(b, d) && difference_is_exact(c, d)) {
        expansion_add_determinant(&e, v3_sub(a, d), v3_sub(b, d), v3_sub(c, d), 1.0);
    } else {
        expansion_add_determinant(&e, a, b, c, 1.0);
        expansion_add_determinant(&e, a, b, d, -1.0);
        expansion_add_determinant(&e, a, c, d, 1.0);
        expansion_add_determinant(&e, b, c, d, -1.0);
    }
    double top = e.count > 0 ? e.terms[e.count - 1] : 0.0;
    return (top > 0.0) - (top < 0.0);
}

int orient3d(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 u = v3_sub(a, d), v = v3_sub(b, d), w = v3_sub(c, d);
    double vw_x = v.y * w.z, wv_x = v.z * w.y;
    double vw_y = v.z * w.x, wv_y = v.x * w.z;
    double vw_z = v.x * w.y, wv_z = v.y * w.x;
    double det = u.x * (vw_x - wv_x) + u.y * (vw_y - wv_y) + u.z * (vw_z - wv_z);
    double size = fabs(u.x) * (fabs(vw_x) + fabs(wv_x)) + fabs(u.y) * (fabs(vw_y) + fabs(wv_y)) +
                  fabs(u.z) * (fabs(vw_z) + fabs(wv_z));
    const double half_ulp = 0.5 * DBL_EPSILON;
    double error = (7.0 + 56.0 * half_ulp) * half_ulp * size; // Shewchuk's bound A
    if (det > error)
        return 1;
    if (-det > error)
        return -1;
    return orient3d_exact(a, b, c, d);
}
