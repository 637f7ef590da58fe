// What moving bones do to flesh: on time, the same at any frame rate, blind to scale and to steady motion.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/frame_rate.h"
#include "test/kit/palette.h"

// ---- the forms of bone forcing ---------------------------------------------------------

enum { WAVES = 3 };
static const double wave_size[WAVES] = {0.10, 0.04, 0.01}, wave_rate[WAVES] = {7.0, 19.0, 41.0},
                    wave_phase[WAVES] = {0.0, 1.0, 2.0};

static double path(double t) {
    double x = 0.0;
    for (int k = 0; k < WAVES; ++k)
        x += wave_size[k] * sin(wave_rate[k] * t + wave_phase[k]);
    return x;
}

static double speed(double t) {
    double x = 0.0;
    for (int k = 0; k < WAVES; ++k)
        x += wave_size[k] * wave_rate[k] * cos(wave_rate[k] * t + wave_phase[k]);
    return x;
}

// As linear as flesh is below half of its limit, however far it swings.
static supple_body* unlimited(const asset_maker* m, const supple_body_options* options_or_null) {
    supple_body* b = supple_body_create(&m->asset, options_or_null, NULL);
    for (int p = 0; p < m->asset.part_count; ++p) {
        supple_tuning t = supple_body_tuning(b, p);
        t.limit = 1e6f;
        supple_body_tune(b, p, t);
    }
    return b;
}

// Where q'' + 2 d q' + lambda q = -s path'' swings to in the end.
static void steady(double lambda, double d, double s, double t, double* q, double* v) {
    *q = *v = 0.0;
    for (int k = 0; k < WAVES; ++k) {
        double w = wave_rate[k], force = s * wave_size[k] * w * w;
        double a = lambda - w * w, b = 2.0 * d * w, size = force / sqrt(a * a + b * b);
        double angle = w * t + wave_phase[k] - atan2(b, a);
        *q += size * sin(angle);
        *v += size * w * cos(angle);
    }
}

typedef struct form_run {
    double hertz, rate;
    supple_forcing forcing;
    bool jitter;
    double noise; // metres, rms
} form_run;

static double random_unit(uint32_t* state) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

