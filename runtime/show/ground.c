// Level ground under bodies: what arrives at it from a light that is far away, with balls in between.
//
// A body that falls has six coordinates beside its own, too many for a table of transfer (docs/decisions/0125), so what it hides of the sky is found
// as it is. Directions lie as a diffuse surface weighs them, and each has the light from there: what arrives is the mean over those that
// no ball is in. A ball's edge is softened over about the distance of two directions, linear in the cosine: the solid angle stays
// what it is, and nothing jumps as a ball moves.
// Where balls are in the way, what they throw back comes instead: of a sky with nothing between, and the less the darker the place is, for then
// they face dark ground.
// SPDX-License-Identifier: MIT
#include "runtime/asset/light_asset.h"
#include "runtime/base/memory.h"
#include "runtime/body/body.h"
#include "runtime/math/exact.h"
#include "runtime/math/sh_turn.h"

#include <math.h>

enum { GROUND_DIRECTIONS = 128 };

static const float SOFT = 0.22f, // radians: about from one direction to the next
    GROUND_LEAST = 1e-3f;        // of the light: balls that hide less are passed over
static const double GOLDEN = 2.39996322972865332;

struct supple_ground {
    supple_allocator allocator;
    size_t size;
    float direction[3][GROUND_DIRECTIONS]; // x, y, z
    float light[3][GROUND_DIRECTIONS];     // from there, over GROUND_DIRECTIONS
    float around[4][3]; // what an open surface has: even, and with x, y, z of its normal
};

static void lay_out(void* owner, memory_layout* l) {
    (void)owner;
    memory_take(l, 1, sizeof(supple_ground));
}

supple_ground* supple_ground_create(const supple_allocator* allocator_or_null) {
    supple_allocator a = memory_allocator(allocator_or_null);
    size_t size;
    supple_ground* g = memory_make(&a, lay_out, &a, sizeof a, &size);
    if (g == NULL)
        return NULL;
    g->size = size;
    for (int i = 0; i < GROUND_DIRECTIONS; ++i) {
        double square = (i + 0.5) / GROUND_DIRECTIONS, sine, cosine;
        exact_sincos(GOLDEN * i, &sine, &cosine);
        g->direction[0][i] = (float)(sqrt(square) * cosine);
        g->direction[1][i] = (float)sqrt(1.0 - square);
        g->direction[2][i] = (float)(sqrt(square) * sine);
    }
    return g;
}

void supple_ground_destroy(supple_ground* ground_or_null) {
    if (ground_or_null == NULL)
        return;
    supple_allocator a = ground_or_null->allocator;
    a.release(a.user, ground_or_null, ground_or_null->size);
}

// A light's value in a direction: turned until that is z, only the harmonics of m = 0 are left.
static void sample_light(const double direction[3], int32_t order, const double* in,
                         double rgb[3]) {
    double x = direction[0], y = direction[1], z = direction[2], level = sqrt(x * x + z * z),
           out[3 * SH_MOST];
    double a = level > 1e-9 ? z / level : 1.0, b = level > 1e-9 ? -x / level : 0.0;
    double rows[3][3] = {
        {a, 0.0, b}, {y * b, a * z - b * x, -a * y}, {x, y, z}}; // the second: third x first
    sh_turn t = sh_turn_of(order, (const double(*)[3])rows);
    for (int c = 0; c < 3; ++c) {
        sh_turn_apply(&t, in + c, 3, out + c);
        rgb[c] = 0.0;
        for (int l = 0; l < order; ++l)
            rgb[c] += sqrt((2 * l + 1) / (4.0 * EXACT_PI)) * out[3 * l * (l + 1) + c];
    }
}

static const float Y0 = 0.28209479f,
                   Y1 = 0.48860251f; // of harmonics 0 and 1 to 3, which go with y, z, x

static void set_around(supple_ground* g, const float* light, const float axes[9]) {
    for (int c = 0; c < 3; ++c) {
        const float direction[3] = {light[9 + c], light[3 + c], light[6 + c]};
        g->around[0][c] = Y0 * light[c];
        for (int i = 0; i < 3; ++i)
            g->around[1 + i][c] =
                2.0f / 3.0f * Y1 *
                (axes[i] * direction[0] + axes[3 + i] * direction[1] + axes[6 + i] * direction[2]);
    }
}

