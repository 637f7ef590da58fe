// Signs of tetrahedra only, each of them exact, so touching and crossing are never confused.
//
// If an edge of one triangle pierces the other inside, each triangle has corners strictly on both
// sides of the other's plane; that rules out nearly all candidates by six signs or fewer.
// SPDX-License-Identifier: MIT
#include "bake/mesh/crossing.h"

#include "bake/mesh/predicates.h"

// On which side of the plane of t each corner of s is; false unless some are strictly on both.
static bool straddles(const vec3 t[3], const vec3 s[3], int side[3]) {
    for (int i = 0; i < 3; ++i)
        side[i] = orient3d(t[0], t[1], t[2], s[i]);
    int low = side[0] < side[1] ? side[0] : side[1], high = side[0] > side[1] ? side[0] : side[1];
    low = low < side[2] ? low : side[2];
    high = high > side[2] ? high : side[2];
    return low < 0 && high > 0;
}

// p and q lie on different sides of the plane of t: does p q pass strictly inside its edges?
static bool passes_inside(const vec3 t[3], vec3 p, vec3 q) {
    int turn = orient3d(p, q, t[0], t[1]);
    return turn != 0 && orient3d(p, q, t[1], t[2]) == turn && orient3d(p, q, t[2], t[0]) == turn;
}

static bool an_edge_pierces(const vec3 t[3], const vec3 s[3], const int side[3]) {
    for (int i = 0; i < 3; ++i) {
        int k = (i + 1) % 3;
        if (side[i] * side[k] < 0 && passes_inside(t, s[i], s[k]))
            return true;
    }
    return false;
}

bool triangles_cross(const vec3 a[3], const vec3 b[3]) {
    int side_of_b[3], side_of_a[3];
    return straddles(a, b, side_of_b) && straddles(b, a, side_of_a) &&
           (an_edge_pierces(a, b, side_of_b) || an_edge_pierces(b, a, side_of_a));
}
