// The organ bed of the surgical example (DyRT, fig. 4) as a surgeon sees it: a diaphragm lifts it with every breath, and
// a heart beats below it.
//
// Four bones: the back, which lies on the table, a hinge behind for the diaphragm, one in front for the belly, and the heart, which
// rides on the diaphragm. The underside is held (_FIXED) and hardly moves; what lies above swells.
// SPDX-License-Identifier: MIT
#include "scenes/makers.h"
#include "scenes/rig.h"
#include "scenes/tissue.h"

enum { BACK, DIAPHRAGM, BELLY, HEART, BONES };

static const rig_joint joints[BONES] = {
    {.name = "back", .parent = -1, .head = {0, 0, 0}},
    {.name = "diaphragm", .parent = BACK, .head = {0, 0, 0.06}},
    {.name = "belly", .parent = BACK, .head = {0, 0, -0.04}},
    {.name = "heart", .parent = DIAPHRAGM, .head = {0.03, 0, 0.03}},
};
static const rig skeleton = {BONES, joints};

static const double period = 4.0, beat = 0.8;             // seconds
static const double deep = 15.0, wide = 7.0, throb = 2.2; // degrees of the hinges
static const double degree = EXACT_PI / 180.0;

// ---- weights -----------------------------------------------------------------------------------

// How much the table holds: the bed swells from there up, and less towards its sides.
static double lifted(vec3 x) {
    double side = x.x / 0.17;
    return smooth_step(0.0, 0.045, x.y) * (1.0 - side * side);
}

static rig_skin weigh(const primitive* p, arena* memory) {
    rig_skin out = {ARENA_NEW(memory, uint16_t, 4 * (size_t)p->vertex_count),
                    ARENA_NEW(memory, float, 4 * (size_t)p->vertex_count)};
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        vec3 x = p->positions[i];
        double up = lifted(x), behind = up * smooth_step(0.07, -0.08, x.z);
        double before = up * smooth_step(-0.03, 0.11, x.z);
        double far = v3_distance(x, v3(0.03, 0.06, -0.08)) / 0.11;
        double heart = far < 1.0 ? behind * (1.0 - far * far) * (1.0 - far * far) : 0.0;
        const float w[BONES] = {
            [DIAPHRAGM] = (float)(behind - heart), [BELLY] = (float)before, [HEART] = (float)heart};
        float rest = 1.0f;
        for (int32_t k = DIAPHRAGM; k < BONES; ++k) {
            out.joints[4 * i + k] = (uint16_t)k;
            out.weights[4 * i + k] = w[k];
            rest -= w[k];
        }
        out.weights[4 * i + BACK] = rest;
    }
    return out;
}

// ---- motion ------------------------------------------------------------------------------------

// In over a third of the time, out over the rest, 0 to 1.
static double air(double time) {
    double turns = time / period, phase = 2.0 * EXACT_PI * (turns - floor(turns));
    return 0.5 - 0.5 * exact_cos(phase + 0.55 * exact_sin(phase));
}

// A bump of so many seconds, 0 to 1.
static double bump(double since, double seconds) {
    double x = 2.0 * since / seconds - 1.0, y = 1.0 - x * x;
    return fabs(x) < 1.0 ? y * y * y : 0.0;
}

// Seventy-five beats a minute, each a strong and a weak one.
static double pulse(double time) {
    double since = time - beat * floor(time / beat);
    return bump(since - 0.1, 0.26) + 0.45 * bump(since - 0.36, 0.2);
}

static void breathe(double time, const void* user, rig_pose* out) {
    (void)user;
    const vec3 axis = v3(1, 0, 0);
    out->turns[DIAPHRAGM] = quat_axis_angle(axis, deep * degree * air(time));
    out->turns[BELLY] = quat_axis_angle(axis, -wide * degree * air(time - 0.2));
    out->turns[HEART] = quat_axis_angle(axis, throb * degree * pulse(time));
}

scene sample_organs(arena* memory) {
    primitive p = tissue_bed(memory);
    vec3* normals = ARENA_NEW(memory, vec3, (size_t)p.vertex_count);
    for (int32_t i = 0; i < p.vertex_count; ++i)
        normals[i] = v3(p.normals[i][0], p.normals[i][1], p.normals[i][2]);
    sdf_mesh m = {p.vertex_count, p.triangle_count, p.positions, normals, p.triangles};
    rig_skin influences = weigh(&p, memory);
    scene s = rig_scene("organs", &m, p.colors, &skeleton, &influences, memory);
    s.primitives[0].attribute_count = p.attribute_count;
    s.primitives[0].attributes = p.attributes;
    s.clip_count = 1;
    s.clips = ARENA_NEW(memory, clip, 1);
    s.clips[0] = rig_clip(&skeleton, "breathe", period, breathe, NULL, memory);
    return s;
}
