// The sections of light: each exactly as long as the record asks, indices and numbers in range.
// SPDX-License-Identifier: MIT
#include "runtime/asset/light_asset.h"

#include "runtime/base/assert.h"
#include "runtime/math/sh_turn.h"

// Elements that each section must have, from FORMAT_LIGHT_CENTERS on. Counts are of 32 bits and one of them times 108 at most, and the
// product of three is only made when two of them were found to fit.
typedef struct light_counts {
    uint64_t of[6];
} light_counts;

enum {
    LIGHT_ASSET_FIRST = FORMAT_LIGHT_CENTERS,
    LIGHT_ASSET_KINDS = FORMAT_LIGHT_FIELDS - LIGHT_ASSET_FIRST + 1
};

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
    for (int i = 0; i < LIGHT_ASSET_KINDS; ++i)
        if (own.of[i] != list->at[LIGHT_ASSET_FIRST + i].count)
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

// What may be left out: all of it, or as long as the others ask.
static bool check_options(const uint8_t* at, const format_section* s, const format_light* r) {
    uint64_t coords = s[FORMAT_COORDS].count, slopes = s[FORMAT_LIGHT_SLOPES].count,
             groups = s[FORMAT_LIGHT_GROUPS].count, ball = LIGHT_BALL + 3 * coords,
             balls = s[FORMAT_LIGHT_BALLS].count;
    const uint32_t* bones = (const uint32_t*)(at + s[FORMAT_LIGHT_GROUPS].offset);
    const uint16_t* of = (const uint16_t*)(at + s[FORMAT_LIGHT_GROUP_OF].offset);
    const float* x = (const float*)(at + s[FORMAT_LIGHT_BALLS].offset);
    bool ok = (slopes == 0 || slopes == coords * r->field_count) && groups <= FORMAT_MAX_BONES &&
              s[FORMAT_LIGHT_GROUP_OF].count == (groups > 1 ? r->point_count : 0) &&
              balls % ball == 0 &&
              are_numbers((const float*)(at + s[FORMAT_LIGHT_SLOPES].offset), slopes) &&
              are_numbers(x, balls);
    for (uint64_t i = 0; i < groups && ok; ++i)
        ok = bones[i] < s[FORMAT_BONES].count;
    for (uint64_t i = 0; i < s[FORMAT_LIGHT_GROUP_OF].count && ok; ++i)
        ok = of[i] < groups;
    for (uint64_t i = 0; i < balls && ok; i += ball)
        ok = x[i + 3] >= 0.0f;
    return ok;
}

bool light_asset_check(const void* block, const asset_list* list) {
    const uint8_t* at = block;
    const format_section* s = list->at;
    const format_light* r = (const format_light*)(at + s[FORMAT_LIGHT].offset);
    if (s[FORMAT_LIGHT].count == 0) {
        uint64_t others = 0;
        for (int i = LIGHT_ASSET_FIRST; i <= FORMAT_LIGHT_BALLS; ++i)
            others += s[i].count;
        return others == 0;
    }
    return s[FORMAT_LIGHT].count == 1 && check_counts(r, list) && check_options(at, s, r) &&
           check_points((const uint32_t*)(at + s[FORMAT_LIGHT_POINTS].offset), r->point_count,
                        s[FORMAT_POSITIONS].count) &&
           check_centers((const float*)(at + s[FORMAT_LIGHT_CENTERS].offset), r->center_count,
                         s[FORMAT_COORDS].count) &&
           are_numbers((const float*)(at + s[FORMAT_LIGHT_WEIGHTS].offset),
                       s[FORMAT_LIGHT_WEIGHTS].count) &&
           are_numbers((const float*)(at + s[FORMAT_LIGHT_SCALES].offset),
                       s[FORMAT_LIGHT_SCALES].count);
}

static const void* begin_of(const uint8_t* at, const format_section* s, format_kind kind) {
    return s[kind].count > 0 ? at + s[kind].offset : NULL;
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
    for (int i = FORMAT_LIGHT; i <= FORMAT_LIGHT_BALLS; ++i)
        bytes += (size_t)(s[i].count * s[i].stride);
    return (asset_light){
        .record = begin_of(at, s, FORMAT_LIGHT),
        .centers = begin_of(at, s, FORMAT_LIGHT_CENTERS),
        .weights = begin_of(at, s, FORMAT_LIGHT_WEIGHTS),
        .points = begin_of(at, s, FORMAT_LIGHT_POINTS),
        .scales = begin_of(at, s, FORMAT_LIGHT_SCALES),
        .mean = begin_of(at, s, FORMAT_LIGHT_MEAN),
        .fields = begin_of(at, s, FORMAT_LIGHT_FIELDS),
        .slopes = begin_of(at, s, FORMAT_LIGHT_SLOPES),
        .bones = begin_of(at, s, FORMAT_LIGHT_GROUPS),
        .group_of = begin_of(at, s, FORMAT_LIGHT_GROUP_OF),
        .balls = begin_of(at, s, FORMAT_LIGHT_BALLS),
        .group_count = s[FORMAT_LIGHT_GROUPS].count > 0 ? (int32_t)s[FORMAT_LIGHT_GROUPS].count : 1,
        .ball_count =
            (int32_t)(s[FORMAT_LIGHT_BALLS].count / (LIGHT_BALL + 3 * s[FORMAT_COORDS].count)),
        .bytes = bytes};
}
