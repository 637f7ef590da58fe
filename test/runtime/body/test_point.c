// Points of the surface: position and velocity, force and impulse.
// SPDX-License-Identifier: MIT
#include "runtime/body/point.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"

// Rings in the middle of the bar, where all three parts are; and a face with uneven weights.
static const supple_point SOFT = {{48, 49, 56}, {0.5f, 0.3f, 0.2f}};

static asset_maker kit;

static supple_body* make_body(asset_maker_options o, double world_metres) {
    kit = asset_maker_new(o);
    if (!asset_maker_write(&kit))
        return NULL;
    supple_body_options options = supple_body_options_default(&kit.asset);
    options.world_metres = (float)world_metres;
    options.gravity = options.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body* b = supple_body_create(&kit.asset, &options, NULL);
    supple_matrix palette[8];
    palette_script(palette, kit.asset.bone_count, 1.3);
    supple_body_place(b, palette);
    return b;
}

static void drop_body(supple_body* b) {
    supple_body_destroy(b);
    asset_maker_close(&kit);
}

static void set_coords(supple_body* b, float size) {
    for (int32_t i = 0; i < b->coord_count; ++i)
        b->q[i] = size * (float)((i * 7) % 5 - 2);
    body_show(b);
}

// From the draft's doubles, the palette and the amounts: nothing of the runtime's tables.
static void expected_place(const supple_body* b, supple_point at, double out[3]) {
    out[0] = out[1] = out[2] = 0.0;
    for (int corner = 0; corner < 3; ++corner) {
        uint32_t v = at.vertex[corner];
        double x[3], carried[3] = {0};
        for (int a = 0; a < 3; ++a)
            x[a] = (double)kit.positions[v][a];
        for (int32_t p = 0; p < kit.draft.part_count; ++p)
            for (int32_t i = 0; i < kit.draft_parts[p].vertex_count; ++i)
                for (int32_t k = 0; k < b->active[p] && kit.parts[p].vertices[i] == v; ++k)
                    for (int a = 0; a < 3; ++a)
                        x[a] += kit.parts[p].shapes[k * kit.draft_parts[p].vertex_count + i][a] *
                                b->amount[b->parts[p].first + k];
        for (int32_t bone = 0; bone < b->bone_count; ++bone) {
            const float* m = body_palette(b)[bone];
            double w = kit.options.influence_count < 0 ? bone == 0
                                                       : asset_maker_weight(&kit, (int32_t)v, bone);
            for (int a = 0; a < 3; ++a)
                carried[a] += w * (m[4 * a] * x[0] + m[4 * a + 1] * x[1] + m[4 * a + 2] * x[2] +
                                   m[4 * a + 3]);
        }
        for (int a = 0; a < 3; ++a)
            out[a] += (double)at.weight[corner] * carried[a];
    }
}

TEST(a_position_is_displaced_and_skinned) {
    static const asset_maker_options kinds[] = {
        {0}, {.influence_count = -1}, {.height = 100.0, .metres = 0.01}, {.part_count = 1}};
    for (int kind = 0; kind < 4; ++kind) {
        supple_body* b = make_body(kinds[kind], 1.0);
        set_coords(b, 0.005f);
        double x[3], size = kit.options.height;
        expected_place(b, SOFT, x);
        supple_vec3 at = supple_body_position(b, SOFT);
        CHECK_NEAR(at.x, x[0], 2e-5 * size); // 16-bit shapes
        CHECK_NEAR(at.y, x[1], 2e-5 * size);
        CHECK_NEAR(at.z, x[2], 2e-5 * size);
        drop_body(b);
    }
}

TEST(rows_are_what_a_coordinate_does_to_a_position) {
    supple_body* b = make_body((asset_maker_options){0}, 1.0);
    double rows[3 * 64];
    point_rows(b, SOFT, rows);
    supple_vec3 rest = supple_body_position(b, SOFT);
    for (int32_t i = 0; i < b->coord_count; ++i) {
        memset(b->q, 0, sizeof(float) * (size_t)b->coord_count);
        b->q[i] = 0.02f;
        body_show(b);
        supple_vec3 at = supple_body_position(b, SOFT);
        CHECK_NEAR(at.x - rest.x, b->amount[i] * rows[i], 2e-6);
        CHECK_NEAR(at.y - rest.y, b->amount[i] * rows[b->coord_count + i], 2e-6);
        CHECK_NEAR(at.z - rest.z, b->amount[i] * rows[2 * b->coord_count + i], 2e-6);
    }
    drop_body(b);
}

