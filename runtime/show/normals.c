// Area-weighted normals of displaced triangles, and tangents carried along by them.
//
// The caller's own streams are the sums, so no memory of the mesh's size is needed. Vertices that a seam
// has split share one normal again (asset->twins), or the seam would show. A tangent has no shape of
// its own in the asset: in a triangle it is a sum of two edges at rest, and the same sum of the displaced
// edges is where the surface has taken it.
// SPDX-License-Identifier: MIT
#include "runtime/show/normals.h"

#include "runtime/base/assert.h"
#include "runtime/show/blend.h"
#include "runtime/show/evaluate.h"

#include <math.h>
#include <string.h>

enum { SOME = 256 }; // normals at a time

// What linear normals are shrunk to before triangles are added: far below the area of any, so they count
// only where there is none, and still with a square that a float can hold.
#define TRACE 1e-15f

static float dot(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const float a[3], const float b[3], float out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void edge(const float from[3], const float to[3], float out[3]) {
    for (int k = 0; k < 3; ++k)
        out[k] = to[k] - from[k];
}

static float largest(const float n[3]) {
    float m = fabsf(n[0]);
    m = fabsf(n[1]) > m ? fabsf(n[1]) : m;
    return fabsf(n[2]) > m ? fabsf(n[2]) : m;
}

static bool make_unit(float n[3]) {
    float square = dot(n, n);
    if (!(square > 1e-36f && square < 1e36f)) { // small or large: bring the square into range
        float m = largest(n);
        if (!(m > 0.0f && m <= 3e38f))
            return false;
        for (int k = 0; k < 3; ++k)
            n[k] /= m;
        square = dot(n, n);
        if (!(square >= 1.0f)) // one of them is not a number
            return false;
    }
    float length = sqrtf(square);
    for (int k = 0; k < 3; ++k)
        n[k] /= length;
    return true;
}

void normals_unit(float n[3], const float otherwise[3]) {
    if (!make_unit(n))
        for (int k = 0; k < 3; ++k)
            n[k] = otherwise[k];
}

void normals_orthogonal(float t[3], const float n[3]) {
    float along = dot(t, n);
    for (int k = 0; k < 3; ++k)
        t[k] -= along * n[k];
    if (dot(t, t) > 1e-12f && make_unit(t))
        return;
    int least = fabsf(n[0]) <= fabsf(n[1]) ? 0 : 1; // the axis that is farthest from the normal
    least = fabsf(n[2]) < fabsf(n[least]) ? 2 : least;
    for (int k = 0; k < 3; ++k)
        t[k] = (k == least ? 1.0f : 0.0f) - n[least] * n[k];
    make_unit(t);
}

static bool is_ordinary(float square) {
    return square > 1e-36f && square < 1e36f;
}

// Roots and quotients of many at once are several times as fast as one by one, and so is what stands apart by its
// axis. False, and nothing changes, where one of them is very small, very large or no number.
static bool make_ordinary_unit(float (*restrict n)[3], int32_t count) {
    float x[SOME], y[SOME], z[SOME], by[SOME];
    int32_t others = 0;
    for (int32_t i = 0; i < count; ++i) {
        x[i] = n[i][0];
        y[i] = n[i][1];
        z[i] = n[i][2];
    }
    for (int32_t i = 0; i < count; ++i) {
        float square = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
        others += !(square > 1e-36f) | !(square < 1e36f); // as is_ordinary, but in vectors
        by[i] = 1.0f / sqrtf(square);
    }
    if (others > 0)
        return false;
    for (int32_t i = 0; i < count; ++i) {
        n[i][0] = x[i] * by[i];
        n[i][1] = y[i] * by[i];
        n[i][2] = z[i] * by[i];
    }
    return true;
}

static void make_all_unit(float (*n)[3], int32_t count, const float* rest) {
    for (int32_t i = 0; i < count; i += SOME) {
        int32_t some = count - i < SOME ? count - i : SOME;
        if (make_ordinary_unit(n + i, some))
            continue;
        for (int32_t k = i; k < i + some; ++k) {
            float square = dot(n[k], n[k]);
            float by = is_ordinary(square) ? 1.0f / sqrtf(square) : 1.0f;
            if (!is_ordinary(square))
                normals_unit(n[k], rest + 3 * (size_t)k);
            for (int axis = 0; axis < 3; ++axis)
                n[k][axis] *= by;
        }
    }
}

void normals_write(const supple_asset* asset, const supple_streams* out, int32_t first,
                   int32_t count, float (*normals)[3]) {
    SUPPLE_ASSERT(first >= 0 && count >= 0 && first + count <= asset->vertex_count);
    make_all_unit(normals, count, asset->normals + 3 * (size_t)first);
    for (int32_t i = 0; i < count && out->normals != NULL; ++i)
        memcpy(evaluate_at(out->normals, out->normal_stride, first + i), normals[i],
               sizeof *normals);
    if (out->tangents != NULL && asset->tangents != NULL)
        for (int32_t i = 0; i < count; ++i)
            normals_orthogonal(evaluate_at(out->tangents, out->tangent_stride, first + i),
                               normals[i]);
}

static uint32_t twin_of(const supple_asset* asset, uint32_t vertex) {
    return asset->twins != NULL ? asset->twins[vertex] : vertex;
}

static void shrink(float* stream, size_t stride, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k)
            evaluate_at(stream, stride, i)[k] *= TRACE;
}

