// Bodies on supports that jump, turn between limits and follow clips, beside the same bodies in the world.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/drag.h"
#include "bake/dynamics/mass.h"
#include "bake/dynamics/neo_hookean.h"
#include "bake/dynamics/support.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"
#include "test/kit/sheet_mesh.h"

static const material rubber = {5e4, 0.3, 1000.0};
static const vec3 hinge = {0.0, 0.03, -0.02}; // a place on the axis that a door turns about
static const vec3 upwards = {0.6, 0.0, 0.8};

// A beam along x of neo-Hookean flesh, held where x is 0.
typedef struct beam {
    arena* memory;
    report r;
    tets t;
    dynamics_body body;
    energy_term term;
    uint8_t* held;
    dynamics* d;
    support_body on;
    size_t order;
} beam;

static void beam_new(beam* b, const support* s, newmark_rule rule, vec3 gravity) {
    *b = (beam){.memory = arena_create()};
    b->r = report_new(b->memory);
    b->t = cells_mesh((const int32_t[3]){3, 1, 1}, v3(0.3, 0.1, 0.08), b->memory);
    size_t count = (size_t)b->t.tet_count;
    b->order = 3 * (size_t)b->t.node_count;
    material* m = ARENA_NEW(b->memory, material, count);
    double* density = ARENA_NEW(b->memory, double, count);
    b->held = ARENA_NEW(b->memory, uint8_t, (size_t)b->t.node_count);
    for (size_t i = 0; i < count; ++i) {
        m[i] = rubber;
        density[i] = rubber.density;
    }
    for (int32_t i = 0; i < b->t.node_count; ++i)
        b->held[i] = b->t.nodes[i].x == 0.0;
    if (!neo_hookean_term(&b->t, m, 1, &b->term, place_none(), b->memory, &b->r))
        return;
    b->body = (dynamics_body){
        b->t.node_count, b->t.nodes, mass_of_tets(&b->t, density, 1, b->memory), 1, &b->term, 0, 1};
    dynamics_options o = dynamics_default();
    o.newmark.rule = rule;
    o.gravity = gravity;
    b->d = dynamics_make(&b->body, b->held, &o, b->memory, &b->r);
    if (b->d != NULL && s != NULL && support_check(s, place_none(), &b->r))
        b->on = support_make(s, b->d, &b->body, b->memory);
}

static void beam_end(beam* b) {
    dynamics_free(b->d);
    arena_destroy(b->memory);
}

static vec3 vec3_of(const double* f, int32_t i) {
    return v3(f[3 * i], f[3 * i + 1], f[3 * i + 2]);
}

// Of a node on its support, in the world.
static vec3 shown(const beam* b, int32_t i) {
    return support_place(&b->on, v3_add(b->t.nodes[i], vec3_of(dynamics_u(b->d), i)));
}

// The same, without a support.
static vec3 bare(const beam* b, int32_t i) {
    return v3_add(b->t.nodes[i], vec3_of(dynamics_u(b->d), i));
}

static double apart(const beam* on, const beam* in_world) {
    double most = 0.0;
    for (int32_t i = 0; i < on->t.node_count; ++i)
        most = fmax(most, v3_distance(shown(on, i), bare(in_world, i)));
    return most;
}

// ---- the same motion, seen from the support and from the world --------------------------------

// Galilei: a support that suddenly moves is a body whose held end does.
TEST(a_support_that_jumps_is_a_held_end_that_does) {
    static const newmark_rule rules[3] = {NEWMARK_CONSERVING, NEWMARK_END, NEWMARK_BACKWARD};
    const vec3 go = {0.4, -0.7, 0.3};
    for (int k = 0; k < 3; ++k) {
        const support s = {.kind = SUPPORT_FREE, .pivot = hinge};
        beam on, in;
        beam_new(&on, &s, rules[k], v3(0.0, 0.0, -9.81));
        beam_new(&in, NULL, rules[k], v3(0.0, 0.0, -9.81));
        double *held = ARENA_NEW(in.memory, double, 3 * in.order), h = 1.0 / 240.0;
        const moment now = {.held_or_null = held};
        CHECK(on.d != NULL && support_start(&on.on, NULL, NULL, &on.r) &&
              support_drive(&on.on, go, v3(0.0, 0.0, 0.0), &on.r));
        for (int step = 0; step <= 100; ++step) {
            for (size_t i = 0; i < in.order; ++i) {
                held[i] = (&go.x)[i % 3] * step * h;
                held[in.order + i] = (&go.x)[i % 3];
            }
            CHECK(step == 0 ? dynamics_start(in.d, &now, NULL, NULL, &in.r)
                            : dynamics_step(in.d, &now, h, &in.r));
            CHECK(step == 0 || support_step(&on.on, NULL, h, &on.r));
            CHECK(apart(&on, &in) < 1e-9);
        }
        beam_end(&on);
        beam_end(&in);
    }
}

