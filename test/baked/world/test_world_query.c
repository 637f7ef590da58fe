// Queries of a world against every displayed triangle and by sampling: rays, overlaps, casts, what is nearest; that they change
// no bit of the motion; sensors by the same overlaps.
// SPDX-License-Identifier: MIT
#include "runtime/math/gjk.h"
#include "runtime/math/near.h"
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/world_kit.h"

static const supple_vec3 nothing = {0.0f, 0.0f, 0.0f};
enum { BODIES = 6, MOST = 32 };

typedef struct scene {
    world_kit k;
    toy toys[3];
} scene;

static supple_matrix turned(vec3 at, double a, double b) {
    double c = cos(a), s = sin(a), d = cos(b), t = sin(b);
    return (supple_matrix){{(float)c, (float)s, 0, 0, (float)(-s * d), (float)(c * d), (float)t, 0,
                            (float)(s * t), (float)(-c * t), (float)d, 0, (float)at.x, (float)at.y,
                            (float)at.z, 1}};
}

static supple_matrix random_pose(double reach) {
    vec3 at = random_point(reach);
    double a = random_in(-3, 3);
    return turned(at, a, random_in(-3, 3));
}

static supple_vec3 floats(vec3 x) {
    return (supple_vec3){(float)x.x, (float)x.y, (float)x.z};
}

// Boxes, balls and rings that fly, spin and wobble; colliders of the kinds that are asked for.
static void scene_make(scene* s, uint64_t number, bool with_colliders) {
    s->k = kit_new(NULL);
    seed = number;
    for (int i = 0; i < 3; ++i) {
        toy_options o = toy_default();
        o.kind = (toy_kind)i;
        o.size = i == 2 ? v3(0.3, 0.08, 0) : v3(0.2, 0.2, 0.2);
        o.cells[0] = i == 2 ? 10 : 2, o.cells[1] = 2, o.cells[2] = 2;
        o.modes = 8;
        s->toys[i] = kit_toy(&s->k, o);
    }
    for (int i = 0; i < BODIES; ++i) {
        supple_body* b =
            kit_throw(&s->k, &s->toys[i % 3], random_pose(0.35), floats(random_point(1.0)));
        supple_body_impulse(b, (supple_point){{1, 2, 3}, {1.0f, 0.0f, 0.0f}},
                            floats(random_point(0.5)));
    }
    for (int i = 0; i < 4 && with_colliders; ++i) {
        supple_shape shape = {.kind = i == 0   ? SUPPLE_SPHERE
                                      : i == 1 ? SUPPLE_CAPSULE
                                               : SUPPLE_BOX,
                              .radius = 0.1f,
                              .half = {0.15f, 0.1f, 0.05f},
                              .friction = -1.0f};
        supple_matrix pose = random_pose(0.6);
        supple_world_add_collider(s->k.world, &shape, &pose);
    }
    for (int i = 0; i < 3; ++i)
        supple_world_step(s->k.world, 1.0f / 60.0f);
}

static void corners_of(const supple_body* b, int32_t t, double c[3][3]) {
    for (int k = 0; k < 3; ++k) {
        uint32_t v = b->asset.triangles[3 * t + k];
        supple_vec3 x = supple_body_position(b, (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}});
        c[k][0] = (double)x.x, c[k][1] = (double)x.y, c[k][2] = (double)x.z;
    }
}

// ---- distances of convex sets ----------------------------------------------------------

// Points and triangles by Ericson's cases, segments by theirs; sets that overlap by a plane that parts them or not.
TEST(distances_of_points_and_segments_to_triangles_are_those_by_cases) {
    double worst = 0.0;
    seed = 11;
    for (int trial = 0; trial < 20000; ++trial) {
        double p[2][3], t[3][3];
        double flat = trial % 3 == 0 ? 1e-4 : 1.0;
        for (int i = 0; i < 5; ++i) {
            vec3 x = random_point(1.0);
            double* to = i < 2 ? p[i] : t[i - 2];
            to[0] = x.x, to[1] = x.y, to[2] = flat * x.z;
        }
        near_point near = near_triangle(p[0], t[0], t[1], t[2]);
        gjk_result r =
            gjk_distance((gjk_set){(const double(*)[3])p, 1}, (gjk_set){(const double(*)[3])t, 3});
        worst = fmax(worst, fabs(r.distance - sqrt(near.square)));
        double least = sqrt(near.square), far, weight[3];
        near = near_triangle(p[1], t[0], t[1], t[2]);
        least = fmin(least, sqrt(near.square));
        for (int e = 0; e < 3; ++e) {
            double s, u, a[3], b[3], displacement[3], edge[3], apart[3];
            near_segments(p[0], p[1], t[e], t[(e + 1) % 3], &s, &u);
            minus3(p[1], p[0], displacement);
            minus3(t[(e + 1) % 3], t[e], edge);
            along3(p[0], s, displacement, a);
            along3(t[e], u, edge, b);
            minus3(a, b, apart);
            least = fmin(least, sqrt(dot3(apart, apart)));
        }
        if (near_crossing(p[0], p[1], t[0], t[1], t[2], &far, weight))
            least = 0.0;
        r = gjk_distance((gjk_set){(const double(*)[3])p, 2}, (gjk_set){(const double(*)[3])t, 3});
        worst = fmax(worst, fabs(r.distance - least));
    }
    printf("    off by %.1e at most\n", worst);
    CHECK(worst < 1e-6);
}

