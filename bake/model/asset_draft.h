// What any of the motion models comes to, ready to be written: u = U q.
//
// Everything is in the file's unit and bind space; q is mass-normalised, so that forces on q need no
// mass (numerics.md 0). export/asset_out.h makes the file of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

// What makes a part a posed one: its coordinates move as the blend of its targets' polynomials has it
// (runtime/model/pose_part.h), and lambda and decay are only about right: rates of the base's diagonal.
typedef struct asset_draft_posed {
    int32_t target_count, joint_count;
    int32_t degree;                   // of the force: 1 linear, 3 StVK
    int32_t dimension;                // of the pose space
    double alpha, beta;               // damping alpha + beta K: 1/s and s
    double translation;               // radians that the mesh's unit counts for
    const char* const* names;         // [target_count]
    const double* masses_or_null;     // [target_count] times that of the part; NULL: 1
    const format_pose_joint* joints;  // [joint_count] of the draft's bones
    int32_t input_count;              // of this part
    const char* const* inputs;        // [input_count] names
    const double* mean;               // [6 joint_count + input_count]
    const double* projection;         // [dimension][6 joint_count + input_count]
    const double* centres;            // [target_count][dimension]
    const double* cardinal;           // [target_count][target_count + 1]
    const double* rests;              // [target_count][coord_count]
    const double* const* polynomials; // [target_count][packed_polynomial(coord_count, degree)]
} asset_draft_posed;

// What makes a part a recorded one: its coordinates, in metres, are looked up (runtime/model/recorded.h). Records are the file's.
typedef struct asset_draft_recorded {
    format_recorded record; // `error` without what 16 bits of shapes cost, which the writer adds
    const format_speed* speeds;
    const format_entry* entries; // `name` is set by the writer, from ...
    const char* const* names;    // ... [entry_count]
    const uint32_t* changes;     // [speed_count][entry_count]
    const format_response* responses;
    const float* scales;   // [coord_count]
    const double* most;    // [coord_count] the largest |q| of any state
    const int16_t* orbits; // [state_count][coord_count]
    const format_jump* jumps;
    const format_recorded_contact* touches;
} asset_draft_recorded;

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
    const asset_draft_posed* posed_or_null;       // both NULL: independent oscillators
    const asset_draft_recorded* recorded_or_null; // ... and never both given
} asset_draft_part;

// What arrives at vertices from a light that is far away: a mean and fields, and how much of each a shape has.
typedef struct asset_draft_light {
    int32_t order, field_count, center_count, point_count;
    const double* centers;            // [center_count][coordinates of all parts]
    const double* sharpness;          // [center_count]
    const double* weights;            // [center_count][field_count]
    const double* slopes_or_null;     // [coordinates][field_count] of the linear part
    const double* amounts;            // [field_count] of the fields in the shapes, root mean square
    const uint32_t* points;           // [point_count] vertex << 1 | side, ascending
    const float* mean;                // [point_count][3 order^2]
    const float* fields;              // [field_count][point_count][3 order^2]
    int32_t group_count;              // of points in one frame; 0 as 1: the first bone's
    const uint32_t* bones_or_null;    // [group_count] whose frame it is
    const uint16_t* group_of_or_null; // [point_count], of two groups or more
    int32_t ball_count;
    const float*
        balls; // [ball_count][7 + 3 coordinates] centre, radius, albedo, and how each coordinate moves it
    double error; // of the transfer, at states that nobody had lit; 0: not known
} asset_draft_light;

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
    const asset_draft_light* light_or_null;
    int32_t table_bits; // of a number of shapes and bends: 8, else 16 where these are enough, or 32
} asset_draft;
