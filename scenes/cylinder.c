// A tube that bends like an elbow and bulges: the first example of Galoppo et al. 2009 (fig. 2).
//
// Four bones along x, the elbow in the middle, inner side up (+y). Two shapes are sculpted by
// formula for the bent arm: `bulge`, the muscle, and `elbow`, which gives back the bone at the outer
// side that linear skinning flattens. The clip `bend` moves bones and shapes together.
// SPDX-License-Identifier: MIT
#include "bake/scene/surface.h"
#include "scenes/lathe.h"
#include "scenes/makers.h"
#include "scenes/rig.h"

enum { RINGS = 84, CAP = 8, COLUMNS = 44, BONES = 4, TARGETS = 2 };

static const double half_length = 0.3, radius = 0.045, period = 2.4; // metres, seconds

static const rig_joint joints[BONES] = {
    {.name = "base", .parent = -1, .head = {-0.30, 0, 0}, .tail = {-0.15, 0, 0}},
    {.name = "upper", .parent = 0, .head = {-0.15, 0, 0}, .tail = {0.00, 0, 0}},
    {.name = "lower", .parent = 1, .head = {0.00, 0, 0}, .tail = {0.15, 0, 0}},
    {.name = "tip", .parent = 2, .head = {0.15, 0, 0}, .tail = {0.30, 0, 0}},
};
static const rig skeleton = {BONES, joints};

// A straight tube with rounded ends, lying along x.
static primitive tube(arena* memory) {
    lathe_point profile[RINGS + 2];
    const double round = 0.03;
    for (int i = 0; i < CAP; ++i) { // a flat disc with a quarter circle around it
        double s, c, t = (double)i / (CAP - 1), flat = radius - round;
        exact_sincos(0.5 * EXACT_PI * (t - 0.25) / 0.75, &s, &c);
        lathe_point p = {t < 0.25 ? 0.0 : round * (1.0 - c),
                         t < 0.25 ? flat * t / 0.25 : flat + round * s};
        profile[i] = (lathe_point){p.height - half_length, p.radius};
        profile[RINGS + 1 - i] = (lathe_point){half_length - p.height, p.radius};
    }
    for (int i = CAP; i < RINGS + 2 - CAP; ++i) {
        double t = (double)(i - CAP + 1) / (RINGS + 3 - 2 * CAP);
        profile[i] = (lathe_point){(2.0 * t - 1.0) * (half_length - round), radius};
    }
    primitive p = lathe_turn(profile, RINGS + 2, COLUMNS, memory);
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
        double s[BONES + 1] = {1.0};
        for (int k = 1; k < BONES; ++k)
            s[k] = smooth_step(joints[k].head.x - 0.06, joints[k].head.x + 0.06, p->positions[i].x);
        for (int k = 0, n = 0; k < BONES; ++k) {
            float w = (float)(s[k] - s[k + 1]);
            if (w > 0.0f) {
                out.joints[4 * i + n] = (uint16_t)k;
                out.weights[4 * i + n++] = w;
            }
        }
    }
    return out;
}

// A smooth hill of height 1 about 0, gone at 1.
static double hill(double x) {
    double t = 1.0 - x * x;
    return t > 0.0 ? t * t * t : 0.0;
}

// How the muscle swells: most at the inner side of the upper half, a little all round.
static vec3 bulge(vec3 x, vec3 normal) {
    double along = hill((x.x + 0.115) / 0.135);
    double inner = 0.5 + 0.5 * normal.y;
    return v3_scale(normal, along * radius * (0.08 + 0.62 * inner * inner));
}

static vec3 elbow(vec3 x, vec3 normal) {
    double along = hill(x.x / 0.075), outer = normal.y < 0.0 ? normal.y * normal.y : 0.0;
    return v3(0.0, -along * outer * 0.40 * radius, 0.0);
}

