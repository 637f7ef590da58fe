// What is held: marks on the nodes of a volume.
//
// Each function adds marks (1) and returns how many nodes it newly marked. Nodes are those of tets.h;
// mid-edge nodes of ten-node elements are asked like the others.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/embed.h"
#include "bake/volume/character.h"

// Nodes, of all or of those marked in `among`, nearer to a bone than `fraction` of the way from there to the surface: a core
// of bone.
int32_t fix_near_bones(const tets* t, const uint8_t* among_or_null, const bone_axis* axes,
                       int32_t axis_count, const soup* body, double fraction, uint8_t* fixed);
// All nodes of the elements that a bone goes through: never nothing while a bone is inside.
int32_t fix_crossed_by_bones(const tets* t, const bone_axis* axes, int32_t axis_count,
                             uint8_t* fixed);
// Of those elements only the three corners nearest to a bone: a face can be turned about no line.
int32_t fix_faces_at_bones(const tets* t, const bone_axis* axes, int32_t axis_count,
                           uint8_t* fixed);
// The cut: `part` is what tets_keep(whole, keep) gave; its nodes that also belong to tets that were
// taken away.
int32_t fix_seam(const tets* whole, const uint8_t* keep, const tets* part, uint8_t* fixed);
// The elements that hold chosen surface vertices: painted (region_by_attribute), listed, picked.
int32_t fix_vertices(const tets* t, const embedding* e, const uint8_t* chosen, uint8_t* fixed);

int32_t fix_box(const tets* t, bounds box, uint8_t* fixed);
int32_t fix_sphere(const tets* t, vec3 centre, double radius, uint8_t* fixed);
// The half space behind the plane: (x - point) . normal <= 0.
int32_t fix_plane(const tets* t, vec3 point, vec3 normal, uint8_t* fixed);
// What stands on the ground: the lowest `fraction` of the height, along y.
int32_t fix_base(const tets* t, double fraction, uint8_t* fixed);

// Mid-edge nodes of ten-node elements whose edge is held at both ends.
int32_t fix_middles(const tets* t, uint8_t* fixed);

int32_t fixed_count(const tets* t, const uint8_t* fixed);
// A warning when nothing is held; false with a sentence when nothing is left free.
bool fix_check(const tets* t, const uint8_t* fixed, const char* name, report* r);
