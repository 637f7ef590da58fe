// What a body is and how it takes part: measures against sums over its elements, drag against the exponential, friction,
// restitution and gravity of its own, kinematic bodies, sleep on request.
// SPDX-License-Identifier: MIT
#include "runtime/body/body_dynamics.h"
#include "runtime/math/exact.h"
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/world_kit.h"

static const supple_vec3 nothing = {0.0f, 0.0f, 0.0f};

static toy_options slab(void) { // all of its nodes are on its surface
    toy_options o = toy_default();
    o.size = v3(0.3, 0.1, 0.2);
    o.cells[0] = 3, o.cells[1] = 1, o.cells[2] = 2;
    o.spin = true;
    return o;
}

static toy_options firm(void) {
    toy_options o = toy_default();
    o.ratio = 0.5;
    o.cells[0] = o.cells[1] = o.cells[2] = 3;
    o.first = 40.0;
    o.modes = 12;
    return o;
}

static void change(supple_body* b, supple_dynamics d) {
    supple_body_set_dynamics(b, &d);
}

static void step(world_kit* k, int count) {
    for (int i = 0; i < count; ++i)
        supple_world_step(k->world, 1.0f / 60.0f);
}

static vec3 vec_of(supple_vec3 x) {
    return v3((double)x.x, (double)x.y, (double)x.z);
}

static double apart(vec3 a, vec3 b) {
    return v3_length(v3_sub(a, b));
}

// ---- measures --------------------------------------------------------------------------

// Sums over linear tetrahedra of what their nodes do: M_ij = rho V (1 + delta_ij) / 20.
typedef struct summed {
    double mass, kinetic;
    vec3 first, momentum, angular; // about the origin
    double square[3][3];           // sum of M_ij x_i x_j
} summed;

static void add_pair(summed* s, double m, vec3 x, vec3 v, vec3 y, vec3 w) {
    const double a[3] = {x.x, x.y, x.z}, b[3] = {y.x, y.y, y.z};
    s->mass += m;
    s->first = v3_add(s->first, v3_scale(x, m));
    s->momentum = v3_add(s->momentum, v3_scale(v, m));
    s->angular = v3_add(s->angular, v3_scale(v3_cross(x, w), m));
    s->kinetic += 0.5 * m * v3_dot(v, w);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            s->square[i][k] += m * a[i] * b[k];
}

static summed sum_over_elements(const toy* t, const supple_body* b, double density) {
    summed s = {.mass = 0.0};
    const tets* e = &t->model.tets;
    vec3 x[64], v[64];
    for (int32_t i = 0; i < t->asset.vertex_count; ++i) {
        supple_point at = {{(uint32_t)i, (uint32_t)i, (uint32_t)i}, {1.0f, 0.0f, 0.0f}};
        x[t->node[i]] = vec_of(supple_body_position(b, at));
        v[t->node[i]] = vec_of(supple_body_velocity(b, at));
    }
    for (int32_t i = 0; i < e->tet_count; ++i) {
        const int32_t* n = e->elements + 4 * (size_t)i;
        const vec3* rest = e->nodes;
        vec3 p = v3_sub(rest[n[1]], rest[n[0]]), q = v3_sub(rest[n[2]], rest[n[0]]),
             r = v3_sub(rest[n[3]], rest[n[0]]);
        double m = density * fabs(v3_dot(v3_cross(p, q), r)) / 6.0 / 20.0;
        for (int a = 0; a < 4; ++a)
            for (int c = 0; c < 4; ++c)
                add_pair(&s, a == c ? 2.0 * m : m, x[n[a]], v[n[a]], x[n[c]], v[n[c]]);
    }
    return s;
}

static void check_measures(const supple_measures* m, const summed* s) {
    vec3 centre = v3_scale(s->first, 1.0 / s->mass);
    double trace = s->square[0][0] + s->square[1][1] + s->square[2][2];
    const double c[3] = {centre.x, centre.y, centre.z};
    trace -= s->mass * v3_dot(centre, centre);
    CHECK_NEAR((double)m->mass, s->mass, 1e-5 * s->mass);
    CHECK(apart(vec_of(m->centre), centre) < 2e-5);
    CHECK(apart(vec_of(m->momentum), s->momentum) < 1e-4 * v3_length(s->momentum));
    vec3 own = v3_sub(s->angular, v3_cross(centre, s->momentum));
    CHECK(apart(vec_of(m->angular_momentum), own) < 5e-4 * v3_length(own));
    CHECK_NEAR((double)m->kinetic, s->kinetic, 5e-4 * s->kinetic);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double right = (i == k ? trace : 0.0) - (s->square[i][k] - s->mass * c[i] * c[k]);
            CHECK_NEAR((double)m->inertia[3 * i + k], right, 5e-4 * trace);
        }
}

