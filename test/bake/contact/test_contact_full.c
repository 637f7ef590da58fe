// Contact in the full model: what touches obeys the laws of touching, and nothing ever crosses.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/touching.h"

static const double STEP = 1.0 / 60.0;

// Crossings of all triangles where the bodies are now, by the independent count.
static int64_t crossings(const touching* t) {
    vec3* x = malloc((size_t)t->node_count * sizeof *x);
    for (int32_t i = 0; i < t->node_count; ++i)
        x[i] = touching_at(t, i);
    int64_t count =
        count_crossings(x, (const uint32_t(*)[3])t->triangles, t->triangle_count, NULL).pairs;
    free(x);
    return count;
}

// ---- the term ------------------------------------------------------------------------------

// Two sheets, one above the other within the barrier's distance, both bent at random.
static void press(touching* t, double* v) {
    const int32_t cells[2] = {3, 3};
    touching_sheet(t, cells, v3(0.0, 0.0, 0.0), v3(0.3, 0.0, 0.0), v3(0.0, 0.3, 0.0));
    touching_sheet(t, cells, v3(0.013, 0.021, 0.006), v3(0.3, 0.02, 0.0), v3(0.0, 0.3, 0.0));
    for (int32_t i = 0; i < t->node_count; ++i)
        t->nodes[i] = v3_add(t->nodes[i], random_point(1e-3));
    t->options.friction = 0.4;
    t->options.slow = 0.3;
    for (int32_t i = 0; i < 3 * t->node_count; ++i)
        v[i] = random_in(-0.5, 0.5);
}

// How far a force's change along a direction is from a matrix times that direction, of its size. By places: rate 0.
static double difference(energy_term* term, const double* u, const double* v, double rate,
                         const double* along, size_t order, double step) {
    double *out[3], *moved = malloc(order * sizeof *moved), worst = 0.0, size = 0.0;
    for (int i = 0; i < 3; ++i)
        out[i] = malloc(order * sizeof *moved);
    for (int side = 0; side < 2; ++side) {
        const double* from = rate > 0.0 ? v : u;
        for (size_t i = 0; i < order; ++i)
            moved[i] = from[i] + (side == 0 ? -step : step) * along[i];
        const energy_place at = {
            .u = rate > 0.0 ? u : moved, .v = rate > 0.0 ? moved : v, .rate = rate};
        term->force(term->data, &at, NULL, out[side]);
    }
    // rate so large that what places change is nothing beside it, or none
    const energy_place here = {.u = u, .v = v, .rate = rate};
    term->times(term->data, &here, ENERGY_TANGENT, along, out[2]);
    for (size_t i = 0; i < order; ++i) {
        double slope = (out[1][i] - out[0][i]) / (2.0 * step) * (rate > 0.0 ? rate : 1.0);
        worst = fmax(worst, fabs(slope - out[2][i]));
        size = fmax(size, fabs(slope));
    }
    for (int i = 0; i < 3; ++i)
        free(out[i]);
    free(moved);
    return worst / size;
}

TEST(forces_and_matrices_of_barrier_and_friction_are_derivatives) {
    seed = 11;
    touching t = touching_new(0.01);
    double v[3 * 64], along[3 * 64], none[3 * 64] = {0};
    press(&t, v);
    size_t order = 3 * (size_t)t.node_count;
    CHECK(touching_start(&t, true));
    energy_term term = t.terms[t.term_count - 1];
    const energy_place still = {.u = none, .v = NULL};
    CHECK(term.energy(term.data, &still) > 0.0);
    for (size_t i = 0; i < order; ++i)
        along[i] = random_in(-1.0, 1.0);
    CHECK(difference(&term, none, NULL, 0.0, along, order, 2e-7) < 1e-5);
    // friction: pushes are taken at the beginning of a step
    term.begin(term.data, &still);
    double* f = malloc(order * sizeof *f);
    const energy_place moving = {.u = none, .v = v, .rate = 1e12};
    double power = 0.0, work[2] = {0.0, 0.0};
    term.force(term.data, &moving, NULL, f);
    for (size_t i = 0; i < order; ++i)
        work[0] += f[i] * v[i];
    term.force(term.data, &still, NULL, f);
    for (size_t i = 0; i < order; ++i)
        work[1] += f[i] * v[i];
    power = work[0] - work[1];
    printf("friction takes %.3g W\n", power);
    CHECK(power > 0.0); // it never drives
    CHECK(difference(&term, none, v, 1e12, along, order, 1e-6) < 1e-5);
    free(f);
    touching_free(&t);
}

