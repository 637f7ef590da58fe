// VTK's mid-edge order is ours, so nodes go out as they are.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/base/buffer.h"
#include "bake/export/tets_out.h"

enum { VTK_TET = 10, VTK_TET10 = 24 };

// A row of numbers: decimal with blanks and a line end, or big-endian.
static void put_doubles(buffer* b, const double* values, int32_t count, bool binary) {
    for (int32_t i = 0; i < count; ++i) {
        if (binary) {
            buffer_reversed(b, values + i, sizeof *values);
        } else {
            buffer_double(b, values[i]);
            buffer_text(b, i + 1 < count ? " " : "\n");
        }
    }
}

static void put_ints(buffer* b, const int32_t* values, int32_t count, bool binary) {
    for (int32_t i = 0; i < count; ++i) {
        if (binary) {
            buffer_reversed(b, values + i, sizeof *values);
        } else {
            buffer_int(b, values[i]);
            buffer_text(b, i + 1 < count ? " " : "\n");
        }
    }
}

static void put_title(buffer* b, const char* before, int64_t count, const char* after) {
    buffer_text(b, before);
    buffer_int(b, count);
    buffer_text(b, after);
}

static void put_name(buffer* b, const char* name) {
    if (name[0] == 0)
        buffer_text(b, "field");
    for (const char* c = name; *c != 0; ++c)
        buffer_add(b, (unsigned char)*c <= ' ' ? "_" : c, 1);
}

static void put_grid(buffer* b, const tets* t, bool binary) {
    put_title(b, "POINTS ", t->node_count, " double\n");
    for (int32_t i = 0; i < t->node_count; ++i)
        put_doubles(b, (double[]){t->nodes[i].x, t->nodes[i].y, t->nodes[i].z}, 3, binary);
    put_title(b, binary ? "\nCELLS " : "CELLS ", t->tet_count, " ");
    put_title(b, "", (int64_t)t->tet_count * (t->width + 1), "\n");
    for (int32_t i = 0; i < t->tet_count; ++i) {
        int32_t row[11] = {t->width};
        for (int32_t k = 0; k < t->width; ++k)
            row[1 + k] = t->elements[(size_t)i * (size_t)t->width + (size_t)k];
        put_ints(b, row, t->width + 1, binary);
    }
    put_title(b, binary ? "\nCELL_TYPES " : "CELL_TYPES ", t->tet_count, "\n");
    const int32_t type = t->width == 4 ? VTK_TET : VTK_TET10;
    for (int32_t i = 0; i < t->tet_count; ++i)
        put_ints(b, &type, 1, binary);
    if (binary)
        buffer_text(b, "\n");
}

static void put_field(buffer* b, const tets_field* f, int32_t count, bool binary) {
    buffer_text(b, f->width == 1 ? "SCALARS " : "VECTORS ");
    put_name(b, f->name);
    buffer_text(b, f->width == 1 ? " double 1\nLOOKUP_TABLE default\n" : " double\n");
    for (int32_t i = 0; i < count; ++i)
        put_doubles(b, f->values + (size_t)i * (size_t)f->width, f->width, binary);
    if (binary)
        buffer_text(b, "\n");
}

// How much of the body the elements hold, and where (bake/import/tets_vtk_fill.h).
static int32_t filling_fields(const tets* t, tets_field out[5], arena* memory) {
    static const char* const names[4] = {"supple_filling_1", "supple_filling_2", "supple_filling_3",
                                         "supple_filling_4"};
    if (t->filled_or_null == NULL)
        return 0;
    out[0] = (tets_field){"supple_filled", 1, true, t->filled_or_null};
    if (t->rules_or_null == NULL)
        return 1;
    for (int k = 0; k < 4; ++k) {
        double* values = ARENA_NEW(memory, double, 3 * (size_t)t->tet_count);
        for (int32_t i = 0; i < t->tet_count; ++i)
            for (int c = 0; c < 3 && !t->rules_or_null[i].even; ++c)
                values[3 * (ptrdiff_t)i + c] = t->rules_or_null[i].l[k][c];
        out[1 + k] = (tets_field){names[k], 3, true, values};
    }
    return 5;
}

static void put_fields(buffer* b, const tets_field* fields, int32_t count, const tets* t,
                       bool on_elements, bool binary) {
    bool titled = false;
    int32_t rows = on_elements ? t->tet_count : t->node_count;
    for (int32_t i = 0; i < count; ++i) {
        if (fields[i].on_elements != on_elements)
            continue;
        if (!titled)
            put_title(b, on_elements ? "CELL_DATA " : "POINT_DATA ", rows, "\n");
        titled = true;
        put_field(b, fields + i, rows, binary);
    }
}

bytes tets_to_vtk(const tets* t, const tets_field* fields, int32_t field_count, bool binary,
                  arena* memory) {
    SUPPLE_ASSERT(field_count >= 0 && (field_count == 0 || fields != NULL));
    buffer b = buffer_new(memory, 60 * (size_t)t->node_count + 40 * (size_t)t->tet_count);
    buffer_text(&b, "# vtk DataFile Version 3.0\ntetrahedra from supple\n");
    buffer_text(&b, binary ? "BINARY\n" : "ASCII\n");
    buffer_text(&b, "DATASET UNSTRUCTURED_GRID\n");
    put_grid(&b, t, binary);

    tets_field* all = ARENA_NEW(memory, tets_field, (size_t)field_count + 5);
    int32_t own = filling_fields(t, all, memory); // first, where the reader looks for them
    for (int32_t i = 0; i < field_count; ++i)
        all[own + i] = fields[i];
    put_fields(&b, all, own + field_count, t, true, binary);
    put_fields(&b, all, own + field_count, t, false, binary);
    return buffer_bytes(&b);
}
