// Coriolis and spin forces: a swing keeps its plane in space, and no spin feeds it energy.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"

static supple_matrix turned_about_y(double angle) {
    supple_matrix m = {{0}};
    double s, c;
    exact_sincos(angle, &s, &c);
    m.m[0] = m.m[10] = (float)c;
    m.m[2] = (float)-s, m.m[8] = (float)s;
    m.m[5] = m.m[15] = 1.0f;
    return m;
}

// A bar on one bone that sways alike along x and along z, without damping.
static bool make(asset_maker* m, double hertz) {
    *m = asset_maker_new((asset_maker_options){
        .part_count = 1, .coord_count = 2, .bone_count = 1, .influence_count = -1, .hertz = hertz});
    m->parts[0].lambda[1] = m->parts[0].lambda[0];
    m->parts[0].decay[0] = m->parts[0].decay[1] = 0.0;
    return asset_maker_write(m);
}

// Two bodies on a bone that turns steadily; the second is also displaced. All is linear, so what is
// between them is the free swing alone.
typedef struct pair {
    asset_maker maker;
    supple_body* b[2];
} pair;

static bool start(pair* p, double hertz, double spin, float dt) {
    if (!make(&p->maker, hertz))
        return false;
    supple_body_options o = supple_body_options_default(&p->maker.asset);
    o.spin = true;
    for (int k = 0; k < 2; ++k) {
        p->b[k] = supple_body_create(&p->maker.asset, &o, NULL);
        for (int n = -3; n <= 0; ++n) {
            supple_matrix m = turned_about_y(spin * dt * n);
            supple_body_drive(p->b[k], &m);
            supple_body_step(p->b[k], dt);
        }
    }
    return true;
}

static void step(pair* p, double angle, float dt) {
    supple_matrix m = turned_about_y(angle);
    for (int k = 0; k < 2; ++k) {
        supple_body_drive(p->b[k], &m);
        supple_body_step(p->b[k], dt);
    }
}

static void stop(pair* p) {
    supple_body_destroy(p->b[0]);
    supple_body_destroy(p->b[1]);
    asset_maker_close(&p->maker);
}

TEST(a_swing_keeps_its_plane_in_space_while_the_bone_turns) {
    const float dt = 1.0f / 60.0f;
    const double spin = 3.0, w = 2.0 * EXACT_PI * 2.0;
    pair p;
    CHECK(start(&p, 2.0, spin, dt));
    for (int k = 0; k < 2; ++k) // along x, at rest in space: in the bone's frame it goes backwards
        p.b[1]->q[k] = p.b[0]->q[k] + (k == 0 ? 0.01f : 0.0f);
    p.b[1]->v[0] = p.b[0]->v[0];
    p.b[1]->v[1] = p.b[0]->v[1] + (float)(spin * 0.01);
    double worst = 0.0;
    for (int n = 1; n <= 300; ++n) {
        double t = n * (double)dt, swing = 0.01 * cos(w * t), s, c;
        step(&p, spin * t, dt);
        exact_sincos(spin * t, &s, &c);
        double x = (double)p.b[1]->q[0] - p.b[0]->q[0], z = (double)p.b[1]->q[1] - p.b[0]->q[1];
        worst = fmax(worst, hypot(x - swing * c, z - swing * s));
    }
    CHECK(worst < 0.01 * 0.01); // over ten swings
    stop(&p);
}

TEST(no_spin_feeds_energy_into_the_flesh) {
    static const float steps[3] = {1.0f / 240.0f, 1.0f / 60.0f, 1.0f / 10.0f};
    for (int k = 0; k < 3; ++k)
        for (double spin = 0.5; spin < 200.0; spin *= 3.0) {
            pair p;
            CHECK(start(&p, 2.0, spin, steps[k]));
            p.b[1]->v[0] += 0.1f;
            double most = 0.0;
            int count = (int)(60.0f / steps[k]);
            for (int n = 1; n <= count; ++n) {
                step(&p, spin * n * (double)steps[k], steps[k]);
                double x = (double)p.b[1]->q[0] - p.b[0]->q[0],
                       z = (double)p.b[1]->q[1] - p.b[0]->q[1];
                most = fmax(most, hypot(x, z));
            }
            CHECK(most < 1.01 * 0.1 / (4.0 * EXACT_PI) && most > 0.9 * 0.1 / (4.0 * EXACT_PI));
            stop(&p);
        }
}

TEST_MAIN(CASE(a_swing_keeps_its_plane_in_space_while_the_bone_turns),
          CASE(no_spin_feeds_energy_into_the_flesh))
