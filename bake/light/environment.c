// The harmonics of a picture are found about its own axis, the zenith, where they are products of a function of the row and one of the
// column, and then turned so that y is up.
// SPDX-License-Identifier: MIT
#include "bake/light/environment.h"

#include "bake/base/assert.h"
#include "runtime/math/exact.h"

#include <math.h>
#include <string.h>

enum { GAUSS = 8, LEAST_PIECES = 16 };

// Half of a Gauss rule on -1 to 1; the other half is its mirror image.
static const double GAUSS_AT[GAUSS / 2] = {0.1834346424956498, 0.525532409916329,
                                           0.7966664774136267, 0.9602898564975363};
static const double GAUSS_WEIGHT[GAUSS / 2] = {0.362683783378362, 0.31370664587788727,
                                               0.22238103445337448, 0.10122853629037626};

// Integrals of the harmonics at longitude 0 over a row, times the sine. A row of a coarse picture is taken in pieces.
static void integrate_row(int32_t order, int32_t row, int32_t rows, double* out) {
    int32_t pieces = rows < LEAST_PIECES ? (LEAST_PIECES + rows - 1) / rows : 1;
    double half = 0.5 * EXACT_PI / ((double)rows * pieces), values[SH_MOST];
    memset(out, 0, sizeof(double) * (size_t)sh_count(order));
    for (int32_t piece = 0; piece < pieces; ++piece)
        for (int k = 0; k < GAUSS; ++k) {
            double at = k < GAUSS / 2 ? -GAUSS_AT[k] : GAUSS_AT[k - GAUSS / 2], s, c;
            exact_sincos(half * (2.0 * ((double)row * pieces + piece) + 1.0 + at), &s, &c);
            sh_basis(order, v3(s, 0.0, c), values);
            for (int32_t i = 0; i < sh_count(order); ++i)
                out[i] += half * GAUSS_WEIGHT[k % (GAUSS / 2)] * s * values[i];
        }
}

// [2 order][width]: integrals of cos(m a) and, at order + m, of sin(m a) over each column. a runs against the columns, as a right-handed
// frame wants it whose x is the middle of the picture and whose z is up.
static double* integrate_columns(int32_t order, int32_t width, arena* memory) {
    double* out = ARENA_NEW(memory, double, (size_t)(2 * order) * (size_t)width);
    double wide = 2.0 * EXACT_PI / width;
    for (int32_t x = 0; x < width; ++x)
        for (int32_t m = 0; m < order; ++m) {
            double s, c, a = EXACT_PI - wide * (x + 0.5);
            exact_sincos(m * a, &s, &c);
            double fraction = m == 0 ? wide : 2.0 * exact_sin(0.5 * m * wide) / m;
            out[(size_t)m * (size_t)width + (size_t)x] = fraction * c;
            out[(size_t)(order + m) * (size_t)width + (size_t)x] = fraction * s;
        }
    return out;
}

static void add_row(const hdr_picture* p, int32_t row, int32_t order, const double* columns,
                    double* light) {
    double around[2 * SH_ORDER_MOST][3] = {{0}}, along[SH_MOST], rgb[3];
    for (int32_t x = 0; x < p->width; ++x) {
        hdr_radiance(p, row, x, rgb);
        for (int32_t m = 0; m < 2 * order; ++m)
            for (int c = 0; c < 3; ++c)
                around[m][c] += columns[(size_t)m * (size_t)p->width + (size_t)x] * rgb[c];
    }
    integrate_row(order, row, p->height, along);
    for (int32_t l = 0; l < order; ++l)
        for (int32_t m = -l; m <= l; ++m)
            for (int c = 0; c < 3; ++c)
                light[3 * (l * (l + 1) + m) + c] +=
                    along[l * (l + 1) + (m < 0 ? -m : m)] * around[m < 0 ? order - m : m][c];
}

void environment_light(const hdr_picture* p, int32_t order, arena* memory, double* light) {
    SUPPLE_ASSERT(order >= SH_ORDER_LEAST && order <= SH_ORDER_MOST && p->width > 0);
    double own[3 * SH_MOST] = {0};
    const double* columns = integrate_columns(order, p->width, memory);
    for (int32_t row = 0; row < p->height; ++row)
        add_row(p, row, order, columns, own);
    // x of the picture's frame is -z, y is -x, z is y
    static const double turn[3][3] = {{0, -1, 0}, {0, 0, 1}, {-1, 0, 0}};
    sh_turn t = sh_turn_of(order, turn);
    for (int c = 0; c < 3; ++c)
        sh_turn_apply(&t, own + c, 3, light + c);
}

// ---- no light below zero -----------------------------------------------------------------

// What is left of a band: Sloan's window, which flattens curvature.
static double window_of(int32_t l, double strength) {
    double bend = (double)l * l * (l + 1) * (l + 1);
    return 1.0 / (1.0 + strength * bend);
}

// What each band sends from many directions: [ENVIRONMENT_DIRECTIONS][SH_ORDER_MOST][3].
enum { ENVIRONMENT_DIRECTIONS = 4096 };
typedef double (*bands)[SH_ORDER_MOST][3];

static bands band_values(int32_t order, const double* light, arena* memory) {
    bands out = arena_alloc(memory, ENVIRONMENT_DIRECTIONS, sizeof *out);
    for (int32_t i = 0; i < ENVIRONMENT_DIRECTIONS; ++i) { // a spiral by the golden angle
        double s, c, values[SH_MOST], up = 1.0 - (2.0 * i + 1.0) / ENVIRONMENT_DIRECTIONS;
        exact_sincos(2.399963229728653 * i, &s, &c);
        double level = sqrt(1.0 - up * up);
        sh_basis(order, v3(level * c, up, level * s), values);
        for (int32_t l = 0; l < order; ++l)
            for (int k = 0; k < 3; ++k) {
                out[i][l][k] = 0.0;
                for (int32_t n = l * l; n < (l + 1) * (l + 1); ++n)
                    out[i][l][k] += values[n] * light[3 * n + k];
            }
    }
    return out;
}

// Is a colour below zero somewhere, more than rounding makes it so?
static bool dips(int32_t order, const bands of, double strength) {
    for (int32_t i = 0; i < ENVIRONMENT_DIRECTIONS; ++i)
        for (int k = 0; k < 3; ++k) {
            double sum = 0.0;
            for (int32_t l = 0; l < order; ++l)
                sum += window_of(l, strength) * of[i][l][k];
            if (sum < -1e-9 * of[i][0][k])
                return true;
        }
    return false;
}

double environment_soften(int32_t order, arena* memory, double* light) {
    double low = 0.0, high = 1e-3;
    const bands of = band_values(order, light, memory);
    if (!dips(order, of, 0.0))
        return 1.0;
    while (high < 1e6 && dips(order, of, high))
        high *= 4.0;
    for (int i = 0; i < 24; ++i) {
        double middle = 0.5 * (low + high);
        *(dips(order, of, middle) ? &low : &high) = middle;
    }
    for (int32_t l = 1; l < order; ++l)
        for (int32_t n = 3 * l * l; n < 3 * (l + 1) * (l + 1); ++n)
            light[n] *= window_of(l, high);
    return window_of(order - 1, high);
}
