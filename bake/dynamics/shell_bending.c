// Bending by hinges: angles at a triangle's three edges make its curvature, and plate theory its energy.
//
// Discrete shells (Grinspun et al. 2003) give each edge an energy of its own. That has one constant, and no choice
// of it is right: on a grid of right triangles bending along one diagonal comes out three times as stiff as along
// the other, and there is no Poisson's ratio. Three angles together are a curvature tensor (Grinspun et al. 2006;
// the Morley element with the slope at an edge taken from both sides): across edge i, of length l_i and normal n_i
// in the plane, between areas A and A_i,
//   S = sum of l_i (angle_i - rest_i) / (A + A_i) n_i n_i^T,   energy = D A / 2 (nu (tr S)^2 + (1 - nu) S : S).
// S is exact for every quadratic surface over a mesh whose neighbours mirror each other in their edges' middles:
// all regular ones. At the rim an edge has no moment: energy is the least over what its angle might be
// (condensation). So a strip of single cells bends as a beam does, with E t^3 / 12 and not D.
//
// The firm and the material's matrix are the part without the angles' second derivative: a sum of squares.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/hinge.h"
#include "bake/dynamics/shell_edges.h"
#include "bake/dynamics/stencil.h"

#include <string.h>

typedef struct bend {
    double rest[3];     // angle at the edge opposite each corner
    double stiff[3][3]; // N m
    bool has[3];        // a neighbour there
} bend;

// Nodes of hinge i among a triangle's three corners and the three beyond its edges.
static void hinge_nodes(int i, int out[4]) {
    out[0] = (i + 1) % 3;
    out[1] = (i + 2) % 3;
    out[2] = i;
    out[3] = 3 + i;
}

typedef struct bend_state {
    vec3 x[3][4];     // of each hinge
    double beyond[3]; // angle less rest
    double moment[3]; // N m
} bend_state;

static bend_state state_of(const bend* b, const vec3* places) {
    bend_state s = {.beyond = {0.0}};
    for (int i = 0; i < 3; ++i) {
        int n[4];
        hinge_nodes(i, n);
        for (int k = 0; k < 4; ++k)
            s.x[i][k] = places[n[k]];
        if (!b->has[i])
            continue;
        s.beyond[i] = hinge_angle(s.x[i]) - b->rest[i];
        if (s.beyond[i] > EXACT_PI)
            s.beyond[i] -= 2.0 * EXACT_PI;
        else if (s.beyond[i] < -EXACT_PI)
            s.beyond[i] += 2.0 * EXACT_PI;
    }
    for (int i = 0; i < 3; ++i)
        s.moment[i] = b->stiff[i][0] * s.beyond[0] + b->stiff[i][1] * s.beyond[1] +
                      b->stiff[i][2] * s.beyond[2];
    return s;
}

typedef struct bending {
    const vec3* nodes;
    const int32_t* elements; // [count][6]
    const bend* bends;
} bending;

static bend_state state_at(const bending* all, int32_t element, const vec3* u) {
    vec3 places[6];
    for (int k = 0; k < 6; ++k)
        places[k] = v3_add(all->nodes[all->elements[6 * (size_t)element + (size_t)k]], u[k]);
    return state_of(&all->bends[element], places);
}

static double energy_of(const void* data, int32_t element, const vec3* u) {
    bend_state s = state_at(data, element, u);
    return 0.5 *
           (s.beyond[0] * s.moment[0] + s.beyond[1] * s.moment[1] + s.beyond[2] * s.moment[2]);
}

static void force_of(const void* data, int32_t element, const vec3* u, vec3* force) {
    const bending* all = data;
    bend_state s = state_at(all, element, u);
    memset(force, 0, 6 * sizeof *force);
    for (int i = 0; i < 3; ++i) {
        int n[4];
        vec3 g[4];
        if (!all->bends[element].has[i])
            continue;
        hinge_nodes(i, n);
        hinge_gradient(s.x[i], g);
        for (int k = 0; k < 4; ++k)
            force[n[k]] = v3_madd(force[n[k]], g[k], s.moment[i]);
    }
}

// Adds the moment times the angle's second derivative.
static void add_second(const bend_state* s, int i, double* matrix) {
    double second[12][12];
    int n[4];
    hinge_nodes(i, n);
    hinge_second(s->x[i], second);
    for (int row = 0; row < 12; ++row)
        for (int column = 0; column < 12; ++column)
            matrix[18 * (3 * n[row / 3] + row % 3) + 3 * n[column / 3] + column % 3] +=
                s->moment[i] * second[row][column];
}

