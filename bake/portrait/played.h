// What an asset plays of a recording: all that goes from a portrait into the file, in one place.
//
// Contacts are the recording's own, and how ends are blended is the responses' (rate).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/orbits.h"
#include "bake/portrait/responses.h"

typedef struct played {
    const portrait* of;
    const responses* responses;
    const orbits* orbits;
    double blend; // 1/s: how fast the offset of a jump goes away (blend.h)
} played;
