// Shapes: whether one is sound, what it weighs, and the triangles it is shown by. Colliders and rigid bodies are made of them.
//
// A piece is a convex shape at a pose: a sphere, capsule, box or hull; a compound is some of those, any other shape of these kinds one. Weights are exact:
// of the shape itself, of a hull by the divergence theorem, of compounds by sums.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/frame.h"
#include "runtime/shape/hull.h"

enum { SHAPE_MOST_PARTS = 64, SHAPE_ROUND = 8 }; // ROUND: triangles along an edge of an octahedron

// Mass and its moments: sum of m, m x, m x x^T. Kilograms and metres.
typedef struct shape_moments {
    double mass, first[3], second[3][3];
} shape_moments;

// How large the mesh of a piece is. Flat faces have corners of their own, so that normals are those of the faces.
typedef struct shape_size {
    int32_t vertices, triangles, points; // points: corners that the piece is the hull of
} shape_size;

// Where to write it, if it is to be written.
typedef struct shape_mesh {
    float (*positions)[3], (*normals)[3];
    uint32_t (*triangles)[3];
    uint32_t first_vertex;
    double (*points)[3];
} shape_mesh;

static inline bool shape_is_round(supple_shape_kind kind) {
    return kind == SUPPLE_SPHERE || kind == SUPPLE_CAPSULE;
}

// What is wrong with a shape; NULL: nothing. the points of hulls are checked, but no hull is built: that may fail.
const char* shape_wrong(const supple_shape* s);
// ... with one of a rigid body.
const char* shape_wrong_rigid(const supple_shape* s);

// The pose of a caller, its scale left out; false: it is none.
bool shape_read_pose(const supple_matrix* m, frame_pose* out);
// a's space in the world, b in a's space.
frame_pose shape_within(const frame_pose* a, const frame_pose* b);

// The pieces of a shape, and one of them with its pose in it. friction and so on are those of the shape.
int32_t shape_part_count(const supple_shape* s);
supple_shape shape_part(const supple_shape* s, int32_t part, frame_pose* pose);

// Of a piece, in its own space; hull_or_null: of one that is a hull. Adds them at a pose, times its density, or 1.
void shape_add_moments(const supple_shape* piece, const hull* hull_or_null, const frame_pose* pose,
                       shape_moments* sum);
// Mass, centre, and inertia about it; mass: what it is to be, above 0.
supple_measures shape_measures(const shape_moments* sum, double mass);

shape_size shape_mesh_size(const supple_shape* piece, const hull* hull_or_null);
void shape_write_mesh(const supple_shape* piece, const hull* hull_or_null, const frame_pose* pose,
                      const shape_mesh* out);
