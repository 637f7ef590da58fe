// Events of a world: what begins ends, as many touch as began and did not end, whatever is removed, restored or filtered
// meanwhile; hits have the speed of the fall; joints and sleep are told once.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/world_kit.h"

static const supple_vec3 nothing = {0.0f, 0.0f, 0.0f};
enum { MOST = 512, PAIRS = 256 };

// What a game would keep: pairs that touch, by what events say alone.
typedef struct pair {
    const void *body, *other;
    uint32_t id;
} pair;

typedef struct book {
    pair pairs[PAIRS];
    int count, wrong; // wrong: an end without a beginning, or two beginnings
    int counts[8];
} book;

static pair pair_of(const supple_body* body, const supple_body* other, supple_collider id) {
    return (pair){body, other, (uint32_t)id.index << 16 | id.generation};
}

static int find(const book* b, pair p) {
    for (int i = 0; i < b->count; ++i)
        if (b->pairs[i].body == p.body && b->pairs[i].other == p.other && b->pairs[i].id == p.id)
            return i;
    return -1;
}

static void read_events(book* b, const supple_world* w) {
    supple_event e[MOST];
    int count = supple_world_events(w, e, MOST);
    b->wrong += count > MOST;
    for (int i = 0; i < count && i < MOST; ++i) {
        pair p = pair_of(e[i].body, e[i].other_or_null, e[i].collider);
        int at = find(b, p);
        ++b->counts[e[i].kind];
        if (e[i].kind == SUPPLE_EVENT_BEGAN || e[i].kind == SUPPLE_EVENT_ENTERED) {
            b->wrong += at >= 0 || b->count == PAIRS;
            b->pairs[b->count++] = p;
        } else if (e[i].kind == SUPPLE_EVENT_ENDED || e[i].kind == SUPPLE_EVENT_LEFT) {
            b->wrong += at < 0;
            if (at >= 0)
                b->pairs[at] = b->pairs[--b->count];
        }
    }
}

// Pairs by the contacts of the step, which events know nothing of.
static int touching(const supple_world* w, book* out) {
    supple_contact c[MOST];
    int count = supple_world_contacts(w, c, MOST);
    out->count = 0;
    for (int i = 0; i < count && i < MOST; ++i) {
        pair p = pair_of(c[i].body, c[i].other_or_null, c[i].collider);
        if (find(out, p) < 0)
            out->pairs[out->count++] = p;
    }
    return count;
}

static bool same(const book* a, const book* b) {
    bool all = a->count == b->count;
    for (int i = 0; i < a->count && all; ++i)
        all = find(b, a->pairs[i]) >= 0;
    return all;
}

TEST(what_began_and_did_not_end_touches_whatever_comes_and_goes) {
    int began = 0, ended = 0, hits = 0;
    for (int trial = 0; trial < 10; ++trial) {
        world_kit k = kit_new(NULL);
        seed = (uint64_t)(7 + trial);
        toy t = kit_toy(&k, kit_small());
        book b = {.count = 0}, now = {.count = 0};
        supple_collider ground = kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
        for (int i = 0; i < 8; ++i)
            kit_throw(&k, &t, kit_pose(random_in(-0.1, 0.1), 0.1 + 0.11 * i, random_in(-0.1, 0.1)),
                      nothing);
        for (int frame = 0; frame < 150; ++frame) {
            supple_body* any = k.bodies[(int)random_in(0, 8)];
            int what = (int)random_in(0, 30);
            if (what == 0 && supple_body_world(any) != NULL)
                supple_world_remove_body(k.world, any);
            else if (what == 1 && supple_body_world(any) == NULL)
                supple_world_add_body(k.world, any); // often into another slot
            else if (what == 2)
                supple_body_impulse_centre(any, (supple_vec3){0.0f, 1.0f, 0.2f}, nothing);
            else if (what == 3)
                supple_body_set_filter(any, (supple_filter){1, random_in(0, 1) < 0.5 ? 0 : 1, 0});
            else if (what == 4) {
                supple_world_remove_collider(k.world, ground);
                ground = kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
            }
            supple_world_step(k.world, 1.0f / 60.0f);
            read_events(&b, k.world);
            touching(k.world, &now);
            CHECK(b.wrong == 0 && same(&b, &now));
        }
        began += b.counts[SUPPLE_EVENT_BEGAN];
        ended += b.counts[SUPPLE_EVENT_ENDED];
        hits += b.counts[SUPPLE_EVENT_HIT];
        CHECK(b.counts[SUPPLE_EVENT_BEGAN] - b.counts[SUPPLE_EVENT_ENDED] == now.count);
        kit_close(&k);
    }
    printf("    %d began, %d ended, %d hits\n", began, ended, hits);
    CHECK(began > 300 && ended > 200 && hits > 5);
}