// ---- rays ------------------------------------------------------------------------------

static double brute_ray(const supple_body* b, vec3 from, vec3 displacement) {
    double least = 2.0, x[3] = {from.x, from.y, from.z},
           y[3] = {from.x + displacement.x, from.y + displacement.y, from.z + displacement.z};
    for (int32_t t = 0; t < b->asset.triangle_count; ++t) {
        double c[3][3], far, weight[3];
        corners_of(b, t, c);
        if (near_crossing(x, y, c[0], c[1], c[2], &far, weight))
            least = fmin(least, far);
    }
    return least;
}

TEST(rays_meet_what_every_triangle_says_and_all_of_them_in_order) {
    int met = 0, rays = 0;
    for (int number = 0; number < 8; ++number) {
        scene s;
        scene_make(&s, (uint64_t)(40 + number), false);
        for (int trial = 0; trial < 60; ++trial, ++rays) {
            vec3 from = random_point(1.2),
                 displacement = v3_scale(v3_sub(random_point(0.25), from), 1.7);
            supple_hit hit = {.distance = 2.0f}, all[MOST];
            double right = 2.0;
            int each = 0;
            for (int i = 0; i < BODIES; ++i) {
                double own = brute_ray(s.k.bodies[i], from, displacement);
                each += own <= 1.0;
                right = fmin(right, own);
            }
            bool found =
                supple_world_ray(s.k.world, floats(from), floats(displacement), NULL, &hit);
            CHECK(found == (right <= 1.0));
            CHECK(found ==
                  supple_world_ray(s.k.world, floats(from), floats(displacement), NULL, NULL));
            int count = supple_world_ray_all(s.k.world, floats(from), floats(displacement), NULL,
                                             all, MOST);
            CHECK(count == each);
            for (int i = 1; i < count; ++i)
                CHECK(all[i].distance >= all[i - 1].distance);
            if (!found)
                continue;
            ++met;
            CHECK_NEAR((double)hit.distance, right, 2e-6);
            CHECK(all[0].distance == hit.distance && all[0].body_or_null == hit.body_or_null);
            supple_vec3 at = supple_body_position(hit.body_or_null, hit.at);
            CHECK(fabsf(at.x - hit.place.x) + fabsf(at.y - hit.place.y) +
                      fabsf(at.z - hit.place.z) <
                  1e-5f);
            CHECK(hit.part == 0 &&
                  v3_dot(v3((double)hit.normal.x, (double)hit.normal.y, (double)hit.normal.z),
                         displacement) <= 1e-6);
            if (count > 1) { // fewer places than there are: the nearest are written
                supple_hit one;
                CHECK(supple_world_ray_all(s.k.world, floats(from), floats(displacement), NULL,
                                           &one, 1) == count &&
                      one.distance == hit.distance);
            }
        }
        kit_close(&s.k);
    }
    printf("    %d of %d rays met something\n", met, rays);
    CHECK(met > 150 && met < rays - 50);
}

