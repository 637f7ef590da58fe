// A world drawn: lines lie on the shapes they stand for, all of what is asked for is drawn and nothing else, points, triangles and
// words stand for the lines of those who have none, and drawing changes no bit.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/world_kit.h"

static const supple_vec3 nothing = {0.0f, 0.0f, 0.0f};

typedef struct drawn {
    int count;
    uint32_t rgb;                              // of the last
    double low[3], high[3], nearest, farthest; // from the middle
    supple_vec3 middle;
} drawn;

static void note(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb) {
    drawn* d = user;
    const supple_vec3 ends[2] = {from, to};
    ++d->count;
    d->rgb = rgb;
    for (int k = 0; k < 2; ++k) {
        const double x[3] = {ends[k].x, ends[k].y, ends[k].z},
                     m[3] = {d->middle.x, d->middle.y, d->middle.z};
        double square = 0.0;
        for (int a = 0; a < 3; ++a) {
            d->low[a] = fmin(d->low[a], x[a]);
            d->high[a] = fmax(d->high[a], x[a]);
            square += (x[a] - m[a]) * (x[a] - m[a]);
        }
        d->nearest = fmin(d->nearest, sqrt(square));
        d->farthest = fmax(d->farthest, sqrt(square));
    }
}

static drawn draw(const supple_world* w, uint32_t what, supple_vec3 middle) {
    drawn d = {.nearest = INFINITY, .middle = middle};
    for (int a = 0; a < 3; ++a)
        d.low[a] = INFINITY, d.high[a] = -INFINITY;
    supple_drawing to = {.line = note, .user = &d, .what = what};
    supple_world_draw(w, &to);
    return d;
}

// What each function was given: how many, the volume that triangles enclose, what words say.
typedef struct kinds {
    int points, lines, triangles, texts;
    double volume; // six times
    char text[64];
    uint32_t colors[8]; // of points
} kinds;

static void see_point(void* user, supple_vec3 at, uint32_t rgb) {
    kinds* d = user;
    (void)at;
    if (d->points < 8)
        d->colors[d->points] = rgb;
    ++d->points;
}

static void see_line(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb) {
    (void)from, (void)to, (void)rgb;
    ++((kinds*)user)->lines;
}

static void see_triangle(void* user, supple_vec3 a, supple_vec3 b, supple_vec3 c, uint32_t rgb) {
    kinds* d = user;
    (void)rgb;
    ++d->triangles;
    d->volume += (double)a.x * ((double)b.y * (double)c.z - (double)b.z * (double)c.y) +
                 (double)a.y * ((double)b.z * (double)c.x - (double)b.x * (double)c.z) +
                 (double)a.z * ((double)b.x * (double)c.y - (double)b.y * (double)c.x);
}

static void see_text(void* user, supple_vec3 at, const char* text, uint32_t rgb) {
    kinds* d = user;
    (void)at, (void)rgb;
    ++d->texts;
    snprintf(d->text, sizeof d->text, "%s", text);
}

static kinds draw_kinds(const supple_world* w, uint32_t what) {
    kinds d = {.points = 0};
    supple_drawing to = {see_line, &d, what, see_point, see_triangle, see_text};
    supple_world_draw(w, &to);
    return d;
}

TEST(lines_of_colliders_lie_on_them) {
    const supple_vec3 at = {1, 2, 3};
    for (int kind = SUPPLE_SPHERE; kind <= SUPPLE_BOX; ++kind) {
        world_kit k = kit_new(NULL);
        supple_shape s = {.kind = (supple_shape_kind)kind,
                          .radius = 0.5f,
                          .half = {0.3f, 0.4f, 0.6f},
                          .friction = SUPPLE_UNSET};
        supple_matrix pose = kit_pose(1, 2, 3);
        supple_world_add_collider(k.world, &s, &pose);
        drawn d = draw(k.world, SUPPLE_DRAW_ALL, at);
        double wide = kind == SUPPLE_BOX ? 0.3 : 0.5, tall = kind == SUPPLE_BOX       ? 0.4
                                                             : kind == SUPPLE_CAPSULE ? 0.9
                                                                                      : 0.5;
        CHECK(d.count == (kind == SUPPLE_SPHERE ? 72 : kind == SUPPLE_CAPSULE ? 100 : 12));
        CHECK_NEAR(d.high[0] - 1.0, wide, 1e-6);
        CHECK_NEAR(d.high[1] - 2.0, tall, 1e-6);
        CHECK_NEAR(2.0 - d.low[1], tall, 1e-6);
        if (kind == SUPPLE_SPHERE)
            CHECK(fabs(d.nearest - 0.5) < 1e-6 && fabs(d.farthest - 0.5) < 1e-6);
        CHECK(draw(k.world, SUPPLE_DRAW_ALL & ~SUPPLE_DRAW_COLLIDERS, at).count == 0);
        kit_close(&k);
    }
}

