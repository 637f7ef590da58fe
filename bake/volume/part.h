// A soft part of a character: flesh under a region of its skin, held where it was cut and by bone.
//
// James and Pai 2002, section 5.1 and figure 2: a closed volume for the part, its boundary fixed
// along bones and seams, its shapes carried to the character's own vertices. Parts know nothing of
// each other: they may overlap, and their displacements add.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/fade.h"
#include "bake/volume/fill.h"
#include "bake/volume/fixing.h"

typedef struct part {
    const char* name;
    int32_t bone_count;
    int32_t* bones;         // nodes of the joints it rides on, the heaviest first
    double* bone_fractions; // [bone_count] mean weight over the region's vertices
    tets tets;              // width 4, one piece
    uint8_t* fixed;         // [tets.node_count] 1: does not move
    int32_t seam_count, fixed_count;
    int32_t vertex_count;
    int32_t* vertices;   // of the surface, ascending; they move by fade times the embedded motion
    float* fade;         // [vertex_count]
    embedding embedding; // [vertex_count]
    double cell, volume; // metres, cubic metres
} part;

typedef struct part_options {
    int32_t target; // about so many tets
    double cell;    // or, when above 0, this edge of a cell in metres
    double core;    // of the way from bone to skin, 0 to 1: so much is bone
    bool crossed; // elements that bones go through are bone too, but for their nodes on the surface
    double fade;  // metres from the seam to full motion; 0: half of the way to the middle
    int threads;
} part_options;

static inline part_options part_default(void) {
    return (part_options){3000, 0.0, 0.3, false, 0.0, 0};
}

// False with a sentence when nothing of the region can be filled or nothing is left free.
bool part_build(const character* c, const char* name, const region* g, const part_options* o,
                arena* memory, part* out, report* r);

// The same with a volume that someone made: four-node elements in the world of the bind pose, one piece.
// Nothing is cut; where the region ends, nodes below other skin are held.
bool part_of_volume(const character* c, const char* name, const region* g, const tets* volume,
                    const part_options* o, arena* memory, part* out, report* r);
