// Farthest points first (Gonzalez 1985).
// SPDX-License-Identifier: MIT
#include "runtime/asset/witness.h"

#include "runtime/base/assert.h"
#include "runtime/math/lanes.h"

#include <math.h>
#include <string.h>

enum { ALL = 3 * WITNESS_MOST, LOOKED_AT = 2048 };

// A part of an asset.
typedef struct source {
    const supple_asset* asset;
    const asset_part* part;
} source;

void witness_lay_out(witness* to, const asset_part* part, memory_layout* l) {
    uint32_t places = part->shape_places;
    to->count = places < WITNESS_MOST ? (int32_t)places : WITNESS_MOST;
    to->shapes = memory_take(l, (size_t)part->record->coord_count * ALL, sizeof *to->shapes);
}

static void read_shape(const source* from, uint32_t place, uint32_t k, float out[3]) {
    const supple_asset* asset = from->asset;
    const asset_part* part = from->part;
    size_t at = 3 * (part->record->shape_texel + (size_t)place + (size_t)k * part->shape_places);
    for (size_t axis = 0; axis < 3; ++axis)
        out[axis] = part->coords[k].shape_scale * asset_number(&asset->shapes, at + axis);
}

// How far a coordinate goes: by bones that accelerate, and by touches of a tenth of that. Squared.
static float weight_of(const asset_part* part, uint32_t k) {
    float mass = part->record->mass, push = 0.01f * (mass > 0.0f ? mass : 1.0f),
          lambda = part->coords[k].lambda;
    for (uint32_t r = 0; r < part->record->part_bone_count; ++r)
        for (int axis = 0; axis < 3; ++axis) {
            float s = part->forcing[(size_t)r * part->record->coord_count + k].s[axis];
            push += s * s;
        }
    return lambda > 0.0f ? push / (lambda * lambda) : push;
}

// out += what a coordinate adds to it, at every stride-th place. texels: of the coordinate, as the table has them.
#define ADD_UNLIKE(texels)                                                                         \
    for (uint32_t place = 0; place < places; place += stride) {                                    \
        float sum = out[place / stride];                                                           \
        for (size_t axis = 0; axis < 3; ++axis) {                                                  \
            float d = scale * (float)(texels)[3 * (size_t)place + axis] - other[axis];             \
            sum += weight * d * d;                                                                 \
        }                                                                                          \
        out[place / stride] = sum;                                                                 \
    }

// The squares of how far each place's motion is from that of witness g, or from none: -1.
static void find_unlike(const witness* to, const source* from, uint32_t stride, int32_t g,
                        float* out) {
    memset(out, 0, LOOKED_AT * sizeof *out);
    const asset_part* part = from->part;
    uint32_t places = part->shape_places;
    for (uint32_t k = 0; k < part->record->coord_count; ++k) {
        float weight = weight_of(part, k), scale = part->coords[k].shape_scale, other[3] = {0};
        for (int axis = 0; axis < 3 && g >= 0; ++axis)
            other[axis] = to->shapes[(size_t)k * ALL + (size_t)(axis * WITNESS_MOST + g)];
        size_t first = 3 * (part->record->shape_texel + (size_t)k * places);
        if (from->asset->shapes.bits == 32)
            ADD_UNLIKE((const float*)from->asset->shapes.texels + first)
        else if (from->asset->shapes.bits == 16)
            ADD_UNLIKE((const int16_t*)from->asset->shapes.texels + first)
        else
            ADD_UNLIKE((const int8_t*)from->asset->shapes.texels + first)
    }
}

static void take(const witness* to, const source* from, uint32_t place, int32_t g) {
    for (uint32_t k = 0; k < from->part->record->coord_count; ++k) {
        float w[3];
        read_shape(from, place, k, w);
        for (int axis = 0; axis < 3; ++axis)
            to->shapes[(size_t)k * ALL + (size_t)(axis * WITNESS_MOST + g)] = w[axis];
    }
}

