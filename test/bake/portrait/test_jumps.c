// bake/portrait: blends of jumps and run-ons, and what passes through what on the way.
// SPDX-License-Identifier: MIT
#include "bake/mesh/crossing.h"
#include "bake/portrait/blend.h"
#include "bake/portrait/crossings.h"
#include "bake/portrait/jumps.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

// ---- blends ----------------------------------------------------------------------------

// Of random offsets: value and velocity at the beginning are those given, the velocity is the derivative everywhere, and in the
// end there is nothing.
TEST(an_offset_goes_away_without_a_jump_of_place_or_speed) {
    seed = 3;
    for (int n = 0; n < 200; ++n) {
        double d[3], w[3], a[3], b[3], va[3], rate = random_in(0.5, 30.0),
                                              t = random_in(0.0, 3.0 / rate);
        for (int i = 0; i < 3; ++i) {
            d[i] = random_in(-1.0, 1.0);
            w[i] = random_in(-20.0, 20.0);
        }
        blend_offset(d, w, 3, rate, 0.0, a, va);
        for (int i = 0; i < 3; ++i)
            CHECK(fabs(a[i] - d[i]) < 1e-15 && fabs(va[i] - w[i]) < 1e-13 * (20.0 + rate));
        double h = 1e-6 / rate;
        blend_offset(d, w, 3, rate, t, a, va);
        blend_offset(d, w, 3, rate, t + h, b, NULL);
        for (int i = 0; i < 3; ++i)
            CHECK(fabs((b[i] - a[i]) / h - va[i]) < 1e-4 * (20.0 + rate));
        blend_offset(d, w, 3, rate, 60.0 / rate, a, va);
        for (int i = 0; i < 3; ++i)
            CHECK(fabs(a[i]) < 1e-12 && fabs(va[i]) < 1e-12);
    }
}

// oracles/svd_blend.json
TEST(offsets_are_the_oracles) {
    const double d[2] = {0.2, -0.1}, w[2] = {1.0, 0.5};
    static const double at_5[4] = {0.2325034195565095, -0.0657074881355353, -0.060653065971263395,
                                   0.3335918628419484};
    double x[4];
    blend_offset(d, w, 2, 6.0, 5.0 / 60.0, x, x + 2);
    for (int i = 0; i < 4; ++i)
        CHECK_NEAR(x[i], at_5[i], 1e-15);
}

// At the natural rate an offset is never longer than the distance that the jump was chosen by.
TEST(no_blend_goes_farther_than_the_distance) {
    double most = 0.0;
    seed = 4;
    for (int n = 0; n < 500; ++n) {
        double balance = pow(10.0, random_in(-5.0, 0.0)), d[2], w[2], x[2];
        for (int i = 0; i < 2; ++i) {
            d[i] = random_in(-1.0, 1.0);
            w[i] = random_in(-1.0, 1.0) / sqrt(balance);
        }
        portrait p = {.balance = balance};
        double rate = blend_natural_rate(&p);
        double distance = sqrt(d[0] * d[0] + d[1] * d[1] + balance * (w[0] * w[0] + w[1] * w[1]));
        for (int k = 0; k < 100; ++k) {
            blend_offset(d, w, 2, rate, 0.1 * k / rate, x, NULL);
            most = fmax(most, hypot(x[0], x[1]) / distance);
        }
    }
    CHECK(most <= 1.0 && most > 0.9);
    CHECK(blend_natural_rate(&(portrait){.balance = 0.0}) > 0.0);
}

// ---- a plate beside a post ---------------------------------------------------------------

// A plate 1.2 wide in x, 0.2 in z, that is moved in x and y: rank 2. It is carried from x = -1 over the post at x = 0 (a wall
// from y = -1 to 0.5) to x = 1, or back the same way: no recorded state passes through it. Jumps from one side to a start on
// the other do.
enum { LEG = 60, STILL = 9, STATES = 2 * LEG + 1, VERTICES = 8 };

