// A body that goes somewhere stays in the middle of its picture.
// SPDX-License-Identifier: MIT
#include "bake/play/take_moment.h"

#include "bake/play/own_targets.h"
#include "bake/scene/subject.h"

// Sideways only: how high a body jumps is to be seen.
static vec3 move_to_middle(surface* stiff, surface* soft) {
    bounds box = bounds_of(stiff->positions, stiff->vertex_count);
    vec3 middle = v3_scale(v3_add(box.low, box.high), 0.5);
    for (int32_t v = 0; v < stiff->vertex_count; ++v) {
        stiff->positions[v] = v3_sub(stiff->positions[v], v3(middle.x, 0.0, middle.z));
        soft->positions[v] = v3_sub(soft->positions[v], v3(middle.x, 0.0, middle.z));
    }
    return v3(-middle.x, 0.0, -middle.z);
}

take_moment take_moment_at(const play_request* q, const play_take* t, int32_t frame,
                           arena* memory) {
    int32_t n = q->asset->vertex_count;
    pose p = pose_at(q->s, q->clip, frame / t->fps, memory);
    take_moment m = {.stiff = surface_from_scene(q->s, &p, memory)};
    m.soft = m.stiff;
    m.soft.positions = ARENA_NEW(memory, vec3, (size_t)n);
    m.soft.normals = arena_alloc(memory, (size_t)n, sizeof *m.soft.normals);
    float* xyz = ARENA_NEW(memory, float, 3 * (size_t)n);
    supple_streams out = supple_streams_packed(xyz, m.soft.normals[0]);
    supple_body_skin(play_frame(t, frame), &out);
    pose own = own_targets_pose(q, frame / t->fps, memory);
    own_targets_add(q, &own, (float(*)[3])(void*)xyz, m.soft.normals);
    double metres = play_world_metres(q->binding, q->asset);
    for (int32_t v = 0; v < n; ++v) {
        m.soft.positions[v] = v3(xyz[3 * v], xyz[3 * v + 1], xyz[3 * v + 2]);
        m.most = fmax(m.most, metres * v3_distance(m.soft.positions[v], m.stiff.positions[v]));
    }
    m.shift = move_to_middle(&m.stiff, &m.soft);
    m.stiff = solid_beside(&m.stiff, q->solids, q->solid_count, m.shift, memory);
    m.soft = solid_beside(&m.soft, q->solids, q->solid_count, m.shift, memory);
    subject_box(&m.soft, q->s, &m.box);
    if (q->tool_or_null != NULL) {
        const play_solid rod = instrument_rod(q->tool_or_null, frame / t->fps);
        m.stiff = solid_beside(&m.stiff, &rod, 1, m.shift, memory);
        m.soft = solid_beside(&m.soft, &rod, 1, m.shift, memory);
    }
    return m;
}
