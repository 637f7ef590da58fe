// SPDX-License-Identifier: MIT
#include "runtime/world/collider_shape.h"

#include "runtime/base/assert.h"
#include "runtime/base/memory.h"
#include "runtime/shape/shape.h"

#include <math.h>
#include <string.h>

// Counter-clockwise seen from outside; corner i has the signs of the bits of i.
static const uint32_t box_triangles[12][3] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
                                              {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                              {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};

static bool take_own(collider* c, size_t size, const supple_allocator* a) {
    c->own = a->allocate(a->user, size);
    c->own_size = c->own == NULL ? 0 : size;
    if (c->own != NULL)
        memset(c->own, 0, size);
    return c->own != NULL;
}

// ---- surfaces --------------------------------------------------------------------------

static contact_surface_source source_of(const collider* c) {
    const supple_shape* s = &c->shape;
    if (s->kind == SUPPLE_BOX)
        return (contact_surface_source){.positions = c->box[0],
                                        .triangles = box_triangles[0],
                                        .vertex_count = 8,
                                        .triangle_count = 12,
                                        .solid = true};
    return (contact_surface_source){.positions = s->positions,
                                    .triangles = s->triangles,
                                    .vertex_count = s->vertex_count,
                                    .triangle_count = s->triangle_count,
                                    .solid = s->kind == SUPPLE_HULL};
}

static bool make_surface(collider* c, const supple_allocator* a) {
    for (int i = 0; i < 8; ++i) {
        c->box[i][0] = i & 1 ? c->shape.half.x : -c->shape.half.x;
        c->box[i][1] = i & 2 ? c->shape.half.y : -c->shape.half.y;
        c->box[i][2] = i & 4 ? c->shape.half.z : -c->shape.half.z;
    }
    contact_surface_source source = source_of(c);
    const contact_rest* rest = contact_rest_make(&source, a);
    if (rest == NULL)
        return false;
    void* memory = a->allocate(a->user, contact_surface_size(rest));
    if (memory == NULL)
        contact_rest_drop(rest, a);
    else
        c->skin_or_null = contact_surface_make(rest, NULL, memory);
    return memory != NULL;
}

// ---- height fields ---------------------------------------------------------------------

static void lay_out_heights(collider* c, memory_layout* l, float (**positions)[3],
                            uint32_t (**triangles)[3]) {
    c->shape.vertex_count = c->shape.columns * c->shape.rows;
    c->shape.triangle_count = 2 * (c->shape.columns - 1) * (c->shape.rows - 1);
    *positions = memory_take(l, (size_t)c->shape.vertex_count, sizeof **positions);
    *triangles = memory_take(l, (size_t)c->shape.triangle_count, sizeof **triangles);
}

// Counter-clockwise seen from above.
static bool make_heights(collider* c, const supple_allocator* a) {
    supple_shape* s = &c->shape;
    float(*positions)[3];
    uint32_t(*triangles)[3];
    memory_layout l = {NULL, 0};
    lay_out_heights(c, &l, &positions, &triangles);
    if (!take_own(c, l.at, a))
        return false;
    l = (memory_layout){c->own, 0};
    lay_out_heights(c, &l, &positions, &triangles);
    for (int32_t row = 0; row < s->rows; ++row)
        for (int32_t k = 0; k < s->columns; ++k) {
            int32_t v = row * s->columns + k;
            positions[v][0] = s->half.x * (2.0f * (float)k / (float)(s->columns - 1) - 1.0f);
            positions[v][1] = s->heights[v];
            positions[v][2] = s->half.z * (2.0f * (float)row / (float)(s->rows - 1) - 1.0f);
            if (row + 1 == s->rows || k + 1 == s->columns)
                continue;
            uint32_t i = (uint32_t)v, below = i + (uint32_t)s->columns;
            memcpy(triangles[0], (uint32_t[3]){i, below, below + 1}, sizeof triangles[0]);
            memcpy(triangles[1], (uint32_t[3]){i, below + 1, i + 1}, sizeof triangles[1]);
            triangles += 2;
        }
    s->positions = positions[0];
    s->triangles = (triangles - s->triangle_count)[0];
    return true;
}

// ---- hulls -----------------------------------------------------------------------------

typedef struct hull_arrays {
    float (*positions)[3];
    uint32_t (*triangles)[3];
} hull_arrays;

static hull_arrays lay_out_hull(collider* c, const hull* h, memory_layout* l) {
    hull_arrays x;
    x.positions = memory_take(l, (size_t)h->corner_count, sizeof *x.positions);
    x.triangles = memory_take(l, (size_t)h->face_count, sizeof *x.triangles);
    c->planes = memory_take(l, (size_t)h->face_count, sizeof *c->planes);
    c->corners = memory_take(l, (size_t)h->corner_count, sizeof *c->corners);
    return x;
}

static bool write_hull(collider* c, const hull* h, const supple_allocator* a) {
    memory_layout l = {NULL, 0};
    lay_out_hull(c, h, &l);
    if (!take_own(c, l.at, a))
        return false;
    l = (memory_layout){c->own, 0};
    hull_arrays x = lay_out_hull(c, h, &l);
    for (int32_t i = 0; i < h->corner_count; ++i)
        for (int k = 0; k < 3; ++k) {
            x.positions[i][k] = c->shape.positions[3 * h->corners[i] + k];
            c->corners[i][k] = (double)x.positions[i][k];
        }
    for (int32_t f = 0; f < h->face_count; ++f)
        for (int k = 0; k < 3; ++k)
            x.triangles[f][k] = h->faces[f][k];
    c->corner_count = c->shape.vertex_count = h->corner_count;
    c->shape.triangle_count = h->face_count;
    c->shape.positions = x.positions[0];
    c->shape.triangles = x.triangles[0];
    return true;
}

static bool make_hull(collider* c, const supple_allocator* a) {
    size_t size = sizeof(hull) + 16 + hull_scratch(c->shape.vertex_count);
    hull* h = a->allocate(a->user, size);
    if (h == NULL)
        return false;
    void* scratch = (uint8_t*)h + (sizeof *h + 15) / 16 * 16;
    bool made =
        hull_find(c->shape.positions, c->shape.vertex_count, scratch, h) && write_hull(c, h, a);
    a->release(a->user, h, size);
    return made;
}

// The planes of the triangles of the surface, and how thin the hull is, between one of them and what is farthest behind it.
static void find_planes(collider* c) {
    const contact_rest* r = c->skin_or_null->rest;
    c->least = INFINITY;
    for (int32_t t = 0; t < r->triangle_count; ++t) {
        double x[3][3], u[3], v[3], *plane = c->planes[t], wide = 0.0;
        for (int k = 0; k < 3; ++k)
            memcpy(x[k], c->corners[r->vertex[r->corners[t][k]]], sizeof x[k]);
        minus3(x[1], x[0], u);
        minus3(x[2], x[0], v);
        cross3(u, v, plane);
        near_unit(plane, 0.0);
        plane[3] = dot3(plane, x[0]);
        for (int32_t i = 0; i < c->corner_count; ++i) {
            double deep = plane[3] - dot3(plane, c->corners[i]);
            wide = deep > wide ? deep : wide;
        }
        c->least = wide < c->least ? wide : c->least;
    }
}

// ---- compounds -------------------------------------------------------------------------

static supple_shape_part* lay_out_pieces(collider* c, memory_layout* l) {
    size_t count = (size_t)c->shape.part_count;
    c->pieces = memory_take(l, count, sizeof *c->pieces);
    return memory_take(l, count, sizeof(supple_shape_part));
}

static bool make_pieces(collider* c, const supple_allocator* a) {
    const supple_shape given = c->shape;
    memory_layout l = {NULL, 0};
    lay_out_pieces(c, &l);
    if (!take_own(c, l.at, a))
        return false;
    l = (memory_layout){c->own, 0};
    supple_shape_part* parts = lay_out_pieces(c, &l);
    for (int32_t i = 0; i < given.part_count; ++i) {
        collider* piece = &c->pieces[i];
        piece->shape = shape_part(&given, i, &piece->within);
        if (!collider_dress(piece, a))
            return false;
        piece->used = true;
        ++c->piece_count;
        parts[i] = (supple_shape_part){piece->shape, given.parts[i].pose};
    }
    c->shape.parts = parts;
    return true;
}

// ---- all of them -----------------------------------------------------------------------

// How far it goes from its origin, world units: of a box to its faces. A mesh and a plane have none.
static double reach_of(const collider* c) {
    double x = c->shape.half.x, y = c->shape.half.y, z = c->shape.half.z, most = x > y ? x : y;
    switch (c->shape.kind) {
    case SUPPLE_SPHERE:
        return c->shape.radius;
    case SUPPLE_CAPSULE:
        return y + (double)c->shape.radius;
    case SUPPLE_BOX:
        return most > z ? most : z;
    case SUPPLE_HULL:
        most = 0.0;
        for (int32_t i = 0; i < c->corner_count; ++i) {
            double far = dot3(c->corners[i], c->corners[i]);
            most = far > most ? far : most;
        }
        return sqrt(most);
    case SUPPLE_COMPOUND:
        most = 0.0;
        for (int32_t i = 0; i < c->piece_count; ++i) {
            const double* at = c->pieces[i].within.place;
            double far = sqrt(dot3(at, at)) + c->pieces[i].reach;
            most = far > most ? far : most;
        }
        return most;
    default:
        return 0.0;
    }
}

static bool dress(collider* c, const supple_allocator* a) {
    switch (c->shape.kind) {
    case SUPPLE_BOX:
    case SUPPLE_MESH:
        return make_surface(c, a);
    case SUPPLE_HEIGHTS:
        return make_heights(c, a) && make_surface(c, a);
    case SUPPLE_HULL:
        if (!make_hull(c, a) || !make_surface(c, a))
            return false;
        find_planes(c);
        return true;
    case SUPPLE_COMPOUND:
        return make_pieces(c, a);
    default:
        return true;
    }
}

bool collider_dress(collider* c, const supple_allocator* a) {
    bool made = dress(c, a);
    c->reach = made ? reach_of(c) : 0.0;
    if (!made)
        collider_undress(c, a);
    return made;
}

void collider_undress(collider* c, const supple_allocator* a) {
    for (int32_t i = 0; i < c->piece_count; ++i)
        collider_undress(&c->pieces[i], a);
    if (c->skin_or_null != NULL) {
        const contact_rest* rest = c->skin_or_null->rest;
        a->release(a->user, c->skin_or_null, contact_surface_size(rest));
        contact_rest_drop(rest, a);
    }
    if (c->own != NULL)
        a->release(a->user, c->own, c->own_size);
    c->skin_or_null = NULL;
    c->own = NULL;
    c->piece_count = 0;
}