TEST(a_hit_has_the_speed_of_the_fall_and_the_impulse_that_stops_it) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0.55, 0), nothing);
    double fall = sqrt(2.0 * 9.81 * 0.5), impulse = 0.0, speed = 0.0;
    int hits = 0, first = -1;
    for (int frame = 0; frame < 60; ++frame) {
        supple_event e[16];
        supple_world_step(k.world, 1.0f / 60.0f);
        int count = supple_world_events(k.world, e, 16);
        for (int i = 0; i < count; ++i) {
            if (e[i].kind != SUPPLE_EVENT_HIT || hits++ > 0)
                continue;
            first = frame;
            impulse = (double)e[i].impulse;
            speed = (double)e[i].speed;
            CHECK(e[i].body == b && e[i].collider.generation != 0 && e[i].normal.y > 0.99f);
            CHECK(fabsf(e[i].place.y) < 0.02f);
        }
    }
    double mass = (double)supple_body_measures(b).mass;
    printf("    %d hits, the first after %d frames at %.3f m/s (falls at %.3f), %.2f of its "
           "momentum\n",
           hits, first, speed, fall, impulse / (mass * fall));
    CHECK(hits >= 1 && fabs(speed - fall) < 0.03 * fall && first == 19);
    CHECK(impulse > 0.3 * mass * fall && impulse < 2.0 * mass * fall);
    kit_close(&k);
}

TEST(what_lies_asleep_tells_nothing_and_sleep_is_told_once) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0.2, 0), nothing);
    book all = {.count = 0};
    for (int i = 0; i < 300; ++i) {
        supple_world_step(k.world, 1.0f / 60.0f);
        read_events(&all, k.world);
    }
    CHECK(supple_body_asleep(b) && all.counts[SUPPLE_EVENT_SLEPT] == 1);
    CHECK(all.count == 1 && all.counts[SUPPLE_EVENT_WOKE] == 0);
    supple_event e[4];
    supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_world_events(k.world, e, 4) == 0);
    supple_body_wake(b);
    supple_world_step(k.world, 1.0f / 60.0f);
    read_events(&all, k.world);
    CHECK(all.counts[SUPPLE_EVENT_WOKE] == 1 && all.wrong == 0 && all.count == 1);
    supple_world_remove_body(k.world, b);
    supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_world_events(k.world, e, 4) == 1 && e[0].kind == SUPPLE_EVENT_ENDED &&
          e[0].body == b);
    supple_world_step(k.world, 1.0f / 60.0f);
    CHECK(supple_world_events(k.world, e, 4) == 0);
    kit_close(&k);
}

TEST(a_joint_that_breaks_is_told_once) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0, 0), nothing);
    supple_joint_options o =
        supple_joint_options_default(SUPPLE_JOINT_POINT, b, NULL, (supple_vec3){0.0f, 0.05f, 0.0f});
    o.strength = 0.5f * supple_body_measures(b).mass * 9.81f;
    supple_joint j = supple_world_add_joint(k.world, &o);
    int told = 0;
    for (int i = 0; i < 30; ++i) {
        supple_event e[8];
        supple_world_step(k.world, 1.0f / 60.0f);
        int count = supple_world_events(k.world, e, 8);
        for (int n = 0; n < count; ++n) {
            told += e[n].kind == SUPPLE_EVENT_BROKE;
            CHECK(e[n].kind != SUPPLE_EVENT_BROKE ||
                  (e[n].joint.index == j.index && e[n].body == NULL));
        }
    }
    CHECK(told == 1);
    kit_close(&k);
}

TEST(after_a_restore_what_touched_touches_and_ends) {
    world_kit k = kit_new(NULL);
    toy t = kit_toy(&k, kit_small());
    kit_plane(&k, kit_pose(0, 0, 0), -1.0f);
    supple_body* b = kit_throw(&k, &t, kit_pose(0, 0.055, 0), nothing);
    book book_of = {.count = 0}, kept;
    for (int i = 0; i < 30; ++i) {
        supple_world_step(k.world, 1.0f / 60.0f);
        read_events(&book_of, k.world);
    }
    size_t size = supple_world_state_size(k.world);
    void* state = malloc(size);
    supple_world_save(k.world, state);
    kept = book_of;
    supple_body_impulse_centre(b, (supple_vec3){0.0f, 9.0f, 0.0f}, nothing);
    for (int i = 0; i < 20; ++i) {
        supple_world_step(k.world, 1.0f / 60.0f);
        read_events(&book_of, k.world);
    }
    CHECK(book_of.count == 0 && book_of.wrong == 0 && kept.count == 1);
    CHECK(supple_world_restore(k.world, state, size));
    CHECK(supple_world_events(k.world, NULL, 0) == 0);
    supple_world_step(k.world, 1.0f / 60.0f);
    read_events(&kept, k.world);
    CHECK(kept.count == 1 && kept.wrong == 0);
    free(state);
    kit_close(&k);
}

TEST_MAIN(CASE(what_began_and_did_not_end_touches_whatever_comes_and_goes),
          CASE(a_hit_has_the_speed_of_the_fall_and_the_impulse_that_stops_it),
          CASE(what_lies_asleep_tells_nothing_and_sleep_is_told_once),
          CASE(a_joint_that_breaks_is_told_once),
          CASE(after_a_restore_what_touched_touches_and_ends))
