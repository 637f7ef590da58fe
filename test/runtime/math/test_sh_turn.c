// Turned coefficients are those of the turned light: against values of the harmonics in turned directions.
// SPDX-License-Identifier: MIT
#include "bake/light/sh.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

static quat random_turn(void) {
    quat q = {random_in(-1, 1), random_in(-1, 1), random_in(-1, 1), random_in(-1, 1)};
    double size = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (quat){q.x / size, q.y / size, q.z / size, q.w / size};
}

// The coefficients of light from one direction are the harmonics there.
TEST(light_from_a_direction_turns_to_light_from_the_turned_one) {
    for (int32_t order = SH_ORDER_LEAST; order <= SH_ORDER_MOST; ++order)
        for (int n = 0; n < 50; ++n) {
            double from[SH_MOST], to[SH_MOST], in[3 * SH_MOST], out[3 * SH_MOST];
            quat turn = random_turn();
            vec3 d = random_point(1.0);
            d = v3_scale(d, 1.0 / sqrt(v3_dot(d, d)));
            sh_basis(order, d, from);
            sh_basis(order, quat_rotate(turn, d), to);
            sh_turn t = sh_turn_by(order, turn);
            for (int32_t i = 0; i < sh_count(order); ++i)
                for (int c = 0; c < 3; ++c) // three colours beside each other
                    in[3 * i + c] = (c + 1) * from[i];
            for (int c = 0; c < 3; ++c)
                sh_turn_apply(&t, in + c, 3, out + c);
            for (int32_t i = 0; i < sh_count(order); ++i)
                for (int c = 0; c < 3; ++c)
                    CHECK_NEAR(out[3 * i + c], (c + 1) * to[i], 1e-12);
        }
}

TEST(no_turn_changes_nothing) {
    static const double none[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int32_t order = SH_ORDER_LEAST; order <= SH_ORDER_MOST; ++order) {
        sh_turn t = sh_turn_of(order, none);
        for (int32_t one = 0; one < sh_count(order); ++one) {
            double in[SH_MOST] = {0}, out[SH_MOST];
            in[one] = 1.0;
            sh_turn_apply(&t, in, 1, out);
            for (int32_t i = 0; i < sh_count(order); ++i)
                CHECK_NEAR(out[i], in[i], 1e-15);
        }
    }
}

TEST_MAIN(CASE(light_from_a_direction_turns_to_light_from_the_turned_one),
          CASE(no_turn_changes_nothing))
