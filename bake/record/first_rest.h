// A first scene tried out: where its nodes are, what they weigh, and how far they sag until they rest.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/mesh/bounds.h"
#include "bake/simulate/matter.h"

typedef struct first_rest_body {
    int32_t node_count; // 0: rigid
    vec3* nodes;        // [node_count] m
    bounds box;         // of them
    double mass;        // kg
    double sag;         // m: as far as any node goes; NAN: it was not asked for
} first_rest_body;

typedef struct first_rest_result {
    bool made, rests;
    int32_t body_count;
    first_rest_body* bodies; // as in the scene
} first_rest_result;

typedef struct first_rest_options {
    const char* path; // where the scene will be: files are seen from its folder
    const matter_samples* samples;
    int threads;
    bool only_made; // do not look for the rest
} first_rest_options;

// What cannot be made is told.
first_rest_result first_rest(bytes text, const first_rest_options* o, arena* memory, report* r);