static support door(void) {
    return (support){.kind = SUPPORT_TURNING,
                     .pivot = hinge,
                     .axis = upwards,
                     .low = 0.0,
                     .high = 0.5 * EXACT_PI};
}

// Held nodes on their circle: u, v and a, [3][order].
static void lead(const beam* b, double angle, double rate, double* held) {
    quat q = quat_axis_angle(upwards, angle);
    vec3 spin = v3_scale(upwards, rate);
    for (int32_t i = 0; i < b->t.node_count; ++i) {
        vec3 arm = quat_rotate(q, v3_sub(b->t.nodes[i], hinge)), v = v3_cross(spin, arm),
             a = v3_cross(spin, v);
        vec3 u = v3_sub(v3_add(arm, hinge), b->t.nodes[i]);
        memcpy(held + 3 * i, &u, sizeof u);
        memcpy(held + b->order + 3 * (size_t)i, &v, sizeof v);
        memcpy(held + 2 * b->order + 3 * (size_t)i, &a, sizeof a);
    }
}

// A door thrown open until it stands, and a quarter of a second after; the worst distance.
static double door_error(int steps, double* swing) {
    const support s = door();
    const double rate = EXACT_PI, h = 0.75 / steps; // half a second to turn
    beam on, in;
    beam_new(&on, &s, NEWMARK_CONSERVING, v3(0.0, 0.0, -2.0));
    beam_new(&in, NULL, NEWMARK_CONSERVING, v3(0.0, 0.0, -2.0));
    double *held = ARENA_NEW(in.memory, double, 3 * in.order), most = 0.0;
    const moment now = {.held_or_null = held};
    bool sound = on.d != NULL && support_start(&on.on, NULL, NULL, &on.r) &&
                 support_turn(&on.on, rate, &on.r);
    *swing = 0.0;
    for (int step = 0; step <= steps && sound; ++step) {
        double t = step * h;
        lead(&in, t < 0.5 ? rate * t : 0.5 * EXACT_PI, t < 0.5 - 1e-9 ? rate : 0.0, held);
        sound = step == 0
                    ? dynamics_start(in.d, &now, NULL, NULL, &in.r)
                    : dynamics_step(in.d, &now, h, &in.r) && support_step(&on.on, NULL, h, &on.r);
        most = fmax(most, apart(&on, &in));
        for (size_t i = 0; i < on.order; ++i)
            *swing = fmax(*swing, fabs(dynamics_u(on.d)[i]));
    }
    beam_end(&on);
    beam_end(&in);
    return sound ? most : NAN;
}

TEST(a_door_carries_what_hangs_on_it_as_the_world_sees_it) {
    double swing, coarse = door_error(180, &swing), fine = door_error(360, &swing);
    printf("  %.1e m and %.1e m of a swing of %.2f m\n", coarse, fine, swing);
    CHECK(swing > 0.05);
    CHECK(fine < 5e-4 * swing);
    CHECK(fine < 0.35 * coarse); // of second order
}

// ---- events ----------------------------------------------------------------------------

