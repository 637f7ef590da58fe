// Laws of contacts over many places: against brute force, under small motion, deep, thin, with itself.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/contact/contact_side.h"
#include "test/kit/contact_kit.h"

static contact_kit kit;

// The signed distance from a place to an upright bar of radius 0.25 and height 1 (round, not a prism).
static double bar_distance(const double x[3]) {
    double r = sqrt(x[0] * x[0] + x[2] * x[2]) - 0.25, y = fabs(x[1] - 0.5) - 0.5;
    double out = sqrt((r > 0.0 ? r * r : 0.0) + (y > 0.0 ? y * y : 0.0));
    return out > 0.0 ? out : r > y ? r : y;
}

TEST(distances_to_boxes_are_those_of_their_shapes) {
    CHECK(kit_open(&kit, kit_bar, 0));
    supple_matrix at = palette_matrix(0.7, 0.1, 0.2, -0.3);
    contact_side box =
        contact_side_of_collider(kit_put(&kit, kit_shape(SUPPLE_BOX, 0, 0.2, 0.3, 0.1), at));
    for (int round = 0; round < 2000; ++round) {
        double local[3] = {0.8 * kit_any(&kit), 0.8 * kit_any(&kit), 0.8 * kit_any(&kit)}, x[3];
        const frame_pose* p = &kit.colliders.slots[0].to;
        for (int i = 0; i < 3; ++i)
            x[i] = p->place[i] + dot3(p->turn[i], local);
        double half[3] = {0.2, 0.3, 0.1}, out = 0.0, in = -1.0;
        for (int i = 0; i < 3; ++i) {
            double over = fabs(local[i]) - half[i];
            out += over > 0.0 ? over * over : 0.0;
            in = over > in ? over : in;
        }
        contact_hit hit;
        CHECK(contact_side_nearest(&box, x, 10.0, &hit));
        CHECK_NEAR(hit.inside ? -hit.away : hit.away, out > 0.0 ? sqrt(out) : in, 1e-6);
        double to[3];
        minus3(x, hit.place, to);
        CHECK_NEAR(sqrt(dot3(to, to)), hit.away, 1e-9);
    }
    kit_close(&kit);
}

TEST(colliders_that_move_have_the_speed_of_their_poses) {
    CHECK(kit_open(&kit, kit_bar, 0));
    collider* c =
        kit_put(&kit, kit_shape(SUPPLE_SPHERE, 0.3, 0, 0, 0), palette_matrix(0.2, 0.0, 0.0, 0.0));
    supple_matrix to = palette_matrix(0.5, 0.1, -0.2, 0.3);
    CHECK(collider_move(c, &to));
    colliders_begin_step(&kit.colliders, 0.1);
    const double axis[3] = {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0}, go[3] = {1.0, -2.0, 3.0};
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR(c->spin[i], 3.0 * axis[i], 1e-5);
        CHECK_NEAR(c->velocity[i], go[i], 1e-6);
    }
    colliders_begin_substep(&kit.colliders, 0.5, 1.0, 0.1);
    CHECK_NEAR(c->now.place[2], 0.15, 1e-7);
    supple_matrix half = palette_matrix(0.35, 0.0, 0.0, 0.0);
    for (int i = 0; i < 9; ++i)
        CHECK_NEAR(c->now.turn[i / 3][i % 3], half.m[4 * (i % 3) + i / 3], 1e-3);
    colliders_end_step(&kit.colliders);
    colliders_begin_step(&kit.colliders, 0.1);
    CHECK(dot3(c->velocity, c->velocity) == 0.0 && dot3(c->spin, c->spin) == 0.0);
    kit_close(&kit);
}