static void add_normal(const supple_asset* asset, const supple_streams* out,
                       const uint32_t corners[3], const float area[3]) {
    for (int j = 0; j < 3; ++j) {
        uint32_t vertex = twin_of(asset, corners[j]);
        float* n = evaluate_at(out->normals, out->normal_stride, (int32_t)vertex);
        for (int k = 0; k < 3; ++k)
            n[k] += area[k];
    }
}

// `u` and `v`: the displaced edges from the first corner.
static void carry_tangents(const supple_asset* asset, const supple_streams* out,
                           const uint32_t corners[3], const float u[3], const float v[3]) {
    float rest_u[3], rest_v[3], area[3], part[3];
    const float* first = asset->positions + 3 * (size_t)corners[0];
    edge(first, asset->positions + 3 * (size_t)corners[1], rest_u);
    edge(first, asset->positions + 3 * (size_t)corners[2], rest_v);
    cross(rest_u, rest_v, area);
    float square = dot(area, area);
    if (!(square > 0.0f))
        return;
    float weight = 1.0f / sqrtf(square); // of the share along each edge: by area, over its square
    for (int j = 0; j < 3; ++j) {
        const float* rest = asset->tangents + 4 * (size_t)corners[j];
        float* t = evaluate_at(out->tangents, out->tangent_stride, (int32_t)corners[j]);
        cross(rest, rest_v, part);
        float along_u = dot(part, area) * weight;
        cross(rest_u, rest, part);
        float along_v = dot(part, area) * weight;
        for (int k = 0; k < 3; ++k)
            t[k] += along_u * u[k] + along_v * v[k];
    }
}

static bool mirrors(const float m[BLEND_ROWS]) {
    float other[3];
    cross(m + 4, m + 8, other);
    return dot(m, other) < 0.0f;
}

static bool any_mirrors(const supple_asset* asset, const float (*palette_or_null)[BLEND_ROWS]) {
    bool any = false;
    for (int32_t i = 0; i < asset->bone_count && palette_or_null != NULL; ++i)
        any |= mirrors(palette_or_null[i]);
    return any;
}

void normals_recompute(const supple_asset* asset, const supple_streams* out,
                       const float (*palette_or_null)[BLEND_ROWS]) {
    if (out->positions == NULL || out->normals == NULL)
        return;
    bool carry = out->tangents != NULL && asset->tangents != NULL;
    bool mirrored = any_mirrors(asset, palette_or_null);
    shrink(out->normals, out->normal_stride, asset->vertex_count);
    if (carry)
        shrink(out->tangents, out->tangent_stride, asset->vertex_count);
    for (int32_t i = 0; i < asset->triangle_count; ++i) {
        const uint32_t* corners = asset->triangles + 3 * (size_t)i;
        const float* at[3];
        for (int j = 0; j < 3; ++j)
            at[j] = evaluate_at(out->positions, out->position_stride, (int32_t)corners[j]);
        float u[3], v[3], area[3], m[BLEND_ROWS];
        edge(at[0], at[1], u);
        edge(at[0], at[2], v);
        if (mirrored)
            blend_palette(asset, palette_or_null, corners[0], m);
        if (mirrored && mirrors(m))
            cross(v, u, area);
        else
            cross(u, v, area);
        add_normal(asset, out, corners, area);
        if (carry)
            carry_tangents(asset, out, corners, u, v);
    }
    for (int32_t i = 0; i < asset->vertex_count; ++i) {
        float* n = evaluate_at(out->normals, out->normal_stride, i);
        int32_t twin = (int32_t)twin_of(asset, (uint32_t)i); // never behind i, so it is finished
        if (twin == i)
            normals_unit(n, asset->normals + 3 * (size_t)i);
        else
            for (int k = 0; k < 3; ++k)
                n[k] = evaluate_at(out->normals, out->normal_stride, twin)[k];
        if (carry)
            normals_orthogonal(evaluate_at(out->tangents, out->tangent_stride, i), n);
    }
}