// Limits are met at their time, within a step or not, and passed by nothing.
TEST(a_door_stops_at_its_limits) {
    const support s = door();
    beam b;
    beam_new(&b, &s, NEWMARK_BACKWARD, v3(0.0, 0.0, 0.0));
    CHECK(b.d != NULL && support_start(&b.on, NULL, NULL, &b.r));
    CHECK(support_turn(&b.on, -1.0, &b.r) && b.on.at.rate == 0.0); // it is shut
    CHECK(support_turn(&b.on, 5.0, &b.r) && b.on.at.rate == 5.0);
    for (int step = 1; step <= 60; ++step) {
        CHECK(support_step(&b.on, NULL, 1.0 / 60.0, &b.r));
        CHECK_NEAR(b.on.at.time, step / 60.0, 1e-12);
        CHECK_NEAR(b.on.at.angle, fmin(5.0 * step / 60.0, s.high), 1e-12);
        CHECK((b.on.at.rate == 0.0) == (5.0 * step / 60.0 >= s.high));
    }
    CHECK(b.on.at.angle == s.high);
    CHECK(support_turn(&b.on, -50.0, &b.r)); // slammed: less than two steps
    for (int step = 0; step < 2; ++step)
        CHECK(support_step(&b.on, NULL, 1.0 / 60.0, &b.r));
    CHECK(b.on.at.angle == s.low && b.on.at.rate == 0.0);
    beam_end(&b);
}

// Whatever the frame does, nothing that is free in the world feels it at once.
TEST(velocities_in_the_world_are_the_same_before_and_after_a_jump) {
    const support s = {.kind = SUPPORT_FREE, .pivot = hinge};
    beam b;
    beam_new(&b, &s, NEWMARK_CONSERVING, v3(0.0, 0.0, -9.81));
    CHECK(b.d != NULL && support_start(&b.on, NULL, NULL, &b.r));
    CHECK(support_drive(&b.on, v3(1.0, 2.0, 0.0), v3(0.0, 3.0, 1.0), &b.r));
    for (int step = 0; step < 10; ++step)
        CHECK(support_step(&b.on, NULL, 1.0 / 60.0, &b.r));
    for (int jump = 0; jump < 3; ++jump) {
        vec3 before[64];
        CHECK(b.t.node_count <= 64);
        for (int side = 0; side < 2; ++side) {
            const support_state* at = &b.on.at;
            for (int32_t i = 0; i < b.t.node_count; ++i) {
                vec3 arm = v3_sub(shown(&b, i), at->centre);
                vec3 v = v3_add(quat_rotate(at->turn, vec3_of(dynamics_v(b.d), i)),
                                v3_add(at->velocity, v3_cross(at->spin, arm)));
                if (side == 0)
                    before[i] = v;
                else if (!b.held[i])
                    CHECK(v3_distance(v, before[i]) < 1e-12);
            }
            if (side == 0)
                CHECK(support_drive(&b.on, v3(-jump, 1.0, 5.0), v3(2.0, jump, 0.5), &b.r));
        }
    }
    beam_end(&b);
}

// ---- clips -----------------------------------------------------------------------------

// Keys along a door's turn are that door; after the last one it stands.
// In the frame's axes, whichever way the frame has turned; what is held stays as it is.
TEST(a_blow_changes_the_velocity_of_all_that_is_free) {
    static const newmark_rule rules[] = {NEWMARK_CONSERVING, NEWMARK_END, NEWMARK_BACKWARD};
    const vec3 blow = v3(0.1, -0.2, 0.3), spin = v3(0.5, 1.0, -0.7);
    for (int k = 0; k < 3; ++k) {
        beam b;
        support s = door();
        beam_new(&b, &s, rules[k], v3(0.0, 0.0, 0.0));
        CHECK(b.d != NULL && support_start(&b.on, NULL, NULL, &b.r) &&
              support_turn(&b.on, 1.0, &b.r));
        for (int i = 0; i < 20; ++i)
            CHECK(support_step(&b.on, NULL, 0.01, &b.r));
        double* before = ARENA_NEW(b.memory, double, b.order);
        memcpy(before, dynamics_v(b.d), b.order * sizeof *before);
        CHECK(support_kick(&b.on, blow, spin, &b.r));
        for (int32_t i = 0; i < b.t.node_count; ++i) {
            vec3 change = v3_sub(vec3_of(dynamics_v(b.d), i), vec3_of(before, i));
            vec3 wanted = v3_add(blow, v3_cross(spin, v3_sub(bare(&b, i), s.pivot)));
            CHECK(v3_distance(change, b.held[i] ? v3(0.0, 0.0, 0.0) : wanted) < 1e-12);
        }
        beam_end(&b);
    }
}

