// A block of twelve tetrahedra in three chosen motions, and figures of an independent program for
// it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/material.h"
#include "test/kit/cells_mesh.h"

static const material stvk_material = {2e4, 0.4, 1000.0};

static inline tets stvk_block(arena* a) {
    return cells_mesh((const int32_t[3]){2, 1, 1}, v3(0.2, 0.1, 0.13), a);
}

// Two bends and a stretch, held where x is 0: [3][3 * node_count].
static inline double* stvk_basis(const tets* t, arena* a) {
    size_t order = 3 * (size_t)t->node_count;
    double* u = ARENA_NEW(a, double, 3 * order);
    for (size_t i = 0; i < (size_t)t->node_count; ++i) {
        double x = t->nodes[i].x, y = t->nodes[i].y - 0.05, z = t->nodes[i].z - 0.065, l = 0.2;
        double *first = u + 3 * i, *second = first + order, *third = second + order;
        first[0] = -2.0 * x * z / (l * l);
        first[2] = x * x / (l * l);
        second[0] = -2.0 * x * y / (l * l);
        second[1] = x * x / (l * l);
        third[0] = x / l;
        third[1] = -0.3 * x * y / (l * l);
        third[2] = -0.3 * x * z / (l * l);
    }
    return u;
}

typedef struct stvk_sample {
    double q[3], force[3], tangent[3][3], energy; // of the reduced coordinates
} stvk_sample;

static const stvk_sample stvk_samples[3] = {
    {{0.01, 0.0, 0.0},
     {14.528594190848217, 3.1265510230654763, 0.4687327008928554},
     {{1659.337185825893, 324.72125930059525, 239.78253348214272},
      {324.72125930059525, 880.2310639880956, -63.55636160714307},
      {239.78253348214275, -63.556361607143096, 1980.3942964718192}},
     0.06959045869140626},
    {{0.05, -0.03, 0.02},
     {195.171880780413, -59.782035782180074, 108.62889286213704},
     {{7111.657780195314, -733.3699675037203, 2074.406376032367},
      {-733.3699675037201, 3143.4998456101202, -907.2839539620543},
      {2074.4063760323666, -907.2839539620543, 3191.359519234055}},
     4.726714222900948},
    {{-0.1, 0.08, -0.06},
     {-596.8212624838172, 511.71971115513406, 24.655059796101398},
     {{14587.67114247955, -6155.987120107887, -796.5233924665181},
      {-6155.987120107886, 12140.292323288697, 1009.620835379465},
      {-796.5233924665172, 1009.6208353794648, 2775.328992058775}},
     25.149346760094403}};

// Its force, symmetric in all indices and packed as polynomial.h has it.
static const double stvk_linear[6] = {1293.0357142857144, 301.78571428571433,  812.5000000000003,
                                      -143.3482142857145, -110.26785714285737, 1977.918080357143};
static const double stvk_square[10] = {11316.96428571428,  967.2619047619025,  1257.4404761904739,
                                       8705.357142857145,  18753.37053571429,  2301.116071428571,
                                       15089.285714285721, -716.7410714285736, -551.3392857142873,
                                       17335.29324776787};
static const double stvk_cube[15] = {466540.619419643,   11967.689732142848, 141940.8482142857,
                                     11316.964285714288, 429464.2857142861,  26877.79017857143,
                                     2297.247023809519,  2986.4211309523766, 20675.2232142857,
                                     56036.791810825925, 4701.420619419643,  48550.68359375001,
                                     739.13922991071,    568.5686383928538,  39321.22664617049};
