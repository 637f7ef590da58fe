// SPDX-License-Identifier: MIT
#include "bake/export/asset_light.h"

#include <math.h>
#include <string.h>

static uint64_t coords_of(const asset_draft* d) {
    uint64_t sum = 0;
    for (int32_t p = 0; p < d->part_count; ++p)
        sum += (uint64_t)d->parts[p].coord_count;
    return sum;
}

static uint64_t numbers_of(const asset_draft_light* x) {
    return 3 * (uint64_t)x->order * (uint64_t)x->order;
}

static bool all_numbers(const double* x, uint64_t count) {
    for (uint64_t i = 0; i < count; ++i)
        if (!(fabs(x[i]) <= (double)FORMAT_LARGEST))
            return false;
    return true;
}

static bool all_floats(const float* x, uint64_t count) {
    for (uint64_t i = 0; i < count; ++i)
        if (!(fabsf(x[i]) <= FORMAT_LARGEST))
            return false;
    return true;
}

bool asset_light_check(const asset_draft* d, report* r) {
    const asset_draft_light* x = d->light_or_null;
    if (x == NULL)
        return true;
    uint64_t fields = (uint64_t)x->field_count, centers = (uint64_t)x->center_count,
             cells = (uint64_t)x->point_count * numbers_of(x);
    if (x->field_count > FORMAT_MAX_FIELDS || (fields + 1) * cells > INT32_MAX)
        return report_error(r, place_none(),
                            "light of %d fields at %d points is more than an asset can hold: ask "
                            "for fewer fields",
                            x->field_count, x->point_count);
    uint64_t coords = coords_of(d), slopes = x->slopes_or_null != NULL ? coords * fields : 0;
    return (all_numbers(x->centers, centers * coords) && all_numbers(x->sharpness, centers) &&
            all_numbers(x->slopes_or_null, slopes) &&
            all_floats(x->balls, (uint64_t)x->ball_count * (7 + 3 * coords)) &&
            all_numbers(x->weights, centers * fields) && all_numbers(x->amounts, fields) &&
            all_floats(x->mean, cells) && all_floats(x->fields, fields * cells)) ||
           report_error(r, place_none(), "the light has a number that is not finite or beyond %g",
                        (double)FORMAT_LARGEST);
}

