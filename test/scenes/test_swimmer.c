// Laws of the swimmer: a sound mesh, a symmetric body, feet that respect the ground, flights that
// respect gravity, joints that bend one way.
// SPDX-License-Identifier: MIT
#include "bake/mesh/bounds.h"
#include "bake/scene/contents.h"
#include "bake/scene/surface.h"
#include "scenes/makers.h"
#include "scenes/swimmer.h"
#include "test/kit/check.h"
#include "test/kit/mesh_check.h"

static arena* kept;
static scene body;

static const scene* made(void) { // once a program
    if (kept == NULL) {
        kept = arena_create();
        body = sample_swimmer(kept);
    }
    return &body;
}

static int32_t clip_of(const char* name) {
    return clip_named(made(), name);
}

static int32_t node_of(const char* name) {
    for (int32_t i = 0; i < made()->node_count; ++i)
        if (strcmp(made()->nodes[i].name, name) == 0)
            return i;
    return -1;
}

static const channel* channel_of(int32_t which, const char* joint, channel_path path) {
    const clip* c = &made()->clips[which];
    for (int32_t i = 0; i < c->channel_count; ++i)
        if (c->channels[i].node == node_of(joint) && c->channels[i].path == path)
            return &c->channels[i];
    return NULL;
}

TEST(the_mesh_is_closed_and_of_the_promised_size) {
    arena* memory = arena_create();
    const primitive* p = &made()->primitives[0];
    const uint32_t(*t)[3] = (const uint32_t(*)[3])p->triangles;
    bool closed = mesh_is_closed_manifold(p->vertex_count, t, p->triangle_count, memory);
    double volume = mesh_volume(p->positions, t, p->triangle_count);
    bounds box = bounds_of(p->positions, p->vertex_count);
    arena_destroy(memory);
    CHECK(closed);
    CHECK(p->vertex_count - p->triangle_count / 2 == 2); // no handle: fingers and thighs are apart
    CHECK(p->vertex_count >= 17000 && p->vertex_count <= 19000);
    CHECK(volume > 0.07 && volume < 0.14);
    CHECK_NEAR(box.high.y, 1.65, 0.01);
    CHECK_NEAR(box.low.y, 0.0, 0.002);
    CHECK(made()->skins[0].joint_count >= 20);
}

// To less than an edge: diagonals of equal quads and paint edges are settled one by one.
TEST(left_and_right_mirror_each_other) {
    const primitive* p = &made()->primitives[0];
    int lonely = 0;
    for (int32_t v = 0; v < p->vertex_count; v += 11) {
        vec3 mirror = v3(-p->positions[v].x, p->positions[v].y, p->positions[v].z);
        double nearest = 1.0;
        for (int32_t w = 0; w < p->vertex_count; ++w) {
            vec3 d = v3_sub(p->positions[w], mirror);
            double square = v3_dot(d, d);
            nearest = square < nearest ? square : nearest;
        }
        lonely += nearest > 0.012 * 0.012;
    }
    CHECK(lonely == 0);
}

// The lowest vertex of the left or right foot in a clip at a time.
static double lowest(int32_t which, double time, double side, arena* memory) {
    const scene* s = made();
    const primitive* p = &s->primitives[0];
    pose now = pose_at(s, which, time, memory);
    mat4* palette = pose_palette(s, &now, 0, memory);
    double low = 9.0;
    for (int32_t v = 0; v < p->vertex_count; ++v) {
        if (p->positions[v].y > 0.12 || p->positions[v].x * side < 0.0)
            continue;
        double y = 0.0;
        for (int k = 0; k < 4; ++k) {
            float w = p->weights[4 * v + k];
            if (w > 0.0f)
                y += w * mat4_point(palette[p->joints[4 * v + k]], p->positions[v]).y;
        }
        low = y < low ? y : low;
    }
    return low;
}

// Over a span of a clip, how low the lower foot gets and how high it stays.
static void ground_span(const char* name, double from, double to, double out[2]) {
    int32_t which = clip_of(name);
    out[0] = 9.0;
    out[1] = -9.0;
    for (double t = from; t <= to; t += 1.0 / 60.0) {
        arena* memory = arena_create();
        double left = lowest(which, t, 1.0, memory), right = lowest(which, t, -1.0, memory);
        double low = left < right ? left : right;
        out[0] = low < out[0] ? low : out[0];
        out[1] = low > out[1] ? low : out[1];
        arena_destroy(memory);
    }
}

