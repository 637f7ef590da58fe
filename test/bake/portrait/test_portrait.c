// bake/portrait: coordinates, velocities, distances, starts and ends, beside plain ways to the same.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/portrait/coverage.h"
#include "bake/portrait/orbits.h"
#include "bake/portrait/velocities.h"
#include "test/kit/recorded_swing.h"

static char folder[] = TEST_FOLDER;

static bool reduce(swing* s, double tolerance, portrait* p) {
    portrait_options o = portrait_default();
    o.factor.tolerance = tolerance;
    o.factor.threads = 2;
    return portrait_make(&s->x, &o, s->memory, p, &s->r);
}

// ---- coordinates -------------------------------------------------------------------------

// Two shapes were put in: two come out, and with them every vertex, to the floats of the file.
TEST(what_moves_in_two_shapes_has_rank_two) {
    swing s;
    portrait p;
    CHECK(swing_make(&s, swing_plant, folder, 1, 2.0));
    CHECK(reduce(&s, 1e-4, &p) && p.rank == 2 && p.factor.converged);
    double largest = 0.0, total = 0.0, moved = 0.0;
    for (int32_t v = 0; v < p.vertex_count; ++v)
        total += p.weights[v];
    CHECK_NEAR(total, 1.0, 1e-12);
    for (int32_t n = 0; n < p.state_count; ++n) {
        double square = 0.0;
        for (int32_t v = 0; v < p.vertex_count; ++v) {
            vec3 at = swing_place(&s, 1, v, s.truth + 2 * n), u = v3_sub(at, p.key[v]),
                 x = p.key[v];
            for (int32_t k = 0; k < 2; ++k) {
                const double* shape = p.shapes + 3 * (size_t)(k * p.vertex_count + v);
                x = v3_madd(x, v3(shape[0], shape[1], shape[2]), p.q[2 * n + k]);
            }
            largest = fmax(largest, v3_distance(x, at));
            square += p.weights[v] * v3_dot(u, u);
            moved = fmax(moved, v3_length(u));
        }
        const double* q = p.q + 2 * n; // |q| is the root mean square over the surface
        CHECK_NEAR(sqrt(q[0] * q[0] + q[1] * q[1]), sqrt(square), 1e-7);
    }
    CHECK(moved > 0.02 && largest < 1e-7);
    CHECK(p.worst.distance < 1.5e-7 && p.errors[2] < 1e-7 && p.errors[1] > 1e-4 &&
          p.errors[0] > p.errors[1]);
    swing_end(&s);
}

// With one shape too few the worst vertex is where it is, and the errors are what is left.
TEST(errors_and_the_worst_vertex_are_what_is_left) {
    swing s;
    portrait p;
    CHECK(swing_make(&s, swing_plant, folder, 1, 2.0));
    CHECK(reduce(&s, 0.9, &p) && p.rank == 1);
    double worst = 0.0, sum = 0.0;
    float* at = ARENA_NEW(s.memory, float, 3 * (size_t)p.vertex_count * (size_t)p.state_count);
    CHECK(recording_states(&s.x, 0, p.state_count, at, &s.r));
    for (int32_t n = 0; n < p.state_count; ++n)
        for (int32_t v = 0; v < p.vertex_count; ++v) {
            const float* is = at + 3 * ((size_t)n * (size_t)p.vertex_count + (size_t)v);
            const double* shape = p.shapes + 3 * v;
            vec3 x = v3_madd(p.key[v], v3(shape[0], shape[1], shape[2]), p.q[n]);
            double d = v3_distance(x, v3(is[0], is[1], is[2]));
            worst = fmax(worst, d);
            sum += p.weights[v] * d * d;
            CHECK(d <= p.vertex_error[v] + 1e-15);
        }
    CHECK_NEAR(p.worst.distance, worst, 1e-15);
    CHECK_NEAR(p.errors[1], sqrt(sum / p.state_count), 1e-9);
    CHECK_NEAR(p.vertex_error[p.worst.vertex], worst, 1e-15);
    swing_end(&s);
}

