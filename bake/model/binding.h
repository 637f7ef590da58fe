// How a scene's vertices hang on bones, as the asset has it: in the mesh's own space, before skinning.
//
// Volumes and parts are made in the world of the bind pose, in the file's unit, where all meshes of a
// character meet. The runtime knows neither: it adds shapes to the numbers that stand in the file
// and finds a bone's motion from the matrices that skin them. So physics is done in one space between:
// the axes and the origin of the first skinned mesh, in metres ("body space"). Every mesh then gets
// its own map from displacements there to its own numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/surface.h"
#include "format/format.h"

typedef struct binding_bone {
    int32_t node, skin; // skin -1: the node shows a mesh itself
    mat4 inverse_bind;
} binding_bone;

typedef struct binding {
    int32_t bone_count, mesh_count, vertex_count, triangle_count;
    int32_t influence_count; // 0: all follow bone 0
    binding_bone* bones;     // skin after skin, joints in their order; then nodes that show meshes
    format_mesh* meshes;     // in the order of the surface
    mat4* mesh_from_body;    // [mesh_count] its linear part is for displacements
    float (*positions)[3];   // [vertex_count] as in the file, with its own morph weights
    float (*normals)[3];
    float (*tangents_or_null)[4];
    uint16_t* joints; // [vertex_count][influence_count] into bones
    float* weights;   // [vertex_count][influence_count]
    uint32_t (*triangles)[3];
    mat4 body_from_world; // from the bind pose in the file's unit
    double unit;          // metres of the scene's unit
    double metres;        // a unit of the first skinned mesh has so many
    double mirror; // -1: that mesh is mirrored in the bind pose, and body space is right-handed
                   // by looking the other way along its axes; else 1
} binding;

// s, f and p: the scene, its surface and the pose of it (bind_pose). unit: metres of the file's unit.
// False with a sentence when a skin cannot be used: more bones than the format takes, singular
// matrices.
bool binding_of(const scene* s, const surface* f, const pose* p, double unit, arena* memory,
                binding* out, report* r);

// The bone for a node of the scene, or -1; of several skins the first, which body space is of.
int32_t binding_bone_of(const binding* b, int32_t joint);

// The mesh that a vertex belongs to.
int32_t binding_mesh_of(const binding* b, int32_t vertex);

// From displacements in body space to the numbers of the vertex's own mesh: the linear part counts.
mat4 binding_map(const binding* b, int32_t vertex);

// A unit of this mesh, of the file's numbers, has so many metres in the bind pose: armatures are scaled, and
// meshes of one file need not be alike.
double binding_mesh_metres(const binding* b, int32_t index);

// The skinning matrix of every bone in a pose of the scene, file's unit: [bone_count].
void binding_palette(const binding* b, const pose* p, mat4* palette);
