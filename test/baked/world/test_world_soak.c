// Random throws, grabs, pushes and time steps in a closed box: nothing breaks out.
//
// 2,000 steps, or 200,000 when thorough, which take about a minute; SUPPLE_SOAK=1000000 takes so many.
// SPDX-License-Identifier: MIT
#include "runtime/body/bound.h"
#include "test/kit/check.h"
#include "test/kit/thorough.h"
#include "test/kit/world_kit.h"

static uint64_t seed = 1;

static double chance(void) { // 0 to 1
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static supple_vec3 any(double size) {
    return (supple_vec3){(float)(size * (2.0 * chance() - 1.0)),
                         (float)(size * (2.0 * chance() - 1.0)),
                         (float)(size * (2.0 * chance() - 1.0))};
}

static const double HALF = 0.5; // of the box

static void wall_in(world_kit* k) {
    static const float turns[6][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},  {1, 0, 0, 0, -1, 0, 0, 0, -1},
                                      {0, 1, 0, 1, 0, 0, 0, 0, -1}, {0, 1, 0, -1, 0, 0, 0, 0, 1},
                                      {1, 0, 0, 0, 0, 1, 0, -1, 0}, {1, 0, 0, 0, 0, -1, 0, 1, 0}};
    for (int i = 0; i < 6; ++i) {
        const float* t = turns[i]; // column by column; the plane's normal is the second
        supple_matrix m = {{t[0], t[1], t[2], 0, t[3], t[4], t[5], 0, t[6], t[7], t[8], 0,
                            (float)(-HALF * (double)t[3]), (float)(-HALF * (double)t[4]),
                            (float)(-HALF * (double)t[5]), 1}};
        supple_shape plane = {.kind = SUPPLE_PLANE, .friction = i == 0 ? -1.0f : 0.1f};
        supple_world_add_collider(k->world, &plane, &m);
    }
}

static supple_point somewhere(const supple_body* b) {
    const uint32_t* t =
        b->asset.triangles + 3 * (size_t)(chance() * 0.999 * (double)b->asset.triangle_count);
    return (supple_point){{t[0], t[1], t[2]}, {0.5f, 0.25f, 0.25f}};
}

static void disturb(supple_body* b, supple_pin* pin) {
    double what = chance();
    if (what < 0.2) {
        supple_motion m = supple_body_motion(b);
        m.velocity = any(10.0);
        m.spin = any(30.0);
        supple_body_set_motion(b, &m);
    } else if (what < 0.4) {
        supple_body_impulse(b, somewhere(b), any(2.0));
    } else if (what < 0.6) {
        supple_body_force(b, somewhere(b), any(500.0));
    } else if (what < 0.8) {
        supple_body_unpin(b, *pin);
        *pin = supple_body_pin(b, somewhere(b), any(0.9 * HALF));
    } else {
        supple_body_unpin(b, *pin);
    }
}

TEST(nothing_leaves_the_box_and_nothing_explodes) {
    int64_t steps = test_thorough() ? 200000 : 2000;
    if (getenv("SUPPLE_SOAK") != NULL)
        steps = atoll(getenv("SUPPLE_SOAK"));
    world_kit k = kit_new(NULL);
    toy_options o = toy_default();
    o.cells[0] = o.cells[1] = o.cells[2] = 2;
    o.modes = 8;
    o.first = 8.0;
    toy box = kit_toy(&k, o);
    o.kind = TOY_BALL;
    o.first = 20.0;
    toy ball = kit_toy(&k, o);
    wall_in(&k);
    kit_throw(&k, &box, kit_pose(0.0, 0.0, 0.0), any(3.0));
    kit_throw(&k, &ball, kit_pose(0.2, 0.1, 0.0), any(3.0));
    supple_pin pins[2] = {{0, 0}, {0, 0}};
    double farthest = 0.0, fastest = 0.0, strayed = 0.0; // metres, m/s, limits of the flesh
    int64_t out = 0;
    for (int64_t i = 0; i < steps; ++i) {
        for (int b = 0; b < 2; ++b)
            if (chance() < 0.02)
                disturb(k.bodies[b], &pins[b]);
        double dt = chance() < 0.01 ? 0.1 * chance() + 1e-4 : (0.5 + chance()) / 60.0;
        supple_world_step(k.world, (float)dt);
        for (int b = 0; b < 2; ++b) {
            const free_state* f = &k.bodies[b]->state->free;
            for (int a = 0; a < 3; ++a) {
                CHECK(f->place[a] > -1e6 && f->place[a] < 1e6 && f->velocity[a] > -1e6 &&
                      f->velocity[a] < 1e6);
                farthest = fmax(farthest, fabs(f->place[a]));
                fastest = fmax(fastest, fabs(f->velocity[a]));
                out += fabs(f->place[a]) > HALF;
            }
            double swing[64];
            for (int32_t c = 0; c < k.bodies[b]->coord_count; ++c)
                swing[c] = (double)body_swing(k.bodies[b], c);
            strayed = fmax(strayed, bound_in_limits(k.bodies[b], 0, swing));
            CHECK(strayed < 200.0);
        }
    }
    printf("    %lld steps: no centre went beyond %.3f of %.3f, none was faster than %.1f m/s, "
           "flesh strayed %.0f limits\n",
           (long long)steps, farthest, HALF, fastest, strayed);
    CHECK(out == 0);
    kit_close(&k);
}

TEST_MAIN(CASE(nothing_leaves_the_box_and_nothing_explodes))