// One half of the sheet has seven times as many vertices, and no more say.
TEST(a_half_that_is_cut_finer_has_no_more_say) {
    swing a, b;
    portrait p, q;
    CHECK(swing_make(&a, swing_plant, folder, 1, 2.0));
    CHECK(reduce(&a, 1e-4, &p));
    unlink(a.path);
    CHECK(swing_make(&b, swing_plant, folder, 4, 2.0));
    CHECK(reduce(&b, 1e-4, &q) && p.rank == 2 && q.rank == 2 &&
          q.vertex_count > 3 * p.vertex_count);
    for (int k = 0; k < 2; ++k)
        CHECK_NEAR(p.factor.values[k] / q.factor.values[k], 1.0,
                   0.04); // quadrature of the coarse one
    swing_end(&a);
    swing_end(&b);
}

// ---- velocities ----------------------------------------------------------------------------

// D3: a swing of 3 Hz at 60 states a second.
TEST(velocities_are_exact_for_parabolas_and_near_for_swings) {
    enum { N = 40 };
    double q[2 * N], v[2 * N], w = 2.0 * 3.14159265358979 * 3.0, most = 0.0;
    for (int i = 0; i < N; ++i) {
        double t = i / 60.0;
        q[2 * i] = 1.0 + 2.0 * t - 3.0 * t * t;
        q[2 * i + 1] = sin(w * t);
    }
    velocities_between(q, 2, 0, N - 1, 60.0, true, v);
    for (int i = 0; i < N; ++i) {
        double t = i / 60.0;
        CHECK_NEAR(v[2 * i], 2.0 - 6.0 * t, 1e-12);
        if (i > 0 && i < N - 1)
            most = fmax(most, fabs(v[2 * i + 1] - w * cos(w * t)) / w);
    }
    CHECK(most > 0.015 && most < 0.017);
}

// A state at which an impulse comes has the velocity before it; no difference looks across.
TEST(no_difference_looks_across_an_impulse) {
    double q[7] = {3, 2, 1, 0, 1, 2, 3}, v[7];
    velocities_between(q, 1, 0, 3, 1.0, true, v);
    velocities_between(q, 1, 3, 6, 1.0, false, v);
    for (int i = 0; i < 7; ++i)
        CHECK_NEAR(v[i], i <= 3 ? -1.0 : 1.0, 1e-15);
    double two[2] = {5, 7}, one[2] = {0};
    velocities_between(two, 1, 0, 1, 10.0, false, one);
    CHECK(one[0] == 0.0 && fabs(one[1] - 20.0) < 1e-12);
}

// oracles/svd_blend.json
TEST(distances_and_their_balance_are_the_oracles) {
    double q[8] = {1.0, 0.0, 0.8, 0.3, 0.5, 0.5, 0.1, 0.6},
           v[8] = {-2.0, 3.0, -3.0, 2.0, -4.0, 1.0, -4.0, 1.0};
    portrait p = {.rank = 2, .state_count = 4, .q = q, .v = v, .balance = 0.058823529411764705};
    CHECK_NEAR(sqrt(portrait_distance2(&p, 0, 2)), 0.985184366143778, 1e-14);
}

TEST(the_balance_makes_both_reach_as_far) {
    swing s;
    portrait p;
    CHECK(swing_make(&s, swing_plant, folder, 1, 2.0) && reduce(&s, 1e-4, &p));
    double far = 0.0, fast = 0.0;
    for (int32_t n = 0; n < p.state_count; ++n) {
        far = fmax(far, hypot(p.q[2 * n], p.q[2 * n + 1]));
        fast = fmax(fast, hypot(p.v[2 * n], p.v[2 * n + 1]));
    }
    CHECK_NEAR(p.balance, far * far / (fast * fast), 1e-12 * p.balance);
    CHECK_NEAR(p.reach, far, 1e-15);
    CHECK(p.v[0] == 0.0 && p.v[2 * s.x.chains[1]] == 0.0); // chains begin at rest
    swing_end(&s);
}

