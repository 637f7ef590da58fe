// A patch follows its body, and its rows are the derivatives of where it is.
// SPDX-License-Identifier: MIT
#include "runtime/joint/patch.h"

#include "scenes/toy.h"
#include "test/kit/check.h"

enum { COORDS = 64 };

typedef struct attached {
    arena* memory;
    report r;
    toy toy;
    supple_body* body;
    patch patch;
} attached;

// A box of 10 cm about the origin, attached near its corner or off it.
static bool patch_new(attached* t, double x, double y, double z) {
    toy_options o = toy_default();
    t->memory = arena_create();
    t->r = report_new(t->memory);
    if (!toy_make(&o, t->memory, &t->toy, &t->r))
        return false;
    supple_body_options how = supple_body_options_default(&t->toy.asset);
    how.free = true;
    t->body = supple_body_create(&t->toy.asset, &how, NULL);
    patch_take(&t->patch, t->body, (const double[3]){x, y, z});
    return t->body->coord_count <= COORDS;
}

static void patch_close(attached* t) {
    supple_body_destroy(t->body);
    arena_destroy(t->memory);
}

static patch_pose look(attached* t) {
    patch_pose at;
    patch_find(&t->patch, t->body, NULL, &at);
    return at;
}

TEST(a_patch_is_where_it_was_attached) {
    attached t;
    CHECK(patch_new(&t, 0.05, 0.07, 0.02));
    CHECK(t.patch.count >= 4);
    patch_pose at = look(&t);
    CHECK_NEAR(at.place[0], 0.05, 1e-12);
    CHECK_NEAR(at.place[1], 0.07, 1e-12);
    CHECK_NEAR(at.place[2], 0.02, 1e-12);
    CHECK_NEAR(at.turn[0][0], 1.0, 1e-12);
    patch_close(&t);
}

TEST(a_rigid_motion_carries_it_exactly) {
    attached t;
    CHECK(patch_new(&t, 0.05, 0.07, 0.02));
    supple_motion m = supple_body_motion(t.body);
    // a third of a turn about (1, 1, 1), and away
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            m.pose.m[4 * k + i] = 0.0f;
    m.pose.m[1] = m.pose.m[6] = m.pose.m[8] = 1.0f; // x to y, y to z, z to x
    m.pose.m[12] = 4.0f;
    supple_body_set_motion(t.body, &m);
    patch_pose at = look(&t);
    CHECK_NEAR(at.place[0], 4.02, 1e-6);
    CHECK_NEAR(at.place[1], 0.05, 1e-6);
    CHECK_NEAR(at.place[2], 0.07, 1e-6);
    CHECK_NEAR(at.turn[1][0], 1.0, 1e-6);
    CHECK_NEAR(at.turn[2][1], 1.0, 1e-6);
    patch_close(&t);
}

TEST(its_rows_are_derivatives) {
    attached t;
    CHECK(patch_new(&t, 0.05, 0.07, 0.02));
    static double scratch[3 * COORDS];
    static float point[3 * COORDS], spin[3 * COORDS];
    int32_t n = t.body->coord_count;
    patch_pose at = look(&t);
    patch_motion moved_by = {.point = point, .spin = spin, .scratch = scratch};
    patch_rows(&t.patch, t.body, body_palette(t.body), &at, &moved_by);
    CHECK(moved_by.first == 0 && moved_by.end == n);
    double most = 0.0;
    for (int32_t c = 0; c < n; ++c) {
        const float step = 1e-4f; // 0.1 mm or so; well below the limit
        patch_pose moved[2];
        for (int side = 0; side < 2; ++side) {
            memset(t.body->q, 0, sizeof(float) * (size_t)n);
            t.body->q[c] = side ? step : -step;
            body_show(t.body);
            moved[side] = look(&t);
        }
        t.body->q[c] = 0.0f;
        for (int k = 0; k < 3; ++k) {
            double rate = (moved[1].place[k] - moved[0].place[k]) / (2.0 * (double)step);
            CHECK_NEAR(rate, (double)point[k * n + c], 2e-3);
            most = fmax(most, fabs(rate));
            int i = (k + 1) % 3, j = (k + 2) % 3;
            double turn = (moved[1].turn[j][i] - moved[0].turn[j][i]) / (2.0 * (double)step);
            CHECK_NEAR(turn, (double)spin[k * n + c], 2e-2);
        }
    }
    CHECK(most > 0.5);
    patch_close(&t);
}

TEST(the_world_stands_still) {
    patch g;
    patch_pose at;
    patch_world(&g, (const double[3]){1.0, 2.0, 3.0});
    patch_find(&g, NULL, NULL, &at);
    CHECK(at.place[0] == 1.0 && at.place[2] == 3.0 && at.turn[1][1] == 1.0);
}

TEST_MAIN(CASE(a_patch_is_where_it_was_attached), CASE(a_rigid_motion_carries_it_exactly),
          CASE(its_rows_are_derivatives), CASE(the_world_stands_still))