TEST(measures_are_sums_over_the_elements_of_a_body_that_flies_spins_and_wobbles) {
    world_kit k = kit_new(NULL);
    toy_options o = slab();
    toy t = kit_toy(&k, o);
    CHECK(t.model.tets.node_count <= 64 && t.model.tets.node_count == t.asset.vertex_count &&
          t.model.tets.width == 4);
    seed = 3;
    for (int trial = 0; trial < 8; ++trial) {
        supple_body_options how = supple_body_options_default(&t.asset);
        how.free = true;
        supple_body* b = supple_body_create(&t.asset, &how, NULL);
        vec3 v = random_point(3.0), w = random_point(6.0), p = random_point(0.5);
        supple_motion m = supple_body_motion(b);
        m.velocity = (supple_vec3){(float)v.x, (float)v.y, (float)v.z};
        m.spin = (supple_vec3){(float)w.x, (float)w.y, (float)w.z};
        supple_body_set_motion(b, &m);
        supple_body_impulse(b, (supple_point){{5, 1, 2}, {1.0f, 0.0f, 0.0f}},
                            (supple_vec3){(float)p.x, (float)p.y, (float)p.z});
        for (int i = 0; i < 3 * trial; ++i)
            supple_body_step(b, 1.0f / 60.0f);
        supple_measures told = supple_body_measures(b);
        summed s = sum_over_elements(&t, b, o.material.density);
        check_measures(&told, &s);
        CHECK(told.elastic > 0.0f || trial == 0);
        supple_body_destroy(b);
    }
    kit_close(&k);
}

TEST(energy_of_an_undamped_body_in_flight_is_its_work_against_gravity) {
    world_kit k = kit_new(NULL);
    toy_options o = slab();
    o.ratio = 0.0;
    toy t = kit_toy(&k, o);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0, 0), nothing);
    supple_body_impulse(b, (supple_point){{5, 1, 2}, {1.0f, 0.0f, 0.0f}},
                        (supple_vec3){0.2f, 0.6f, 0.1f});
    double all = 0.0, least = INFINITY, most = 0.0;
    for (int i = 0; i < 60; ++i) {
        supple_measures m = supple_body_measures(b);
        double now = (double)m.kinetic + (double)m.elastic +
                     (double)m.mass * (double)9.81f * (double)m.centre.y;
        all = i == 0 ? now : all;
        CHECK_NEAR(now, all, 0.01 * all);
        least = fmin(least, (double)m.elastic);
        most = fmax(most, (double)m.elastic);
        supple_world_step(k.world, 1.0f / 240.0f);
    }
    printf("    elastic from %.2e to %.2e J of %.2f\n", least, most, all);
    CHECK(most > 4.0 * least && most > 0.1 * all); // it is not all in its flight
    kit_close(&k);
}

// ---- forces ----------------------------------------------------------------------------

TEST(impulses_at_the_centre_change_momenta_by_just_that_and_no_flesh) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, slab());
    supple_body* b = kit_throw(&k, &t, kit_pose(1, 2, 3), (supple_vec3){1.0f, 0.0f, 0.0f});
    change(b, (supple_dynamics){.may_sleep = true, .friction = -1.0f, .rolling = -1.0f});
    supple_vec3 p = {0.3f, -0.2f, 0.5f}, l = {0.01f, 0.02f, -0.03f};
    supple_measures before = supple_body_measures(b);
    supple_body_impulse_centre(b, p, l);
    supple_measures after = supple_body_measures(b);
    CHECK(apart(vec_of(after.momentum), v3_add(vec_of(before.momentum), vec_of(p))) < 1e-6);
    CHECK(apart(vec_of(after.angular_momentum),
                v3_add(vec_of(before.angular_momentum), vec_of(l))) < 1e-8);
    // the same from a force over a step
    supple_body_force_centre(b, (supple_vec3){60.0f * p.x, 60.0f * p.y, 60.0f * p.z},
                             (supple_vec3){60.0f * l.x, 60.0f * l.y, 60.0f * l.z});
    supple_world_step(k.world, 1.0f / 60.0f);
    supple_measures later = supple_body_measures(b);
    CHECK(apart(vec_of(later.momentum), v3_add(vec_of(after.momentum), vec_of(p))) < 1e-6);
    CHECK(apart(vec_of(later.angular_momentum), v3_add(vec_of(after.angular_momentum), vec_of(l))) <
          1e-8);
    const float* q = supple_body_coords(b);
    for (int32_t i = 0; i < t.asset.coord_count; ++i)
        CHECK(fabsf(q[i]) < 1e-4f); // but for the little that spin does
    kit_close(&k);
}

