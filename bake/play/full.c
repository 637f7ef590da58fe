// Samples the clip at every step.
// SPDX-License-Identifier: MIT
#include "bake/play/full.h"

#include "bake/model/target_pose.h"
#include "bake/play/own_targets.h"
#include "bake/scene/bind.h"

#include <string.h>

// From body space, where the part is at rest in metres, to where each bone leads it in the world in
// metres.
typedef struct bone_paths {
    mat4* from_body; // [bone_count] to what the bone's skinning matrix takes
    mat4 metres;
} bone_paths;

static bone_paths find_bone_paths(const full_request* q, arena* memory) {
    const binding* b = q->binding;
    pose bind = bind_pose(q->s, memory);
    mat4 world_from_body = mat4_inverse_affine(b->body_from_world);
    mat4* palette = ARENA_NEW(memory, mat4, (size_t)b->bone_count);
    binding_palette(b, &bind, palette);
    bone_paths w = {
        ARENA_NEW(memory, mat4, (size_t)q->bone_count),
        mat4_from_trs(v3(0.0, 0.0, 0.0), quat_identity(), v3(q->unit, q->unit, q->unit))};
    for (int32_t i = 0; i < q->bone_count; ++i)
        w.from_body[i] = mat4_mul(mat4_inverse_affine(palette[q->bones[i]]), world_from_body);
    return w;
}

bool full_clip(const full_request* q, arena* memory, dynamics_clip* out, report* r) {
    double frames = floor((q->seconds + q->preroll) * q->fps + 1e-6) + 1.0;
    if (!(q->fps > 0.0) || !(frames >= 1.0) || frames > 1e6 || q->substeps < 1)
        return report_error(r, place_none(), "%g seconds at %g frames a second are nothing to play",
                            q->seconds, q->fps);
    *out = (dynamics_clip){.frame_count = (int32_t)frames,
                           .frame_seconds = 1.0 / q->fps,
                           .substeps = q->substeps,
                           .bone_count = q->bone_count,
                           .bone_weights = q->bone_weights};
    size_t steps = (size_t)(out->frame_count - 1) * (size_t)q->substeps + 1;
    size_t bones = (size_t)q->bone_count, shapes = (size_t)q->set->count;
    mat4* palette = ARENA_NEW(memory, mat4, steps * bones);
    double* weights = ARENA_NEW(memory, double, steps* shapes);
    arena* scratch = arena_create();
    bone_paths w = find_bone_paths(q, scratch);
    mat4* all = ARENA_NEW(scratch, mat4, (size_t)q->binding->bone_count);
    double* numbers = ARENA_NEW(scratch, double, (size_t)q->poses->numbers + 1);
    bool sound = true;
    for (size_t i = 0; i < steps && sound; ++i) {
        arena* frame = arena_create();
        double time = (double)i / (q->fps * q->substeps) - q->preroll;
        pose now = pose_at(q->s, q->clip, time > 0.0 ? time : 0.0, frame);
        binding_palette(q->binding, &now, all);
        for (size_t k = 0; k < bones; ++k)
            palette[i * bones + k] = mat4_mul(w.metres, mat4_mul(all[q->bones[k]], w.from_body[k]));
        for (int32_t k = 0; k < q->set->input_count; ++k)
            numbers[6 * q->set->joint_count + k] =
                own_targets_weight(q->s, &now, q->set->inputs[k]);
        sound = target_pose_of(q->binding, q->set, all, numbers, NULL) ||
                report_error(r, place_none(), "a joint is scaled to nothing at %.6g s", time);
        if (sound)
            pose_space_weights(q->poses, numbers, weights + i * shapes);
        arena_destroy(frame);
    }
    arena_destroy(scratch);
    double* masses = ARENA_NEW(memory, double, shapes);
    for (size_t k = 0; k < shapes; ++k)
        masses[k] = q->set->shapes[k].mass;
    out->masses_or_null = masses;
    out->palette = palette;
    out->weights = weights;
    return sound;
}

vec3 full_sag(const binding* b, vec3 gravity) {
    vec3 g = mat4_vector(b->body_from_world, gravity);
    return v3_scale(v3_unit(g),
                    v3_length(gravity)); // body space is turned, scaled and mirrored only
}
