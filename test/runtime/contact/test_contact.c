// Contacts by geometry: with every kind of collider, shallow, deep, fast, and not at all.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/contact_kit.h"

static contact_kit kit;

// A bar of radius 0.25 and height 1, on bones.
static const asset_maker_options limb = {.rings = 12, .sides = 16, .bone_count = KIT_BONES};

static double length(const double a[3]) {
    return sqrt(dot3(a, a));
}

// Far from the origin floats put corners of small triangles into one place.
TEST(the_nearest_point_of_a_flat_triangle_is_one_of_its_edge) {
    const double a[3] = {1.0, 0.0, 0.0}, b[3] = {2.0, 1.0, -1.0}, x[3] = {1.7, 1.0, 0.2};
    double s, t, want[3];
    near_segments(a, b, x, x, &s, &t);
    for (int k = 0; k < 3; ++k)
        want[k] = a[k] + s * (b[k] - a[k]);
    CHECK(s > 0.1 && s < 0.9);
    const double* const corners[4][3] = {{a, a, b}, {a, b, a}, {b, a, a}, {a, b, b}};
    for (int n = 0; n < 4; ++n) {
        near_point p = near_triangle(x, corners[n][0], corners[n][1], corners[n][2]);
        for (int k = 0; k < 3; ++k)
            CHECK_NEAR(p.place[k], want[k], 1e-12);
    }
    near_point p = near_triangle(x, a, a, a);
    CHECK(p.place[0] == a[0] && p.place[1] == a[1] && p.place[2] == a[2]);
}

TEST(nothing_is_evaluated_when_nothing_is_near) {
    CHECK(kit_open(&kit, limb, 2));
    kit_put(&kit, kit_shape(SUPPLE_PLANE, 0, 0, 0, 0), kit_at(0.0, -2.0, 0.0));
    kit_put(&kit, kit_shape(SUPPLE_SPHERE, 0.2, 0, 0, 0), kit_at(0.6, 0.5, 0.0));
    kit_put(&kit, kit_shape(SUPPLE_BOX, 0, 0.1, 0.1, 0.1), kit_at(-0.6, 0.5, 0.0));
    kit_stay(&kit, 1, kit_at(0.0, 0.0, 1.0));
    kit_find(&kit);
    CHECK(kit.count == 0);
    for (int i = 0; i < 2; ++i)
        CHECK(kit.looks[i].skin_or_null->evaluated == 0);
    kit_close(&kit);
}

TEST(points_are_where_skinning_has_them) {
    CHECK(kit_open(&kit, limb, 1));
    kit_deform(&kit, 0, 0.1);
    supple_matrix palette[KIT_BONES];
    palette_script(palette, KIT_BONES, 0.7);
    supple_body_move(kit.bodies[0], palette);
    contact_surface* s = kit.looks[0].skin_or_null;
    const float(*rows)[12] = body_palette(kit.bodies[0]);
    contact_surface_update(s, rows, rows, 0.01, false);
    contact_surface_evaluate(s);
    float* skinned = malloc(12 * (size_t)kit.maker.asset.vertex_count);
    supple_streams out = supple_streams_packed(skinned, NULL);
    supple_body_skin(kit.bodies[0], &out);
    for (int32_t p = 0; p < s->rest->point_count; ++p)
        for (int a = 0; a < 3; ++a) {
            CHECK_NEAR(s->places[p][a], skinned[3 * s->rest->vertex[p] + (uint32_t)a], 1e-6);
            CHECK(s->places[p][a] >= s->low[a] && s->places[p][a] <= s->high[a]);
        }
    free(skinned);
    kit_close(&kit);
}

TEST(boxes_of_clumps_hold_their_points_and_points_one_by_one_are_those_of_all_at_once) {
    asset_maker_options o = limb;
    o.rings = 60;
    o.sides = 60;
    CHECK(kit_open(&kit, o, 1));
    contact_surface* s = kit.looks[0].skin_or_null;
    CHECK(s->rest->point_count > CONTACT_SMALL && s->rest->clump_count > 20);
    for (int round = 0; round < 5; ++round) {
        kit_deform(&kit, 0, 0.2);
        for (int b = 0; b < KIT_BONES; ++b) {
            supple_matrix m = kit_anywhere(&kit, 0.3);
            kit_rows(&m, kit.rows[0][0][b]);
            kit_rows(&m, kit.rows[0][1][b]);
        }
        contact_surface_update(s, (const float(*)[12])kit.rows[0][0],
                               (const float(*)[12])kit.rows[0][1], 0.01, false);
        double one[20][3];
        for (uint32_t p = 0; p < 20; ++p)
            contact_surface_place(s, 100 * p, one[p]);
        CHECK(s->evaluated == 20);
        contact_surface_evaluate(s);
        for (uint32_t p = 0; p < 20; ++p)
            for (int a = 0; a < 3; ++a)
                CHECK(one[p][a] == (double)s->places[100 * p][a]);
        for (int32_t c = 0; c < s->rest->clump_count; ++c) {
            float low[3], high[3];
            contact_surface_clump_box(s, c, low, high);
            for (int32_t t = 3 * s->rest->clumps[c].first; t < 3 * s->rest->clumps[c].end; ++t)
                for (int a = 0; a < 3; ++a) {
                    float x = s->places[s->rest->corners[t / 3][t % 3]][a];
                    CHECK(x >= low[a] && x <= high[a]);
                }
        }
    }
    kit_close(&kit);
}

