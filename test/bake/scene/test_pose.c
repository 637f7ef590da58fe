// Channels at and between keys, and the node tree.
// SPDX-License-Identifier: MIT
#include "bake/scene/pose.h"
#include "test/kit/check.h"

static double distance4(const float* a, const float* b) {
    double sum = 0.0;
    for (int i = 0; i < 4; ++i)
        sum += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    return sqrt(sum);
}

static double mat4_difference(mat4 a, mat4 b) {
    double most = 0.0;
    for (int i = 0; i < 16; ++i)
        most = fmax(most, fabs(a.m[i] - b.m[i]));
    return most;
}

static node node_at(int32_t parent, vec3 translation) {
    return (node){.name = "",
                  .parent = parent,
                  .mesh = -1,
                  .skin = -1,
                  .translation = translation,
                  .rotation = quat_identity(),
                  .scale = v3(1, 1, 1)};
}

TEST(every_interpolation_gives_the_keys_at_the_keys) {
    float times[3] = {0.5f, 1.0f, 3.0f};
    float plain[9] = {1, 2, 3, -4, 5, 6, 7, 8, -9};
    float cubic[27];
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) {
            cubic[9 * k + i] = 100.0f; // in-tangent
            cubic[9 * k + 3 + i] = plain[3 * k + i];
            cubic[9 * k + 6 + i] = -50.0f; // out-tangent
        }
    for (int mode = STEP; mode <= CUBICSPLINE; ++mode) {
        channel c = {0,
                     PATH_TRANSLATION,
                     (interpolation)mode,
                     3,
                     3,
                     times,
                     mode == CUBICSPLINE ? cubic : plain};
        for (int k = 0; k < 3; ++k) {
            float out[3];
            channel_sample(&c, times[k], out);
            CHECK(memcmp(out, &plain[3 * k], sizeof out) == 0);
        }
    }
}

TEST(times_outside_the_clip_are_clamped) {
    float times[2] = {1.0f, 2.0f}, values[2] = {10.0f, 20.0f}, out;
    float cubic[6] = {7, 10, 7, 7, 20, 7};
    for (int mode = STEP; mode <= CUBICSPLINE; ++mode) {
        channel c = {0,
                     PATH_WEIGHTS,
                     (interpolation)mode,
                     2,
                     1,
                     times,
                     mode == CUBICSPLINE ? cubic : values};
        channel_sample(&c, -1e30, &out);
        CHECK(out == 10.0f);
        channel_sample(&c, 1e30, &out);
        CHECK(out == 20.0f);
        channel_sample(&c, NAN, &out);
        CHECK(out == 10.0f);
    }
}

TEST(step_holds_and_linear_runs_straight) {
    float times[3] = {0.0f, 2.0f, 2.0f}, values[3] = {0.0f, 8.0f, 1.0f}, out;
    channel c = {0, PATH_WEIGHTS, STEP, 3, 1, times, values};
    channel_sample(&c, 1.999, &out);
    CHECK(out == 0.0f);
    c.interpolation = LINEAR;
    channel_sample(&c, 0.5, &out);
    CHECK(out == 2.0f);
    channel_sample(&c, 2.0, &out); // of two keys at one time the later counts
    CHECK(out == 1.0f);
}

TEST(cubic_spline_reproduces_a_cubic_over_any_key_interval) {
    // x(t) = t^3 - 2 t with its own derivative as tangents; uneven keys show the interval's scale
    float times[4] = {0.0f, 0.25f, 2.0f, 5.0f}, values[12];
    for (int k = 0; k < 4; ++k) {
        float t = times[k];
        values[3 * k + 1] = t * t * t - 2.0f * t;
        values[3 * k] = values[3 * k + 2] = 3.0f * t * t - 2.0f;
    }
    channel c = {0, PATH_WEIGHTS, CUBICSPLINE, 4, 1, times, values};
    for (int i = 0; i <= 100; ++i) {
        double t = 0.05 * i;
        float out;
        channel_sample(&c, t, &out);
        CHECK_NEAR(out, t * t * t - 2.0 * t, 2e-5);
    }
}

TEST(rotations_turn_with_constant_speed_and_stay_unit) {
    quat end = quat_axis_angle(v3_unit(v3(1, 2, 3)), 2.5);
    // the second key with its sign turned: the same rotation, and the short way must be taken
    float times[2] = {0.0f, 1.0f},
          values[8] = {0, 0, 0, 1, -(float)end.x, -(float)end.y, -(float)end.z, -(float)end.w};
    channel c = {0, PATH_ROTATION, LINEAR, 2, 4, times, values};
    float before[4], now[4];
    channel_sample(&c, 0.0, before);
    double chord = 2.0 * sin(2.5 / 100.0 / 4.0); // between quaternions: half the angle
    for (int i = 1; i <= 100; ++i) {
        channel_sample(&c, i / 100.0, now);
        double n = sqrt((double)now[0] * now[0] + (double)now[1] * now[1] +
                        (double)now[2] * now[2] + (double)now[3] * now[3]);
        CHECK_NEAR(n, 1.0, 1e-6);
        if (i < 100) // the last sample is the key itself, with its sign
            CHECK_NEAR(distance4(before, now), chord, 3e-7);
        memcpy(before, now, sizeof now);
    }
}

TEST(cubic_rotations_are_normalised) {
    float times[2] = {0.0f, 1.0f};
    float values[24] = {0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 2, 0, 0, 9, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    channel c = {0, PATH_ROTATION, CUBICSPLINE, 2, 4, times, values};
    for (int i = 0; i <= 10; ++i) {
        float q[4];
        channel_sample(&c, i / 10.0, q);
        CHECK_NEAR(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), 1.0, 1e-6);
    }
}

