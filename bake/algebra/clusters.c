// Lloyd's iteration, in the order of points: the same clusters everywhere.
// SPDX-License-Identifier: MIT
#include "bake/algebra/clusters.h"

#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

typedef struct working {
    const double* at;
    int32_t points, width, count;
    double* means;   // [count][width]
    int32_t* of;     // [points]
    double* square;  // [points] of the distance to their mean
    int32_t* member; // [count] how many
} working;

static double square_between(const double* a, const double* b, int32_t width) {
    double sum = 0.0;
    for (int32_t k = 0; k < width; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

static const double* point_at(const working* c, int32_t s) {
    return c->at + (size_t)s * (size_t)c->width;
}

static double* mean_of(const working* c, int32_t k) {
    return c->means + (size_t)k * (size_t)c->width;
}

// A number below 1 (splitmix64).
static double chance(uint64_t* state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

// A point is the mean of one more cluster; others that are nearer to it go there.
static void begin_at(working* c, int32_t point) {
    int32_t k = c->count++;
    memcpy(mean_of(c, k), point_at(c, point), (size_t)c->width * sizeof *c->means);
    for (int32_t s = 0; s < c->points; ++s) {
        double d = square_between(point_at(c, s), mean_of(c, k), c->width);
        if (k == 0 || d < c->square[s]) {
            c->square[s] = d;
            c->of[s] = k;
        }
    }
}

static int32_t farthest_point(const working* c) {
    int32_t most = 0;
    for (int32_t s = 1; s < c->points; ++s)
        if (c->square[s] > c->square[most])
            most = s;
    return most;
}

// By chance, as likely as the square of its distance to what is there.
static int32_t draw(const working* c, double sum, uint64_t* random) {
    double left = chance(random) * sum;
    for (int32_t s = 0; s < c->points; ++s) {
        left -= c->square[s];
        if (left < 0.0)
            return s;
    }
    return farthest_point(c); // rounding
}

// Sum of squares that would be left if one more cluster began at a point.
static double left_after(const working* c, int32_t point) {
    double sum = 0.0;
    for (int32_t s = 0; s < c->points; ++s)
        sum += fmin(c->square[s], square_between(point_at(c, s), point_at(c, point), c->width));
    return sum;
}

// The best of a few that are drawn; -1: all points are there already.
static int32_t next_beginning(const working* c, int32_t wanted, uint64_t* random) {
    double sum = 0.0, least = INFINITY;
    int32_t best = -1, tries = 2;
    for (int32_t n = wanted; n > 1; n /= 2)
        ++tries;
    for (int32_t s = 0; s < c->points; ++s)
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

static void set_means(working* c) {
    memset(c->means, 0, (size_t)c->count * (size_t)c->width * sizeof *c->means);
    memset(c->member, 0, (size_t)c->count * sizeof *c->member);
    for (int32_t s = 0; s < c->points; ++s) {
        ++c->member[c->of[s]];
        for (int32_t k = 0; k < c->width; ++k)
            mean_of(c, c->of[s])[k] += point_at(c, s)[k];
    }
    for (int32_t n = 0; n < c->count; ++n)
        for (int32_t k = 0; k < c->width && c->member[n] > 0; ++k)
            mean_of(c, n)[k] /= c->member[n];
}

// A cluster that has lost its last point begins anew at the point that is farthest from its mean.
static void fill_empty(working* c) {
    for (int32_t n = 0; n < c->count; ++n)
        if (c->member[n] == 0) {
            int32_t s = farthest_point(c);
            memcpy(mean_of(c, n), point_at(c, s), (size_t)c->width * sizeof *c->means);
            c->square[s] = 0.0;
        }
}

// Every point to its nearest mean, the first of equally near ones; how many went elsewhere.
static int32_t assign(working* c) {
    int32_t moved = 0;
    for (int32_t s = 0; s < c->points; ++s) {
        int32_t best = 0;
        double least = INFINITY;
        for (int32_t n = 0; n < c->count; ++n) {
            double d = square_between(point_at(c, s), mean_of(c, n), c->width);
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

clusters clusters_of(const double* at, int32_t point_count, int32_t width,
                     const clusters_options* o, arena* memory) {
    SUPPLE_ASSERT(point_count > 0 && width >= 0 && o->count > 0 && o->first < point_count);
    arena* scratch = arena_create();
    int32_t wanted = o->count < point_count ? o->count : point_count;
    size_t most = (size_t)wanted, points = (size_t)point_count;
    working c = {.at = at,
                 .points = point_count,
                 .width = width,
                 .means = ARENA_NEW(scratch, double, most*(size_t)width),
                 .of = ARENA_NEW(memory, int32_t, points),
                 .square = ARENA_NEW(memory, double, points),
                 .member = ARENA_NEW(scratch, int32_t, most)};
    uint64_t random = o->seed;
    int32_t rounds = 0;
    begin_at(&c, o->first >= 0 ? o->first : (int32_t)(chance(&random) * point_count));
    for (int32_t next = 0; c.count < wanted && next >= 0;) {
        next = next_beginning(&c, wanted, &random);
        if (next >= 0)
            begin_at(&c, next);
    }
    for (int32_t moved = 1; moved > 0 && rounds < o->rounds; ++rounds) {
        set_means(&c);
        fill_empty(&c);
        moved = assign(&c);
    }
    clusters out = {.count = c.count, .of = c.of, .square = c.square};
    out.middles = ARENA_NEW(memory, int32_t, most);
    memset(out.middles, 0xff, most * sizeof *out.middles); // -1
    for (int32_t s = 0; s < point_count; ++s)
        if (out.middles[c.of[s]] < 0 || c.square[s] < c.square[out.middles[c.of[s]]])
            out.middles[c.of[s]] = s;
    arena_destroy(scratch);
    return out;
}