TEST(speed_under_drag_is_exact_at_any_rate_of_frames) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    double g = (double)9.81f, c = 1.7, end[3], at[3];
    for (int rate = 0; rate < 3; ++rate) {
        int frames = rate == 0 ? 15 : rate == 1 ? 60 : 240;
        supple_body* b = kit_throw(&k, &t, kit_pose(0, 9, 0), (supple_vec3){3.0f, 4.0f, 0.0f});
        supple_world_remove_body(k.world, b);
        supple_dynamics d = supple_dynamics_default();
        d.linear_drag = 1.7f;
        d.angular_drag = 0.9f;
        change(b, d);
        supple_body_impulse_centre(b, nothing, (supple_vec3){0.0f, 0.002f, 0.0f});
        double turning = (double)supple_body_measures(b).angular_momentum.y;
        for (int i = 0; i < frames; ++i)
            supple_body_step(b, 1.0f / (float)frames);
        double lost = exact_exp(-(double)1.7f);
        supple_measures m = supple_body_measures(b);
        end[rate] = (double)supple_body_motion(b).velocity.y;
        at[rate] = (double)m.centre.y;
        CHECK_NEAR(end[rate], (4.0 + g / c) * lost - g / c, 1e-4);
        CHECK_NEAR((double)supple_body_motion(b).velocity.x, 3.0 * lost, 1e-5);
        CHECK_NEAR((double)m.angular_momentum.y, turning * exact_exp(-(double)0.9f), 1e-7);
    }
    double right = 9.0 + (4.0 + g / c) * (1.0 - exact_exp(-c)) / c - g / c;
    printf("    way off by %.1e, %.1e, %.1e at 15, 60, 240 Hz\n", at[0] - right, at[1] - right,
           at[2] - right);
    CHECK(fabs(at[1] - right) < fabs(at[0] - right) / 10.0 && fabs(at[2] - right) < 1e-4);
    kit_close(&k);
}

static float fallen(float scale, float gravity) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 1, 0), nothing);
    supple_dynamics d = supple_dynamics_default();
    d.gravity_scale = scale;
    change(b, d);
    supple_body_options o = supple_body_options_default(&t.asset);
    o.free = true;
    o.gravity.y *= gravity;
    supple_body_set_options(b, &o);
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    step(&k, 120);
    float y = supple_body_motion(b).pose.m[13];
    kit_close(&k);
    return y;
}

TEST(gravity_scale_is_gravity_times_that_to_the_bit) {
    float scaled = fallen(0.25f, 1.0f);
    CHECK(scaled == fallen(1.0f, 0.25f));
    CHECK(scaled < 0.2f && scaled != fallen(1.0f, 1.0f));
}

// ---- contacts --------------------------------------------------------------------------

// How a block slides on a level plane: its deceleration over g.
static double sliding(float ground, float own, float world) {
    supple_world_options o = supple_world_options_default();
    o.friction = world;
    world_kit k = kit_new(&o);
    toy t = kit_toy(&k, firm());
    kit_plane(&k, kit_pose(0, 0, 0), ground);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0.05, 0), (supple_vec3){6.0f, 0.0f, 0.0f});
    supple_dynamics d = supple_dynamics_default();
    d.friction = own;
    change(b, d);
    step(&k, 10);
    double before = (double)supple_body_motion(b).velocity.x;
    step(&k, 30);
    double after = (double)supple_body_motion(b).velocity.x;
    kit_close(&k);
    return (before - after) / 0.5 / (double)9.81f;
}

TEST(friction_of_a_pair_is_the_geometric_mean_or_what_one_of_them_says) {
    CHECK_NEAR(sliding(0.4f, 0.1f, 0.9f), 0.2, 0.01);
    CHECK_NEAR(sliding(-1.0f, 0.3f, 0.9f), 0.3, 0.01);
    CHECK_NEAR(sliding(0.25f, -1.0f, 0.9f), 0.25, 0.01);
    CHECK_NEAR(sliding(-1.0f, -1.0f, 0.35f), 0.35, 0.01);
    CHECK_NEAR(sliding(0.4f, 0.0f, 0.9f), 0.0, 1e-6);
}

