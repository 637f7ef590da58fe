// What a file holds, in plain arrays: the one struct between readers, samples, writers and bakers.
//
// It follows glTF 2.0, the richest of the formats we read; an OBJ, PLY or STL fills a corner of it.
// Objects point to each other by index; -1 is none. Everything lives in the arena it was read into.
// A reader checks every index and count, so nobody after it needs to. Metres, y up, right-handed,
// counter-clockwise triangles seen from outside.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/base/vec.h"

// ---- geometry --------------------------------------------------------------------------

// One vertex attribute that we keep but give no meaning of our own: glTF's _NAMES.
typedef struct attribute {
    const char* name; // with its underscore
    int32_t width;    // floats a vertex, 1 to 16
    float* values;    // [vertex_count][width]
} attribute;

// What one unit of a morph target adds. NULL streams add nothing.
typedef struct morph_target {
    float (*positions)[3];
    float (*normals)[3];
    float (*tangents)[3];
} morph_target;

// Triangles that share one material and one set of streams. Streams that the file lacks are NULL.
typedef struct primitive {
    int32_t vertex_count, triangle_count;
    int32_t material; // or -1
    vec3* positions;
    float (*normals)[3];
    float (*tangents)[4];
    float (*uvs)[2];    // TEXCOORD_0
    float (*colors)[4]; // COLOR_0, linear, alpha 1 where the file has none
    uint32_t (*triangles)[3];
    int32_t influence_count; // joints a vertex: 0 (no skin), 4, 8 ...
    uint16_t* joints;        // [vertex_count][influence_count], into the skin's joints
    float* weights;          // [vertex_count][influence_count], sum 1
    int32_t target_count;    // the same for all primitives of a mesh
    morph_target* targets;
    int32_t attribute_count;
    attribute* attributes;
} primitive;

typedef struct mesh {
    const char* name; // never NULL, may be ""
    int32_t first_primitive, primitive_count;
    int32_t target_count;
    const char** target_names; // [target_count], never NULL, may be ""
    float* target_weights;     // [target_count], at rest
} mesh;

// ---- looks -----------------------------------------------------------------------------

typedef struct image {
    const char* name;
    const char* mime_or_null; // "image/png", "image/jpeg", as the file says
    bytes encoded;            // the picture file; size 0 if it could not be found
} image;

typedef struct scene_material {
    const char* name;
    float base_color[4]; // linear
    int32_t base_image;  // or -1; sampled with uvs, sRGB
    float alpha_cutoff;  // texels below are holes; 0 when opaque or blended
    bool double_sided, blended;
    float metallic; // 0 to 1; 0 where the file does not say, or leaves it to a texture
} scene_material;

// ---- structure -------------------------------------------------------------------------

typedef struct node {
    const char* name;
    int32_t parent; // or -1; any order, no cycles
    int32_t mesh, skin;
    vec3 translation;
    quat rotation;
    vec3 scale;
    bool has_matrix; // the file gives a matrix that may shear: `matrix` counts, TRS is its best fit
    mat4 matrix;     // local
    float* target_weights_or_null; // overrides the mesh's, [mesh.target_count]
} node;

typedef struct skin {
    const char* name;
    int32_t joint_count;
    int32_t* joints;     // nodes
    mat4* inverse_binds; // [joint_count], identity where the file has none
} skin;

typedef enum channel_path {
    PATH_TRANSLATION,
    PATH_ROTATION,
    PATH_SCALE,
    PATH_WEIGHTS
} channel_path;
typedef enum interpolation { STEP, LINEAR, CUBICSPLINE } interpolation;

// One animated property of one node.
typedef struct channel {
    int32_t node;
    channel_path path;
    interpolation interpolation;
    int32_t key_count, width; // width: 3, 4 (quaternion x y z w) or the number of morph targets
    float* times;             // [key_count], ascending, seconds
    float* values;            // [key_count][width]; CUBICSPLINE [key_count][3][width]: in-tangent,
} channel;                    // value, out-tangent

typedef struct clip {
    const char* name;
    int32_t channel_count;
    channel* channels;
    double duration; // the last key, seconds
} clip;

// ---- the whole -------------------------------------------------------------------------

typedef enum file_format {
    FILE_NONE,
    FILE_GLTF,
    FILE_GLB,
    FILE_OBJ,
    FILE_PLY,
    FILE_STL
} file_format;

// The file as it was, so that a writer can change what it understands and pass on the rest.
typedef struct gltf_source {
    bytes json; // the text of the JSON chunk; size 0 if the scene did not come from glTF
    int32_t buffer_count;
    bytes* buffers; // the bytes of each glTF buffer, wherever they came from
} gltf_source;

typedef struct scene {
    file_format format; // where it came from
    int32_t primitive_count, mesh_count, node_count, skin_count, clip_count, material_count,
        image_count, root_count;
    primitive* primitives;
    mesh* meshes;
    node* nodes;
    skin* skins;
    clip* clips;
    scene_material* materials;
    image* images;
    int32_t* roots; // nodes of the shown glTF scene; meshes outside it are kept but not drawn
    gltf_source source;
} scene;
