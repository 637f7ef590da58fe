// Accessors: typed, strided, sparse arrays. Opening one proves that each byte it names exists, so
// that decoding need not check.
//
// Everything is copied out, never used in place: the mapping is read-only, the data may be unaligned.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"

#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "glTF data is read as it lies");

enum { BYTE = 5120, UBYTE, SHORT, USHORT, UINT = 5125, FLOAT };

static size_t component_size(int32_t component) {
    return component <= UBYTE ? 1 : component <= USHORT ? 2 : 4;
}

// Columns of matrices begin at multiples of 4 bytes.
static size_t column_size(const gltf_accessor* a) {
    size_t size = (size_t)a->rows * component_size(a->component);
    return a->columns > 1 ? (size + 3) & ~(size_t)3 : size;
}

static size_t element_size(const gltf_accessor* a) {
    return column_size(a) * (size_t)a->columns;
}

static bool read_type(gltf* g, const cJSON* json, gltf_accessor* a) {
    static const struct {
        const char* name;
        int32_t rows, columns;
    } types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
                 {"MAT2", 2, 2},   {"MAT3", 3, 3}, {"MAT4", 4, 4}};
    const char* type = gltf_json_text(json, "type");
    for (size_t i = 0; i < sizeof types / sizeof *types && type != NULL; ++i)
        if (strcmp(type, types[i].name) == 0) {
            a->rows = types[i].rows;
            a->columns = types[i].columns;
        }
    size_t component = 0;
    if (!gltf_json_size(g, json, "componentType", &component))
        return false;
    if (a->rows == 0)
        return gltf_error(g, NULL, "accessor %d has no known type (SCALAR, VEC2 ... MAT4)",
                          a->index);
    if (component < BYTE || component > FLOAT || component == 5124)
        return gltf_error(g, NULL,
                          "accessor %d has componentType %zu, which glTF 2.0 does not know",
                          a->index, component);
    a->component = (int32_t)component;
    a->normalized = gltf_json_flag(json, "normalized") && component < UINT;
    return true;
}

// `count` elements of `size` bytes, `stride` apart, from `offset` on must lie within the view.
static bool claim(gltf* g, const gltf_accessor* a, const cJSON* json, int32_t view, size_t count,
                  size_t size, size_t* stride, const uint8_t** out) {
    bytes b;
    size_t offset = 0, view_stride;
    if (!gltf_view_bytes(g, view, &b, &view_stride) ||
        !gltf_json_size(g, json, "byteOffset", &offset))
        return false;
    *stride = view_stride > 0 ? view_stride : size;
    if (*stride < size)
        return gltf_error(g, NULL,
                          "accessor %d: elements of %zu bytes do not fit a byteStride of %zu",
                          a->index, size, *stride);
    size_t length = (count - 1) * *stride + size;
    if (offset > b.size || length > b.size - offset)
        return gltf_error(
            g, b.data, "accessor %d needs %zu bytes from byte %zu of bufferView %d, which has %zu",
            a->index, length, offset, view, b.size);
    *out = b.data + offset;
    return true;
}

static uint32_t unsigned_at(const uint8_t* p, int32_t component) {
    uint32_t u32;
    uint16_t u16;
    switch (component) {
    case UBYTE:
        return *p;
    case USHORT:
        memcpy(&u16, p, 2);
        return u16;
    default:
        memcpy(&u32, p, 4);
        return u32;
    }
}

static bool is_unsigned(int32_t component) {
    return component == UBYTE || component == USHORT || component == UINT;
}

