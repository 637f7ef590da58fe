// What shapes weigh, hulls, and shapes that are none.
// SPDX-License-Identifier: MIT
#include "bake/base/vec.h"
#include "runtime/math/exact.h"
#include "runtime/shape/hull.h"
#include "test/kit/check.h"
#include "test/kit/rigid_kit.h"

static supple_measures weigh(const supple_shape* s) {
    supple_prepared* p = supple_shape_prepare(s, NULL);
    supple_measures m = {.mass = -1.0f};
    if (p != NULL)
        m = supple_prepared_measures(p);
    supple_prepared_release(p);
    return m;
}

static double off(const supple_measures* a, const supple_measures* b) {
    double size = 0.0, most = fabs((double)a->mass - (double)b->mass) / (double)b->mass;
    for (int k = 0; k < 9; ++k)
        size = fmax(size, fabs((double)b->inertia[k]));
    for (int k = 0; k < 9; ++k)
        most = fmax(most, fabs((double)a->inertia[k] - (double)b->inertia[k]) / size);
    double length = sqrt(size / (double)b->mass);
    most = fmax(most, fabs((double)a->centre.x - (double)b->centre.x) / length);
    most = fmax(most, fabs((double)a->centre.y - (double)b->centre.y) / length);
    return fmax(most, fabs((double)a->centre.z - (double)b->centre.z) / length);
}

TEST(weights_are_those_of_textbooks) {
    supple_shape s = rigid_sphere(0.3, 700);
    supple_measures m = weigh(&s);
    CHECK_NEAR(m.mass, 700 * 4.0 / 3.0 * EXACT_PI * 0.027, 1e-5 * m.mass);
    CHECK_NEAR(m.inertia[0], 0.4 * m.mass * 0.09, 1e-6 * m.mass);
    s = rigid_box(0.1, 0.2, 0.3, 700);
    m = weigh(&s);
    CHECK_NEAR(m.mass, 700 * 8 * 0.006, 1e-5);
    CHECK_NEAR(m.inertia[0], m.mass / 3 * (0.04 + 0.09), 1e-5 * m.mass);
    CHECK_NEAR(m.inertia[4], m.mass / 3 * (0.01 + 0.09), 1e-5 * m.mass);
    s = rigid_capsule(0.1, 0.25, 700);
    m = weigh(&s);
    double rod = 700 * EXACT_PI * 0.01 * 0.5, ball = 700 * 4.0 / 3.0 * EXACT_PI * 0.001;
    CHECK_NEAR(m.mass, rod + ball, 1e-5);
    CHECK_NEAR(m.inertia[4], 0.5 * rod * 0.01 + 0.4 * ball * 0.01, 1e-6);
    CHECK_NEAR(m.inertia[0],
               rod * (0.25 / 12 + 0.01 / 4) + ball * (0.4 * 0.01 + 0.0625 + 0.75 * 0.025), 1e-5);
    s.mass = 3.0f; // instead
    supple_measures other = weigh(&s);
    CHECK_NEAR(other.mass, 3.0, 1e-6);
    CHECK_NEAR(other.inertia[0], 3.0 / (double)m.mass * (double)m.inertia[0], 1e-6);
}