// ---- weight and slopes ---------------------------------------------------------------------

TEST(a_floor_carries_the_weight_and_the_gap_is_within_the_barrier) {
    touching t = touching_new(2e-3);
    const int32_t cells[3] = {2, 2, 2};
    int32_t floor = touching_floor(&t, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), 0.5);
    int32_t first =
        touching_block(&t, cells, v3(0.1, 0.1, 0.1), v3(0.0, 0.01, 0.004), quat_identity());
    t.how.damping.alpha = 4.0;
    CHECK(touching_start(&t, true));
    for (int i = 0; i < 150; ++i)
        CHECK(touching_step(&t, STEP));
    double* force = ARENA_NEW(t.memory, double, 3 * (size_t)t.node_count);
    double down = 0.0, weight = 9.81 * touching_sum(&t, first, t.node_count).mass;
    contact_forces(t.contact, dynamics_u(t.moving), force);
    for (int i = 0; i < 4; ++i)
        down += force[3 * (floor + i) + 2]; // the gradient: what pushes the floor down is minus it
    double gap = contact_gap(t.contact, dynamics_u(t.moving));
    printf("floor carries %.6f N of %.6f, gap %.3g of 0.002 m\n", down, weight, gap);
    CHECK_NEAR(down, weight, 1e-4 * weight);
    CHECK(gap > 0.0 && gap < 2e-3);
    CHECK(crossings(&t) == 0);
    touching_free(&t);
}

typedef struct slide {
    double speed,
        acceleration; // down the slope at the end, and what the last half of the time says
} slide;

