// Six numbers of a joint: zero at bind, its own turn and shift otherwise, whatever the parent does.
// SPDX-License-Identifier: MIT
#include "bake/base/vec.h"
#include "runtime/model/joint_pose.h"
#include "test/kit/check.h"

static void rows_of(mat4 m, float out[12]) {
    for (int k = 0; k < 12; ++k)
        out[k] = (float)m.m[4 * (k % 4) + k / 4];
}

static mat4 about(vec3 joint, quat turn, vec3 shift) { // turned about a place, then moved
    vec3 t = v3_add(v3_sub(joint, quat_rotate(turn, joint)), shift);
    return mat4_from_trs(t, turn, v3(1, 1, 1));
}

static const vec3 joint = {0.3, -0.2, 1.1}, axis = {0.6, 0.0, 0.8};

static bool pose_of(mat4 parent, mat4 own, double far, double out[6]) {
    float p[12], o[12];
    rows_of(parent, p);
    rows_of(own, o);
    return joint_pose(p, o, (double[3]){joint.x, joint.y, joint.z}, far, out);
}

TEST(a_joint_that_goes_with_its_parent_has_zeros) {
    mat4 m = mat4_from_trs(v3(4, 5, 6), quat_axis_angle(axis, 2.0), v3(100, 100, 100));
    double out[6];
    CHECK(pose_of(m, m, 1.0, out));
    for (int i = 0; i < 6; ++i)
        CHECK_NEAR(out[i], 0.0, 1e-6);
}

TEST(a_turn_about_the_joint_is_its_rotation_vector_and_no_translation) {
    const double angles[] = {1e-6, 0.01, 0.5, 1.5, 3.0, 3.1415, -0.7, -3.1};
    mat4 parent = mat4_from_trs(v3(1, 2, 3), quat_axis_angle(v3(0, 1, 0), 1.2), v3(1, 1, 1));
    for (int i = 0; i < 8; ++i) {
        mat4 turn = about(joint, quat_axis_angle(axis, angles[i]), v3(0, 0, 0));
        double out[6];
        CHECK(pose_of(parent, mat4_mul(parent, turn), 1.0, out));
        CHECK_NEAR(out[0], angles[i] * axis.x, 1e-6);
        CHECK_NEAR(out[1], angles[i] * axis.y, 1e-6);
        CHECK_NEAR(out[2], angles[i] * axis.z, 1e-6);
        for (int k = 3; k < 6; ++k)
            CHECK_NEAR(out[k], 0.0, 2e-6);
    }
}

TEST(a_shift_of_the_joint_counts_times_far_in_the_axes_of_the_mesh) {
    mat4 parent = mat4_from_trs(v3(1, 2, 3), quat_axis_angle(v3(0, 1, 0), 1.2), v3(2, 2, 2));
    mat4 own = about(joint, quat_axis_angle(axis, 0.4), v3(0.1, 0.2, -0.3));
    double out[6];
    CHECK(pose_of(parent, mat4_mul(parent, own), 5.0, out));
    CHECK_NEAR(out[3], 0.5, 1e-5);
    CHECK_NEAR(out[4], 1.0, 1e-5);
    CHECK_NEAR(out[5], -1.5, 1e-5);
}

TEST(scale_of_a_bone_is_no_turn) {
    mat4 grown = mat4_mul(about(joint, quat_axis_angle(axis, 0.4), v3(0, 0, 0)),
                          mat4_from_trs(v3(0, 0, 0), quat_identity(), v3(3, 3, 3)));
    double out[6];
    CHECK(pose_of(mat4_identity(), grown, 1.0, out));
    CHECK_NEAR(out[0], 0.4 * axis.x, 1e-6);
    CHECK_NEAR(out[2], 0.4 * axis.z, 1e-6);
}

TEST(bones_without_orientation_are_refused_and_leave_the_pose_alone) {
    mat4 flat = mat4_from_trs(v3(0, 0, 0), quat_identity(), v3(1, 0, 1)), bad = mat4_identity(),
         mirror = mat4_from_trs(v3(0, 0, 0), quat_identity(), v3(-1, 1, 1));
    bad.m[5] = NAN;
    double out[6] = {7, 7, 7, 7, 7, 7};
    CHECK(!pose_of(flat, mat4_identity(), 1.0, out));
    CHECK(!pose_of(mat4_identity(), flat, 1.0, out));
    CHECK(!pose_of(bad, mat4_identity(), 1.0, out));
    CHECK(!pose_of(mat4_identity(), bad, 1.0, out));
    CHECK(!pose_of(mat4_identity(), mirror, 1.0, out));
    CHECK(pose_of(mirror, mirror, 1.0, out) && out[0] < 7.0);
}

TEST_MAIN(CASE(a_joint_that_goes_with_its_parent_has_zeros),
          CASE(a_turn_about_the_joint_is_its_rotation_vector_and_no_translation),
          CASE(a_shift_of_the_joint_counts_times_far_in_the_axes_of_the_mesh),
          CASE(scale_of_a_bone_is_no_turn),
          CASE(bones_without_orientation_are_refused_and_leave_the_pose_alone))
