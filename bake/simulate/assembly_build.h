// What the files that put an assembly together share.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/simulate/assembly.h"

typedef struct building {
    assembly* a;
    const matter_samples* samples;
    int threads;
    arena* memory;
    report* r;
    const sparse** masses; // [mass_count]
    int32_t mass_count;
} building;

// False with a sentence. Springs and pushes need the nodes' mass.
bool assembly_make_support(building* b);
bool assembly_add_springs(building* b);
bool assembly_add_pushes(building* b);

// Nodes of obstacles, behind those of soft bodies, which are known; then, with their mass, the term. False with a sentence,
// which names the pairs if something begins crossed.
void assembly_count_obstacles(building* b);
void assembly_join_obstacles(building* b);
bool assembly_add_contact(building* b);
bool assembly_touches(const assembly* a, int32_t body);
// The number of a triangle of the skin among those of its body.
int32_t assembly_own_triangle(const assembly* a, int32_t triangle);

// Of what touches, which is known: held parts against obstacles on their own way. False with a sentence.
bool assembly_watch_held(building* b);

// All that touches: assembly.touching, skin and skin_body. Nodes and their mass are known.
void assembly_collect_skin(building* b);
