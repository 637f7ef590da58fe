// What an asset plays of a recording: all that goes from a portrait into the file, in one place.
//
// bake/export writes it (asset_recorded.h) and reads nothing else. Contacts are the recording's own, played.of->of->contacts;
// what is found about blends is put here by whoever finds it, and may be left out.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/orbits.h"
#include "bake/portrait/responses.h"

typedef struct played {
    const portrait* of;
    const responses* responses;
    const orbits* orbits;
    double blend; // 1/s: how fast the offset of a jump goes away (numerics.md D5)
    // [responses->count] 1/s: of the blend at the end of one that runs on; NULL, or 0 of one: `blend`
    const double* run_on_rates_or_null;
} played;
