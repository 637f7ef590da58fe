// A body that goes somewhere stays in the middle of its picture.
// SPDX-License-Identifier: MIT
#include "bake/play/take_moment.h"

#include "bake/play/own_targets.h"
#include "bake/scene/subject.h"

static const double ARROW_LONG = 0.22, ARROW_THICK = 0.008; // of the picture's box

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

// The force as an arrow: a pull begins on the skin, a push ends there.
static surface with_arrow(const surface* f, const play_push* p, const bounds* box, arena* memory) {
    vec3 at = v3(0, 0, 0), out = v3(0, 0, 0);
    for (int32_t i = 0; i < p->count; ++i) {
        const float* n = f->normals[p->vertices[i]];
        at = v3_madd(at, f->positions[p->vertices[i]], p->fractions[i]);
        out = v3_madd(out, v3(n[0], n[1], n[2]), p->fractions[i]);
    }
    if (p->count == 0 || v3_length(p->newtons) == 0.0)
        return *f;
    double size = v3_distance(box->low, box->high), thick = 2.0 * ARROW_THICK * size;
    vec3 displacement = v3_scale(v3_unit(p->newtons), ARROW_LONG * size);
    vec3 from = v3_dot(out, p->newtons) < 0.0 ? v3_sub(at, displacement) : at;
    const play_solid parts[2] = {{.ball = true,
                                  .middle = from,
                                  .size = v3(thick, 0, 0),
                                  .along = v3_scale(displacement, 0.66),
                                  .paint = SOLID_BLUE},
                                 {.ball = true,
                                  .middle = v3_madd(from, displacement, 0.62),
                                  .size = v3(2.6 * thick, 0, 0),
                                  .along = v3_scale(displacement, 0.38),
                                  .thinner = 1.0,
                                  .paint = SOLID_BLUE}};
    return solid_beside(f, parts, 2, v3(0, 0, 0), memory);
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
    if (play_pushes(q->push_or_null, (frame - 1) / t->fps)) { // the last step that is seen
        m.stiff = with_arrow(&m.stiff, q->push_or_null, &m.box, memory);
        m.soft = with_arrow(&m.soft, q->push_or_null, &m.box, memory);
    }
    return m;
}