// ---- starts and ends -----------------------------------------------------------------------

// The other way round: over responses, states outside; rules from the speeds' own numbers.
static bool nearest_is_brute(const responses* r) {
    const portrait* p = r->of;
    const recording* x = p->of;
    const palette* c = &x->palette;
    int32_t entries = c->entry_count;
    double* best = malloc(sizeof *best * (size_t)(entries * x->state_count));
    for (int32_t i = 0; i < entries * x->state_count; ++i)
        best[i] = INFINITY;
    for (int32_t i = 0; i < r->count; ++i) {
        const recording_response* s = &x->responses[i];
        if (s->count < 15 || r->all[i].end == RESPONSE_IS_DEAD)
            continue;
        for (int32_t n = 0; n < x->state_count; ++n) {
            double is = c->speeds[r->speeds[n]].rate, was = c->speeds[s->before].rate, d = 0.0;
            bool fits = c->kind == SUPPORT_TURNING ? is == was : true; // the plant's are impulses
            for (int32_t k = 0; k < p->rank; ++k) {
                d += pow(p->q[n * p->rank + k] - p->q[s->first * p->rank + k], 2.0);
                d += p->balance * pow(p->v[n * p->rank + k] - p->v[s->first * p->rank + k], 2.0);
            }
            if (fits)
                best[n * entries + s->entry] = fmin(best[n * entries + s->entry], d);
        }
    }
    bool same = true;
    for (int32_t i = 0; i < entries * x->state_count && same; ++i) {
        const nearest* n = &r->starts[i];
        same = n->response < 0 ? best[i] == INFINITY
                               : fabs((double)n->distance - sqrt(best[i])) < 1e-6 * p->reach;
        same = same && (n->response < 0 || x->responses[n->response].entry == i % entries);
    }
    free(best);
    return same;
}

TEST(nearest_starts_are_those_of_brute_force) {
    static const char* const texts[] = {swing_plant, swing_door};
    for (int i = 0; i < 2; ++i) {
        swing s;
        portrait p;
        CHECK(swing_make(&s, texts[i], folder, 1, 2.0) && reduce(&s, 1e-4, &p));
        responses_options o = responses_default();
        responses one = responses_make(&p, &o, 1, s.memory),
                  r = responses_make(&p, &o, 3, s.memory);
        CHECK(r.start_count > 5 && r.start_count < r.count);
        CHECK(nearest_is_brute(&r));
        CHECK(memcmp(one.starts, r.starts,
                     sizeof *r.starts * (size_t)(p.state_count * s.p.entry_count)) == 0);
        for (int32_t n = 0; n < r.count; ++n) // a start is nearest to itself
            if (r.all[n].is_start) {
                const recording_response* x = &s.x.responses[n];
                const nearest* own = &r.starts[x->first * s.p.entry_count + x->entry];
                CHECK(own->distance == 0.0f);
            }
        swing_end(&s);
    }
}

// Whatever is played comes to rest, or to a limit: nothing runs in a circle, nothing jumps farther than it may.
TEST(every_start_comes_to_rest_or_to_a_limit) {
    static const char* const texts[] = {swing_plant, swing_door};
    int32_t kinds[4] = {0};
    for (int i = 0; i < 4; ++i) {
        swing s;
        portrait p;
        CHECK(swing_make(&s, texts[i % 2], folder, 1, i < 2 ? 3.0 : 0.6) && reduce(&s, 1e-4, &p));
        responses_options o = responses_default();
        responses r = responses_make(&p, &o, 1, s.memory);
        for (int32_t n = 0; n < r.count; ++n) {
            const response* x = &r.all[n];
            ++kinds[x->end];
            CHECK(x->end != RESPONSE_RESTS || x->speed <= o.at_rest);
            CHECK(x->end != RESPONSE_IS_DEAD || !x->is_start);
            CHECK(!x->is_start || s.x.responses[n].count >= 15);
            for (int steps = 0; x->end == RESPONSE_RUNS_ON; ++steps) {
                CHECK(steps < r.count && x->distance <= o.run_on * p.reach);
                if (x->next < 0) {
                    CHECK(x->next_at == s.x.rest);
                    break;
                }
                const recording_response* to = &s.x.responses[x->next];
                CHECK(x->next_at > to->first && x->next_at < to->first + to->count);
                CHECK(!s.p.speed_matters || to->after == s.x.responses[n].after);
                x = &r.all[x->next];
            }
        }
        swing_end(&s);
    }
    for (int i = 0; i < 4; ++i)
        CHECK(kinds[i] > 0); // all of them were met
}

