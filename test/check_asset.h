// What tests of the runtime share without the baker: the golden asset, and everything that can be done
// with an asset that the gate let through.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset.h"
#include "supple/supple.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TEST_SOURCE_FOLDER
#define GOLDEN_ASSET TEST_SOURCE_FOLDER "/test/golden/v1.supple"
#endif

// In a block of exactly its size, so that the sanitizers see one byte too far; malloc aligns to 16. Free
// it.
static inline uint8_t* asset_copy(const void* data, size_t size) {
    uint8_t* copy = malloc(size > 0 ? size : 1);
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

// A whole file, 16-aligned; NULL when it cannot be read. Free it.
static inline uint8_t* asset_load(const char* path, size_t* size) {
    FILE* f = fopen(path, "rb");
    uint8_t* data = NULL;
    *size = 0;
    if (f == NULL)
        return NULL;
    if (fseek(f, 0, SEEK_END) == 0) {
        long end = ftell(f);
        rewind(f);
        data = malloc((size_t)end + 1);
        *size = fread(data, 1, (size_t)end, f);
    }
    fclose(f);
    return data;
}

// What unit amounts of a coordinate do to a member of its part, in the mesh's unit.
static inline void asset_texel(const supple_table* t, int64_t texel, double scale, double out[3]) {
    for (int c = 0; c < 3; ++c)
        out[c] = scale * (t->is_float ? (double)((const float*)t->texels)[3 * texel + c]
                                      : (double)((const int16_t*)t->texels)[3 * texel + c]);
}

// Reads all that an asset leads to; ends the program where the gate let something wrong through.
static inline void asset_use(const supple_asset* a) {
    double sum = 0.0;
    for (int p = 0; p < a->part_count; ++p) {
        supple_part part = supple_asset_part(a, p);
        sum += (double)strlen(part.name) + (double)part.mass + (double)part.tuning.limit;
        for (int32_t i = 0; i < part.vertex_count; ++i)
            sum += (double)a->positions[3 * part.vertices[i]];
        int64_t last = (int64_t)part.coord_count * part.vertex_count - 1;
        double value[3];
        asset_texel(&a->shapes, part.first_shape + last, 1.0, value);
        sum += value[0];
        if (part.first_bend >= 0)
            asset_texel(&a->bends, part.first_bend + last, 1.0, value);
        sum += value[1];
    }
    for (int b = 0; b < a->bone_count; ++b)
        sum += (double)strlen(supple_asset_bone_name(a, b));
    for (int k = 0; k < a->coord_count; ++k)
        sum += (double)supple_asset_frequency(a, k);
    for (int m = 0; m < a->mesh_count; ++m)
        sum += supple_asset_mesh(a, m).vertex_count;
    for (int64_t i = 0; i < 3 * (int64_t)a->triangle_count; ++i)
        sum += (double)a->normals[3 * a->triangles[i]];
    for (int64_t i = 0; i < (int64_t)a->vertex_count * a->influence_count; ++i)
        sum += (double)a->weights[i] * a->joints[i];
    for (int64_t v = 0; v < a->vertex_count; ++v)
        for (int64_t l = 0; l < a->layer_count; ++l) {
            uint32_t link = a->links[l * a->vertex_count + v];
            if (link != UINT32_MAX &&
                supple_asset_part(a, (int)(link >> 24)).vertices[link & 0xFFFFFF] != (uint32_t)v)
                abort();
        }
    if (!isfinite(sum))
        abort();
}
