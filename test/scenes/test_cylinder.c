// The bulging cylinder under a downward force: figure 2 of Dynamic Morph Targets, on the sample itself.
// SPDX-License-Identifier: MIT
#include "bake/scene/bind.h"
#include "test/kit/check.h"
#include "test/kit/sculpted_sample.h"

enum { STRAIGHT, BENT, WAYS };

static const vec3 muscle = {-0.115, 0.045, 0.0}; // its top, as bound
static const double newtons = 30.0, thumb = 0.03, bent_at = 1.2;

// Metres that the force moves the muscle down, straight and bent; weights: of the last target.
static bool press(sculpted_sample* p, double dents[WAYS], float weights[WAYS]) {
    pose bound = bind_pose(&p->s, p->memory);
    surface rest = surface_from_scene(&p->s, &bound, p->memory);
    play_push down = play_push_at(&rest, muscle, thumb, v3(0.0, -newtons, 0.0), p->memory);
    play_take free, pressed;
    play_request q = sculpted_request(p, "bend");
    q.seconds = bent_at;
    q.preroll = 1.0;
    bool sound = play_clip(&q, p->memory, &free, &p->r);
    q.push_or_null = &down;
    if (!sound || !play_clip(&q, p->memory, &pressed, &p->r))
        return false;
    for (int displacement = 0; displacement < WAYS; ++displacement) {
        int32_t frame = displacement == BENT ? pressed.frame_count - 1 : 0;
        float all[4];
        supple_body_weights(play_frame(&pressed, frame), 0, all);
        weights[displacement] = all[3];
        dents[displacement] = 0.0;
        for (int32_t i = 0; i < down.count; ++i) {
            int32_t v = (int32_t)down.vertices[i];
            dents[displacement] +=
                (double)down.fractions[i] *
                (sculpted_place(&free, frame, v).y - sculpted_place(&pressed, frame, v).y);
        }
    }
    return true;
}

TEST(a_stiff_bulge_is_dented_less_by_the_force_that_dents_a_soft_one) {
    double dents[2][WAYS];
    float weights[2][WAYS];
    for (int stiff = 0; stiff < 2; ++stiff) {
        const sculpted_choice c = {
            .sample = "cylinder", .targets = 4, .coords = 24, .tets = 700, .soft = !stiff};
        sculpted_sample p;
        CHECK(sculpted_make(&c, &p) && press(&p, dents[stiff], weights[stiff]));
        printf("        %s: %.2f mm straight, %.2f mm bent\n",
               stiff ? "the bulge painted stiff" : "all soft", 1e3 * dents[stiff][STRAIGHT],
               1e3 * dents[stiff][BENT]);
        CHECK(weights[stiff][STRAIGHT] < 1e-4f && weights[stiff][BENT] > 0.999f);
        sculpted_close(&p);
    }
    // straight it is the same flesh, and what differs is what the two bases can show of a dent
    CHECK_NEAR(dents[1][STRAIGHT], dents[0][STRAIGHT], 0.4 * dents[0][STRAIGHT]);
    CHECK(dents[0][BENT] > 0.8 * dents[0][STRAIGHT]); // a soft muscle stays soft
    CHECK(dents[1][BENT] < 0.5 * dents[1][STRAIGHT]);
    CHECK(dents[1][BENT] < 0.3 * dents[0][BENT]);
}

TEST_MAIN(CASE(a_stiff_bulge_is_dented_less_by_the_force_that_dents_a_soft_one))