TEST(rays_meet_colliders_where_their_equations_say) {
    world_kit k = kit_new(NULL);
    supple_matrix here = kit_pose(1, 2, 3);
    supple_shape ball = {.kind = SUPPLE_SPHERE, .radius = 0.5f, .friction = SUPPLE_UNSET};
    supple_collider c = supple_world_add_collider(k.world, &ball, &here);
    kit_plane(&k, kit_pose(0, -1, 0), -1.0f);
    seed = 5;
    for (int i = 0; i < 500; ++i) {
        vec3 from = v3_add(v3(1, 2, 3), random_point(2.0)), to = random_point(3.0);
        vec3 displacement = v3_sub(to, from), rel = v3_sub(from, v3(1, 2, 3));
        double a = v3_dot(displacement, displacement), b = v3_dot(rel, displacement),
               q = v3_dot(rel, rel) - 0.25, root = b * b - a * q, fraction = 2.0,
               plane = (-1.0 - from.y) / displacement.y;
        if (q <= 0.0)
            fraction = 0.0;
        else if (root >= 0.0 && -b - sqrt(root) >= 0.0)
            fraction = (-b - sqrt(root)) / a;
        if (fabs(root) < 1e-4 * a) // grazes: either answer
            continue;
        bool first = !(plane >= 0.0 && plane < fraction);
        double right = first ? fraction : plane;
        supple_hit hit;
        bool found = supple_world_ray(k.world, floats(from), floats(displacement), NULL, &hit);
        CHECK(found == (right <= 1.0));
        if (found) {
            CHECK_NEAR((double)hit.distance, right, 1e-5);
            CHECK((hit.collider.index == c.index) == first && hit.part == -1);
        }
    }
    kit_close(&k);
}

TEST(a_ray_meets_a_mesh_from_both_sides) {
    static const float positions[9] = {-1, 0, -1, 1, 0, -1, 0, 0, 1};
    static const uint32_t triangles[3] = {0, 1, 2};
    world_kit k = kit_new(NULL);
    supple_shape sheet = {.kind = SUPPLE_MESH,
                          .positions = positions,
                          .triangles = triangles,
                          .vertex_count = 3,
                          .triangle_count = 1,
                          .friction = SUPPLE_UNSET};
    supple_matrix at = kit_pose(0, 1, 0);
    supple_world_add_collider(k.world, &sheet, &at);
    for (int side = 0; side < 2; ++side) {
        supple_hit hit;
        float up = side == 0 ? 1.0f : -1.0f;
        CHECK(supple_world_ray(k.world, (supple_vec3){0, 1.0f + up, 0},
                               (supple_vec3){0, -4.0f * up, 0}, NULL, &hit));
        CHECK(fabsf(hit.distance - 0.25f) < 1e-6f && fabsf(hit.normal.y - up) < 1e-6f);
    }
    kit_close(&k);
}

// ---- shapes ----------------------------------------------------------------------------

static supple_shape random_shape(void) {
    supple_shape s = {.kind = (supple_shape_kind)(1 + (int)random_in(0, 3)),
                      .radius = (float)random_in(0.02, 0.2),
                      .friction = SUPPLE_UNSET};
    s.half = floats(v3(random_in(0.02, 0.2), random_in(0.02, 0.2), random_in(0.02, 0.2)));
    return s;
}

// How far a place is outside of a shape; 0 or below: inside.
static double outside(const supple_shape* s, const supple_matrix* m, const double spot[3]) {
    double own[3], sum = 0.0;
    for (int a = 0; a < 3; ++a) {
        own[a] = 0.0;
        for (int i = 0; i < 3; ++i)
            own[a] += (double)m->m[4 * a + i] * (spot[i] - (double)m->m[12 + i]);
    }
    double half[3] = {s->half.x, s->half.y, s->half.z};
    for (int a = 0; a < 3; ++a) {
        double core = s->kind == SUPPLE_BOX                 ? half[a]
                      : s->kind == SUPPLE_CAPSULE && a == 1 ? half[1]
                                                            : 0.0;
        double over = fabs(own[a]) - core;
        sum += over > 0.0 ? over * over : 0.0;
    }
    return sqrt(sum) - (s->kind == SUPPLE_BOX ? 0.0 : (double)s->radius);
}

// The least over points strewn on a body's triangles: never less than the true one, by the step at most more.
static double strewn(const supple_body* b, const supple_shape* s, const supple_matrix* m) {
    const int steps = 24;
    double least = INFINITY;
    for (int32_t t = 0; t < b->asset.triangle_count; ++t) {
        double c[3][3];
        corners_of(b, t, c);
        for (int i = 0; i <= steps; ++i)
            for (int k = 0; i + k <= steps; ++k) {
                double x[3], u = (double)i / steps, v = (double)k / steps;
                for (int a = 0; a < 3; ++a)
                    x[a] = (1.0 - u - v) * c[0][a] + u * c[1][a] + v * c[2][a];
                least = fmin(least, outside(s, m, x));
            }
    }
    return least;
}

