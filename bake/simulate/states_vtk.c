// Tets and triangles in one unstructured grid.
// SPDX-License-Identifier: MIT
#include "bake/base/buffer.h"
#include "bake/simulate/states.h"

enum { VTK_TRIANGLE = 5, VTK_TET = 10, VTK_TET10 = 24 };

static void put_title(buffer* b, const char* before, int64_t count, const char* after) {
    buffer_text(b, before);
    buffer_int(b, count);
    buffer_text(b, after);
}

static void put_vec3(buffer* b, vec3 v) {
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; ++i)
        buffer_reversed(b, &x[i], sizeof x[i]);
}

static void put_int(buffer* b, int32_t value) {
    buffer_reversed(b, &value, sizeof value);
}

static vec3 vec3_of(const double* field, int32_t i) {
    const double* p = field + 3 * (size_t)i;
    return v3(p[0], p[1], p[2]);
}

// Of one body: how many elements, of how many nodes, which.
typedef struct cells {
    int32_t count, width, type;
    const int32_t* elements;
} cells;

static cells cells_of(const matter* m) {
    if (m->node_count == 0)
        return (cells){0};
    if (m->how->kind == SIMULATION_SHELL)
        return (cells){m->triangle_count, 3, VTK_TRIANGLE, m->triangles};
    return (cells){m->volume.tet_count, m->volume.width, m->volume.width == 4 ? VTK_TET : VTK_TET10,
                   m->volume.elements};
}

static void put_cells(buffer* b, const assembly* a) {
    int64_t count = 0, numbers = 0;
    for (int32_t i = 0; i < a->body_count; ++i) {
        cells c = cells_of(&a->bodies[i]);
        count += c.count;
        numbers += (int64_t)c.count * (c.width + 1);
    }
    put_title(b, "\nCELLS ", count, " ");
    put_title(b, "", numbers, "\n");
    for (int32_t i = 0; i < a->body_count; ++i) {
        cells c = cells_of(&a->bodies[i]);
        for (int32_t k = 0; k < c.count; ++k) {
            put_int(b, c.width);
            for (int32_t n = 0; n < c.width; ++n)
                put_int(b, a->first_node[i] + c.elements[(size_t)k * (size_t)c.width + (size_t)n]);
        }
    }
    put_title(b, "\nCELL_TYPES ", count, "\n");
    for (int32_t i = 0; i < a->body_count; ++i)
        for (int32_t k = 0; k < cells_of(&a->bodies[i]).count; ++k)
            put_int(b, cells_of(&a->bodies[i]).type);
    put_title(b, "\nCELL_DATA ", count, "\nSCALARS body int 1\nLOOKUP_TABLE default\n");
    for (int32_t i = 0; i < a->body_count; ++i)
        for (int32_t k = 0; k < cells_of(&a->bodies[i]).count; ++k)
            put_int(b, i);
}

bytes states_vtk(const assembly* a, arena* memory) {
    buffer b = buffer_new(memory, 100 * (size_t)a->soft_count);
    const double *u = dynamics_u(a->motion), *v = dynamics_v(a->motion);
    buffer_text(&b, "# vtk DataFile Version 3.0\na state from supple\nBINARY\n"
                    "DATASET UNSTRUCTURED_GRID\n");
    put_title(&b, "POINTS ", a->soft_count, " double\n");
    for (int32_t i = 0; i < a->soft_count; ++i) {
        vec3 x = v3_add(a->nodes[i], vec3_of(u, i));
        put_vec3(&b, a->how->in_support ? x : support_place(&a->on, x));
    }
    put_cells(&b, a);
    put_title(&b, "\nPOINT_DATA ", a->soft_count, "\nVECTORS displacement double\n");
    for (int32_t i = 0; i < a->soft_count; ++i) // in the support's frame
        put_vec3(&b, vec3_of(u, i));
    buffer_text(&b, "\nVECTORS velocity double\n");
    for (int32_t i = 0; i < a->soft_count; ++i)
        put_vec3(&b, vec3_of(v, i));
    buffer_text(&b, "\nSCALARS held int 1\nLOOKUP_TABLE default\n");
    for (int32_t i = 0; i < a->soft_count; ++i)
        put_int(&b, a->held[i]);
    buffer_text(&b, "\n");
    return buffer_bytes(&b);
}
