// Light that follows the flesh: fields of transfer folded with a light once, then summed as the shape has them.
//
// James & Fatahalian 2003, 5.3; docs/numerics.md D2, D6. Folding takes 3 order^2 products a point and field, a frame three. What stands in
// the file stays there, in 16 and 8 bits: only folded colours are kept.
// SPDX-License-Identifier: MIT
#include "runtime/asset/light_asset.h"
#include "runtime/base/memory.h"
#include "runtime/body/body.h"
#include "runtime/math/exact.h"
#include "runtime/math/sh_turn.h"
#include "runtime/show/light_fold.h"

#include <math.h>
#include <string.h>

struct supple_light {
    asset_light of;
    int32_t coord_count, vertex_count;
    supple_allocator allocator;
    size_t size;
    double* parts;  // [center_count] of the shape, while they are found
    double* bounds; // [field_count][2] the least and largest that slopes may add
    double* turned; // [group_count][numbers] the light as each group sees it, ...
    float* factors; // ... times the scales of a field
    float* amounts; // [1 + field_count] 1, then the fields'
    float*
        colors; // [1 + field_count][point_count][3] folded, and texels of no meaning up to a whole row
};

// Rows of the table that colours are for a GPU.
enum { LIGHT_WIDE = 2048 };
static size_t rows_of(const format_light* r) {
    return ((1 + (size_t)r->field_count) * r->point_count + LIGHT_WIDE - 1) / LIGHT_WIDE;
}

static void lay_out(void* owner, memory_layout* l) {
    supple_light* x = owner;
    const format_light* r = x->of.record;
    size_t fields = 1 + (size_t)r->field_count;
    memory_take(l, 1, sizeof *x);
    x->parts = memory_take(l, r->center_count, sizeof *x->parts);
    x->bounds = memory_take(l, 2 * fields, sizeof *x->bounds);
    size_t light = (size_t)x->of.group_count * 3 * (size_t)sh_count((int32_t)r->order);
    x->turned = memory_take(l, light, sizeof *x->turned);
    x->factors = memory_take(l, light, sizeof *x->factors);
    x->amounts = memory_take(l, fields, sizeof *x->amounts);
    x->colors = memory_take(l, LIGHT_WIDE * rows_of(r), 3 * sizeof *x->colors);
}

supple_light_info supple_asset_light(const supple_asset* asset) {
    asset_light x = light_asset_of(asset);
    if (x.record == NULL)
        return (supple_light_info){0};
    return (supple_light_info){.order = (int32_t)x.record->order,
                               .field_count = (int32_t)x.record->field_count,
                               .shape_count = (int32_t)x.record->center_count,
                               .point_count = (int32_t)x.record->point_count,
                               .group_count = x.group_count,
                               .ball_count = x.ball_count,
                               .bytes = x.bytes,
                               .error = x.record->error,
                               .rounded = x.record->rounded};
}

int32_t supple_asset_light_bone(const supple_asset* asset, int32_t group) {
    asset_light x = light_asset_of(asset);
    bool known = x.record != NULL && group >= 0 && group < x.group_count;
    return known && x.bones != NULL ? (int32_t)x.bones[group] : 0;
}

// What slopes add to a field at coordinates q.
static double along(const supple_light* x, const float* q, uint32_t field) {
    double sum = 0.0;
    for (int32_t i = 0; i < x->coord_count; ++i)
        sum += (double)q[i] * (double)x->of.slopes[(size_t)i * x->of.record->field_count + field];
    return sum;
}

// Half their range at the centres beyond it, either way.
static void set_bounds(supple_light* x) {
    const format_light* r = x->of.record;
    double* range = x->bounds;
    for (uint32_t f = 0; f < r->field_count && x->of.slopes != NULL; ++f, range += 2) {
        for (uint32_t k = 0; k < r->center_count; ++k) {
            double one = along(x, x->of.centers + (size_t)k * ((size_t)x->coord_count + 1), f);
            range[0] = k == 0 || one < range[0] ? one : range[0];
            range[1] = k == 0 || one > range[1] ? one : range[1];
        }
        double more = 0.5 * (range[1] - range[0]), most = (double)FORMAT_LARGEST; // as weights have
        range[0] = range[0] - more > -most ? range[0] - more : -most;
        range[1] = range[1] + more < most ? range[1] + more : most;
    }
}