// The hull of many points on a sphere is nearly that, and one of a box's corners is the box.
TEST(hulls_weigh_what_they_are_the_hull_of) {
    float points[8][3];
    supple_shape box = rigid_box(0.1, 0.2, 0.3, 700), corners = {.kind = SUPPLE_HULL,
                                                                 .vertex_count = 8,
                                                                 .density = 700,
                                                                 .friction = SUPPLE_UNSET};
    for (int i = 0; i < 8; ++i)
        for (int a = 0; a < 3; ++a)
            points[i][a] = 0.1f * (float)(a + 1) * (i >> a & 1 ? 1.0f : -1.0f);
    corners.positions = points[0];
    supple_measures a = weigh(&corners), b = weigh(&box);
    CHECK(off(&a, &b) < 1e-6);
    static float many[250][3];
    for (int i = 0; i < 250; ++i) { // evenly: by the golden angle
        double y = 1 - (2 * i + 1) / 250.0, r = sqrt(1 - y * y), angle = 2.399963229728653 * i;
        many[i][0] = (float)(0.3 * r * cos(angle) + 0.5);
        many[i][1] = (float)(0.3 * y);
        many[i][2] = (float)(0.3 * r * sin(angle));
    }
    corners.positions = many[0];
    corners.vertex_count = 250;
    a = weigh(&corners);
    supple_shape ball = rigid_sphere(0.3, 700);
    b = weigh(&ball);
    CHECK_NEAR(a.centre.x, 0.5, 1e-3);
    CHECK((double)a.mass < (double)b.mass && (double)a.mass > 0.96 * (double)b.mass);
}

// A tetrahedron's inertia by sums over points strewn evenly over it, and turned: two ways.
TEST(a_compound_weighs_the_sum_of_its_parts) {
    rigid_seed = 5;
    for (int n = 0; n < 20; ++n) {
        double x = rigid_any(0.05, 0.3), y = rigid_any(0.05, 0.3), z = rigid_any(0.05, 0.3),
               angle = rigid_any(-3, 3);
        // a box cut in two along x, turned and moved, is the box turned and moved
        supple_matrix pose =
            rigid_turned(angle, rigid_any(-1, 1), rigid_any(-1, 1), rigid_any(-1, 1));
        supple_matrix left = pose, right = pose;
        double half = 0.5 * x;
        for (int a = 0; a < 3; ++a) {
            left.m[12 + a] -= (float)(half * (double)pose.m[a]);
            right.m[12 + a] += (float)(half * (double)pose.m[a]);
        }
        supple_shape_part halves[2] = {{rigid_box(half, y, z, 500), left},
                                       {rigid_box(half, y, z, 500), right}},
                          whole[1] = {{rigid_box(x, y, z, 500), pose}};
        supple_shape two = {.kind = SUPPLE_COMPOUND,
                            .parts = halves,
                            .part_count = 2,
                            .friction = SUPPLE_UNSET},
                     one = {.kind = SUPPLE_COMPOUND,
                            .parts = whole,
                            .part_count = 1,
                            .friction = SUPPLE_UNSET};
        supple_measures a = weigh(&two), b = weigh(&one);
        CHECK(off(&a, &b) < 2e-5);
    }
}

// Every point is behind every face, faces are closed and convex, and corners are points that were given.
TEST(hulls_of_random_points_hold_all_of_them) {
    static float points[HULL_MOST_POINTS][3];
    static hull h;
    rigid_seed = 11;
    int refused = 0, made = 0;
    void* scratch = malloc(hull_scratch(HULL_MOST_POINTS));
    for (int n = 0; n < 300; ++n) {
        int count = 4 + (int)rigid_any(0, n % 10 == 0 ? 1000 : 60);
        double grid = n % 3 == 0 ? 4.0 : 0.0, thin = n % 5 == 0 ? 0.01 : 1.0;
        for (int i = 0; i < count; ++i)
            for (int a = 0; a < 3; ++a) {
                double x = rigid_any(-1, 1);
                x = grid > 0.0 ? floor(grid * x) / grid : x; // many in one plane, many alike
                points[i][a] = (float)(x * (a == 1 ? thin : 1.0) + (a == 0 ? 3.0 : 0.0));
            }
        if (!hull_find(points[0], count, scratch, &h)) {
            ++refused;
            continue;
        }
        ++made;
        CHECK(h.face_count == 2 * h.corner_count - 4);
        for (int f = 0; f < h.face_count; ++f) {
            const float *a = points[h.corners[h.faces[f][0]]],
                        *b = points[h.corners[h.faces[f][1]]],
                        *c = points[h.corners[h.faces[f][2]]];
            double u[3], v[3], w[3];
            for (int k = 0; k < 3; ++k) {
                u[k] = (double)b[k] - (double)a[k];
                v[k] = (double)c[k] - (double)a[k];
            }
            w[0] = u[1] * v[2] - u[2] * v[1];
            w[1] = u[2] * v[0] - u[0] * v[2];
            w[2] = u[0] * v[1] - u[1] * v[0];
            double length = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
            CHECK(length > 0.0);
            for (int i = 0; i < count; ++i) {
                double far = 0.0;
                for (int k = 0; k < 3; ++k)
                    far += w[k] / length * ((double)points[i][k] - (double)a[k]);
                CHECK(far < 1e-4);
            }
        }
    }
    printf("  %d hulls, %d refused\n", made, refused);
    CHECK(refused < 10);
    free(scratch);
}