typedef struct plates {
    palette_entry entries[2];
    palette_speed still;
    recording_body bodies[2];
    uint32_t triangles[4][3];
    int32_t chain;
    recording_response responses[2];
    recording x;
    vec3 key[VERTICES];
    double shapes[2 * VERTICES * 3], q[2 * STATES], v[2 * STATES];
    portrait p;
} plates;

static void plates_make(plates* k) {
    static const uint32_t triangles[4][3] = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}};
    static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    *k = (plates){.still = {.rate = 0.0}};
    k->entries[0] = (palette_entry){.name = "there", .has_body_impulse = true};
    k->entries[1] = (palette_entry){.name = "back", .has_body_impulse = true};
    k->bodies[0] = (recording_body){"plate", 0, 4, 0};
    k->bodies[1] = (recording_body){"post", 4, 4, 1};
    memcpy(k->triangles, triangles, sizeof triangles);
    k->responses[0] = (recording_response){0, 0, 0, 0, 0, LEG};
    k->responses[1] = (recording_response){0, 1, 0, 0, LEG, LEG};
    for (int i = 0; i < 4; ++i) {
        k->key[i] = v3(0.6 * corners[i][0] - 1.0, 0.0, 0.1 * corners[i][1]);
        k->key[4 + i] = v3(0.0, -0.25 + 0.75 * corners[i][0], 0.4 * corners[i][1]);
        k->shapes[3 * i] = k->shapes[3 * (VERTICES + i) + 1] = 1.0;
    }
    for (int s = 0; s < STATES;
         ++s) { // to the right and back, round a half circle: at rest where it turns
        double gone = fmin(1.0, (double)(s % LEG) / (LEG - STILL));
        double part = s == LEG || s == 2 * LEG ? 2.0 - (double)s / LEG
                      : s < LEG                ? gone
                                               : 1.0 - gone;
        double angle = 0.5 * 3.14159265358979 * (1.0 - cos(3.14159265358979 * part));
        k->q[2 * s] = 1.0 - cos(angle);
        k->q[2 * s + 1] = 1.5 * sin(angle);
    }
    for (int s = 1; s + 1 < STATES; ++s)
        for (int i = 0; i < 2; ++i)
            k->v[2 * s + i] = 30.0 * (k->q[2 * s + 2 + i] - k->q[2 * s - 2 + i]);
    k->v[2 * LEG] = k->v[2 * LEG + 1] = 0.0; // before the impulse
    k->x = (recording){.palette = {.fps = 60.0,
                                   .speed_count = 1,
                                   .speeds = &k->still,
                                   .entry_count = 2,
                                   .entries = k->entries},
                       .body_count = 2,
                       .bodies = k->bodies,
                       .vertex_count = VERTICES,
                       .triangle_count = 4,
                       .triangles = k->triangles,
                       .state_count = STATES,
                       .chain_count = 1,
                       .chains = &k->chain,
                       .response_count = 2,
                       .responses = k->responses};
    k->p = (portrait){.of = &k->x,
                      .rank = 2,
                      .state_count = STATES,
                      .vertex_count = VERTICES,
                      .key = k->key,
                      .shapes = k->shapes,
                      .q = k->q,
                      .v = k->v,
                      .balance = 0.01,
                      .reach = 2.0};
}

// Every pair of triangles, by their places; nothing is rigid with itself here.
static int32_t plain_count(const plates* k, const double* q) {
    vec3 x[VERTICES];
    for (int i = 0; i < VERTICES; ++i)
        x[i] = i < 4 ? v3_add(k->key[i], v3(q[0], q[1], 0.0)) : k->key[i];
    int32_t count = 0;
    for (int a = 0; a < 2; ++a)
        for (int b = 2; b < 4; ++b) {
            vec3 s[3], t[3];
            for (int i = 0; i < 3; ++i) {
                s[i] = x[k->triangles[a][i]];
                t[i] = x[k->triangles[b][i]];
            }
            count += triangles_cross(s, t);
        }
    return count;
}