// A block on a plane that is inclined by an angle; each has a coefficient of its own if the second is not below 0.
static slide slide_on(double angle, double friction, double of_floor) {
    touching t = touching_new(2e-3);
    const int32_t cells[3] = {2, 2, 1};
    vec3 up = v3(-exact_sin(angle), 0.0, exact_cos(angle)),
         down = v3(-exact_cos(angle), 0.0, -exact_sin(angle));
    quat turn = quat_axis_angle(v3(0.0, 1.0, 0.0), -angle);
    touching_floor(&t, v3(0.0, 0.0, 0.0), up, 3.0);
    int32_t first = touching_block(&t, cells, v3(0.1, 0.1, 0.05), v3_scale(up, 1.6e-3), turn);
    t.options.friction = of_floor < 0.0 ? friction : 0.0;
    double* each = ARENA_NEW(t.memory, double, (size_t)t.node_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        each[i] = i < first ? of_floor : friction;
    t.friction_or_null = of_floor < 0.0 ? NULL : each;
    t.flesh.young = 2e6;
    t.how.damping.beta = 1e-3;
    t.how.damped_by = DYNAMICS_DAMPED_BY_MATERIAL;
    slide s = {NAN, NAN};
    if (touching_start(&t, true)) {
        double half = 0.0;
        int steps = 40, sound = 0;
        for (int i = 0; i < steps; ++i) {
            sound += touching_step(&t, STEP);
            s.speed = v3_dot(touching_sum(&t, first, t.node_count).velocity, down);
            half = i == steps / 2 - 1 ? s.speed : half;
        }
        s.acceleration = sound == steps ? (s.speed - half) / (0.5 * steps * STEP) : NAN;
    }
    touching_free(&t);
    return s;
}

static slide slide_of(double angle, double friction) {
    return slide_on(angle, friction, -1.0);
}

// By the geometric mean of both.
TEST(a_block_rubs_by_its_own_friction_and_the_floors) {
    double friction = 0.4, steep = 1.5 * atan(friction);
    double expected = 9.81 * (sin(steep) - friction * cos(steep));
    slide slides = slide_on(steep, 0.8, 0.2), rests = slide_on(0.9 * atan(friction), 0.8, 0.2),
          ice = slide_on(0.3, 0.8, 0.0);
    printf("0.8 on 0.2: %.4f m/s^2, expected %.4f; on ice %.4f\n", slides.acceleration, expected,
           ice.acceleration);
    CHECK_NEAR(slides.acceleration, expected, 0.02 * expected);
    CHECK(fabs(rests.speed) < 1e-3);
    CHECK_NEAR(ice.acceleration, 9.81 * sin(0.3), 1e-3 * 9.81);
}

TEST(a_block_rests_below_the_angle_of_friction_and_slides_above_it) {
    double friction = 0.4, angle = atan(friction);
    slide rests = slide_of(0.9 * angle, friction);
    printf("below: %.3g m/s\n", rests.speed);
    CHECK(fabs(rests.speed) < 1e-3 && fabs(rests.acceleration) < 1e-3);
    for (int i = 0; i < 2; ++i) {
        double steep = angle * (i == 0 ? 1.3 : 2.0);
        double expected = 9.81 * (sin(steep) - friction * cos(steep));
        slide slides = slide_of(steep, friction);
        printf("above: %.4f m/s^2, expected %.4f\n", slides.acceleration, expected);
        CHECK_NEAR(slides.acceleration, expected, 0.02 * expected);
    }
    slide free_of = slide_of(0.3, 0.0);
    CHECK_NEAR(free_of.acceleration, 9.81 * sin(0.3), 1e-3 * 9.81);
}

// ---- impacts -------------------------------------------------------------------------------

TEST(bars_that_collide_exchange_momentum) {
    touching t = touching_new(1e-3);
    const int32_t cells[3] = {10, 2, 2};
    int32_t a =
        touching_block(&t, cells, v3(0.2, 0.03, 0.03), v3(-0.21, 0.0, 0.0), quat_identity());
    int32_t b =
        touching_block(&t, cells, v3(0.2, 0.03, 0.03), v3(0.0, 0.002, 0.001), quat_identity());
    t.how.gravity = v3(0.0, 0.0, 0.0);
    t.flesh.young = 1e6;
    t.flesh.poisson = 0.0;
    t.options.step = 1.0 / 2000.0;
    touching_throw(&t, a, b, v3(1.0, 0.0, 0.0));
    CHECK(touching_start(&t, true));
    double before = touching_sum(&t, a, t.node_count).velocity.x;
    for (int i = 0; i < 120; ++i)
        CHECK(touching_step(&t, 1.0 / 2000.0));
    touching_whole one = touching_sum(&t, a, b), other = touching_sum(&t, b, t.node_count);
    printf("bars: %.4f and %.4f m/s after 1 and 0\n", one.velocity.x, other.velocity.x);
    CHECK_NEAR(touching_sum(&t, a, t.node_count).velocity.x, before, 1e-9); // momentum is kept
    CHECK(other.velocity.x > 0.8 &&
          one.velocity.x < 0.2); // and handed on: waves meet again at the end of both
    CHECK(crossings(&t) == 0);
    touching_free(&t);
}

// ---- nothing crosses -----------------------------------------------------------------------

// A rag that falls across a bar and hangs down on itself; its state after some steps.
static int64_t rag(bool touch, int threads, int save_at, double* u_or_null) {
    touching t = touching_new(4e-3);
    const int32_t cells[2] = {12, 9};
    touching_wall(&t, v3(-0.02, -0.3, 0.0), v3(0.02, -0.3, 0.0), v3(0.02, 0.3, 0.0),
                  v3(-0.02, 0.3, 0.0));
    touching_sheet(&t, cells, v3(-0.1, -0.1, 0.02), v3(0.3, 0.0, 0.01), v3(0.0, 0.2, 0.013));
    t.threads = threads;
    t.options.friction = 0.3;
    t.how.accuracy = 1e-5;
    int64_t count = touching_start(&t, touch) ? 0 : -1;
    double* state =
        ARENA_NEW(t.memory, double, count == 0 ? (size_t)dynamics_state_size(t.moving) : 1);
    for (int i = 0; i < 16 && count >= 0; ++i) {
        if (!touching_step(&t, STEP)) {
            touching_say(&t);
            count = -1;
        } else if (i % 4 == 3) {
            count += crossings(&t);
        }
        if (i == save_at && count >= 0) {
            dynamics_save(t.moving, state);
            if (u_or_null != NULL && u_or_null[0] == 1.0) { // a body made alike goes on
                const moment now = touching_moment(&t);
                const dynamics_body body = {.node_count = t.node_count,
                                            .nodes = t.nodes,
                                            .mass = t.mass,
                                            .term_count = t.term_count,
                                            .terms = t.terms,
                                            .threads = t.threads};
                dynamics_free(t.moving);
                contact_free(t.contact);
                const contact_surface s = touching_surface(&t);
                t.contact = contact_make(&s, &t.options, t.threads, t.memory, &t.r);
                t.terms[t.term_count - 1] = contact_term(t.contact);
                t.moving = dynamics_make(&body, t.led, &t.how, t.memory, &t.r);
                dynamics_restore(t.moving, &now, state);
            }
        }
    }
    if (u_or_null != NULL && count >= 0)
        memcpy(u_or_null, dynamics_u(t.moving), 3 * (size_t)t.node_count * sizeof *u_or_null);
    touching_free(&t);
    return count;
}

TEST(a_rag_on_a_bar_crosses_nothing_and_without_contact_it_does) {
    CHECK(rag(true, 1, -1, NULL) == 0);
    CHECK(rag(false, 1, -1, NULL) > 0);
}

TEST(threads_and_a_break_change_no_bit) {
    enum { NUMBERS = 3 * (13 * 10 + 4) };
    double one[NUMBERS] = {0}, two[NUMBERS] = {0}, resumed[NUMBERS] = {1.0};
    CHECK(rag(true, 1, 9, one) == 0 && rag(true, 2, 9, two) == 0 && rag(true, 1, 9, resumed) == 0);
    CHECK(memcmp(one, two, sizeof one) == 0);
    CHECK(memcmp(one, resumed, sizeof one) == 0);
}

// A plate that is led through a block of flesh's place pushes it before it, slowly and at once.
TEST(what_is_led_pushes_what_is_free) {
    for (int fast = 0; fast < 2; ++fast) {
        touching t = touching_new(1e-3);
        const int32_t cells[3] = {2, 2, 2};
        int32_t plate = touching_wall(&t, v3(-0.01, -0.1, -0.1), v3(-0.01, 0.2, -0.1),
                                      v3(-0.01, 0.2, 0.2), v3(-0.01, -0.1, 0.2));
        int32_t block =
            touching_block(&t, cells, v3(0.1, 0.1, 0.1), v3(0.0, 0.0, 0.0), quat_identity());
        t.how.gravity = v3(0.0, 0.0, 0.0);
        CHECK(touching_start(&t, true));
        int steps = fast ? 4 : 30;
        double path = fast ? 0.05 : 0.003;
        for (int i = 0; i < steps; ++i) {
            touching_lead(&t, plate, plate + 4, v3(path, 0.0, 0.0), STEP);
            if (!touching_step(&t, STEP))
                touching_say(&t);
            CHECK(t.r.error_count == 0 && crossings(&t) == 0);
            CHECK(touching_sum(&t, block, t.node_count).centre.x > touching_at(&t, plate).x);
        }
        printf("led by %g m a step: %d steps, %d cut\n", path,
               (int)dynamics_stepper(t.moving)->steps, (int)dynamics_stepper(t.moving)->cut);
        touching_free(&t);
    }
}

TEST(thickness_keeps_surfaces_apart) {
    touching t = touching_new(1e-3);
    const int32_t cells[3] = {2, 2, 1};
    touching_floor(&t, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), 0.5);
    int32_t first =
        touching_block(&t, cells, v3(0.1, 0.1, 0.05), v3(0.0, 0.0, 0.02), quat_identity());
    t.options.thickness = 0.01;
    CHECK(touching_start(&t, true));
    for (int i = 0; i < 40; ++i)
        CHECK(touching_step(&t, STEP));
    double lowest = INFINITY;
    for (int32_t i = first; i < t.node_count; ++i)
        lowest = fmin(lowest, touching_at(&t, i).z);
    CHECK(lowest > 0.01 && lowest < 0.011);
    touching_free(&t);
}