// A thousandth of how wide it is along the axis where it is widest, however it is turned, and in whatever order its points come.
TEST(a_hull_is_flat_below_a_thousandth_of_its_width) {
    enum { COUNT = 40 };
    void* scratch = malloc(hull_scratch(COUNT));
    rigid_seed = 17;
    for (int n = 0; n < 360; ++n) {
        float points[COUNT][3];
        int thin = n % 3, wide = (thin + 1 + n / 3 % 2) % 3, across = 3 - thin - wide;
        double height = n / 6 % 2 == 0 ? 0.95e-3 : 1.05e-3;
        int order[4] = {0, 0, 0, 0};
        for (
            int i = 0; i < 4;
            ++i) // which points are the ends, the third corner and the one above the plane: all different
            order[i] = (i * (COUNT / 4) + (int)rigid_any(0, COUNT / 4)) % COUNT;
        for (int i = 0; i < COUNT; ++i) {
            points[i][thin] = 2.0f;
            points[i][wide] = (float)rigid_any(-0.3, 0.3);
            points[i][across] = (float)rigid_any(-0.2, 0.2);
        }
        int a = n % 4, b = (n + 1) % 4, c = (n + 2) % 4, d = (n + 3) % 4;
        points[order[a]][wide] = -0.5f;
        points[order[b]][wide] = 0.5f;
        points[order[c]][across] = 0.45f;
        points[order[d]][thin] += (float)height;
        hull h;
        CHECK(hull_find(points[0], COUNT, scratch, &h) == (height > 1e-3));
    }
    free(scratch);
}

TEST(shapes_that_are_none_are_told_why) {
    supple_shape plane = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET},
                 flat = rigid_box(0.1, 0, 0.1, 500), light = rigid_sphere(0.1, 0),
                 sound = rigid_sphere(0.1, 1);
    CHECK(supple_shape_wrong(&plane, false) == NULL && supple_shape_wrong(&plane, true) != NULL);
    CHECK(supple_shape_wrong(&flat, false) != NULL);
    CHECK(supple_shape_wrong(&light, false) == NULL && supple_shape_wrong(&light, true) != NULL);
    CHECK(supple_shape_wrong(&sound, true) == NULL);
    CHECK(supple_shape_prepare(&light, NULL) == NULL);
    float square[12] = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1};
    supple_shape leaf = {.kind = SUPPLE_HULL,
                         .positions = square,
                         .vertex_count = 4,
                         .density = 500,
                         .friction = SUPPLE_UNSET};
    CHECK(supple_shape_prepare(&leaf, NULL) == NULL);
    supple_shape_part parts[1] = {{plane, rigid_at(0, 0, 0)}};
    supple_shape compound = {
        .kind = SUPPLE_COMPOUND, .parts = parts, .part_count = 1, .friction = SUPPLE_UNSET};
    CHECK(supple_shape_wrong(&compound, false) != NULL);
}