TEST(crossings_are_those_of_all_pairs) {
    plates k;
    plates_make(&k);
    arena* memory = arena_create();
    crossings* c = crossings_make(&k.p, 2, memory);
    enum { MANY = 500 };
    double q[2 * MANY];
    int32_t counts[MANY], one, some = 0, recorded[STATES];
    seed = 8;
    for (int n = 0; n < MANY; ++n) {
        q[2 * n] = random_in(-0.5, 2.5);
        q[2 * n + 1] = random_in(-1.5, 1.0);
    }
    crossings_count(c, q, MANY, counts);
    for (int n = 0; n < MANY; ++n) {
        CHECK(counts[n] == plain_count(&k, q + 2 * n));
        crossings_count(c, q + 2 * n, 1, &one);
        CHECK(one == counts[n]);
        some += one > 0;
    }
    CHECK(some > 100 && some < 400);
    crossings_count(c, k.q, STATES, recorded);
    for (int s = 0; s < STATES; ++s)
        CHECK(recorded[s] == 0);
    arena_destroy(memory);
}

// Those that pass through each other at rest are no fault of a jump.
TEST(crossings_at_rest_do_not_count) {
    plates k;
    plates_make(&k);
    for (int i = 0; i < 4; ++i)
        k.key[i].x += 1.0; // the plate stands in the post
    arena* memory = arena_create();
    crossings* c = crossings_make(&k.p, 1, memory);
    const double states[4] = {0.0, 0.0, 0.0, 1.0}; // at rest, and away
    int32_t counts[2];
    crossings_count(c, states, 2, counts);
    CHECK(plain_count(&k, states) > 0 && counts[0] == 0 && counts[1] == 0);
    arena_destroy(memory);
}

// All jumps are looked at, and each is recounted here: what is shown at the three moments, beside the motion without it.
TEST(jumps_that_pass_through_something_are_found) {
    plates k;
    plates_make(&k);
    arena* memory = arena_create();
    const responses_options o = responses_default();
    responses s = responses_make(&k.p, &o, 1, memory);
    CHECK(s.start_count == 2);
    jumps_options all = jumps_default();
    all.most = 1000;
    jumps j = jumps_sample(&s, &all);
    CHECK(j.count == 2 * STATES - 2 && j.tested == j.count && j.rate == 10.0);
    int64_t crossing = 0;
    for (int32_t n = 0; n < STATES; ++n)
        for (int32_t e = 0; e < 2; ++e) {
            const nearest* to = &s.starts[2 * n + e];
            const recording_response* r = &k.responses[e];
            CHECK(to->response == e && (to->crossings == -1) == (r->first == n));
            int32_t worst = 0;
            for (int32_t states = 3; states <= 12; states *= 2) {
                double q[2];
                blend_shown(&k.p, n, r->first, r->first + r->count, states, 10.0, q, NULL);
                int32_t count = plain_count(&k, q);
                worst = count > worst ? count : worst;
            }
            CHECK(r->first == n || to->crossings == worst);
            crossing += worst > 0 && r->first != n;
        }
    CHECK(crossing > 5 && crossing < j.count - 5 && j.crossing == crossing);
    CHECK(j.listed == (crossing < JUMPS_LISTED ? crossing : JUMPS_LISTED));
    for (int32_t i = 0; i < j.listed; ++i)
        CHECK(j.worst[i].alone == 0 && j.worst[i].crossings > 0 &&
              (i == 0 || j.worst[i].crossings <= j.worst[i - 1].crossings));
    arena_destroy(memory);
}