// Of a closed surface an edge is of two triangles: three halves of their number.
TEST(edges_of_a_body_are_drawn_once_within_its_bounds) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default());
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 1, 0), nothing);
    drawn d = draw(k.world, SUPPLE_DRAW_SURFACES, nothing),
          box = draw(k.world, SUPPLE_DRAW_BOUNDS, nothing);
    CHECK(2 * d.count == 3 * b->asset.triangle_count && box.count == 12);
    for (int a = 0; a < 3; ++a)
        CHECK(box.low[a] <= d.low[a] + 1e-6 && box.high[a] >= d.high[a] - 1e-6);
    CHECK(draw(k.world, SUPPLE_DRAW_CENTRES, nothing).count == 3);
    uint32_t awake = d.rgb;
    supple_body_sleep(b);
    CHECK(draw(k.world, SUPPLE_DRAW_SURFACES, nothing).rgb != awake);
    kit_close(&k);
}

TEST(contacts_and_joints_are_drawn_and_no_bit_is_changed) {
    supple_motion end[2];
    for (int with = 0; with < 2; ++with) {
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, toy_default());
        kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
        supple_body *a = kit_throw(&k, &t, kit_pose(0, 0.08, 0), nothing),
                    *b = kit_throw(&k, &t, kit_pose(0, 0.3, 0), nothing);
        supple_joint_options o =
            supple_joint_options_default(SUPPLE_JOINT_POINT, a, b, (supple_vec3){0, 0.2f, 0});
        supple_world_add_joint(k.world, &o);
        for (int i = 0; i < 40; ++i) {
            supple_world_step(k.world, 1.0f / 60.0f);
            if (with == 0)
                continue;
            int contacts = supple_world_contacts(k.world, NULL, 0);
            CHECK(draw(k.world, SUPPLE_DRAW_CONTACTS, nothing).count == 4 * contacts);
            CHECK(draw(k.world, SUPPLE_DRAW_JOINTS, nothing).count == 6);
            CHECK(draw(k.world, SUPPLE_DRAW_ALL, nothing).count > 4 * contacts + 6);
            kinds all = draw_kinds(k.world, SUPPLE_DRAW_ALL);
            CHECK(all.points == contacts + 1 + 2 && all.texts == contacts + 1 + 2 + 2);
        }
        CHECK(supple_world_contacts(k.world, NULL, 0) > 0);
        end[with] = supple_body_motion(b);
        kit_close(&k);
    }
    CHECK(memcmp(&end[0], &end[1], sizeof end[0]) == 0);
}

TEST(limits_of_joints_are_drawn_where_they_are) {
    static const int lines[3] = {12 + 3, 1 + 2 * 3, 2 * 8 + 1};
    static const supple_joint_kind with_limits[3] = {SUPPLE_JOINT_HINGE, SUPPLE_JOINT_SLIDER,
                                                     SUPPLE_JOINT_CONE};
    for (int i = 0; i < 3; ++i) {
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, kit_small());
        supple_body* b = kit_throw(&k, &t, kit_pose(0, 0, 0), nothing);
        supple_joint_options o = supple_joint_options_default(with_limits[i], b, NULL, nothing);
        o.lower = -1.0f, o.upper = 2.0f, o.swing = 0.5f;
        supple_world_add_joint(k.world, &o);
        supple_world_step(k.world, 1.0f / 60.0f);
        drawn d = draw(k.world, SUPPLE_DRAW_JOINTS, nothing);
        CHECK(d.count == 3 + 1 + 1 + lines[i]);
        if (with_limits[i] == SUPPLE_JOINT_SLIDER) { // from limit to limit along y, with crosses
            CHECK(d.high[1] > 2.0 && d.high[1] < 2.1);
            CHECK(d.low[1] < -1.0 && d.low[1] > -1.1);
        }
        kit_close(&k);
    }
}

