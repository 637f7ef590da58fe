// The broad phase against all pairs one by one, in random scenes: it leaves out none that may be in contact, and tells
// each once.
// SPDX-License-Identifier: MIT
#include "runtime/world/broad.h"

#include "test/kit/check.h"
#include "test/kit/contact_kit.h"

enum { SCENES = 200, THINGS = KIT_BODIES + KIT_COLLIDERS };

// Bars and balls and a box and a plane; some bodies asleep, one slot empty now and then, some colliders moving.
static void arrange(contact_kit* k) {
    for (int i = 0; i < KIT_BODIES; ++i) {
        kit_place(k, i, kit_anywhere(k, 1.2), kit_anywhere(k, 1.2));
        k->looks[i].asleep = kit_any(k) > 0.3;
        if (k->looks[i].asleep) // it goes nowhere
            memcpy(k->rows[i][1], k->rows[i][0], sizeof k->rows[i][0]);
    }
    for (int c = 0; c < 4; ++c) {
        supple_matrix pose = kit_anywhere(k, 2.0);
        collider_place(&k->colliders.slots[c], &pose);
        k->colliders.slots[c].moved = kit_any(k) > 0.0;
    }
    k->scene.self = kit_any(k) > 0.5;
}

// What a contact needs: a gap of CONTACT_NEAR of either's size at most, on every axis.
static bool may_meet(const contact_surface* s, const float low[3], const float high[3],
                     double near) {
    for (int a = 0; a < 3; ++a)
        if ((double)s->low[a] - near > (double)high[a] ||
            (double)s->high[a] + near < (double)low[a])
            return false;
    return true;
}

// 1: must be told, 0: may be, -1: must not.
static int expected(const contact_kit* k, int body, int thing) {
    const contact_body* b = &k->looks[body];
    const contact_surface* s = b->skin_or_null;
    if (thing == body)
        return k->scene.self && !b->asleep ? 1 : -1;
    if (thing < KIT_BODIES) {
        const contact_surface* o = k->looks[thing].skin_or_null;
        double near = CONTACT_NEAR * fmax(s->size, o->size);
        if (b->asleep && k->looks[thing].asleep)
            return -1;
        return may_meet(s, o->low, o->high, near)         ? 1
               : may_meet(s, o->low, o->high, 8.0 * near) ? 0
                                                          : -1;
    }
    const collider* c = &k->colliders.slots[thing - KIT_BODIES];
    if (!c->used || (b->asleep && !c->moved))
        return -1;
    if (c->shape.kind == SUPPLE_PLANE)
        return 0; // below
    float low[3], high[3];
    collider_bounds(c, low, high);
    double near = CONTACT_NEAR * s->size;
    return may_meet(s, low, high, near) ? 1 : may_meet(s, low, high, 4.0 * near) ? 0 : -1;
}

static int thing_of(broad_pair pair) {
    return pair.collider >= 0 ? KIT_BODIES + pair.collider : pair.other;
}

static bool open_scene(contact_kit* k) {
    if (!kit_open(k, kit_bar, KIT_BODIES))
        return false;
    kit_put(k, (supple_shape){.kind = SUPPLE_SPHERE, .radius = 0.3f, .friction = SUPPLE_UNSET},
            kit_at(0.0, 0.0, 0.0));
    kit_put(
        k, (supple_shape){.kind = SUPPLE_BOX, .half = {0.2f, 0.4f, 0.3f}, .friction = SUPPLE_UNSET},
        kit_at(0, 0, 0));
    kit_put(k,
            (supple_shape){.kind = SUPPLE_CAPSULE,
                           .radius = 0.1f,
                           .half = {0.0f, 0.5f, 0.0f},
                           .friction = SUPPLE_UNSET},
            kit_at(0.0, 0.0, 0.0));
    kit_put(k, (supple_shape){.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET},
            kit_at(0.0, 0.0, 0.0));
    return true;
}

TEST(every_pair_that_may_be_in_contact_is_told_once_and_none_that_cannot) {
    contact_kit k;
    CHECK(open_scene(&k));
    int told_in_all = 0, apart = 0;
    for (int n = 0; n < SCENES; ++n) {
        int told[KIT_BODIES][THINGS] = {{0}}, stage = 0;
        arrange(&k);
        colliders_begin_substep(&k.colliders, 0.0, 1.0, k.scene.h);
        broad_phase p = broad_begin(k.finder, &k.scene);
        for (broad_pair pair; broad_next(&p, &pair);) {
            ++told[pair.body][thing_of(pair)];
            int now = pair.collider >= 0 ? 0 : pair.other == pair.body ? 1 : 2;
            CHECK(now >= stage && (pair.collider >= 0 || pair.other >= pair.body));
            stage = now;
        }
        for (int i = 0; i < KIT_BODIES; ++i)
            for (int t = 0; t < THINGS; ++t) {
                int want = t < i ? -1 : expected(&k, i, t);
                CHECK(want == 0 ? told[i][t] <= 1 : told[i][t] == (want > 0));
                told_in_all += told[i][t];
                apart += want < 0;
            }
    }
    printf("    %d pairs, %d that cannot be in contact\n", told_in_all, apart);
    CHECK(told_in_all > 5 * SCENES && apart > 5 * SCENES);
    kit_close(&k);
}

TEST(a_plane_is_told_to_bodies_that_are_not_above_it) {
    contact_kit k;
    CHECK(open_scene(&k));
    const double heights[] = {0.5, 0.0, -0.5, -3.0}; // of the bar's foot
    for (int i = 0; i < 4; ++i) {
        int planes = 0;
        for (int b = 0; b < KIT_BODIES; ++b)
            kit_stay(&k, b, kit_at(9.0 + 2.0 * b, heights[i], 0.0));
        colliders_begin_substep(&k.colliders, 0.0, 1.0, k.scene.h);
        broad_phase p = broad_begin(k.finder, &k.scene);
        for (broad_pair pair; broad_next(&p, &pair);)
            planes += pair.collider == 3;
        CHECK(planes == (heights[i] > 0.0 ? 0 : KIT_BODIES));
    }
    kit_close(&k);
}

// Woken between two pairs, as worlds do.
TEST(a_body_that_is_woken_meets_those_asleep) {
    contact_kit k;
    CHECK(open_scene(&k));
    for (int i = 0; i < 2; ++i) {
        kit_stay(&k, i, kit_at(0.1 * i, 0.0, 0.0));
        k.looks[i].asleep = true;
    }
    k.scene.body_count = 2;
    for (int wakes = 0; wakes < 2; ++wakes) {
        int met = 0;
        k.colliders.slots[0].moved = true;
        k.looks[0].asleep = true;
        colliders_begin_substep(&k.colliders, 0.0, 1.0, k.scene.h);
        broad_phase p = broad_begin(k.finder, &k.scene);
        for (broad_pair pair; broad_next(&p, &pair);) {
            if (pair.collider == 0 && wakes)
                k.looks[pair.body].asleep = false;
            met += pair.other == 1;
        }
        CHECK(met == wakes);
    }
    kit_close(&k);
}

TEST_MAIN(CASE(every_pair_that_may_be_in_contact_is_told_once_and_none_that_cannot),
          CASE(a_plane_is_told_to_bodies_that_are_not_above_it),
          CASE(a_body_that_is_woken_meets_those_asleep))
