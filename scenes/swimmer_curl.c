// The swimmer curls up: upright and soft, half way, and curled with a bulging, firm belly.
//
// The three targets of Galoppo et al. 2009, figure 1. Skinning alone leaves the belly as it hangs when the
// body folds over it: here it is pushed out between ribs and thighs, with the hips, the seat and the
// round back that go with it, and it is painted firmer the more it is pressed.
// SPDX-License-Identifier: MIT
#include "scenes/body.h"
#include "scenes/sculpt.h"
#include "scenes/swimmer.h"

enum { SWIMMER_CURL_SHAPES = 2 };

const double curl_time = 2.6; // seconds

double curl_fraction(double time) {
    double turns = time / curl_time;
    return 0.5 - 0.5 * exact_cos(2.0 * EXACT_PI * (turns - floor(turns)));
}

figure curl_figure(double time) {
    figure f = figure_standing();
    double displacement = curl_fraction(time), loose = smooth_step(0.0, 0.35, displacement);
    f.hips.y += 0.30 * loose;
    f.hips_turn.x = 0.10 * displacement;
    f.spine_turn.x = 0.55 * displacement;
    f.chest_turn.x = 0.42 * displacement;
    f.gaze.x = 1.15 * displacement;
    for (int side = 0; side < 2; ++side) {
        figure_leg* leg = &f.legs[side];
        leg->free = loose;
        leg->hip_bend = 1.50 * displacement;
        leg->knee_bend = 1.85 * displacement;
        leg->ankle_bend = 0.45 * displacement;
        f.arms[side].swing += 1.02 * displacement;
        f.arms[side].spread -= 0.12 * displacement;
        f.arms[side].elbow += 0.62 * displacement;
    }
    return f;
}

// ---- shapes ----------------------------------------------------------------------------

typedef struct bulge {
    sculpt_swelling where; // the left one of two
    double millimetres;    // when curled
} bulge;

static const bulge bulges[] = {
    {{{0, 0.925, 0.190}, {0.205, 0.135, 0.170}, {0, 0, 1}, false}, 42},      // belly
    {{{0, 1.035, 0.150}, {0.165, 0.055, 0.120}, {0, 0, 1}, true}, -9},       // the fold above it
    {{{0.175, 0.945, 0.020}, {0.080, 0.095, 0.130}, {1, 0, 0}, false}, 20},  // hips
    {{{0.074, 1.115, 0.120}, {0.085, 0.075, 0.090}, {0, 0, 1}, true}, 6},    // chest
    {{{0, 0.985, -0.120}, {0.160, 0.150, 0.080}, {0, 0, -1}, false}, 15},    // back
    {{{0.085, 0.775, -0.150}, {0.100, 0.090, 0.100}, {0, 0, -1}, true}, 12}, // seat
};

// way: how far curled up, 0 to 1.
static double swell_at(vec3 x, vec3 normal, double displacement, bool stiff) {
    double sum = 0.0;
    for (size_t i = 0; i < sizeof bulges / sizeof *bulges; ++i) {
        const bulge* b = &bulges[i];
        vec3 to = v3(fabs(x.x), x.y, x.z),
             looks = v3(x.x < 0.0 ? -normal.x : normal.x, normal.y, normal.z);
        if (!stiff || !b->where.fat)
            sum += b->millimetres * sculpt_swell(&b->where, to, looks);
    }
    return 1e-3 * sum * displacement * (0.5 + 0.5 * displacement);
}

static vec3 shape_at(vec3 x, vec3 normal, const void* user) {
    return v3_scale(normal, swell_at(x, normal, *(const double*)user, false));
}

static double stiffness_at(vec3 x, vec3 normal, const void* user) {
    // seven times at the curled belly
    return 1.0 + 180.0 * swell_at(x, normal, *(const double*)user, true);
}

static void show_shapes(double time, const void* user, float* out) {
    (void)user;
    sculpt_along(curl_fraction(time), SWIMMER_CURL_SHAPES, out);
}

void swimmer_sculpt(scene* s, arena* memory) {
    static const char* const names[SWIMMER_CURL_SHAPES] = {"half_curled", "curled"};
    for (int i = 0; i < SWIMMER_CURL_SHAPES; ++i)
        sculpt_add(s, names[i], shape_at, stiffness_at, &(double){(i + 1.0) / SWIMMER_CURL_SHAPES},
                   memory);
    sculpt_weigh(s, &s->clips[s->clip_count - 1], show_shapes, NULL, memory);
}