TEST(a_plane_has_contacts_with_all_points_at_and_below_it) {
    CHECK(kit_open(&kit, kit_bar, 1));
    kit_put(&kit, kit_shape(SUPPLE_PLANE, 0, 0, 0, 0), kit_at(0.0, 0.02, 0.0));
    kit_find(&kit);
    CHECK(kit.count == 17); // the foot: 16 points and its middle
    for (int i = 0; i < kit.count; ++i) {
        CHECK_NEAR(kit.found[i].gap, -0.02, 1e-6);
        CHECK(kit.found[i].normal[1] == 1.0);
        CHECK_NEAR(kit.found[i].place[1], 0.01, 1e-6);
    }
    kit_stay(&kit, 0, kit_at(0.0, 0.1, 0.0));
    kit_find(&kit);
    CHECK(kit.count == 0);
    kit_place(&kit, 0, kit_at(0.0, 0.1, 0.0), kit_at(0.0, 0.0, 0.0)); // falls on it
    kit_find(&kit);
    CHECK(kit.count == 17);
    CHECK_NEAR(kit_deepest(&kit), 0.08, 1e-6);
    kit_close(&kit);
}

TEST(clusters_keep_the_deepest_and_lie_apart) {
    CHECK(kit_open(&kit, kit_bar, 1));
    kit_put(&kit, kit_shape(SUPPLE_PLANE, 0, 0, 0, 0), palette_matrix(0.05, 0.0, 0.01, 0.0));
    kit_find(&kit);
    int32_t all = kit.count;
    double gap = kit_deepest(&kit);
    kit.scene.cluster = 0.2;
    for (int round = 0; round < 3; ++round) {
        kit_find(&kit);
        CHECK(kit.count < all && kit.count >= 3);
        CHECK(kit_deepest(&kit) - gap < 0.002 + 1e-9);
        for (int i = 0; i < kit.count; ++i)
            for (int j = 0; j < i; ++j) {
                double d[3];
                minus3(kit.found[i].place, kit.found[j].place, d);
                CHECK(length(d) >= 0.2 * kit.looks[0].skin_or_null->size);
            }
    }
    kit_close(&kit);
}

TEST(small_balls_are_felt_between_points) {
    CHECK(kit_open(&kit, kit_bar, 1));
    double angle = EXACT_PI / 16.0, far = 0.25 * cos(angle); // the middle of a side
    kit_put(&kit, kit_shape(SUPPLE_SPHERE, 0.01, 0, 0, 0),
            kit_at((far + 0.005) * cos(angle), 0.54, (far + 0.005) * sin(angle)));
    kit_find(&kit);
    CHECK(kit.count >= 1);
    CHECK_NEAR(kit.found[0].gap, -0.005, 1e-6);
    CHECK_NEAR(kit.found[0].normal[0], -cos(angle), 1e-5);
    // its middle inside: still pushed back the way it came
    collider_place(&kit.colliders.slots[0],
                   &(supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, (float)(0.2 * cos(angle)),
                                     0.54f, (float)(0.2 * sin(angle)), 1}});
    kit_find(&kit);
    CHECK(kit.count == 1);
    CHECK_NEAR(kit.found[0].gap, 0.2 - far - 0.01, 1e-6);
    CHECK_NEAR(kit.found[0].normal[0], -cos(angle), 1e-5);
    kit_close(&kit);
}

