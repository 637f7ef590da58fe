// How long two features that move straight stay apart.
//
// Conservative advancement by planes: where the features are nearest, the plane across that shortest way parts them, and the
// corners' distances from it are linear in time. So it is known for how long it parts them at least; then the next plane is
// taken. Unlike a bound by speeds (additive continuous collision detection, Li et al. 2021), what slides along costs nothing.
//
// Every time that is returned is one until which a plane was found, less what rounding may have done to the products: it is
// never behind the true first contact, whatever the features are (parallel, flat, points, huge, tiny).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct touch_question {
    vec3 x[4];        // vertex and triangle, or two edges
    vec3 move[4];     // over a time of 1
    bool edges;       // two edges
    double thickness; // m: they count as touching when they are so near
    double keep;   // of the first gap (the distance less the thickness): so much of it is left over
    double enough; // m: ... but no more than this
} touch_question;

// Time, 0 to 1, until which the gap is never below what is to be left over. 0 where they touch at the beginning, or are so
// near that rounding does not tell.
double touch_time(const touch_question* q, int64_t* planes_or_null);