// With few looks every start is looked at from the farthest state that jumps to it.
TEST(the_farthest_jump_to_each_start_is_looked_at_first) {
    plates k;
    plates_make(&k);
    arena* memory = arena_create();
    const responses_options o = responses_default();
    responses s = responses_make(&k.p, &o, 1, memory);
    jumps_options two = jumps_default();
    two.most = 2;
    jumps j = jumps_sample(&s, &two);
    CHECK(j.tested == 2);
    for (int32_t e = 0; e < 2; ++e) {
        float far = 0.0f, looked = -1.0f;
        for (int32_t n = 0; n < STATES; ++n) {
            const nearest* to = &s.starts[2 * n + e];
            far = fmaxf(far, to->distance);
            if (to->crossings >= 0)
                looked = to->distance;
        }
        CHECK(looked == far);
    }
    arena_destroy(memory);
}

// A swing that is cut where it turns has no velocity there, and does not rest.
TEST(what_turns_does_not_rest) {
    plates k;
    plates_make(&k);
    for (int s = 0; s < STATES; ++s) {
        double angle = 3.14159265358979 * s / LEG;
        k.q[2 * s] = 1.0 - cos(angle);
        k.v[2 * s] = 60.0 * 3.14159265358979 / LEG * sin(angle);
        k.q[2 * s + 1] = k.v[2 * s + 1] = 0.0;
    }
    arena* memory = arena_create();
    const responses_options o = responses_default();
    responses r = responses_make(&k.p, &o, 1, memory);
    for (int i = 0; i < 2; ++i)
        CHECK(r.all[i].speed < 1e-9 && r.all[i].end != RESPONSE_RESTS);
    arena_destroy(memory);
}

// ---- run-ons -----------------------------------------------------------------------------

// Where a response runs on, what is shown goes on in place and velocity from its last state, and ends where the other does.
TEST(a_run_on_is_smooth_at_both_ends) {
    plates k;
    plates_make(&k);
    k.responses[1].count = LEG - 24; // it still moves where it ends
    k.x.state_count = k.p.state_count = STATES - 24;
    arena* memory = arena_create();
    responses_options o = responses_default();
    o.run_on = 1.0;
    responses s = responses_make(&k.p, &o, 1, memory);
    const response* r = &s.all[1];
    CHECK(s.all[0].end == RESPONSE_RESTS && r->end == RESPONSE_RUNS_ON && r->is_start);
    jumps_options none = jumps_default();
    none.most = 0;
    jumps j = jumps_sample(&s, &none);
    CHECK(j.run_ons == 1 && j.tested == 0 && r->crossings >= 0 && r->rate >= 5.0 &&
          r->rate <= 20.0);
    int32_t from = k.responses[1].first + k.responses[1].count;
    int32_t last =
        r->next < 0 ? r->next_at : k.responses[r->next].first + k.responses[r->next].count;
    double q[2], v[2], then[2];
    blend_shown(&k.p, from, r->next_at, last, 0, r->rate, q, v);
    for (int i = 0; i < 2; ++i)
        CHECK(fabs(q[i] - k.q[2 * from + i]) < 1e-15 && fabs(v[i] - k.v[2 * from + i]) < 1e-12);
    for (int32_t n = 1; n < 200; ++n) { // no step is larger than speeds and their change allow
        double before[2] = {q[0], q[1]};
        blend_shown(&k.p, from, r->next_at, last, n, r->rate, q, v);
        CHECK(hypot(q[0] - before[0], q[1] - before[1]) < 0.35);
    }
    blend_shown(&k.p, from, r->next_at, last, 600, r->rate, then, v);
    CHECK(hypot(then[0] - k.q[2 * last], then[1] - k.q[2 * last + 1]) < 1e-9 &&
          hypot(v[0], v[1]) < 1e-9);
    arena_destroy(memory);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(an_offset_goes_away_without_a_jump_of_place_or_speed),
        CASE(offsets_are_the_oracles),
        CASE(no_blend_goes_farther_than_the_distance),
        CASE(crossings_are_those_of_all_pairs),
        CASE(crossings_at_rest_do_not_count),
        CASE(jumps_that_pass_through_something_are_found),
        CASE(the_farthest_jump_to_each_start_is_looked_at_first),
        CASE(what_turns_does_not_rest),
        CASE(a_run_on_is_smooth_at_both_ends),
    };
    return test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
}
