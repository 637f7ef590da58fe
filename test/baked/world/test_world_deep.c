// What is deep in something it cannot leave at once: between walls that leave it a fifth of its size, inside a body on
// bones. It stays calm, belongs to nobody's other side, and comes back when there is room.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "scenes/hard_worlds.h"
#include "scenes/world_run.h"
#include "test/kit/check.h"

#include <math.h>

// ---- between walls ---------------------------------------------------------------------

// The hard world `squeeze`, so many times as large; walls are as fast in sizes a second.
static void squeeze_of(world_script* s, double scale) {
    hard_world_describe("squeeze", s);
    s->bodies[0].size *= scale;
    s->bodies[0].first /= sqrt(scale); // it sags by the same share
    s->bodies[0].place = v3_scale(s->bodies[0].place, scale);
    for (int32_t i = 0; i < s->collider_count; ++i) {
        script_collider* c = &s->colliders[i];
        c->half = v3_scale(c->half, scale);
        c->place = v3_scale(c->place, scale);
        c->path.velocity = v3_scale(c->path.velocity, scale);
    }
    s->seconds = 5.0; // walls stand from 1 s on
}

typedef struct extent {
    double low, high; // along x
} extent;

static extent extent_of(const run_body* b) {
    extent e = {INFINITY, -INFINITY};
    for (uint32_t v = 0; v < (uint32_t)b->asset.vertex_count; ++v) {
        supple_point at = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
        double x = (double)supple_body_position(b->body, at).x;
        e.low = fmin(e.low, x);
        e.high = fmax(e.high, x);
    }
    return e;
}

// Walls part again, as fast as they came, and it is left alone for two seconds.
static void open_walls(world_run* r) {
    for (int frame = 0; frame < 180; ++frame) {
        double back = fmin(1.0, (frame + 1) / 60.0);
        for (int32_t i = 1; i < r->script->collider_count && frame < 60; ++i) {
            const script_collider* c = &r->script->colliders[i];
            vec3 to = v3_add(c->place, v3_scale(c->path.velocity, c->path.until - back));
            supple_matrix pose = script_pose(c->turn, to);
            supple_world_move_collider(r->world, r->colliders[i], &pose);
        }
        supple_world_step(r->world, 1.0f / 60.0f);
    }
}

// One copy of it, put aside by a millionth of its size for each one before: what is pressed to its limit goes its own
// way, and the law is of all ways. At 1 cm, where it falls by 2 % of its size in a substep, that shivers for seconds before
// it sleeps; no faster than walls would go.
static void squeeze(double size, int copy, script_stock* stock) {
    static world_script s;
    static world_run r;
    double wall = 0.5 * size, fastest = 0.0;
    squeeze_of(&s, size / 0.1);
    s.bodies[0].place.x += 1e-6 * size * copy;
    CHECK(run_begin(&r, &s, stock));
    while (run_frame(&r))
        if (r.time > 0.3) // it has landed, and walls are at it
            fastest = fmax(fastest, r.m.speed);
    extent in = extent_of(&r.bodies[0]);
    double left = -0.1 * size - in.low, right = in.high - 0.1 * size,
           off = fabs(left - right) / (left + right), rest = r.m.speed;
    CHECK(r.m.through == 0 && r.m.gain < 0.01);
    open_walls(&r);
    extent out = extent_of(&r.bodies[0]);
    const double* centre = r.bodies[0].body->state->free.place;
    printf("    %g m: in the walls by %.2f and %.2f of its size, %.1f %% off the middle\n", size,
           left / size, right / size, 100.0 * off);
    printf("        at most %.2f times as fast as they, awake until %.2f s; then %.4f of its "
           "width, %.3f sizes aside, %s\n",
           fastest / wall, r.m.last_awake, (out.high - out.low) / size, fabs(centre[0]) / size,
           supple_body_asleep(r.bodies[0].body) ? "asleep" : "awake");
    CHECK(off < 0.2);
    CHECK(fastest < 5.0 * wall + 0.2 * sqrt(9.81 * size));
    CHECK(size < 0.1 ? rest < 5.0 * wall : rest == 0.0);
    CHECK(fabs(out.high - out.low - size) < 0.05 * size && fabs(centre[0]) < 0.1 * size);
    CHECK(supple_body_asleep(r.bodies[0].body));
    run_end(&r);
}

