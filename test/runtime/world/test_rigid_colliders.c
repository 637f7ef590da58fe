// Colliders of every kind under rigid bodies: two ways to say the same shape have the same motion, what moves carries, nothing passes.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/rigid_kit.h"

enum { MOST = 32, SIDE = 9 };

static void step(supple_world* w, int frames) {
    for (int i = 0; i < frames; ++i)
        supple_world_step(w, 1.0f / 60.0f);
}

// Corners and triangles of a box, as those of colliders.
static const uint32_t box_triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
static void box_corners(supple_vec3 half, float out[8][3]) {
    for (int i = 0; i < 8; ++i) {
        out[i][0] = i & 1 ? half.x : -half.x;
        out[i][1] = i & 2 ? half.y : -half.y;
        out[i][2] = i & 4 ? half.z : -half.z;
    }
}

// A sphere, a box and a capsule dropped on a collider: where they are after a second.
static void drop(const supple_shape* s, supple_matrix pose, supple_vec3 out[3]) {
    supple_shape shapes[3] = {rigid_sphere(0.1, 500), rigid_box(0.1, 0.06, 0.08, 500),
                              rigid_capsule(0.06, 0.1, 500)};
    for (int i = 0; i < 3; ++i) {
        supple_world* w = supple_world_create(NULL, NULL);
        supple_collider c = supple_world_add_collider(w, s, &pose);
        supple_body* b = rigid_add(w, &shapes[i], rigid_turned(0.3 * i, 0.03 * i, 0.35, 0.02));
        if (c.generation == 0 || b == NULL)
            out[i] = (supple_vec3){NAN, NAN, NAN};
        else {
            step(w, 60);
            out[i] = supple_body_measures(b).centre;
        }
        rigid_destroy(w);
    }
}

