// Several bodies in one file: each has its own front, sides and flesh, and clothes with a copy of the skeleton are of their wearer.
// SPDX-License-Identifier: MIT
#include "bake/scene/figures.h"
#include "bake/scene/subject.h"
#include "bake/scene/unit.h"
#include "bake/volume/part_auto.h"
#include "bake/volume/pieces.h"
#include "test/kit/check.h"
#include "test/kit/creature.h"
#include "test/kit/renamed_body.h"
#include "test/kit/two_bodies.h"

typedef struct found {
    int32_t figure_count, count;
    double size; // of the character
    part_plan plans[PARTS_MOST];
    vec3 middles[PARTS_MOST];
} found;

static found* look_at(const scene* s, arena* a) {
    found* x = ARENA_NEW(a, found, 1);
    report r = report_new(a);
    pose p = bind_pose(s, a);
    surface f = surface_from_scene(s, &p, a);
    character c = character_new(s, &f, &p, a);
    x->size = c.size;
    x->figure_count = figures_of(s, &p, a).count;
    x->count = parts_find(&c, 1, a, x->plans, &r);
    for (int32_t i = 0; i < x->count; ++i) {
        double all = 0.0;
        for (int32_t v = 0; v < f.vertex_count; ++v) {
            double w = x->plans[i].region.value[v];
            x->middles[i] = v3_madd(x->middles[i], f.positions[v], w);
            all += w;
        }
        x->middles[i] = v3_scale(x->middles[i], 1.0 / all);
    }
    return x;
}

static int32_t part_called(const found* x, const char* name) {
    for (int32_t i = 0; i < x->count; ++i)
        if (strcmp(x->plans[i].name, name) == 0)
            return i;
    return -1;
}

static scene person(int names, double yaw, arena* a) {
    creature c = {.kind = PERSON, .names = names, .fat = 1.5, .limbs = 1.0};
    scene made = creature_make(&c, a);
    handed_over how = {.names = NAMES_KEPT, .yaw = yaw, .scale = 1.0};
    return renamed_body(&made, &how, a);
}

// Whoever looks the other way, or to the side, has his belly there.
TEST(two_people_have_their_bellies_in_front_each_of_himself) {
    static const double yaws[] = {0.0, 1.5707963267948966, 3.141592653589793};
    for (int k = 0; k < 3; ++k) {
        arena* a = arena_create();
        double sine, cosine;
        exact_sincos(yaws[k], &sine, &cosine);
        vec3 away = v3(2.0, 0, 1.0), front = v3(sine, 0, cosine), left = v3(cosine, 0, -sine);
        scene one = person(0, 0.0, a), other = person(k == 1 ? 1 : 0, yaws[k], a);
        scene s = two_bodies(&one, &other, away, a);
        found* x = look_at(&s, a);
        int32_t first = part_called(x, "belly"), second = part_called(x, "belly 2");
        int32_t thigh = part_called(x, "thigh left 2");
        CHECK(x->figure_count == 2 && first >= 0 && second >= 0 && thigh >= 0);
        if (first < 0 || second < 0 || thigh < 0)
            return;
        CHECK(x->middles[first].z > 0.02);
        CHECK(v3_dot(v3_sub(x->middles[second], away), front) > 0.02);
        CHECK(v3_dot(v3_sub(x->middles[thigh], away), left) > 0.05);
        CHECK(fabs(x->plans[first].flesh / x->plans[second].flesh - 1.0) < 0.03);
        arena_destroy(a);
    }
}

// A man beside a horse: two legs and four, thighs of both.
TEST(a_man_beside_an_animal_keeps_his_legs_and_it_keeps_its_own) {
    arena* a = arena_create();
    creature c = {.kind = ANIMAL, .names = 2, .fat = 1.0, .limbs = 1.0};
    scene one = person(0, 0.5, a), other = creature_make(&c, a);
    scene s = two_bodies(&one, &other, v3(1.5, 0, 0), a);
    found* x = look_at(&s, a);
    CHECK(part_called(x, "thigh left") >= 0 && part_called(x, "thigh right") >= 0);
    CHECK(part_called(x, "thigh left 2") >= 0 && part_called(x, "thigh right 2") >= 0);
    CHECK(part_called(x, "belly 2") >= 0 && x->middles[part_called(x, "belly 2")].y < 0.8);
    arena_destroy(a);
}