static bool open_sparse(gltf* g, const cJSON* json, gltf_accessor* a) {
    const cJSON *indices = gltf_json_member(json, "indices"),
                *values = gltf_json_member(json, "values");
    size_t count = 0, component = 0, stride;
    int32_t index_view, value_view;
    if (!gltf_json_size(g, json, "count", &count) ||
        !gltf_json_size(g, indices, "componentType", &component) ||
        !gltf_json_index(g, indices, "bufferView", g->buffer_views.count, &index_view) ||
        !gltf_json_index(g, values, "bufferView", g->buffer_views.count, &value_view))
        return false;
    if (count < 1 || count > (size_t)a->count)
        return gltf_error(g, NULL, "accessor %d: sparse.count is %zu, but it must be 1 to %d",
                          a->index, count, a->count);
    if (index_view < 0 || value_view < 0 || component > UINT || !is_unsigned((int32_t)component))
        return gltf_error(g, NULL,
                          "accessor %d: sparse must have indices of an unsigned type and values, "
                          "each with a bufferView",
                          a->index);
    a->sparse_component = (int32_t)component;
    size_t size = component_size(a->sparse_component);
    // the specification forbids a stride on both views, so the tight size is the one that counts
    if (!claim(g, a, indices, index_view, count, size, &stride, &a->sparse_indices) ||
        !claim(g, a, values, value_view, count, element_size(a), &stride, &a->sparse_values))
        return false;
    a->sparse_count = (int32_t)count;

    int64_t before = -1;
    for (int32_t i = 0; i < a->sparse_count; ++i) {
        const uint8_t* at = a->sparse_indices + (size_t)i * size;
        int64_t element = unsigned_at(at, a->sparse_component);
        if (element <= before || element >= a->count)
            return gltf_error(g, at,
                              "accessor %d: sparse index %d is %lld; it must be greater than the "
                              "one before and less than %d",
                              a->index, i, (long long)element, a->count);
        before = element;
    }
    return true;
}

bool gltf_accessor_open(gltf* g, int32_t index, gltf_accessor* a) {
    const cJSON* json = g->accessors.items[index];
    *a = (gltf_accessor){.index = index};
    size_t count = 0;
    int32_t view;
    if (!read_type(g, json, a) || !gltf_json_size(g, json, "count", &count) ||
        !gltf_json_index(g, json, "bufferView", g->buffer_views.count, &view))
        return false;
    if (count < 1 || count > INT32_MAX)
        return gltf_error(g, NULL, "accessor %d has a count of %zu; it must be 1 to %d", index,
                          count, INT32_MAX);
    a->count = (int32_t)count;
    if (view >= 0 && !claim(g, a, json, view, count, element_size(a), &a->stride, &a->data_or_null))
        return false;
    const cJSON* sparse = gltf_json_member(json, "sparse");
    return sparse == NULL || open_sparse(g, sparse, a);
}

bool gltf_accessor_is_float(const gltf_accessor* a) {
    return a->component == FLOAT;
}

const uint8_t* gltf_accessor_at(const gltf_accessor* a, int32_t element) {
    SUPPLE_ASSERT(element >= 0 && element < a->count);
    for (int32_t i = 0; i < a->sparse_count; ++i) {
        size_t at = (size_t)i * component_size(a->sparse_component);
        if (unsigned_at(a->sparse_indices + at, a->sparse_component) == (uint32_t)element)
            return a->sparse_values + (size_t)i * element_size(a);
    }
    return a->data_or_null != NULL ? a->data_or_null + (size_t)element * a->stride : NULL;
}

static double component_value(const uint8_t* p, int32_t component, bool normalized) {
    int16_t i16;
    float f;
    double v;
    switch (component) {
    case BYTE:
        v = (int8_t)*p;
        return !normalized ? v : v < -127.0 ? -1.0 : v / 127.0;
    case SHORT:
        memcpy(&i16, p, 2);
        v = i16;
        return !normalized ? v : v < -32767.0 ? -1.0 : v / 32767.0;
    case FLOAT:
        memcpy(&f, p, 4);
        return (double)f;
    default:
        v = unsigned_at(p, component);
        return !normalized ? v : v / (component == UBYTE ? 255.0 : 65535.0);
    }
}

static void element_values(const gltf_accessor* a, const uint8_t* p, double out[16]) {
    size_t size = component_size(a->component);
    for (int32_t c = 0; c < a->columns; ++c, p += column_size(a))
        for (int32_t r = 0; r < a->rows; ++r)
            *out++ = component_value(p + (size_t)r * size, a->component, a->normalized);
}

