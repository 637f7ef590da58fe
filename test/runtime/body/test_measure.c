// What a body is measured to be: textbook numbers of a rigid box, in any unit of the world.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/rigid_kit.h"

enum { UNITS = 3 };

// Of 0.2 x 0.4 x 0.6 m in a world of that many metres a unit; the motion is told in metres.
static supple_measures measured(double metres, double density, double angle, const double place[3],
                                const double velocity[3], const double spin[3]) {
    supple_shape s = rigid_box(0.1, 0.2, 0.3, density);
    supple_prepared* p = supple_shape_prepare(&s, NULL);
    supple_asset a = supple_prepared_asset(p);
    supple_body_options o = supple_body_options_default(&a);
    o.free = true;
    o.world_metres = (float)metres;
    supple_body* b = supple_prepared_body(p, &o, NULL);
    supple_motion m = {
        .pose = rigid_turned(angle, place[0] / metres, place[1] / metres, place[2] / metres),
        .velocity = {(float)(velocity[0] / metres), (float)(velocity[1] / metres),
                     (float)(velocity[2] / metres)},
        .spin = {(float)spin[0], (float)spin[1], (float)spin[2]}};
    supple_body_set_motion(b, &m);
    supple_measures out = supple_body_measures(b);
    supple_body_destroy(b);
    supple_prepared_release(p);
    return out;
}

TEST(a_box_is_measured_as_textbooks_say_in_every_unit) {
    static const double metres[UNITS] = {1.0, 0.01, 2.5}, place[3] = {0.5, 0.7, -0.3},
                        velocity[3] = {1.0, -2.0, 0.5}, spin[3] = {0.3, -0.4, 2.0};
    const double mass = 400 * 8 * 0.006, angle = 0.4, c = cos(angle), s = sin(angle);
    const double own[3] = {mass / 3 * (0.04 + 0.09), mass / 3 * (0.01 + 0.09),
                           mass / 3 * (0.01 + 0.04)};
    const double inertia[9] = {c * c * own[0] + s * s * own[1],
                               c * s * (own[0] - own[1]),
                               0,
                               c * s * (own[0] - own[1]),
                               s * s * own[0] + c * c * own[1],
                               0,
                               0,
                               0,
                               own[2]};
    double kinetic = 0.0;
    for (int i = 0; i < 3; ++i) {
        kinetic += 0.5 * mass * velocity[i] * velocity[i];
        for (int k = 0; k < 3; ++k)
            kinetic += 0.5 * spin[i] * inertia[3 * i + k] * spin[k];
    }
    for (int u = 0; u < UNITS; ++u) {
        supple_measures m = measured(metres[u], 400, angle, place, velocity, spin);
        CHECK_NEAR(m.mass, mass, 1e-5 * mass);
        CHECK_NEAR((double)m.centre.x * metres[u], place[0], 1e-6);
        CHECK_NEAR((double)m.centre.y * metres[u], place[1], 1e-6);
        CHECK_NEAR((double)m.centre.z * metres[u], place[2], 1e-6);
        for (int k = 0; k < 9; ++k)
            CHECK_NEAR(m.inertia[k], inertia[k], 1e-5 * own[0]);
        CHECK_NEAR(m.momentum.x, mass * velocity[0], 1e-5 * mass);
        CHECK_NEAR(m.momentum.y, mass * velocity[1], 1e-5 * mass);
        CHECK_NEAR(m.momentum.z, mass * velocity[2], 1e-5 * mass);
        CHECK_NEAR(m.kinetic, kinetic, 1e-5 * kinetic);
    }
}

TEST_MAIN(CASE(a_box_is_measured_as_textbooks_say_in_every_unit))
