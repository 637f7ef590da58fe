// Free bodies: what their motion keeps, and what an impulse does to rigid and elastic parts.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "runtime/body/point.h"
#include "scenes/toy.h"
#include "test/kit/check.h"

#include <math.h>

typedef struct thrown {
    arena* memory;
    report r;
    toy toy;
    supple_body* body;
} thrown;

static thrown thrown_new(toy_options o, bool spin) {
    thrown t = {.memory = arena_create()};
    t.r = report_new(t.memory);
    if (toy_make(&o, t.memory, &t.toy, &t.r)) {
        supple_body_options how = supple_body_options_default(&t.toy.asset);
        how.free = true;
        how.spin = spin;
        t.body = supple_body_create(&t.toy.asset, &how, NULL);
    }
    return t;
}

static void thrown_close(thrown* t) {
    supple_body_destroy(t->body);
    arena_destroy(t->memory);
}

static toy_options slab(void) { // no two of its inertias alike
    toy_options o = toy_default();
    o.size = v3(0.3, 0.1, 0.2);
    o.cells[0] = 3, o.cells[1] = 1, o.cells[2] = 2;
    return o;
}

static void throw_it(supple_body* b, supple_vec3 velocity, supple_vec3 spin) {
    supple_motion m = supple_body_motion(b);
    m.velocity = velocity;
    m.spin = spin;
    supple_body_set_motion(b, &m);
}

static double spin_energy(const supple_body* b) {
    free_measure m;
    double w[3], sum = 0.0;
    free_measure_now(b, &m);
    free_spin(b, &m, w);
    for (int k = 0; k < 3; ++k)
        sum += 0.5 * w[k] * b->state->free.momentum[k];
    return sum;
}

TEST(flesh_that_is_told_where_to_be_leaves_the_rigid_motion) {
    thrown t = thrown_new(slab(), true);
    supple_body* b = t.body;
    throw_it(b, (supple_vec3){1.0f, 2.0f, -0.5f}, (supple_vec3){3.0f, -4.0f, 2.0f});
    supple_point corner = {{0, 0, 0}, {1.0f, 0.0f, 0.0f}};
    supple_body_impulse(b, corner, (supple_vec3){0.02f, -0.01f, 0.03f});
    for (int k = 0; k < 20; ++k)
        supple_body_step(b, 1.0f / 60.0f);
    float q[64] = {0}, v[64] = {0};
    CHECK(b->coord_count <= 64);
    for (int32_t i = 0; i < b->coord_count; ++i) {
        q[i] = 0.1f * b->tuning[0].limit / ((float)(i + 1) * b->parts[0].asset.coords[i].reach);
        v[i] = -5.0f * q[i];
    }
    supple_motion before = supple_body_motion(b);
    CHECK(supple_body_set_coords(b, 0, q, v));
    supple_motion after = supple_body_motion(b);
    const float *one = &before.velocity.x, *two = &after.velocity.x;
    for (int k = 0; k < 6; ++k) // velocity, then spin
        CHECK(fabsf(one[k] - two[k]) < 2e-6f * (1.0f + fabsf(one[k])));
    CHECK(memcmp(&before.pose, &after.pose, sizeof before.pose) == 0);
    thrown_close(&t);
}

TEST(only_bodies_that_nothing_holds_are_free) {
    thrown t = thrown_new(slab(), false);
    CHECK(t.body != NULL && supple_asset_is_free(&t.toy.asset) && free_is(t.body));
    // The same asset, but a bone's push on one coordinate.
    asset_sections s = asset_sections_of(&t.toy.asset);
    format_forcing* forcing = (format_forcing*)(uintptr_t)s.forcing;
    forcing[0].s[1] += 0.01f;
    CHECK(!supple_asset_is_free(&t.toy.asset));
    forcing[0].s[1] = 0.0f;
    forcing[3].j[0][1] += 0.01f;
    CHECK(!supple_asset_is_free(&t.toy.asset));
    thrown_close(&t);
}

TEST(a_thrown_body_flies_along_the_parabola) {
    thrown t = thrown_new(slab(), false);
    CHECK(t.body != NULL);
    throw_it(t.body, (supple_vec3){3.0f, 5.0f, -1.0f}, (supple_vec3){1.0f, 2.0f, 3.0f});
    const double* x = t.body->state->free.place;
    double x0[3] = {x[0], x[1], x[2]}, time = 0.0;
    for (int i = 0; i < 300; ++i) {
        float dt = (float)(1 + i % 5) / 120.0f;
        supple_body_step(t.body, dt);
        time += (double)dt;
    }
    CHECK_NEAR(x[0], x0[0] + 3.0 * time, 1e-12 * time);
    CHECK_NEAR(x[1], x0[1] + 5.0 * time - 0.5 * (double)9.81f * time * time, 1e-11 * time);
    CHECK_NEAR(x[2], x0[2] - time, 1e-12 * time);
    thrown_close(&t);
}