// ---- what is refused -----------------------------------------------------------------------

TEST(a_crossed_start_is_refused_with_its_pairs) {
    touching t = touching_new(1e-3);
    const int32_t cells[3] = {1, 1, 1};
    touching_floor(&t, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), 0.5);
    touching_block(&t, cells, v3(0.1, 0.1, 0.1), v3(0.0, 0.013, -0.03), quat_identity());
    CHECK(!touching_start(&t, true));
    CHECK(strstr(t.r.findings[0].text, "cross near") != NULL &&
          strstr(t.r.findings[0].text, "triangles 1 and 5") != NULL);
    touching_free(&t);
    t = touching_new(1e-3);
    touching_floor(&t, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), 0.5);
    touching_block(&t, cells, v3(0.1, 0.1, 0.1), v3(0.0, 0.013, 0.005), quat_identity());
    t.options.thickness = 0.006;
    CHECK(!touching_start(&t, true));
    CHECK(strstr(t.r.findings[0].text, "is 0.005 m from triangle") != NULL);
    touching_free(&t);
}

TEST(other_rules_of_time_and_bad_numbers_are_refused) {
    for (int i = 0; i < 4; ++i) {
        touching t = touching_new(i == 2 ? 0.0 : 1e-3);
        const int32_t cells[3] = {1, 1, 1};
        touching_block(&t, cells, v3(0.1, 0.1, 0.1), v3(0.0, 0.0, 0.0), quat_identity());
        t.how.newmark.rule = i == 0 ? NEWMARK_END : i == 1 ? NEWMARK_CONSERVING : NEWMARK_BACKWARD;
        if (i == 3)
            t.options.friction = -1.0;
        CHECK(!touching_start(&t, true) && t.r.error_count == 1);
        CHECK(strstr(t.r.findings[0].text, i < 2    ? "backward differences"
                                           : i == 2 ? "above zero"
                                                    : "friction is -1") != NULL);
        touching_free(&t);
    }
}

