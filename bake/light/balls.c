// SPDX-License-Identifier: MIT
#include "bake/light/balls.h"

#include "runtime/math/exact.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
    SAMPLES = 3000,
    BALLS_EVERY = 4
}; // places on the surface; every so many of them a ball is tried

static const double BALLS_REACH = 1.15, // of a radius: so far a ball reaches
    WORTH = 0.012;                      // of the surface: what a ball must reach anew
static const double INSIDE = 0.7;       // of all balls: at most so many of the first kind

typedef struct sampled {
    int32_t count;
    vec3 *at, *normal; // [count]
    uint8_t* thin;     // [count]
    double area;       // of all, one side
} sampled;

static vec3 cross_of(const lit_mesh* m, const vec3* x, int32_t t) {
    const uint32_t* c = m->triangles[t];
    return v3_cross(v3_sub(x[c[1]], x[c[0]]), v3_sub(x[c[2]], x[c[0]]));
}

// Evenly by area, at places in their triangles that never lie in rows.
static sampled sample(const lit_mesh* m, const vec3* x, arena* memory) {
    sampled s = {.at = ARENA_NEW(memory, vec3, SAMPLES),
                 .normal = ARENA_NEW(memory, vec3, SAMPLES),
                 .thin = ARENA_NEW(memory, uint8_t, SAMPLES)};
    double all = 0.0, sum = 0.0;
    for (int32_t t = 0; t < m->triangle_count; ++t)
        all += 0.5 * v3_length(cross_of(m, x, t));
    s.area = all;
    for (int32_t t = 0; t < m->triangle_count && all > 0.0; ++t) {
        const uint32_t* c = m->triangles[t];
        vec3 n = cross_of(m, x, t);
        double area = 0.5 * v3_length(n);
        bool thin = m->thin != NULL && m->thin[t] != 0;
        for (sum += area; s.count < SAMPLES && (s.count + 0.5) * all < sum * SAMPLES; ++s.count) {
            double a = fmod(0.7548776662466927 * s.count, 1.0),
                   b = fmod(0.5698402909980532 * s.count, 1.0);
            a = a + b > 1.0 ? 1.0 - a : a;
            b = a + b > 1.0 ? 1.0 - b : b;
            vec3 p = v3_madd(x[c[0]], v3_sub(x[c[1]], x[c[0]]), a);
            s.at[s.count] = v3_madd(p, v3_sub(x[c[2]], x[c[0]]), b);
            s.normal[s.count] = v3_unit(n);
            s.thin[s.count] = thin;
        }
    }
    return s;
}

// The largest ball inside that touches the surface at a place; nothing where there is no inside.
static ball inside_at(const sampled* s, int32_t i) {
    double radius = INFINITY;
    for (int32_t k = 0; k < s->count && s->thin[i] == 0; ++k) {
        vec3 to = v3_sub(s->at[i], s->at[k]);
        double across = v3_dot(to, s->normal[i]);
        if (k != i && across > 0.0)
            radius = fmin(radius, v3_dot(to, to) / (2.0 * across));
    }
    radius = radius < INFINITY ? radius : 0.0;
    return (ball){v3_madd(s->at[i], s->normal[i], -radius), radius};
}

static bool reaches(const ball* b, vec3 at) {
    vec3 d = v3_sub(at, b->center);
    return v3_dot(d, d) <= BALLS_REACH * BALLS_REACH * b->radius * b->radius;
}

// The first kind, into out; taken: samples that they reach.
static int32_t fill(const sampled* s, int32_t most, uint8_t* taken, ball* out, arena* memory) {
    int32_t tries = s->count / BALLS_EVERY, count = 0;
    ball* all = ARENA_NEW(memory, ball, (size_t)tries + 1);
    for (int32_t i = 0; i < tries; ++i)
        all[i] = inside_at(s, i * BALLS_EVERY);
    while (count < most) {
        int32_t best = -1, gain = (int32_t)(WORTH * s->count);
        for (int32_t i = 0; i < tries; ++i) {
            int32_t anew = 0;
            for (int32_t k = 0; k < s->count; ++k)
                anew += taken[k] == 0 && reaches(&all[i], s->at[k]);
            if (anew > gain) {
                gain = anew;
                best = i;
            }
        }
        if (best < 0)
            break;
        for (int32_t k = 0; k < s->count; ++k)
            taken[k] |= (uint8_t)reaches(&all[best], s->at[k]);
        out[count++] = all[best];
    }
    return count;
}

// The middles of heaps, each the farthest from those before; of[k]: the heap of a sample. Returns how many.
static int32_t spread(const sampled* s, const uint8_t* taken, int32_t most, int32_t* of,
                      arena* memory) {
    double* far = ARENA_NEW(memory, double, (size_t)s->count + 1);
    int32_t count = 0;
    for (int32_t k = 0; k < s->count; ++k)
        far[k] = taken[k] != 0 ? -1.0 : 1e300;
    for (; count < most; ++count) {
        int32_t next = 0;
        for (int32_t k = 1; k < s->count; ++k)
            next = far[k] > far[next] ? k : next;
        if (s->count == 0 || !(far[next] > 0.0))
            break;
        vec3 middle = s->at[next];
        for (int32_t k = 0; k < s->count; ++k) {
            vec3 d = v3_sub(s->at[k], middle);
            if (v3_dot(d, d) < far[k]) {
                far[k] = v3_dot(d, d);
                of[k] = count;
            }
        }
    }
    return count;
}

int32_t balls_of(const lit_mesh* m, const vec3* positions, int32_t most, ball* out) {
    arena* scratch = arena_create();
    sampled s = sample(m, positions, scratch);
    uint8_t* taken = ARENA_NEW(scratch, uint8_t, SAMPLES);
    int32_t *of = ARENA_NEW(scratch, int32_t, SAMPLES),
            count = fill(&s, (int32_t)(INSIDE * most), taken, out, scratch),
            heaps = spread(&s, taken, most - count, of, scratch);
    for (int32_t h = 0; h < heaps; ++h) {
        ball b = {0};
        double area = 0.0, members = 0.0;
        for (int32_t k = 0; k < s.count; ++k)
            if (taken[k] == 0 && of[k] == h) {
                b.center = v3_add(b.center, s.at[k]);
                area += (s.thin[k] != 0 ? 2.0 : 1.0);
                members += 1.0;
            }
        b.center = v3_scale(b.center, 1.0 / members);
        b.radius = sqrt(area * s.area / s.count / (4.0 * EXACT_PI));
        out[count++] = b;
    }
    arena_destroy(scratch);
    return count;
}
