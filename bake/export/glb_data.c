// Views start at multiples of 4 bytes, which all our element sizes are too.
// SPDX-License-Identifier: MIT
#include "bake/export/glb_data.h"

#include "bake/base/assert.h"

#include <string.h>

enum { FORMAT_BYTE = 5121, FORMAT_SHORT = 5123, FORMAT_INT = 5125, FORMAT_FLOAT = 5126 };

static void* room(glb_data* d, size_t size) {
    if (d->bytes == NULL || d->size + size > d->capacity) {
        size_t capacity = 2 * (d->size + size) + 4096;
        d->bytes = arena_grow(d->memory, d->bytes, d->size, capacity, 1);
        d->capacity = capacity;
    }
    uint8_t* at = d->bytes + d->size;
    d->size += size;
    return at;
}

static void view_new(glb_data* d, glb_use use) {
    if (d->view_count == d->view_capacity) {
        d->view_capacity = 2 * d->view_count + 16;
        d->views = arena_grow(d->memory, d->views, (size_t)d->view_count, (size_t)d->view_capacity,
                              sizeof *d->views);
    }
    d->views[d->view_count++] = (glb_view){use, d->size, 0};
}

// A view for `size` more bytes, placed in *at; small arrays go on in the view before where they can.
static int32_t view_for(glb_data* d, glb_use use, size_t size, size_t* offset, void** at) {
    room(d, (4 - d->size % 4) % 4); // arena memory is zero, so padding is too
    bool shares = use == GLB_CLIPS || use == GLB_SPARSE;
    if (!shares || d->view_count == 0 || d->views[d->view_count - 1].use != use)
        view_new(d, use);
    glb_view* view = &d->views[d->view_count - 1];
    *offset = d->size - view->offset;
    *at = room(d, size);
    view->size = *offset + size;
    return d->view_count - 1;
}

static glb_accessor* accessor_new(glb_data* d, int32_t format, int32_t count, int32_t width) {
    if (d->accessor_count == d->accessor_capacity) {
        d->accessor_capacity = 2 * d->accessor_count + 32;
        d->accessors = arena_grow(d->memory, d->accessors, (size_t)d->accessor_count,
                                  (size_t)d->accessor_capacity, sizeof *d->accessors);
    }
    glb_accessor* a = &d->accessors[d->accessor_count++];
    *a = (glb_accessor){.view = -1, .format = format, .count = count, .width = width};
    return a;
}

static void find_bounds(glb_accessor* a, const float* values) {
    a->has_bounds = true;
    for (int32_t j = 0; j < a->width; ++j)
        a->low[j] = a->high[j] = values[j];
    for (int32_t i = 1; i < a->count; ++i)
        for (int32_t j = 0; j < a->width; ++j) {
            float x = values[(size_t)i * (size_t)a->width + (size_t)j];
            if (x < a->low[j])
                a->low[j] = x;
            if (x > a->high[j])
                a->high[j] = x;
        }
}

glb_data glb_data_new(arena* memory) {
    return (glb_data){.memory = memory};
}

int32_t glb_floats(glb_data* d, glb_use use, const float* values, int32_t count, int32_t width,
                   bool bounds) {
    SUPPLE_ASSERT(count > 0 && glb_width_exists(width) && (width <= 4 || !bounds));
    size_t size = (size_t)count * (size_t)width * sizeof(float);
    glb_accessor* a = accessor_new(d, FORMAT_FLOAT, count, width);
    void* at;
    a->view = view_for(d, use, size, &a->offset, &at);
    memcpy(at, values, size);
    if (bounds)
        find_bounds(a, values);
    return d->accessor_count - 1;
}

int32_t glb_zeros(glb_data* d, int32_t count, int32_t width) {
    accessor_new(d, FORMAT_FLOAT, count, width)->has_bounds = true;
    return d->accessor_count - 1;
}

// All bits: minus zero is written as it is.
static bool is_zero(const float v[3]) {
    uint32_t bits[3];
    memcpy(bits, v, sizeof bits);
    return (bits[0] | bits[1] | bits[2]) == 0;
}

static void write_sparse(glb_data* d, glb_accessor* a, const float (*values)[3]) {
    bool small = a->count <= UINT16_MAX;
    size_t element = small ? 2 : 4, used = 0;
    void *indices, *offsets;
    a->sparse_format = small ? FORMAT_SHORT : FORMAT_INT;
    a->sparse_view[0] =
        view_for(d, GLB_SPARSE, (size_t)a->sparse_count * element, &a->sparse_offset[0], &indices);
    for (int32_t i = 0; i < a->count; ++i)
        if (!is_zero(values[i])) {
            if (small)
                ((uint16_t*)indices)[used++] = (uint16_t)i;
            else
                ((uint32_t*)indices)[used++] = (uint32_t)i;
        }
    a->sparse_view[1] = view_for(d, GLB_SPARSE, (size_t)a->sparse_count * sizeof *values,
                                 &a->sparse_offset[1], &offsets);
    used = 0;
    for (int32_t i = 0; i < a->count; ++i)
        if (!is_zero(values[i]))
            memcpy((float(*)[3])offsets + used++, values[i], sizeof *values);
}