TEST(a_walking_foot_is_always_on_the_ground_and_never_under_it) {
    double span[2];
    ground_span("walk", 0.0, gait_period(GAIT_WALK), span);
    CHECK(span[0] >= -0.010);
    CHECK(span[1] <= 0.015);
}

TEST(a_run_flies_and_lands_on_the_ground) {
    double span[2];
    ground_span("run", 0.0, gait_period(GAIT_RUN), span);
    CHECK(span[0] >= -0.010);
    CHECK(span[1] >= 0.015); // both feet are off for a while
    ground_span("run", 0.03, 0.30 * gait_period(GAIT_RUN), span);
    CHECK(span[1] <= 0.015);
}

TEST(a_jump_stands_flies_and_stands) {
    double before[2], flight[2], after[2];
    ground_span("jump", 0.0, jump_times.takeoff, before);
    ground_span("jump", jump_times.takeoff, jump_times.contact, flight);
    ground_span("jump", jump_times.contact, jump_times.end, after);
    CHECK(before[0] >= -0.010 && before[1] <= 0.015);
    CHECK(flight[0] >= -0.010 && flight[1] >= 0.20);
    CHECK(after[0] >= -0.010 && after[1] <= 0.015);
}

TEST(who_leaps_at_a_wall_comes_back_onto_the_ground) {
    double before[2], flight[2], after[2];
    ground_span("wall", 0.0, wall_times.takeoff, before);
    ground_span("wall", wall_times.takeoff, wall_landing, flight);
    ground_span("wall", wall_landing, wall_times.end, after);
    CHECK(before[0] >= -0.010 && before[1] <= 0.015);
    CHECK(flight[0] >= -0.015 && flight[1] >= 0.40);
    CHECK(after[0] >= -0.015 && after[1] <= 0.020);
}

TEST(a_standing_foot_goes_back_at_the_speed_of_the_ground) {
    static const char* const names[2] = {"walk", "run"};
    static const double until[2] = {0.58, 0.31}; // phase; the ball carries from 0.1 on
    for (int gait = 0; gait < 2; ++gait) {
        double period = gait_period(gait), before = 0.0;
        for (double t = 0.10 * period; t < until[gait] * period; t += 1.0 / RIG_KEYS_PER_SECOND) {
            arena* memory = arena_create();
            double keyed = (double)(int)(t * RIG_KEYS_PER_SECOND) / RIG_KEYS_PER_SECOND;
            pose p = pose_at(made(), clip_of(names[gait]), keyed, memory);
            double z = p.world[node_of("l_toe")].m[14];
            arena_destroy(memory);
            if (before != 0.0)
                CHECK_NEAR((before - z) * RIG_KEYS_PER_SECOND, gait_speed(gait),
                           0.06 * gait_speed(gait));
            before = z;
        }
    }
}

TEST(nothing_but_gravity_acts_in_flight) {
    static const char* const names[3] = {"jump", "dive", "wall"};
    const leap_times* times[3] = {&jump_times, &dive_times, &wall_times};
    for (int i = 0; i < 3; ++i) {
        const channel* c = channel_of(clip_of(names[i]), "hips", PATH_TRANSLATION);
        CHECK(c != NULL);
        int flying = 0;
        for (int32_t k = 1; k + 1 < c->key_count; ++k) {
            if (c->times[k - 1] < times[i]->takeoff || c->times[k + 1] > times[i]->contact)
                continue;
            const float *a = c->values + 3 * (k - 1), *b = a + 3, *d = b + 3;
            double rate = RIG_KEYS_PER_SECOND * RIG_KEYS_PER_SECOND;
            CHECK_NEAR(((double)a[1] - 2.0 * b[1] + d[1]) * rate, -9.81, 0.0981);
            CHECK_NEAR(((double)a[2] - 2.0 * b[2] + d[2]) * rate, 0.0,
                       names[i][0] == 'j' ? 9.0 : 0.1);
            ++flying;
        }
        CHECK(flying > 30);
    }
}

