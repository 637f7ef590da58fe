// Which tets a triangle meets, by separating axes: two convex bodies are apart exactly when a plane
// parallel to a face of one, or to an edge of each, lies between them.
// SPDX-License-Identifier: MIT
#include "bake/volume/enclosing.h"

#include "bake/mesh/tets_builder.h"

#include <string.h>

static bool apart_along(vec3 axis, const vec3 triangle[3], const vec3 tet[4]) {
    double t0 = v3_dot(axis, triangle[0]), t1 = v3_dot(axis, triangle[1]),
           t2 = v3_dot(axis, triangle[2]);
    double low = fmin(t0, fmin(t1, t2)), high = fmax(t0, fmax(t1, t2));
    double a = v3_dot(axis, tet[0]), b = v3_dot(axis, tet[1]), c = v3_dot(axis, tet[2]),
           d = v3_dot(axis, tet[3]);
    return fmin(fmin(a, b), fmin(c, d)) > high || fmax(fmax(a, b), fmax(c, d)) < low;
}

bool triangle_meets_tet(const vec3 triangle[3], const vec3 tet[4]) {
    vec3 side[3], edge[6];
    for (int i = 0; i < 3; ++i)
        side[i] = v3_sub(triangle[(i + 1) % 3], triangle[i]);
    for (int i = 0; i < 6; ++i)
        edge[i] = v3_sub(tet[tet_edge[i][1]], tet[tet_edge[i][0]]);
    vec3 normal = v3_cross(side[0], side[1]);

    for (int i = 0; i < 4; ++i) {
        const int* f = tet_face[i];
        vec3 n = v3_cross(v3_sub(tet[f[1]], tet[f[0]]), v3_sub(tet[f[2]], tet[f[0]]));
        if (apart_along(n, triangle, tet))
            return false;
    }
    if (apart_along(normal, triangle, tet))
        return false;
    for (int i = 0; i < 3; ++i) {
        if (apart_along(v3_cross(normal, side[i]), triangle, tet)) // a flat pair needs these
            return false;
        for (int k = 0; k < 6; ++k)
            if (apart_along(v3_cross(side[i], edge[k]), triangle, tet))
                return false;
    }
    return true;
}

// One bit for each of the twelve tets that begin at a cell: bit 4 * axis + i.
typedef struct enclosing {
    const lattice* l;
    uint16_t* touched; // [cells]
} enclosing;

static size_t cell_id(const lattice* l, int32_t x, int32_t y, int32_t z) {
    return ((size_t)z * l->ny + y) * l->nx + x;
}

static void touch_face(enclosing* e, const vec3 triangle[3], const int32_t cell[3], int axis) {
    int32_t around[4][4];
    if (cell[axis] < 0 || !lattice_tets(e->l, cell[0], cell[1], cell[2], axis, around))
        return;
    uint16_t* bits = &e->touched[cell_id(e->l, cell[0], cell[1], cell[2])];
    for (int i = 0; i < 4; ++i) {
        if (*bits >> (4 * axis + i) & 1)
            continue;
        vec3 corner[4];
        for (int k = 0; k < 4; ++k)
            corner[k] = lattice_position(e->l, around[i][k]);
        if (triangle_meets_tet(triangle, corner))
            *bits |= (uint16_t)(1 << (4 * axis + i));
    }
}

static void touch_triangle(void* user, int32_t x, int32_t y, int32_t z, const vec3 triangle[3]) {
    for (int axis = 0; axis < 3; ++axis) { // the tets of this cell's six faces
        int32_t cell[3] = {x, y, z};
        touch_face(user, triangle, cell, axis);
        --cell[axis];
        touch_face(user, triangle, cell, axis);
    }
}

static void add_whole_tet(tets_builder* out, const lattice* l, int32_t* number,
                          const int32_t t[4]) {
    for (int i = 0; i < 4; ++i)
        if (number[t[i]] < 0)
            number[t[i]] = tets_builder_node(out, lattice_position(l, t[i]));
    tets_builder_tet(out, number[t[0]], number[t[1]], number[t[2]], number[t[3]]);
}

tets enclose_lattice(const lattice* l, const soup* s, arena* memory) {
    arena* scratch = arena_create();
    enclosing e = {l, ARENA_NEW(scratch, uint16_t, (size_t)l->nx * l->ny * l->nz)};
    for (int32_t i = 0; i < s->triangle_count; ++i) {
        const uint32_t* t = s->triangles[i];
        vec3 triangle[3] = {s->positions[t[0]], s->positions[t[1]], s->positions[t[2]]};
        lattice_cells_near(l, triangle, touch_triangle, &e);
    }

    int32_t* number = ARENA_NEW(scratch, int32_t, (size_t)l->node_count);
    memset(number, -1, (size_t)l->node_count * sizeof *number);
    tets_builder out = tets_builder_new(memory);
    for (int32_t z = 0; z < l->nz; ++z)
        for (int32_t y = 0; y < l->ny; ++y)
            for (int32_t x = 0; x < l->nx; ++x)
                for (int axis = 0; axis < 3; ++axis) {
                    int32_t around[4][4];
                    if (!lattice_tets(l, x, y, z, axis, around))
                        continue;
                    unsigned bits = e.touched[cell_id(l, x, y, z)] >> (4 * axis);
                    for (int i = 0; i < 4; ++i) {
                        const int32_t* t = around[i];
                        bool inside = l->side[t[0]] > 0 || l->side[t[1]] > 0 || l->side[t[2]] > 0 ||
                                      l->side[t[3]] > 0;
                        if (inside || (bits >> i & 1))
                            add_whole_tet(&out, l, number, t);
                    }
                }
    arena_destroy(scratch);
    out.out.uncut_or_null = ARENA_NEW(memory, uint8_t, (size_t)out.out.tet_count);
    if (out.out.tet_count > 0)
        memset(out.out.uncut_or_null, 1, (size_t)out.out.tet_count);
    return out.out;
}
