// SPDX-License-Identifier: MIT
#include "bake/light/sky.h"

#include "bake/base/assert.h"

#include <string.h>

typedef struct sky {
    double even[3], above[3], below[3], sun[3]; // radiance
    double azimuth, elevation;                  // of the sun, degrees from +z to +x, and up
} sky;

// clang-format off
const char* const sky_names[] = {"overcast", "noon", "evening", "window", "even", NULL};
static const sky skies[] = {
    {{0.34, 0.35, 0.37}, {0.95, 0.97, 1.00}, {0.14, 0.13, 0.12}, {0.00, 0.00, 0.00},   0.0, 90.0},
    {{0.18, 0.22, 0.30}, {0.25, 0.34, 0.50}, {0.12, 0.10, 0.08}, {2.00, 1.85, 1.60},  35.0, 55.0},
    {{0.14, 0.16, 0.24}, {0.16, 0.22, 0.42}, {0.16, 0.10, 0.07}, {2.60, 1.50, 0.75}, -60.0, 18.0},
    {{0.08, 0.08, 0.09}, {0.10, 0.10, 0.10}, {0.06, 0.05, 0.04}, {3.20, 3.20, 3.30}, -75.0, 35.0},
    {{1.00, 1.00, 1.00}, {0.00, 0.00, 0.00}, {0.00, 0.00, 0.00}, {0.00, 0.00, 0.00},   0.0, 90.0},
};
// clang-format on

const char* sky_list(arena* memory) {
    const char* list = sky_names[0];
    for (int i = 1; sky_names[i] != NULL; ++i)
        list = arena_format(memory, "%s, %s", list, sky_names[i]);
    return list;
}

// sin(x) / x with x = pi l / n
static double window_of(int32_t l, int32_t order) {
    double x = EXACT_PI * l / order;
    return l == 0 ? 1.0 : exact_sin(x) / x;
}

static void add_sky(const sky* s, vec3 sun, int32_t order, double* light) {
    double up[SH_MOST], down[SH_MOST], at[SH_MOST];
    // a lobe max(d.w, 0) has pi times the coefficients of a diffuse surface
    sh_open_surface(order, v3(0, 1, 0), up);
    sh_open_surface(order, v3(0, -1, 0), down);
    sh_basis(order, sun, at);
    for (int32_t l = 0; l < order; ++l)
        for (int32_t i = l * l; i < (l + 1) * (l + 1); ++i)
            for (int c = 0; c < 3; ++c)
                light[3 * i + c] = (i == 0 ? s->even[c] * sqrt(4.0 * EXACT_PI) : 0.0) +
                                   EXACT_PI * (s->above[c] * up[i] + s->below[c] * down[i] +
                                               s->sun[c] * window_of(l, order) * at[i]);
}

bool sky_light(const char* name, double degrees, int32_t order, double* light) {
    SUPPLE_ASSERT(order >= SH_ORDER_LEAST && order <= SH_ORDER_MOST);
    for (int i = 0; sky_names[i] != NULL; ++i)
        if (strcmp(name, sky_names[i]) == 0) {
            double sa, ca, se, ce;
            exact_sincos((skies[i].azimuth + degrees) * (EXACT_PI / 180.0), &sa, &ca);
            exact_sincos(skies[i].elevation * (EXACT_PI / 180.0), &se, &ce);
            add_sky(&skies[i], v3(sa * ce, se, ca * ce), order, light);
            return true;
        }
    return false;
}

void sky_arriving(const float* transfer, int32_t point_count, int32_t order, const double* light,
                  float (*out)[3]) {
    int32_t harmonics = sh_count(order);
    for (int32_t p = 0; p < point_count; ++p) {
        const float* a = transfer + (size_t)p * 3 * (size_t)harmonics;
        for (int c = 0; c < 3; ++c) {
            double sum = 0.0;
            for (int32_t i = 0; i < harmonics; ++i)
                sum += (double)a[3 * i + c] * light[3 * i + c];
            out[p][c] = (float)fmax(sum, 0.0);
        }
    }
}