// A chain of three turned links under a sheared matrix node, stored forwards or backwards.
static mat4 chain_tip(bool backwards, arena* memory) {
    node nodes[4];
    for (int i = 0; i < 4; ++i) {
        int at = backwards ? 3 - i : i;
        int parent = i == 0 ? -1 : backwards ? 4 - i : i - 1;
        nodes[at] = node_at(parent, v3(1, i, 0.5));
        nodes[at].rotation = quat_axis_angle(v3(0, 0, 1), 0.3 * i);
        nodes[at].scale = v3(1, 1 + i, 1);
    }
    node* top = &nodes[backwards ? 3 : 0];
    top->has_matrix = true;
    top->matrix = (mat4){{1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, -1, 0, 4, 5, 6, 1}};
    scene s = {.node_count = 4, .nodes = nodes};
    pose p = pose_at(&s, -1, 0.0, memory);
    return p.world[backwards ? 0 : 3];
}

TEST(the_order_of_nodes_does_not_matter) {
    arena* memory = arena_create();
    mat4 a = chain_tip(false, memory), b = chain_tip(true, memory);
    arena_destroy(memory);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    CHECK(mat4_determinant3(a) < 0.0); // the matrix was used: it mirrors
}

TEST(a_hundred_thousand_links_do_not_overflow_the_stack) {
    enum { LINKS = 100000 };
    arena* memory = arena_create();
    node* nodes = ARENA_NEW(memory, node, LINKS);
    for (int i = 0; i < LINKS; ++i) // the root comes last
        nodes[i] = node_at(i == LINKS - 1 ? -1 : i + 1, v3(1, 0, 0));
    scene s = {.node_count = LINKS, .nodes = nodes};
    pose p = pose_at(&s, -1, 0.0, memory);
    double x = p.world[0].m[12];
    arena_destroy(memory);
    CHECK(x == LINKS);
}

TEST(a_clip_moves_what_it_names_and_leaves_the_rest) {
    float times[2] = {0.0f, 1.0f}, move[6] = {0, 0, 0, 2, 4, 6}, fade[4] = {0, 1, 1, 0};
    float own[2] = {0.25f, 0.75f}, of_mesh[2] = {0.5f, 0.5f};
    const char* names[2] = {"", ""};
    channel channels[2] = {{0, PATH_TRANSLATION, LINEAR, 2, 3, times, move},
                           {1, PATH_WEIGHTS, LINEAR, 2, 2, times, fade}};
    clip clips[1] = {{"c", 2, channels, 1.0}};
    mesh meshes[1] = {{"m", 0, 0, 2, names, of_mesh}};
    node nodes[3] = {node_at(-1, v3(9, 9, 9)), node_at(0, v3(1, 0, 0)), node_at(0, v3(0, 1, 0))};
    nodes[1].mesh = nodes[2].mesh = 0;
    nodes[2].target_weights_or_null = own;
    scene s = {.node_count = 3,
               .nodes = nodes,
               .mesh_count = 1,
               .meshes = meshes,
               .clip_count = 1,
               .clips = clips};
    arena* memory = arena_create();
    pose rest = pose_at(&s, -1, 0.0, memory), half = pose_at(&s, 0, 0.5, memory);
    vec3 origin = v3(0, 0, 0), at = mat4_point(half.world[1], origin);
    bool right =
        mat4_point(rest.world[2], origin).y == 10.0 && at.x == 2.0 && at.y == 2.0 && at.z == 3.0;
    bool weights = rest.target_weights[0] == NULL && rest.target_weights[1][0] == 0.5f &&
                   rest.target_weights[2][1] == 0.75f && half.target_weights[1][1] == 0.5f &&
                   half.target_weights[2][0] == 0.25f;
    arena_destroy(memory);
    CHECK(right);
    CHECK(weights);
}

TEST(a_palette_at_its_bind_pose_is_the_identity) {
    arena* memory = arena_create();
    node nodes[3] = {node_at(2, v3(0, 1, 0)), node_at(0, v3(0, 2, 1)), node_at(-1, v3(3, 0, 0))};
    nodes[2].rotation = quat_axis_angle(v3(0, 1, 0), 1.1);
    nodes[0].scale = v3(2, 3, 4);
    int32_t joints[2] = {1, 0};
    mat4 inverse[2];
    skin skins[1] = {{"", 2, joints, inverse}};
    scene s = {.node_count = 3, .nodes = nodes, .skin_count = 1, .skins = skins};
    pose p = pose_at(&s, -1, 0.0, memory);
    for (int i = 0; i < 2; ++i)
        inverse[i] = mat4_inverse_affine(p.world[joints[i]]);
    mat4* palette = pose_palette(&s, &p, 0, memory);
    double most = fmax(mat4_difference(palette[0], mat4_identity()),
                       mat4_difference(palette[1], mat4_identity()));
    arena_destroy(memory);
    CHECK(most < 1e-14);
}

TEST_MAIN(CASE(every_interpolation_gives_the_keys_at_the_keys),
          CASE(times_outside_the_clip_are_clamped), CASE(step_holds_and_linear_runs_straight),
          CASE(cubic_spline_reproduces_a_cubic_over_any_key_interval),
          CASE(rotations_turn_with_constant_speed_and_stay_unit),
          CASE(cubic_rotations_are_normalised), CASE(the_order_of_nodes_does_not_matter),
          CASE(a_hundred_thousand_links_do_not_overflow_the_stack),
          CASE(a_clip_moves_what_it_names_and_leaves_the_rest),
          CASE(a_palette_at_its_bind_pose_is_the_identity))
