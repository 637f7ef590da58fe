// The binary half of a GLB being written: one growing buffer with its views and accessors.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/base/json_out.h"

// What a run of bytes is for. A view serves one use only, and vertex data one stream only, so that
// no stride is needed; the many small arrays of clips and of sparse accessors share views.
typedef enum glb_use {
    GLB_VERTICES,
    GLB_INDICES,
    GLB_MATRICES,
    GLB_CLIPS,
    GLB_SPARSE,
    GLB_PICTURE
} glb_use;

typedef struct glb_view {
    glb_use use;
    size_t offset, size;
} glb_view;

typedef struct glb_accessor {
    int32_t view;   // -1: all zero
    size_t offset;  // within the view
    int32_t format; // glTF componentType: 5121, 5123, 5125 or 5126
    int32_t width, count;
    bool has_bounds;
    float low[4], high[4];
    int32_t sparse_count; // elements that are not zero; 0: not sparse
    int32_t sparse_view[2];
    size_t sparse_offset[2]; // of indices and values
    int32_t sparse_format;   // componentType of the indices
} glb_accessor;

typedef struct glb_data {
    arena* memory;
    uint8_t* bytes;
    size_t size, capacity;
    glb_view* views;
    glb_accessor* accessors;
    int32_t view_count, view_capacity, accessor_count, accessor_capacity;
} glb_data;

glb_data glb_data_new(arena* memory);

// Each copies its array and returns the index of the new accessor. `bounds`: with min and max, for
// a width up to 4. Little-endian machines only, as all of ours are.
int32_t glb_floats(glb_data* d, glb_use use, const float* values, int32_t count, int32_t width,
                   bool bounds);
int32_t glb_zeros(glb_data* d, int32_t count, int32_t width); // floats without bytes, with bounds

// The same for offsets, [count][3], that are mostly zero: a sparse accessor where that is smaller.
int32_t glb_offsets(glb_data* d, const float (*values)[3], int32_t count, bool bounds);

// Unsigned integers as small as `largest` fits; 8 bits only where `allow_bytes` (indices of 8 bits
// are slow on GPUs). The largest value of a type is kept free: it restarts strips in indices.
int32_t glb_integers(glb_data* d, glb_use use, const uint32_t* values, int32_t count, int32_t width,
                     uint32_t largest, bool allow_bytes);

int32_t glb_bytes(glb_data* d, bytes content); // a picture; returns the index of its view

// Can floats of this width be a glTF accessor? 1, 2, 3, 4, 9 and 16 can.
bool glb_width_exists(int32_t width);

// "accessors", "bufferViews" and "buffers", as members of the object that is open.
void glb_data_json(const glb_data* d, json_out* o);