static double apart(supple_vec3 a, supple_vec3 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
           z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

TEST(a_box_its_hull_and_a_compound_of_it_are_one) {
    supple_shape box = {.kind = SUPPLE_BOX, .half = {0.5f, 0.1f, 0.4f}, .friction = SUPPLE_UNSET},
                 hull = {.kind = SUPPLE_HULL, .vertex_count = 8, .friction = SUPPLE_UNSET},
                 halves = {.kind = SUPPLE_COMPOUND, .friction = SUPPLE_UNSET};
    float corners[8][3];
    box_corners(box.half, corners);
    hull.positions = corners[0];
    supple_shape_part parts[2] = {
        {{.kind = SUPPLE_BOX, .half = {0.25f, 0.1f, 0.4f}, .friction = SUPPLE_UNSET},
         rigid_at(-0.25, 0, 0)},
        {{.kind = SUPPLE_BOX, .half = {0.25f, 0.1f, 0.4f}, .friction = SUPPLE_UNSET},
         rigid_at(0.25, 0, 0)}};
    halves.parts = parts;
    halves.part_count = 2;
    supple_vec3 a[3], b[3], c[3];
    drop(&box, rigid_turned(0.05, 0, 0, 0), a);
    drop(&hull, rigid_turned(0.05, 0, 0, 0), b);
    drop(&halves, rigid_turned(0.05, 0, 0, 0), c);
    for (int i = 0; i < 3; ++i) {
        printf("  %d: hull %.2g, compound %.2g off\n", i, apart(a[i], b[i]), apart(a[i], c[i]));
        CHECK(apart(a[i], b[i]) < 1e-4);
        CHECK(apart(a[i], c[i]) < 2e-2); // the seam has contacts of two boxes
    }
}

TEST(a_height_field_is_the_mesh_of_its_triangles) {
    float heights[SIDE * SIDE], positions[SIDE * SIDE][3];
    uint32_t triangles[2 * (SIDE - 1) * (SIDE - 1)][3];
    int count = 0;
    for (int r = 0; r < SIDE; ++r)
        for (int k = 0; k < SIDE; ++k) {
            int v = r * SIDE + k;
            heights[v] = (float)(0.1 * sin(0.9 * k) * cos(0.7 * r));
            positions[v][0] = 1.0f * (2.0f * (float)k / (SIDE - 1) - 1.0f);
            positions[v][1] = heights[v];
            positions[v][2] = 0.8f * (2.0f * (float)r / (SIDE - 1) - 1.0f);
            if (r + 1 == SIDE || k + 1 == SIDE)
                continue;
            uint32_t i = (uint32_t)v, below = i + SIDE;
            const uint32_t both[2][3] = {{i, below, below + 1}, {i, below + 1, i + 1}};
            memcpy(triangles[count], both, sizeof both);
            count += 2;
        }
    supple_shape field = {.kind = SUPPLE_HEIGHTS,
                          .heights = heights,
                          .columns = SIDE,
                          .rows = SIDE,
                          .half = {1.0f, 0, 0.8f},
                          .friction = SUPPLE_UNSET},
                 mesh = {.kind = SUPPLE_MESH,
                         .positions = positions[0],
                         .triangles = triangles[0],
                         .vertex_count = SIDE * SIDE,
                         .triangle_count = count,
                         .friction = SUPPLE_UNSET};
    supple_vec3 a[3], b[3];
    drop(&field, rigid_at(0, 0, 0), a);
    drop(&mesh, rigid_at(0, 0, 0), b);
    CHECK(memcmp(a, b, sizeof a) == 0); // to the bit
    for (int i = 0; i < 3; ++i)
        CHECK(a[i].y > -0.05f && a[i].y < 0.3f);
    supple_world* w = supple_world_create(NULL, NULL);
    supple_matrix pose = rigid_at(0, 0, 0);
    CHECK(supple_world_add_collider(w, &field, &pose).generation != 0);
    supple_hit hit;
    CHECK(supple_world_ray(w, (supple_vec3){0.1f, 1, 0.1f}, (supple_vec3){0, -2, 0}, NULL, &hit));
    supple_world_destroy(w);
}

// Up, down and sideways: what lies on it goes along, and its speed never differs by a kick.
TEST(a_moving_mesh_carries_a_body_without_a_kick) {
    float corners[8][3];
    box_corners((supple_vec3){0.5f, 0.1f, 0.5f}, corners);
    supple_shape mesh = {.kind = SUPPLE_MESH,
                         .positions = corners[0],
                         .triangles = box_triangles,
                         .vertex_count = 8,
                         .triangle_count = 12,
                         .friction = 0.8f};
    supple_shape shapes[2] = {rigid_box(0.1, 0.06, 0.08, 500), rigid_sphere(0.08, 500)};
    for (int i = 0; i < 2; ++i) {
        supple_world* w = supple_world_create(NULL, NULL);
        supple_matrix pose = rigid_at(0, 0, 0);
        supple_collider c = supple_world_add_collider(w, &mesh, &pose);
        double up = i == 0 ? 0.06 : 0.08, most = 0.0;
        supple_body* b = rigid_add(w, &shapes[i], rigid_at(0, 0.1 + up, 0));
        step(w, 10);
        for (int frame = 0; frame < 180; ++frame) {
            double t = (frame + 1) / 60.0, speed = 0.15 * 2.0 * sin(2.0 * t);
            pose = rigid_at(i == 0 ? 0.1 * sin(t) : 0.0, 0.15 * (1.0 - cos(2.0 * t)), 0);
            supple_world_move_collider(w, c, &pose);
            step(w, 1);
            most = fmax(most, fabs((double)supple_body_motion(b).velocity.y - speed));
        }
        supple_measures m = supple_body_measures(b);
        printf("  %s: speed off by %.2g m/s at most\n", i == 0 ? "box" : "ball", most);
        CHECK(most < 0.03);
        CHECK_NEAR(m.centre.y, (double)pose.m[13] + 0.1 + up, 2e-3);
        if (i == 0)
            CHECK_NEAR(m.centre.x, (double)pose.m[12], 0.01);
        rigid_destroy(w);
    }
}

// Shapes at 60 m/s at plates of every kind, straight and aslant; and plates that are swung at shapes that stand.
TEST(nothing_fast_passes_a_thin_plate) {
    float corners[8][3];
    box_corners((supple_vec3){1.0f, 0.0005f, 1.0f}, corners);
    float flat[16] = {0};
    supple_shape kinds[4] = {
        {.kind = SUPPLE_BOX, .half = {1.0f, 0.0005f, 1.0f}, .friction = SUPPLE_UNSET},
        {.kind = SUPPLE_MESH,
         .positions = corners[0],
         .triangles = box_triangles,
         .vertex_count = 8,
         .triangle_count = 12,
         .friction = SUPPLE_UNSET},
        {.kind = SUPPLE_HEIGHTS,
         .heights = flat,
         .columns = 4,
         .rows = 4,
         .half = {1.0f, 0, 1.0f},
         .friction = SUPPLE_UNSET},
        {.kind = SUPPLE_COMPOUND, .part_count = 1}};
    supple_shape_part part = {kinds[0], rigid_at(0, 0, 0)};
    kinds[3].parts = &part;
    supple_shape shapes[3] = {rigid_sphere(0.05, 500), rigid_box(0.05, 0.04, 0.06, 500),
                              rigid_capsule(0.03, 0.05, 500)};
    int passed = 0, all = 0;
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 3; ++i)
            for (int displacement = 0; displacement < 6; ++displacement) {
                supple_world* w = supple_world_create(NULL, NULL);
                supple_matrix pose = rigid_at(0, 0, 0);
                supple_collider c = supple_world_add_collider(w, &kinds[k], &pose);
                supple_body* b =
                    rigid_add(w, &shapes[i],
                              rigid_turned(0.7 * displacement, 0.01 * displacement, 0.6, 0.02));
                supple_dynamics d = supple_body_dynamics(b);
                d.gravity_scale = 0.0f;
                supple_body_set_dynamics(b, &d);
                supple_motion m = supple_body_motion(b);
                if (displacement < 3)
                    m.velocity = (supple_vec3){20.0f * (float)displacement, -60.0f, 0};
                supple_body_set_motion(b, &m);
                for (int frame = 0; frame < 8; ++frame) {
                    pose = rigid_at(0, displacement < 3 ? 0.0 : 0.35 * (frame + 1), 0);
                    if (displacement >= 3) // 21 m/s
                        supple_world_move_collider(w, c, &pose);
                    step(w, 1);
                }
                double under = (double)supple_body_measures(b).centre.y - (double)pose.m[13];
                if (under < 0.0)
                    printf("  plate %d, shape %d, way %d: %.3f\n", k, i, displacement, under);
                passed += under < 0.0;
                ++all;
                rigid_destroy(w);
            }
    printf("  %d of %d passed\n", passed, all);
    CHECK(passed == 0);
}

