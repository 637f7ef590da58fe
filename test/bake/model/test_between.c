// Where blended flesh rests, against balance and by poses that are known.
// SPDX-License-Identifier: MIT
#include "bake/fem/assemble.h"
#include "bake/model/between.h"
#include "test/kit/check.h"
#include "test/kit/tet_box.h"

enum { TARGETS = 4 };

typedef struct box {
    arena* memory;
    report r;
    tets* t;
    target_shape shapes[TARGETS];
    double poses[TARGETS][6];
    uint8_t* fixed;
    int32_t *number, free_count;
} box;

static double noise(uint32_t* seed) { // -1 to 1
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 23) - 1.0;
}

// Held below, in four sculpted shapes; the later ones are stiffer above.
static bool box_new(box* b) {
    uint32_t seed = 7;
    *b = (box){.memory = arena_create()};
    b->r = report_new(b->memory);
    b->t = ARENA_NEW(b->memory, tets, 1);
    *b->t = tet_box(2, b->memory);
    size_t nodes = (size_t)b->t->node_count;
    b->fixed = ARENA_NEW(b->memory, uint8_t, nodes);
    b->number = ARENA_NEW(b->memory, int32_t, nodes);
    for (size_t i = 0; i < nodes; ++i)
        b->fixed[i] = i < 9;
    for (int k = 0; k < TARGETS; ++k) {
        material* stuff = ARENA_NEW(b->memory, material, (size_t)b->t->tet_count);
        double* rest = ARENA_NEW(b->memory, double, 3 * nodes);
        for (int32_t i = 0; i < b->t->tet_count; ++i)
            stuff[i] = (material){1e4 * (i < b->t->tet_count / 2 ? 1.0 : 1.0 + 3.0 * k), 0.3, 1e3};
        for (size_t i = 0; i < 3 * nodes; ++i)
            rest[i] = b->fixed[i / 3] ? 0.0 : 0.03 * k * noise(&seed);
        b->shapes[k] =
            (target_shape){.name = "shape", .rest = rest, .materials = stuff, .pose = b->poses[k]};
    }
    return assemble_free(b->t, b->fixed, b->number, &b->free_count, place_none(), &b->r);
}

TEST(blended_flesh_is_in_balance_where_it_is_said_to_rest) {
    box b;
    CHECK(box_new(&b));
    const target_set set = {
        .volume = b.t, .fixed = b.fixed, .count = TARGETS, .shapes = b.shapes, .joint_count = 1};
    for (int k = 0; k < TARGETS; ++k)
        b.poses[k][0] = 0.3 * k; // in a row
    elastic m;
    CHECK(target_elastic(ELASTIC_LINEAR, &set, 1, &m, place_none(), b.memory, &b.r));
    const between_request q = {&set, &m, b.number, b.free_count, 1};
    size_t order = 3 * (size_t)b.free_count, all = 3 * (size_t)b.t->node_count;
    double* vectors = ARENA_NEW(b.memory, double, (TARGETS - 1) * order);
    double *u = ARENA_NEW(b.memory, double, all), *force = ARENA_NEW(b.memory, double, all);
    CHECK(between_find(&q, vectors, &b.r));
    for (int k = 0; k + 1 < TARGETS; ++k) {
        double weights[TARGETS] = {0.0}, before = 0.0, after = 0.0, displacement = 0.0;
        weights[k] = weights[k + 1] = 0.5;
        for (int with = 0; with < 2; ++with) {
            for (size_t i = 0; i < all; ++i) {
                int32_t n = b.number[i / 3];
                double v = n >= 0 ? vectors[(size_t)k * order + 3 * (size_t)n + i % 3] : 0.0;
                u[i] = 0.5 * (b.shapes[k].rest[i] + b.shapes[k + 1].rest[i]) + with * v;
                displacement = fmax(displacement, fabs(v));
            }
            elastic_force(&m, weights, u, force);
            for (size_t i = 0; i < all; ++i)
                if (b.number[i / 3] >= 0)
                    *(with ? &after : &before) += force[i] * force[i];
        }
        CHECK(after < 1e-24 * before && displacement > 1e-3);
    }
    arena_destroy(b.memory);
}

TEST(pairs_are_the_nearest_poses_and_join_all_targets) {
    box b;
    CHECK(box_new(&b));
    static const double at[TARGETS][2] = {{0, 0}, {1, 0}, {0.1, 0.9}, {1.1, 0.3}};
    for (int k = 0; k < TARGETS; ++k)
        memcpy(b.poses[k], at[k], sizeof at[k]);
    const target_set set = {.volume = b.t, .count = TARGETS, .shapes = b.shapes, .joint_count = 1};
    int32_t from[TARGETS - 1], to[TARGETS - 1];
    between_pairs(&set, from, to);
    CHECK(from[0] == 0 && to[0] == 2 && from[1] == 0 && to[1] == 1 && from[2] == 1 && to[2] == 3);
    arena_destroy(b.memory);
}

TEST_MAIN(CASE(blended_flesh_is_in_balance_where_it_is_said_to_rest),
          CASE(pairs_are_the_nearest_poses_and_join_all_targets))
