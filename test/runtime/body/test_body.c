// A body: one allocation, placed without a kick, still at rest, the same at any frame rate, saved and
// restored bit by bit, never beyond its limit, never without a number.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "runtime/body/bound.h"
#include "runtime/body/limit.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

#include <float.h>
#include <stdint.h>

typedef struct fixture {
    asset_maker m;
    supple_body* b;
} fixture;

static fixture make(asset_maker_options o) {
    fixture f = {.m = asset_maker_new(o)};
    if (asset_maker_write(&f.m))
        f.b = supple_body_create(&f.m.asset, NULL, NULL);
    return f;
}

static void lift_limits(supple_body* b) {
    for (int p = 0; p < b->part_count; ++p) {
        supple_tuning t = supple_body_tuning(b, p);
        t.limit = 1e6f;
        supple_body_tune(b, p, t);
    }
}

static void drop(fixture* f) {
    supple_body_destroy(f->b);
    asset_maker_close(&f->m);
}

static double largest(const float* x, const float* from_or_null, int32_t count) {
    double most = 0.0;
    for (int32_t i = 0; i < count; ++i)
        most = fmax(most, fabs((double)x[i] - (from_or_null != NULL ? from_or_null[i] : 0.0f)));
    return most;
}

static void drive(supple_body* b, double t) {
    supple_matrix palette[3];
    palette_script(palette, 3, t);
    supple_body_drive(b, palette);
}

// ---- memory ----------------------------------------------------------------------------

typedef struct counted {
    int allocations, releases, refuse;
    size_t size;
} counted;

static void* count_allocate(void* user, size_t size) {
    counted* c = user;
    if (c->refuse)
        return NULL;
    ++c->allocations;
    c->size = size;
    return malloc(size);
}

static void count_release(void* user, void* memory, size_t size) {
    counted* c = user;
    c->releases += size == c->size;
    free(memory);
}

TEST(one_allocation_at_creation_and_none_after) {
    fixture f = make((asset_maker_options){0});
    counted c = {0};
    supple_allocator a = {count_allocate, count_release, &c};
    supple_prepared* prepared = supple_asset_prepare(&f.m.asset, NULL);
    supple_body* b = supple_prepared_body(prepared, NULL, &a);
    CHECK(b != NULL && c.allocations == 1);
    for (int k = 0; k < 100; ++k) {
        drive(b, k / 60.0);
        supple_body_step(b, 1.0f / 60.0f);
        supple_body_detail(b, k % 5);
    }
    supple_body_destroy(b);
    CHECK(c.allocations == 1 && c.releases == 1);
    c.refuse = 1;
    CHECK(supple_prepared_body(prepared, NULL, &a) == NULL);
    CHECK(supple_body_create(&f.m.asset, NULL, &a) == NULL);
    supple_prepared_release(prepared);
    supple_body_destroy(NULL);
    drop(&f);
}

// ---- placing and moving ----------------------------------------------------------------

TEST(placing_gives_no_kick) {
    fixture f = make((asset_maker_options){0});
    supple_matrix palette[3];
    palette_set(palette, 3, 0.7, 30.0, -4.0, 100.0);
    supple_body_place(f.b, palette);
    float before[64];
    int32_t n = f.m.asset.coord_count;
    memcpy(before, supple_body_coords(f.b), sizeof(float) * (size_t)n);
    double most = largest(before, NULL, n), change = 0.0;
    for (int k = 0; k < 60; ++k) {
        supple_body_drive(f.b, palette);
        supple_body_step(f.b, 1.0f / 60.0f);
        change = fmax(change, largest(supple_body_coords(f.b), before, n));
    }
    CHECK(most > 1e-3); // it hangs: the pose is tilted
    CHECK(change < 1e-6 * most);
    drop(&f);
}