// Relative rms error of a coordinate over six seconds.
static double form_error(form_run f) {
    asset_maker m = asset_maker_new((asset_maker_options){
        .part_count = 1, .coord_count = 1, .hertz = f.hertz, .damping = 0.05, .bone_count = 1});
    if (!asset_maker_write(&m))
        return INFINITY;
    supple_body_options o = supple_body_options_default(&m.asset);
    o.forcing = f.forcing;
    supple_body* b = unlimited(&m, &o);
    double s = (double)m.parts[0].forcing[0].s[0], lambda = m.parts[0].lambda[0];
    double d = m.parts[0].decay[0], error = 0.0, all = 0.0, t = -3.0 / f.rate, before = 0.0;
    uint32_t state = 1;
    for (int n = 0; t < 6.0; ++n) {
        double x = path(t) + f.noise * sqrt(12.0) * (random_unit(&state) - 0.5), q, v;
        supple_matrix palette = palette_matrix(0.0, x, 0.0, 0.0);
        steady(lambda, d, s, f.forcing == SUPPLE_DELAYED ? before : t, &q, &v);
        supple_body_drive(b, &palette);
        if (n > 0)
            supple_body_step(b, (float)(t - before));
        if (n > 0 && n <= 3) { // it has its history: start in the middle of the motion
            b->q[0] = (float)q;
            b->v[0] = (float)v;
            if (f.forcing == SUPPLE_IMPULSIVE) // its bones have the speed of the last interval
                b->v[0] += (float)(s * (speed(t) - (path(t) - path(before)) / (t - before)));
        } else if (n > 3) {
            double e = (double)b->q[0] - q;
            error += e * e;
            all += q * q;
        }
        before = t;
        t += (float)((f.jitter ? 0.6 + 0.8 * random_unit(&state) : 1.0) / f.rate);
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
    return sqrt(error / all);
}

static const char* const form_names[4] = {"jolted", "causal", "extrapolated", "delayed"};

TEST(jolts_are_the_most_exact_form_for_flesh_that_is_slower_than_the_frames) {
    static const double hertz[6] = {1.0, 2.0, 4.0, 6.0, 8.0, 16.0}, rates[4] = {30, 60, 144, 60};
    for (int r = 0; r < 4; ++r)
        for (int form = 0; form < 4; ++form) {
            printf("%4.0f Hz %-6s %-12s", rates[r], r == 3 ? "jitter" : "", form_names[form]);
            for (int k = 0; k < 6; ++k) {
                form_run f = {hertz[k], rates[r], (supple_forcing)form, r == 3, 0.0};
                double error = form_error(f), slow = hertz[k] / rates[r];
                printf(" %7.2f%%", 100.0 * error);
                if (form == 0 && slow < 0.14 && r < 3)
                    CHECK(error < 0.005 + 0.6 * slow * slow);
                if (form == 0 && slow < 0.14 && r == 3)
                    CHECK(error < 0.02);
                f.forcing = SUPPLE_IMPULSIVE;
                if (form > 0 && slow < 0.14)
                    CHECK(form_error(f) < error);
            }
            printf("\n");
        }
}

TEST(jolts_take_noise_of_the_path_no_worse_than_the_other_forms) {
    for (int k = 0; k < 3; ++k) {
        double hertz = 2.0 * (1 << k), error[4];
        for (int form = 0; form < 4; ++form)
            error[form] = form_error((form_run){hertz, 60.0, (supple_forcing)form, false, 2e-4});
        for (int form = 1; form < 4; ++form)
            CHECK(error[0] < error[form]);
    }
}

// ---- frame rates -----------------------------------------------------------------------

static void script(void* user, double t, supple_matrix* palette) {
    palette_script(palette, *(const int32_t*)user, t);
}

TEST(bones_sampled_at_other_rates_give_the_same_motion) {
    asset_maker m = asset_maker_new((asset_maker_options){.hertz = 1.0, .part_count = 1});
    m.draft_parts[0].limit = 10.0f; // out of reach
    CHECK(asset_maker_write(&m));   // 1 to 4 Hz
    supple_body_options o = supple_body_options_default(&m.asset);
    static const int rates[2] = {60, 30};
    static const double allowed[2] = {0.05, 0.10};
    for (int i = 0; i < 2; ++i) {
        frame_rate_result r =
            frame_rate_compare(&m.asset, &o, script, &m.asset.bone_count, 6.0, 144, rates[i]);
        printf("%d against 144 Hz: %.2f %% of %.3f\n", rates[i], 100.0 * r.difference / r.largest,
               r.largest);
        CHECK(r.largest > 0.01);
        CHECK(r.difference < allowed[i] * r.largest);
    }
    asset_maker_close(&m);
}

// ---- what flesh does not feel ----------------------------------------------------------

static double largest(const supple_body* b, const float* before_or_null) {
    double most = 0.0;
    for (int32_t i = 0; i < b->coord_count; ++i)
        most = fmax(most, fabs((double)b->q[i] - (before_or_null ? before_or_null[i] : 0.0f)));
    return most;
}

TEST(steady_motion_and_uniform_scale_are_not_felt) {
    asset_maker m = asset_maker_new((asset_maker_options){0});
    CHECK(asset_maker_write(&m));
    supple_body* b = unlimited(&m, NULL);
    supple_matrix palette[3];
    float start[64];
    for (int k = 0; k < 120; ++k) {
        for (int i = 0; i < 3; ++i) {
            palette[i] = palette_matrix(0.4, 3.0 * k / 60.0, 0.0, -1.0 * k / 60.0);
            for (int n = 0; n < 12; ++n)
                palette[i].m[n] *= 2.0f; // a character twice as large
        }
        supple_body_drive(b, palette);
        if (k == 0)
            memcpy(start, b->q, sizeof(float) * (size_t)b->coord_count);
        supple_body_step(b, 1.0f / 60.0f);
    }
    CHECK(largest(b, NULL) > 1e-3);
    CHECK(largest(b, start) < 2e-3 * largest(b, NULL)); // floats of 6 m, differenced twice
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(a_bone_that_grows_about_its_joint_gives_no_kick) {
    asset_maker m = asset_maker_new((asset_maker_options){.bone_count = 1});
    const double joint[3] = {0.1, 0.3, -0.2};
    for (int i = 0; i < 3; ++i)
        m.bones[0].inverse_bind[4 * i + 3] = (float)-joint[i];
    CHECK(asset_maker_write(&m));
    supple_body* b = unlimited(&m, NULL);
    float start[64];
    for (int k = 0; k < 120; ++k) {
        supple_matrix p = palette_matrix(0.4, 0.0, 0.0, 0.0);
        double scale[3] = {1.0 + 0.5 * sin(0.3 * k), 1.0 + 0.2 * sin(0.5 * k), 1.0};
        for (int i = 0; i < 3; ++i) {
            double at = 0.0;
            for (int j = 0; j < 3; ++j) {
                at += p.m[4 * j + i] * joint[j] * (1.0 - scale[j]);
                p.m[4 * j + i] *= (float)scale[j];
            }
            p.m[12 + i] += (float)at;
        }
        supple_body_drive(b, &p);
        if (k == 0)
            memcpy(start, b->q, sizeof(float) * (size_t)b->coord_count);
        supple_body_step(b, 1.0f / 60.0f);
    }
    CHECK(largest(b, NULL) > 1e-3);
    CHECK(largest(b, start) < 1e-3 * largest(b, NULL));
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST(another_unit_of_the_world_gives_no_kick) {
    asset_maker m = asset_maker_new((asset_maker_options){0});
    CHECK(asset_maker_write(&m));
    supple_body* b = unlimited(&m, NULL);
    supple_body_options o = supple_body_options_default(&m.asset);
    float start[64];
    for (int k = 0; k < 60; ++k) {
        float unit = k < 30 ? 1.0f : 0.01f;
        supple_matrix palette[3];
        palette_set(palette, 3, 0.4, 3.0 / (double)unit, 0.0, 0.0);
        o.world_metres = unit;
        o.gravity.y = -9.81f / unit;
        if (k == 30) { // centimetres from here on
            supple_body_set_options(b, &o);
            supple_body_move(b, palette);
        }
        supple_body_drive(b, palette);
        if (k == 0)
            memcpy(start, b->q, sizeof(float) * (size_t)b->coord_count);
        supple_body_step(b, 1.0f / 60.0f);
    }
    CHECK(largest(b, NULL) > 1e-3);
    CHECK(largest(b, start) < 1e-4 * largest(b, NULL));
    supple_body_destroy(b);
    asset_maker_close(&m);
}

// A whole turn about y in a second, once about the mesh's origin and once with the mesh 2 m away from it
// in bind space: the flesh cannot tell (numerics.md A4: six numbers could).
TEST(the_choice_of_origin_does_not_matter) {
    float end[2][64];
    for (int away = 0; away < 2; ++away) {
        asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .bone_count = 1});
        double shift = 2.0 * away;
        for (int k = 0; k < 4; ++k)
            for (int i = 0; i < 3; ++i)
                m.parts[0].forcing[k].j[i][0] += (float)shift * m.parts[0].forcing[k].s[i];
        CHECK(asset_maker_write(&m));
        supple_body* b = unlimited(&m, NULL);
        for (int n = 0; n < 60; ++n) {
            supple_matrix p = palette_matrix(2.0 * EXACT_PI * n / 60.0, 0.5, 0.0, 0.0);
            for (int i = 0; i < 3; ++i)
                p.m[12 + i] -= (float)shift * p.m[i];
            supple_body_drive(b, &p);
            supple_body_step(b, 1.0f / 60.0f);
        }
        memcpy(end[away], b->q, sizeof end[away][0] * 4);
        CHECK(largest(b, NULL) > 1e-3);
        supple_body_destroy(b);
        asset_maker_close(&m);
    }
    for (int i = 0; i < 4; ++i)
        CHECK_NEAR(end[0][i], end[1][i], 1e-4);
}

TEST(gravity_turns_with_the_bone) {
    asset_maker m = asset_maker_new((asset_maker_options){.part_count = 1, .bone_count = 1});
    CHECK(asset_maker_write(&m)); // its shape hangs as gravity has it, along -y
    supple_body* b = unlimited(&m, NULL);
    supple_matrix p = palette_matrix(0.0, 0.0, 0.0, 0.0);
    supple_body_place(b, &p);
    CHECK(largest(b, NULL) == 0.0);
    p.m[0] = p.m[5] = 0.0f; // y to x, x to -y: gravity is along +x of the mesh
    p.m[1] = -1.0f, p.m[4] = 1.0f;
    supple_body_place(b, &p);
    for (int i = 0; i < 4; ++i) {
        const format_forcing* f = &m.parts[0].forcing[i];
        CHECK_NEAR(b->q[i], (f->s[0] * 9.81 + f->s[1] * 9.81) / m.parts[0].lambda[i], 1e-6);
    }
    supple_body_destroy(b);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(jolts_are_the_most_exact_form_for_flesh_that_is_slower_than_the_frames),
          CASE(jolts_take_noise_of_the_path_no_worse_than_the_other_forms),
          CASE(bones_sampled_at_other_rates_give_the_same_motion),
          CASE(steady_motion_and_uniform_scale_are_not_felt),
          CASE(a_bone_that_grows_about_its_joint_gives_no_kick),
          CASE(another_unit_of_the_world_gives_no_kick), CASE(the_choice_of_origin_does_not_matter),
          CASE(gravity_turns_with_the_bone))