TEST(walk_and_run_close_in_value_and_velocity) {
    for (int gait = 0; gait < 2; ++gait) {
        const clip* cycle = &made()->clips[clip_of(gait ? "run" : "walk")];
        for (int32_t i = 0; i < cycle->channel_count; ++i) {
            const channel* c = &cycle->channels[i];
            const float *first = c->values, *last = first + (size_t)c->width * (c->key_count - 1);
            for (int32_t k = 0; k < c->width; ++k) {
                // one-sided, of second order: the heel's touch is sharp but not a corner
                const float *a = first + k, *z = last + k;
                int32_t w = c->width;
                double h = 0.5 * RIG_KEYS_PER_SECOND;
                double start = (-3.0 * a[0] + 4.0 * a[w] - a[2 * w]) * h;
                double end = (3.0 * z[0] - 4.0 * z[-w] + z[-2 * w]) * h;
                CHECK(first[k] == last[k]);
                CHECK_NEAR(start, end, 0.4);
            }
        }
    }
}

TEST(jump_and_dive_begin_at_rest_and_the_jump_ends_as_it_began) {
    const clip* jump = &made()->clips[clip_of("jump")];
    for (int32_t i = 0; i < jump->channel_count; ++i) {
        const channel* c = &jump->channels[i];
        for (int32_t k = 0; k < c->width; ++k)
            CHECK_NEAR(c->values[k], c->values[(size_t)c->width * (c->key_count - 1) + k], 1e-5);
    }
    figure a = jump_figure(0.0), b = dive_figure(0.0), standing = figure_standing();
    CHECK(v3_distance(a.hips, standing.hips) < 1e-9 && v3_distance(b.hips, standing.hips) < 1e-9);
}

TEST(the_dive_enters_head_first_with_arms_ahead) {
    arena* memory = arena_create();
    pose p = pose_at(made(), clip_of("dive"), dive_times.end, memory);
    double hand = p.world[node_of("l_hand")].m[13], head = p.world[node_of("head")].m[13];
    double hips = p.world[node_of("hips")].m[13], foot = p.world[node_of("l_foot")].m[13];
    double far = p.world[node_of("hips")].m[14];
    arena_destroy(memory);
    CHECK(hand < head - 0.2 && head < hips - 0.2 && hips < foot - 0.3);
    CHECK(far > 1.0);
}

// A turn about +x takes the heel to the bottom; an elbow turns about its hinge, which for the right
// arm is mirrored.
TEST(knees_and_elbows_bend_one_way) {
    made();
    rig g = swimmer_rig(kept);
    vec3 upper = v3_sub(g.joints[J_FOREARM].head, g.joints[J_UPPER_ARM].head);
    vec3 hinge = v3_unit(v3_cross(upper, v3(0, 0, 1)));
    for (int32_t i = 0; i < made()->clip_count; ++i)
        for (int side = 0; side < 2; ++side) {
            const channel* knee = channel_of(i, side ? "r_shin" : "l_shin", PATH_ROTATION);
            const channel* elbow = channel_of(i, side ? "r_forearm" : "l_forearm", PATH_ROTATION);
            CHECK(knee != NULL && elbow != NULL);
            for (int32_t k = 0; k < knee->key_count; ++k) {
                const float *q = knee->values + 4 * k, *e = elbow->values + 4 * k;
                double bend = 2.0 * exact_atan2(q[0], q[3]);
                double turn = e[0] * hinge.x + (side ? -1.0 : 1.0) * e[1] * hinge.y;
                double flex = 2.0 * exact_atan2(turn, e[3]);
                CHECK(bend > -0.03 && bend < 2.7);
                CHECK(flex > 0.0 && flex < 2.7);
            }
        }
}

TEST_MAIN(CASE(the_mesh_is_closed_and_of_the_promised_size), CASE(left_and_right_mirror_each_other),
          CASE(a_walking_foot_is_always_on_the_ground_and_never_under_it),
          CASE(a_run_flies_and_lands_on_the_ground), CASE(a_jump_stands_flies_and_stands),
          CASE(who_leaps_at_a_wall_comes_back_onto_the_ground),
          CASE(a_standing_foot_goes_back_at_the_speed_of_the_ground),
          CASE(nothing_but_gravity_acts_in_flight), CASE(walk_and_run_close_in_value_and_velocity),
          CASE(jump_and_dive_begin_at_rest_and_the_jump_ends_as_it_began),
          CASE(the_dive_enters_head_first_with_arms_ahead), CASE(knees_and_elbows_bend_one_way))