TEST(moving_keeps_the_wobble) {
    fixture f = make((asset_maker_options){0});
    supple_matrix palette[3];
    int32_t n = f.m.asset.coord_count;
    for (int k = 0; k < 60; ++k) {
        drive(f.b, k / 60.0);
        supple_body_step(f.b, 1.0f / 60.0f);
    }
    float q[64], v[64];
    memcpy(q, f.b->q, sizeof(float) * (size_t)n);
    memcpy(v, f.b->v, sizeof(float) * (size_t)n);
    palette_set(palette, 3, 0.0, 1000.0, 0.0, 0.0);
    supple_body_move(f.b, palette);
    CHECK(largest(f.b->q, q, n) == 0.0 && largest(f.b->v, v, n) == 0.0);
    double speed = largest(v, NULL, n);
    supple_body_step(f.b, 1e-4f);
    CHECK(speed > 0.0 && largest(f.b->v, v, n) < 0.05 * speed);
    drop(&f);
}

// Largest bound of a part, in its limits.
static double in_limits(const supple_body* b) {
    double most = 0.0;
    for (int32_t p = 0; p < b->part_count; ++p)
        most = fmax(most, (double)bound_now(b, p));
    return most;
}

TEST(a_cut_that_was_driven_over_calms_down_soon) {
    for (int form = 0; form <= SUPPLE_DELAYED; ++form) {
        fixture f = make((asset_maker_options){.damping = 0.1});
        supple_body_options o = supple_body_options_default(&f.m.asset);
        o.forcing = (supple_forcing)form;
        supple_body_set_options(f.b, &o);
        supple_matrix palette[3];
        double most = 0.0;
        for (int k = 0; k < 180; ++k) {
            palette_set(palette, 3, 0.0, k < 20 ? 0.0 : 100.0, 0.0, 0.0);
            supple_body_drive(f.b, palette);
            supple_body_step(f.b, 1.0f / 60.0f);
            most = fmax(most, in_limits(f.b));
        }
        CHECK(most > 0.5 && most <= 1.00001);
        CHECK(in_limits(f.b) < 0.5); // the limit is out of reach again
        drop(&f);
    }
}

// ---- frame rates -----------------------------------------------------------------------

// Forces that change at multiples of 1/6 s, which all rates below have.
static void run_forced(fixture* f, int rate, bool jitter, double* largest_q, float* out) {
    int32_t n = f->m.asset.coord_count;
    supple_matrix palette[3];
    palette_set(palette, 3, 0.0, 0.0, 0.0, 0.0);
    supple_body_place(f->b, palette);
    uint32_t state = 7;
    *largest_q = 0.0;
    for (int sixth = 0; sixth < 12; ++sixth) {
        double left = 1.0 / 6.0;
        while (left > 1e-9) {
            double h = 1.0 / rate;
            if (jitter) {
                state = state * 1664525u + 1013904223u;
                h *= 0.5 + (state >> 8) / 16777216.0;
            }
            h = left < 1.5 * h ? left : h;
            for (int32_t i = 0; i < n; ++i)
                f->b->push[i] = (float)(sixth % 3 - 1) * (float)(1 + i % 4);
            supple_body_step(f->b, (float)h);
            left -= h;
            *largest_q = fmax(*largest_q, largest(f->b->q, NULL, n));
        }
    }
    memcpy(out, f->b->q, sizeof(float) * (size_t)n);
}

TEST(forces_constant_between_common_instants_act_alike_at_every_rate) {
    fixture f = make((asset_maker_options){0});
    static const int rates[4] = {144, 60, 30, 60};
    float end[4][64];
    double most = 0.0;
    lift_limits(f.b); // hardening lags behind by a substep, which is another one at every rate
    for (int r = 0; r < 4; ++r)
        run_forced(&f, rates[r], r == 3, &most, end[r]);
    CHECK(most > 1e-3);
    for (int r = 1; r < 4; ++r)
        CHECK(largest(end[r], end[0], f.m.asset.coord_count) < 1e-4 * most);
    drop(&f);
}

