// Frames of bones: their acceleration against exact numbers, and scale that flesh does not feel.
// SPDX-License-Identifier: MIT
#include "runtime/body/frame.h"
#include "runtime/math/exact.h"
#include "test/kit/check.h"
#include "test/kit/frames_oracle.h"

static frame_pose pose_of(const double skin[3][4]) {
    frame_pose f;
    for (int i = 0; i < 3; ++i) {
        memcpy(f.turn[i], skin[i], sizeof f.turn[i]);
        f.place[i] = skin[i][3];
    }
    return f;
}

TEST(accelerations_and_modal_forces_agree_with_exact_numbers) {
    for (int n = 0; n < 2; ++n) {
        const oracle_frames* o = &oracle_all_frames[n];
        frame_pose f[3] = {pose_of(o->skin[0]), pose_of(o->skin[1]), pose_of(o->skin[2])};
        frame_change c = frame_difference(&f[0], &f[1], &f[2], o->times[1] - o->times[0],
                                          o->times[2] - o->times[1]);
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k)
                c.a[i] -= f[1].turn[k][i] * oracle_gravity[k];
            CHECK_NEAR(c.a[i], o->a[i], 1e-9);
            for (int j = 0; j < 3; ++j)
                CHECK_NEAR(c.A[i][j], o->A[i][j], 1e-9);
        }
        for (int m = 0; m < ORACLE_MODES; ++m) {
            double force = 0.0;
            for (int i = 0; i < 3; ++i) {
                force -= oracle_s[m][i] * c.a[i];
                for (int j = 0; j < 3; ++j)
                    force -= oracle_j[m][i][j] * c.A[i][j];
            }
            CHECK_NEAR(force, o->force[m], 1e-9);
        }
    }
}

static void turn_of(double angle, double turn[3][3]) {
    double s, c;
    exact_sincos(angle, &s, &c);
    const double x[3][3] = {{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}};
    memcpy(turn, x, sizeof x);
}

// The rows of turn * scale, about a joint at c that is taken to `to`.
static void rows_of(double turn[3][3], const double scale[3], const double c[3], const double to[3],
                    float rows[12]) {
    for (int i = 0; i < 3; ++i) {
        double at = to[i];
        for (int j = 0; j < 3; ++j) {
            rows[4 * i + j] = (float)(turn[i][j] * scale[j]);
            at -= turn[i][j] * scale[j] * c[j];
        }
        rows[4 * i + 3] = (float)at;
    }
}

TEST(scale_of_a_bone_is_not_felt) {
    const double joint[3] = {0.3, 1.2, -0.4}, to[3] = {2.0, 0.5, 1.0}, one[3] = {1.0, 1.0, 1.0};
    frame_pose at = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double turn[3][3];
    float rows[12];
    turn_of(0.8, turn);
    rows_of(turn, one, joint, to, rows);
    frame_pose plain = frame_of_rows(rows, joint, 1.0, 1.0, &at);
    const double scales[4][3] = {{2, 2, 2}, {0.01, 0.01, 0.01}, {1, 3, 0.5}, {100, 1, 1}};
    for (int n = 0; n < 4; ++n) {
        rows_of(turn, scales[n], joint, to, rows);
        frame_pose scaled = frame_of_rows(rows, joint, 1.0, 1.0, &at);
        for (int i = 0; i < 3; ++i) {
            CHECK_NEAR(scaled.place[i], plain.place[i], 3e-5); // of floats up to 100
            for (int j = 0; j < 3; ++j)
                CHECK_NEAR(scaled.turn[i][j], turn[i][j], 3e-7);
        }
    }
}

TEST(a_mirrored_bone_stays_mirrored_and_a_flat_one_keeps_its_turn) {
    frame_pose before;
    double turn[3][3];
    float rows[12];
    const double zero[3] = {0, 0, 0}, mirror[3] = {-1, 1, 1}, flat[3] = {0, 0, 0};
    turn_of(0.3, before.turn);
    turn_of(0.8, turn);
    rows_of(turn, mirror, zero, zero, rows);
    frame_pose f = frame_of_rows(rows, zero, 1.0, 1.0, &before);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            CHECK_NEAR(f.turn[i][j], turn[i][j] * mirror[j], 1e-7);
    rows_of(turn, flat, zero, zero, rows);
    f = frame_of_rows(rows, zero, 1.0, 1.0, &before);
    CHECK(memcmp(f.turn, before.turn, sizeof f.turn) == 0);
}

TEST(a_sheared_bone_gives_an_orthogonal_turn) {
    for (int n = 0; n < 200; ++n) {
        double m[3][3], q[3][3];
        for (int i = 0; i < 9; ++i)
            m[i / 3][i % 3] = exact_sin(1.7 * n + 2.3 * i * i);
        if (!frame_orthogonal((const double(*)[3])m, q))
            continue;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                CHECK_NEAR(q[0][i] * q[0][j] + q[1][i] * q[1][j] + q[2][i] * q[2][j], i == j,
                           1e-14);
    }
    double nearly[3][3] = {{1, 1, 0}, {0, 1e-6, 0}, {0, 0, 1}}, out[3][3];
    CHECK(!frame_orthogonal((const double(*)[3])nearly, out));
}

TEST(the_joint_is_where_the_inverse_bind_matrix_is_zero) {
    const float m[12] = {0.5f, 0.1f, 0, 1, -0.2f, 2, 0.3f, -3, 0, 0.4f, 1, 0.25f};
    double c[3];
    frame_joint(m, c);
    for (int i = 0; i < 3; ++i)
        CHECK_NEAR(m[4 * i] * c[0] + m[4 * i + 1] * c[1] + m[4 * i + 2] * c[2] + m[4 * i + 3], 0.0,
                   1e-12);
    const float none[12] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
    frame_joint(none, c);
    CHECK(c[0] == 0.0 && c[1] == 0.0 && c[2] == 0.0);
}

TEST_MAIN(CASE(accelerations_and_modal_forces_agree_with_exact_numbers),
          CASE(scale_of_a_bone_is_not_felt),
          CASE(a_mirrored_bone_stays_mirrored_and_a_flat_one_keeps_its_turn),
          CASE(a_sheared_bone_gives_an_orthogonal_turn),
          CASE(the_joint_is_where_the_inverse_bind_matrix_is_zero))
