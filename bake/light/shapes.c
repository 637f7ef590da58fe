// SPDX-License-Identifier: MIT
#include "bake/light/shapes.h"

#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

typedef struct clusters {
    const double* q;
    int32_t states, rank, count;
    double* means;   // [count][rank]
    int32_t* of;     // [states]
    double* square;  // [states] of the distance to their mean
    int32_t* member; // [count] how many
} clusters;

shapes_options shapes_default(void) {
    return (shapes_options){.count = 50, .keep = -1, .rounds = 100, .seed = 1};
}

static double square_between(const double* a, const double* b, int32_t rank) {
    double sum = 0.0;
    for (int32_t k = 0; k < rank; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

static const double* state_of(const clusters* c, int32_t s) {
    return c->q + (size_t)s * (size_t)c->rank;
}

static double* mean_of(const clusters* c, int32_t k) {
    return c->means + (size_t)k * (size_t)c->rank;
}

// A number below 1 (splitmix64).
static double chance(uint64_t* state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

// A state is the mean of one more cluster; others that are nearer to it go there.
static void begin_at(clusters* c, int32_t state) {
    int32_t k = c->count++;
    memcpy(mean_of(c, k), state_of(c, state), (size_t)c->rank * sizeof *c->means);
    for (int32_t s = 0; s < c->states; ++s) {
        double d = square_between(state_of(c, s), mean_of(c, k), c->rank);
        if (k == 0 || d < c->square[s]) {
            c->square[s] = d;
            c->of[s] = k;
        }
    }
}

static int32_t farthest_state(const clusters* c) {
    int32_t most = 0;
    for (int32_t s = 1; s < c->states; ++s)
        if (c->square[s] > c->square[most])
            most = s;
    return most;
}

// By chance, as likely as the square of its distance to what is there.
static int32_t draw(const clusters* c, double sum, uint64_t* random) {
    double left = chance(random) * sum;
    for (int32_t s = 0; s < c->states; ++s) {
        left -= c->square[s];
        if (left < 0.0)
            return s;
    }
    return farthest_state(c); // rounding
}

// Sum of squares that would be left if one more cluster began at a state.
static double left_after(const clusters* c, int32_t state) {
    double sum = 0.0;
    for (int32_t s = 0; s < c->states; ++s)
        sum += fmin(c->square[s], square_between(state_of(c, s), state_of(c, state), c->rank));
    return sum;
}

// The best of a few that are drawn; -1: all states are there already.
static int32_t next_beginning(const clusters* c, int32_t wanted, uint64_t* random) {
    double sum = 0.0, least = INFINITY;
    int32_t best = -1, tries = 2;
    for (int32_t n = wanted; n > 1; n /= 2)
        ++tries;
    for (int32_t s = 0; s < c->states; ++s)
        sum += c->square[s];
    for (int32_t n = 0; n < tries && sum > 0.0; ++n) {
        int32_t s = draw(c, sum, random);
        double left = left_after(c, s);
        if (left < least) {
            least = left;
            best = s;
        }
    }
    return best;
}

static void set_means(clusters* c) {
    memset(c->means, 0, (size_t)c->count * (size_t)c->rank * sizeof *c->means);
    memset(c->member, 0, (size_t)c->count * sizeof *c->member);
    for (int32_t s = 0; s < c->states; ++s) {
        ++c->member[c->of[s]];
        for (int32_t k = 0; k < c->rank; ++k)
            mean_of(c, c->of[s])[k] += state_of(c, s)[k];
    }
    for (int32_t n = 0; n < c->count; ++n)
        for (int32_t k = 0; k < c->rank && c->member[n] > 0; ++k)
            mean_of(c, n)[k] /= c->member[n];
}

// A cluster that has lost its last state begins anew at the state that is farthest from its mean.
static void fill_empty(clusters* c) {
    for (int32_t n = 0; n < c->count; ++n)
        if (c->member[n] == 0) {
            int32_t s = farthest_state(c);
            memcpy(mean_of(c, n), state_of(c, s), (size_t)c->rank * sizeof *c->means);
            c->square[s] = 0.0;
        }
}

// Every state to its nearest mean, the first of equally near ones; how many went elsewhere.
static int32_t assign(clusters* c) {
    int32_t moved = 0;
    for (int32_t s = 0; s < c->states; ++s) {
        int32_t best = 0;
        double least = INFINITY;
        for (int32_t n = 0; n < c->count; ++n) {
            double d = square_between(state_of(c, s), mean_of(c, n), c->rank);
            if (d < least) {
                least = d;
                best = n;
            }
        }
        moved += best != c->of[s];
        c->of[s] = best;
        c->square[s] = least;
    }
    return moved;
}

// The state next to each mean; a kept one stands for its cluster. Then the states in order, and each to the nearest of them.
static void represent(const clusters* c, const shapes_options* o, shapes* out, arena* memory) {
    int32_t* chosen = ARENA_NEW(memory, int32_t, (size_t)c->count);
    uint8_t* is_shape = ARENA_NEW(memory, uint8_t, (size_t)c->states);
    memset(chosen, 0xff, (size_t)c->count * sizeof *chosen);
    for (int32_t s = 0; s < c->states; ++s)
        if (chosen[c->of[s]] < 0 || c->square[s] < c->square[chosen[c->of[s]]])
            chosen[c->of[s]] = s;
    if (o->keep >= 0)
        chosen[c->of[o->keep]] = o->keep;
    for (int32_t n = 0; n < c->count; ++n)
        if (chosen[n] >= 0)
            is_shape[chosen[n]] = 1;
    for (int32_t s = 0; s < c->states; ++s)
        if (is_shape[s] != 0)
            out->states[out->count++] = s;
    double sum = 0.0;
    for (int32_t s = 0; s < c->states; ++s) {
        double least = INFINITY;
        for (int32_t n = 0; n < out->count; ++n) {
            double d = square_between(state_of(c, s), state_of(c, out->states[n]), c->rank);
            if (d < least) {
                least = d;
                out->nearest[s] = n;
            }
        }
        sum += least;
        out->farthest = fmax(out->farthest, sqrt(least));
    }
    out->spread = sqrt(sum / c->states);
}

shapes shapes_choose(const double* q, int32_t state_count, int32_t rank, const shapes_options* o,
                     arena* memory) {
    SUPPLE_ASSERT(state_count > 0 && rank >= 0 && o->count > 0 && o->keep < state_count);
    arena* scratch = arena_create();
    int32_t wanted = o->count < state_count ? o->count : state_count;
    size_t most = (size_t)wanted, states = (size_t)state_count;
    clusters c = {.q = q,
                  .states = state_count,
                  .rank = rank,
                  .means = ARENA_NEW(scratch, double, most*(size_t)rank),
                  .of = ARENA_NEW(scratch, int32_t, states),
                  .square = ARENA_NEW(scratch, double, states),
                  .member = ARENA_NEW(scratch, int32_t, most)};
    shapes out = {.states = ARENA_NEW(memory, int32_t, most),
                  .nearest = ARENA_NEW(memory, int32_t, states)};
    uint64_t random = o->seed;
    int32_t first = o->keep >= 0 ? o->keep : (int32_t)(chance(&random) * state_count);
    begin_at(&c, first);
    for (int32_t next = 0; c.count < wanted && next >= 0;) {
        next = next_beginning(&c, wanted, &random);
        if (next >= 0)
            begin_at(&c, next);
    }
    for (int32_t moved = 1; moved > 0 && out.rounds < o->rounds; ++out.rounds) {
        set_means(&c);
        fill_empty(&c);
        moved = assign(&c);
    }
    represent(&c, o, &out, scratch);
    arena_destroy(scratch);
    return out;
}