// About the middle axis, where a body tumbles.
TEST(torque_free_spin_keeps_energy_and_momentum_over_a_hundred_thousand_steps) {
    thrown t = thrown_new(slab(), false);
    CHECK(t.body != NULL);
    throw_it(t.body, (supple_vec3){0.0f, 0.0f, 0.0f}, (supple_vec3){0.01f, 0.02f, 12.0f});
    const free_state* f = &t.body->state->free;
    double before[3] = {f->momentum[0], f->momentum[1], f->momentum[2]}, tumbled = 1.0;
    double energy = spin_energy(t.body), worst = 0.0, turn = f->turn[2][2];
    for (int i = 0; i < 100000; ++i) {
        supple_body_step(t.body, (float)(1 + i % 3) / 120.0f);
        worst = fmax(worst, fabs(spin_energy(t.body) / energy - 1.0));
        tumbled = fmin(tumbled, f->turn[2][2] / turn);
    }
    for (int k = 0; k < 3; ++k)
        CHECK(f->momentum[k] == before[k]); // to the bit
    printf("    energy within %.1e, the axis turned over to %.3f\n", worst, tumbled);
    CHECK(worst < 1e-12 && tumbled < -0.99);
    thrown_close(&t);
}

// Nutation against steps of a fiftieth: second order.
TEST(nutation_is_right_to_second_order) {
    double errors[2];
    for (int k = 0; k < 2; ++k) {
        thrown t = thrown_new(slab(), false), fine = thrown_new(slab(), false);
        CHECK(t.body != NULL && fine.body != NULL);
        thrown* both[2] = {&t, &fine};
        for (int i = 0; i < 2; ++i)
            throw_it(both[i]->body, (supple_vec3){0.0f, 0.0f, 0.0f},
                     (supple_vec3){2.0f, 3.0f, 1.0f});
        int steps = k == 0 ? 60 : 120;
        float dt = 1.0f / (float)steps;
        for (int i = 0; i < steps; ++i) {
            supple_body_step(t.body, dt);
            for (int n = 0; n < 50; ++n)
                supple_body_step(fine.body, dt / 50.0f);
        }
        errors[k] = 0.0;
        for (int i = 0; i < 9; ++i)
            errors[k] = fmax(errors[k], fabs(t.body->state->free.turn[i / 3][i % 3] -
                                             fine.body->state->free.turn[i / 3][i % 3]));
        thrown_close(&t);
        thrown_close(&fine);
    }
    printf("    after a second at 60 Hz %.1e, at 120 Hz %.1e\n", errors[0], errors[1]);
    CHECK(errors[0] < 1e-3 && errors[1] < errors[0] / 2.5);
}

