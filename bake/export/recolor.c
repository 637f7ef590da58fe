// Structure as colour.
// SPDX-License-Identifier: MIT
#include "bake/export/recolor.h"

#include "bake/base/sets.h"

#include <string.h>

static const float plain[3] = {0.55f, 0.54f, 0.52f}; // what has no structure to show

// The i-th of any number of colours: hues a golden section apart, all about equally light. Linear.
static void palette(int64_t i, float rgb[3]) {
    double hue = 6.0 * (0.58 + 0.61803398874989485 * (double)(i % 100000));
    hue -= 6.0 * floor(hue / 6.0);
    double light = 1.0 - 0.12 * (double)(i / 3 % 3);
    for (int c = 0; c < 3; ++c) {
        double d = fabs(hue - 2.0 * c);
        d = d > 3.0 ? 6.0 - d : d;                                       // round the circle
        double pure = d < 1.0 ? 1.0 : d > 2.0 ? 0.0 : 2.0 - d;           // full within 60 degrees
        double s = light * (0.42 + 0.48 * pure) * (c == 1 ? 0.93 : 1.0); // green looks lightest
        rgb[c] = (float)(s * s);                                         // about sRGB to linear
    }
}

static void set_color(float color[4], const float rgb[3]) {
    memcpy(color, rgb, 3 * sizeof *rgb);
    color[3] = 1.0f;
}

void recolor_parts(surface* f) {
    int64_t part = -1;
    for (int32_t i = 0; i < f->vertex_count; ++i) { // a part's vertices follow each other
        if (i == 0 || f->vertex_node[i] != f->vertex_node[i - 1] ||
            f->vertex_primitive[i] != f->vertex_primitive[i - 1])
            ++part;
        float rgb[3];
        palette(part, rgb);
        set_color(f->colors[i], rgb);
    }
}

void recolor_pieces(surface* f, arena* memory) {
    weld w = weld_positions(f->positions, f->vertex_count, 0.0, memory);
    int32_t* parent = ARENA_NEW(memory, int32_t, (size_t)w.count);
    int32_t* number = ARENA_NEW(memory, int32_t, (size_t)w.count);
    sets_clear(parent, w.count);
    for (int32_t i = 0; i < w.count; ++i)
        number[i] = -1;
    for (int32_t t = 0; t < f->triangle_count; ++t)
        for (int k = 1; k < 3; ++k)
            sets_join(parent, w.welded[f->triangles[t][0]], w.welded[f->triangles[t][k]]);
    int32_t count = 0;
    for (int32_t i = 0; i < f->vertex_count; ++i) {
        int32_t root = sets_find(parent, w.welded[i]);
        if (number[root] < 0)
            number[root] = count++;
        float rgb[3];
        palette(number[root], rgb);
        set_color(f->colors[i], rgb);
    }
}

void recolor_weights(surface* f, const scene* s) {
    for (int32_t i = 0; i < f->vertex_count; ++i) {
        const primitive* p = &s->primitives[f->vertex_primitive[i]];
        size_t n = (size_t)p->influence_count, first = (size_t)f->vertex_index[i] * n;
        float sum[3] = {0.0f, 0.0f, 0.0f};
        for (size_t k = 0; k < n; ++k) {
            float rgb[3];
            palette(p->joints[first + k], rgb);
            for (int c = 0; c < 3; ++c)
                sum[c] += p->weights[first + k] * rgb[c];
        }
        set_color(f->colors[i], n > 0 ? sum : plain);
    }
}

void recolor_regions(surface* f, const float* const* values, int32_t count) {
    for (int32_t i = 0; i < f->vertex_count; ++i) {
        float sum[3] = {0.0f, 0.0f, 0.0f}, whole = 0.0f;
        for (int32_t k = 0; k < count; ++k) {
            float rgb[3];
            palette(k, rgb);
            whole += values[k][i];
            for (int c = 0; c < 3; ++c)
                sum[c] += values[k][i] * rgb[c];
        }
        float rest = whole < 1.0f ? 1.0f - whole : 0.0f, scale = whole > 1.0f ? 1.0f / whole : 1.0f;
        for (int c = 0; c < 3; ++c)
            sum[c] = scale * sum[c] + rest * plain[c];
        set_color(f->colors[i], sum);
    }
}

void recolor_rigid(surface* f, const uint8_t* is_rigid) {
    static const float steel[3] = {0.045f, 0.06f, 0.09f};
    for (int32_t i = 0; i < f->vertex_count; ++i)
        if (is_rigid[i])
            set_color(f->colors[i], steel);
}

static const attribute* attribute_of(const primitive* p, const char* name) {
    for (int32_t k = 0; k < p->attribute_count; ++k)
        if (strcmp(p->attributes[k].name, name) == 0)
            return &p->attributes[k];
    return NULL;
}

bool recolor_scalar(const surface* f, const scene* s, const char* name, arena* memory,
                    float** out) {
    bool any = false;
    *out = ARENA_NEW(memory, float, (size_t)f->vertex_count);
    for (int32_t i = 0; i < f->vertex_count; ++i) {
        const attribute* a = attribute_of(&s->primitives[f->vertex_primitive[i]], name);
        if (a == NULL) {
            (*out)[i] = NAN;
            continue;
        }
        any = true;
        const float* v = &a->values[(size_t)f->vertex_index[i] * (size_t)a->width];
        double sum = 0.0;
        for (int32_t k = 0; k < a->width; ++k)
            sum += (double)v[k] * v[k];
        (*out)[i] = a->width == 1 ? v[0] : (float)sqrt(sum);
    }
    return any;
}
