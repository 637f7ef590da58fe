// Coriolis and spin forces: a swing keeps its plane in space, and no spin feeds it energy.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "runtime/body/spin.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/spin_truth.h"
#include "test/kit/thorough.h"

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

// One body whose one part has so many coordinates, of which so many are stepped, anywhere and on any way.
static supple_body* make_random(asset_maker* m, int32_t coords, int32_t active) {
    *m = asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = coords});
    for (int32_t i = 0; i < 6 * coords * coords; ++i) // the bar's own are zero here and there
        m->parts[0].coupling[i] = random_in(-1.0, 1.0) / coords;
    for (int32_t at = 0; at < 3 * coords * coords; ++at) { // xx, yy and zz are symmetric
        int32_t i = at / coords % coords, k = at % coords, across = at + (k - i) * (coords - 1);
        m->parts[0].coupling[at] = m->parts[0].coupling[across];
    }
    if (!asset_maker_write(m))
        return NULL;
    supple_body* b = supple_body_create(&m->asset, NULL, NULL);
    b->active[0] = active;
    for (int32_t i = 0; i < coords; ++i) {
        b->q[i] = (float)random_in(-0.1, 0.1);
        b->v[i] = (float)random_in(-1.0, 1.0);
    }
    return b;
}

// The change of a spin and a substep with it, folded and in full: how far apart, of the largest velocity.
static double folded_error(supple_body* b, double area, double h) {
    const double* w = b->spins[0].w;
    double q[SPIN_TRUTH_MOST], v[SPIN_TRUTH_MOST], n[3][3], worst = 0.0, largest = 0.0;
    for (int32_t i = 0; i < b->active[0]; ++i)
        q[i] = (double)b->q[i], v[i] = (double)b->v[i];
    spin_truth_cross(b->spins[0].turning, 1.0, n);
    spin_truth_kick(b, 0, (const double(*)[3])n, area, q, v);
    spin_truth_throw(b, 0, w, 0.5 * h, q, v);
    spin_truth_turn(b, 0, w, 0.5 * h, v);
    spin_truth_turn(b, 0, w, 0.5 * h, v);
    spin_truth_throw(b, 0, w, 0.5 * h, q, v);
    spin_impulse(b, 0, area);
    spin_begin(b, 0, (float)h);
    spin_before(b, 0);
    spin_after(b, 0);
    for (int32_t i = 0; i < b->active[0]; ++i) {
        largest = fmax(largest, fabs(v[i]));
        worst = fmax(worst, fabs(v[i] - (double)b->v[i]));
    }
    return worst / largest;
}

TEST(folded_once_a_step_spin_does_what_all_its_matrices_do) {
    double worst = 0.0;
    int rounds = test_thorough() ? 5000 : 40;
    for (int n = 0; n < rounds; ++n) {
        seed = (uint64_t)n;
        int32_t coords = 1 + (int32_t)random_in(0.0, 12.0),
                active = 1 + (int32_t)random_in(0.0, coords);
        asset_maker m;
        supple_body* b = make_random(&m, coords, active);
        CHECK(b != NULL);
        vec3 w = random_point(6.0), turning = random_point(100.0);
        float beyond[2] = {active < coords ? b->q[active] : 0.0f,
                           active < coords ? b->v[active] : 0.0f};
        spin_set(b, 0, (double[3]){w.x, w.y, w.z}, (double[3]){turning.x, turning.y, turning.z});
        worst = fmax(worst, folded_error(b, random_in(0.0, 0.03), random_in(0.001, 1.0 / 60.0)));
        CHECK(active == coords || (b->q[active] == beyond[0] && b->v[active] == beyond[1]));
        supple_body_destroy(b);
        asset_maker_close(&m);
    }
    printf("at most %.2g of the velocity\n", worst);
    CHECK(worst <
          2e-6); // the series ends with its fourth term, 0.17 rad: 1e-6; the rest is rounding
}

TEST(each_part_takes_the_substeps_that_it_needs) {
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 2, .bone_count = 2});
    for (int p = 0; p < 2; ++p) { // each on one bone
        for (int32_t k = 0; k < m.draft_parts[p].coord_count; ++k)
            m.parts[p].forcing[(1 - p) * m.draft_parts[p].coord_count + k] =
                (format_forcing){.s = {0.0f}};
    }
    CHECK(asset_maker_write(&m));
    supple_body* b[2] = {supple_body_create(&m.asset, NULL, NULL),
                         supple_body_create(&m.asset, NULL, NULL)};
    const float dt = 1.0f / 60.0f;
    for (int n = 0; n < 60; ++n) { // the second bone stands in one body, and turns in the other
        supple_matrix slow = turned_about_y(0.5 * n * (double)dt),
                      fast = turned_about_y(8.0 * n * (double)dt);
        supple_body_drive(b[0], (supple_matrix[2]){slow, slow});
        supple_body_drive(b[1], (supple_matrix[2]){slow, fast});
        for (int k = 0; k < 2; ++k)
            supple_body_step(b[k], dt);
    }
    CHECK(supple_body_stats(b[0]).substeps == 1 && supple_body_stats(b[1]).substeps == 4);
    for (int32_t i = 0; i < b[0]->parts[0].count; ++i)
        CHECK(b[0]->q[i] == b[1]->q[i] && b[0]->v[i] == b[1]->v[i]);
    CHECK(b[0]->q[b[0]->parts[1].first] != b[1]->q[b[0]->parts[1].first]);
    for (int k = 0; k < 2; ++k)
        supple_body_destroy(b[k]);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(folded_once_a_step_spin_does_what_all_its_matrices_do),
          CASE(each_part_takes_the_substeps_that_it_needs),
          CASE(a_swing_keeps_its_plane_in_space_while_the_bone_turns),
          CASE(no_spin_feeds_energy_into_the_flesh))
