// Orthogonal factors by Newton's iteration: + - * / alone, a handful of rounds, no square roots of
// matrices and no sine. Normalising columns alone would turn a sheared bone with its shear.
// SPDX-License-Identifier: MIT
#include "runtime/body/frame.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

// The matrix of cofactors: the inverse transposed, times the determinant, which is returned.
static double cofactors(const double m[3][3], double out[3][3]) {
    for (int i = 0; i < 3; ++i) {
        const double *a = m[(i + 1) % 3], *b = m[(i + 2) % 3];
        out[i][0] = a[1] * b[2] - a[2] * b[1];
        out[i][1] = a[2] * b[0] - a[0] * b[2];
        out[i][2] = a[0] * b[1] - a[1] * b[0];
    }
    return m[0][0] * out[0][0] + m[0][1] * out[0][1] + m[0][2] * out[0][2];
}

bool frame_orthogonal(const double m[3][3], double out[3][3]) {
    double x[3][3], c[3][3];
    for (int j = 0; j < 3; ++j) { // of equal length first: scale along an axis then has no say
        double length = sqrt(m[0][j] * m[0][j] + m[1][j] * m[1][j] + m[2][j] * m[2][j]);
        if (!(length > FRAME_LEAST_LENGTH))
            return false;
        double scale = 1.0 / length;
        for (int i = 0; i < 3; ++i)
            x[i][j] = m[i][j] * scale;
    }
    for (int round = 0; round < FRAME_ROUNDS; ++round) {
        double det = cofactors(x, c), change = 0.0;
        if (!(det > FRAME_LEAST_VOLUME ||
              det < -FRAME_LEAST_VOLUME)) // flat within rounding of float: no orientation
            return false;
        double half = 0.5 / det;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                double next = 0.5 * x[i][j] + half * c[i][j], d = next - x[i][j];
                x[i][j] = next;
                change += d * d;
            }
        if (change < FRAME_CHANGE) // it converges quadratically
            break;
    }
    memcpy(out, x, sizeof x);
    return true;
}

void frame_joint(const float inverse_bind[12], double joint[3]) {
    double m[3][3], c[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            m[i][j] = inverse_bind[4 * i + j];
    double det = cofactors(m, c);
    for (int j = 0; j < 3; ++j) {
        double sum = 0.0;
        for (int i = 0; i < 3; ++i)
            sum += c[i][j] * inverse_bind[4 * i + 3];
        joint[j] = -sum / det;
    }
    for (int j = 0; j < 3; ++j)
        if (!(joint[j] > -1e12 && joint[j] < 1e12)) // no inverse: the origin will do
            joint[0] = joint[1] = joint[2] = 0.0;
}

frame_pose frame_of_rows(const float rows[12], const double joint[3], double metres,
                         double world_metres, const frame_pose* before) {
    SUPPLE_ASSERT(metres > 0.0 && world_metres > 0.0);
    double m[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            m[i][j] = rows[4 * i + j];
    frame_pose f;
    if (!frame_orthogonal(m, f.turn))
        memcpy(f.turn, before->turn, sizeof f.turn);
    for (int i = 0; i < 3; ++i) {
        double world = rows[4 * i + 3], turned = 0.0;
        for (int j = 0; j < 3; ++j) {
            world += m[i][j] * joint[j];
            turned += f.turn[i][j] * joint[j];
        }
        f.place[i] = world * world_metres - turned * metres;
    }
    return f;
}

frame_change frame_difference(const frame_pose* old, const frame_pose* middle,
                              const frame_pose* recent, double h_old, double h_new) {
    SUPPLE_ASSERT(h_old > 0.0 && h_new > 0.0);
    double d[3][4]; // of turn and place
    double both = 2.0 / (h_old + h_new), later = both / h_new, earlier = both / h_old;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            d[i][j] = later * (recent->turn[i][j] - middle->turn[i][j]) -
                      earlier * (middle->turn[i][j] - old->turn[i][j]);
        d[i][3] = later * (recent->place[i] - middle->place[i]) -
                  earlier * (middle->place[i] - old->place[i]);
    }
    frame_change out = {.w = {0.0, 0.0, 0.0}};
    for (int i = 0; i < 3; ++i) { // into the axes of the middle frame
        double row[4] = {0.0, 0.0, 0.0, 0.0};
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 4; ++j)
                row[j] += middle->turn[k][i] * d[k][j];
        memcpy(out.A[i], row, sizeof out.A[i]);
        out.a[i] = row[3];
    }
    return out;
}

void frame_spin(const frame_pose* from, const frame_pose* to, double h, double w[3]) {
    SUPPLE_ASSERT(h > 0.0);
    double m[3][3], rate = 0.25 / h;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            m[i][j] = 0.0;
            for (int k = 0; k < 3; ++k)
                m[i][j] +=
                    (from->turn[k][i] + to->turn[k][i]) * (to->turn[k][j] - from->turn[k][j]);
        }
    w[0] = rate * (m[2][1] - m[1][2]);
    w[1] = rate * (m[0][2] - m[2][0]);
    w[2] = rate * (m[1][0] - m[0][1]);
}