TEST(an_impulse_gives_the_velocity_of_the_full_body) {
    // contact.json: a free block, all elastic modes.
    static const int32_t elements[48] = {0, 4, 6,  7,  0, 4, 7, 5,  0, 2, 7,  6,  0, 2, 3,  7,
                                         0, 1, 5,  7,  0, 1, 7, 3,  4, 8, 10, 11, 4, 8, 11, 9,
                                         4, 6, 11, 10, 4, 6, 7, 11, 4, 5, 9,  11, 4, 5, 11, 7};
    thrown t = {.memory = arena_create()};
    t.r = report_new(t.memory);
    tets block = {.node_count = 12, .tet_count = 12, .width = 4};
    block.nodes = ARENA_NEW(t.memory, vec3, 12);
    block.elements = ARENA_NEW(t.memory, int32_t, 48);
    memcpy(block.elements, elements, sizeof elements);
    for (int i = 0; i < 12; ++i)
        block.nodes[i] = v3(0.1 * (i / 4), i / 2 % 2 * 0.1, i % 2 * 0.13);
    toy_options o = toy_default();
    o.size = v3(0.2, 0.1, 0.13);
    o.modes = 30;
    o.first = 0.0;
    o.material = (material){1e5, 0.3, 1000.0};
    CHECK(toy_from_tets(&block, &o, t.memory, &t.toy, &t.r));
    supple_body_options how = supple_body_options_default(&t.toy.asset);
    how.free = true;
    supple_body* b = t.body = supple_body_create(&t.toy.asset, &how, NULL);
    CHECK(b != NULL && free_is(b) && b->coord_count == 30 && t.toy.asset.vertex_count == 12);
    CHECK_NEAR(b->parts[0].asset.record->mass, 2.6, 1e-6);
    CHECK_NEAR(t.toy.model.modes[0].value, 25477.586048282563, 1e-5);
    supple_point at = {{1, 3, 7}, {0.2f, 0.3f, 0.5f}};
    supple_body_impulse(b, at, (supple_vec3){0.3f, -0.2f, 1.0f});
    const double rigid[3] = {0.47904772204947926, -0.5610923648841861, 0.8878189841857915};
    const double all[3] = {1.2351797658862873, -0.8234531772575249, 4.1172658862876235};
    supple_vec3 v = supple_body_velocity(b, at);
    CHECK_NEAR(v.x, all[0], 2e-6);
    CHECK_NEAR(v.y, all[1], 2e-6);
    CHECK_NEAR(v.z, all[2], 2e-6);
    memset(b->v, 0, sizeof(float) * 30);
    v = supple_body_velocity(b, at);
    CHECK_NEAR(v.x, rigid[0], 1e-6);
    CHECK_NEAR(v.y, rigid[1], 1e-6);
    CHECK_NEAR(v.z, rigid[2], 1e-6);
    thrown_close(&t);
}

TEST(a_force_pushes_as_an_impulse_of_its_time) {
    thrown t = thrown_new(slab(), false);
    CHECK(t.body != NULL);
    supple_body_options how = t.body->state->options;
    how.gravity = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body_set_options(t.body, &how);
    supple_point at = {{0, 1, 2}, {0.2f, 0.5f, 0.3f}};
    double arm[3];
    point_arm(t.body, at, arm);
    supple_body_force(t.body, at, (supple_vec3){1.0f, 2.0f, -3.0f});
    supple_body_step(t.body, 0.0625f);
    supple_body_step(t.body, 0.0625f); // it is over
    const free_state* f = &t.body->state->free;
    double mass = t.body->parts[0].asset.record->mass;
    const double force[3] = {1.0, 2.0, -3.0};
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, c = (k + 2) % 3;
        CHECK_NEAR(f->velocity[k], 0.0625 * force[k] / mass, 1e-15);
        CHECK_NEAR(f->momentum[k], 0.0625 * (arm[a] * force[c] - arm[c] * force[a]), 1e-16);
    }
    thrown_close(&t);
}

// With all of A6 in it and the inertia as deformed, wobbling flesh exchanges energy with the spin, and
// both together keep it.
TEST(wobbling_and_spinning_flesh_keeps_momentum_and_energy) {
    for (int spin = 0; spin < 2; ++spin) {
        toy_options o = slab();
        o.ratio = 0.0;
        thrown t = thrown_new(o, spin != 0);
        CHECK(t.body != NULL);
        supple_body* b = t.body;
        throw_it(b, (supple_vec3){0.0f, 0.0f, 0.0f}, (supple_vec3){2.0f, 6.0f, 1.0f});
        supple_body_impulse(b, (supple_point){{0, 1, 2}, {1.0f, 0.0f, 0.0f}},
                            (supple_vec3){0.0f, 0.5f, 0.0f});
        double first = 0.0, low = INFINITY, high = 0.0;
        const double* L = b->state->free.momentum;
        double before[3] = {L[0], L[1], L[2]};
        for (int i = 0; i < 2000; ++i) {
            supple_body_step(b, 1.0f / 240.0f);
            free_measure m;
            double w[3], own[3], energy = 0.0, stir = 0.0;
            free_measure_now(b, &m);
            free_spin(b, &m, w);
            for (int k = 0; k < 3; ++k) {
                own[k] = 0.0;
                for (int j = 0; j < 3; ++j) { // body axes
                    double wk = 0.0, wj = 0.0;
                    for (int a = 0; a < 3; ++a) {
                        wk += b->state->free.turn[a][k] * w[a];
                        wj += b->state->free.turn[a][j] * w[a];
                    }
                    energy += 0.5 * wk * m.inertia[k][j] * wj;
                    own[k] = wk;
                }
                stir += own[k] * m.stir[k];
            }
            energy += stir;
            for (int32_t c = 0; c < b->coord_count; ++c)
                energy +=
                    0.5 * ((double)b->v[c] * b->v[c] + (double)b->lambda[c] * b->q[c] * b->q[c]);
            first = i == 0 ? energy : first;
            low = fmin(low, energy);
            high = fmax(high, energy);
        }
        for (int k = 0; k < 3; ++k)
            CHECK(L[k] == before[k]);
        printf("    spin forces %d: energy %.4f to %.4f J of %.4f\n", spin, low, high, first);
        CHECK(high - low < (spin ? 2e-3 : 1e-4) * first);
        thrown_close(&t);
    }
}

