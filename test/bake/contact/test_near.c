// Distances of features and the barrier between them are what they say, case by case.
// SPDX-License-Identifier: MIT
#include "bake/contact/barrier.h"
#include "bake/dynamics/firm.h"
#include "test/kit/check.h"
#include "test/kit/feature_maker.h"

enum { PAIRS = 4000, GRID = 24, ZOOMS = 9 };

static near_points nearest(bool edges, const vec3 x[4]) {
    return edges ? near_edges(x) : near_face(x);
}

static vec3 between(bool edges, const vec3 x[4], double s, double t) {
    if (edges)
        return v3_sub(v3_lerp(x[0], x[1], s), v3_lerp(x[2], x[3], t));
    vec3 on =
        v3_lerp(x[1], v3_lerp(x[2], x[3], t), s); // all of the triangle, s and t in the unit square
    return v3_sub(x[0], on);
}

// The least distance over a grid of parameters that is laid again and again round the best.
static double brute(bool edges, const vec3 x[4]) {
    double low[2] = {0.0, 0.0}, high[2] = {1.0, 1.0}, least = INFINITY, at[2] = {0.0, 0.0};
    for (int zoom = 0; zoom < ZOOMS; ++zoom) {
        for (int i = 0; i <= GRID; ++i)
            for (int k = 0; k <= GRID; ++k) {
                double s = low[0] + (high[0] - low[0]) * i / GRID,
                       t = low[1] + (high[1] - low[1]) * k / GRID;
                double d = v3_length(between(edges, x, s, t));
                if (d < least)
                    least = d, at[0] = s, at[1] = t;
            }
        for (int k = 0; k < 2; ++k) {
            double size = (high[k] - low[k]) / 5.0;
            low[k] = fmax(0.0, at[k] - size), high[k] = fmin(1.0, at[k] + size);
        }
    }
    return least;
}

TEST(nearest_points_are_nearest) {
    seed = 1;
    double worst = 0.0;
    for (int i = 0; i < PAIRS / 4; ++i) {
        vec3 x[4];
        bool edges = i % 2 == 0;
        feature_places(i / 2 % FEATURE_KINDS, x);
        near_points p = nearest(edges, x);
        double d = v3_length(p.between), least = brute(edges, x), sum = 0.0;
        vec3 r = {0};
        for (int k = 0; k < 4; ++k) {
            r = v3_madd(r, x[k], p.weight[k]);
            sum += p.weight[k];
            CHECK(p.weight[k] * (k == 0 || (k == 1 && edges) ? 1.0 : -1.0) >= 0.0);
        }
        CHECK_NEAR(v3_distance(r, p.between), 0.0, 1e-15 * 8);
        CHECK_NEAR(sum, 0.0, 1e-15);
        worst = fmax(worst, d - least); // a minimum over fewer places is never smaller
        CHECK(least >= d - 2e-5 && d <= least + 1e-12);
    }
    printf("nearest: at most %.2g too far\n", worst);
}

// ---- the barrier ---------------------------------------------------------------------------

typedef struct question {
    barrier law;
    barrier_pair pair;
    vec3 x[4];
    double size; // m, of the features
} question;

// Features of a random size whose distance is within the barrier's.
static question near_question(int kind, bool edges) {
    question q = {.pair.edges = edges, .size = feature_power(-3.0, 2.0)};
    double gap = 0.0, least = 0.0;
    while (!(gap > 1e-3)) {
        feature_places(kind, q.x);
        gap = v3_length(nearest(edges, q.x).between);
    }
    for (int i = 0; i < 4; ++i)
        q.x[i] = v3_scale(q.x[i], q.size);
    gap *= q.size;
    if (feature_often(0.3))
        q.law.thickness = gap * random_in(0.1, 0.9);
    least = gap - q.law.thickness;
    q.law.distance = least * feature_power(0.02, 2.0);
    q.law.stiffness = feature_power(-6.0, 3.0);
    double a = v3_distance(q.x[0], q.x[1]), b = v3_distance(q.x[2], q.x[3]);
    q.pair.parallel = BARRIER_PARALLEL * a * a * b * b * feature_power(-1.0, 4.0);
    return q;
}

static double across(const question* q) { // the angle of two edges times the shorter one
    vec3 a = v3_sub(q->x[1], q->x[0]), b = v3_sub(q->x[3], q->x[2]);
    return v3_length(v3_cross(a, b)) / fmax(v3_length(a), v3_length(b));
}

// Cases do not change within a step of the differences, where the derivative has a jump of its own, and no angle changes
// much.
static bool steady(const question* q, double step) {
    near_points here = nearest(q->pair.edges, q->x);
    if (q->pair.edges && !(across(q) > 200.0 * step))
        return false;
    for (int i = 0; i < 12; ++i)
        for (int side = -1; side < 2; side += 2) {
            vec3 x[4];
            memcpy(x, q->x, sizeof x);
            (&x[i / 3].x)[i % 3] += side * 2.0 * step;
            near_points there = nearest(q->pair.edges, x);
            if (there.sliding != here.sliding)
                return false;
            for (int k = 0; k < 4; ++k)
                if ((there.weight[k] == 0.0) != (here.weight[k] == 0.0))
                    return false;
        }
    return true;
}

// By differences of fourth order.
static double slope(const question* q, int at, double step) {
    static const double part[4] = {1.0, -8.0, 8.0, -1.0};
    double sum = 0.0;
    for (int k = 0; k < 4; ++k) {
        vec3 x[4];
        memcpy(x, q->x, sizeof x);
        (&x[at / 3].x)[at % 3] += (k < 2 ? k - 2 : k - 1) * step;
        sum += part[k] * barrier_energy(&q->law, &q->pair, x);
    }
    return sum / (12.0 * step);
}