// Across a ridge of the bar, 4 mm deep there and clear of it everywhere else: the ridge is found wherever along both they cross, and
// a capsule of a hundred sizes costs no more than one of three.
TEST(thin_capsules_are_felt_where_they_cross_a_ridge) {
    CHECK(kit_open(&kit, kit_bar, 1));
    double bound = 0.0;
    for (int n = 0; n < 400; ++n) {
        static const double halves[4] = {0.05, 0.3, 1.5, 50.0};
        double half = halves[n % 4], y = 0.5 + 0.4 * kit_any(&kit), angle = EXACT_PI / 8 * (n % 16),
               c = cos(angle), s = sin(angle), aside = 0.8 * half * kit_any(&kit);
        aside = fmax(-0.4, fmin(0.4, aside));
        supple_matrix lies = {{(float)c, 0, (float)s, 0, (float)-s, 0, (float)c, 0, 0, -1, 0, 0,
                               (float)(0.256 * c - aside * s), (float)y,
                               (float)(0.256 * s + aside * c), 1}};
        collider* made = kit_put(&kit, kit_shape(SUPPLE_CAPSULE, 0.01, 0, half, 0), lies);
        CHECK(made != NULL);
        kit_find(&kit);
        CHECK(kit.count > 0);
        CHECK_NEAR(kit_deepest(&kit), -0.004, 2e-5);
        double points = contact_work_of(kit.finder).points;
        bound = half < 2.0 && points > bound ? points : bound;
        CHECK(half < 2.0 || n < 40 || points <= 1.5 * bound);
        collider_remove(&kit.colliders, collider_id(&kit.colliders, 0));
    }
    kit_close(&kit);
}

TEST(corners_and_edges_of_boxes_are_felt_between_points) {
    CHECK(kit_open(&kit, kit_bar, 1));
    double far = 0.25 * cos(EXACT_PI / 16.0);
    // a corner pokes into the middle of the foot, an edge along the side
    kit_put(&kit, kit_shape(SUPPLE_BOX, 0, 0.1, 0.1, 0.1), kit_at(0.12, -0.09, 0.13));
    kit_find(&kit);
    CHECK(kit.count > 0);
    CHECK_NEAR(kit_deepest(&kit), -0.01, 2e-3);
    supple_shape blade =
        kit_shape(SUPPLE_BOX, 0, 0.02, 0.002, 0.5); // across the side, between rings
    collider_remove(&kit.colliders, collider_id(&kit.colliders, 0));
    kit_put(&kit, blade, kit_at(far + 0.015, 0.54, 0.0));
    kit_find(&kit);
    CHECK(kit.count > 0);
    CHECK(kit_deepest(&kit) < -0.004 && kit_deepest(&kit) > -0.016);
    for (int i = 0; i < kit.count; ++i)
        if (kit.found[i].gap < 0.0)
            CHECK(kit.found[i].normal[0] < -0.5);
    kit_close(&kit);
}

TEST(a_plate_pushes_back_the_way_a_body_came) {
    static const float sheet[4][3] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
    static const uint32_t faces[2][3] = {{0, 1, 2}, {0, 2, 3}};
    for (int kind = 0; kind < 4; ++kind) { // a box or a mesh, above or below
        bool mesh = kind & 1, below = kind & 2;
        CHECK(kit_open(&kit, kit_bar, 1));
        supple_shape shape = kit_shape(SUPPLE_BOX, 0, 1, 0.0005, 1);
        if (mesh)
            shape = (supple_shape){.kind = SUPPLE_MESH,
                                   .positions = sheet[0],
                                   .triangles = faces[0],
                                   .vertex_count = 4,
                                   .triangle_count = 2,
                                   .friction = SUPPLE_UNSET};
        kit_put(&kit, shape, kit_at(0.0, 0.0, 0.0));
        double side = below ? -1.0 : 1.0, base = below ? -1.0 : 0.0;
        const double depths[] = {-0.01, 0.0, 0.0002, 0.002, 0.02, 0.05};
        for (int d = 0; d < 6; ++d) {
            kit_stay(&kit, 0, kit_at(0.0, base - side * depths[d], 0.0));
            kit_find(&kit);
            if (d == 0) {
                CHECK(kit.count == 0);
                continue;
            }
            CHECK(kit.count >= 16);
            for (int i = 0; i < kit.count; ++i)
                CHECK(kit.found[i].normal[1] * side > 0.9);
            CHECK_NEAR(kit_deepest(&kit), -depths[d] - (mesh ? 0.0 : 0.0005), 1e-5);
        }
        // 60 m/s at 60 Hz
        kit_place(&kit, 0, kit_at(0.0, base + side * 0.3, 0.0),
                  kit_at(0.0, base - side * 0.7, 0.0));
        kit_find(&kit);
        CHECK(kit.count >= 16);
        CHECK_NEAR(kit_deepest(&kit), 0.3 - (mesh ? 0.0 : 0.0005), 1e-5);
        for (int i = 0; i < kit.count; ++i)
            CHECK(kit.found[i].normal[1] * side > 0.9);
        kit_close(&kit);
    }
}

