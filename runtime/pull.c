// With fewer rows than coordinates the system W S W^T is solved as it stands. With more, it has not
// full rank, and the same answer comes from the coordinates' side, where it is small: with
// B = W sqrt(S), W^T (B B^T)^+ = sqrt(S)^-1 (B^T B)^+ B^T. So 64 pins on a part of 5 coordinates cost
// what 2 pins do.
// SPDX-License-Identifier: MIT
#include "runtime/pull.h"

#include "runtime/small.h"

#include <math.h>

int pull_cuts(double rate, double h) {
    double turns = rate * h / PULL_SOFT;
    if (!(turns > 1.0))
        return 1;
    if (turns >= PULL_MAX_CUTS)
        return PULL_MAX_CUTS;
    int cuts = (int)turns;
    return cuts < turns ? cuts + 1 : cuts;
}

double pull_gain(double rate, double h, double e12, double g1, bool* as_impulse) {
    // A hair above, because h was rounded when the step was cut.
    *as_impulse = rate * h <= PULL_SOFT * 1.0001;
    double gain = *as_impulse ? e12 : g1 / h;
    return gain > 0.0 ? gain : 0.0;
}

int pull_size(int row_count, int coord_count) {
    return row_count < coord_count ? row_count : coord_count;
}

void pull_prepare(const double* rows, int row_count, int coord_count, const double* gain,
                  double easiest, double* inverse, double* work) {
    int size = pull_size(row_count, coord_count);
    if (row_count <= coord_count) {
        for (int i = 0; i < size; ++i) {
            for (int k = 0; k <= i; ++k) {
                const double *a = rows + i * coord_count, *b = rows + k * coord_count;
                double sum = 0.0;
                for (int c = 0; c < coord_count; ++c)
                    sum += a[c] * gain[c] * b[c];
                inverse[i * size + k] = inverse[k * size + i] = sum;
            }
        }
    } else {
        for (int i = 0; i < size; ++i) {
            for (int k = 0; k <= i; ++k) {
                double sum = 0.0;
                for (int r = 0; r < row_count; ++r)
                    sum += rows[r * coord_count + i] * rows[r * coord_count + k];
                sum *= sqrt(gain[i]) * sqrt(gain[k]);
                inverse[i * size + k] = inverse[k * size + i] = sum;
            }
        }
    }
    small_invert(inverse, work, size, PULL_WEAK * easiest);
}

void pull_solve(const double* rows, int row_count, int coord_count, const double* gain,
                const double* inverse, const double* missing, double* scratch, double* pull) {
    int size = pull_size(row_count, coord_count);
    if (row_count <= coord_count) {
        for (int i = 0; i < size; ++i) {
            double impulse = 0.0;
            for (int k = 0; k < size; ++k)
                impulse += inverse[i * size + k] * missing[k];
            for (int c = 0; c < coord_count; ++c)
                pull[c] += rows[i * coord_count + c] * impulse;
        }
        return;
    }
    for (int c = 0; c < coord_count; ++c) {
        double sum = 0.0;
        for (int r = 0; r < row_count; ++r)
            sum += rows[r * coord_count + c] * missing[r];
        scratch[c] = sqrt(gain[c]) * sum;
    }
    for (int c = 0; c < coord_count; ++c) {
        double sum = 0.0;
        for (int k = 0; k < size; ++k)
            sum += inverse[c * size + k] * scratch[k];
        if (gain[c] > 0.0)
            pull[c] += sum / sqrt(gain[c]);
    }
}
