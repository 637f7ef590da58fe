// Principal axes from the small matrix of products between poses; one inverse for all cardinal weights.
// SPDX-License-Identifier: MIT
#include "bake/model/pose_space.h"

#include "bake/algebra/dense.h"
#include "bake/algebra/eigen_bases.h"
#include "bake/base/assert.h"
#include "runtime/model/joint_pose.h"
#include "runtime/model/pose_weights.h"

#include <math.h>
#include <string.h>

static const double POSE_SPACE_SAME = 1e-3; // of the spread: nearer poses are one (numerics.md C4)
static const double POSE_SPACE_NOTHING = 1e-6; // of the longest axis: a shorter one is rounding

static double distance(const double* a, const double* b, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

// ---- turns -----------------------------------------------------------------------------

// The runtime takes the rotation vectors that are nearest to the mean; here too. Of numbers that are not
// six a joint nothing is known.
static void unwind(double* pose, int32_t numbers, const double* mean) {
    for (int32_t j = 0; j < numbers && numbers % JOINT_POSE_SIZE == 0; j += JOINT_POSE_SIZE)
        pose_weights_unwind(pose + j, mean + j);
}

static double* copy_of(const double* pose, int32_t numbers, arena* memory) {
    double* out = ARENA_NEW(memory, double, (size_t)numbers);
    for (int32_t k = 0; k < numbers; ++k)
        out[k] = pose[k];
    return out;
}

// Poses as they are nearest to their mean, and that mean, which depends on them: a few rounds settle it.
static double** unwound(const pose_space* s, const double* const* poses, arena* scratch) {
    enum { POSE_SPACE_ROUNDS = 4 };
    double** out = ARENA_NEW(scratch, double*, (size_t)s->count);
    for (int32_t i = 0; i < s->count; ++i)
        out[i] = copy_of(poses[i], s->numbers, scratch);
    for (int round = 0; round < POSE_SPACE_ROUNDS; ++round) {
        for (int32_t k = 0; k < s->numbers; ++k) {
            s->mean[k] = 0.0;
            for (int32_t i = 0; i < s->count; ++i)
                s->mean[k] += out[i][k] / s->count;
        }
        for (int32_t i = 0; i < s->count && round + 1 < POSE_SPACE_ROUNDS; ++i)
            unwind(out[i], s->turns, s->mean);
    }
    return out;
}

// ---- principal axes --------------------------------------------------------------------

// centred: [count][numbers]
static void find_axes(pose_space* s, const double* centred, arena* memory, arena* scratch) {
    size_t count = (size_t)s->count, numbers = (size_t)s->numbers;
    double *gram = ARENA_NEW(scratch, double, count*count),
           *values = ARENA_NEW(scratch, double, count);
    for (size_t i = 0; i < count * count; ++i)
        for (size_t k = 0; k < numbers; ++k)
            gram[i] += centred[i / count * numbers + k] * centred[i % count * numbers + k];
    dense_eigen(s->count, gram, values, scratch);
    double least = POSE_SPACE_NOTHING * POSE_SPACE_NOTHING * values[count - 1];
    s->projection = ARENA_NEW(memory, double, count*(numbers > 0 ? numbers : 1));
    for (size_t i = count - 1; i > 0 && values[i] > least; --i) { // centred ones have one axis less
        double* axis = s->projection + (size_t)s->dimension++ * numbers;
        for (size_t p = 0; p < count; ++p)
            for (size_t k = 0; k < numbers; ++k)
                axis[k] += gram[i * count + p] * centred[p * numbers + k] / sqrt(values[i]);
        eigen_bases(axis, 1, s->numbers); // its sign
    }
}

static void project(const pose_space* s, const double* pose, double* out) {
    for (int32_t d = 0; d < s->dimension; ++d) {
        const double* axis = s->projection + (ptrdiff_t)d * s->numbers;
        out[d] = 0.0;
        for (int32_t k = 0; k < s->numbers; ++k)
            out[d] += axis[k] * (pose[k] - s->mean[k]);
    }
}

static void place_targets(pose_space* s, const double* const* given, arena* memory,
                          arena* scratch) {
    size_t count = (size_t)s->count, numbers = (size_t)s->numbers;
    double* centred = ARENA_NEW(scratch, double, count* numbers);
    s->mean = ARENA_NEW(memory, double, numbers);
    double** poses = unwound(s, given, scratch);
    for (size_t i = 0; i < count * numbers; ++i)
        centred[i] = poses[i / numbers][i % numbers] - s->mean[i % numbers];
    find_axes(s, centred, memory, scratch);
    s->centres = ARENA_NEW(memory, double, count*(size_t)(s->dimension > 0 ? s->dimension : 1));
    for (size_t i = 0; i < count; ++i)
        project(s, poses[i], s->centres + i * (size_t)s->dimension);
}

// ---- weights ---------------------------------------------------------------------------

static const double* centre(const pose_space* s, int32_t target) {
    return s->centres + (ptrdiff_t)target * s->dimension;
}

// first: [count] the first target in the same pose. Returns how many poses there are.
static int32_t find_poses(const pose_space* s, int32_t* first) {
    double spread = 0.0;
    int32_t poses = 0;
    for (int32_t i = 0; i < s->count; ++i)
        for (int32_t k = 0; k < i; ++k)
            spread = fmax(spread, distance(centre(s, i), centre(s, k), s->dimension));
    for (int32_t i = 0; i < s->count; ++i) {
        first[i] = 0;
        while (first[i] < i &&
               (first[first[i]] != first[i] || distance(centre(s, i), centre(s, first[i]),
                                                        s->dimension) > POSE_SPACE_SAME * spread))
            ++first[i];
        poses += first[i] == i;
    }
    return poses;
}

// The inverse of the distances between poses, bordered by ones; it exists for any poses that differ.
static void find_cardinal(pose_space* s, double smoothing, arena* memory, arena* scratch) {
    int32_t n = s->count, *first = ARENA_NEW(scratch, int32_t, (size_t)n),
            *pose = ARENA_NEW(scratch, int32_t, (size_t)n),
            *shared = ARENA_NEW(scratch, int32_t, (size_t)n), poses = 0;
    s->cardinal = ARENA_NEW(memory, double, (size_t)n*(size_t)(n + 1));
    s->distinct = find_poses(s, first);
    for (int32_t i = 0; i < n; ++i) {
        ++shared[first[i]];
        pose[i] = first[i] == i ? poses++ : pose[first[i]];
    }
    int32_t m = s->distinct + 1;
    double* matrix = ARENA_NEW(scratch, double, (size_t)m*(size_t)m);
    for (int32_t i = 0; i < n; ++i)
        for (int32_t k = 0; k < n; ++k)
            if (first[i] == i && first[k] == k)
                matrix[(ptrdiff_t)pose[i] * m + pose[k]] =
                    distance(centre(s, i), centre(s, k), s->dimension) - (i == k ? smoothing : 0.0);
    for (int32_t i = 0; i < m - 1; ++i)
        matrix[(ptrdiff_t)i * m + m - 1] = matrix[(ptrdiff_t)(m - 1) * m + i] = 1.0;
    dense_invert(m, matrix, scratch);
    for (int32_t i = 0; i < n; ++i) {
        const double *row = matrix + (ptrdiff_t)pose[i] * m, fraction = shared[first[i]];
        double* to = s->cardinal + (ptrdiff_t)i * (n + 1);
        for (int32_t k = 0; k < n; ++k)
            to[k] = first[k] == k ? row[pose[k]] / fraction : 0.0;
        to[n] = row[m - 1] / fraction;
    }
}

pose_space pose_space_make(const double* const* poses, int32_t count, int32_t turns, int32_t inputs,
                           double smoothing, arena* memory) {
    SUPPLE_ASSERT(count > 0 && turns >= 0 && inputs >= 0 && smoothing >= 0.0);
    pose_space s = {.count = count, .turns = turns, .numbers = turns + inputs};
    arena* scratch = arena_create();
    place_targets(&s, poses, memory, scratch);
    find_cardinal(&s, smoothing, memory, scratch);
    arena_destroy(scratch);
    return s;
}

void pose_space_weights(const pose_space* s, const double* pose, double* weights) {
    arena* scratch = arena_create();
    int32_t n = s->count;
    double *at = ARENA_NEW(scratch, double, (size_t)n),
           *far = ARENA_NEW(scratch, double, (size_t)n);
    double* near = copy_of(pose, s->numbers, scratch);
    unwind(near, s->turns, s->mean);
    project(s, near, at);
    for (int32_t k = 0; k < n; ++k)
        far[k] = distance(at, centre(s, k), s->dimension);
    for (int32_t i = 0; i < n; ++i) {
        const double* row = s->cardinal + (ptrdiff_t)i * (n + 1);
        weights[i] = row[n];
        for (int32_t k = 0; k < n; ++k)
            weights[i] += row[k] * far[k];
    }
    arena_destroy(scratch);
}