static double kinetic(const supple_body* b) {
    double sum = 0.0;
    for (int32_t i = 0; i < b->coord_count; ++i)
        sum += 0.5 * b->v[i] * b->v[i];
    return sum;
}

TEST(an_impulse_does_the_work_that_mechanics_asks) {
    // From rest the energy is half of impulse times the velocity it makes, in any unit of length.
    static const double world[] = {1.0, 0.01, 2.5};
    for (int k = 0; k < 3; ++k) {
        supple_body* b =
            make_body((asset_maker_options){.height = 100.0, .metres = 0.01}, world[k]);
        supple_vec3 p = {0.3f, -0.2f, 0.5f};
        supple_body_impulse(b, SOFT, p);
        supple_vec3 v = supple_body_velocity(b, SOFT);
        double work = 0.5 * world[k] * (p.x * v.x + p.y * v.y + p.z * v.z);
        CHECK(kinetic(b) > 1e-6);
        CHECK_NEAR(work / kinetic(b), 1.0, 1e-5);
        drop_body(b);
    }
}

TEST(a_steady_force_displaces_by_the_compliance) {
    // numerics.md B5: a force over steps, not one impulse a step: no loss at large omega h.
    supple_body* b = make_body((asset_maker_options){.damping = 0.5}, 1.0);
    int32_t n = b->coord_count;
    double rows[3 * 64], force[3] = {0.2, 0.05, -0.1}, moved[3] = {0};
    point_rows(b, SOFT, rows);
    for (int32_t i = 0; i < n; ++i) {
        double f = rows[i] * force[0] + rows[n + i] * force[1] + rows[2 * n + i] * force[2];
        for (int a = 0; a < 3; ++a)
            moved[a] += rows[a * n + i] * f / b->lambda[i];
    }
    supple_vec3 rest = supple_body_position(b, SOFT);
    for (int step = 0; step < 400; ++step) {
        supple_body_force(b, SOFT, (supple_vec3){0.2f, 0.05f, -0.1f});
        supple_body_step(b, 0.04f);
    }
    supple_vec3 at = supple_body_position(b, SOFT);
    double size = sqrt(moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2]);
    CHECK(size > 1e-4);
    CHECK_NEAR(at.x - rest.x, moved[0], 1e-6 + 1e-3 * size);
    CHECK_NEAR(at.y - rest.y, moved[1], 1e-6 + 1e-3 * size);
    CHECK_NEAR(at.z - rest.z, moved[2], 1e-6 + 1e-3 * size);
    drop_body(b);
}

TEST(a_force_acts_over_one_step_only) {
    supple_body *a = make_body((asset_maker_options){0}, 1.0),
                *b = supple_body_create(&kit.asset, &a->state->options, NULL);
    supple_matrix palette[3];
    palette_script(palette, 3, 1.3);
    supple_body_place(b, palette);
    supple_body_force(a, SOFT, (supple_vec3){1.0f, 2.0f, 3.0f});
    supple_body_force(b, SOFT, (supple_vec3){0.5f, 1.0f, 1.5f}); // forces add up
    supple_body_force(b, SOFT, (supple_vec3){0.5f, 1.0f, 1.5f});
    supple_body_step(a, 0.02f);
    supple_body_step(b, 0.01f);
    supple_body_step(b, 0.01f);
    double energy_a = 0.0, energy_b = 0.0;
    for (int32_t i = 0; i < a->coord_count; ++i) {
        energy_a += 0.5 * a->v[i] * a->v[i] + 0.5 * a->lambda[i] * a->q[i] * a->q[i];
        energy_b += 0.5 * b->v[i] * b->v[i] + 0.5 * b->lambda[i] * b->q[i] * b->q[i];
    }
    CHECK_NEAR(energy_b / energy_a, 0.25, 0.02); // half the time, half the velocity
    supple_body_destroy(b);
    drop_body(a);
}

