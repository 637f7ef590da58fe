// Holds in a world: what strikes a body does not tear its held points away.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "scenes/toy.h"
#include "test/kit/check.h"

#include <math.h>

static const float DT = 1.0f / 60.0f;

static double apart(supple_vec3 a, supple_vec3 b) {
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

static supple_matrix at(double x, double y, double z) {
    return (supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, (float)x, (float)y, (float)z, 1}};
}

typedef struct scaffold {
    arena* memory;
    report r;
    toy toy;
    supple_body* body;
    supple_world* world;
} scaffold;

static scaffold scaffold_new(void) {
    scaffold s = {.memory = arena_create()};
    s.r = report_new(s.memory);
    toy_options o = toy_default();
    o.first = 20.0;
    if (!toy_make(&o, s.memory, &s.toy, &s.r))
        return s;
    supple_body_options how = supple_body_options_default(&s.toy.asset);
    how.free = true;
    s.body = supple_body_create(&s.toy.asset, &how, NULL);
    s.world = supple_world_create(NULL, NULL);
    if (!supple_world_add_body(s.world, s.body))
        s.world = NULL;
    return s;
}

static void scaffold_close(scaffold* s) {
    supple_world_remove_body(s->world, s->body);
    supple_world_destroy(s->world);
    supple_body_destroy(s->body);
    arena_destroy(s->memory);
}

TEST(a_blow_does_not_tear_a_pinned_body_away) {
    scaffold s = scaffold_new();
    CHECK(s.body != NULL && s.world != NULL);
    supple_point top[4];
    int count = 0; // corners above
    for (int32_t v = 0; v < s.toy.asset.vertex_count && count < 4; ++v) {
        const float* x = s.toy.asset.positions + 3 * (size_t)v;
        if (x[1] > 0.049f && fabsf(x[0]) > 0.049f && fabsf(x[2]) > 0.049f)
            top[count++] =
                (supple_point){{(uint32_t)v, (uint32_t)v, (uint32_t)v}, {1.0f, 0.0f, 0.0f}};
    }
    CHECK(count == 4);
    supple_vec3 rest[4];
    for (int i = 0; i < 4; ++i)
        rest[i] = supple_body_position(s.body, top[i]);
    supple_body_hold(s.body, SUPPLE_HOLD_PLACE, top, rest, 4, NULL, 0);
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.03f, .friction = -1.0f};
    supple_matrix pose = at(0.3, -0.03, 0.0);
    supple_collider hammer = supple_world_add_collider(s.world, &ball, &pose);
    double worst = 0.0, moved = 0.0;
    int in_contact = 0;
    for (int k = 0; k < 120; ++k) { // in and out, at up to 2 m/s
        pose = at(0.19 + 0.12 * cos(0.28 * k), -0.03, 0.0);
        supple_world_move_collider(s.world, hammer, &pose);
        supple_world_step(s.world, DT);
        in_contact += supple_world_stats(s.world).contacts > 0;
        for (int i = 0; i < 4; ++i)
            worst = fmax(worst, apart(supple_body_position(s.body, top[i]), rest[i]));
        supple_motion m = supple_body_motion(s.body);
        moved = fmax(moved, fabs((double)m.pose.m[12]));
    }
    printf("        struck in %d steps, moved by %.4f m, held points off by %.2g m of 0.1\n",
           in_contact, moved, worst);
    CHECK(in_contact > 5);
    CHECK(worst < 8e-4);
    scaffold_close(&s);
}

TEST(a_body_held_above_the_ground_stays_there) {
    scaffold s = scaffold_new();
    CHECK(s.body != NULL && s.world != NULL);
    supple_shape ground = {.kind = SUPPLE_PLANE, .friction = -1.0f};
    supple_matrix pose = at(0.0, -0.06, 0.0);
    supple_world_add_collider(s.world, &ground, &pose);
    supple_point corner = {{0, 0, 0}, {1.0f, 0.0f, 0.0f}};
    supple_vec3 rest = supple_body_position(s.body, corner);
    supple_pin pin = supple_body_pin(s.body, corner, rest);
    double worst = 0.0;
    for (int k = 0; k < 240;
         ++k) { // one corner is held; the rest falls on the ground and lies there
        supple_world_step(s.world, DT);
        worst = fmax(worst, apart(supple_body_position(s.body, corner), rest));
    }
    printf("        off by %.2g m\n", worst);
    CHECK(worst < 3e-4);
    supple_body_unpin(s.body, pin);
    scaffold_close(&s);
}

TEST_MAIN(CASE(a_blow_does_not_tear_a_pinned_body_away),
          CASE(a_body_held_above_the_ground_stays_there))
