// What the order of creation decides: within an island the order of its bodies; nothing between islands.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/hash.h"
#include "test/kit/world_kit.h"

enum { ISLANDS = 4, FRAMES = 90 };

// Bodies of an island, its own order kept: a pile, a pair that meets in the air, a lone one, a wedge between two.
static int32_t add_island(world_kit* k, const toy* t, int island) {
    static const struct {
        int island;
        double x, y, z, speed;
    } bodies[] = {{0, 0.0, 0.06, 0.0, 0.0}, {0, 0.02, 0.19, 0.01, 0.0}, {0, -0.01, 0.33, 0.0, 0.0},
                  {1, 1.0, 0.8, 0.0, 0.7},  {1, 1.3, 0.82, 0.02, -0.7}, {2, 2.0, 0.5, 0.0, 0.3},
                  {3, 3.0, 0.06, 0.0, 0.0}, {3, 3.15, 0.06, 0.0, 0.0},  {3, 3.07, 0.3, 0.0, 0.1}};
    int32_t first = k->count;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i)
        if (bodies[i].island == island)
            kit_throw(k, t, kit_pose(bodies[i].x, bodies[i].y, bodies[i].z),
                      (supple_vec3){(float)bodies[i].speed, 0.0f, 0.0f});
    return first;
}

// A number for every island: where its bodies are, frame after frame.
static void play(const int order[ISLANDS], uint64_t hashes[ISLANDS]) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    int32_t first[ISLANDS], end[ISLANDS];
    kit_plane(&k, kit_pose(0, 0, 0), 0.5f);
    for (int i = 0; i < ISLANDS; ++i) {
        first[order[i]] = add_island(&k, &t, order[i]);
        end[order[i]] = k.count;
        hashes[i] = HASH_BEGIN;
    }
    for (int32_t n = 0; n < FRAMES; ++n) {
        supple_world_step(k.world, 1.0f / 60.0f);
        for (int i = 0; i < ISLANDS; ++i)
            for (int32_t b = first[i]; b < end[i]; ++b) {
                supple_motion m = supple_body_motion(k.bodies[b]);
                hashes[i] = hash_add(hashes[i], &m, sizeof m);
                hashes[i] = hash_add(hashes[i], supple_body_coords(k.bodies[b]),
                                     sizeof(float) * (size_t)t.asset.coord_count);
            }
    }
    kit_close(&k);
}

TEST(islands_do_not_know_which_was_created_first) {
    static const int orders[4][ISLANDS] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
    uint64_t first[ISLANDS], hashes[ISLANDS];
    play(orders[0], first);
    for (int n = 1; n < 4; ++n) {
        play(orders[n], hashes);
        for (int i = 0; i < ISLANDS; ++i)
            CHECK(hashes[i] == first[i]);
    }
}

TEST_MAIN(CASE(islands_do_not_know_which_was_created_first))