static morph_target sculpt(const primitive* p, vec3 (*shape)(vec3 x, vec3 normal), arena* memory) {
    size_t n = (size_t)p->vertex_count;
    morph_target t = {arena_alloc(memory, n, sizeof *t.positions),
                      arena_alloc(memory, n, sizeof *t.normals), NULL};
    vec3* moved = ARENA_NEW(memory, vec3, n);
    for (size_t i = 0; i < n; ++i) {
        const float* normal = p->normals[i];
        vec3 d = shape(p->positions[i], v3(normal[0], normal[1], normal[2]));
        moved[i] = v3_add(p->positions[i], d);
        t.positions[i][0] = (float)d.x;
        t.positions[i][1] = (float)d.y;
        t.positions[i][2] = (float)d.z;
    }
    surface_normals(moved, p->vertex_count, (const uint32_t(*)[3])p->triangles, p->triangle_count,
                    t.normals);
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c)
            t.normals[i][c] -= p->normals[i][c];
    return t;
}

// How far the arm is bent, 0 to 1; at rest at both ends of the period.
static double bent(double time) {
    double turns = time / period;
    return 0.5 - 0.5 * exact_cos(2.0 * EXACT_PI * (turns - floor(turns)));
}

static void bend(double time, const void* user, rig_pose* out) {
    (void)user;
    const double degree = EXACT_PI / 180.0, angles[BONES] = {0.0, 5.0, 84.0, 8.0};
    for (int k = 0; k < BONES; ++k)
        out->turns[k] = quat_axis_angle(v3(0, 0, 1), angles[k] * degree * bent(time));
}

// The bones' clip with one more channel: the weights of the shapes, on node 0, at the same times.
static clip with_weights(clip c, arena* memory) {
    channel* all = ARENA_NEW(memory, channel, (size_t)c.channel_count + 1);
    for (int32_t i = 0; i < c.channel_count; ++i)
        all[i] = c.channels[i];
    channel w = {.node = 0, .path = PATH_WEIGHTS, .interpolation = LINEAR, .width = TARGETS};
    w.key_count = all[0].key_count;
    w.times = all[0].times;
    w.values = ARENA_NEW(memory, float, (size_t)w.key_count* TARGETS);
    for (int32_t k = 0; k < w.key_count; ++k)
        for (int t = 0; t < TARGETS; ++t)
            w.values[k * TARGETS + t] = (float)bent((double)k / RIG_KEYS_PER_SECOND);
    all[c.channel_count++] = w;
    c.channels = all;
    return c;
}

static vec3 color_at(vec3 x, vec3 normal) {
    // skin, with the muscle under it shining through, and a dim ring at each joint
    double muscle = hill((x.x + 0.115) / 0.14) * smooth_step(-0.2, 0.8, normal.y);
    double fibre = 0.5 + 0.5 * noise_at(v3(8.0 * x.x, 160.0 * x.y, 160.0 * x.z));
    vec3 c =
        v3_lerp(paint(0xe3b795), paint(0xd9a583), 0.5 + 0.5 * noise_fractal(v3_scale(x, 30.0)));
    c = v3_lerp(c, v3_lerp(paint(0xb8432f), paint(0xd0664a), fibre), 0.85 * muscle);
    for (int k = 1; k < BONES; ++k)
        c = v3_lerp(c, paint(0x9a6f55), 0.6 * hill((x.x - joints[k].head.x) / 0.011));
    return c;
}

static void add_targets(scene* s, arena* memory) {
    primitive* p = &s->primitives[0];
    p->target_count = s->meshes[0].target_count = TARGETS;
    p->targets = ARENA_NEW(memory, morph_target, TARGETS);
    p->targets[0] = sculpt(p, bulge, memory);
    p->targets[1] = sculpt(p, elbow, memory);
    s->meshes[0].target_weights = ARENA_NEW(memory, float, TARGETS);
    s->meshes[0].target_names = ARENA_NEW(memory, const char*, TARGETS);
    s->meshes[0].target_names[0] = "bulge";
    s->meshes[0].target_names[1] = "elbow";
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
    add_targets(&s, memory);
    s.clip_count = 1;
    s.clips = ARENA_NEW(memory, clip, 1);
    s.clips[0] = with_weights(rig_clip(&skeleton, "bend", period, bend, NULL, memory), memory);
    return s;
}