static void slope_of_gradient(const question* q, int at, double step, double out[12]) {
    static const double part[4] = {1.0, -8.0, 8.0, -1.0};
    memset(out, 0, 12 * sizeof *out);
    for (int k = 0; k < 4; ++k) {
        vec3 x[4], g[4];
        memcpy(x, q->x, sizeof x);
        (&x[at / 3].x)[at % 3] += (k < 2 ? k - 2 : k - 1) * step;
        barrier_gradient(&q->law, &q->pair, x, g);
        for (int i = 0; i < 12; ++i)
            out[i] += part[k] * (&g[i / 3].x)[i % 3] / (12.0 * step);
    }
}

TEST(forces_and_matrices_are_derivatives) {
    seed = 2;
    double worst[2] = {0.0, 0.0};
    int asked = 0, mollified = 0, cases[3] = {0, 0, 0};
    for (int i = 0; i < PAIRS; ++i) {
        question q = near_question(i / 2 % FEATURE_KINDS, i % 2 == 0);
        double d = v3_length(nearest(q.pair.edges, q.x).between);
        double step = 2e-4 * fmin(d - q.law.thickness, fmin(d, q.size));
        if (!steady(&q, step) || barrier_energy(&q.law, &q.pair, q.x) == 0.0) // exactly parallel
            continue;
        vec3 g[4];
        double matrix[144], column[12], force = 0.0, stiff = 0.0;
        barrier_gradient(&q.law, &q.pair, q.x, g);
        barrier_matrix(&q.law, &q.pair, q.x, false, matrix);
        for (int k = 0; k < 4; ++k)
            force = fmax(force, v3_length(g[k]));
        for (int k = 0; k < 144; ++k)
            stiff = fmax(stiff, fabs(matrix[k]));
        vec3 c = v3_cross(v3_sub(q.x[1], q.x[0]), v3_sub(q.x[3], q.x[2]));
        mollified += q.pair.edges && v3_dot(c, c) < q.pair.parallel;
        ++cases[nearest(q.pair.edges, q.x).sliding];
        ++asked;
        for (int k = 0; k < 12; ++k) {
            worst[0] = fmax(worst[0], fabs(slope(&q, k, step) - (&g[k / 3].x)[k % 3]) / force);
            slope_of_gradient(&q, k, step, column);
            for (int m = 0; m < 12; ++m)
                worst[1] = fmax(worst[1], fabs(column[m] - matrix[12 * m + k]) / stiff);
        }
    }
    printf("barrier: %d pairs (%d, %d, %d by parameters, %d nearly parallel), force %.2g, matrix "
           "%.2g\n",
           asked, cases[0], cases[1], cases[2], mollified, worst[0], worst[1]);
    CHECK(asked > PAIRS / 2 && cases[0] > 100 && cases[1] > 100 && cases[2] > 100 &&
          mollified > 100);
    CHECK(worst[0] < 1e-6 && worst[1] < 1e-6);
}

TEST(the_firm_matrix_is_the_nearest_that_is_not_negative) {
    seed = 3;
    for (int i = 0; i < PAIRS / 8; ++i) {
        question q = near_question(i / 2 % FEATURE_KINDS, i % 2 == 0);
        double tangent[144], firm[144], size = 0.0;
        barrier_matrix(&q.law, &q.pair, q.x, false, tangent);
        barrier_matrix(&q.law, &q.pair, q.x, true, firm);
        for (int k = 0; k < 144; ++k)
            size = fmax(size, fabs(tangent[k]));
        firm_project(tangent, 12); // the whole matrix, by its own way
        for (int k = 0; k < 144; ++k)
            CHECK_NEAR(firm[k], tangent[k], 1e-11 * size);
    }
}

// The barrier is where it is said to be, pushes apart along the shortest way, and turns nothing.
TEST(pushes_apart_below_its_distance_only) {
    seed = 4;
    for (int i = 0; i < PAIRS; ++i) {
        question q = near_question(i / 2 % FEATURE_KINDS, i % 2 == 0);
        vec3 g[4], sum = {0}, moment = {0};
        barrier_gradient(&q.law, &q.pair, q.x, g);
        double size = 0.0, reach = 0.0;
        for (int k = 0; k < 4; ++k) {
            sum = v3_add(sum, g[k]);
            moment = v3_add(moment, v3_cross(q.x[k], g[k]));
            size = fmax(size, v3_length(g[k]));
            reach = fmax(reach, v3_length(q.x[k]));
        }
        CHECK_NEAR(v3_length(sum), 0.0, 1e-14 * size);
        CHECK_NEAR(v3_length(moment), 0.0, 1e-9 * size * reach);
        near_points at;
        double push = barrier_push(&q.law, &q.pair, q.x, &at), d = v3_length(at.between);
        CHECK(push >= 0.0 && barrier_energy(&q.law, &q.pair, q.x) >= 0.0);
        q.law.distance = (d - q.law.thickness) * (1.0 - 1e-12);
        CHECK(barrier_energy(&q.law, &q.pair, q.x) == 0.0);
    }
}

TEST_MAIN(CASE(nearest_points_are_nearest), CASE(forces_and_matrices_are_derivatives),
          CASE(the_firm_matrix_is_the_nearest_that_is_not_negative),
          CASE(pushes_apart_below_its_distance_only))
