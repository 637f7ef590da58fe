// Rotation vectors by way of a quaternion: exact near zero and near half a turn, where a logarithm
// by the trace loses half of its digits.
// SPDX-License-Identifier: MIT
#include "runtime/model/joint_pose.h"

#include "runtime/base/assert.h"
#include "runtime/body/frame.h"
#include "runtime/math/exact.h"

#include <math.h>

// parent^-1 own: three rows of four. False when the parent is flat.
static bool relative(const float parent[12], const float own[12], double out[3][4]) {
    double c[3][3]; // cofactors
    for (int i = 0; i < 3; ++i) {
        const float *a = parent + 4 * ((i + 1) % 3), *b = parent + 4 * ((i + 2) % 3);
        for (int j = 0; j < 3; ++j) {
            int k = (j + 1) % 3, l = (j + 2) % 3;
            c[i][j] = (double)a[k] * b[l] - (double)a[l] * b[k];
        }
    }
    double det = parent[0] * c[0][0] + parent[1] * c[0][1] + parent[2] * c[0][2];
    if (!(det > 0.0 || det < 0.0))
        return false;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) {
            double sum = 0.0;
            for (int k = 0; k < 3; ++k)
                sum += c[k][i] * (own[4 * k + j] - (j == 3 ? (double)parent[4 * k + 3] : 0.0));
            out[i][j] = sum / det;
        }
    return true;
}

// The axis of a rotation times its angle.
static void rotation_vector(const double m[3][3], double out[3]) {
    // four times the squares of x, y, z, w; the largest is divided by, so nothing is lost
    double four[4] = {1.0 + m[0][0] - m[1][1] - m[2][2], 1.0 - m[0][0] + m[1][1] - m[2][2],
                      1.0 - m[0][0] - m[1][1] + m[2][2], 1.0 + m[0][0] + m[1][1] + m[2][2]};
    int most = 3;
    for (int i = 0; i < 3; ++i)
        most = four[i] > four[most] ? i : most;
    double q[4], twice = sqrt(four[most]);
    for (int i = 0; i < 3; ++i) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        q[i] = most == 3   ? (m[l][k] - m[k][l]) / (2.0 * twice)
               : i == most ? 0.5 * twice
                           : (m[i][most] + m[most][i]) / (2.0 * twice);
        if (i == most)
            q[3] = (m[l][k] - m[k][l]) / (2.0 * twice);
    }
    if (most == 3)
        q[3] = 0.5 * twice;
    double sine = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]), sign = q[3] < 0.0 ? -1.0 : 1.0;
    // angle / sine of its half; near zero its limit, to the last bit
    double times = sine > 1e-9 ? 2.0 * exact_atan2(sine, sign * q[3]) / sine : 2.0;
    for (int i = 0; i < 3; ++i)
        out[i] = sign * times * q[i];
}

static bool is_mirrored(const double m[3][3]) {
    double x = m[1][1] * m[2][2] - m[1][2] * m[2][1], y = m[1][2] * m[2][0] - m[1][0] * m[2][2],
           z = m[1][0] * m[2][1] - m[1][1] * m[2][0];
    return m[0][0] * x + m[0][1] * y + m[0][2] * z < 0.0;
}

bool joint_pose(const float parent[12], const float own[12], const double joint[3], double far,
                double out[JOINT_POSE_SIZE]) {
    SUPPLE_ASSERT(far >= 0.0);
    double m[3][4], linear[3][3], turn[3][3], found[JOINT_POSE_SIZE], sum = 0.0;
    if (!relative(parent, own, m))
        return false;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            linear[i][j] = m[i][j];
    if (!frame_orthogonal(linear, turn))
        return false;
    if (is_mirrored(turn))
        return false;
    rotation_vector(turn, found);
    for (int i = 0; i < 3; ++i)
        found[3 + i] = far * (m[i][0] * joint[0] + m[i][1] * joint[1] + m[i][2] * joint[2] +
                              m[i][3] - joint[i]);
    for (int i = 0; i < JOINT_POSE_SIZE; ++i)
        sum += found[i] * found[i];
    if (!(sum < 1e24)) // not a number, or nowhere
        return false;
    for (int i = 0; i < JOINT_POSE_SIZE; ++i)
        out[i] = found[i];
    return true;
}