supple_light* supple_light_create(const supple_asset* asset,
                                  const supple_allocator* allocator_or_null) {
    supple_light counts = {.of = light_asset_of(asset),
                           .coord_count = asset->coord_count,
                           .vertex_count = asset->vertex_count,
                           .allocator = memory_allocator(allocator_or_null)};
    size_t size;
    if (counts.of.record == NULL)
        return NULL;
    supple_light* x = memory_make(&counts.allocator, lay_out, &counts, sizeof counts, &size);
    if (x == NULL)
        return NULL;
    x->size = size;
    set_bounds(x);
    return x;
}

void supple_light_destroy(supple_light* light_or_null) {
    if (light_or_null == NULL)
        return;
    supple_allocator a = light_or_null->allocator;
    a.release(a.user, light_or_null, light_or_null->size);
}

// ---- folding -----------------------------------------------------------------------------

// The light as the asset's axes see it: turned back.
static void turn_back(int32_t order, const float* light, const float* axes_or_null, double* out) {
    double in[3 * SH_MOST], rows[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int32_t i = 0; i < 3 * sh_count(order); ++i)
        in[i] = (double)light[i];
    for (int i = 0; i < 9 && axes_or_null != NULL; ++i)
        rows[i % 3][i / 3] = (double)axes_or_null[i];
    sh_turn t = sh_turn_of(order, (const double(*)[3])rows);
    for (int c = 0; c < 3; ++c)
        sh_turn_apply(&t, in + c, 3, out + c);
}

static bool are_finite(const float* x, int32_t count) {
    bool ok = true;
    for (int32_t i = 0; i < count; ++i)
        ok &= isfinite(x[i]) != 0;
    return ok;
}

// The light of every group, times the scales of a field.
static void set_factors(supple_light* x, const double* turned, uint32_t field) {
    size_t numbers = 3 * (size_t)sh_count((int32_t)x->of.record->order);
    const float* scales = x->of.scales + (size_t)field * numbers;
    for (size_t i = 0; i < (size_t)x->of.group_count * numbers; ++i)
        x->factors[i] = (float)(turned[i] * (double)scales[i % numbers]);
}

// Points of one group that follow each other.
static uint32_t run_from(const asset_light* l, uint32_t first) {
    uint32_t end = first + 1;
    if (l->group_of == NULL)
        return l->record->point_count;
    while (end < l->record->point_count && l->group_of[end] == l->group_of[first])
        ++end;
    return end;
}

static void fold_field(supple_light* x, uint32_t field) {
    const asset_light* l = &x->of;
    uint32_t points = l->record->point_count, end;
    int32_t numbers = 3 * sh_count((int32_t)l->record->order);
    for (uint32_t p = 0; p < points; p = end) {
        size_t at = (size_t)p * (size_t)numbers, group = l->group_of != NULL ? l->group_of[p] : 0;
        const float* by = x->factors + group * (size_t)numbers;
        float* rgb = x->colors + 3 * ((size_t)field * points + p);
        end = run_from(l, p);
        if (field == 0)
            light_fold(l->mean + at, by, numbers, end - p, rgb);
        else
            light_fold_bytes(l->fields + (size_t)(field - 1) * points * (size_t)numbers + at, by,
                             numbers, end - p, rgb);
    }
}

void supple_light_set(supple_light* light, const float* coefficients, const float* axes_or_null) {
    const format_light* r = light->of.record;
    int32_t numbers = 3 * sh_count((int32_t)r->order), groups = light->of.group_count;
    if (!are_finite(coefficients, numbers) ||
        (axes_or_null != NULL && !are_finite(axes_or_null, 9 * groups)))
        return;
    for (int32_t g = 0; g < groups; ++g)
        turn_back((int32_t)r->order, coefficients,
                  axes_or_null != NULL ? axes_or_null + 9 * (size_t)g : NULL,
                  light->turned + (size_t)g * (size_t)numbers);
    for (uint32_t f = 0; f <= r->field_count; ++f) {
        set_factors(light, light->turned, f);
        fold_field(light, f);
    }
}