// A ray, an overlap, a cast and what is nearest, on bodies and on colliders of the same shapes: exactly alike.
TEST(queries_find_bodies_as_they_find_colliders) {
    float points[5][3] = {
        {0.2f, 0, 0}, {-0.2f, 0, 0}, {0, 0.3f, 0}, {0, 0, 0.2f}, {0, -0.1f, -0.2f}};
    supple_shape_part parts[2] = {{rigid_sphere(0.1, 1), rigid_at(0.2, 0, 0)},
                                  {rigid_box(0.2, 0.05, 0.1, 1), rigid_at(-0.1, 0, 0)}};
    supple_shape shapes[5] = {
        rigid_sphere(0.2, 1),
        rigid_box(0.1, 0.2, 0.15, 1),
        rigid_capsule(0.1, 0.2, 1),
        {.kind = SUPPLE_HULL,
         .positions = points[0],
         .vertex_count = 5,
         .density = 1,
         .friction = SUPPLE_UNSET},
        {.kind = SUPPLE_COMPOUND, .parts = parts, .part_count = 2, .friction = SUPPLE_UNSET}};
    rigid_seed = 9;
    for (int i = 0; i < 5; ++i) {
        supple_world *bodies = supple_world_create(NULL, NULL),
                     *colliders = supple_world_create(NULL, NULL);
        supple_matrix pose = rigid_turned(0.4, 0.1, -0.2, 0.3);
        CHECK(rigid_add(bodies, &shapes[i], pose) != NULL);
        CHECK(supple_world_add_collider(colliders, &shapes[i], &pose).generation != 0);
        int hits = 0;
        for (int n = 0; n < 200; ++n) {
            supple_vec3 from = {(float)rigid_any(-1, 1), (float)rigid_any(-1, 1),
                                (float)rigid_any(-1, 1)},
                        displacement = {2.0f * (0.1f - from.x) + (float)rigid_any(-0.5, 0.5),
                                        2.0f * (-0.2f - from.y) + (float)rigid_any(-0.5, 0.5),
                                        2.0f * (0.3f - from.z) + (float)rigid_any(-0.5, 0.5)};
            supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.1f, .friction = SUPPLE_UNSET};
            supple_matrix at = rigid_at((double)from.x, (double)from.y, (double)from.z);
            supple_hit a, b;
            bool first = supple_world_ray(bodies, from, displacement, NULL, &a),
                 second = supple_world_ray(colliders, from, displacement, NULL, &b);
            CHECK(first == second && (!first || apart(a.place, b.place) < 1e-4));
            hits += first;
            first = supple_world_cast(bodies, &ball, &at, displacement, NULL, &a);
            second = supple_world_cast(colliders, &ball, &at, displacement, NULL, &b);
            CHECK(first == second && (!first || fabs((double)(a.distance - b.distance)) < 1e-4));
            first = supple_world_nearest(bodies, from, 5.0f, NULL, &a);
            second = supple_world_nearest(colliders, from, 5.0f, NULL, &b);
            CHECK(first && second && fabs((double)(a.distance - b.distance)) < 1e-5);
            CHECK((supple_world_overlap(bodies, &ball, &at, NULL, &a, 1) > 0) ==
                  (supple_world_overlap(colliders, &ball, &at, NULL, &b, 1) > 0));
        }
        CHECK(hits > 5);
        rigid_destroy(bodies);
        supple_world_destroy(colliders);
    }
}

