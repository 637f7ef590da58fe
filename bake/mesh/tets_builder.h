// Tets one after another, when nobody knows yet how many there will be.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/tets.h"

typedef struct tets_builder {
    arena* memory;
    tets out; // width 4
    int32_t node_capacity, tet_capacity;
} tets_builder;

static inline tets_builder tets_builder_new(arena* memory) {
    return (tets_builder){.memory = memory, .out = {.width = 4}};
}
int32_t tets_builder_node(tets_builder* b, vec3 p); // its number
// In any order of corners: turned so that the volume is positive.
void tets_builder_tet(tets_builder* b, int32_t n0, int32_t n1, int32_t n2, int32_t n3);
