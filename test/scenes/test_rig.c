// Laws of skeletons, skin weights and sampled clips.
// SPDX-License-Identifier: MIT
#include "scenes/rig.h"
#include "test/kit/check.h"

// A fork: a trunk and two prongs that stand close together but meet only at the trunk.
static const sdf_part fork_parts[] = {
    {SDF_CAPSULE, .a = {0, 0, 0}, .b = {0, 0.5, 0}, .r = 0.1, .region = 0},
    {SDF_CAPSULE, .a = {0.07, 0.5, 0}, .b = {0.07, 1.0, 0}, .r = 0.05, .blend = 0.02,
     .mirror = true, .region = 1},
};
static const rig_joint fork_half[] = {
    {"root", -1, {0, 0, 0}, {0, 0.25, 0}, 1, 0.02, 0},
    {"middle", 0, {0, 0.25, 0}, {0, 0.5, 0}, 3, 0.02, 0},
    {"l_prong", 1, {0.07, 0.55, 0}, {0.07, 0.8, 0}, 2, 0.02, 1},
    {"l_tip", 2, {0.07, 0.8, 0}, {0.07, 1.05, 0}, 2, 0.02, 1},
};

typedef struct prongs {
    arena* memory;
    sdf_mesh m;
    rig g;
    rig_skin skin;
} prongs;

static prongs fork_make(void) {
    prongs f = {.memory = arena_create()};
    sdf_body body = sdf_body_make(fork_parts, 2, f.memory);
    f.m = mesher_run(&body, (mesher_options){.cell = 0.015, .rounds = 4}, f.memory);
    int16_t* regions = ARENA_NEW(f.memory, int16_t, (size_t)f.m.vertex_count);
    for (int32_t v = 0; v < f.m.vertex_count; ++v)
        regions[v] = body.parts[sdf_nearest_part(&body, f.m.positions[v])].region;
    f.g = rig_mirrored(fork_half, 4, f.memory);
    f.skin = rig_weigh(&f.g, &f.m, regions, 30, f.memory);
    return f;
}

static double weight_of(const prongs* f, int32_t v, int32_t joint) {
    double w = 0.0;
    for (int k = 0; k < 4; ++k)
        if (f->skin.joints[4 * v + k] == joint)
            w += f->skin.weights[4 * v + k];
    return w;
}

TEST(mirrored_joints_hang_on_mirrored_parents) {
    arena* memory = arena_create();
    rig g = rig_mirrored(fork_half, 4, memory);
    bool ok = g.joint_count == 6 && strcmp(g.joints[4].name, "r_prong") == 0 &&
              strcmp(g.joints[5].name, "r_tip") == 0 && g.joints[4].parent == 1 &&
              g.joints[5].parent == 4 && g.joints[5].head.x == -0.07 && g.joints[5].side == -1;
    arena_destroy(memory);
    CHECK(ok);
}

TEST(weights_sum_to_one_and_unused_ones_are_zero) {
    prongs f = fork_make();
    int bad = 0;
    for (int32_t v = 0; v < f.m.vertex_count; ++v) {
        const float* w = f.skin.weights + 4 * v;
        float sum = ((w[0] + w[1]) + w[2]) + w[3];
        bad += fabsf(sum - 1.0f) > 1e-6f;
        for (int k = 0; k < 4; ++k) {
            bad += w[k] < 0.0f || (k > 0 && w[k] > w[k - 1] + 1e-6f);
            bad += w[k] == 0.0f && f.skin.joints[4 * v + k] != 0;
        }
    }
    arena_destroy(f.memory);
    CHECK(bad == 0);
}

TEST(weights_change_little_along_an_edge) {
    prongs f = fork_make();
    double most = 0.0;
    for (int32_t t = 0; t < f.m.triangle_count; ++t)
        for (int c = 0; c < 3; ++c)
            for (int32_t j = 0; j < f.g.joint_count; ++j) {
                double d = fabs(weight_of(&f, (int32_t)f.m.triangles[t][c], j) -
                                weight_of(&f, (int32_t)f.m.triangles[t][(c + 1) % 3], j));
                most = d > most ? d : most;
            }
    arena_destroy(f.memory);
    CHECK(most < 0.25);
}

TEST(weights_do_not_leap_through_the_air) {
    prongs f = fork_make();
    double leaked = 0.0, own = 1.0;
    for (int32_t v = 0; v < f.m.vertex_count; ++v) {
        if (f.m.positions[v].y < 0.75)
            continue;
        bool left = f.m.positions[v].x > 0.0;
        double other = weight_of(&f, v, left ? 4 : 2) + weight_of(&f, v, left ? 5 : 3);
        double mine = weight_of(&f, v, left ? 2 : 4) + weight_of(&f, v, left ? 3 : 5);
        leaked = other > leaked ? other : leaked;
        own = mine < own ? mine : own;
    }
    arena_destroy(f.memory);
    CHECK(leaked == 0.0);
    CHECK(own > 0.99);
}

