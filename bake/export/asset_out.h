// The asset file from a draft: quantised, laid out for the runtime and the GPU, its errors measured.
//
// A draft is what any of the motion models comes to: u = U q. Everything is in the file's unit and bind
// space; q is mass-normalised, so that forces on q need no mass (numerics.md 0).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/file.h"
#include "bake/base/report.h"
#include "format/format.h"

// What makes a part a posed one: its coordinates move as the blend of its targets' polynomials has it
// (runtime/posed.h), and lambda and decay are only about right: rates of the base's diagonal.
typedef struct asset_draft_posed {
    int32_t target_count, joint_count;
    int32_t degree;                   // of the force: 1 linear, 3 StVK
    int32_t dimension;                // of the pose space
    double alpha, beta;               // damping alpha + beta K: 1/s and s
    double translation;               // radians that the mesh's unit counts for
    const char* const* names;         // [target_count]
    const format_pose_joint* joints;  // [joint_count] of the draft's bones
    const double* mean;               // [6 joint_count]
    const double* projection;         // [dimension][6 joint_count]
    const double* centres;            // [target_count][dimension]
    const double* cardinal;           // [target_count][target_count + 1]
    const double* rests;              // [target_count][coord_count]
    const double* const* polynomials; // [target_count][packed_polynomial(coord_count, degree)]
} asset_draft_posed;

typedef struct asset_draft_part {
    const char* name;
    int32_t coord_count, bone_count, vertex_count;
    const double* lambda;            // [coord_count] (rad/s)^2
    const double* decay;             // [coord_count] 1/s
    const int32_t* bones;            // [bone_count] into the draft's bones
    const format_forcing* forcing;   // [bone_count][coord_count]
    const double* coupling_or_null;  // [6][coord_count][coord_count]
    const uint32_t* vertices;        // [vertex_count] ascending
    const float (*shapes)[3];        // [coord_count][vertex_count], the mesh's unit for q = 1
    const float (*bends_or_null)[3]; // [coord_count][vertex_count]
    float stiffness, damping, response, limit;
    double mass, centre[3], inertia[6];
    const asset_draft_posed* posed_or_null; // NULL: independent oscillators
} asset_draft_part;

typedef struct asset_draft_bone {
    const char* name;
    float inverse_bind[12]; // three rows of four
} asset_draft_bone;

typedef struct asset_draft {
    double metres, gravity[3];
    int32_t part_count, bone_count, mesh_count, vertex_count, triangle_count, influence_count;
    const asset_draft_part* parts;
    const asset_draft_bone* bones;
    const format_mesh* meshes;
    const float (*positions)[3];
    const float (*normals)[3];
    const float (*tangents_or_null)[4];
    const uint16_t* joints; // [vertex_count][influence_count]
    const float* weights;   // [vertex_count][influence_count]
    const uint32_t (*triangles)[3];
} asset_draft;

typedef struct asset_out {
    bytes file;            // the block, 16-aligned
    bool shapes_are_float; // 16 bits would have cost more than 1e-4 of the body's size
    bool bends_are_float;  // ... more than 1e-3 radians
    // What 16 bits cost, or would have cost, at the worst vertex with every coordinate at its part's
    // limit at once: a displacement over the body's size, and the change of a normal in radians.
    double shape_error, bend_error;
} asset_out;

// False with a sentence when the draft cannot be an asset: more than FORMAT_MAX_LAYERS parts at a
// vertex, numbers that are not finite, counts beyond the format.
bool asset_write(const asset_draft* draft, arena* memory, asset_out* out, report* r);