// ---- coverage and orbits -------------------------------------------------------------------

TEST(coverage_counts_every_state_and_every_start_once) {
    swing s;
    portrait p;
    CHECK(swing_make(&s, swing_door, folder, 1, 2.0) && reduce(&s, 1e-4, &p));
    responses_options o = responses_default();
    responses r = responses_make(&p, &o, 1, s.memory);
    coverage c = coverage_of(&r, 8, s.memory);
    int32_t states = 0, allowed = 0, starts = 0, used[COVERAGE_REGIONS_MOST] = {0};
    double worst = 0.0, largest = 0.0;
    for (int32_t i = 0; i < c.cell_count; ++i) {
        const coverage_cell* x = &c.cells[i];
        states += x->states;
        starts += x->starts;
        worst = fmax(worst, x->worst);
        CHECK(x->mean <= x->worst && (i == 0 || x->mean <= c.cells[i - 1].mean));
        CHECK(c.regions[x->worst_state] == x->region);
    }
    for (int32_t n = 0; n < p.state_count; ++n) {
        ++used[c.regions[n]];
        for (int32_t e = 0; e < 3; ++e)
            if (s.p.next[r.speeds[n]][e] >= 0) {
                ++allowed;
                largest = fmax(largest, (double)r.starts[3 * n + e].distance / p.reach);
            }
    }
    CHECK(states == allowed && starts == r.start_count);
    CHECK(worst == largest || fabs(worst - largest) < 1e-12); // infinite where nothing was sampled
    for (int32_t g = 0; g < 8; ++g)
        CHECK(used[g] > 0 && c.regions[c.middles[g]] == g);
    swing_end(&s);
}

TEST(orbits_are_off_by_half_a_step_at_most) {
    swing s;
    portrait p;
    CHECK(swing_make(&s, swing_door, folder, 1, 2.0) && reduce(&s, 1e-4, &p));
    orbits o = orbits_pack(&p, s.memory);
    double worst = 0.0, bound = 0.0;
    for (int32_t i = 0; i < p.rank; ++i)
        bound += 0.25 * (double)o.scales[i] * (double)o.scales[i];
    for (int32_t n = 0; n < p.state_count; ++n) {
        double square = 0.0;
        for (int32_t i = 0; i < p.rank; ++i)
            square += pow(p.q[n * p.rank + i] - (double)o.scales[i] * o.words[n * p.rank + i], 2.0);
        worst = fmax(worst, sqrt(square));
    }
    CHECK_NEAR(o.worst, worst, 1e-18);
    CHECK(o.worst <= sqrt(bound) * (1.0 + 1e-9) && o.mean_square_root <= o.worst &&
          o.worst < 3e-5 * p.reach);
    CHECK(o.words[0] == 0); // rest is rest
    swing_end(&s);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(what_moves_in_two_shapes_has_rank_two),
        CASE(errors_and_the_worst_vertex_are_what_is_left),
        CASE(a_half_that_is_cut_finer_has_no_more_say),
        CASE(velocities_are_exact_for_parabolas_and_near_for_swings),
        CASE(no_difference_looks_across_an_impulse),
        CASE(distances_and_their_balance_are_the_oracles),
        CASE(the_balance_makes_both_reach_as_far),
        CASE(nearest_starts_are_those_of_brute_force),
        CASE(every_start_comes_to_rest_or_to_a_limit),
        CASE(coverage_counts_every_state_and_every_start_once),
        CASE(orbits_are_off_by_half_a_step_at_most),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
