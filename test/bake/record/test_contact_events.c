// bake/record/contact_events: what touches as one is one contact, and a crease of the mesh is none.
// SPDX-License-Identifier: MIT
#include "bake/record/contact_events.h"

#include "test/kit/check.h"
#include "test/kit/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 12, SHEET = ROW * ROW, WALL = 4, MOST = 400 };

// A sheet, soft, and a wall of four vertices, rigid.
typedef struct made {
    arena* memory;
    recording x;
    vec3 rest[SHEET + WALL];
    uint32_t triangles[2 * (ROW - 1) * (ROW - 1)][3];
    recording_body bodies[2];
    recording_contact contacts[MOST];
} made;

static void make(made* m) {
    *m = (made){.memory = arena_create()};
    int32_t n = 0;
    for (uint32_t j = 0; j < ROW; ++j)
        for (uint32_t i = 0; i < ROW; ++i) {
            uint32_t a = j * ROW + i;
            m->rest[a] = v3(0.1 * i, 0.1 * j, 0.0);
            if (i + 1 == ROW || j + 1 == ROW)
                continue;
            const uint32_t two[2][3] = {{a, a + 1, a + ROW + 1}, {a, a + ROW + 1, a + ROW}};
            memcpy(m->triangles[n], two, sizeof two);
            n += 2;
        }
    for (int k = 0; k < WALL; ++k)
        m->rest[SHEET + k] = v3(k % 2, k / 2, -1.0);
    m->bodies[0] = (recording_body){"sheet", 0, SHEET, 0};
    m->bodies[1] = (recording_body){"wall", SHEET, WALL, 1};
    m->x = (recording){.vertex_count = SHEET + WALL,
                       .triangle_count = n,
                       .triangles = m->triangles,
                       .body_count = 2,
                       .bodies = m->bodies,
                       .contacts = m->contacts};
}

static void touch(made* m, int32_t state, int32_t first, int32_t second, float impulse) {
    recording_contact* c = &m->contacts[m->x.contact_count++];
    vec3 at = m->rest[first];
    *c = (recording_contact){
        state, first, second, {(float)at.x, (float)at.y, 0.0f}, {0.0f, 0.0f, 1.0f}, impulse};
}

static const recording_contact* events(made* m, int32_t* count) {
    return contact_events(&m->x, m->rest, m->memory, count);
}

#define AT(i, j) ((j)*ROW + (i))

TEST(neighbours_that_touch_the_same_body_are_one_patch) {
    made m;
    int32_t count;
    make(&m);
    touch(&m, 3, AT(2, 2), SHEET, 1.0f);
    touch(&m, 3, AT(8, 8), SHEET, 5.0f);     // another patch
    touch(&m, 3, AT(4, 2), SHEET + 1, 2.0f); // beside the next, not beside the first
    touch(&m, 3, AT(3, 2), SHEET + 3, 3.0f); // joins them
    touch(&m, 4, AT(3, 3), SHEET, 7.0f);     // another state
    touch(&m, 4, AT(3, 4), -1, 1.0f);        // of the surroundings, not of the wall
    const recording_contact* e = events(&m, &count);
    CHECK(count == 4 && e[0].state == 3 && e[1].state == 3 && e[2].state == 4 && e[3].state == 4);
    CHECK(e[0].impulse == 6.0f && e[0].first == AT(3, 2) && e[0].second == SHEET + 3);
    CHECK_NEAR((double)e[0].place[0], (0.2 + 0.4 * 2 + 0.3 * 3) / 6.0, 1e-7);
    CHECK(memcmp(&e[1], &m.contacts[1], sizeof *e) == 0); // alone: to the bit
    CHECK(memcmp(&e[2], &m.contacts[4], sizeof *e) == 0 && e[3].second == -1);
    arena_destroy(m.memory);
}

TEST(a_crease_of_the_mesh_is_no_contact_and_a_fold_is_one) {
    made m;
    int32_t count;
    make(&m);
    touch(&m, 1, AT(2, 2), AT(3, 2), 1.0f); // along an edge
    touch(&m, 1, AT(2, 2), AT(4, 3), 1.0f); // two edges
    touch(&m, 1, AT(2, 2), AT(2, 2), 1.0f);
    touch(&m, 1, AT(2, 2), AT(9, 2), 1.0f);  // folded over
    touch(&m, 1, AT(10, 2), AT(3, 2), 2.0f); // beside it, the sides the other way
    m.contacts[4].normal[2] = -1.0f;
    const recording_contact* e = events(&m, &count);
    CHECK(count == 1 && e[0].impulse == 3.0f);
    // the heaviest's vertices, turned as the first one's normal has it
    CHECK(e[0].first == AT(3, 2) && e[0].second == AT(10, 2) && e[0].normal[2] == 1.0f);
    arena_destroy(m.memory);
}

// Splits along seams are no edges: the sheet cut in two, with both halves' vertices on the cut, is joined as the whole one.
// Random contacts: impulses are kept, and patches are those that flooding from contact to contact finds.
TEST(random_patches_are_those_that_flooding_finds_and_keep_their_impulses) {
    for (uint64_t run = 1; run <= 200; ++run) {
        made m;
        int32_t count, flooded = 0;
        make(&m);
        seed = run;
        int32_t wanted = (int32_t)random_in(1.0, 60.0);
        for (int32_t i = 0; i < wanted; ++i)
            touch(&m, 0, (int32_t)random_in(0.0, SHEET), SHEET + (int32_t)random_in(0.0, WALL),
                  (float)random_in(0.1, 1.0));
        const recording_contact* e = events(&m, &count);
        double before = 0.0, after = 0.0;
        for (int32_t i = 0; i < wanted; ++i)
            before += (double)m.contacts[i].impulse;
        for (int32_t i = 0; i < count; ++i) {
            after += (double)e[i].impulse;
            CHECK(isfinite(e[i].place[0]) && e[i].normal[2] == 1.0f);
        }
        CHECK_NEAR(before, after, 1e-5 * before);
        bool seen[MOST] = {false};
        for (int32_t i = 0; i < wanted; ++i) {
            int32_t stack[MOST], depth = 0;
            flooded += !seen[i];
            if (!seen[i])
                stack[depth++] = i;
            seen[i] = true;
            while (depth > 0) {
                int32_t a = m.contacts[stack[--depth]].first;
                for (int32_t k = 0; k < wanted; ++k) {
                    int32_t b = m.contacts[k].first, di = b % ROW - a % ROW, dj = b / ROW - a / ROW;
                    bool beside =
                        (abs(di) <= 1 && abs(dj) <= 1) && di * dj >= 0; // edges of two triangles
                    if (!seen[k] && beside) {
                        seen[k] = true;
                        stack[depth++] = k;
                    }
                }
            }
        }
        CHECK(count == flooded);
        arena_destroy(m.memory);
    }
}

TEST_MAIN(CASE(neighbours_that_touch_the_same_body_are_one_patch),
          CASE(a_crease_of_the_mesh_is_no_contact_and_a_fold_is_one),
          CASE(random_patches_are_those_that_flooding_finds_and_keep_their_impulses))