TEST(stale_ids_and_shapes_that_are_none_are_refused) {
    CHECK(kit_open(&kit, kit_bar, 0));
    supple_matrix at = kit_at(0.0, 0.0, 0.0), flat = at;
    supple_shape ball = kit_shape(SUPPLE_SPHERE, 0.3, 0, 0, 0);
    supple_collider id = collider_add(&kit.colliders, &ball, &at);
    CHECK(collider_find(&kit.colliders, id) != NULL);
    collider_remove(&kit.colliders, id);
    CHECK(collider_find(&kit.colliders, id) == NULL);
    supple_collider next = collider_add(&kit.colliders, &ball, &at);
    CHECK(next.index == id.index && next.generation != id.generation);
    ball.radius = NAN;
    CHECK(collider_add(&kit.colliders, &ball, &at).generation == 0);
    ball.radius = 0.1f;
    flat.m[0] = 0.0f; // no width along x
    CHECK(collider_add(&kit.colliders, &ball, &flat).generation == 0);
    uint32_t wrong[3] = {0, 1, 3};
    float places[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    supple_shape mesh = {.kind = SUPPLE_MESH,
                         .positions = places,
                         .triangles = wrong,
                         .vertex_count = 3,
                         .triangle_count = 1,
                         .friction = SUPPLE_UNSET};
    CHECK(collider_add(&kit.colliders, &mesh, &at).generation == 0);
    kit_close(&kit);
}

// Gaps of points against those of the exact bar: the prism of 16 sides lies up to 0.005 inside it.
TEST(overlaps_of_two_bodies_are_as_deep_as_they_are) {
    CHECK(kit_open(&kit, kit_bar, 2));
    int overlapping = 0, beyond = 0;
    for (int round = 0; round < 300; ++round) {
        supple_matrix at = palette_matrix(3.0 * kit_any(&kit), 0.35 * kit_any(&kit),
                                          0.5 + 0.6 * kit_any(&kit), 0.35 * kit_any(&kit));
        kit_stay(&kit, 1, at);
        kit_find(&kit);
        for (int i = 0; i < kit.count; ++i) {
            const contact* t = &kit.found[i];
            double on_other[3], gap;
            along3(t->place, -0.5 * t->gap, t->normal, on_other); // the point of the other
            if (t->gap >= 0.0 || t->there.weight[0] != 1.0f)      // of the other's own points
                continue;
            ++overlapping;
            gap = bar_distance(on_other);
            CHECK(t->gap > -0.5 - 0.001); // of the size: no overlap counts as deeper
            beyond += gap >= 0.006;       // it has come out again at another face
            if (gap < 0.006)              // else it is not nearer to the surface than that is
                CHECK(t->gap < gap + 0.006);
        }
    }
    printf("%d points overlap, %d of them are beyond\n", overlapping, beyond);
    CHECK(overlapping > 1000 && 10 * beyond < overlapping);
    kit_close(&kit);
}

TEST(the_deepest_contact_follows_small_motion) {
    CHECK(kit_open(&kit, kit_bar, 2));
    kit_put(&kit, kit_shape(SUPPLE_SPHERE, 0.2, 0, 0, 0), kit_at(0.47, 0.3, 0.05));
    kit_put(&kit, kit_shape(SUPPLE_CAPSULE, 0.1, 0, 0.3, 0), palette_matrix(1.0, 0.38, 0.6, -0.1));
    kit_put(&kit, kit_shape(SUPPLE_BOX, 0, 0.2, 0.03, 0.3), kit_at(0.45, 0.9, 0.0));
    kit_put(&kit, kit_shape(SUPPLE_PLANE, 0, 0, 0, 0), kit_at(0.0, 0.0, 0.0));
    double last[5];
    for (int step = 0; step <= 800; ++step) {
        double displacement = 0.06 * step / 800.0, now[5] = {0.0, 0.0, 0.0, 0.0, 0.0};
        kit_stay(&kit, 0,
                 palette_matrix(0.5 * displacement, displacement, -0.5 * displacement,
                                0.3 * displacement));
        kit_stay(&kit, 1, kit_at(0.1, 1.02 - displacement, 0.05));
        kit_find(&kit);
        for (int i = 0; i < kit.count; ++i) {
            int k = kit.found[i].collider < 0 ? 4 : kit.found[i].collider;
            now[k] = kit.found[i].gap < now[k] ? kit.found[i].gap : now[k];
        }
        for (int k = 0; k < 5 && step > 0; ++k) // it moves by 1e-4 a step
            CHECK(fabs(now[k] - last[k]) < 2e-3);
        memcpy(last, now, sizeof last);
    }
    for (int k = 0; k < 5; ++k)
        CHECK(last[k] < -0.005);
    kit_close(&kit);
}

TEST(what_is_found_does_not_hang_on_what_was_found_before) {
    static contact first[KIT_CONTACTS];
    CHECK(kit_open(&kit, kit_bar, 2));
    kit_put(&kit, kit_shape(SUPPLE_BOX, 0, 0.2, 0.1, 0.3), palette_matrix(0.4, -0.4, 0.6, 0.0));
    for (int round = 0; round < 20; ++round) {
        supple_matrix at = kit_anywhere(&kit, 0.4);
        kit_stay(&kit, 1, at);
        kit_find(&kit);
        int32_t count = kit.count;
        memcpy(first, kit.found, sizeof first);
        kit_stay(&kit, 1, kit_anywhere(&kit, 0.4));
        kit_find(&kit);
        kit_stay(&kit, 1, at);
        kit_find(&kit);
        double gap = kit_deepest(&kit);
        for (int i = 0; i < kit.count;
             ++i) // those that stood before are preferred where some are left out
            for (int k = 0; k < count; ++k)
                CHECK(first[k].key != kit.found[i].key || first[k].gap == kit.found[i].gap);
        memcpy(kit.found, first, sizeof first);
        kit.count = count;
        CHECK(fabs(kit_deepest(&kit) - gap) <= 0.002);
    }
    kit_close(&kit);
}

TEST(sleepers_are_not_evaluated_again) {
    CHECK(kit_open(&kit, kit_bar, 2));
    kit.looks[0].asleep = kit.looks[1].asleep = true;
    kit_stay(&kit, 1, kit_at(0.0, 0.95, 0.0));
    kit_put(&kit, kit_shape(SUPPLE_PLANE, 0, 0, 0, 0), kit_at(0.0, 0.01, 0.0));
    kit_find(&kit);
    CHECK(kit.count == 0);
    CHECK(kit.looks[0].skin_or_null->evaluated == 0 && kit.looks[1].skin_or_null->evaluated == 0);
    kit.looks[1].asleep = false; // one awake finds the other
    kit_find(&kit);
    CHECK(kit.count > 0 && kit.found[0].other == 1);
    kit_find(&kit);
    CHECK(kit.count > 0 && kit.looks[0].skin_or_null->evaluated == 0);
    kit_close(&kit);
}

// A limb that its bones fold back onto itself.
TEST(a_folded_limb_has_contacts_with_itself_and_a_straight_one_does_not) {
    asset_maker_options o = {.rings = 40, .sides = 16, .bone_count = KIT_BONES, .height = 4.0};
    CHECK(kit_open(&kit, o, 1));
    kit.scene.self = true;
    kit_find(&kit);
    CHECK(kit.count == 0);
    for (int b = 0; b < KIT_BONES;
         ++b) { // a half turn about z at half its height, the upper half moved
        supple_matrix m = kit_at(0.0, 0.0, 0.0);
        if (b >= KIT_BONES / 2) {
            m.m[0] = m.m[5] = -1.0f;
            m.m[12] = 2.0f; // beside the lower half: radius 1 each
            m.m[13] = 4.0f;
        }
        kit_rows(&m, kit.rows[0][0][b]);
        kit_rows(&m, kit.rows[0][1][b]);
    }
    kit_find(&kit);
    CHECK(kit.count > 2);
    int across = 0;
    for (int i = 0; i < kit.count; ++i) {
        CHECK(kit.found[i].body == 0 && kit.found[i].other == 0);
        // at the fold flesh is thinner
        CHECK_NEAR(kit.found[i].place[0], 1.0, kit.found[i].place[1] > 1.5 ? 0.3 : 0.15);
        CHECK_NEAR(kit.found[i].gap, 0.0, 0.1);
        if (kit.found[i].place[1] > 1.5)
            continue; // within the fold surfaces look any way
        CHECK(fabs(kit.found[i].normal[0]) > 0.9);
        ++across;
    }
    CHECK(across > 10);
    kit_close(&kit);
}

TEST(a_pick_by_the_tree_is_that_by_all_triangles) {
    asset_maker_options o = {.rings = 60, .sides = 40, .bone_count = KIT_BONES, .seam = true};
    CHECK(kit_open(&kit, o, 1));
    supple_matrix palette[KIT_BONES];
    palette_script(palette, KIT_BONES, 0.7);
    supple_body_move(kit.bodies[0], palette);
    kit_deform(&kit, 0, 0.1);
    int hits = 0;
    for (int round = 0; round < 300; ++round) {
        supple_vec3 from = {(float)(2.0 * kit_any(&kit)), (float)(2.0 * kit_any(&kit)), 2.0f};
        supple_vec3 to = {(float)(0.4 * kit_any(&kit)), (float)(0.5 + 0.6 * kit_any(&kit)),
                          (float)(0.4 * kit_any(&kit))};
        supple_vec3 displacement = {to.x - from.x, to.y - from.y, to.z - from.z};
        supple_point a, b;
        float d = 0.0f, e = 0.0f;
        bool all = supple_body_pick(kit.bodies[0], from, displacement, &a, &d);
        kit.bodies[0]->skin_or_null = kit.looks[0].skin_or_null;
        bool by_tree = supple_body_pick(kit.bodies[0], from, displacement, &b, &e);
        kit.bodies[0]->skin_or_null = NULL;
        CHECK(all == by_tree && d == e);
        hits += all;
    }
    CHECK(hits > 100 && hits < 300);
    kit_close(&kit);
}

TEST(a_full_list_keeps_the_deepest) {
    CHECK(kit_open(&kit, kit_bar, 1));
    kit_put(&kit, kit_shape(SUPPLE_PLANE, 0, 0, 0, 0), palette_matrix(0.3, 0.0, 0.3, 0.0));
    kit_find(&kit);
    int32_t all = kit.count, few = 10;
    double gap = kit_deepest(&kit);
    CHECK(all > 3 * few);
    contact_finder* small =
        contact_finder_start(malloc(contact_finder_size(KIT_BODIES, few)), KIT_BODIES, few);
    contact some[10];
    CHECK(contact_find(small, &kit.scene, some) == few);
    CHECK(contact_dropped(small) == (uint32_t)(all - few));
    double shallowest = -INFINITY, least = INFINITY;
    for (int i = 0; i < few; ++i) {
        shallowest = some[i].gap > shallowest ? some[i].gap : shallowest;
        least = some[i].gap < least ? some[i].gap : least;
    }
    CHECK(least == gap);
    int deeper = 0;
    for (int i = 0; i < all; ++i)
        deeper += kit.found[i].gap < shallowest;
    CHECK(deeper < few);
    free(small);
    kit_close(&kit);
}

TEST_MAIN(CASE(distances_to_boxes_are_those_of_their_shapes),
          CASE(colliders_that_move_have_the_speed_of_their_poses),
          CASE(stale_ids_and_shapes_that_are_none_are_refused),
          CASE(overlaps_of_two_bodies_are_as_deep_as_they_are),
          CASE(the_deepest_contact_follows_small_motion),
          CASE(what_is_found_does_not_hang_on_what_was_found_before),
          CASE(sleepers_are_not_evaluated_again),
          CASE(a_folded_limb_has_contacts_with_itself_and_a_straight_one_does_not),
          CASE(a_pick_by_the_tree_is_that_by_all_triangles), CASE(a_full_list_keeps_the_deepest))
