// SPDX-License-Identifier: MIT
#include "bake/export/lit_balls.h"

#include "bake/base/assert.h"
#include "bake/light/sh.h"

#include <math.h>

enum { HEIGHTS = 2, LIT_BALLS_DIRECTIONS = 256, LIT_BALLS_STEPS = 20 };

static const double BELOW[HEIGHTS] = {0.0, 0.5}, // of the size
    LEAST = 0.5, MOST = 2.0,                     // of radii
    SHADE = 0.01;                                // hidden: what counts as shade

void lit_balls_keep(const supple_ball* balls, int32_t count, int32_t order, const double* light,
                    double height, raster_ground* g) {
    arena* scratch = arena_create();
    supple_ground* ground = supple_ground_create(NULL);
    SUPPLE_ASSERT(ground != NULL);
    float numbers[3 * SH_MOST], open[3];
    size_t places = (size_t)g->side * (size_t)g->side;
    const vec3* at = lit_ground_places(g, height, scratch);
    float(*points)[3] = arena_alloc(scratch, places, sizeof *points),
    (*rgb)[3] = arena_alloc(scratch, places, sizeof *rgb);
    for (int32_t i = 0; i < 3 * sh_count(order); ++i)
        numbers[i] = (float)light[i];
    for (size_t i = 0; i < places; ++i)
        v3_to_floats(at[i], points[i]);
    supple_ground_set(ground, order, numbers, NULL);
    supple_ground_light(ground, NULL, 0, points[0], 1, open);
    supple_ground_light(ground, balls, count, points[0], (int32_t)places, rgb[0]);
    lit_ground_keep(g, (const float(*)[3])rgb, open);
    supple_ground_destroy(ground);
    arena_destroy(scratch);
}

static const double EVEN[12] = {1.0, 1.0, 1.0}; // light of order 2

typedef struct fitting {
    const ball* balls;
    int32_t count;
    double height[HEIGHTS];
    raster_ground traced[HEIGHTS];
} fitting;

// Hidden by balls of another size, over what rays find hidden; *off: the difference.
static double hidden_by(const fitting* k, double factor, double* off) {
    arena* scratch = arena_create();
    supple_ball* all = ARENA_NEW(scratch, supple_ball, (size_t)k->count + 1);
    double hidden = 0.0, wanted = 0.0, square = 0.0, shaded = 0.0;
    for (int32_t i = 0; i < k->count; ++i) {
        v3_to_floats(k->balls[i].center, all[i].center);
        all[i].radius = (float)(factor * k->balls[i].radius);
    }
    for (int h = 0; h < HEIGHTS; ++h) {
        raster_ground g = k->traced[h];
        size_t places = (size_t)g.side * (size_t)g.side;
        g.kept = arena_alloc(scratch, places, sizeof *g.kept);
        lit_balls_keep(all, k->count, 2, EVEN, k->height[h], &g);
        for (size_t i = 0; i < places; ++i) {
            double truth = (double)k->traced[h].kept[i][0], d = (double)g.kept[i][0] - truth;
            wanted += 1.0 - truth;
            hidden += 1.0 - truth - d;
            square += truth < 1.0 - SHADE ? d * d : 0.0;
            shaded += truth < 1.0 - SHADE;
        }
    }
    *off = shaded > 0.0 ? sqrt(square / shaded) : 0.0;
    arena_destroy(scratch);
    return wanted > 0.0 ? hidden / wanted : 1.0;
}

bool lit_balls_fit(const surface* f, const scene* s_or_null, ball* balls, int32_t count,
                   double* off, report* r) {
    arena* scratch = arena_create();
    bounds box = bounds_of(f->positions, f->vertex_count);
    double size = v3_length(v3_sub(box.high, box.low)), low = LEAST, high = MOST;
    transfer_options o = transfer_default();
    o.sight.order = 2;
    o.sight.directions = LIT_BALLS_DIRECTIONS;
    o.bounces = 0;
    fitting k = {.balls = balls, .count = count};
    bool sound = true;
    for (int h = 0; h < HEIGHTS && sound; ++h) {
        k.height[h] = box.low.y - BELOW[h] * size;
        sound = lit_ground_traced(f, s_or_null, k.height[h], &o, EVEN, scratch, &k.traced[h], r);
    }
    for (int i = 0; i < LIT_BALLS_STEPS && sound; ++i) {
        double middle = 0.5 * (low + high);
        if (hidden_by(&k, middle, off) < 1.0)
            low = middle;
        else
            high = middle;
    }
    for (int32_t i = 0; i < count; ++i)
        balls[i].radius *= 0.5 * (low + high);
    arena_destroy(scratch);
    return sound;
}