// Faces of boxes, meshes and bodies are seen from outside: they enclose what those do.
TEST(triangles_enclose_the_volume_of_what_they_stand_for) {
    world_kit k = kit_new(NULL);
    supple_shape s = supple_shape_default(SUPPLE_BOX);
    s.half = (supple_vec3){0.3f, 0.4f, 0.6f};
    supple_matrix pose = kit_pose(1, 2, 3);
    supple_world_add_collider(k.world, &s, &pose);
    kinds d = draw_kinds(k.world, SUPPLE_DRAW_COLLIDERS);
    CHECK(d.triangles == 12 && d.lines == 0);
    CHECK_NEAR(d.volume / 6.0, 8.0 * 0.3 * 0.4 * 0.6, 1e-6);
    toy t = kit_toy(&k, toy_default());
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 1, 0), nothing);
    d = draw_kinds(k.world, SUPPLE_DRAW_SURFACES);
    CHECK(d.triangles == b->asset.triangle_count && d.lines == 0 && d.volume > 0.0);
    kit_close(&k);
}

// Three digits, and one more where rounding carries or the number is whole.
TEST(words_are_numbers_of_three_digits) {
    static const struct {
        float mass;
        const char* text;
    } all[] = {{0.00123f, "0.00123 kg"},
               {1.5f, "1.50 kg"},
               {12.34f, "12.3 kg"},
               {9.999f, "10.00 kg"},
               {1234.0f, "1234 kg"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        supple_world* w = supple_world_create(NULL, NULL);
        supple_shape s = supple_shape_default(SUPPLE_SPHERE);
        s.radius = 0.5f, s.mass = all[i].mass;
        supple_prepared* p = supple_shape_prepare(&s, NULL);
        supple_body* b = supple_prepared_body(p, NULL, NULL);
        CHECK(supple_world_add_body(w, b));
        kinds d = draw_kinds(w, SUPPLE_DRAW_CENTRES);
        CHECK(d.texts == 1);
        CHECK_TEXT(d.text, all[i].text);
        d = draw_kinds(w, SUPPLE_DRAW_BOUNDS);
        CHECK_TEXT(d.text, "body 0");
        supple_body_sleep(b);
        d = draw_kinds(w, SUPPLE_DRAW_BOUNDS);
        CHECK_TEXT(d.text, "body 0, asleep");
        supple_body* second = supple_prepared_body(p, NULL, NULL);
        CHECK(supple_world_add_body(w, second));
        CHECK_TEXT(draw_kinds(w, SUPPLE_DRAW_BOUNDS).text, "body 1");
        supple_body_destroy(second);
        supple_body_destroy(b);
        supple_prepared_release(p);
        supple_world_destroy(w);
    }
}

// Two on each other and two on a joint are an island each, one beside them its own: three colours, a line for each pair.
TEST(islands_are_what_contacts_and_joints_connect) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default());
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    supple_body* b[5];
    static const float x[5] = {0, 0, 5, 5, 9}, y[5] = {0.1f, 0.32f, 3.0f, 4.0f, 0.1f};
    for (int i = 0; i < 5; ++i)
        b[i] = kit_throw(&k, &t, kit_pose((double)x[i], (double)y[i], 0), nothing);
    supple_joint_options o =
        supple_joint_options_default(SUPPLE_JOINT_POINT, b[2], b[3], (supple_vec3){5, 3.5f, 0});
    supple_world_add_joint(k.world, &o);
    for (int i = 0; i < 30; ++i)
        supple_world_step(k.world, 1.0f / 60.0f);
    supple_motion on =
        supple_body_motion(b[0]); // the second lies on the first, however they bounced
    on.pose.m[13] += 0.099f;
    supple_body_set_motion(b[1], &on);
    supple_world_step(k.world, 1.0f / 60.0f);
    kinds d = draw_kinds(k.world, SUPPLE_DRAW_ISLANDS);
    CHECK(d.points == 5 && d.lines == 2);
    CHECK(d.colors[0] == d.colors[1] && d.colors[2] == d.colors[3] && d.colors[0] != d.colors[2]);
    CHECK(d.colors[4] != d.colors[0] && d.colors[4] != d.colors[2]);
    supple_body_sleep(b[4]);
    CHECK(draw_kinds(k.world, SUPPLE_DRAW_ISLANDS).colors[4] != d.colors[4]);
    kit_close(&k);
}

TEST_MAIN(CASE(triangles_enclose_the_volume_of_what_they_stand_for),
          CASE(words_are_numbers_of_three_digits),
          CASE(islands_are_what_contacts_and_joints_connect), CASE(lines_of_colliders_lie_on_them),
          CASE(edges_of_a_body_are_drawn_once_within_its_bounds),
          CASE(contacts_and_joints_are_drawn_and_no_bit_is_changed),
          CASE(limits_of_joints_are_drawn_where_they_are))