// A mesh whose own features are nearer at rest than the distance is warned of; two bodies that begin as near are not.
TEST(a_mesh_that_is_finer_than_the_distance_is_warned_of) {
    for (int fine = 0; fine < 2; ++fine) {
        touching t = touching_new(fine ? 0.06 : 0.02);
        const int32_t cells[3] = {2, 2, 2};
        touching_floor(&t, v3(0.0, 0.0, 0.0), v3(0.0, 0.0, 1.0), 0.5);
        touching_block(&t, cells, v3(0.1, 0.1, 0.1), v3(0.0, 0.013, 0.01), quat_identity());
        CHECK(touching_start(&t, true) && t.r.error_count == 0 && t.r.count == fine);
        if (fine)
            CHECK(strstr(t.r.findings[0].text, "nearer at rest than contact's distance") != NULL);
        touching_free(&t);
    }
}

// A body that a plate presses where there is no room ends with a sentence, and where it was.
TEST(what_cannot_be_solved_ends_at_the_last_good_state) {
    touching t = touching_new(1e-3);
    const int32_t cells[3] = {1, 1, 1};
    touching_wall(&t, v3(0.102, -0.1, -0.1), v3(0.102, 0.2, -0.1), v3(0.102, 0.2, 0.2),
                  v3(0.102, -0.1, 0.2));
    int32_t plate = touching_wall(&t, v3(-0.01, -0.1, -0.1), v3(-0.01, 0.2, -0.1),
                                  v3(-0.01, 0.2, 0.2), v3(-0.01, -0.1, 0.2));
    touching_block(&t, cells, v3(0.1, 0.1, 0.1), v3(0.0, 0.0, 0.0), quat_identity());
    CHECK(touching_start(&t, true));
    bool sound = true;
    for (int i = 0; i < 12 && sound; ++i) {
        touching_lead(&t, plate, plate + 4, v3(0.02, 0.0, 0.0), STEP);
        double before = contact_stats_of(t.contact).stiffness;
        sound = touching_step(&t, STEP);
        CHECK(sound || contact_stats_of(t.contact).stiffness == before); // of the state, too
        CHECK(crossings(&t) == 0);                                       // also where it ended
    }
    CHECK(!sound && t.r.error_count == 1);
    touching_free(&t);
}

TEST_MAIN(CASE(forces_and_matrices_of_barrier_and_friction_are_derivatives),
          CASE(a_block_rubs_by_its_own_friction_and_the_floors),
          CASE(a_floor_carries_the_weight_and_the_gap_is_within_the_barrier),
          CASE(a_block_rests_below_the_angle_of_friction_and_slides_above_it),
          CASE(bars_that_collide_exchange_momentum),
          SIZED_CASE(a_rag_on_a_bar_crosses_nothing_and_without_contact_it_does),
          SIZED_CASE(threads_and_a_break_change_no_bit), CASE(what_is_led_pushes_what_is_free),
          CASE(thickness_keeps_surfaces_apart), CASE(a_crossed_start_is_refused_with_its_pairs),
          CASE(other_rules_of_time_and_bad_numbers_are_refused),
          CASE(a_mesh_that_is_finer_than_the_distance_is_warned_of),
          CASE(what_cannot_be_solved_ends_at_the_last_good_state))
