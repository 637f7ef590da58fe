// Frames of bones: their acceleration against exact numbers, and scale that flesh does not feel.
// SPDX-License-Identifier: MIT
#include "runtime/body/bone_lanes.h"
#include "runtime/body/frame.h"
#include "runtime/math/exact.h"
#include "test/kit/check.h"
#include "test/kit/frames_oracle.h"

// A frame of an oracle, in every lane.
static bone_frames frames_of(const double skin[3][4]) {
    bone_frames f;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            f.at[3 * i + j] = wide_all((float)skin[i][j]);
        f.at[9 + i] = wide_all((float)skin[i][3]);
    }
    return f;
}

static double lane(const wide* numbers, int32_t l) {
    float at[WIDE];
    memcpy(at, numbers, sizeof at);
    return (double)at[l];
}

// What rounding places and turns to floats may change: a difference of three of them, over the squares of times.
static double rounding_of(const oracle_frames* o) {
    double h = fmin(o->times[1] - o->times[0], o->times[2] - o->times[1]), most = 1.0;
    for (int n = 0; n < 3; ++n)
        for (int i = 0; i < 3; ++i)
            most = fmax(most, fabs(o->skin[n][i][3]));
    return 4.0 * 0x1p-24 * most / (h * h);
}

TEST(accelerations_and_modal_forces_agree_with_exact_numbers) {
    for (int n = 0; n < 2; ++n) {
        const oracle_frames* o = &oracle_all_frames[n];
        bone_frames f[3] = {frames_of(o->skin[0]), frames_of(o->skin[1]), frames_of(o->skin[2])};
        wide h_old = wide_all((float)(o->times[1] - o->times[0])),
             gravity[3] = {wide_all((float)oracle_gravity[0]), wide_all((float)oracle_gravity[1]),
                           wide_all((float)oracle_gravity[2])},
             none[3] = {wide_all(0.0f), wide_all(0.0f), wide_all(0.0f)};
        bone_changes c;
        bone_accelerate(&f[0], &f[1], &f[2], &h_old, (float)(o->times[2] - o->times[1]), &c);
        bone_go_between(&f[1], &f[1], 1.0f, gravity, none, &c);
        double enough = rounding_of(o), a[3];
        for (int i = 0; i < 3; ++i) {
            a[i] = lane(&c.a[i], 0) + lane(&c.load[i], 0);
            CHECK_NEAR(a[i], o->a[i], 2.0 * enough);
            for (int j = 0; j < 3; ++j)
                CHECK_NEAR(lane(&c.A[i][j], WIDE - 1), o->A[i][j], 2.0 * enough);
        }
        for (int m = 0; m < ORACLE_MODES; ++m) {
            double force = 0.0;
            for (int i = 0; i < 3; ++i) {
                force -= oracle_s[m][i] * a[i];
                for (int j = 0; j < 3; ++j)
                    force -= oracle_j[m][i][j] * lane(&c.A[i][j], 0);
            }
            CHECK_NEAR(force, o->force[m], 6.0 * enough);
        }
    }
}

// Of frames that are floats: what is lost is a few roundings of what is summed, not of what is left of it.
TEST(differences_of_floats_are_the_divided_ones_to_a_few_roundings) {
    for (int n = 0; n < 100; ++n) {
        float x[3][BONE_NUMBERS], h[2] = {0.01f + 0.0003f * (float)n, 0.03f - 0.0002f * (float)n};
        bone_frames f[3];
        bone_changes c;
        for (int k = 0; k < 3 * BONE_NUMBERS; ++k) {
            x[k / BONE_NUMBERS][k % BONE_NUMBERS] = (float)exact_sin(0.7 * n + 1.9 * k * k);
            f[k / BONE_NUMBERS].at[k % BONE_NUMBERS] =
                wide_all(x[k / BONE_NUMBERS][k % BONE_NUMBERS]);
        }
        wide h_old = wide_all(h[0]);
        bone_accelerate(&f[0], &f[1], &f[2], &h_old, h[1], &c);
        double both = 2.0 / ((double)h[0] + (double)h[1]);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j) {
                double exact = 0.0, size = 0.0;
                for (int k = 0; k < 3; ++k) {
                    int at = j < 3 ? 3 * k + j : 9 + k;
                    double m = x[1][at], later = both / (double)h[1] * ((double)x[2][at] - m),
                           earlier = both / (double)h[0] * (m - (double)x[0][at]);
                    exact += (double)x[1][3 * k + i] * (later - earlier);
                    size += fabs((double)x[1][3 * k + i]) * (fabs(later) + fabs(earlier));
                }
                CHECK_NEAR(lane(j < 3 ? &c.A[i][j] : &c.a[i], 0), exact, 8.0 * 0x1p-24 * size);
            }
    }
}

