// A tube that bends like an elbow and bulges: the first example of Galoppo et al. 2009 (fig. 2).
//
// Four bones along x, the elbow in the middle, inner side up (+y). Three shapes are sculpted by
// formula, for the arm bent by a third, by two and wholly: the muscle swells, the flesh in the fold is
// pushed aside, and the bone at the outer side, which linear skinning flattens, is given back. The
// muscle is painted stiffer the more it swells. The clip `bend` moves bones and shapes together.
// SPDX-License-Identifier: MIT
#include "scenes/lathe.h"
#include "scenes/makers.h"
#include "scenes/rig.h"
#include "scenes/sculpt.h"

enum {
    CYLINDER_RINGS = 84,
    CAP = 8,
    CYLINDER_COLUMNS = 44,
    CYLINDER_BONES = 4,
    CYLINDER_SHAPES = 3
};

static const double half_length = 0.3, radius = 0.045, period = 2.4; // metres, seconds

static const rig_joint joints[CYLINDER_BONES] = {
    {.name = "base", .parent = -1, .head = {-0.30, 0, 0}, .tail = {-0.15, 0, 0}},
    {.name = "upper", .parent = 0, .head = {-0.15, 0, 0}, .tail = {0.00, 0, 0}},
    {.name = "lower", .parent = 1, .head = {0.00, 0, 0}, .tail = {0.15, 0, 0}},
    {.name = "tip", .parent = 2, .head = {0.15, 0, 0}, .tail = {0.30, 0, 0}},
};
static const rig skeleton = {CYLINDER_BONES, joints};

// A straight tube with rounded ends, lying along x.
static primitive tube(arena* memory) {
    lathe_point profile[CYLINDER_RINGS + 2];
    const double round = 0.03;
    for (int i = 0; i < CAP; ++i) { // a flat disc with a quarter circle around it
        double s, c, t = (double)i / (CAP - 1), flat = radius - round;
        exact_sincos(0.5 * EXACT_PI * (t - 0.25) / 0.75, &s, &c);
        lathe_point p = {t < 0.25 ? 0.0 : round * (1.0 - c),
                         t < 0.25 ? flat * t / 0.25 : flat + round * s};
        profile[i] = (lathe_point){p.height - half_length, p.radius};
        profile[CYLINDER_RINGS + 1 - i] = (lathe_point){half_length - p.height, p.radius};
    }
    for (int i = CAP; i < CYLINDER_RINGS + 2 - CAP; ++i) {
        double t = (double)(i - CAP + 1) / (CYLINDER_RINGS + 3 - 2 * CAP);
        profile[i] = (lathe_point){(2.0 * t - 1.0) * (half_length - round), radius};
    }
    primitive p = lathe_turn(profile, CYLINDER_RINGS + 2, CYLINDER_COLUMNS, memory);
    for (int32_t i = 0; i < p.vertex_count; ++i) { // from y to x, by a quarter turn about z
        vec3 x = p.positions[i];
        p.positions[i] = v3(x.y, -x.x, x.z);
        float nx = p.normals[i][0];
        p.normals[i][0] = p.normals[i][1];
        p.normals[i][1] = -nx;
    }
    return p;
}

// Each joint hands over to the next within 6 cm to each side; the zones do not overlap, so the four
// weights sum to 1.
static rig_skin weigh(const primitive* p, arena* memory) {
    rig_skin out = {ARENA_NEW(memory, uint16_t, 4 * (size_t)p->vertex_count),
                    ARENA_NEW(memory, float, 4 * (size_t)p->vertex_count)};
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        double s[CYLINDER_BONES + 1] = {1.0};
        for (int k = 1; k < CYLINDER_BONES; ++k)
            s[k] = smooth_step(joints[k].head.x - 0.06, joints[k].head.x + 0.06, p->positions[i].x);
        for (int k = 0, n = 0; k < CYLINDER_BONES; ++k) {
            float w = (float)(s[k] - s[k + 1]);
            if (w > 0.0f) {
                out.joints[4 * i + n] = (uint16_t)k;
                out.weights[4 * i + n++] = w;
            }
        }
    }
    return out;
}

// ---- shapes ------------------------------------------------------------------------------