TEST(what_walls_squeeze_stays_between_them_and_comes_back) {
    script_stock stock = script_stock_new();
    for (int copy = 0; copy < 2; ++copy)
        squeeze(0.01, copy, &stock);
    squeeze(0.1, 0, &stock);
    squeeze(1.0, 0, &stock);
    script_stock_close(&stock);
}

// ---- in the ground ---------------------------------------------------------------------

// A ball in the ground to its centre comes out, whatever its size and flesh: at the recovery speed, and stays out.
TEST(what_is_sunk_in_the_ground_comes_out) {
    static const double sizes[3] = {0.007, 0.1, 2.0}, rates[2] = {0.5, 30.0};
    script_stock stock = script_stock_new();
    for (int k = 0; k < 6; ++k) {
        static world_script s;
        static world_run r;
        script_begin(&s, "sunk");
        script_add_ground(&s);
        script_body b = script_body_default(SCRIPT_BALL);
        b.size = sizes[k / 2];
        b.first = rates[k % 2];
        b.modes = 60;
        b.place = v3(0.0, 0.02 * b.size, 0.0);
        script_add_body(&s, b);
        CHECK(run_begin(&r, &s, &stock));
        while (run_frame(&r)) {
        }
        const double* centre = r.bodies[0].body->state->free.place;
        printf("    %g m, %g Hz: %.2f of its size deep in the end, its centre at %.2f, %.2f sizes "
               "a s\n",
               b.size, b.first, r.m.deepest, centre[1] / b.size, r.m.fastest / b.size);
        CHECK(r.m.deepest < 0.3); // what flesh can give, and what fades beyond it
        CHECK(centre[1] > 0.15 * b.size);
        CHECK(r.m.gain < 0.01);
        run_end(&r);
    }
    script_stock_close(&stock);
}

// ---- in a body on bones ----------------------------------------------------------------

static double even(uint64_t* seed, double low, double high) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

// A figure of 1.8 m, half as wide, that stands still; and a body in it. Nothing falls.
static void body_in_figure(world_script* s, int number, uint64_t* seed) {
    static const script_kind kinds[3] = {SCRIPT_BALL, SCRIPT_CUBE, SCRIPT_TORUS};
    script_begin(s, "in a figure");
    s->gravity = v3(0.0, 0.0, 0.0);
    script_body figure = script_body_default(SCRIPT_FIGURE),
                b = script_body_default(kinds[number % 3]);
    figure.size = 1.8;
    figure.driven = true;
    figure.first = 4.0;
    figure.limit = 0.1;
    b.size = even(seed, 0.1, 0.4);
    b.first = 12.0;
    b.place.x = even(seed, -0.3, 0.3);
    b.place.y = even(seed, -0.6, 0.6);
    b.place.z = even(seed, -0.15, 0.15);
    b.turn.x = even(seed, -1.0, 1.0);
    b.turn.y = even(seed, -1.0, 1.0);
    script_add_body(s, figure);
    script_add_body(s, b);
    s->seconds = 5.0;
}

static bool is_in_figure(const world_run* r) {
    const double* c = r->bodies[1].body->state->free.place;
    return fabs(c[0]) < 0.45 && fabs(c[1]) < 0.9 && fabs(c[2]) < 0.45;
}

TEST(what_is_deep_in_a_body_on_bones_is_parted_one_way) {
    enum { TRIES = 12 };
    script_stock stock = script_stock_new();
    uint64_t seed = 1;
    int32_t left = 0;
    double fastest = 0.0, longest = 0.0;
    for (int i = 0; i < TRIES; ++i) {
        static world_script s;
        static world_run r;
        body_in_figure(&s, i, &seed);
        CHECK(run_begin(&r, &s, &stock));
        double out = 0.0, size = s.bodies[1].size;
        while (run_frame(&r))
            out = is_in_figure(&r) ? r.time : out;
        left += is_in_figure(&r);
        fastest = fmax(fastest, r.m.fastest / size);
        longest = fmax(longest, out);
        run_end(&r);
    }
    printf(
        "    %d of %d left inside; the last was out after %.2f s, the fastest at %.1f sizes a s\n",
        left, TRIES, longest, fastest);
    CHECK(left == 0);
    CHECK(longest < 4.0 && fastest < 8.0); // half the figure's width at a size a second
    script_stock_close(&stock);
}

TEST_MAIN(CASE(what_walls_squeeze_stays_between_them_and_comes_back),
          CASE(what_is_sunk_in_the_ground_comes_out),
          CASE(what_is_deep_in_a_body_on_bones_is_parted_one_way))