static void count_line(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb) {
    (void)rgb;
    *(int*)user += isfinite(from.x) && isfinite(to.x);
}

TEST(all_of_it_is_drawn_and_told) {
    supple_shape_part parts[2] = {{rigid_sphere(0.1, 1), rigid_at(0.2, 0, 0)},
                                  {rigid_box(0.2, 0.05, 0.1, 1), rigid_at(-0.1, 0, 0)}};
    supple_shape compound = {
        .kind = SUPPLE_COMPOUND, .parts = parts, .part_count = 2, .friction = SUPPLE_UNSET};
    supple_world* w = supple_world_create(NULL, NULL);
    supple_matrix pose = rigid_at(0, 0, 0);
    int lines = 0;
    supple_drawing drawing = {.line = count_line, .user = &lines, .what = SUPPLE_DRAW_COLLIDERS};
    CHECK(supple_world_add_collider(w, &compound, &pose).generation != 0);
    supple_world_draw(w, &drawing);
    CHECK(lines == 72 + 12);
    rigid_add(w, &parts[0].shape, rigid_at(-0.1, 0.16, 0));
    step(w, 20);
    supple_contact c[8];
    CHECK(supple_world_contacts(w, c, 8) > 0);
    double sum = (double)c[0].at.weight[0] + (double)c[0].at.weight[1] + (double)c[0].at.weight[2];
    CHECK_NEAR(sum, 1.0, 1e-5);
    supple_event e[8];
    CHECK(apart(supple_body_position(c[0].body, c[0].at), c[0].place) < 5e-3);
    CHECK(supple_world_events(w, e, 8) >= 0);
    rigid_destroy(w);
}

TEST_MAIN(CASE(a_box_its_hull_and_a_compound_of_it_are_one),
          CASE(a_height_field_is_the_mesh_of_its_triangles),
          CASE(a_moving_mesh_carries_a_body_without_a_kick), CASE(nothing_fast_passes_a_thin_plate),
          CASE(queries_find_bodies_as_they_find_colliders), CASE(all_of_it_is_drawn_and_told))
