// Asset: what the baker made. Shapes, rates and tables, read in place from your bytes, never written.
// A part is a soft region of it: a run of coordinates, the vertices they move, the bones that carry it.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a part's coordinates move. Nothing outside the stepper cares which.
typedef enum supple_model {
    // Coordinates are independent oscillators (James & Pai 2002; Hauser et al. 2003).
    SUPPLE_MODAL,
    // Sculpted shapes and their elasticity are blended by pose (Galoppo et al. 2009).
    SUPPLE_POSED,
    // What was simulated beforehand is played (James & Fatahalian 2003).
    SUPPLE_RECORDED
} supple_model;

// How soft flesh feels. The asset has the artist's choice for each part.
typedef struct supple_tuning {
    // Multiplies every eigenvalue: 4 doubles the frequencies.
    float stiffness;
    // Multiplies every damping.
    float damping;
    // Multiplies what moving bones and gravity do to the flesh.
    float response;
    // The farthest that a vertex leaves its rest, in the mesh's unit, above 0. Flesh hardens beyond
    // half of it and stops there.
    float limit;
} supple_tuning;

// A soft region: a run of coordinates, the vertices they move, the bones that carry it.
typedef struct supple_part {
    // The name that the recipe or the mesh gave it.
    const char* name;
    // How its coordinates move.
    supple_model model;
    // Its run of coordinates, the most important one first.
    int32_t first_coord, coord_count;
    // How many bones carry it, and how many vertices it moves.
    int32_t bone_count, vertex_count;
    // [vertex_count] the vertices, ascending. A vertex may belong to several parts.
    const uint32_t* vertices;
    // Its first texel in asset.shapes.
    int32_t first_shape;
    // Its first texel in asset.bends, or -1 where it has none.
    int32_t first_bend;
    // How many texels a coordinate has in asset.shapes: vertex_count, or fewer where vertices that
    // the mesh has split share them.
    int32_t shape_places;
    // The same of asset.bends; 0 where it has none.
    int32_t bend_places;
    // The artist's choice.
    supple_tuning tuning;
    // Kilograms.
    float mass;
    // How many sculpted shapes its pose blends; 0 but for SUPPLE_POSED.
    int32_t target_count;
} supple_part;

// One mesh of the file the asset was baked from.
typedef struct supple_mesh {
    // Where it stands in the glTF file; -1 where there is none.
    int32_t mesh, primitive, node;
    // Its run of the asset's vertices.
    int32_t first_vertex, vertex_count;
    // Its run of the asset's triangles.
    int32_t first_triangle, triangle_count;
} supple_mesh;

// A table to upload as it is (gpu/README.md): texels of three numbers, int8, int16 or float, in rows of
// `width`, a power of two up to 2048. What unit amounts of a part's k-th coordinate do to a vertex is texel
// first_shape + k * shape_places + place of shapes, place being the low 24 bits of the vertex's link to
// the part, and first_bend + k * bend_places + place of bends, by its bend_links. supple_body_upload
// gives the amounts in the table's unit.
typedef struct supple_table {
    // NULL when it was not baked.
    const void* texels;
    // Texels a row, and rows.
    int32_t width, height;
    // Bits of a number: 8 and 16 where it is int8 and int16, 32 where it is float.
    int32_t bits;
} supple_table;

// Counts and pointers into the bytes given to supple_asset_read. A value: copy it, drop it, nothing
// to free.
typedef struct supple_asset {
    // How many there are of each.
    int32_t coord_count, part_count, bone_count, mesh_count, vertex_count, triangle_count;
    // How many bones move a vertex: 4, 8, or 0 where all vertices follow bone 0.
    int32_t influence_count;
    // The most parts that one vertex belongs to, 1 to 4.
    int32_t layer_count;
    // How many metres a unit of the mesh has.
    float metres;
    // [vertex_count][3] positions at rest.
    const float* positions;
    // [vertex_count][3] normals at rest.
    const float* normals;
    // [vertex_count][4] tangents at rest; NULL when the mesh has none.
    const float* tangents;
    // [vertex_count][influence_count] indices of bones.
    const uint16_t* joints;
    // [vertex_count][influence_count] weights of these bones, whose sum is 1.
    const float* weights;
    // [triangle_count][3] indices of vertices.
    const uint32_t* triangles;
    // [layer_count][vertex_count] part << 24 | place in its shapes, UINT32_MAX where there is none:
    // a vertex attribute of the shader.
    const uint32_t* links;
    // The same for bends; it is the same array where the places are the same.
    const uint32_t* bend_links;
    // [vertex_count] the first vertex at the same place with the same normal (of a seam), or the
    // vertex itself; NULL when there are no seams.
    const uint32_t* twins;
    // What a coordinate adds to a position.
    supple_table shapes;
    // What a coordinate adds to a normal.
    supple_table bends;
    // Private to the runtime.
    const void* block;
} supple_asset;

// Checks every count, offset, index and number once, and the checksum where there is one, so nothing after this needs
// to. Safe on hostile bytes. The bytes must outlive the asset and every body made from it. Takes a .supple file or a GLB
// that has one inside.
SUPPLE_API supple_result supple_asset_read(supple_asset* asset, const void* bytes, size_t size);
// The same without verifying the checksum: for those who change an asset in place. What it then shows may be far from
// what was baked, but is finite.
SUPPLE_API supple_result supple_asset_read_damaged(supple_asset* asset, const void* bytes,
                                                   size_t size);

// The place of the asset's block inside a GLB, for those who want to copy it out.
SUPPLE_API supple_result supple_asset_find(const void* glb, size_t size, size_t* offset,
                                           size_t* block_size);

// Of an index that is none: zeros, and an empty name.
SUPPLE_API supple_part supple_asset_part(const supple_asset* asset, int part);
SUPPLE_API supple_mesh supple_asset_mesh(const supple_asset* asset, int mesh);
SUPPLE_API const char* supple_asset_bone_name(const supple_asset* asset, int bone);
SUPPLE_API const char* supple_asset_target_name(const supple_asset* asset, int part, int target);
// What poses of posed parts depend on besides joints (docs/posed.md), by name; of an index that is none an empty one.
SUPPLE_API int supple_asset_input_count(const supple_asset* asset);
SUPPLE_API const char* supple_asset_input_name(const supple_asset* asset, int input);
// Hz, untuned; of a posed part, whose coordinates depend on each other, about; of a recorded one 0.
SUPPLE_API float supple_asset_frequency(const supple_asset* asset, int coord);
// The farthest that a unit of a coordinate moves a vertex, in the mesh's unit.
SUPPLE_API float supple_asset_reach(const supple_asset* asset, int coord);
// For who makes morph targets of the tables: the second number of an uploaded row over its first. Displacements
// are texels of shapes times the first, what is added to normals texels of bends times this times the first. 0: it turns no
// normals, and where no coordinate of the part behind it does, it has no texels of bends.
SUPPLE_API float supple_asset_bend_ratio(const supple_asset* asset, int coord);

// The palette from the world matrices of the joints: each times its inverse bind matrix.
SUPPLE_API void supple_asset_palette(const supple_asset* asset, const supple_matrix* joints,
                                     supple_matrix* palette);

// Whether nothing holds it: baked without a skeleton and without `--fix`.
SUPPLE_API bool supple_asset_is_free(const supple_asset* asset);

#ifdef __cplusplus
}
#endif
