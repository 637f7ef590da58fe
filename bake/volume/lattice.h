// A body-centred cubic lattice round a soup, and which of its nodes lie inside.
//
// Cubes of edge `cell`; nodes at their corners and centres. Two centres across a face and two
// neighbouring corners of that face make a tetrahedron, and these fill space: all alike, dihedral
// angles 60 and 90 degrees. Long edges (centre-centre, corner-corner) are `cell`, short ones
// (centre-corner) sqrt(3)/2 of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/soup.h"

typedef struct lattice {
    int32_t nx, ny, nz; // cells
    double cell;        // edge, metres
    vec3 origin;        // corner node 0
    int32_t corner_count, node_count;
    // Nodes: corner (x, y, z) is (z (ny+1) + y)(nx+1) + x; centre (x, y, z) is corner_count +
    // (z ny + y) nx + x.
    int8_t* side; // [node_count] 1 inside, 2 or 3 declared inside, -1 outside
} lattice;

// Inside because somebody wants it: the body there is thinner than a cell. The volume round such a
// node reaches at least half-way to its neighbours.
enum {
    LATTICE_DECLARED = 2, // a bridge
    LATTICE_CARRIED =
        3, // all nodes of every tet that holds the body there are: other tets hold nothing of it
};

// The lattice with a margin of empty cells round the soup. Its origin is shifted by an odd fraction
// of a cell, so that flat faces of a model do not lie exactly on nodes. False when it would need
// more than 85 million nodes.
bool lattice_new(const soup* s, double cell, int threads, arena* memory, lattice* out);
// The same round a box only: what of the body reaches out of it is cut off along lattice faces.
bool lattice_in_box(const soup* s, bounds box, double cell, int threads, arena* memory,
                    lattice* out);

// The node at doubled coordinates, where corners are even and centres odd; -1 beyond the border.
int32_t lattice_node(const lattice* l, int32_t x, int32_t y, int32_t z);

vec3 lattice_position(const lattice* l, int32_t id);
int32_t lattice_nearest(const lattice* l, vec3 p); // points far outside get a border node

// The fourteen neighbours of a node, long edges first (6), then short (8); -1 beyond the border.
enum { LATTICE_LONG = 6, LATTICE_NEIGHBOURS = 14 };
void lattice_neighbours(const lattice* l, int32_t id, int32_t out[LATTICE_NEIGHBOURS]);

// The four tets between cell (x, y, z) and the next one along `axis`: centre, next centre, corner,
// next corner. False at the border.
bool lattice_tets(const lattice* l, int32_t x, int32_t y, int32_t z, int axis, int32_t out[4][4]);

// The nodes of the tet that holds a point: two centres, two corners; -1 for those beyond the border.
void lattice_tet_at(const lattice* l, vec3 p, int32_t out[4]);

// Calls `visit` for every cell that the triangle may meet: its box does, and its plane.
typedef void (*lattice_visitor)(void* user, int32_t x, int32_t y, int32_t z,
                                const vec3 triangle[3]);
void lattice_cells_near(const lattice* l, const vec3 triangle[3], lattice_visitor visit,
                        void* user);

// Turns all triangles round if the soup is a body inside out (exported with normals inwards, or
// mirrored): nearly closed, with a negative volume. True if it was. A sheet is left as it is.
bool soup_face_outwards(const vec3* positions, uint32_t (*triangles)[3], int32_t triangle_count);