static void matrix_of(const void* data, int32_t element, const vec3* u, energy_matrix which,
                      double* matrix) {
    const bending* all = data;
    const bend* b = &all->bends[element];
    bend_state s = state_at(all, element, u);
    double by[3][18] = {{0.0}}; // angles by displacements
    memset(matrix, 0, 18 * 18 * sizeof *matrix);
    for (int i = 0; i < 3; ++i) {
        int n[4];
        vec3 g[4];
        if (!b->has[i])
            continue;
        hinge_nodes(i, n);
        hinge_gradient(s.x[i], g);
        for (int k = 0; k < 12; ++k)
            by[i][3 * n[k / 3] + k % 3] = (&g[k / 3].x)[k % 3];
        if (which == ENERGY_TANGENT)
            add_second(&s, i, matrix);
    }
    for (int row = 0; row < 18; ++row)
        for (int i = 0; i < 3; ++i) {
            double part = b->stiff[i][0] * by[0][row] + b->stiff[i][1] * by[1][row] +
                          b->stiff[i][2] * by[2][row];
            for (int column = 0; column < 18; ++column)
                matrix[18 * row + column] += part * by[i][column];
        }
}

// ---- making ----------------------------------------------------------------------------

// Lets the angle at edge i be whatever costs least.
static void condense(double stiff[3][3], int i) {
    double own = stiff[i][i], row[3] = {stiff[i][0], stiff[i][1], stiff[i][2]};
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            stiff[a][b] =
                a == i || b == i || !(own > 0.0) ? 0.0 : stiff[a][b] - row[a] * row[b] / own;
}

static void make_stiffness(const shell* s, int32_t triangle, const int32_t across[3], bend* b) {
    const int32_t* t = s->triangles + 3 * (size_t)triangle;
    const shell_material* m = &s->materials[triangle];
    shell_triangle own = shell_triangle_of(s, triangle);
    double normal[3][2], part[3];
    for (int i = 0; i < 3;
         ++i) { // the gradient of a corner's function is normal to the edge across
        const double* g = own.gradients[i];
        double size = sqrt(g[0] * g[0] + g[1] * g[1]);
        normal[i][0] = g[0] / size;
        normal[i][1] = g[1] / size;
        double other = b->has[i] ? shell_triangle_of(s, across[i]).area : own.area;
        part[i] =
            v3_distance(s->nodes[t[(i + 1) % 3]], s->nodes[t[(i + 2) % 3]]) / (own.area + other);
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double cosine = normal[i][0] * normal[k][0] + normal[i][1] * normal[k][1];
            b->stiff[i][k] = m->bending * own.area * part[i] * part[k] *
                             (m->poisson + (1.0 - m->poisson) * cosine * cosine);
        }
    for (int i = 0; i < 3; ++i)
        if (!b->has[i])
            condense(b->stiff, i);
}

energy_term shell_bending(const shell* s, arena* memory) {
    size_t count = (size_t)s->triangle_count;
    bending* all = ARENA_NEW(memory, bending, 1);
    bend* bends = ARENA_NEW(memory, bend, count);
    int32_t* elements = ARENA_NEW(memory, int32_t, 6 * count);
    const shell_across* across = shell_edges(s, memory);
    for (size_t i = 0; i < count; ++i) {
        vec3 places[6];
        for (int k = 0; k < 3; ++k) {
            int32_t corner = s->triangles[3 * i + (size_t)k], beyond = across[i].node[k];
            bends[i].has[k] = beyond >= 0;
            elements[6 * i + (size_t)k] = corner;
            elements[6 * i + 3 + (size_t)k] =
                beyond >= 0 ? beyond : corner; // named twice, never used
        }
        for (int k = 0; k < 6; ++k)
            places[k] = s->nodes[elements[6 * i + (size_t)k]];
        make_stiffness(s, (int32_t)i, across[i].triangle, &bends[i]);
        bend_state rest = state_of(&bends[i], places); // rest is zero so far
        memcpy(bends[i].rest, rest.beyond, sizeof rest.beyond);
    }
    *all = (bending){s->nodes, elements, bends};
    const stencil of = {.law = {{energy_of, force_of}, matrix_of},
                        .data = all,
                        .nodes = s->nodes,
                        .node_count = s->node_count,
                        .elements = elements,
                        .element_count = s->triangle_count,
                        .width = 6,
                        .threads = s->threads};
    return stencil_term(&of, memory);
}