// How far along the swelling muscle a place lies, and how much on its side.
static double muscle_at(vec3 x, vec3 normal) {
    double inner = 0.5 + 0.5 * normal.y;
    return sculpt_hill((x.x + 0.115) / 0.135) * inner * inner;
}

// user: how far the arm is bent, 0 to 1.
static vec3 shape_at(vec3 x, vec3 normal, const void* user) {
    double bent = *(const double*)user, round = sculpt_hill((x.x + 0.115) / 0.135);
    double swell = bent * (0.4 + 0.6 * bent) * (0.62 * muscle_at(x, normal) + 0.08 * round);
    double inner = normal.y > 0.0 ? normal.y * normal.y : 0.0;
    double outer = normal.y < 0.0 ? normal.y * normal.y : 0.0;
    double fold = 0.22 * bent * bent * inner * sculpt_hill((fabs(x.x) - 0.062) / 0.05);
    vec3 d = v3_scale(normal, (swell + fold) * radius);
    d.y -= bent * 0.40 * radius * outer * sculpt_hill(x.x / 0.075);
    return d;
}

static double stiffness_at(vec3 x, vec3 normal, const void* user) {
    double bent = *(const double*)user;
    return 1.0 + 9.0 * bent * bent * smooth_step(0.0, 0.5, muscle_at(x, normal));
}

// How far the arm is bent, 0 to 1; at rest at both ends of the period.
static double bent(double time) {
    double turns = time / period;
    return 0.5 - 0.5 * exact_cos(2.0 * EXACT_PI * (turns - floor(turns)));
}

static void bend(double time, const void* user, rig_pose* out) {
    (void)user;
    const double degree = EXACT_PI / 180.0, angles[CYLINDER_BONES] = {0.0, 5.0, 84.0, 8.0};
    for (int k = 0; k < CYLINDER_BONES; ++k)
        out->turns[k] = quat_axis_angle(v3(0, 0, 1), angles[k] * degree * bent(time));
}

static void show_shapes(double time, const void* user, float* out) {
    (void)user;
    sculpt_along(bent(time), CYLINDER_SHAPES, out);
}

static vec3 color_at(vec3 x, vec3 normal) {
    // skin, with the muscle under it shining through, and a dim ring at each joint
    double muscle = sculpt_hill((x.x + 0.115) / 0.14) * smooth_step(-0.2, 0.8, normal.y);
    double fibre = 0.5 + 0.5 * noise_at(v3(8.0 * x.x, 160.0 * x.y, 160.0 * x.z));
    vec3 c =
        v3_lerp(paint(0xe3b795), paint(0xd9a583), 0.5 + 0.5 * noise_fractal(v3_scale(x, 30.0)));
    c = v3_lerp(c, v3_lerp(paint(0xb8432f), paint(0xd0664a), fibre), 0.85 * muscle);
    for (int k = 1; k < CYLINDER_BONES; ++k)
        c = v3_lerp(c, paint(0x9a6f55), 0.6 * sculpt_hill((x.x - joints[k].head.x) / 0.011));
    return c;
}

static void sculpt_all(scene* s, arena* memory) {
    static const char* const names[CYLINDER_SHAPES] = {"bent_third", "bent_two_thirds", "bent"};
    for (int i = 0; i < CYLINDER_SHAPES; ++i) {
        double displacement = (double)(i + 1) / CYLINDER_SHAPES;
        sculpt_add(s, names[i], shape_at, stiffness_at, &displacement, memory);
    }
}

scene sample_cylinder(arena* memory) {
    primitive p = tube(memory);
    vec3* normals = ARENA_NEW(memory, vec3, (size_t)p.vertex_count);
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        normals[i] = v3(p.normals[i][0], p.normals[i][1], p.normals[i][2]);
        body_paint(&p, i, color_at(p.positions[i], normals[i]));
    }
    sdf_mesh m = {p.vertex_count, p.triangle_count, p.positions, normals, p.triangles};
    rig_skin influences = weigh(&p, memory);
    scene s = rig_scene("cylinder", &m, p.colors, &skeleton, &influences, memory);
    sculpt_all(&s, memory);
    s.clip_count = 1;
    s.clips = ARENA_NEW(memory, clip, 1);
    s.clips[0] = rig_clip(&skeleton, "bend", period, bend, NULL, memory);
    sculpt_weigh(&s, &s.clips[0], show_shapes, NULL, memory);
    return s;
}
