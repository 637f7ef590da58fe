// The sections of light: each exactly as long as the record asks, indices and numbers in range.
// SPDX-License-Identifier: MIT
#include "runtime/light_asset.h"

#include "runtime/assert.h"
#include "runtime/sh_turn.h"

// Elements that each section must have, from FORMAT_LIGHT_CENTERS on. Counts are of 32 bits and one of them times 108 at most, and the
// product of three is only made when two of them were found to fit.
typedef struct light_counts {
    uint64_t of[6];
} light_counts;

enum { FIRST = FORMAT_LIGHT_CENTERS, KINDS = FORMAT_LIGHT_FIELDS - FIRST + 1 };

static light_counts counts_of(const format_light* r, uint64_t coords) {
    uint64_t fields = (uint64_t)r->field_count + 1, numbers = 3 * (uint64_t)r->order * r->order;
    return (light_counts){{r->center_count * (coords + 1), r->center_count * (fields - 1),
                           r->point_count, fields * numbers, r->point_count * numbers,
                           (fields - 1) * r->point_count * numbers}};
}

static bool are_numbers(const float* x, uint64_t count) {
    bool ok = true;
    for (uint64_t i = 0; i < count; ++i)
        ok &= x[i] >= -FORMAT_LARGEST && x[i] <= FORMAT_LARGEST;
    return ok;
}

static bool check_counts(const format_light* r, const asset_list* list) {
    if (r->order < SH_ORDER_LEAST || r->order > SH_ORDER_MOST || r->center_count < 1 ||
        r->center_count > INT32_MAX || r->point_count < 1 ||
        r->point_count > 2 * list->at[FORMAT_POSITIONS].count || r->field_count > FORMAT_MAX_FIELDS)
        return false;
    light_counts own = counts_of(r, list->at[FORMAT_COORDS].count);
    for (int i = 0; i < KINDS; ++i)
        if (own.of[i] != list->at[FIRST + i].count)
            return false;
    return asset_gate_is_amount(r->error) && asset_gate_is_amount(r->rounded);
}

// Sides of vertices, each once.
static bool check_points(const uint32_t* points, uint32_t count, uint64_t vertices) {
    for (uint32_t i = 0; i < count; ++i)
        if (points[i] >> 1 >= vertices || (i > 0 && points[i] <= points[i - 1]))
            return false;
    return true;
}

static bool check_centers(const float* centers, uint64_t count, uint64_t coords) {
    for (uint64_t k = 0; k < count; ++k, centers += coords + 1)
        if (!are_numbers(centers, coords) || !asset_gate_is_amount(centers[coords]))
            return false;
    return true;
}

bool light_asset_check(const void* block, const asset_list* list) {
    const uint8_t* at = block;
    const format_section* s = list->at;
    const format_light* r = (const format_light*)(at + s[FORMAT_LIGHT].offset);
    if (s[FORMAT_LIGHT].count == 0) {
        uint64_t others = 0;
        for (int i = 0; i < KINDS; ++i)
            others += s[FIRST + i].count;
        return others == 0;
    }
    return s[FORMAT_LIGHT].count == 1 && check_counts(r, list) &&
           check_points((const uint32_t*)(at + s[FORMAT_LIGHT_POINTS].offset), r->point_count,
                        s[FORMAT_POSITIONS].count) &&
           check_centers((const float*)(at + s[FORMAT_LIGHT_CENTERS].offset), r->center_count,
                         s[FORMAT_COORDS].count) &&
           are_numbers((const float*)(at + s[FORMAT_LIGHT_WEIGHTS].offset),
                       s[FORMAT_LIGHT_WEIGHTS].count) &&
           are_numbers((const float*)(at + s[FORMAT_LIGHT_SCALES].offset),
                       s[FORMAT_LIGHT_SCALES].count);
}

asset_light light_asset_of(const supple_asset* asset) {
    SUPPLE_ASSERT(asset != NULL && asset->block != NULL);
    asset_list list;
    const uint8_t* at = asset->block;
    asset_gate_list(at, &list);
    const format_section* s = list.at;
    if (s[FORMAT_LIGHT].count == 0)
        return (asset_light){0};
    size_t bytes = 0;
    for (int i = FORMAT_LIGHT; i <= FORMAT_LIGHT_FIELDS; ++i)
        bytes += (size_t)(s[i].count * s[i].stride);
    return (asset_light){(const format_light*)(at + s[FORMAT_LIGHT].offset),
                         (const float*)(at + s[FORMAT_LIGHT_CENTERS].offset),
                         (const float*)(at + s[FORMAT_LIGHT_WEIGHTS].offset),
                         (const uint32_t*)(at + s[FORMAT_LIGHT_POINTS].offset),
                         (const float*)(at + s[FORMAT_LIGHT_SCALES].offset),
                         (const int16_t*)(at + s[FORMAT_LIGHT_MEAN].offset),
                         (const int8_t*)(at + s[FORMAT_LIGHT_FIELDS].offset),
                         bytes};
}
