// Any other simulator's motion as a recording: a point cache, or a mesh file a frame, and a list of events.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/recording.h"

typedef struct from_cache_options {
    const char*
        cache; // .pc2, .mdd, or "frames_%04d.obj": a mesh file a frame, numbered from 0 or 1
    const char* events; // events.h
    const char* output;
} from_cache_options;

// Frame by frame, so that a cache may be larger than memory. False with a sentence, and nothing is written.
bool from_cache(const from_cache_options* o, arena* memory, recording* out, report* r);