TEST(a_clip_of_a_turning_door_is_that_door) {
    enum { KEYS = 9 };
    support_key keys[KEYS];
    for (int i = 0; i < KEYS; ++i)
        keys[i] = (support_key){hinge, quat_axis_angle(upwards, 0.5 * EXACT_PI * i / (KEYS - 1))};
    const support one = door(), other = {.kind = SUPPORT_CLIP,
                                         .pivot = hinge,
                                         .key_seconds = 0.05,
                                         .key_count = KEYS,
                                         .keys = keys};
    beam a, b;
    beam_new(&a, &one, NEWMARK_CONSERVING, v3(0.0, 0.0, -9.81));
    beam_new(&b, &other, NEWMARK_CONSERVING, v3(0.0, 0.0, -9.81));
    // a clip moves from the beginning: the body in it stands still in the world, as the door's does after its jump
    double rate = 0.5 * EXACT_PI / 0.4, *v = ARENA_NEW(b.memory, double, b.order);
    CHECK(a.d != NULL && b.d != NULL && support_start(&a.on, NULL, NULL, &a.r) &&
          support_turn(&a.on, rate, &a.r));
    memcpy(v, dynamics_v(a.d), b.order * sizeof *v);
    CHECK(support_start(&b.on, NULL, v, &b.r));
    for (int step = 0; step < 40; ++step) {
        CHECK(support_step(&a.on, NULL, 1.0 / 80.0, &a.r) &&
              support_step(&b.on, NULL, 1.0 / 80.0, &b.r));
        for (int32_t i = 0; i < a.t.node_count; ++i)
            CHECK(v3_distance(shown(&a, i), shown(&b, i)) < 1e-9);
    }
    CHECK(b.on.at.key == KEYS - 1 && v3_length(b.on.at.spin) == 0.0);
    beam_end(&a);
    beam_end(&b);
}

// ---- air -------------------------------------------------------------------------------

// A stiff plate on a turning support in still air: rho / 2 c (spin r)^2 over its area, against the turn, and the
// torque of the same; found from the force of the term at the frame's moment.
TEST(still_air_resists_what_a_support_carries_through_it) {
    const shell_material m = {1e9, 0.3, 1e-2, 1.0, 1e3, INFINITY, INFINITY};
    sheet s = sheet_new(SHEET_GRID, 60, 4, 0.6, 0.2, m);
    const drag_air air = {1.2, 1.5, 0.0, {0.0, 0.0, 0.0}};
    const drag_faces faces = {s.node_count, s.nodes, s.triangle_count, s.triangles, 1};
    dynamics_body body = sheet_body(&s);
    energy_term terms[3] = {body.terms[0], body.terms[1]};
    CHECK(drag_term(&faces, &air, &terms[2], s.memory, &s.r));
    const double spin = 3.0;
    const support on = {.kind = SUPPORT_TURNING, .axis = {0.0, 1.0, 0.0}, .low = 0.0, .high = 1.0};
    dynamics_options o = dynamics_default();
    uint8_t* held = ARENA_NEW(s.memory, uint8_t, (size_t)s.node_count);
    held[0] = held[1] = 1;
    body.terms = terms;
    double sums[2] = {0.0, 0.0}; // without and with air: what is out of balance
    for (int with = 0; with < 2; ++with) {
        body.term_count = 2 + with;
        dynamics* d = dynamics_make(&body, held, &o, s.memory, &s.r);
        support_body b = support_make(&on, d, &body, s.memory);
        CHECK(d != NULL && support_start(&b, NULL, NULL, &s.r) && support_turn(&b, spin, &s.r));
        double *zero = ARENA_NEW(s.memory, double, s.order),
               *left = ARENA_NEW(s.memory, double, s.order);
        const moment now = {.frames_or_null = b.frames};
        dynamics_balance(d, &now, zero, zero, zero, left); // standing in the frame
        for (int32_t i = 0; i < s.node_count; ++i)
            sums[with] += left[3 * i + 2];
        dynamics_free(d);
    }
    // turned about y from x towards -z: the air pushes towards z, so a force towards -z would be needed
    double want = -0.5 * 1.2 * 1.5 * 0.2 * spin * spin * 0.6 * 0.6 * 0.6 / 3.0;
    CHECK_NEAR((sums[1] - sums[0]) / want, 1.0, 2e-3);
    arena_destroy(s.memory);
}

