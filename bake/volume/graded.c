// Leaf by leaf, face by face; what lies behind the face decides.
//
// Behind it an equal leaf: four tets round the line between the centres, one an edge of the face, and
// halved where that edge has a node at its middle. A smaller leaf: the face is cut like a pizza into
// eight, and each slice makes a tet with the leaf's centre (a quarter of an ordinary one). A larger
// leaf: this face is a quarter of the pizza, its two slices make tets with this leaf's centre. Slices
// meet slices across the face, and inside a leaf all tets are cones from its centre over the edges of
// its faces; because leaves that share an edge differ by one level at most, both cones over an edge
// agree whether it has a middle.
// SPDX-License-Identifier: MIT
#include "bake/volume/graded.h"

// A leaf's face. Node positions are doubled coordinates: a fine cell is 2 wide.
typedef struct leaf_face {
    const lattice* l;
    const octree* tree;
    graded_visitor visit;
    void* user;
    int32_t cell[3]; // lowest of the leaf
    int level;
    int axis;     // of the normal
    int32_t step; // -1 or 1: which of the two
} leaf_face;

// Once round a face, corners and middles, in halves of its side.
static const int ring[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};

static int32_t leaf_centre(const leaf_face* f, const int32_t cell[3], int level) {
    int32_t half = 1 << level;
    return lattice_node(f->l, 2 * cell[0] + half, 2 * cell[1] + half, 2 * cell[2] + half);
}

// The lattice node at (u, v) halves of the face's side; `low` is the face's lowest corner, doubled.
static int32_t face_node(const leaf_face* f, const int32_t low[3], int level, int u, int v) {
    int32_t p[3] = {low[0], low[1], low[2]};
    p[(f->axis + 1) % 3] += u << level;
    p[(f->axis + 2) % 3] += v << level;
    return lattice_node(f->l, p[0], p[1], p[2]);
}

// Is a leaf on the outer side of the face's edge smaller? Edge i runs from ring[2i]. Asked at a cell
// that touches the beginning of the edge, on this and on the other side of the face.
static bool edge_has_middle(const leaf_face* f, int i) {
    static const int outwards[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    int32_t size = 1 << f->level;
    for (int side = 0; side < 2; ++side) {
        int32_t c[3] = {f->cell[0], f->cell[1], f->cell[2]};
        c[f->axis] += side == 0 ? size - 1 : size;
        for (int k = 0; k < 2; ++k)
            c[(f->axis + 1 + k) % 3] += outwards[i][k] > 0 ? size : outwards[i][k];
        if (octree_level(f->tree, f->l, c[0], c[1], c[2]) < f->level)
            return true;
    }
    return false;
}

// Above level 0 only; seen from the lower of the two leaves.
static void equal_leaves(const leaf_face* f, const int32_t low[3]) {
    int32_t size = 1 << f->level, next[3] = {f->cell[0], f->cell[1], f->cell[2]};
    next[f->axis] += size;
    int32_t a = leaf_centre(f, f->cell, f->level), b = leaf_centre(f, next, f->level);
    for (int i = 0; i < 4; ++i) {
        int32_t around[3];
        for (int k = 0; k < 3; ++k) {
            const int* at = ring[(2 * i + k) % 8];
            around[k] = face_node(f, low, f->level, at[0], at[1]);
        }
        bool halved = edge_has_middle(f, i);
        int32_t first[4] = {a, b, around[0], halved ? around[1] : around[2]};
        f->visit(f->user, first);
        if (halved) {
            int32_t second[4] = {a, b, around[1], around[2]};
            f->visit(f->user, second);
        }
    }
}

static void smaller_behind(const leaf_face* f, const int32_t low[3]) {
    int32_t centre = leaf_centre(f, f->cell, f->level);
    int32_t middle = face_node(f, low, f->level, 1, 1);
    for (int i = 0; i < 8; ++i) {
        const int *p = ring[i], *q = ring[(i + 1) % 8];
        int32_t tet[4] = {centre, middle, face_node(f, low, f->level, p[0], p[1]),
                          face_node(f, low, f->level, q[0], q[1])};
        f->visit(f->user, tet);
    }
}

// Of the larger leaf's eight slices, the two that lie in this leaf's quarter: round its corner.
static void larger_behind(const leaf_face* f, const int32_t low[3]) {
    int32_t whole[3] = {low[0], low[1], low[2]}, size = 2 << f->level;
    int quarter[2];
    for (int k = 0; k < 2; ++k) {
        int32_t* at = &whole[(f->axis + 1 + k) % 3];
        quarter[k] = *at % (2 * size) != 0;
        *at -= quarter[k] * size;
    }
    int corner = quarter[1] ? (quarter[0] ? 4 : 6) : (quarter[0] ? 2 : 0);
    int32_t centre = leaf_centre(f, f->cell, f->level);
    int32_t middle = face_node(f, whole, f->level + 1, 1, 1);
    int32_t tip = face_node(f, whole, f->level + 1, ring[corner][0], ring[corner][1]);
    for (int i = 1; i < 8; i += 6) {
        const int* p = ring[(corner + i) % 8];
        int32_t tet[4] = {centre, middle, tip, face_node(f, whole, f->level + 1, p[0], p[1])};
        f->visit(f->user, tet);
    }
}

static void visit_face(const leaf_face* f) {
    int32_t size = 1 << f->level, count[3] = {f->l->nx, f->l->ny, f->l->nz};
    int32_t low[3] = {2 * f->cell[0], 2 * f->cell[1], 2 * f->cell[2]};
    int32_t behind[3] = {f->cell[0], f->cell[1], f->cell[2]};
    low[f->axis] += f->step > 0 ? 2 * size : 0;
    behind[f->axis] += f->step > 0 ? size : -1;
    if (behind[f->axis] < 0 || behind[f->axis] >= count[f->axis])
        return;
    int other = octree_level(f->tree, f->l, behind[0], behind[1], behind[2]);
    if (other < f->level) {
        smaller_behind(f, low);
    } else if (other > f->level) {
        larger_behind(f, low);
    } else if (f->step > 0 && f->level > 0) {
        equal_leaves(f, low);
    } else if (f->step > 0) {
        int32_t around[4][4];
        lattice_tets(f->l, f->cell[0], f->cell[1], f->cell[2], f->axis, around);
        for (int i = 0; i < 4; ++i)
            f->visit(f->user, around[i]);
    }
}

void graded_tets(const lattice* l, const octree* t, graded_visitor visit, void* user) {
    leaf_face f = {.l = l, .tree = t, .visit = visit, .user = user};
    for (int32_t z = 0; z < l->nz; ++z)
        for (int32_t y = 0; y < l->ny; ++y)
            for (int32_t x = 0; x < l->nx; ++x) {
                f.level = octree_level(t, l, x, y, z);
                if (((x | y | z) & ((1 << f.level) - 1)) != 0)
                    continue; // not the lowest cell of its leaf
                f.cell[0] = x;
                f.cell[1] = y;
                f.cell[2] = z;
                for (f.axis = 0; f.axis < 3; ++f.axis)
                    for (f.step = -1; f.step <= 1; f.step += 2)
                        visit_face(&f);
            }
}
