// The swimmer leaps at a wall and is thrown back: figure 1 of Dynamic Morph Targets, on the sample itself.
// SPDX-License-Identifier: MIT
#include "scenes/swimmer.h"
#include "test/kit/check.h"
#include "test/kit/sculpted_sample.h"

#define WALL_AT 1.0 // metres ahead

enum { RATE = 60, BONES_MOST = 64, LATER = 3 };

static const double afterwards = 0.5; // seconds that are played beyond the clip

// What came of a leap.
typedef struct leap {
    bool sound;
    double bones;        // metres that the skin on bones alone is in the wall
    double flesh;        // ... and soft
    double moved;        // that the wall moves the flesh, at most
    double later[LATER]; // ... from half a second, a second and one and a half after the impact on
    double end;
    int32_t contacts;
    float least, most; // weights of the last target, curled up, while it plays
} leap;

typedef struct runner {
    sculpted_sample p;
    supple_body *with, *without; // the wall
    supple_world* world;
    mat4 matrices[BONES_MOST];
    supple_matrix palette[BONES_MOST];
    float (*a)[3], (*b)[3]; // [vertex_count]
} runner;

static bool runner_begin(runner* r) {
    const sculpted_choice c = {
        .sample = "swimmer", .targets = 3, .coords = 20, .tets = 900, .limit = 0.5};
    if (!sculpted_make(&c, &r->p) || r->p.asset.bone_count > BONES_MOST)
        return false;
    // all behind a plane that stands upright and looks back
    const supple_matrix pose_of_wall = {{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, WALL_AT, 1}};
    const supple_shape wall = {.kind = SUPPLE_PLANE, .friction = -1.0f};
    r->with = supple_body_create(&r->p.asset, NULL, NULL);
    r->without = supple_body_create(&r->p.asset, NULL, NULL);
    r->world = supple_world_create(NULL, NULL);
    r->a = arena_alloc(r->p.memory, (size_t)r->p.asset.vertex_count, sizeof *r->a);
    r->b = arena_alloc(r->p.memory, (size_t)r->p.asset.vertex_count, sizeof *r->b);
    return supple_world_add_body(r->world, r->with) &&
           supple_world_add_collider(r->world, &wall, &pose_of_wall).generation != 0;
}

static void runner_end(runner* r) {
    supple_world_destroy(r->world);
    supple_body_destroy(r->with);
    supple_body_destroy(r->without);
    sculpted_close(&r->p);
}

static void take_step(runner* r, int32_t frame) {
    arena* scratch = arena_create();
    pose now = pose_at(&r->p.s, sculpted_clip(&r->p, "wall"), (double)frame / RATE, scratch);
    binding_palette(&r->p.baked.binding, &now, r->matrices);
    for (int32_t i = 0; i < r->p.asset.bone_count; ++i)
        for (int k = 0; k < 16; ++k)
            r->palette[i].m[k] = (float)r->matrices[i].m[k];
    arena_destroy(scratch);
    supple_body_drive(r->with, r->palette);
    supple_body_drive(r->without, r->palette);
    supple_world_step(r->world, 1.0f / RATE);
    supple_body_step(r->without, 1.0f / RATE);
}

// The skin on bones alone, without sculpted shapes.
static double bones_in_wall(const runner* r) {
    const primitive* g = &r->p.s.primitives[0];
    double deepest = 0.0;
    for (int32_t v = 0; v < g->vertex_count; ++v) {
        double z = 0.0;
        for (int k = 0; k < 4; ++k)
            z += (double)g->weights[4 * v + k] *
                 mat4_point(r->matrices[g->joints[4 * v + k]], g->positions[v]).z;
        deepest = fmax(deepest, z - WALL_AT);
    }
    return deepest;
}

static void measure(runner* r, int32_t frame, leap* out) {
    double since = (double)frame / RATE - wall_times.contact, moved = 0.0;
    supple_streams to_a = supple_streams_packed(r->a[0], NULL),
                   to_b = supple_streams_packed(r->b[0], NULL);
    supple_body_skin(r->with, &to_a);
    supple_body_skin(r->without, &to_b);
    for (int32_t v = 0; v < r->p.asset.vertex_count; ++v) {
        vec3 a = v3(r->a[v][0], r->a[v][1], r->a[v][2]), b = v3(r->b[v][0], r->b[v][1], r->b[v][2]);
        out->sound = out->sound && isfinite(v3_length(a));
        out->flesh = fmax(out->flesh, a.z - WALL_AT);
        moved = fmax(moved, v3_distance(a, b));
    }
    out->moved = fmax(out->moved, moved);
    for (int k = 0; k < LATER; ++k)
        if (since >= 0.5 * (k + 1))
            out->later[k] = fmax(out->later[k], moved);
    out->end = moved;
    if (since > -0.05 && since < 0.25)
        out->bones = fmax(out->bones, bones_in_wall(r));
    int32_t contacts = supple_world_stats(r->world).contacts;
    out->contacts = contacts > out->contacts ? contacts : out->contacts;
}

static leap run_and_leap(void) {
    runner r = {0};
    leap out = {.sound = runner_begin(&r), .least = 1.0f};
    int32_t last = (int32_t)(RATE * (wall_times.end + afterwards));
    for (int32_t frame = 0; frame <= last && out.sound; ++frame) {
        take_step(&r, frame);
        float weights[3];
        supple_body_weights(r.with, 0, weights);
        out.least = fminf(out.least, weights[2]);
        out.most = fmaxf(out.most, weights[2]);
        out.sound = out.sound && fabsf(weights[0] + weights[1] + weights[2] - 1.0f) < 1e-5f;
        // nothing is in the way before, and every third frame tells enough after
        double since = (double)frame / RATE - wall_times.contact;
        if (since > -0.05 && (since < 0.25 || frame % 3 == 0 || frame == last))
            measure(&r, frame, &out);
    }
    if (r.p.memory != NULL)
        runner_end(&r);
    return out;
}

TEST(flesh_that_bones_press_into_a_wall_stays_out_of_it_and_comes_back) {
    leap l = run_and_leap();
    printf(
        "        bones alone are %.1f cm in the wall, flesh is %.1f cm, by %d contacts at most; "
        "%.2f to %.2f of it curled up\n"
        "        the wall moves flesh by %.1f cm, %.1f, %.1f and %.1f mm from half a second, one "
        "and one and a half later on, %.2f mm in the end\n",
        100.0 * l.bones, 100.0 * l.flesh, l.contacts, (double)l.least, (double)l.most,
        100.0 * l.moved, 1e3 * l.later[0], 1e3 * l.later[1], 1e3 * l.later[2], 1e3 * l.end);
    CHECK(l.sound && l.contacts > 2);
    CHECK(l.bones > 0.06 && l.bones < 0.08);
    CHECK(l.flesh < 0.25 * l.bones);
    CHECK(l.moved > 0.05 && l.moved < 0.15);
    CHECK(l.later[0] < 0.5 * l.moved && l.later[1] < 0.5 * l.later[0] &&
          l.later[2] < 0.5 * l.later[1]);
    CHECK(l.end < 1e-3);
    CHECK(l.least < 0.05f && l.most > 0.3f);
}

TEST_MAIN(CASE(flesh_that_bones_press_into_a_wall_stays_out_of_it_and_comes_back))
