// 16-bit or 8-bit tables: a scale for each coordinate, rounded to nearest, and the error measured rather than
// estimated.
//
// A coordinate's largest component becomes 32767, so a texel is at most half a step off: 1.5e-5 of it; of 8 bits 127
// and 0.4 %. Several coordinates and layered parts add up, which is
// why it is measured for every vertex with all of them at their limits at once. One form for a whole
// table, because a shader has one sampler for it.
// SPDX-License-Identifier: MIT
#include "bake/export/asset_table.h"

#include <math.h>
#include <string.h>

static const double most_shape_error = 1e-4; // of the body's size
static const double most_bend_error = 1e-3;  // radians: a quarter of what 8-bit colours show

static texels3 values_of(const asset_draft_part* part, bool bends) {
    return bends ? part->bends_or_null : part->shapes;
}

static int16_t quantised(float value, double scale) {
    return scale > 0.0 ? (int16_t)floor((double)value / scale + 0.5) : 0;
}

static double length3(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static float scale_for(texels3 values, int32_t count, int32_t bits) {
    float most = 0.0f;
    for (int32_t i = 0; i < count; ++i)
        for (int c = 0; c < 3; ++c)
            most = fmaxf(most, fabsf(values[i][c]));
    float full = bits == 8 ? INT8_MAX : INT16_MAX, scale = most / full;
    // where the quotient was rounded down, or is too small for a float to have its bits
    while (scale > 0.0f && (double)most / (double)scale > (double)full + 0.25)
        scale = nextafterf(scale, 1.0f);
    return scale;
}

// Adds to `error` what a coordinate's rounding does to its vertices for this amount of it.
static void add_error(const asset_draft_part* part, texels3 values, double scale, double amount,
                      double* error) {
    for (int32_t i = 0; i < part->vertex_count; ++i) {
        double off[3];
        for (int c = 0; c < 3; ++c)
            off[c] = (double)values[i][c] - quantised(values[i][c], scale) * scale;
        error[part->vertices[i]] += length3(off) * amount;
    }
}

static uint32_t width_for(uint64_t count) {
    uint32_t width = FORMAT_MIN_WIDTH;
    while (width < FORMAT_MAX_WIDTH && (uint64_t)width * width < count)
        width *= 2;
    return width;
}

static double body_size(const asset_draft* d) {
    double size = 0.0;
    for (int c = 0; c < 3; ++c) {
        float low = d->positions[0][c], high = low;
        for (int32_t i = 1; i < d->vertex_count; ++i) {
            low = fminf(low, d->positions[i][c]);
            high = fmaxf(high, d->positions[i][c]);
        }
        size = fmax(size, (double)high - low);
    }
    return size;
}

// The most of a coordinate that is to be shown.
static double amount_of(const asset_draft_part* part, int32_t k, double reach) {
    if (part->recorded_or_null != NULL)
        return part->recorded_or_null->most[k];
    return reach > 0.0 ? (double)part->limit / reach : 0.0;
}

static asset_table make_table(const asset_draft* d, bool bends, const double* reach, double unit,
                              double most, arena* memory) {
    asset_table t = {.bits = d->table_bits == 8 ? 8 : 16};
    size_t coord_count = 0, coord = 0;
    for (int32_t p = 0; p < d->part_count; ++p)
        coord_count += (size_t)d->parts[p].coord_count;
    float* scales = ARENA_NEW(memory, float, coord_count);
    double* error = ARENA_NEW(memory, double, (size_t)d->vertex_count);
    for (int32_t p = 0; p < d->part_count; ++p) {
        const asset_draft_part* part = &d->parts[p];
        texels3 values = values_of(part, bends);
        for (int32_t k = 0; k < part->coord_count && values != NULL; ++k) {
            texels3 row = values + (size_t)k * (size_t)part->vertex_count;
            double amount = amount_of(part, k, reach[coord + (size_t)k]);
            float scale = scale_for(row, part->vertex_count, t.bits);
            add_error(part, row, (double)scale, amount, error);
            scales[coord + (size_t)k] = scale;
            t.present = true;
        }
        coord += (size_t)part->coord_count;
    }
    for (int32_t i = 0; i < d->vertex_count; ++i)
        t.error = fmax(t.error, error[i]);
    t.lost = t.error;
    t.error = unit > 0.0 ? t.error / unit : 0.0;
    if (t.bits == 16 && t.error > most)
        t.bits = 32;
    t.lost = t.bits == 32 ? 0.0 : t.lost;
    for (size_t k = 0; k < coord_count && t.bits == 32; ++k)
        scales[k] = scales[k] > 0.0f ? 1.0f : 0.0f;
    t.scales = scales;
    return t;
}

void asset_table_size(asset_table* table, uint64_t texels) {
    table->width = table->present ? width_for(texels) : 0;
    table->count = table->present ? (texels + table->width - 1) / table->width * table->width : 0;
}

uint64_t asset_table_bytes(const asset_table* table, uint64_t texels) {
    asset_table sized = *table;
    asset_table_size(&sized, texels);
    return sized.count * asset_table_texel(&sized);
}

double* asset_table_reach(const asset_draft* draft, arena* memory) {
    size_t coord_count = 0, coord = 0;
    for (int32_t p = 0; p < draft->part_count; ++p)
        coord_count += (size_t)draft->parts[p].coord_count;
    double* reach = ARENA_NEW(memory, double, coord_count);
    for (int32_t p = 0; p < draft->part_count; ++p) {
        const asset_draft_part* part = &draft->parts[p];
        texels3 value = part->shapes;
        for (int32_t k = 0; k < part->coord_count; ++k, ++coord)
            for (int32_t i = 0; i < part->vertex_count; ++i, ++value) {
                double v[3] = {(double)(*value)[0], (double)(*value)[1], (double)(*value)[2]};
                reach[coord] = fmax(reach[coord], length3(v));
            }
    }
    return reach;
}

asset_table asset_table_shapes(const asset_draft* draft, const double* reach, arena* memory) {
    return make_table(draft, false, reach, body_size(draft), most_shape_error, memory);
}

asset_table asset_table_bends(const asset_draft* draft, const double* reach, arena* memory) {
    return make_table(draft, true, reach, 1.0, most_bend_error, memory);
}

void asset_table_put(const asset_table* table, const asset_draft_part* part, texels3 values,
                     const float* scales, void* texels) {
    size_t n = (size_t)part->vertex_count, r = (size_t)part->coord_count;
    if (table->bits == 32) {
        memcpy(texels, values, r * n * sizeof *values);
        return;
    }
    int8_t* small = texels;
    int16_t* words = texels;
    for (size_t k = 0, at = 0; k < r; ++k)
        for (size_t i = 0; i < n; ++i, ++values)
            for (int c = 0; c < 3; ++c, ++at)
                if (table->bits == 8)
                    small[at] = (int8_t)quantised((*values)[c], (double)scales[k]);
                else
                    words[at] = quantised((*values)[c], (double)scales[k]);
}