// The height that a stiff ball comes back to, over that it fell from, and whether it ever had more energy.
static double bounce(float own, float ground, bool* gained) {
    world_kit k = kit_new(NULL);
    toy_options o = firm();
    o.kind = TOY_BALL;
    o.modes = 1;
    o.first = 300.0;
    o.ratio = 0.9;
    toy t = kit_toy(&k, o);
    supple_shape plane = {.kind = SUPPLE_PLANE, .friction = -1.0f, .restitution = ground};
    supple_matrix level = kit_pose(0, 0, 0);
    supple_world_add_collider(k.world, &plane, &level);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 1.05, 0), nothing);
    supple_dynamics d = supple_dynamics_default();
    d.restitution = own;
    change(b, d);
    double energy = kit_energy(b), top = 0.0, fell = INFINITY;
    for (int i = 0; i < 120; ++i) {
        supple_world_step(k.world, 1.0f / 60.0f);
        double y = (double)supple_body_measures(b).centre.y;
        *gained |= kit_energy(b) > energy * (1.0 + 1e-6);
        fell = fmin(fell, y);
        if (fell < 0.1)
            top = fmax(top, y);
    }
    kit_close(&k);
    return (top - 0.05) / 1.0;
}

TEST(restitution_gives_back_its_square_of_the_height_and_never_adds_energy) {
    bool gained = false;
    double last = -1.0;
    for (int i = 0; i <= 4; ++i) {
        float e = 0.25f * (float)i;
        double own = bounce(e, 0.0f, &gained), ground = bounce(0.0f, e, &gained);
        printf("    e %.2f: back to %.3f, %.3f of the height\n", (double)e, own, ground);
        CHECK(own == ground); // whoever of the two says so
        CHECK(own > last);
        CHECK_NEAR(own, (double)(e * e), 0.06);
        last = own;
    }
    CHECK(!gained);
}

// ---- kinematic -------------------------------------------------------------------------

TEST(a_kinematic_body_keeps_its_motion_whatever_it_meets_and_carries_what_lies_on_it) {
    world_kit k = kit_new(NULL);
    toy_options wide = firm();
    wide.size = v3(0.6, 0.1, 0.6);
    toy table = kit_toy(&k, wide), box = kit_toy(&k, firm());
    supple_body* t = kit_throw(&k, &table, kit_pose(0, 0.5, 0), nothing);
    supple_dynamics d = supple_dynamics_default();
    d.kinematic = true;
    change(t, d);
    supple_body* b = kit_throw(&k, &box, kit_pose(0, 0.601, 0), nothing);
    step(&k, 90);
    supple_motion stands = supple_body_motion(t);
    CHECK(stands.pose.m[13] == 0.5f && stands.velocity.y == 0.0f);
    CHECK_NEAR((double)supple_body_measures(b).centre.y, 0.6, 0.004);
    stands.velocity = (supple_vec3){0.3f, 0.0f, 0.0f};
    stands.spin = (supple_vec3){0.0f, 0.2f, 0.0f};
    supple_body_set_motion(t, &stands);
    step(&k, 60);
    supple_motion moved = supple_body_motion(t);
    CHECK_NEAR((double)moved.pose.m[12], 0.3, 1e-6);
    CHECK_NEAR((double)moved.pose.m[13], 0.5, 1e-7);
    CHECK_NEAR((double)moved.pose.m[0], exact_cos(0.2), 1e-6);
    CHECK_NEAR((double)moved.spin.y, 0.2, 1e-6);
    CHECK_NEAR((double)supple_body_measures(b).centre.x, 0.3, 0.02); // friction has carried it
    CHECK(!supple_body_asleep(t));
    // let go: it goes on as it moved, and falls with what lies on it
    d.kinematic = false;
    change(t, d);
    supple_motion after = supple_body_motion(t);
    CHECK(memcmp(&after, &moved, sizeof after) == 0);
    supple_world_step(k.world, 1.0f / 60.0f);
    CHECK_NEAR((double)supple_body_motion(t).velocity.x, 0.3, 0.01);
    CHECK_NEAR((double)supple_body_motion(t).velocity.y, -9.81 / 60.0, 0.03);
    kit_close(&k);
}