void supple_ground_set(supple_ground* ground, int32_t order, const float* coefficients,
                       const float* axes_or_null) {
    double in[3 * SH_MOST], rgb[3], sum = 0.0;
    float axes[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (order < SH_ORDER_LEAST || order > SH_ORDER_MOST)
        return;
    for (int32_t i = 0; i < 3 * sh_count(order); ++i)
        sum += in[i] = (double)coefficients[i];
    for (int i = 0; i < 9 && axes_or_null != NULL; ++i)
        sum += (double)(axes[i] = axes_or_null[i]);
    if (!isfinite(sum)) // also where two infinities would be none together
        return;
    set_around(ground, coefficients, axes);
    for (int i = 0; i < GROUND_DIRECTIONS; ++i) {
        double direction[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < 9; ++k)
            direction[k / 3] += (double)(axes[k] * ground->direction[k % 3][i]);
        sample_light(direction, order, in, rgb);
        for (int c = 0; c < 3; ++c)
            ground->light[c][i] = (float)(rgb[c] / GROUND_DIRECTIONS);
    }
}

// ---- balls -------------------------------------------------------------------------------

int32_t supple_body_balls(const supple_body* body, const supple_asset* asset, supple_ball* balls) {
    asset_light l = light_asset_of(asset);
    const float *m = body_palette(body)[0], *x = l.balls;
    float scale = sqrtf(m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
    for (int32_t i = 0; i < l.ball_count; ++i) {
        float at[3] = {x[0], x[1], x[2]}, radius = x[3];
        for (int c = 0; c < 3; ++c)
            balls[i].albedo[c] = x[4 + c];
        x += LIGHT_BALL;
        for (int32_t k = 0; k < asset->coord_count; ++k, x += 3)
            for (int c = 0; c < 3; ++c)
                at[c] += body->q[k] * x[c];
        for (int c = 0; c < 3; ++c)
            balls[i].center[c] =
                m[4 * c] * at[0] + m[4 * c + 1] * at[1] + m[4 * c + 2] * at[2] + m[4 * c + 3];
        balls[i].radius = scale * radius;
    }
    return l.ball_count;
}

// A ball as a point sees it.
typedef struct cap {
    float direction[3];
    float edge, per; // how far in it a direction is: per (cosine - edge), between 0 and 1, ...
    float most;      // ... times that
    float part;      // of the light that it hides, about
} cap;

// False: it hides nothing of the sky there, or hardly anything.
static bool cap_of(const supple_ball* b, const float* point, cap* out) {
    float v[3], square = 0.0f, r = b->radius;
    for (int c = 0; c < 3; ++c) {
        v[c] = b->center[c] - point[c];
        square += v[c] * v[c];
    }
    if (!(r > 0.0f) || !(v[1] > -r))
        return false;
    if (square <= r * r * 1.0001f) { // the point is in it
        *out = (cap){{0.0f, 1.0f, 0.0f}, -1e3f, 1.0f, 1.0f, 1.0f};
        return true;
    }
    float part = r * r / square, away = 1.0f / sqrtf(square), sine = sqrtf(part),
          whole = part / (1.0f + sqrtf(1.0f - part)), // 1 - cos of its radius
        soft = SOFT * (sine > SOFT ? sine : SOFT);
    if (!(part >= GROUND_LEAST)) // nor where it is no number
        return false;
    for (int c = 0; c < 3; ++c)
        out->direction[c] = away * v[c];
    out->per = 1.0f / soft;
    out->part = part * (out->direction[1] > 0.0f ? out->direction[1] : 0.0f);
    out->edge = 1.0f - whole - 0.5f * soft;
    float middle =
        0.5f + whole / soft; // what its own middle has of it: smaller balls keep their solid angle
    out->most = middle < 1.0f ? 2.0f * whole / (soft * middle * middle) : 1.0f;
    return true;
}

static void hide(const supple_ground* g, const cap* k, float* restrict seen) {
    const float *x = g->direction[0], *y = g->direction[1], *z = g->direction[2];
    for (int i = 0; i < GROUND_DIRECTIONS; ++i) {
        float in = k->per * (k->direction[0] * x[i] + k->direction[1] * y[i] +
                             k->direction[2] * z[i] - k->edge);
        in = in < 0.0f ? 0.0f : in;
        in = in > 1.0f ? 1.0f : in;
        seen[i] *= 1.0f - k->most * in;
    }
}

// What a ball throws towards the point, added to sums of that and of its part.
static void throw_back(const supple_ground* g, const supple_ball* b, const cap* k, float sum[4]) {
    for (int c = 0; c < 3; ++c) {
        float sent = g->around[0][c] - k->direction[0] * g->around[1][c] -
                     k->direction[1] * g->around[2][c] - k->direction[2] * g->around[3][c];
        sum[c] += k->part * b->albedo[c] * (sent > 0.0f ? sent : 0.0f);
    }
    sum[3] += k->part;
}

void supple_ground_light(const supple_ground* ground, const supple_ball* balls, int32_t ball_count,
                         const float* points, int32_t point_count, float* rgb) {
    for (int32_t p = 0; p < point_count; ++p, points += 3, rgb += 3) {
        float seen[GROUND_DIRECTIONS], thrown[4] = {0.0f, 0.0f, 0.0f, 0.0f}, open = 0.0f;
        cap k;
        for (int i = 0; i < GROUND_DIRECTIONS; ++i)
            seen[i] = 1.0f;
        for (int32_t b = 0; b < ball_count; ++b)
            if (cap_of(&balls[b], points, &k)) {
                hide(ground, &k, seen);
                throw_back(ground, &balls[b], &k, thrown);
            }
        for (int i = 0; i < GROUND_DIRECTIONS; ++i)
            open += seen[i] / GROUND_DIRECTIONS;
        float by = thrown[3] > 0.0f ? open * (1.0f - open) / thrown[3] : 0.0f;
        for (int c = 0; c < 3; ++c) {
            float sum = by * thrown[c];
            for (int i = 0; i < GROUND_DIRECTIONS; ++i)
                sum += seen[i] * ground->light[c][i];
            rgb[c] = sum > 0.0f ? sum : 0.0f;
        }
    }
}