TEST(at_rest_every_joint_matrix_undoes_its_bind) {
    prongs f = fork_make();
    scene s = rig_scene("fork", &f.m, NULL, &f.g, &f.skin, f.memory);
    quat turns[8], rotations[8];
    vec3 places[8];
    for (int j = 0; j < 8; ++j)
        turns[j] = quat_identity();
    rig_forward(&f.g, &(rig_pose){{0, 0, 0}, turns}, places, rotations);
    double off = 0.0;
    for (int32_t j = 0; j < f.g.joint_count; ++j) {
        vec3 at = v3(0, 0, 0); // by the nodes
        for (int32_t n = s.skins[0].joints[j]; n >= 0; n = s.nodes[n].parent)
            at = v3_add(at, s.nodes[n].translation);
        vec3 origin = mat4_point(s.skins[0].inverse_binds[j], at);
        double a = v3_length(origin), b = v3_distance(at, places[j]);
        off = a > off ? a : b > off ? b : off;
    }
    arena_destroy(f.memory);
    CHECK(off < 1e-12);
}

// A full turn of the tip: the quaternion passes through its own opposite on the way.
static void spin(double time, const void* user, rig_pose* out) {
    double speed = *(const double*)user;
    out->turns[3] = quat_axis_angle(v3(0, 0, 1), speed * time);
    if (out->turns[3].w < 0.0)
        out->turns[3] = (quat){0, 0, -out->turns[3].z, -out->turns[3].w};
}

TEST(clips_hold_what_moves_and_stay_in_one_hemisphere) {
    arena* memory = arena_create();
    rig g = rig_mirrored(fork_half, 4, memory);
    double speed = 2.0 * EXACT_PI;
    clip c = rig_clip(&g, "spin", 1.0, spin, &speed, memory);
    int32_t count = c.channel_count, keys = c.channels[0].key_count, target = c.channels[0].node;
    double least = 1.0;
    for (int32_t k = 1; k < keys; ++k) {
        const float *a = c.channels[0].values + 4 * (k - 1), *b = a + 4;
        double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
        least = dot < least ? dot : least;
    }
    double duration = c.duration;
    arena_destroy(memory);
    CHECK(count == 1);
    CHECK(keys == 121);
    CHECK(target == 4); // node 1 + joint 3
    CHECK(duration == 1.0);
    CHECK(least > 0.999);
}

TEST(two_bones_keep_their_lengths_and_reach_the_target) {
    uint64_t seed = 1;
    for (int i = 0; i < 200; ++i) {
        double r[6];
        for (int k = 0; k < 6; ++k) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            r[k] = (double)(seed >> 11) / 4503599627370496.0 - 1.0;
        }
        vec3 root = v3(r[0], r[1], r[2]);
        vec3 target =
            v3_add(root, v3_scale(v3_unit(v3(r[3], r[4], r[5])), 0.15 + 0.55 * fabs(r[0])));
        vec3 pole = v3(0.3, 0.1, 1), knee = rig_two_bone(root, target, 0.4, 0.35, pole);
        CHECK_NEAR(v3_distance(root, knee), 0.4, 1e-12);
        CHECK_NEAR(v3_distance(knee, target), 0.35, 1e-12);
    }
    vec3 straight = rig_two_bone(v3(0, 0, 0), v3(0, -2, 0), 0.4, 0.35, v3(0, 0, 1));
    CHECK_NEAR(v3_distance(straight, v3(0, -0.4, 0)), 0.0, 1e-12);
}

TEST(aiming_takes_the_bone_and_its_side_along) {
    vec3 to = v3_unit(v3(0.3, -0.8, 0.5)), side = v3_unit(v3_cross(to, v3(0.2, 0.1, 1)));
    quat q = rig_aim(v3(0, -1, 0), v3(1, 0, 0), to, side);
    CHECK_NEAR(v3_distance(quat_rotate(q, v3(0, -1, 0)), to), 0.0, 1e-12);
    CHECK_NEAR(v3_distance(quat_rotate(q, v3(1, 0, 0)), side), 0.0, 1e-12);
}

TEST_MAIN(CASE(mirrored_joints_hang_on_mirrored_parents),
          CASE(weights_sum_to_one_and_unused_ones_are_zero),
          CASE(weights_change_little_along_an_edge), CASE(weights_do_not_leap_through_the_air),
          CASE(at_rest_every_joint_matrix_undoes_its_bind),
          CASE(clips_hold_what_moves_and_stay_in_one_hemisphere),
          CASE(two_bones_keep_their_lengths_and_reach_the_target),
          CASE(aiming_takes_the_bone_and_its_side_along))