TEST(a_kinematic_body_switched_in_flight_goes_on_in_a_line_and_is_saved) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, slab());
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 5, 0), (supple_vec3){1.0f, 2.0f, 0.5f});
    supple_motion m = supple_body_motion(b);
    m.spin = (supple_vec3){1.0f, 2.0f, -1.0f};
    supple_body_set_motion(b, &m);
    step(&k, 20);
    supple_motion was = supple_body_motion(b);
    supple_dynamics d = supple_dynamics_default();
    d.kinematic = true;
    change(b, d);
    uint8_t* state = malloc(supple_world_state_size(k.world));
    supple_world_save(k.world, state);
    vec3 from = vec_of(supple_body_measures(b).centre);
    step(&k, 60);
    supple_motion now = supple_body_motion(b);
    CHECK(apart(vec_of(now.velocity), vec_of(was.velocity)) < 1e-6);
    CHECK(apart(vec_of(now.spin), vec_of(was.spin)) < 1e-5);
    vec3 to = vec_of(supple_body_measures(b).centre);
    CHECK(apart(v3_sub(to, from), vec_of(was.velocity)) < 1e-5);
    CHECK(supple_world_restore(k.world, state, supple_world_state_size(k.world)));
    step(&k, 60);
    supple_motion again = supple_body_motion(b);
    CHECK(memcmp(&again, &now, sizeof now) == 0);
    free(state);
    kit_close(&k);
}

// ---- sleep -----------------------------------------------------------------------------

TEST(sleep_and_waking_are_as_asked_for) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    supple_body *a = kit_throw(&k, &t, kit_pose(0, 0.06, 0), nothing),
                *b = kit_throw(&k, &t, kit_pose(1, 0.06, 0), nothing),
                *c = kit_throw(&k, &t, kit_pose(2, 3, 0), nothing);
    supple_dynamics d = supple_dynamics_default();
    d.may_sleep = false;
    change(b, d);
    supple_body_sleep(c);
    step(&k, 240);
    CHECK(supple_body_asleep(a) && !supple_body_asleep(b) && supple_body_asleep(c));
    CHECK(supple_body_motion(c).pose.m[13] == 3.0f);
    supple_body_wake(c);
    step(&k, 30);
    CHECK((double)supple_body_motion(c).pose.m[13] < 2.0);
    kit_close(&k);
}

TEST(dynamics_that_are_none_are_refused_and_counted) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, firm());
    supple_body *b = kit_throw(&k, &t, kit_pose(0, 0, 0), nothing),
                *held = supple_body_create(&t.asset, NULL, NULL);
    const supple_dynamics fine = supple_dynamics_default();
    supple_dynamics wrong[5] = {fine, fine, fine, fine, fine};
    wrong[0].restitution = 1.5f;
    wrong[1].linear_drag = -1.0f;
    wrong[2].friction = NAN;
    wrong[3].gravity_scale = INFINITY;
    wrong[4].angular_drag = NAN;
    for (int i = 0; i < 5; ++i) {
        supple_body_set_dynamics(b, &wrong[i]);
        CHECK(supple_body_stats(b).rejected == (uint32_t)i + 1);
    }
    supple_dynamics kept = supple_body_dynamics(b), kinematic = fine;
    CHECK(kept.restitution == fine.restitution && kept.friction == fine.friction);
    kinematic.kinematic = true;
    supple_body_set_dynamics(held, &kinematic);
    supple_body_force_centre(held, nothing, nothing);
    CHECK(supple_body_stats(held).rejected == 2);
    CHECK((double)supple_body_measures(held).mass > 0.0);
    supple_body_destroy(held);
    kit_close(&k);
}

TEST_MAIN(CASE(measures_are_sums_over_the_elements_of_a_body_that_flies_spins_and_wobbles),
          CASE(energy_of_an_undamped_body_in_flight_is_its_work_against_gravity),
          CASE(impulses_at_the_centre_change_momenta_by_just_that_and_no_flesh),
          CASE(speed_under_drag_is_exact_at_any_rate_of_frames),
          CASE(gravity_scale_is_gravity_times_that_to_the_bit),
          CASE(friction_of_a_pair_is_the_geometric_mean_or_what_one_of_them_says),
          CASE(restitution_gives_back_its_square_of_the_height_and_never_adds_energy),
          CASE(a_kinematic_body_keeps_its_motion_whatever_it_meets_and_carries_what_lies_on_it),
          CASE(a_kinematic_body_switched_in_flight_goes_on_in_a_line_and_is_saved),
          CASE(sleep_and_waking_are_as_asked_for),
          CASE(dynamics_that_are_none_are_refused_and_counted))