TEST(every_dt_stays_finite_and_gains_nothing) {
    for (float dt = 1e-5f; dt <= 10.0f; dt *= 4.6f) {
        fixture f = make((asset_maker_options){.hertz = 3.0});
        int32_t n = f.m.asset.coord_count;
        lift_limits(f.b); // below, for what they do
        for (int k = 0; k < 300; ++k) {
            drive(f.b, k * (double)dt);
            supple_body_step(f.b, dt);
        }
        CHECK(largest(f.b->q, NULL, n) < 10.0);
        supple_matrix palette[3];
        palette_set(palette, 3, 0.0, 0.0, 0.0, 0.0);
        supple_body_move(f.b, palette);
        supple_body_step(f.b, dt);
        double before = 0.0, after = 0.0;
        for (int k = 0; k < 600; ++k) {
            supple_body_step(f.b, dt);
            double energy = 0.0;
            for (int32_t i = 0; i < n; ++i) {
                double away = (double)f.b->q[i] - f.b->load[i] / f.b->lambda[i];
                energy += f.b->lambda[i] * away * away + (double)f.b->v[i] * f.b->v[i];
            }
            before = k == 0 ? energy : before;
            after = fmax(after, energy);
        }
        CHECK(after <= 1.001 * before + 1e-12);
        drop(&f);
    }
}

// ---- limit -----------------------------------------------------------------------------

TEST(flesh_never_exceeds_its_limit_gains_no_energy_from_it_and_small_motion_is_untouched) {
    for (float size = 1e-4f; size < 1e6f; size *= 1.1f) {
        fixture f = make((asset_maker_options){.part_count = 1}),
                unlimited = make((asset_maker_options){.part_count = 1});
        supple_tuning t = supple_body_tuning(unlimited.b, 0);
        t.limit = 1e6f;
        supple_body_tune(unlimited.b, 0, t);
        float most = 0.0f;
        for (int32_t i = 0; i < 4; ++i)
            f.b->v[i] = unlimited.b->v[i] = size * (i % 2 ? -1.0f : 1.0f);
        for (int step = 0; step < 12; ++step) { // too few for sleep
            double before = limit_energy_of(f.b, 0);
            supple_body_step(f.b, 1.0f / 60.0f);
            supple_body_step(unlimited.b, 1.0f / 60.0f);
            CHECK(limit_energy_of(f.b, 0) <= before * (1.0 + 1e-6));
            CHECK(bound_now(f.b, 0) <= 1.00001f);
            most = fmaxf(most, bound_now(unlimited.b, 0) * 1e6f / f.b->tuning[0].limit);
            CHECK(most > 0.5f || memcmp(f.b->q, unlimited.b->q, sizeof(float) * 4) == 0);
        }
        CHECK(most < 10.0f || supple_body_stats(f.b).limited > 0);
        drop(&f);
        drop(&unlimited);
    }
}

// A load that would hold flesh far beyond its limit holds it short of it, still, the same at every rate.
TEST(an_overloaded_part_hangs_still_before_its_limit_at_every_rate) {
    float held[3][4];
    static const int rates[3] = {30, 60, 240};
    for (int r = 0; r < 3; ++r) {
        fixture f = make((asset_maker_options){.part_count = 1, .damping = 0.2});
        for (int step = 0; step < 8 * rates[r]; ++step) {
            for (int32_t i = 0; i < 4; ++i)
                f.b->push[i] =
                    f.b->lambda[i] * f.b->tuning[0].limit / f.b->sections.coords[i].reach;
            supple_body_step(f.b, 1.0f / (float)rates[r]);
        }
        CHECK(bound_now(f.b, 0) > 0.7f && bound_now(f.b, 0) < 1.0f);
        for (int32_t i = 0; i < 4; ++i) {
            held[r][i] = f.b->q[i] * f.b->sections.coords[i].reach / f.b->tuning[0].limit;
            CHECK(fabsf(f.b->v[i] * f.b->sections.coords[i].reach) < 1e-3f * f.b->tuning[0].limit);
            CHECK_NEAR((double)held[r][i], (double)held[0][i], 0.02);
        }
        drop(&f);
    }
}

TEST(steps_beyond_the_limit_are_counted) {
    fixture f = make((asset_maker_options){0});
    f.b->q[0] = 1e3f;
    supple_body_step(f.b, 1.0f / 60.0f);
    CHECK(supple_body_stats(f.b).limited == 1 && supple_body_stats(f.b).steps == 1);
    drop(&f);
}