// Of all shapes there are, not of vertices: copies of a vertex, and whether they share texels, change nothing.
void witness_find(const witness* to, const supple_asset* asset, const asset_part* part) {
    const source from = {asset, part};
    float nearest[LOOKED_AT], now[LOOKED_AT];
    uint32_t places = part->shape_places, stride = (places + LOOKED_AT - 1) / LOOKED_AT, best = 0;
    memset(to->shapes, 0, (size_t)part->record->coord_count * ALL * sizeof *to->shapes);
    for (int32_t g = -1; g < to->count - 1; ++g) {
        float most = -1.0f;
        find_unlike(to, &from, stride, g, now);
        for (uint32_t place = 0; place < places; place += stride) {
            uint32_t i = place / stride;
            nearest[i] = g < 0 || now[i] < nearest[i] ? now[i] : nearest[i];
            if (nearest[i] > most) {
                most = nearest[i];
                best = place;
            }
        }
        take(to, &from, best, g + 1);
    }
}

// Of so many at once: six sums that wait for nothing but their own, in registers. Coordinates in their order.
enum { WITNESS_BLOCK = 2 * WIDE };

static inline void sum_shapes(const float* shapes, const float* x, int32_t count, wide sum[3][2]) {
    wide a = {0}, b = {0}, c = {0}, d = {0}, e = {0}, f = {0};
    for (int32_t k = 0; k < count; ++k, shapes += ALL) {
        const wide *along_x = (const wide*)shapes, *along_y = (const wide*)(shapes + WITNESS_MOST),
                   *along_z = (const wide*)(shapes + 2 * WITNESS_MOST);
        a += along_x[0] * x[k];
        b += along_x[1] * x[k];
        c += along_y[0] * x[k];
        d += along_y[1] * x[k];
        e += along_z[0] * x[k];
        f += along_z[1] * x[k];
    }
    sum[0][0] = a, sum[0][1] = b, sum[1][0] = c, sum[1][1] = d, sum[2][0] = e, sum[2][1] = f;
}

// All displacements, as three runs, and the squares of their lengths.
static void find_all(const witness* w, const float* restrict x, int32_t count, float* restrict at,
                     float* restrict squares) {
    SUPPLE_ASSERT(w->count > 0 && w->count <= WITNESS_MOST && count >= 0);
    for (int32_t g = 0; g < w->count; g += WITNESS_BLOCK) {
        wide sum[3][2];
        sum_shapes(w->shapes + g, x, count, sum);
        for (int half = 0; half < 2; ++half) {
            int32_t from = g + half * WIDE;
            for (int axis = 0; axis < 3; ++axis)
                *(wide*)(at + axis * WITNESS_MOST + from) = sum[axis][half];
            *(wide*)(squares + from) = sum[0][half] * sum[0][half] + sum[1][half] * sum[1][half] +
                                       sum[2][half] * sum[2][half];
        }
    }
}

static int32_t find_farthest(const witness* w, const float* x, int32_t count, float* at) {
    float squares[WITNESS_MOST];
    find_all(w, x, count, at, squares);
    int32_t best = 0;
    float most = -1.0f;
    for (int32_t g = 0; g < w->count; ++g) {
        best = squares[g] > most ? g : best;
        most = squares[g] > most ? squares[g] : most;
    }
    return best;
}

static float length_of(const float at[ALL], int32_t g) {
    float y = at[WITNESS_MOST + g], z = at[2 * WITNESS_MOST + g];
    return sqrtf(at[g] * at[g] + y * y + z * z);
}

// The largest of them, whichever it is: no sum, so in any order.
float witness_farthest(const witness* w, const float* x, int32_t count) {
    float at[ALL], squares[WITNESS_MOST], most[EIGHT], farthest = 0.0f;
    find_all(w, x, count, at, squares);
    for (int32_t g = w->count; g % EIGHT != 0; ++g)
        squares[g] = 0.0f;
    memcpy(most, squares, sizeof most);
    for (int32_t g = EIGHT; g < w->count; g += EIGHT)
        for (int i = 0; i < EIGHT; ++i)
            most[i] = squares[g + i] > most[i] ? squares[g + i] : most[i];
    for (int i = 0; i < EIGHT; ++i)
        farthest = most[i] > farthest ? most[i] : farthest;
    return sqrtf(farthest);
}

void witness_gradient(const witness* w, const float* x, int32_t count, float* out) {
    float at[ALL];
    int32_t g = find_farthest(w, x, count, at);
    float length = length_of(at, g);
    for (int32_t k = 0; k < count; ++k) {
        const float* shape = w->shapes + (size_t)k * ALL;
        float along = at[g] * shape[g] + at[WITNESS_MOST + g] * shape[WITNESS_MOST + g] +
                      at[2 * WITNESS_MOST + g] * shape[2 * WITNESS_MOST + g];
        out[k] = length > 0.0f ? along / length : 0.0f;
    }
}