// ---- a frame -----------------------------------------------------------------------------

// How much of each field a shape has: weights of the centres by their normalised radial functions. The smallest exponent is taken
// off first, so that one of them is left however far the shape is. Slopes are bounded by what lit shapes have.
static void find_amounts(supple_light* x, const float* q) {
    const format_light* r = x->of.record;
    const float* c = x->of.centers;
    double least = INFINITY, sum = 0.0;
    for (uint32_t k = 0; k < r->center_count; ++k, ++c) {
        double square = 0.0;
        for (int32_t i = 0; i < x->coord_count; ++i, ++c)
            square += ((double)q[i] - (double)*c) * ((double)q[i] - (double)*c);
        x->parts[k] = square * (double)*c;
        least = x->parts[k] < least ? x->parts[k] : least;
    }
    for (uint32_t k = 0; k < r->center_count; ++k)
        sum += x->parts[k] = exact_exp(least - x->parts[k]);
    x->amounts[0] = 1.0f;
    for (uint32_t f = 0; f < r->field_count; ++f) {
        double amount = 0.0;
        for (uint32_t k = 0; k < r->center_count; ++k)
            amount += x->parts[k] * (double)x->of.weights[(size_t)k * r->field_count + f];
        double line = x->of.slopes != NULL ? along(x, q, f) : 0.0,
               *range = x->bounds + 2 * (size_t)f;
        line = line < range[0] ? range[0] : line > range[1] ? range[1] : line;
        x->amounts[f + 1] = (float)(amount / sum + line);
    }
}

static void add_field(const float* restrict colors, float amount, size_t count,
                      float* restrict sum) {
    for (size_t i = 0; i < count; ++i)
        sum[i] += amount * colors[i];
}

void supple_body_light(const supple_body* body, supple_light* light, float* front,
                       float* back_or_null) {
    enum { LIGHT_RUN = 256 }; // points at a time, so that their sums stay near
    const format_light* r = light->of.record;
    float sum[3 * LIGHT_RUN];
    size_t vertex_bytes = 3 * (size_t)light->vertex_count * sizeof *front;
    memset(front, 0, vertex_bytes);
    if (back_or_null != NULL)
        memset(back_or_null, 0, vertex_bytes);
    find_amounts(light, supple_body_coords(body));
    for (uint32_t first = 0; first < r->point_count; first += LIGHT_RUN) {
        uint32_t count = r->point_count - first < LIGHT_RUN ? r->point_count - first : LIGHT_RUN;
        memset(sum, 0, sizeof sum);
        for (uint32_t f = 0; f <= r->field_count; ++f)
            add_field(light->colors + 3 * ((size_t)f * r->point_count + first), light->amounts[f],
                      3 * (size_t)count, sum);
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t point = light->of.points[first + i];
            float* side = (point & 1u) != 0 ? back_or_null : front;
            for (uint32_t c = 0; c < 3 && side != NULL; ++c) // few harmonics ring below zero
                side[3 * (size_t)(point >> 1) + c] = sum[3 * i + c] > 0.0f ? sum[3 * i + c] : 0.0f;
        }
    }
}

// ---- for a GPU -----------------------------------------------------------------------------

supple_table supple_light_colors(const supple_light* light) {
    return (supple_table){light->colors, LIGHT_WIDE, (int32_t)rows_of(light->of.record), 32};
}

void supple_light_points(const supple_light* light, uint32_t* points) {
    for (int64_t i = 0; i < 2 * (int64_t)light->vertex_count; ++i)
        points[i] = UINT32_MAX;
    for (uint32_t i = 0; i < light->of.record->point_count; ++i)
        points[light->of.points[i]] = i; // vertex << 1 | side
}

const float* supple_light_amounts(supple_light* light, const supple_body* body) {
    find_amounts(light, supple_body_coords(body));
    return light->amounts;
}