void asset_light_plan(const asset_draft* d, format_section sections[FORMAT_KINDS]) {
    const asset_draft_light* x = d->light_or_null;
    if (x == NULL)
        return;
    uint64_t fields = (uint64_t)x->field_count + 1, centers = (uint64_t)x->center_count,
             points = (uint64_t)x->point_count, numbers = numbers_of(x), coords = coords_of(d),
             groups = x->bones_or_null != NULL ? (uint64_t)x->group_count : 0;
    const format_section all[] = {
        {FORMAT_LIGHT, sizeof(format_light), 1, 0},
        {FORMAT_LIGHT_CENTERS, sizeof(float), centers * (coords + 1), 0},
        {FORMAT_LIGHT_WEIGHTS, sizeof(float), centers * (fields - 1), 0},
        {FORMAT_LIGHT_POINTS, sizeof(uint32_t), points, 0},
        {FORMAT_LIGHT_SCALES, sizeof(float), fields * numbers, 0},
        {FORMAT_LIGHT_MEAN, sizeof(int16_t), points * numbers, 0},
        {FORMAT_LIGHT_FIELDS, sizeof(int8_t), (fields - 1) * points * numbers, 0},
        {FORMAT_LIGHT_SLOPES, sizeof(float), x->slopes_or_null != NULL ? coords * (fields - 1) : 0,
         0},
        {FORMAT_LIGHT_GROUPS, sizeof(uint32_t), groups, 0},
        {FORMAT_LIGHT_GROUP_OF, sizeof(uint16_t), groups > 1 ? points : 0, 0},
        {FORMAT_LIGHT_BALLS, sizeof(float), (uint64_t)x->ball_count * (7 + 3 * coords), 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        sections[all[i].kind] = all[i];
}

// One field: each of its numbers has the scale that its largest needs; out: one after another, as whole numbers up to `most`. Returns the
// sum of squares of what is lost.
static double round_field(const asset_draft_light* x, const float* from, int32_t most,
                          float* scales, int16_t* out) {
    size_t numbers = numbers_of(x), points = (size_t)x->point_count;
    double lost = 0.0;
    for (size_t i = 0; i < numbers; ++i) {
        float largest = 0.0f;
        for (size_t p = 0; p < points; ++p)
            largest = fmaxf(largest, fabsf(from[p * numbers + i]));
        scales[i] = largest / (float)most;
        for (size_t p = 0; p < points; ++p) {
            double exact = (double)from[p * numbers + i],
                   word = scales[i] > 0.0f ? floor(exact / (double)scales[i] + 0.5) : 0.0;
            word = fmax(fmin(word, most), -most);
            out[p * numbers + i] = (int16_t)word;
            lost += (word * (double)scales[i] - exact) * (word * (double)scales[i] - exact);
        }
    }
    return lost;
}

// All of them; the sum of squares of what a shape loses, on average.
static double put_fields(const asset_draft_light* x, float* scales, int16_t* mean, int8_t* fields) {
    arena* scratch = arena_create();
    size_t numbers = numbers_of(x), cells = (size_t)x->point_count * numbers;
    int16_t* words = ARENA_NEW(scratch, int16_t, cells);
    double lost = round_field(x, x->mean, INT16_MAX, scales, mean);
    for (size_t f = 0; f < (size_t)x->field_count; ++f) {
        double one =
            round_field(x, x->fields + f * cells, INT8_MAX, scales + (f + 1) * numbers, words);
        lost += x->amounts[f] * x->amounts[f] * one;
        for (size_t i = 0; i < cells; ++i)
            fields[f * cells + i] = (int8_t)words[i];
    }
    arena_destroy(scratch);
    return lost;
}

static void put(const format_section sections[FORMAT_KINDS], uint8_t* block, format_kind kind,
                const void* data) {
    const format_section* s = &sections[kind];
    if (s->count > 0)
        memcpy(block + s->offset, data, (size_t)(s->count * s->stride));
}

void asset_light_fill(const asset_draft* d, const format_section sections[FORMAT_KINDS],
                      uint8_t* block) {
    const asset_draft_light* x = d->light_or_null;
    if (x == NULL)
        return;
    size_t coords = coords_of(d), numbers = numbers_of(x), cells = (size_t)x->point_count * numbers;
    float *centers = (float*)(block + sections[FORMAT_LIGHT_CENTERS].offset),
          *weights = (float*)(block + sections[FORMAT_LIGHT_WEIGHTS].offset),
          *scales = (float*)(block + sections[FORMAT_LIGHT_SCALES].offset);
    for (size_t k = 0; k < (size_t)x->center_count; ++k) {
        for (size_t i = 0; i < coords; ++i)
            *centers++ = (float)x->centers[k * coords + i];
        *centers++ = (float)x->sharpness[k];
    }
    for (size_t i = 0; i < (size_t)x->center_count * (size_t)x->field_count; ++i)
        weights[i] = (float)x->weights[i];
    float* slopes = (float*)(block + sections[FORMAT_LIGHT_SLOPES].offset);
    for (size_t i = 0; i < sections[FORMAT_LIGHT_SLOPES].count; ++i)
        slopes[i] = (float)x->slopes_or_null[i];
    put(sections, block, FORMAT_LIGHT_POINTS, x->points);
    put(sections, block, FORMAT_LIGHT_GROUPS, x->bones_or_null);
    put(sections, block, FORMAT_LIGHT_GROUP_OF, x->group_of_or_null);
    put(sections, block, FORMAT_LIGHT_BALLS, x->balls);
    double size = 0.0,
           lost = put_fields(x, scales, (int16_t*)(block + sections[FORMAT_LIGHT_MEAN].offset),
                             (int8_t*)(block + sections[FORMAT_LIGHT_FIELDS].offset));
    for (size_t i = 0; i < cells; ++i)
        size += (double)x->mean[i] * (double)x->mean[i];
    *(format_light*)(block + sections[FORMAT_LIGHT].offset) =
        (format_light){.order = (uint32_t)x->order,
                       .field_count = (uint32_t)x->field_count,
                       .center_count = (uint32_t)x->center_count,
                       .point_count = (uint32_t)x->point_count,
                       .error = (float)x->error,
                       .rounded = size > 0.0 ? (float)sqrt(lost / size) : 0.0f};
}
