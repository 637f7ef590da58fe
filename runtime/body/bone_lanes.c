// Orthogonal factors by Newton's iteration: + - * / alone, one round where a bone only turns, no square roots of
// matrices and no sine. Normalising columns alone would turn a sheared bone with its shear.
// SPDX-License-Identifier: MIT
#include "runtime/body/bone_lanes.h"

#include "runtime/base/assert.h"

// The matrix of cofactors: the inverse transposed, times the determinant.
static ALWAYS_INLINE void find_cofactors(const wide m[9], wide out[9], wide* determinant) {
    out[0] = m[4] * m[8] - m[5] * m[7];
    out[1] = m[5] * m[6] - m[3] * m[8];
    out[2] = m[3] * m[7] - m[4] * m[6];
    out[3] = m[7] * m[2] - m[8] * m[1];
    out[4] = m[8] * m[0] - m[6] * m[2];
    out[5] = m[6] * m[1] - m[7] * m[0];
    out[6] = m[1] * m[5] - m[2] * m[4];
    out[7] = m[2] * m[3] - m[0] * m[5];
    out[8] = m[0] * m[4] - m[1] * m[3];
    *determinant = m[0] * out[0] + m[1] * out[1] + m[2] * out[2];
}

// Columns of equal length first: scale along an axis then has no say. Where there is any.
static ALWAYS_INLINE wide_mask find_columns(const wide rows[BONE_NUMBERS], wide x[9]) {
    wide_mask sound = wide_not((wide_mask){0});
    for (int j = 0; j < 3; ++j) {
        wide length = wide_root(rows[j] * rows[j] + rows[4 + j] * rows[4 + j] +
                                rows[8 + j] * rows[8 + j]),
             scale = 1.0f / length;
        sound &= length > wide_all(BONE_LEAST_LENGTH);
        for (int i = 0; i < 3; ++i)
            x[3 * i + j] = rows[4 * i + j] * scale;
    }
    return sound;
}

// Where it converges quadratically. Returns where columns have a volume.
static ALWAYS_INLINE wide_mask make_orthogonal(wide x[9], wide_mask sound) {
    wide_mask going = sound;
    for (int round = 0; round < BONE_ROUNDS && wide_any(going); ++round) {
        wide c[9], det, change = wide_all(0.0f);
        find_cofactors(x, c, &det);
        wide half = 0.5f / det;
        wide_mask deep = (det > wide_all(BONE_LEAST_VOLUME)) | (det < wide_all(-BONE_LEAST_VOLUME));
        sound &= deep | wide_not(going); // flat within rounding: no orientation
        going &= deep;
        for (int k = 0; k < 9; ++k) {
            wide next = 0.5f * x[k] + half * c[k], d = next - x[k];
            x[k] = wide_select(going, next, x[k]);
            change += d * d;
        }
        going &= wide_not(change < wide_all(BONE_CHANGE));
    }
    return sound;
}

void bone_find(const wide rows[BONE_NUMBERS], const wide joint[3], const wide* world_metres,
               const bone_frames* before, bone_frames* out) {
    wide x[9];
    wide_mask sound = find_columns(rows, x);
    sound = make_orthogonal(x, sound);
    for (int k = 0; k < 9; ++k)
        out->at[k] = wide_select(sound, x[k], before->at[k]);
    for (int i = 0; i < 3; ++i) {
        const wide* row = rows + 4 * i;
        wide at = row[3] + row[0] * joint[0] + row[1] * joint[1] + row[2] * joint[2];
        out->at[9 + i] = wide_bounded(at * *world_metres);
    }
}

// Columns of the middle frame times a vector: into its axes.
#define INTO(middle, i, x)                                                                         \
    ((middle)->at[i] * (x)[0] + (middle)->at[3 + (i)] * (x)[1] + (middle)->at[6 + (i)] * (x)[2])

void bone_accelerate(const bone_frames* old, const bone_frames* middle, const bone_frames* recent,
                     const wide* h_old, float h_new, bone_changes* out) {
    SUPPLE_ASSERT(h_new > 0.0f);
    wide least = wide_all(BONE_LEAST_STEP), h_before = wide_select(*h_old > least, *h_old, least),
         h = wide_all(h_new > BONE_LEAST_STEP ? h_new : BONE_LEAST_STEP),
         both = 2.0f / (h_before + h), later = both / h, earlier = both / h_before;
    for (int j = 0; j < 4; ++j) { // the columns of the turn, then the place
        wide d[3];
        for (int i = 0; i < 3; ++i) {
            int k = j < 3 ? 3 * i + j : 9 + i;
            d[i] = later * (recent->at[k] - middle->at[k]) - earlier * (middle->at[k] - old->at[k]);
        }
        for (int i = 0; i < 3; ++i)
            *(j < 3 ? &out->A[i][j] : &out->a[i]) = INTO(middle, i, d);
    }
}

void bone_go_between(const bone_frames* from, const bone_frames* to, float h, const wide gravity[3],
                     const wide sag[3], bone_changes* out) {
    SUPPLE_ASSERT(h > 0.0f);
    static const int about[3][2] = {{2, 1}, {0, 2}, {1, 0}};
    wide s[9], d[9];
    float rate = 0.25f / (h > BONE_LEAST_STEP ? h : BONE_LEAST_STEP);
    for (int k = 0; k < 9; ++k) {
        s[k] = from->at[k] + to->at[k];
        d[k] = to->at[k] - from->at[k];
    }
    for (int c = 0; c < 3; ++c) {
        int i = about[c][0], j = about[c][1];
        wide here = s[i] * d[j] + s[3 + i] * d[3 + j] + s[6 + i] * d[6 + j],
             across = s[j] * d[i] + s[3 + j] * d[3 + i] + s[6 + j] * d[6 + i];
        out->w[c] = rate * (here - across);
        out->load[c] =
            sag[c] - 0.5f * (s[c] * gravity[0] + s[3 + c] * gravity[1] + s[6 + c] * gravity[2]);
    }
}
