// Few and small numbers, once a frame: in double, so that far away, where large distances cancel, weights
// still are what they tend to.
// SPDX-License-Identifier: MIT
#include "runtime/model/pose_weights.h"

#include "runtime/base/assert.h"
#include "runtime/body/frame.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"
#include "runtime/model/joint_pose.h"

#include <math.h>
#include <string.h>

// So many times farther than the farthest target all is as at infinity: differences of distances still
// have eleven digits there.
static const double POSE_WEIGHTS_FARTHEST = 1000.0;

void pose_weights_unwind(double turn[3], const double mean[3]) {
    double angle = sqrt(dot3(turn, turn));
    if (!(angle > 1e-9))
        return;
    double away = dot3(turn, mean) / angle - angle, whole = 2.0 * EXACT_PI;
    double times = 1.0 + (away > EXACT_PI ? whole : away < -EXACT_PI ? -whole : 0.0) / angle;
    for (int i = 0; i < 3; ++i)
        turn[i] *= times;
}

void pose_weights_cardinal(const asset_posed* p, const double* z, double* weights) {
    uint32_t n = p->record->target_count, d = p->record->dimension;
    double distance[FORMAT_MAX_TARGETS];
    for (uint32_t j = 0; j < n; ++j) {
        double square = 0.0;
        for (uint32_t k = 0; k < d; ++k) {
            double away = z[k] - (double)p->centres[j * d + k];
            square += away * away;
        }
        distance[j] = sqrt(square);
    }
    for (uint32_t i = 0; i < n; ++i) {
        const float* row = p->cardinal + i * (n + 1);
        weights[i] = (double)row[n];
        for (uint32_t j = 0; j < n; ++j)
            weights[i] += (double)row[j] * distance[j];
    }
}

void pose_weights_guard(double* weights, int32_t count) {
    SUPPLE_ASSERT(count > 0);
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i) {
        weights[i] = weights[i] > 1e-7 ? weights[i] : 0.0; // what is rounding is not worth a blend
        sum += weights[i];
    }
    for (int32_t i = 0; i < count; ++i) // only a damaged table has none, or one beyond all numbers
        weights[i] = sum > 0.0 && sum < 1e30 ? weights[i] / sum : 1.0 / count;
}

// z <- projection of the joints' poses, which begin as the mean's where a joint has none.
static void project(const asset_posed* p, const format_bone* bones, const float (*palette)[12],
                    double* z) {
    static const float world[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    uint32_t numbers = JOINT_POSE_SIZE * p->record->joint_count, d = p->record->dimension;
    for (uint32_t k = 0; k < d; ++k)
        z[k] = 0.0;
    for (uint32_t j = 0; j < p->record->joint_count; ++j) {
        const format_pose_joint* joint = &p->joints[j];
        bool free = joint->parent == FORMAT_NONE;
        double place[3], pose[JOINT_POSE_SIZE], mean[JOINT_POSE_SIZE];
        for (uint32_t i = 0; i < JOINT_POSE_SIZE; ++i)
            mean[i] = (double)p->mean[JOINT_POSE_SIZE * j + i];
        frame_joint(bones[joint->bone].inverse_bind, place);
        if (!joint_pose(free ? world : palette[joint->parent], palette[joint->bone], place,
                        free ? 0.0 : (double)p->record->translation, pose))
            continue;
        pose_weights_unwind(pose, mean);
        for (uint32_t k = 0; k < d; ++k)
            for (uint32_t i = 0; i < JOINT_POSE_SIZE; ++i)
                z[k] += (double)p->projection[k * numbers + JOINT_POSE_SIZE * j + i] *
                        (pose[i] - mean[i]);
    }
}

// Adds the projection of the inputs.
static void project_inputs(const asset_posed* p, const float* inputs, double* z) {
    for (uint32_t k = 0; k < p->record->dimension; ++k)
        for (uint32_t i = 0; i < p->input_count; ++i)
            z[k] += (double)p->input_projection[k * p->input_count + i] *
                    ((double)inputs[i] - (double)p->input_mean[i]);
}

// Poses from beyond everything come no farther than POSE_WEIGHTS_FARTHEST.
static void draw_near(const asset_posed* p, double* z) {
    uint32_t n = p->record->target_count, d = p->record->dimension;
    double square = 0.0, most = 0.0;
    for (uint32_t k = 0; k < d; ++k)
        square += z[k] * z[k];
    for (uint32_t j = 0; j < n; ++j) {
        double sum = 0.0;
        for (uint32_t k = 0; k < d; ++k)
            sum += (double)p->centres[j * d + k] * (double)p->centres[j * d + k];
        most = sum > most ? sum : most;
    }
    most *= POSE_WEIGHTS_FARTHEST * POSE_WEIGHTS_FARTHEST;
    for (uint32_t k = 0; k < d && square > most; ++k)
        z[k] *= sqrt(most / square);
}

void pose_weights_find(const asset_posed* p, const format_bone* bones, const float (*palette)[12],
                       const float* inputs, float* weights) {
    double z[FORMAT_MAX_TARGETS], found[FORMAT_MAX_TARGETS];
    int32_t n = (int32_t)p->record->target_count;
    if (n == 1) {
        weights[0] = 1.0f;
        return;
    }
    project(p, bones, palette, z);
    project_inputs(p, inputs, z);
    draw_near(p, z);
    pose_weights_cardinal(p, z, found);
    pose_weights_guard(found, n);
    for (int32_t i = 0; i < n; ++i)
        weights[i] = (float)found[i];
}