// ---- trouble ---------------------------------------------------------------------------

TEST(what_is_not_finite_is_refused_and_counted) {
    fixture f = make((asset_maker_options){0});
    drive(f.b, 0.0);
    supple_body_step(f.b, 1.0f / 60.0f);
    size_t size = supple_body_state_size(f.b);
    unsigned char *before = malloc(size), *after = malloc(size);
    supple_body_save(f.b, before);
    supple_matrix palette[3];
    palette_script(palette, 3, 1.0);
    palette[1].m[13] = NAN;
    supple_body_drive(f.b, palette);
    supple_body_place(f.b, palette);
    palette[1].m[13] = INFINITY;
    supple_body_move(f.b, palette);
    static const float steps[5] = {0.0f, -1.0f, NAN, INFINITY, -0.0f};
    for (int i = 0; i < 5; ++i)
        supple_body_step(f.b, steps[i]);
    supple_tuning t = supple_body_tuning(f.b, 0);
    t.stiffness = NAN;
    supple_body_tune(f.b, 0, t);
    supple_body_options o = supple_body_options_default(&f.m.asset);
    o.gravity.x = INFINITY;
    supple_body_set_options(f.b, &o);
    CHECK(supple_body_stats(f.b).rejected == 10);
    f.b->state->rejected = 0;
    supple_body_save(f.b, after);
    CHECK(memcmp(before, after, size) == 0);
    free(before);
    free(after);
    drop(&f);
}

TEST(absurd_palettes_leave_numbers) {
    fixture f = make((asset_maker_options){0});
    supple_matrix palette[3];
    for (int k = 0; k < 200; ++k) {
        palette_set(palette, 3, k, k % 2 ? 9e14 : -9e14, k % 3 ? 1e10 : 0.0, 0.0);
        if (k % 7 == 0)
            memset(palette, 0, sizeof palette);
        supple_body_drive(f.b, palette);
        supple_body_step(f.b, k % 5 ? 1e-5f : 10.0f);
        for (int32_t i = 0; i < f.m.asset.coord_count; ++i)
            CHECK(isfinite(f.b->q[i]) && isfinite(f.b->v[i]) && isfinite(f.b->amount[i]));
    }
    drop(&f);
}

TEST(absurd_pushes_and_steps_leave_numbers) {
    fixture f = make((asset_maker_options){0});
    supple_tuning t = supple_body_tuning(f.b, 0);
    t.stiffness = t.damping = 0.0f; // free things drift
    supple_body_tune(f.b, 1, t);
    const uint32_t* corner = f.m.asset.triangles + 300;
    supple_point at = {{corner[0], corner[1], corner[2]}, {1.0f, 0.0f, 0.0f}};
    for (int k = 0; k < 500; ++k) {
        drive(f.b, k);
        supple_body_impulse(f.b, at, (supple_vec3){FLT_MAX, 0.0f, -FLT_MAX});
        supple_body_force(f.b, at, (supple_vec3){0.0f, FLT_MAX, FLT_MAX});
        supple_body_step(f.b, k % 2 ? 1e9f : 1e-9f);
        for (int32_t i = 0; i < f.m.asset.coord_count; ++i)
            CHECK(isfinite(f.b->q[i]) && isfinite(f.b->v[i]) && isfinite(f.b->amount[i]));
    }
    drop(&f);
}

TEST_MAIN(CASE(one_allocation_at_creation_and_none_after), CASE(placing_gives_no_kick),
          CASE(moving_keeps_the_wobble), CASE(a_cut_that_was_driven_over_calms_down_soon),
          CASE(forces_constant_between_common_instants_act_alike_at_every_rate),
          CASE(every_dt_stays_finite_and_gains_nothing),
          CASE(flesh_never_exceeds_its_limit_gains_no_energy_from_it_and_small_motion_is_untouched),
          CASE(an_overloaded_part_hangs_still_before_its_limit_at_every_rate),
          CASE(steps_beyond_the_limit_are_counted), CASE(what_is_not_finite_is_refused_and_counted),
          CASE(absurd_palettes_leave_numbers), CASE(absurd_pushes_and_steps_leave_numbers))