TEST(bodies_have_contacts_where_they_meet_and_normals_part_them) {
    const double depths[] = {-0.004, 0.0, 0.01, 0.05, 0.09};
    CHECK(kit_open(&kit, kit_bar, 2));
    for (int d = 0; d < 5; ++d) { // one stands on the other
        kit_stay(&kit, 1, kit_at(0.03, 1.0 - depths[d], 0.02));
        kit_find(&kit);
        CHECK(kit.count >= 10);
        CHECK_NEAR(kit_deepest(&kit), -depths[d], 1e-5);
        for (int i = 0; i < kit.count; ++i) {
            CHECK(kit.found[i].body == 0 && kit.found[i].other == 1 && kit.found[i].collider == -1);
            if (kit.found[i].gap < 0.5 * kit_deepest(&kit) - 1e-4)
                CHECK(kit.found[i].normal[1] < -0.7);
        }
    }
    kit_stay(&kit, 1, kit_at(0.03, 1.01, 0.02));
    kit_find(&kit);
    CHECK(kit.count == 0);
    kit_place(&kit, 1, kit_at(0.03, 1.3, 0.02), kit_at(0.03, 0.3, 0.02));
    kit_find(&kit);
    CHECK(kit.count >= 10);
    CHECK_NEAR(kit_deepest(&kit), 0.3, 1e-5);
    kit_close(&kit);
}

TEST(every_normal_is_unit_and_every_point_is_of_its_body) {
    static const supple_shape_kind kinds[] = {SUPPLE_PLANE, SUPPLE_SPHERE, SUPPLE_CAPSULE,
                                              SUPPLE_BOX};
    CHECK(kit_open(&kit, limb, 2));
    kit.scene.cluster = 0.05;
    for (int i = 0; i < 4; ++i)
        kit_put(&kit, kit_shape(kinds[i], 0.1, 0.1, 0.15, 0.1), kit_at(0.0, 0.0, 0.0));
    int found = 0;
    for (int round = 0; round < 200; ++round) {
        for (int b = 0; b < 2; ++b) {
            supple_matrix at = kit_anywhere(&kit, 0.8);
            kit_place(&kit, b, at, kit_anywhere(&kit, 0.8));
            kit_deform(&kit, b, 0.1);
        }
        for (int i = 0; i < 4; ++i) {
            supple_matrix at = kit_anywhere(&kit, 0.8), next = kit_anywhere(&kit, 0.8);
            collider_place(&kit.colliders.slots[i], &at);
            collider_move(&kit.colliders.slots[i], &next);
        }
        colliders_begin_step(&kit.colliders, 0.01);
        kit_find(&kit);
        colliders_end_step(&kit.colliders);
        found += kit.count;
        for (int i = 0; i < kit.count; ++i) {
            const contact* t = &kit.found[i];
            CHECK_NEAR(length(t->normal), 1.0, 1e-9);
            CHECK(isfinite(t->gap) && isfinite(t->place[0] + t->place[1] + t->place[2]));
            double sum = 0.0;
            for (int k = 0; k < 3; ++k) {
                CHECK(t->at.vertex[k] < (uint32_t)kit.maker.asset.vertex_count);
                sum += (double)t->at.weight[k];
            }
            CHECK_NEAR(sum, 1.0, 1e-5);
        }
    }
    printf("%d contacts\n", found);
    CHECK(found > 1000);
    kit_close(&kit);
}

TEST_MAIN(CASE(the_nearest_point_of_a_flat_triangle_is_one_of_its_edge),
          CASE(nothing_is_evaluated_when_nothing_is_near), CASE(points_are_where_skinning_has_them),
          CASE(boxes_of_clumps_hold_their_points_and_points_one_by_one_are_those_of_all_at_once),
          CASE(a_plane_has_contacts_with_all_points_at_and_below_it),
          CASE(clusters_keep_the_deepest_and_lie_apart), CASE(small_balls_are_felt_between_points),
          CASE(corners_and_edges_of_boxes_are_felt_between_points),
          CASE(a_plate_pushes_back_the_way_a_body_came),
          CASE(bodies_have_contacts_where_they_meet_and_normals_part_them),
          CASE(every_normal_is_unit_and_every_point_is_of_its_body),
          CASE(thin_capsules_are_felt_where_they_cross_a_ridge))
