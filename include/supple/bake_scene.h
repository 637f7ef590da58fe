// Scene: what is baked, from a file, from bytes or from arrays.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/bake_job.h"

#ifdef __cplusplus
extern "C" {
#endif

// A file: glTF (.glb, .gltf), OBJ, PLY or STL; or a recording (.rec), which must stay as it is until the bake was run. It
// takes the place of the scene that was there.
SUPPLE_BAKE_API supple_bake_status supple_bake_read_file(supple_bake_job* job, const char* path);

// The same from bytes, which are copied. `name` stands in findings, its ending helps where the content does not tell
// the format, and files that the content names are searched for in its folder.
SUPPLE_BAKE_API supple_bake_status supple_bake_read_bytes(supple_bake_job* job, const void* data,
                                                          size_t size, const char* name);

// A bone of a mesh from arrays.
typedef struct supple_bake_joint {
    const char* name;
    // An earlier joint, or -1.
    int32_t parent;
    // Where it stands in the bind pose, in the mesh's space: column by column, the last row 0 0 0 1.
    float bind[16];
} supple_bake_joint;

// A mesh from arrays; they are copied.
typedef struct supple_bake_mesh {
    // In findings and in the GLB.
    const char* name;
    // Three floats a vertex, so many bytes from one to the next. Default stride: 12.
    int32_t vertex_count;
    const float* positions;
    size_t position_stride;
    // Three indices a triangle, so many bytes from one to the next, counter-clockwise from outside. Default stride: 12.
    int32_t triangle_count;
    const uint32_t* triangles;
    size_t triangle_stride;
    // A skeleton of up to 65536 joints; 0: none, and all of the mesh is soft.
    int32_t joint_count;
    const supple_bake_joint* joints_or_null;
    // Joints a vertex: 4 or 8. [vertex_count][influence_count] numbers of joints, and their weights with a sum of 1 a vertex.
    int32_t influence_count;
    const uint16_t* joint_of_or_null;
    const float* weights_or_null;
} supple_bake_mesh;

// An empty mesh with the default strides.
SUPPLE_BAKE_API supple_bake_mesh supple_bake_mesh_default(void);
SUPPLE_BAKE_API supple_bake_status supple_bake_read_mesh(supple_bake_job* job,
                                                         const supple_bake_mesh* mesh);

#ifdef __cplusplus
}
#endif
