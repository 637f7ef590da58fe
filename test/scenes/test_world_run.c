// Scripts and their books: what is put into a world is counted, and nothing else is let pass.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "scenes/world_run.h"
#include "test/kit/check.h"

// One undamped body without contacts.
static void flight(world_script* s, script_kind kind) {
    script_begin(s, "flight");
    script_body b = script_body_default(kind);
    b.first = 30.0;
    b.ratio = 0.0;
    b.place = v3(0.0, 10.0, 0.0);
    b.velocity = v3(1.0, 2.0, -0.5);
    b.spin = v3(0.5, -1.0, 2.0);
    script_add_body(s, b);
    s->seconds = 1.0;
    s->dt = 1.0 / 240.0;
}

typedef struct outcome {
    run_measures m;
    double off; // |energy - what was put in| over what was, at most
} outcome;

static outcome run(const world_script* s, double stolen) {
    static world_run r;
    outcome o = {.off = 0.0};
    script_stock stock = script_stock_new();
    bool ok = run_begin(&r, s, &stock);
    while (ok && run_before(&r)) {
        run_step(&r);
        if (stolen > 0.0 && r.m.frames == 100)
            r.bodies[0].body->state->free.velocity[0] += stolen;
        run_after(&r);
        o.off = fmax(o.off, fabs(r.m.energy - r.m.allowed) / r.scale);
    }
    o.m = r.m;
    run_end(&r);
    script_stock_close(&stock);
    if (!ok)
        o.off = INFINITY;
    return o;
}

TEST(a_body_in_flight_keeps_what_was_put_in) {
    for (int kind = SCRIPT_CUBE; kind <= SCRIPT_ROD; ++kind) {
        static world_script s;
        flight(&s, (script_kind)kind);
        outcome o = run(&s, 0.0);
        printf("    kind %d: energy is off by %.1e of what was put in\n", kind, o.off);
        CHECK(o.off < 2e-3 && o.m.frames >= 240 && !o.m.broken);
    }
}

TEST(kicks_throws_and_pushes_are_counted) {
    static world_script s;
    flight(&s, SCRIPT_CUBE);
    script_add_event(&s, (script_event){0.1, SCRIPT_KICK, 0, 5, v3(0.06, -0.04, 0.08), 0.0});
    script_add_event(&s, (script_event){0.3, SCRIPT_PUSH, 0, 9, v3(1.0, 0.5, -0.5), 0.3});
    script_add_event(&s, (script_event){0.7, SCRIPT_THROW, 0, 0, v3(-1.0, 3.0, 0.0), 2.0});
    script_add_event(&s, (script_event){0.8, SCRIPT_TUNE, 0, 0, v3(0.0, 0.0, 0.0), 3.0});
    script_add_event(&s, (script_event){0.9, SCRIPT_TELEPORT, 0, 0, v3(0.0, 30.0, 0.0), 0.0});
    outcome o = run(&s, 0.0);
    printf("    energy is off by %.1e of what was put in\n", o.off);
    CHECK(o.off < 5e-3);
}

TEST(energy_from_nowhere_is_noticed) {
    static world_script s;
    flight(&s, SCRIPT_BALL);
    CHECK(run(&s, 0.0).m.gain < 2e-3);
    CHECK(run(&s, 0.5).m.gain > 0.02);
}

// Two bodies in flight, the second about to be put elsewhere within a frame; what the judge then counts.
static int judged(script_kind kind, vec3 from, vec3 to) {
    static world_script s;
    static world_run r;
    flight(&s, kind);
    s.bodies[0].spin = s.bodies[0].velocity = v3(0.0, 0.0, 0.0);
    script_body other = script_body_default(SCRIPT_BALL);
    other.place = v3_add(s.bodies[0].place, from);
    script_add_body(&s, other);
    s.seconds = 0.1;
    script_stock stock = script_stock_new();
    bool ok = run_begin(&r, &s, &stock);
    for (int i = 0; i < 8 && ok && run_before(&r); ++i) {
        run_step(&r);
        double* centre = r.bodies[1].body->state->free.place;
        if (i == 4)
            for (int k = 0; k < 3; ++k)
                centre[k] += (&to.x)[k] - (&from.x)[k];
        run_after(&r);
    }
    int through = ok ? r.m.through : -1;
    run_end(&r);
    script_stock_close(&stock);
    return through;
}

TEST(a_body_that_goes_through_another_is_noticed_and_one_that_passes_is_not) {
    CHECK(judged(SCRIPT_BALL, v3(0.3, 0.0, 0.0), v3(-0.3, 0.0, 0.0)) == 1);
    CHECK(judged(SCRIPT_CUBE, v3(0.3, 0.01, 0.0), v3(-0.3, 0.0, 0.01)) == 1);
    CHECK(judged(SCRIPT_SLAB, v3(0.0, 0.3, 0.02), v3(0.0, -0.3, 0.02)) == 1);
    CHECK(judged(SCRIPT_BALL, v3(0.3, 0.2, 0.0), v3(-0.3, 0.2, 0.0)) == 0);
    CHECK(judged(SCRIPT_SLAB, v3(0.1, 0.3, 0.0), v3(0.1, -0.3, 0.0)) == 0);  // beside it
    CHECK(judged(SCRIPT_TORUS, v3(0.0, 0.3, 0.0), v3(0.0, -0.3, 0.0)) == 0); // by its hole
    CHECK(judged(SCRIPT_BALL, v3(0.01, 0.0, 0.0), v3(0.3, 0.0, 0.0)) == 0);  // it came so
}

// All that an asset says of a body follows from its size, its density and its first rate.
TEST(a_toy_in_another_size_is_the_one_that_finite_elements_make) {
    script_stock stock = script_stock_new();
    toy_options o = toy_default();
    o.modes = 12;
    o.cells[0] = o.cells[1] = o.cells[2] = 3;
    o.size = v3(0.1, 0.07, 0.12);
    toy small, changed, large;
    CHECK(toy_make(&o, stock.memory, &small, &stock.r));
    toy_change c = {.scale = 5.0, .density = 0.4, .first = 17.0, .ratio = 0.2, .modes = 12};
    CHECK(toy_make_changed(&small, &o, &c, stock.memory, &changed, &stock.r));
    o.size = v3_scale(o.size, c.scale);
    o.material.density *= c.density;
    o.first = c.first;
    o.ratio = c.ratio;
    CHECK(toy_make(&o, stock.memory, &large, &stock.r));
    CHECK_NEAR(changed.model.body.mass / large.model.body.mass, 1.0, 1e-9);
    for (int k = 0; k < 3; ++k)
        CHECK_NEAR(changed.model.body.inertia[k][k] / large.model.body.inertia[k][k], 1.0, 1e-9);
    for (int i = 0; i < 12; ++i) {
        CHECK_NEAR(changed.model.modes[i].value / large.model.modes[i].value, 1.0, 1e-6);
        CHECK_NEAR(changed.model.modes[i].damping / large.model.modes[i].damping, 1.0, 1e-6);
        CHECK_NEAR((double)supple_asset_reach(&changed.asset, i) /
                       (double)supple_asset_reach(&large.asset, i),
                   1.0, 1e-4);
    }
    script_stock_close(&stock);
}

TEST_MAIN(CASE(a_body_in_flight_keeps_what_was_put_in), CASE(kicks_throws_and_pushes_are_counted),
          CASE(energy_from_nowhere_is_noticed),
          CASE(a_body_that_goes_through_another_is_noticed_and_one_that_passes_is_not),
          CASE(a_toy_in_another_size_is_the_one_that_finite_elements_make))
