// Jumps that are cached, and ends that run on, tested while they are blended: do surfaces pass through each other then?
//
// A recording of the paper's size has 10,000 to 100,000 jumps. All of them are tested, unless somebody asks for fewer or it takes more
// than a bake should: work is counted, not time, so that the same ones are tested everywhere. The order is one in which the first ones matter most: of every start first the farthest jump to it, then the next one, the larger
// distance first.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/crossings.h"
#include "bake/portrait/responses.h"

enum { JUMPS_LISTED = 12 };

typedef struct jumps_options {
    int64_t most; // jumps that are tested
    int64_t
        work; // if that is INT64_MAX: pairs of triangles that are compared, about, before it is enough
    double rate; // 1/s of their blends; 0: blend_natural_rate
    int threads;
} jumps_options;

// All of them, as far as 2e8 comparisons go: a minute or two of a processor.
jumps_options jumps_default(void);

typedef struct jump {
    int32_t state, entry,
        response; // from, by, to the start of; entry -1: a response's end that runs on into `response`
    double distance; // m
    int32_t crossings,
        alone; // pairs of triangles, with the jump and without it, at the worst of the states tested, ...
    int32_t after; // ... so many states after the jump
} jump;

typedef struct jumps {
    double rate;                       // 1/s
    int64_t count;                     // that are from another state than the start itself
    int64_t tested, crossing;          // tested, and with more crossings than without the jump
    int32_t run_ons, run_ons_crossing; // all of these are tested
    crossings_work work;               // what it took
    int32_t listed;
    jump worst[JUMPS_LISTED]; // that cross, worst first
} jumps;

// Sets nearest.crossings of what is tested, and rate and crossings of responses that run on: half, once or twice the rate,
// whatever crosses least.
jumps jumps_sample(responses* s, const jumps_options* o);

// A sentence on those that were not tested.
const char* jumps_left_out(const jumps* j, arena* memory);