int32_t glb_offsets(glb_data* d, const float (*values)[3], int32_t count, bool bounds) {
    SUPPLE_ASSERT(count > 0);
    int32_t used = 0;
    for (int32_t i = 0; i < count; ++i)
        used += !is_zero(values[i]);
    if (used > count / 2)
        return glb_floats(d, GLB_VERTICES, values[0], count, 3, bounds);
    glb_accessor* a = accessor_new(d, FORMAT_FLOAT, count, 3);
    a->sparse_count = used;
    a->has_bounds = bounds;
    if (bounds)
        find_bounds(a, values[0]);
    if (used > 0)
        write_sparse(d, a, values);
    return d->accessor_count - 1;
}

int32_t glb_integers(glb_data* d, glb_use use, const uint32_t* values, int32_t count, int32_t width,
                     uint32_t largest, bool allow_bytes) {
    SUPPLE_ASSERT(count > 0 && width > 0);
    SUPPLE_ASSERT(count > 0);
    size_t n = (size_t)count * (size_t)width;
    int32_t format = FORMAT_INT;
    size_t element = 4;
    if (largest < UINT16_MAX) {
        format = FORMAT_SHORT;
        element = 2;
    }
    if (largest < UINT8_MAX && allow_bytes) {
        format = FORMAT_BYTE;
        element = 1;
    }
    glb_accessor* a = accessor_new(d, format, count, width);
    void* at;
    a->view = view_for(d, use, n * element, &a->offset, &at);
    for (size_t i = 0; i < n; ++i) {
        if (element == 1)
            ((uint8_t*)at)[i] = (uint8_t)values[i];
        else if (element == 2)
            ((uint16_t*)at)[i] = (uint16_t)values[i];
        else
            ((uint32_t*)at)[i] = values[i];
    }
    return d->accessor_count - 1;
}

int32_t glb_bytes(glb_data* d, bytes content) {
    size_t offset;
    void* at;
    int32_t view = view_for(d, GLB_PICTURE, content.size, &offset, &at);
    memcpy(at, content.data, content.size);
    return view;
}

static const char* type_name(int32_t width) {
    switch (width) {
    case 1:
        return "SCALAR";
    case 2:
        return "VEC2";
    case 3:
        return "VEC3";
    case 4:
        return "VEC4";
    case 9:
        return "MAT3";
    case 16:
        return "MAT4";
    default:
        return NULL;
    }
}

bool glb_width_exists(int32_t width) {
    return type_name(width) != NULL;
}

static void sparse_json(const glb_accessor* a, json_out* o) {
    static const char* const names[2] = {"indices", "values"};
    json_key(o, "sparse");
    json_begin_object(o);
    json_key_int(o, "count", a->sparse_count);
    for (int i = 0; i < 2; ++i) {
        json_key(o, names[i]);
        json_begin_object(o);
        json_key_int(o, "bufferView", a->sparse_view[i]);
        if (a->sparse_offset[i] > 0)
            json_key_int(o, "byteOffset", (int64_t)a->sparse_offset[i]);
        if (i == 0)
            json_key_int(o, "componentType", a->sparse_format);
        json_end_object(o);
    }
    json_end_object(o);
}

static void accessor_json(const glb_accessor* a, json_out* o) {
    json_begin_object(o);
    if (a->view >= 0)
        json_key_int(o, "bufferView", a->view);
    if (a->offset > 0)
        json_key_int(o, "byteOffset", (int64_t)a->offset);
    json_key_int(o, "componentType", a->format);
    json_key_int(o, "count", a->count);
    json_key_text(o, "type", type_name(a->width));
    if (a->has_bounds) {
        json_key(o, "min");
        json_floats(o, a->low, a->width);
        json_key(o, "max");
        json_floats(o, a->high, a->width);
    }
    if (a->sparse_count > 0)
        sparse_json(a, o);
    json_end_object(o);
}

static void view_json(const glb_view* v, json_out* o) {
    json_begin_object(o);
    json_key_int(o, "buffer", 0);
    if (v->offset > 0)
        json_key_int(o, "byteOffset", (int64_t)v->offset);
    json_key_int(o, "byteLength", (int64_t)v->size);
    if (v->use == GLB_VERTICES || v->use == GLB_INDICES)
        json_key_int(o, "target", v->use == GLB_VERTICES ? 34962 : 34963);
    json_end_object(o);
}

void glb_data_json(const glb_data* d, json_out* o) {
    if (d->accessor_count > 0) {
        json_key(o, "accessors");
        json_begin_array(o);
        for (int32_t i = 0; i < d->accessor_count; ++i)
            accessor_json(&d->accessors[i], o);
        json_end_array(o);
    }
    if (d->view_count == 0)
        return;
    json_key(o, "bufferViews");
    json_begin_array(o);
    for (int32_t i = 0; i < d->view_count; ++i)
        view_json(&d->views[i], o);
    json_end_array(o);
    json_key(o, "buffers");
    json_begin_array(o);
    json_begin_object(o);
    json_key_int(o, "byteLength", (int64_t)d->size);
    json_end_object(o);
    json_end_array(o);
}