static void floats_from(const gltf_accessor* a, const uint8_t* p, float* out) {
    size_t width = (size_t)a->rows * (size_t)a->columns;
    if (a->component == FLOAT) {
        memcpy(out, p, width * sizeof *out);
        return;
    }
    double values[16] = {0.0};
    element_values(a, p, values);
    for (size_t i = 0; i < width; ++i)
        out[i] = (float)values[i];
}

float* gltf_accessor_floats(gltf* g, const gltf_accessor* a) {
    size_t width = (size_t)a->rows * (size_t)a->columns, count = (size_t)a->count;
    float* out = gltf_alloc(g, count * width, sizeof *out);
    if (out == NULL)
        return NULL;
    if (a->data_or_null != NULL && a->component == FLOAT && a->stride == width * sizeof *out)
        memcpy(out, a->data_or_null, count * width * sizeof *out);
    else if (a->data_or_null != NULL)
        for (size_t i = 0; i < count; ++i)
            floats_from(a, a->data_or_null + i * a->stride, out + i * width);
    for (size_t i = 0; i < (size_t)a->sparse_count; ++i) {
        size_t at = i * component_size(a->sparse_component);
        floats_from(a, a->sparse_values + i * element_size(a),
                    out + unsigned_at(a->sparse_indices + at, a->sparse_component) * width);
    }
    return out;
}

double* gltf_accessor_doubles(gltf* g, const gltf_accessor* a) {
    size_t width = (size_t)a->rows * (size_t)a->columns, count = (size_t)a->count;
    double* out = gltf_alloc(g, count * width, sizeof *out);
    double values[16] = {0.0};
    if (out == NULL)
        return NULL;
    for (size_t i = 0; a->data_or_null != NULL && i < count; ++i) {
        element_values(a, a->data_or_null + i * a->stride, values);
        memcpy(out + i * width, values, width * sizeof *out);
    }
    for (size_t i = 0; i < (size_t)a->sparse_count; ++i) {
        size_t at = i * component_size(a->sparse_component);
        size_t element = unsigned_at(a->sparse_indices + at, a->sparse_component);
        element_values(a, a->sparse_values + i * element_size(a), values);
        memcpy(out + element * width, values, width * sizeof *out);
    }
    return out;
}

uint32_t* gltf_accessor_integers(gltf* g, const gltf_accessor* a) {
    size_t width = (size_t)a->rows, count = (size_t)a->count, size = component_size(a->component);
    if (!is_unsigned(a->component) || a->columns > 1) {
        gltf_error(g, NULL, "accessor %d must have unsigned whole numbers", a->index);
        return NULL;
    }
    uint32_t* out = gltf_alloc(g, count * width, sizeof *out);
    if (out == NULL)
        return NULL;
    for (size_t i = 0; a->data_or_null != NULL && i < count; ++i)
        for (size_t k = 0; k < width; ++k)
            out[i * width + k] =
                unsigned_at(a->data_or_null + i * a->stride + k * size, a->component);
    for (size_t i = 0; i < (size_t)a->sparse_count; ++i) {
        size_t at = i * component_size(a->sparse_component);
        size_t element = unsigned_at(a->sparse_indices + at, a->sparse_component);
        for (size_t k = 0; k < width; ++k)
            out[element * width + k] =
                unsigned_at(a->sparse_values + (i * width + k) * size, a->component);
    }
    return out;
}

float* gltf_accessor_finite(gltf* g, const gltf_accessor* a) {
    float* out = gltf_accessor_floats(g, a);
    size_t width = (size_t)a->rows * (size_t)a->columns, total = (size_t)a->count * width;
    for (size_t i = 0; out != NULL && i < total && a->component == FLOAT; ++i)
        if (!isfinite(out[i])) {
            gltf_error(g, gltf_accessor_at(a, (int32_t)(i / width)),
                       "element %zu of accessor %d is not a finite number", i / width, a->index);
            return NULL;
        }
    return out;
}