// Whether the middle of a shape is in the flesh: a ray from there crosses the surface an odd number of times.
static bool is_within(const supple_body* b, const supple_matrix* m) {
    double x[3] = {m->m[12], m->m[13], m->m[14]}, y[3] = {x[0] + 3.1, x[1] + 4.2, x[2] + 5.3}, far,
           weight[3];
    int crossed = 0;
    for (int32_t t = 0; t < b->asset.triangle_count; ++t) {
        double c[3][3];
        corners_of(b, t, c);
        crossed += near_crossing(x, y, c[0], c[1], c[2], &far, weight);
    }
    return crossed % 2 == 1;
}

static bool listed(const supple_hit* hits, int count, const supple_body* b) {
    for (int i = 0; i < count; ++i)
        if (hits[i].body_or_null == b)
            return true;
    return false;
}

TEST(overlaps_are_those_of_strewn_points) {
    int over = 0, apart = 0;
    for (int number = 0; number < 3; ++number) {
        scene s;
        scene_make(&s, (uint64_t)(60 + number), false);
        for (int trial = 0; trial < 12; ++trial) {
            supple_shape shape = random_shape();
            supple_matrix pose = random_pose(0.3);
            supple_hit hits[MOST];
            int count = supple_world_overlap(s.k.world, &shape, &pose, NULL, hits, MOST);
            for (int i = 0; i < BODIES; ++i) {
                double least = strewn(s.k.bodies[i], &shape, &pose);
                bool found = listed(hits, count, s.k.bodies[i]);
                CHECK(!(least < 0.0) || found);
                CHECK(!(least > 0.006) || !found || is_within(s.k.bodies[i], &pose));
                over += found;
                apart += !found;
            }
        }
        kit_close(&s.k);
    }
    printf("    %d overlap, %d do not\n", over, apart);
    CHECK(over > 20 && apart > 50);
}

TEST(a_shape_within_flesh_overlaps_it_and_flesh_within_a_shape_does) {
    world_kit k = kit_new(NULL);
    toy_options o = toy_default();
    o.kind = TOY_BALL;
    o.size.x = 1.0;
    toy t = kit_toy(&k, o);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 5, 0), nothing);
    for (int i = 0; i < 3; ++i) {
        supple_shape s = {.kind = (supple_shape_kind)(SUPPLE_SPHERE + i), .friction = SUPPLE_UNSET};
        for (int big = 0; big < 2; ++big) {
            float r = big ? 3.0f : 0.05f;
            s.radius = r;
            s.half = (supple_vec3){r, r, r};
            supple_matrix at = kit_pose(0.1, 5.1, 0);
            supple_hit hit;
            CHECK(supple_world_overlap(k.world, &s, &at, NULL, &hit, 1) == 1 &&
                  hit.body_or_null == b);
        }
        s.radius = 0.05f;
        s.half = (supple_vec3){0.05f, 0.05f, 0.05f};
        supple_matrix off = kit_pose(0.7, 5, 0);
        CHECK(supple_world_overlap(k.world, &s, &off, NULL, NULL, 0) == 0);
    }
    kit_close(&k);
}

TEST(casts_stop_where_overlaps_begin) {
    int met = 0;
    double worst = 0.0;
    for (int number = 0; number < 4; ++number) {
        scene s;
        scene_make(&s, (uint64_t)(80 + number), true);
        for (int trial = 0; trial < 25; ++trial) {
            supple_shape shape = random_shape();
            supple_matrix pose = random_pose(1.2), there = pose;
            vec3 from = v3((double)pose.m[12], (double)pose.m[13], (double)pose.m[14]),
                 displacement = v3_scale(v3_sub(random_point(0.4), from), 1.5);
            supple_hit hit = {.distance = 2.0f};
            bool found =
                supple_world_cast(s.k.world, &shape, &pose, floats(displacement), NULL, &hit);
            double stop = found ? (double)hit.distance : 1.0;
            met += found && stop > 0.0;
            for (int i = 0; i <= 50; ++i) { // nothing before it, ...
                double fraction = stop * (0.02 * i) - 1e-4;
                for (int a = 0; a < 3; ++a)
                    there.m[12 + a] = (float)((a == 0   ? from.x
                                               : a == 1 ? from.y
                                                        : from.z) +
                                              fraction * (a == 0   ? displacement.x
                                                          : a == 1 ? displacement.y
                                                                   : displacement.z));
                if (fraction >= 0.0)
                    CHECK(supple_world_overlap(s.k.world, &shape, &there, NULL, NULL, 0) == 0);
            }
            if (!found)
                continue;
            double spot[3] = {hit.place.x, hit.place.y, hit.place.z}; // ... and there it touches
            for (int a = 0; a < 3; ++a)
                there.m[12 + a] = (float)((a == 0   ? from.x
                                           : a == 1 ? from.y
                                                    : from.z) +
                                          stop * (a == 0   ? displacement.x
                                                  : a == 1 ? displacement.y
                                                           : displacement.z));
            if (stop > 0.0)
                worst = fmax(worst, fabs(outside(&shape, &there, spot)));
        }
        kit_close(&s.k);
    }
    printf("    %d met something, off the surface by %.1e\n", met, worst);
    CHECK(met > 40 && worst < 1e-5);
}

