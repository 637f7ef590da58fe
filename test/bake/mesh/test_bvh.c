// The tree encloses what it holds, and its pairs are all pairs.
// SPDX-License-Identifier: MIT
#include "bake/mesh/bvh.h"
#include "test/kit/check.h"
#include "test/kit/soup.h"

static soup scattered(int32_t count, double size, arena* memory) {
    soup s = {.memory = memory};
    uint64_t state = 17;
    for (int32_t i = 0; i < count; ++i) {
        vec3 at =
            v3(soup_random(&state, -1, 1), soup_random(&state, -1, 1), soup_random(&state, -1, 1));
        uint32_t v[3];
        for (int k = 0; k < 3; ++k)
            v[k] = soup_vertex(&s, v3_add(at, v3(soup_random(&state, -size, size),
                                                 soup_random(&state, -size, size),
                                                 soup_random(&state, -size, size))));
        soup_triangle(&s, v[0], v[1], v[2]);
    }
    return s;
}

static bvh build(const soup* s) {
    return bvh_build(s->positions, (const uint32_t(*)[3])s->triangles, s->triangle_count,
                     s->memory);
}

static bool inside(bounds a, bounds b) {
    return a.low.x >= b.low.x && a.low.y >= b.low.y && a.low.z >= b.low.z && a.high.x <= b.high.x &&
           a.high.y <= b.high.y && a.high.z <= b.high.z;
}

// Children lie after and inside their parents; leaves hold every triangle once.
static bool well_formed(const bvh* b, int32_t triangle_count, arena* memory) {
    int32_t* seen = ARENA_NEW(memory, int32_t, (size_t)triangle_count);
    int32_t next = 0;
    for (int32_t i = 0; i < b->node_count; ++i) {
        const bvh_node* n = &b->nodes[i];
        if (n->count == 0) {
            if (n->right <= i + 1 || n->right >= b->node_count ||
                !inside(b->nodes[i + 1].box, n->box) || !inside(b->nodes[n->right].box, n->box))
                return false;
            continue;
        }
        if (n->first != next)
            return false;
        next += n->count;
        for (int32_t k = n->first; k < next; ++k)
            if (seen[b->order[k]]++ != 0 || !inside(b->boxes[k], n->box))
                return false;
    }
    return next == triangle_count;
}

typedef struct tally {
    int64_t count;
    uint64_t sum; // order-free: pairs are hashed and added
    int64_t stop_after;
} tally;

static bool add_pair(void* user, int32_t a, int32_t b) {
    tally* t = user;
    uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
    uint64_t h = (low << 32 | high) * 0x9e3779b97f4a7c15u;
    t->sum += h ^ (h >> 29);
    return ++t->count != t->stop_after;
}

static bounds box_of(const soup* s, int32_t t) {
    vec3 p[3];
    for (int k = 0; k < 3; ++k)
        p[k] = s->positions[s->triangles[t][k]];
    return bounds_of(p, 3);
}

static tally all_pairs(const soup* s) {
    tally t = {0, 0, -1};
    for (int32_t i = 0; i < s->triangle_count; ++i)
        for (int32_t k = 0; k < i; ++k) {
            bounds a = box_of(s, i), b = box_of(s, k);
            if (a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y &&
                b.low.y <= a.high.y && a.low.z <= b.high.z && b.low.z <= a.high.z)
                add_pair(&t, k, i);
        }
    return t;
}

TEST(pairs_are_all_pairs_with_meeting_boxes_each_once) {
    static const double sizes[3] = {0.02, 0.2, 1.5};
    for (int round = 0; round < 3; ++round) {
        arena* memory = arena_create();
        soup s = scattered(700, sizes[round], memory);
        bvh b = build(&s);
        bool formed = well_formed(&b, s.triangle_count, memory);
        tally found = {0, 0, -1}, truth = all_pairs(&s);
        bvh_self_pairs(&b, add_pair, &found);
        arena_destroy(memory);
        CHECK(formed);
        CHECK(truth.count > 0 && found.count == truth.count && found.sum == truth.sum);
    }
}

TEST(visiting_stops_when_told) {
    arena* memory = arena_create();
    soup s = scattered(300, 0.5, memory);
    bvh b = build(&s);
    tally found = {0, 0, 10};
    bvh_self_pairs(&b, add_pair, &found);
    arena_destroy(memory);
    CHECK(found.count == 10);
}

TEST(awkward_soups_make_sound_trees) {
    arena* memory = arena_create();
    soup none = {.memory = memory};
    bvh empty = build(&none);
    tally t = {0, 0, -1};
    bvh_self_pairs(&empty, add_pair, &t);

    soup same = {.memory = memory}; // a thousand times the same triangle
    for (int k = 0; k < 3; ++k)
        soup_vertex(&same, v3(k, k == 1, 0));
    for (int i = 0; i < 1000; ++i)
        soup_triangle(&same, 0, 1, 2);
    bvh equal = build(&same);
    bool formed = well_formed(&equal, 1000, memory);

    soup chain = {.memory = memory}; // each twice as far out: every cut takes off one
    for (int i = 0; i < 900; ++i) {
        double at = ldexp(1.0, i - 500);
        for (int k = 0; k < 3; ++k)
            soup_vertex(&chain, v3(at * (1.0 + 0.5 * k), k == 1 ? at : 0.0, 0));
        soup_triangle(&chain, 3 * (uint32_t)i, 3 * (uint32_t)i + 1, 3 * (uint32_t)i + 2);
    }
    bvh steep = build(&chain);
    formed = formed && well_formed(&steep, 900, memory);
    bvh_self_pairs(&steep, add_pair, &t);
    arena_destroy(memory);
    CHECK(empty.node_count == 0 && formed);
    CHECK(t.count == 899); // each box meets the next one's at its end
}

TEST_MAIN(CASE(pairs_are_all_pairs_with_meeting_boxes_each_once), CASE(visiting_stops_when_told),
          CASE(awkward_soups_make_sound_trees))
