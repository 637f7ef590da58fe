// A region of a character's surface: how much each vertex takes part, from 0 (outside) to 1.
//
// Vertices that the file splits along seams of texture get the same value, always. Choosers that
// find nothing still give a region; region_check turns an empty one into a sentence.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/character.h"

typedef struct region {
    int32_t count; // vertices of the surface
    float* value;  // [count]
} region;

region region_empty(const character* c, arena* memory);
region region_copy(const character* c, const region* g, arena* memory);

// Where the joints' weights sum to more than `threshold`. False with a sentence for a name that no
// joint has.
bool region_by_bones(const character* c, const char* const* names, int32_t name_count,
                     double threshold, arena* memory, region* out, report* r);
// The same for nodes.
region region_by_joints(const character* c, const int32_t* joints, int32_t joint_count,
                        double threshold, arena* memory);
// Where a painted attribute is above the threshold; its value (at most 1) is kept, so that an
// artist can paint a little softness. False with a sentence when no vertex has it.
bool region_by_attribute(const character* c, const char* name, double threshold, arena* memory,
                         region* out, report* r);
// Where the vertex colour is no farther than `tolerance` from this one, linear RGB, by Euclid.
region region_by_color(const character* c, const float rgb[3], double tolerance, arena* memory);
region region_by_box(const character* c, bounds box, arena* memory);
region region_by_sphere(const character* c, vec3 centre, double radius, arena* memory);

// Into `a`: the larger, the smaller, and a without b.
void region_unite(region* a, const region* b);
void region_intersect(region* a, const region* b);
void region_subtract(region* a, const region* b);

int32_t region_size(const region* g); // vertices inside
bool region_check(const region* g, const char* name, report* r);
