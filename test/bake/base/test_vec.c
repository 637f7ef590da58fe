// Rotations and affine maps obey their algebra.
// SPDX-License-Identifier: MIT
#include "bake/base/vec.h"
#include "test/kit/check.h"

#include <stdint.h>

static double random_unit(void) {
    static uint64_t state = 7;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-52 - 1.0;
}
static vec3 random_vec(void) {
    double x = random_unit(), y = random_unit(), z = random_unit();
    return v3(x, y, z);
}
static quat random_quat(void) {
    vec3 v = random_vec();
    return quat_unit((quat){v.x, v.y, v.z, random_unit()});
}

TEST(rotation_keeps_lengths_and_angles) {
    for (int i = 0; i < 1000; ++i) {
        quat q = random_quat();
        vec3 a = random_vec(), b = random_vec();
        CHECK_NEAR(v3_dot(quat_rotate(q, a), quat_rotate(q, b)), v3_dot(a, b), 1e-14);
        CHECK_NEAR(v3_distance(quat_rotate(quat_conjugate(q), quat_rotate(q, a)), a), 0.0, 1e-14);
    }
}

TEST(product_of_quaternions_is_one_rotation_after_the_other) {
    for (int i = 0; i < 1000; ++i) {
        quat p = random_quat(), q = random_quat();
        vec3 v = random_vec();
        vec3 both = quat_rotate(quat_mul(p, q), v), steps = quat_rotate(p, quat_rotate(q, v));
        CHECK_NEAR(v3_distance(both, steps), 0.0, 1e-14);
    }
}

TEST(slerp_turns_at_constant_speed) {
    for (int i = 0; i < 200; ++i) {
        quat a = random_quat(), b = random_quat();
        if (i % 2 == 0)
            b = quat_slerp(a, b, 0.02); // neighbours, as the keys of a clip are
        double last = -1.0;
        for (int k = 0; k < 8; ++k) {
            quat p = quat_slerp(a, b, k / 8.0), q = quat_slerp(a, b, (k + 1) / 8.0);
            quat turn = quat_mul(quat_conjugate(p), q);
            double angle =
                atan2(sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z), fabs(turn.w));
            if (last >= 0.0)
                CHECK_NEAR(angle, last, 1e-10);
            last = angle;
        }
    }
}

TEST(shortest_rotation_carries_one_vector_to_the_other) {
    for (int i = 0; i < 1000; ++i) {
        vec3 a = v3_unit(random_vec());
        vec3 b = i % 10 == 0 ? v3_scale(a, -1.0) : v3_unit(random_vec());
        CHECK_NEAR(v3_distance(quat_rotate(quat_between(a, b), a), b), 0.0, 1e-7);
    }
}

TEST(inverse_undoes_an_affine_map) {
    for (int i = 0; i < 1000; ++i) {
        vec3 scale = v3(1.5 + random_unit(), -1.5 + random_unit(), 1.5 + random_unit());
        mat4 m = mat4_from_trs(random_vec(), random_quat(), scale);
        vec3 p = random_vec();
        CHECK_NEAR(v3_distance(mat4_point(mat4_inverse_affine(m), mat4_point(m, p)), p), 0.0,
                   1e-13);
        CHECK_NEAR(mat4_determinant3(m), scale.x * scale.y * scale.z, 1e-13);
    }
}

TEST(normals_stay_at_right_angles_under_any_map) {
    for (int i = 0; i < 1000; ++i) {
        mat4 m = mat4_from_trs(random_vec(), random_quat(), v3(0.2, 3.0, -1.0));
        vec3 n = random_vec(), t = v3_cross(n, random_vec());
        CHECK_NEAR(v3_dot(mat4_normal(m, n), mat4_vector(m, t)), 0.0, 1e-13);
    }
}

TEST_MAIN(CASE(rotation_keeps_lengths_and_angles),
          CASE(product_of_quaternions_is_one_rotation_after_the_other),
          CASE(slerp_turns_at_constant_speed),
          CASE(shortest_rotation_carries_one_vector_to_the_other),
          CASE(inverse_undoes_an_affine_map), CASE(normals_stay_at_right_angles_under_any_map))