TEST(what_is_nearest_is_the_least_over_all_triangles) {
    double worst = 0.0;
    for (int number = 0; number < 4; ++number) {
        scene s;
        scene_make(&s, (uint64_t)(90 + number), false);
        for (int trial = 0; trial < 40; ++trial) {
            vec3 at = random_point(1.0);
            double x[3] = {(double)(float)at.x, (double)(float)at.y, (double)(float)at.z},
                   right = INFINITY;
            for (int i = 0; i < BODIES; ++i)
                for (int32_t t = 0; t < s.k.bodies[i]->asset.triangle_count; ++t) {
                    double c[3][3];
                    corners_of(s.k.bodies[i], t, c);
                    right = fmin(right, sqrt(near_triangle(x, c[0], c[1], c[2]).square));
                }
            supple_hit hit;
            CHECK(supple_world_nearest(s.k.world, floats(at), 9.0f, NULL, &hit));
            worst = fmax(worst, fabs((double)hit.distance - right));
            CHECK(!supple_world_nearest(s.k.world, floats(at), 0.99f * hit.distance, NULL, &hit));
        }
        kit_close(&s.k);
    }
    printf("    off by %.1e\n", worst);
    CHECK(worst < 1e-6);
}

// ---- what they leave alone -------------------------------------------------------------

TEST(queries_change_no_bit_and_see_what_was_moved_since) {
    supple_motion end[2][BODIES];
    for (int with = 0; with < 2; ++with) {
        scene s;
        scene_make(&s, 7, true);
        kit_plane(&s.k, kit_pose(0, -1, 0), -1.0f);
        uint64_t kept = seed;
        for (int frame = 0; frame < 60; ++frame) {
            for (int i = 0; i < 4 * with; ++i) {
                supple_hit hits[MOST];
                supple_shape shape = random_shape();
                supple_matrix pose = random_pose(0.8);
                supple_world_ray(s.k.world, floats(random_point(1)), floats(random_point(2)), NULL,
                                 hits);
                supple_world_overlap(s.k.world, &shape, &pose, NULL, hits, MOST);
                supple_world_cast(s.k.world, &shape, &pose, floats(random_point(1)), NULL, hits);
                supple_world_nearest(s.k.world, floats(random_point(1)), 1.0f, NULL, hits);
                supple_body_bounds(s.k.bodies[i]);
            }
            seed = kept;
            supple_world_step(s.k.world, 1.0f / 60.0f);
        }
        for (int i = 0; i < BODIES; ++i)
            end[with][i] = supple_body_motion(s.k.bodies[i]);
        supple_motion m = end[with][0];
        m.pose = kit_pose(50, 50, 50);
        supple_body_set_motion(s.k.bodies[0], &m);
        supple_hit hit;
        CHECK(supple_world_nearest(s.k.world, (supple_vec3){50, 50, 50}, 1.0f, NULL, &hit) &&
              hit.body_or_null == s.k.bodies[0]);
        supple_bounds box = supple_body_bounds(s.k.bodies[0]);
        supple_world_remove_body(s.k.world, s.k.bodies[0]);
        supple_bounds tight = supple_body_bounds(s.k.bodies[0]);
        CHECK(box.low.x <= tight.low.x && box.high.y >= tight.high.y && tight.low.x > 49.0f &&
              box.high.x < 51.0f);
        CHECK(!supple_world_nearest(s.k.world, (supple_vec3){50, 50, 50}, 1.0f, NULL, &hit));
        kit_close(&s.k);
    }
    CHECK(memcmp(end[0], end[1], sizeof end[0]) == 0);
}