// ---- states ----------------------------------------------------------------------------

// Saved in the middle of a clip, after a step that was cut by a key; a body made anew goes on.
TEST(a_motion_that_is_resumed_has_the_bits_of_one_that_went_on) {
    static const newmark_rule rules[3] = {NEWMARK_CONSERVING, NEWMARK_END, NEWMARK_BACKWARD};
    const support_key keys[3] = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}},
                                 {{0.1, 0.0, 0.0}, {0.6, 0.0, 0.0, 0.8}},
                                 {{0.1, 0.1, 0.0}, {0.0, 0.6, 0.0, 0.8}}};
    const support s = {.kind = SUPPORT_CLIP, .key_seconds = 0.07, .key_count = 3, .keys = keys};
    for (int k = 0; k < 3; ++k) {
        beam a, b;
        beam_new(&a, &s, rules[k], v3(0.0, 0.0, -9.81));
        beam_new(&b, &s, rules[k], v3(0.0, 0.0, -9.81));
        CHECK(a.d != NULL && b.d != NULL && support_start(&a.on, NULL, NULL, &a.r));
        double* state = ARENA_NEW(a.memory, double, (size_t)support_state_size(&a.on));
        support_state at;
        for (int step = 0; step < 9; ++step)
            CHECK(support_step(&a.on, NULL, 1.0 / 100.0, &a.r));
        support_save(&a.on, &at, state);
        support_restore(&b.on, &at, state);
        for (int step = 0; step < 9; ++step) {
            CHECK(memcmp(dynamics_u(a.d), dynamics_u(b.d), a.order * sizeof(double)) == 0);
            CHECK(memcmp(dynamics_v(a.d), dynamics_v(b.d), a.order * sizeof(double)) == 0);
            CHECK(a.on.at.time == b.on.at.time && a.on.at.key == b.on.at.key);
            CHECK(memcmp(&a.on.at.turn, &b.on.at.turn, sizeof at.turn) == 0);
            CHECK(support_step(&a.on, NULL, 1.0 / 100.0, &a.r) &&
                  support_step(&b.on, NULL, 1.0 / 100.0, &b.r));
        }
        beam_end(&a);
        beam_end(&b);
    }
}

// ---- refusals --------------------------------------------------------------------------

TEST(supports_that_are_none_are_refused_with_a_sentence) {
    arena* memory = arena_create();
    const support_key turned = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 2.0}};
    const support bad[5] = {
        {.kind = SUPPORT_FREE, .pivot = {NAN, 0.0, 0.0}},
        {.kind = SUPPORT_TURNING, .axis = {0.0, 0.0, 2.0}, .high = 1.0},
        {.kind = SUPPORT_TURNING, .axis = {0.0, 0.0, 1.0}, .low = 1.0, .high = 0.0},
        {.kind = SUPPORT_CLIP, .key_seconds = 0.0, .key_count = 1, .keys = &turned},
        {.kind = SUPPORT_CLIP, .key_seconds = 1.0, .key_count = 1, .keys = &turned},
    };
    for (int i = 0; i < 5; ++i) {
        report r = report_new(memory);
        CHECK(!support_check(&bad[i], place_none(), &r) && r.error_count > 0);
    }
    arena_destroy(memory);
}

TEST_MAIN(CASE(a_support_that_jumps_is_a_held_end_that_does),
          CASE(a_door_carries_what_hangs_on_it_as_the_world_sees_it),
          CASE(a_door_stops_at_its_limits),
          CASE(velocities_in_the_world_are_the_same_before_and_after_a_jump),
          CASE(a_blow_changes_the_velocity_of_all_that_is_free),
          CASE(a_clip_of_a_turning_door_is_that_door),
          CASE(still_air_resists_what_a_support_carries_through_it),
          CASE(a_motion_that_is_resumed_has_the_bits_of_one_that_went_on),
          CASE(supports_that_are_none_are_refused_with_a_sentence))
