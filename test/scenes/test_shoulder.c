// The shoulder played through poses that nothing was sculpted for. test_shoulder_slow.c has the full model
// beside it, and nine targets.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/sculpted_sample.h"

enum { TARGETS = 6 };

// In bind space, before skinning.
typedef struct shape {
    double farthest; // from the mesh as it was bound, metres
    int32_t turned;  // triangles that look the other way
} shape;

static vec3 corner(const float* x, uint32_t v) {
    return v3(x[3 * v], x[3 * v + 1], x[3 * v + 2]);
}

static vec3 area_of(const float* x, const uint32_t* t) {
    vec3 a = corner(x, t[0]);
    return v3_cross(v3_sub(corner(x, t[1]), a), v3_sub(corner(x, t[2]), a));
}

static shape shape_of(const sculpted_sample* p, const supple_body* b, float* positions) {
    const supple_asset* a = &p->asset;
    supple_streams out = supple_streams_packed(positions, NULL);
    supple_body_evaluate(b, &out);
    shape s = {0};
    for (uint32_t v = 0; v < (uint32_t)a->vertex_count; ++v)
        s.farthest = fmax(s.farthest, v3_distance(corner(positions, v), corner(a->positions, v)));
    for (int32_t t = 0; t < p->s.primitives[0].triangle_count; ++t) {
        const uint32_t* v = p->s.primitives[0].triangles[t];
        s.turned += v3_dot(area_of(positions, v), area_of(a->positions, v)) <= 0.0;
    }
    return s;
}

TEST(weights_and_shape_are_sane_in_poses_that_nothing_was_sculpted_for) {
    const sculpted_choice c = {.sample = "shoulder", .targets = TARGETS, .coords = 19, .tets = 800};
    sculpted_sample p;
    play_take t;
    CHECK(sculpted_make(&c, &p));
    play_request q = sculpted_request(&p, "greet");
    q.seconds = q.s->clips[q.clip].duration + 1.0;
    CHECK(play_clip(&q, p.memory, &t, &p.r));
    float* positions = ARENA_NEW(p.memory, float, 3 * (size_t)p.asset.vertex_count);
    double farthest = 0.0;
    for (int32_t frame = 0; frame < t.frame_count; frame += 3) {
        const supple_body* b = play_frame(&t, frame);
        float weights[TARGETS], sum = 0.0f;
        supple_body_weights(b, 0, weights);
        for (int i = 0; i < TARGETS; ++i) {
            CHECK(weights[i] >= 0.0f);
            sum += weights[i];
        }
        CHECK_NEAR((double)sum, 1.0, 1e-5);
        shape s = shape_of(&p, b, positions);
        CHECK(s.turned == 0);
        farthest = fmax(farthest, s.farthest);
    }
    shape end = shape_of(&p, play_frame(&t, t.frame_count - 1), positions);
    printf("        flesh goes by %.1f mm at most, and is back to %.2f mm\n", 1e3 * farthest,
           1e3 * end.farthest);
    CHECK(farthest > 0.005 && farthest < 0.04); // sculpts go up to 20 mm
    CHECK(end.farthest < 1e-3);
    CHECK(t.limited == 0);
    sculpted_close(&p);
}

TEST_MAIN(CASE(weights_and_shape_are_sane_in_poses_that_nothing_was_sculpted_for))
