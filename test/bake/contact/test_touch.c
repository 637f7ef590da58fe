// How long features stay apart: never longer than they do, and nearly as long.
// SPDX-License-Identifier: MIT
#include "bake/contact/near.h"
#include "bake/contact/touch.h"
#include "test/kit/check.h"
#include "test/kit/feature_maker.h"
#include "test/kit/thorough.h"

enum { FEW = 4000, MANY = 40000, STEPS = 400, HALVES = 60 };

static double distance_at(const touch_question* q, double time) {
    vec3 x[4];
    for (int i = 0; i < 4;
         ++i) // counted from the first node, as rounding of far places is not asked for here
        x[i] = v3_madd(v3_sub(q->x[i], q->x[0]), v3_sub(q->move[i], q->move[0]), time);
    return v3_length(q->edges ? near_edges(x).between : near_face(x).between);
}

// The first time at which the distance is no more than that, by small steps and halving; 2: never seen. Steps may miss a
// short visit, so what it says is late, never early: a bound behind it is wrong, and one before it need not be.
static double brute_time(const touch_question* q, double distance) {
    double before = 0.0;
    for (int i = 0; i <= STEPS; ++i) {
        double time = (double)i / STEPS;
        if (distance_at(q, time) > distance) {
            before = time;
            continue;
        }
        double late = time;
        for (int k = 0; k < HALVES; ++k) {
            double middle = 0.5 * (before + late);
            if (distance_at(q, middle) > distance)
                before = middle;
            else
                late = middle;
        }
        return late;
    }
    return 2.0;
}

// Features that are likely to meet: the one is aimed at the other.
static touch_question aimed(int kind, bool edges) {
    touch_question q = {.edges = edges, .keep = 0.2, .enough = INFINITY};
    double size = feature_power(-6.0, 4.0), fast = feature_power(-3.0, 2.0);
    feature_places(kind, q.x);
    vec3 away = random_point(1.0), far = random_point(feature_often(0.3) ? 1e4 : 0.0);
    double turning = feature_often(0.5) ? 0.1 : 1.0;
    for (int i = 0; i < 4; ++i) {
        bool first = i == 0 || (edges && i == 1);
        q.move[i] = v3_scale(v3_add(first ? away : v3(0.0, 0.0, 0.0), random_point(turning)), fast);
        vec3 meet =
            v3_madd(q.x[i], q.move[i], -random_in(0.2, 0.21)); // they stood at q.x about then
        q.x[i] = v3_scale(feature_often(0.9) ? meet : q.x[i], size);
        q.move[i] = v3_scale(q.move[i], size);
    }
    if (kind == 3 && feature_often(0.5))
        for (int i = 0; i < 4; ++i)
            q.x[i].z = q.move[i].z = 0.0;
    for (int i = 0; i < 4; ++i)
        q.x[i] = v3_add(q.x[i], v3_scale(far, size));
    double d = distance_at(&q, 0.0);
    q.thickness = feature_often(0.3) ? d * random_in(0.0, 0.99) : 0.0;
    if (feature_often(0.3))
        q.enough = d * feature_power(-4.0, 0.0);
    return q;
}

TEST(no_time_is_behind_the_first_contact) {
    seed = 5;
    int count = test_thorough() ? MANY : FEW, met = 0, early = 0;
    double shortest = 1.0;
    int64_t planes = 0;
    for (int i = 0; i < count; ++i) {
        touch_question q = aimed(i / 2 % FEATURE_KINDS, i % 2 == 0);
        double time = touch_time(&q, &planes), d = distance_at(&q, 0.0), reach = 0.0;
        for (int k = 0; k < 4; ++k)
            reach = fmax(reach, v3_length(q.x[k]) + v3_length(q.move[k]));
        CHECK(time >= 0.0 && time <= 1.0);
        double gap = d - q.thickness, left = fmin(0.2 * gap, q.enough);
        if (!(gap > 1e-9 * reach)) // rounding of places is not told from a gap
            continue;
        for (int k = 0; k <= STEPS;
             ++k) // at any time until then they are apart, by what was to be left
            CHECK(distance_at(&q, time * k / STEPS) >= q.thickness + left - 1e-13 * reach);
        double truth = brute_time(&q, q.thickness + left);
        met += truth <= 1.0;
        CHECK(time <= truth);
        if (time == 1.0 || distance_at(&q, time) <= q.thickness + 1.25 * left)
            continue; // as far as it may
        ++early;
        shortest = fmin(shortest, time / fmin(truth, 1.0));
    }
    printf(
        "touch: %d of %d meet, %.2f planes each, %d end early, at %.3f of the true time at worst\n",
        met, count, (double)planes / count, early, shortest);
    CHECK(met > count / 4);
    CHECK(early <= count / 1000);
}

// What slides along another, however far, is not held up; nor is what goes away.
TEST(sliding_is_free) {
    seed = 6;
    for (int i = 0; i < 200; ++i) {
        double height = feature_power(-9.0, -1.0);
        touch_question q = {.x = {{0.1, 0.1, height}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                            .keep = 0.2,
                            .enough = INFINITY};
        q.move[0] = v3(random_in(-50.0, 50.0), random_in(-50.0, 50.0),
                       feature_often(0.5) ? 0.0 : random_in(0.0, 1.0));
        int64_t planes = 0;
        CHECK(touch_time(&q, &planes) == 1.0 && planes <= 3);
    }
}

TEST(what_touches_does_not_move) {
    touch_question q = {
        .x = {{0.2, 0.2, 0.0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .keep = 0.2, .enough = INFINITY};
    q.move[0] = v3(0.0, 0.0, -1.0);
    CHECK(touch_time(&q, NULL) == 0.0);
    q.x[0].z = 1e-17; // below rounding
    CHECK(touch_time(&q, NULL) == 0.0);
    q.x[0].z = 0.5;
    q.thickness = 0.5;
    CHECK(touch_time(&q, NULL) == 0.0);
    q.thickness = 0.4;
    CHECK_NEAR(touch_time(&q, NULL), 0.08, 1e-12);
}

TEST_MAIN(CASE(no_time_is_behind_the_first_contact), CASE(sliding_is_free),
          CASE(what_touches_does_not_move))
