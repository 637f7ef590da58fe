// Gmsh numbers nodes and elements from 1 and swaps the last two mid-edge nodes.
// SPDX-License-Identifier: MIT
#include "bake/base/buffer.h"
#include "bake/export/tets_out.h"

#include <string.h>

enum { MSH_TET = 4, MSH_TET10 = 11, MSH_TAGS = 2 };

static const int msh_order[10] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};

// Names stand in quotes and end at the line.
static void put_names(buffer* b, const tets* t) {
    int64_t named = 0;
    for (int32_t i = 0; i < t->region_count; ++i)
        named += t->regions[i].name[0] != 0;
    if (named == 0)
        return;
    buffer_text(b, "$PhysicalNames\n");
    buffer_int(b, named);
    buffer_text(b, "\n");
    for (int32_t i = 0; i < t->region_count; ++i) {
        const char* name = t->regions[i].name;
        if (name[0] == 0)
            continue;
        buffer_text(b, "3 ");
        buffer_int(b, i + 1);
        buffer_text(b, " \"");
        for (const char* c = name; *c != 0; ++c)
            buffer_add(b, *c == '"' || (unsigned char)*c < ' ' ? "_" : c, 1);
        buffer_text(b, "\"\n");
    }
    buffer_text(b, "$EndPhysicalNames\n");
}

static void put_nodes(buffer* b, const tets* t, bool binary) {
    buffer_text(b, "$Nodes\n");
    buffer_int(b, t->node_count);
    buffer_text(b, "\n");
    for (int32_t i = 0; i < t->node_count; ++i) {
        const double x[3] = {t->nodes[i].x, t->nodes[i].y, t->nodes[i].z};
        const int32_t number = i + 1;
        if (binary) {
            buffer_add(b, &number, sizeof number);
            buffer_add(b, x, sizeof x);
            continue;
        }
        buffer_int(b, number);
        for (int k = 0; k < 3; ++k) {
            buffer_text(b, " ");
            buffer_double(b, x[k]);
        }
        buffer_text(b, "\n");
    }
    buffer_text(b, binary ? "\n$EndNodes\n" : "$EndNodes\n");
}

static void put_elements(buffer* b, const tets* t, bool binary) {
    const int32_t type = t->width == 4 ? MSH_TET : MSH_TET10;
    buffer_text(b, "$Elements\n");
    buffer_int(b, t->tet_count);
    buffer_text(b, "\n");
    if (binary && t->tet_count > 0)
        buffer_add(b, (int32_t[]){type, t->tet_count, MSH_TAGS}, 3 * sizeof(int32_t));
    for (int32_t i = 0; i < t->tet_count; ++i) {
        int32_t region = t->element_region_or_null != NULL ? t->element_region_or_null[i] : 0;
        int32_t physical = t->region_count > 0 ? region + 1 : 0;
        int32_t row[5 + 10] = {i + 1, type, MSH_TAGS, physical, region + 1};
        const int32_t* nodes = t->elements + (size_t)i * (size_t)t->width;
        for (int32_t k = 0; k < t->width; ++k)
            row[5 + k] = nodes[msh_order[k]] + 1;
        if (binary) { // the head of the block says type and number of tags
            buffer_add(b, row, sizeof *row);
            buffer_add(b, row + 3, (size_t)(2 + t->width) * sizeof *row);
            continue;
        }
        for (int32_t k = 0; k < 5 + t->width; ++k) {
            buffer_int(b, row[k]);
            buffer_text(b, k + 1 < 5 + t->width ? " " : "\n");
        }
    }
    buffer_text(b, binary ? "\n$EndElements\n" : "$EndElements\n");
}

bytes tets_to_msh(const tets* t, bool binary, arena* memory) {
    buffer b = buffer_new(memory, 60 * (size_t)t->node_count + 50 * (size_t)t->tet_count);
    buffer_text(&b, "$MeshFormat\n2.2 ");
    buffer_text(&b, binary ? "1 8\n" : "0 8\n");
    if (binary) {
        const int32_t one = 1; // tells the reader the order of bytes
        buffer_add(&b, &one, sizeof one);
        buffer_text(&b, "\n");
    }
    buffer_text(&b, "$EndMeshFormat\n");
    put_names(&b, t);
    put_nodes(&b, t, binary);
    put_elements(&b, t, binary);
    return buffer_bytes(&b);
}
