// Shape: what bodies bump into and nothing moves but you (colliders), what rigid bodies are made of, what queries ask with.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/prepared.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum supple_shape_kind {
    // All below y = 0 of its pose is solid.
    SUPPLE_PLANE,
    // All within `radius` of its origin.
    SUPPLE_SPHERE,
    // All within `radius` of the y axis from -half.y to half.y.
    SUPPLE_CAPSULE,
    // A box whose edges are twice `half`.
    SUPPLE_BOX,
    // Triangles, which have both sides. A tree is built when it is added.
    SUPPLE_MESH,
    // The convex hull of positions: at most 1,024, of which 256 are its corners.
    SUPPLE_HULL,
    // Heights over a rectangle from -half.x, -half.z to half.x, half.z: a mesh.
    SUPPLE_HEIGHTS,
    // At most 64 spheres, capsules, boxes and hulls that hold together.
    SUPPLE_COMPOUND
} supple_shape_kind;

typedef struct supple_shape {
    // Which of the sizes below are read.
    supple_shape_kind kind;
    // Of a sphere or capsule.
    float radius;
    // Of a box, capsule or height field: half its edges.
    supple_vec3 half;
    // Of a mesh or hull: [vertex_count][3]. Those of a mesh must outlive the collider.
    const float* positions;
    // Of a mesh: [triangle_count][3] indices of positions. They must outlive the collider.
    const uint32_t* triangles;
    // How many of each.
    int32_t vertex_count, triangle_count;
    // Of a height field: [rows][columns], y. Columns are along x, rows along z.
    const float* heights;
    // How many of each, 2 or more. A square between them is two triangles, its diagonal from the least x and z to the most.
    int32_t columns, rows;
    // Of a compound: [part_count].
    const struct supple_shape_part* parts;
    // How many there are.
    int32_t part_count;
    // Of a rigid body, kg/m^3. Parts of a compound have theirs.
    float density;
    // Above 0: the mass of all of a rigid body, kg. Densities then say how it is shared out, and one of 0 counts as 1.
    float mass;
    // Coulomb's coefficient, 0 or above: 0 is ice. SUPPLE_UNSET, the default: it has none of its own, and the world's counts.
    float friction;
    // The fraction of their approach, 0 to 1, with which surfaces leave an impact. A contact has the larger of its two.
    float restitution;
    // It has no contacts, and says who overlaps it. Of a sphere, capsule, box or hull.
    bool sensor;
} supple_shape;

// A shape of this kind without sizes, of density and mass 0, without a friction of its own, without restitution, and no sensor. Start from this.
SUPPLE_API supple_shape supple_shape_default(supple_shape_kind kind);

// A piece of a compound; its friction, restitution and sensor are those of the compound.
typedef struct supple_shape_part {
    supple_shape shape;
    // Where it is in the compound.
    supple_matrix pose;
} supple_shape_part;

// What is wrong with a shape, as a sentence; NULL: nothing. rigid: as that of a rigid body.
SUPPLE_API const char* supple_shape_wrong(const supple_shape* shape, bool rigid);

// What bodies of a rigid shape share: a sphere, capsule, box, hull or compound, in metres, with its density or mass. Bodies are
// made of it by supple_prepared_body, whose default options suit them, and are free bodies in everything. Nothing of the shape is
// kept. Mass, centre, inertia and contacts are those of the shape itself, also where it is shown by triangles. NULL where
// supple_shape_wrong has something to say, where the points of a hull lie in a plane or have more than 256 corners, or the allocator returns that.
SUPPLE_API supple_prepared* supple_shape_prepare(const supple_shape* shape,
                                                 const supple_allocator* allocator_or_null);

#ifdef __cplusplus
}
#endif