TEST(filters_of_queries_and_arguments_that_are_none) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default());
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0, 0), nothing);
    supple_body_set_filter(b, (supple_filter){4, UINT32_MAX, 3});
    const supple_filter sees = {1, 4, 0}, other = {1, 3, 0}, group = {1, 4, 3};
    const supple_vec3 from = {0, 0, 1}, displacement = {0, 0, -2};
    CHECK(supple_world_ray(k.world, from, displacement, NULL, NULL));
    CHECK(supple_world_ray(k.world, from, displacement, &sees, NULL));
    CHECK(!supple_world_ray(k.world, from, displacement, &other, NULL));
    CHECK(!supple_world_ray(k.world, from, displacement, &group, NULL));
    supple_shape plane = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET},
                 bad = {.kind = SUPPLE_SPHERE, .radius = -1.0f, .friction = SUPPLE_UNSET};
    supple_matrix at = kit_pose(0, 0, 0);
    supple_hit hit;
    CHECK(!supple_world_ray(k.world, from, nothing, NULL, NULL));
    CHECK(!supple_world_ray(k.world, (supple_vec3){NAN, 0, 0}, displacement, NULL, NULL));
    CHECK(supple_world_overlap(k.world, &plane, &at, NULL, NULL, 0) == 0);
    CHECK(supple_world_overlap(k.world, &bad, &at, NULL, NULL, 0) == 0);
    CHECK(!supple_world_nearest(k.world, from, NAN, NULL, &hit));
    CHECK(supple_world_stats(k.world).rejected == 5);
    kit_close(&k);
}

// ---- sensors ---------------------------------------------------------------------------

TEST(a_sensor_tells_who_enters_and_leaves_and_stops_nobody) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, toy_default());
    supple_shape gate = {
        .kind = SUPPLE_BOX, .half = {0.2f, 0.1f, 0.2f}, .sensor = true, .friction = SUPPLE_UNSET};
    supple_matrix at = kit_pose(0, 1, 0);
    supple_collider id = supple_world_add_collider(k.world, &gate, &at);
    supple_body *a = kit_throw(&k, &t, kit_pose(0, 2, 0), nothing),
                *ghost = kit_throw(&k, &t, kit_pose(0.1, 2, 0), nothing);
    supple_body_set_filter(ghost, (supple_filter){1, 0, 0});
    int entered = 0, left = 0;
    for (int frame = 0; frame < 60; ++frame) {
        supple_event e[8];
        supple_hit hits[4];
        supple_world_step(k.world, 1.0f / 60.0f);
        int count = supple_world_events(k.world, e, 8);
        for (int i = 0; i < count; ++i) {
            CHECK(e[i].body == a && e[i].collider.index == id.index);
            entered += e[i].kind == SUPPLE_EVENT_ENTERED;
            left += e[i].kind == SUPPLE_EVENT_LEFT;
        }
        // the same as asking, and the sensor itself is not found
        const supple_filter filter = supple_filter_default();
        CHECK(supple_world_overlap(k.world, &gate, &at, &filter, hits, 4) == 1 || entered == left);
        CHECK(supple_world_contacts(k.world, NULL, 0) == 0);
    }
    CHECK(entered == 1 && left == 1);
    double y = (double)supple_body_motion(a).pose.m[13];
    CHECK_NEAR(y, 2.0 - 0.5 * 9.81, 0.01);
    supple_world_remove_body(k.world, a);
    gate.kind = SUPPLE_PLANE;
    CHECK(supple_world_add_collider(k.world, &gate, &at).generation == 0);
    kit_close(&k);
}

TEST_MAIN(CASE(distances_of_points_and_segments_to_triangles_are_those_by_cases),
          CASE(rays_meet_what_every_triangle_says_and_all_of_them_in_order),
          CASE(rays_meet_colliders_where_their_equations_say),
          CASE(a_ray_meets_a_mesh_from_both_sides), CASE(overlaps_are_those_of_strewn_points),
          CASE(a_shape_within_flesh_overlaps_it_and_flesh_within_a_shape_does),
          CASE(casts_stop_where_overlaps_begin),
          CASE(what_is_nearest_is_the_least_over_all_triangles),
          CASE(queries_change_no_bit_and_see_what_was_moved_since),
          CASE(filters_of_queries_and_arguments_that_are_none),
          CASE(a_sensor_tells_who_enters_and_leaves_and_stops_nobody))
