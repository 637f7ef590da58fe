// Files of tetrahedra as other programs write them, made by hand for the tests: Gmsh 4.1 and 2.2 in
// either byte order, VTK 5.1, Medit, TetGen, Vega. Mid-edge orders as the manuals give them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/buffer.h"
#include "bake/mesh/tets.h"

#include <stdarg.h>
#include <stdio.h>

// How a file writes numbers.
typedef enum file_bytes { FILE_TEXT, FILE_LITTLE, FILE_BIG } file_bytes;

// Place in our order of the file's k-th node.
static const int order_same[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
static const int order_gmsh[10] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
static const int order_tetgen[10] = {0, 1, 2, 3, 9, 7, 4, 5, 8, 6};

__attribute__((format(printf, 2, 3))) static inline void put(buffer* b, const char* format, ...) {
    va_list args;
    va_start(args, format);
    b->size += (size_t)vsnprintf((char*)buffer_room(b, 4096), 4096, format, args);
    va_end(args);
}

static inline void put_raw(buffer* b, file_bytes how, const void* value, size_t size) {
    if (how == FILE_BIG)
        buffer_reversed(b, value, size);
    else
        buffer_add(b, value, size);
}

static inline void put_i32(buffer* b, file_bytes how, int64_t value) {
    int32_t v = (int32_t)value;
    if (how == FILE_TEXT)
        put(b, "%d ", v);
    else
        put_raw(b, how, &v, sizeof v);
}

static inline void put_i64(buffer* b, file_bytes how, int64_t value) {
    if (how == FILE_TEXT)
        put(b, "%lld ", (long long)value);
    else
        put_raw(b, how, &value, sizeof value);
}

static inline void put_f64(buffer* b, file_bytes how, double value) {
    if (how == FILE_TEXT)
        put(b, "%.17g\n", value);
    else
        put_raw(b, how, &value, sizeof value);
}

static inline void put_point(buffer* b, file_bytes how, vec3 p) {
    put_f64(b, how, p.x);
    put_f64(b, how, p.y);
    put_f64(b, how, p.z);
}

static inline int32_t node_at(const tets* t, int32_t element, const int order[10], int32_t k) {
    return t->elements[(size_t)element * (size_t)t->width + (size_t)order[k]];
}

static inline void put_msh_format(buffer* b, const char* version, file_bytes how) {
    put(b, "$MeshFormat\n%s %d 8\n", version, how != FILE_TEXT);
    if (how != FILE_TEXT) {
        put_i32(b, how, 1);
        put(b, "\n");
    }
    put(b, "$EndMeshFormat\n$Comments\nnot a $Node\n$EndComments\n");
}

static inline void put_msh_entities(buffer* b, file_bytes how) {
    put(b, "$PhysicalNames\n2\n2 7 \"skin\"\n3 7 \"two words\"\n$EndPhysicalNames\n$Entities\n");
    for (int d = 0; d < 4; ++d)
        put_i64(b, how, d == 0 || d == 3);
    put_i32(b, how, 1); // a point without groups
    put_point(b, how, v3(0, 0, 0));
    put_i64(b, how, 0);
    put_i32(b, how, 3); // the volume 3 in group 7, with two surfaces
    put_point(b, how, v3(0, 0, 0));
    put_point(b, how, v3(1, 1, 1));
    put_i64(b, how, 1);
    put_i32(b, how, 7);
    put_i64(b, how, 2);
    put_i32(b, how, -1);
    put_i32(b, how, 2);
    put(b, "\n$EndEntities\n");
}

// Node numbers that neither count up nor are dense.
static inline int64_t scattered(int32_t i) {
    return 5 + (int64_t)i * 37 % 1009 * 1000003;
}

// 4.1: nodes in two blocks, one with parameters; one triangle; all tetrahedra in the volume 3.
static inline bytes file_msh41(const tets* t, file_bytes how, arena* memory) {
    buffer b = buffer_new(memory, 1 << 16);
    put_msh_format(&b, "4.1", how);
    put_msh_entities(&b, how);
    put(&b, "$Nodes\n");
    const int64_t sizes[2] = {3, t->node_count - 3};
    put_i64(&b, how, 2);
    put_i64(&b, how, t->node_count);
    put_i64(&b, how, 1);
    put_i64(&b, how, 1);
    for (int32_t block = 0, i = 0; block < 2; ++block) {
        put_i32(&b, how, block == 0 ? 2 : 3);
        put_i32(&b, how, 1);
        put_i32(&b, how, block == 0); // two parameters behind each place
        put_i64(&b, how, sizes[block]);
        int32_t last = i + (int32_t)sizes[block];
        for (int32_t k = i; k < last; ++k)
            put_i64(&b, how, scattered(k));
        for (; i < last; ++i) {
            put_point(&b, how, t->nodes[i]);
            for (int k = 0; k < (block == 0 ? 2 : 0); ++k)
                put_f64(&b, how, 0.25);
        }
    }
    put(&b, "\n$EndNodes\n$Elements\n");
    put_i64(&b, how, 2);
    put_i64(&b, how, t->tet_count + 1);
    put_i64(&b, how, 1);
    put_i64(&b, how, t->tet_count + 1);
    for (int k = 0; k < 3; ++k)
        put_i32(&b, how, 2); // dimension, surface, triangle
    put_i64(&b, how, 1);
    put_i64(&b, how, 1);
    for (int k = 0; k < 3; ++k)
        put_i64(&b, how, scattered(k));
    put_i32(&b, how, 3);
    put_i32(&b, how, 3);
    put_i32(&b, how, t->width == 4 ? 4 : 11);
    put_i64(&b, how, t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        put_i64(&b, how, i + 2);
        for (int32_t k = 0; k < t->width; ++k)
            put_i64(&b, how, scattered(node_at(t, i, order_gmsh, k)));
    }
    put(&b, "\n$EndElements\n");
    return buffer_bytes(&b);
}

// 2.2, each element in a block of its own in binary; volumes 1 and 2 in turn, no groups.
static inline bytes file_msh22(const tets* t, file_bytes how, arena* memory) {
    buffer b = buffer_new(memory, 1 << 16);
    int64_t type = t->width == 4 ? 4 : 11;
    put_msh_format(&b, "2.2", how);
    put(&b, "$Nodes\n%d\n", t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i) {
        put_i32(&b, how, i + 1);
        put_point(&b, how, t->nodes[i]);
    }
    put(&b, "\n$EndNodes\n$Elements\n%d\n", t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        put_i32(&b, how, how == FILE_TEXT ? i + 1 : type);
        put_i32(&b, how, how == FILE_TEXT ? type : 1);
        put_i32(&b, how, 2);
        if (how != FILE_TEXT)
            put_i32(&b, how, i + 1);
        put_i32(&b, how, 0);
        put_i32(&b, how, 1 + i % 2);
        for (int32_t k = 0; k < t->width; ++k)
            put_i32(&b, how, node_at(t, i, order_gmsh, k) + 1);
    }
    put(&b, "\n$EndElements\n");
    return buffer_bytes(&b);
}

// 5.1, as ParaView 5.10 and later write: offsets and connectivity, a field before the points.
static inline bytes file_vtk51(const tets* t, file_bytes how, const int order[10], arena* memory) {
    buffer b = buffer_new(memory, 1 << 16);
    put(&b, "# vtk DataFile Version 5.1\nends with a backslash\\\n%s\n",
        how == FILE_TEXT ? "ASCII" : "BINARY");
    put(&b, "DATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 double\n");
    put_f64(&b, how, 1.5);
    put(&b, "\nPOINTS %d double\n", t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i)
        put_point(&b, how, t->nodes[i]);
    put(&b, "\nMETADATA\nINFORMATION 0\n\nCELLS %d %d\nOFFSETS vtktypeint64\n", t->tet_count + 1,
        t->tet_count * t->width);
    for (int32_t i = 0; i <= t->tet_count; ++i)
        put_i64(&b, how, (int64_t)i * t->width);
    put(&b, "\nCONNECTIVITY vtktypeint64\n");
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int32_t k = 0; k < t->width; ++k)
            put_i64(&b, how, node_at(t, i, order, k));
    put(&b, "\nCELL_TYPES %d\n", t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        put_i32(&b, how, t->width == 4 ? 10 : 24);
    put(&b, "\nCELL_DATA %d\nSCALARS x int 1\nLOOKUP_TABLE default\n", t->tet_count);
    return buffer_bytes(&b);
}

static inline bytes file_medit(const tets* t, arena* memory) {
    buffer b = buffer_new(memory, 1 << 16);
    put(&b, "MeshVersionFormatted 2\n# a comment\nDimension\n3\nVertices\n%d\n", t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i) {
        put_point(&b, FILE_TEXT, t->nodes[i]);
        put(&b, "0\n");
    }
    put(&b, "Corners\n2\n1\n2\nTriangles\n1\n1 2 3 4\n%s\n%d\n",
        t->width == 4 ? "Tetrahedra" : "TetrahedraP2", t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        for (int32_t k = 0; k < t->width; ++k)
            put(&b, "%d ", node_at(t, i, order_same, k) + 1);
        put(&b, "%d\n", i % 2 == 0 ? 30 : 4);
    }
    put(&b, "End\n");
    return buffer_bytes(&b);
}

static inline bytes file_node(const tets* t, int base, arena* memory) {
    buffer b = buffer_new(memory, 1 << 16);
    put(&b, "# points\n%d 3 1 1\n", t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i)
        put(&b, "%d %.17g %.17g %.17g 7.5 -1\n", i + base, t->nodes[i].x, t->nodes[i].y,
            t->nodes[i].z);
    return buffer_bytes(&b);
}

static inline bytes file_ele(const tets* t, int base, arena* memory) {
    buffer b = buffer_new(memory, 1 << 16);
    put(&b, "%d %d 1\n", t->tet_count, t->width);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        put(&b, "%d ", i + base);
        for (int32_t k = 0; k < t->width; ++k)
            put(&b, "%d ", node_at(t, i, order_tetgen, k) + base);
        put(&b, "%s\n", i % 2 == 0 ? "2.5" : "1");
    }
    return buffer_bytes(&b);
}

// Sections of a Vega file up to the materials.
static inline bytes file_vega(const tets* t, int base, const char* tail, arena* memory) {
    buffer b = buffer_new(memory, 1 << 16);
    put(&b, "# Vega\n*VERTICES\n%d 3 0 0\n", t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i)
        put(&b, "%d %.17g %.17g %.17g\n", i + base, t->nodes[i].x, t->nodes[i].y, t->nodes[i].z);
    put(&b, "\n*ELEMENTS\nTET\n%d 4 0\n", t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        put(&b, "%d %d %d %d %d\n", i + base, node_at(t, i, order_same, 0) + base,
            node_at(t, i, order_same, 1) + base, node_at(t, i, order_same, 2) + base,
            node_at(t, i, order_same, 3) + base);
    put(&b, "%s", tail);
    return buffer_bytes(&b);
}
