// Pairs of features of every nasty kind: parallel, in one plane, flat, points, tiny beside huge, far from the origin.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/random.h"

#include <stdbool.h>

static inline double feature_power(double low, double high) {
    return pow(10.0, random_in(low, high));
}

static inline bool feature_often(double part) {
    return random_in(0.0, 1.0) < part;
}

// Four places of about the size of one; what is made of them is as nasty as `kind` says, 0 to 7.
static inline void feature_places(int kind, vec3 x[4]) {
    for (int i = 0; i < 4; ++i)
        x[i] = random_point(1.0);
    vec3 along = v3_sub(x[1], x[0]);
    if (kind == 1) // nearly parallel edges, and a triangle that is nearly a needle
        x[3] = v3_add(v3_madd(x[2], along, random_in(-2.0, 2.0)),
                      random_point(feature_power(-16, -1)));
    if (kind == 2) // exactly parallel in one axis
        x[0].y = x[1].y = 0.25, x[0].z = x[1].z = 0.5, x[2].y = x[3].y = 0.125,
        x[2].z = x[3].z = 0.5;
    if (kind == 3) // in one plane
        for (int i = 0; i < 4; ++i)
            x[i].z = 0.0;
    if (kind == 4) // a point instead of an edge, a triangle that is an edge
        x[3] = x[2];
    if (kind == 5) // corners in a line
        x[3] = v3_lerp(x[1], x[2], random_in(-1.0, 2.0));
    if (kind == 6) // one tiny beside one huge
        x[1] = v3_add(x[0], random_point(feature_power(-9, -3)));
    if (kind == 7) // nearly touching
        x[0] =
            v3_add(v3_lerp(x[2], x[3], random_in(0.0, 1.0)), random_point(feature_power(-12, -2)));
}

enum { FEATURE_KINDS = 8 };