TEST(velocity_is_the_rate_of_position_with_bones_moving) {
    supple_body* b = make_body((asset_maker_options){0}, 1.0);
    const float dt = 1e-3f;
    supple_vec3 before = {0}, speed = {0};
    double worst = 0.0, fastest = 0.0;
    supple_body_impulse(b, SOFT, (supple_vec3){0.02f, 0.0f, 0.01f});
    for (int k = 1; k < 300; ++k) {
        supple_matrix palette[3];
        double t = k * (double)dt;
        palette_script(palette, 3, 1.3 + t);
        supple_body_drive(b, palette);
        supple_body_step(b, dt);
        supple_vec3 at = supple_body_position(b, SOFT), v = supple_body_velocity(b, SOFT);
        if (k > 2) {
            // Over the step the mean of the velocities at its ends.
            double x = (at.x - before.x) / dt - 0.5 * (v.x + speed.x),
                   y = (at.y - before.y) / dt - 0.5 * (v.y + speed.y),
                   z = (at.z - before.z) / dt - 0.5 * (v.z + speed.z);
            worst = fmax(worst, sqrt(x * x + y * y + z * z));
            fastest = fmax(fastest, sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
        }
        before = at;
        speed = v;
    }
    printf("        %.4f of %.3f m/s\n", worst, fastest);
    CHECK(fastest > 1.0);
    CHECK(worst < 0.02 * fastest);
    drop_body(b);
}

TEST(tuning_response_does_not_weaken_a_touch) {
    supple_body* b = make_body((asset_maker_options){0}, 1.0);
    supple_body_impulse(b, SOFT, (supple_vec3){1.0f, 0.0f, 0.0f});
    double full = kinetic(b);
    memset(b->v, 0, sizeof(float) * (size_t)b->coord_count);
    supple_tuning t = supple_body_tuning(b, 0);
    t.response = 0.0f;
    supple_body_tune(b, SUPPLE_ALL_PARTS, t);
    supple_body_impulse(b, SOFT, (supple_vec3){1.0f, 0.0f, 0.0f});
    CHECK(full > 0.0);
    CHECK(kinetic(b) == full);
    drop_body(b);
}

TEST(what_is_no_point_or_no_number_is_refused_and_counted) {
    supple_body* b = make_body((asset_maker_options){0}, 1.0);
    supple_point bad[] = {SOFT, SOFT, SOFT};
    bad[0].vertex[1] = (uint32_t)b->asset.vertex_count;
    bad[1].vertex[2] = UINT32_MAX;
    bad[2].weight[0] = NAN;
    supple_vec3 push = {1.0f, 0.0f, 0.0f};
    supple_vec3 wrong[] = {{NAN, 0.0f, 0.0f}, {0.0f, -INFINITY, 0.0f}, {0.0f, 0.0f, 1e30f}};
    uint32_t count = 0;
    for (int i = 0; i < 3; ++i) {
        supple_body_force(b, bad[i], push);
        supple_body_impulse(b, bad[i], push);
        supple_body_force(b, SOFT, wrong[i]);
        supple_body_impulse(b, SOFT, wrong[i]);
        CHECK(supple_body_pin(b, bad[i], push).generation == 0);
        CHECK(supple_body_pin(b, SOFT, wrong[i]).generation == 0);
        CHECK(supple_body_position(b, bad[i]).x == 0.0f);
        CHECK(supple_body_velocity(b, bad[i]).x == 0.0f);
        count += 8;
        CHECK(supple_body_stats(b).rejected == count);
    }
    CHECK(kinetic(b) == 0.0);
    drop_body(b);
}

TEST(a_rigid_point_feels_nothing) {
    supple_body* b = make_body((asset_maker_options){0}, 1.0);
    uint32_t pole = (uint32_t)b->asset.vertex_count - 2; // at the foot, outside all parts
    supple_point foot = {{pole, pole, pole}, {0.2f, 0.3f, 0.5f}};
    supple_body_impulse(b, foot, (supple_vec3){5.0f, 5.0f, 5.0f});
    CHECK(kinetic(b) == 0.0);
    CHECK(point_ground_at(b, foot, POINT_WORLD).limit == 0.0);
    CHECK(point_ground_at(b, SOFT, POINT_WORLD).limit > 0.0);
    drop_body(b);
}

TEST(touching_wakes) {
    supple_body* b = make_body((asset_maker_options){.damping = 0.9}, 1.0);
    for (int k = 0; k < 600 && !supple_body_asleep(b); ++k)
        supple_body_step(b, 0.02f);
    CHECK(supple_body_asleep(b));
    supple_body_force(b, SOFT, (supple_vec3){1.0f, 0.0f, 0.0f});
    CHECK(!supple_body_asleep(b));
    supple_body_step(b, 0.02f);
    CHECK(kinetic(b) > 0.0);
    drop_body(b);
}

TEST_MAIN(CASE(a_position_is_displaced_and_skinned),
          CASE(rows_are_what_a_coordinate_does_to_a_position),
          CASE(an_impulse_does_the_work_that_mechanics_asks),
          CASE(a_steady_force_displaces_by_the_compliance), CASE(a_force_acts_over_one_step_only),
          CASE(velocity_is_the_rate_of_position_with_bones_moving),
          CASE(tuning_response_does_not_weaken_a_touch),
          CASE(what_is_no_point_or_no_number_is_refused_and_counted),
          CASE(a_rigid_point_feels_nothing), CASE(touching_wakes))