TEST(a_bone_that_turns_steadily_turns_by_its_spin) {
    for (int axis = 0; axis < 3; ++axis) {
        const double rate = 2.0, h = 1.0 / 60.0;
        bone_frames f[2];
        bone_changes c;
        for (int n = 0; n < 2; ++n) {
            double sine, cosine, turn[3][4] = {{0}};
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            exact_sincos(rate * h * n + 0.4, &sine, &cosine);
            turn[axis][axis] = 1.0;
            turn[u][u] = turn[v][v] = cosine;
            turn[u][v] = -sine, turn[v][u] = sine;
            f[n] = frames_of((const double(*)[4])turn);
        }
        const wide none[3] = {wide_all(0.0f), wide_all(0.0f), wide_all(0.0f)};
        bone_go_between(&f[0], &f[1], (float)h, none, none, &c);
        for (int i = 0; i < 3; ++i) // the sine of the angle for the angle, and rounding
            CHECK_NEAR(lane(&c.w[i], 0), i == axis ? exact_sin(rate * h) / h : 0.0,
                       4.0 * 0x1p-24 / h);
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

// The frame of such rows, found in every lane: not a number where lanes differ.
static bone_frame find(const float rows[12], const double joint[3], const bone_frame* before) {
    wide in[BONE_NUMBERS], at[3], one = wide_all(1.0f);
    bone_frames was, found;
    bone_frame out[WIDE];
    float* to[WIDE];
    for (int k = 0; k < BONE_NUMBERS; ++k) {
        in[k] = wide_all(rows[k]);
        was.at[k] = wide_all(before->at[k]);
    }
    for (int k = 0; k < 3; ++k)
        at[k] = wide_all((float)joint[k]);
    bone_find(in, at, &one, &was, &found);
    for (int l = 0; l < WIDE; ++l)
        to[l] = out[l].at;
    bone_store(&found, to);
    for (int l = 1; l < WIDE; ++l)
        if (memcmp(&out[l], &out[0], sizeof *out) != 0)
            out[0].at[0] = NAN;
    return out[0];
}

TEST(scale_of_a_bone_is_not_felt) {
    const double joint[3] = {0.3, 1.2, -0.4}, to[3] = {2.0, 0.5, 1.0}, one[3] = {1.0, 1.0, 1.0};
    bone_frame at = {.at = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    double turn[3][3];
    float rows[12];
    turn_of(0.8, turn);
    rows_of(turn, one, joint, to, rows);
    bone_frame plain = find(rows, joint, &at);
    for (int i = 0; i < 3; ++i)
        CHECK_NEAR((double)plain.at[9 + i], to[i], 5e-7);
    const double scales[4][3] = {{2, 2, 2}, {0.01, 0.01, 0.01}, {1, 3, 0.5}, {100, 1, 1}};
    for (int n = 0; n < 4; ++n) {
        rows_of(turn, scales[n], joint, to, rows);
        bone_frame scaled = find(rows, joint, &at);
        for (int i = 0; i < 3; ++i) {
            CHECK_NEAR(scaled.at[9 + i], plain.at[9 + i], 3e-5); // of floats up to 100
            for (int j = 0; j < 3; ++j)
                CHECK_NEAR(scaled.at[3 * i + j], turn[i][j], 3e-7);
        }
    }
}

TEST(a_mirrored_bone_stays_mirrored_and_a_flat_one_keeps_its_turn) {
    bone_frame before = {.at = {0}};
    double turn[3][3], earlier[3][3];
    float rows[12];
    const double zero[3] = {0, 0, 0}, mirror[3] = {-1, 1, 1}, flat[3] = {0, 0, 0};
    turn_of(0.3, earlier);
    for (int k = 0; k < 9; ++k)
        before.at[k] = (float)earlier[k / 3][k % 3];
    turn_of(0.8, turn);
    rows_of(turn, mirror, zero, zero, rows);
    bone_frame f = find(rows, zero, &before);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            CHECK_NEAR(f.at[3 * i + j], turn[i][j] * mirror[j], 2e-7);
    rows_of(turn, flat, zero, zero, rows);
    f = find(rows, zero, &before);
    CHECK(memcmp(f.at, before.at, sizeof(float[9])) == 0);
}

TEST(a_sheared_bone_has_an_orthogonal_frame) {
    const bone_frame none = {.at = {0}};
    const double zero[3] = {0, 0, 0};
    for (int n = 0; n < 200; ++n) {
        float rows[12];
        for (int i = 0; i < 12; ++i)
            rows[i] = (float)exact_sin(1.7 * n + 2.3 * i * i);
        bone_frame f = find(rows, zero, &none);
        bool sound = f.at[0] != 0.0f || f.at[1] != 0.0f || f.at[2] != 0.0f;
        for (int i = 0; i < 3 && sound; ++i)
            for (int j = 0; j < 3; ++j)
                CHECK_NEAR(f.at[i] * f.at[j] + f.at[3 + i] * f.at[3 + j] +
                               f.at[6 + i] * f.at[6 + j],
                           i == j, 5e-7);
    }
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
          CASE(differences_of_floats_are_the_divided_ones_to_a_few_roundings),
          CASE(a_bone_that_turns_steadily_turns_by_its_spin),
          CASE(a_sheared_bone_has_an_orthogonal_frame), CASE(scale_of_a_bone_is_not_felt),
          CASE(a_mirrored_bone_stays_mirrored_and_a_flat_one_keeps_its_turn),
          CASE(a_sheared_bone_gives_an_orthogonal_turn),
          CASE(the_joint_is_where_the_inverse_bind_matrix_is_zero))