// A shirt that was made in another file brings its joints along: one figure, and one belly for both meshes.
TEST(clothes_with_a_copy_of_the_skeleton_are_of_their_wearer) {
    arena* a = arena_create();
    scene one = person(0, 0.0, a);
    cloth m = tailor_shirt(&one.primitives[0], -1e9, 1e9, 0.004, a);
    scene shirt = person(0, 0.0, a);
    m.p.material = shirt.primitives[0].material;
    shirt.primitives[0] = m.p;
    scene s = two_bodies(&one, &shirt, v3(0, 0, 0), a);
    found *x = look_at(&s, a), *alone = look_at(&one, a);
    CHECK(x->figure_count == 1 && x->count >= alone->count && part_called(x, "belly") >= 0);
    for (int32_t i = 0; i < x->count; ++i)
        CHECK(strstr(x->plans[i].name, " 2") == NULL);
    arena_destroy(a);
}

TEST(a_crowd_is_as_large_as_one_of_them) {
    arena* a = arena_create();
    scene one = person(0, 0.0, a), other = person(0, 1.0, a);
    scene s = two_bodies(&one, &other, v3(30.0, 0, 0), a);
    pose p = bind_pose(&s, a);
    surface f = surface_from_scene(&s, &p, a);
    unit_hints hints = unit_hints_of(&s);
    const char* reason;
    CHECK(unit_from_size(unit_box(&f, hints), hints, &reason, a) == UNIT_METRE);
    arena_destroy(a);
}

// The field is 40 m wide, more skin than the man has, and hangs on no skeleton.
static scene on_a_field(const scene* from, arena* a) {
    cloth c = cloth_new(a);
    cloth_box(&c, v3(0, -0.05, 0), v3(20, 0.05, 20), 0);
    c.p.influence_count = 0;
    scene s = tailor_add(from, "Object_1", "grass", 0.0f, &c, a);
    s.nodes[s.node_count - 1].skin = -1;
    return s;
}

TEST(the_ground_under_a_man_changes_neither_his_flesh_nor_his_size) {
    arena* a = arena_create();
    scene one = person(0, 0.4, a), s = on_a_field(&one, a);
    found *x = look_at(&s, a), *alone = look_at(&one, a);
    CHECK(x->count == alone->count && x->size == alone->size);
    for (int32_t i = 0; i < alone->count && x->count == alone->count; ++i)
        CHECK(strcmp(x->plans[i].name, alone->plans[i].name) == 0 &&
              fabs(x->plans[i].flesh / alone->plans[i].flesh - 1.0) < 1e-9);
    const char* reason;
    unit_hints hints = unit_hints_of(&s);
    pose p = bind_pose(&s, a);
    surface f = surface_from_scene(&s, &p, a);
    CHECK(unit_from_size(unit_box(&f, hints), hints, &reason, a) == UNIT_METRE);
    hints.rig_or_null = NULL; // as if the field were his
    CHECK(unit_from_size(unit_box(&f, hints), hints, &reason, a) == UNIT_CENTIMETRE);
    arena_destroy(a);
}

// Beside a small ground, or none, everything is shown, as it always was.
TEST(a_picture_of_a_man_on_a_wide_field_is_of_the_man) {
    arena* a = arena_create();
    scene one = person(0, 0.4, a), wide = on_a_field(&one, a);
    const scene* both[] = {&one, &wide};
    bounds boxes[2], all = bounds_of(NULL, 0);
    bool alone[2];
    for (int i = 0; i < 2; ++i) {
        pose p = bind_pose(both[i], a);
        surface f = surface_from_scene(both[i], &p, a);
        alone[i] = subject_box(&f, both[i], &boxes[i]);
        all = i == 0 ? bounds_of(f.positions, f.vertex_count) : all;
    }
    CHECK(!alone[0] && alone[1]);
    for (int i = 0; i < 2; ++i)
        CHECK(v3_distance(boxes[i].low, all.low) == 0.0 &&
              v3_distance(boxes[i].high, all.high) == 0.0);
    arena_destroy(a);
}

TEST_MAIN(CASE(a_picture_of_a_man_on_a_wide_field_is_of_the_man),
          CASE(the_ground_under_a_man_changes_neither_his_flesh_nor_his_size),
          CASE(a_crowd_is_as_large_as_one_of_them),
          CASE(two_people_have_their_bellies_in_front_each_of_himself),
          CASE(a_man_beside_an_animal_keeps_his_legs_and_it_keeps_its_own),
          CASE(clothes_with_a_copy_of_the_skeleton_are_of_their_wearer))