// What is drawn is closed, wound outwards, and on the shape.
TEST(meshes_of_shapes_are_closed) {
    supple_shape shapes[3] = {rigid_sphere(0.3, 500), rigid_capsule(0.1, 0.2, 500),
                              rigid_box(0.1, 0.2, 0.3, 500)};
    const double volumes[3] = {4.0 / 3.0 * EXACT_PI * 0.027,
                               4.0 / 3.0 * EXACT_PI * 0.001 + EXACT_PI * 0.01 * 0.4, 8 * 0.006};
    for (int i = 0; i < 3; ++i) {
        supple_prepared* p = supple_shape_prepare(&shapes[i], NULL);
        supple_asset a = supple_prepared_asset(p);
        CHECK(a.coord_count == 0 && supple_asset_is_free(&a));
        double volume = 0.0;
        for (int t = 0; t < a.triangle_count; ++t) {
            const float *x = a.positions + 3 * a.triangles[3 * t],
                        *y = a.positions + 3 * a.triangles[3 * t + 1],
                        *z = a.positions + 3 * a.triangles[3 * t + 2];
            volume +=
                (double)(x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) +
                         x[2] * (y[0] * z[1] - y[1] * z[0])) /
                6.0;
        }
        CHECK(volume <= volumes[i] * 1.000001 && volume > 0.97 * volumes[i]);
        supple_prepared_release(p);
    }
}

static vec3 corner_of(const float* numbers, uint32_t vertex) {
    return v3((double)numbers[3 * vertex], (double)numbers[3 * vertex + 1],
              (double)numbers[3 * vertex + 2]);
}

// Normals have the length 1 and look where their triangles do: flat ones just there, round ones within the angle of a facet.
TEST(normals_of_shapes_are_those_of_their_faces) {
    static const float corners[6][3] = {{0.2f, 0, 0},   {-0.2f, 0, 0}, {0, 0.15f, 0},
                                        {0, -0.15f, 0}, {0, 0, 0.25f}, {0, 0, -0.1f}};
    supple_shape star = {.kind = SUPPLE_HULL,
                         .positions = corners[0],
                         .vertex_count = 6,
                         .density = 500,
                         .friction = SUPPLE_UNSET};
    supple_shape shapes[4] = {rigid_sphere(0.3, 500), rigid_capsule(0.1, 0.2, 500),
                              rigid_box(0.1, 0.2, 0.3, 500), star};
    supple_shape_part part = {star, rigid_turned(0.7, 0.1, 0.2, -0.1)};
    shapes[3] = (supple_shape){
        .kind = SUPPLE_COMPOUND, .parts = &part, .part_count = 1, .friction = SUPPLE_UNSET};
    for (int i = 0; i < 4; ++i) {
        supple_prepared* p = supple_shape_prepare(&shapes[i], NULL);
        supple_asset a = supple_prepared_asset(p);
        double least = 1.0, longest = 0.0;
        for (int t = 0; t < a.triangle_count; ++t) {
            vec3 x[3];
            for (int k = 0; k < 3; ++k)
                x[k] = corner_of(a.positions, a.triangles[3 * t + k]);
            vec3 face = v3_unit(v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])));
            for (int k = 0; k < 3; ++k) {
                vec3 n = corner_of(a.normals, a.triangles[3 * t + k]);
                least = fmin(least, v3_dot(n, face));
                longest = fmax(longest, fabs(v3_length(n) - 1.0));
            }
        }
        CHECK(longest < 1e-6 && least > (i < 2 ? 0.95 : 1.0 - 1e-6));
        supple_prepared_release(p);
    }
}

TEST_MAIN(CASE(weights_are_those_of_textbooks), CASE(hulls_weigh_what_they_are_the_hull_of),
          CASE(a_compound_weighs_the_sum_of_its_parts),
          CASE(hulls_of_random_points_hold_all_of_them), CASE(shapes_that_are_none_are_told_why),
          CASE(meshes_of_shapes_are_closed), CASE(normals_of_shapes_are_those_of_their_faces),
          CASE(a_hull_is_flat_below_a_thousandth_of_its_width))
