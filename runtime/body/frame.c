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