TEST(a_saved_throw_goes_on_with_the_same_bits) {
    thrown t = thrown_new(slab(), true), other = thrown_new(slab(), true);
    CHECK(t.body != NULL && other.body != NULL);
    throw_it(t.body, (supple_vec3){1.0f, 2.0f, 3.0f}, (supple_vec3){4.0f, 5.0f, 6.0f});
    for (int i = 0; i < 10; ++i)
        supple_body_step(t.body, 0.01f);
    size_t size = supple_body_state_size(t.body);
    void* state = arena_alloc(t.memory, size, 1);
    supple_body_save(t.body, state);
    CHECK(supple_body_restore(other.body, state, size));
    for (int i = 0; i < 10; ++i) {
        supple_body_step(t.body, 0.01f);
        supple_body_step(other.body, 0.01f);
    }
    CHECK(memcmp(t.body->state, other.body->state, size) == 0);
    supple_body_options held = supple_body_options_default(&t.toy.asset);
    supple_body* driven = supple_body_create(&t.toy.asset, &held, NULL);
    CHECK(!free_is(driven) && !supple_body_restore(driven, state, size));
    supple_body_destroy(driven);
    thrown_close(&t);
    thrown_close(&other);
}

TEST(units_change_numbers_and_nothing_else) {
    toy_options small = slab();
    small.metres = 0.01; // the mesh is in centimetres
    thrown t = thrown_new(slab(), true), other = thrown_new(small, true);
    CHECK(t.body != NULL && other.body != NULL);
    supple_body_options how = other.body->state->options;
    how.world_metres = 0.5f;
    how.gravity.y *= 2.0f;
    supple_body_set_options(other.body, &how);
    throw_it(t.body, (supple_vec3){1.0f, 2.0f, 3.0f}, (supple_vec3){4.0f, 5.0f, 6.0f});
    throw_it(other.body, (supple_vec3){2.0f, 4.0f, 6.0f}, (supple_vec3){4.0f, 5.0f, 6.0f});
    supple_point at = {{0, 1, 2}, {0.2f, 0.5f, 0.3f}};
    for (int i = 0; i < 20; ++i) {
        supple_body_impulse(t.body, at, (supple_vec3){0.1f, 0.0f, 0.2f});
        supple_body_impulse(other.body, at, (supple_vec3){0.1f, 0.0f, 0.2f});
        supple_body_step(t.body, 0.01f);
        supple_body_step(other.body, 0.01f);
    }
    supple_vec3 x = supple_body_position(t.body, at), y = supple_body_position(other.body, at);
    CHECK_NEAR(x.x, 0.5f * y.x, 1e-5);
    CHECK_NEAR(x.y, 0.5f * y.y, 1e-5);
    CHECK_NEAR(x.z, 0.5f * y.z, 1e-5);
    supple_vec3 v = supple_body_velocity(t.body, at), w = supple_body_velocity(other.body, at);
    CHECK_NEAR(v.x, 0.5f * w.x, 1e-4);
    CHECK_NEAR(v.y, 0.5f * w.y, 1e-4);
    CHECK_NEAR(v.z, 0.5f * w.z, 1e-4);
    thrown_close(&t);
    thrown_close(&other);
}

TEST_MAIN(CASE(flesh_that_is_told_where_to_be_leaves_the_rigid_motion),
          CASE(only_bodies_that_nothing_holds_are_free),
          CASE(a_thrown_body_flies_along_the_parabola),
          CASE(torque_free_spin_keeps_energy_and_momentum_over_a_hundred_thousand_steps),
          CASE(nutation_is_right_to_second_order),
          CASE(an_impulse_gives_the_velocity_of_the_full_body),
          CASE(a_force_pushes_as_an_impulse_of_its_time),
          CASE(wobbling_and_spinning_flesh_keeps_momentum_and_energy),
          CASE(a_saved_throw_goes_on_with_the_same_bits),
          CASE(units_change_numbers_and_nothing_else))
