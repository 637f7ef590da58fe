// How well layers keep their offsets: a vertex of one piece, and the point of another that is nearest to it at rest.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"
#include "bake/mesh/soup.h"
#include "bake/play/play.h"
#include "bake/scene/bind.h"

#include <string.h>

typedef struct offsets {
    int32_t count;
    int32_t* vertex;     // [count] of the asset
    int32_t (*below)[3]; // [count] vertices of the triangle that it lies on
    double (*at)[3];     // [count] barycentric
    double* length;      // [count] metres
} offsets;

typedef struct offsets_kept {
    double ratio;          // the largest change of an offset over its length
    double worst, at_rest; // metres: that change, and that length
    int32_t vertex;
    double farthest; // metres: how far a vertex below went
    double largest;  // metres: the largest change of any
} offsets_kept;

// Does it lie over the triangle, and faces the same way? Beyond a hem the nearest point is on the rim, in a fold
// it is on the other side: such neighbours lie beside it.
static inline bool offset_is_over(const surface* f, int32_t v, const uint32_t* t,
                                  const soup_hit* hit) {
    const vec3* p = f->positions;
    const float* m = f->normals[v];
    vec3 n = v3_unit(v3_cross(v3_sub(p[t[1]], p[t[0]]), v3_sub(p[t[2]], p[t[0]])));
    return fabs(v3_dot(v3_sub(p[v], hit->point), n)) > 0.9 * hit->distance &&
           v3_dot(n, v3(m[0], m[1], m[2])) > 0.5;
}

static inline void offset_take(offsets* o, const surface* f, int32_t v, const uint32_t* t,
                               const soup_hit* hit, double metres) {
    const vec3* p = f->positions;
    vec3 n = v3_cross(v3_sub(p[t[1]], p[t[0]]), v3_sub(p[t[2]], p[t[0]]));
    for (int k = 0; k < 3; ++k) {
        vec3 x = v3_sub(p[t[(k + 1) % 3]], hit->point), y = v3_sub(p[t[(k + 2) % 3]], hit->point);
        o->at[o->count][k] = v3_dot(v3_cross(x, y), n) / v3_dot(n, n);
        o->below[o->count][k] = (int32_t)t[k];
    }
    o->length[o->count] = metres * hit->distance;
    o->vertex[o->count++] = v;
}

typedef struct offset_search {
    const int32_t* of;    // [vertex_count] labels of pieces
    int32_t upper, lower; // labels: vertices of one, near the other; lower -1: near any other
    double least, most;   // file's unit
} offset_search;

static inline soup offset_soup(const surface* f, const offset_search* how, uint32_t (*triangles)[3],
                               arena* a) {
    int32_t count = 0;
    for (int32_t t = 0; t < f->triangle_count; ++t) {
        int32_t label = how->of[f->triangles[t][0]];
        if (how->lower < 0 ? label != how->upper : label == how->lower)
            memcpy(triangles[count++], f->triangles[t], sizeof *triangles);
    }
    return soup_new(f->positions, (const uint32_t(*)[3])triangles, count, a);
}

static inline offsets offsets_between(const surface* f, const offset_search* how, double metres,
                                      arena* a) {
    size_t n = (size_t)f->vertex_count;
    offsets o = {.vertex = ARENA_NEW(a, int32_t, n), .length = ARENA_NEW(a, double, n)};
    o.below = arena_alloc(a, n, sizeof *o.below);
    o.at = arena_alloc(a, n, sizeof *o.at);
    uint32_t(*triangles)[3] = arena_alloc(a, (size_t)f->triangle_count, sizeof *triangles);
    soup below = offset_soup(f, how, triangles, a);
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        soup_hit hit;
        if (how->of[v] == how->upper && soup_nearest(&below, f->positions[v], how->most, &hit) &&
            hit.distance > how->least && offset_is_over(f, v, triangles[hit.triangle], &hit))
            offset_take(&o, f, v, triangles[hit.triangle], &hit, metres);
    }
    return o;
}

// A displacement as the runtime gives it, in metres and in axes that all meshes share.
static inline vec3 offset_moved(const binding* b, const supple_asset* a, const float* now,
                                int32_t v) {
    const float *p = now + 3 * (size_t)v, *q = a->positions + 3 * (size_t)v;
    vec3 d = v3((double)p[0] - q[0], (double)p[1] - q[1], (double)p[2] - q[2]);
    return mat4_vector(mat4_inverse_affine(binding_map(b, v)), d);
}

static inline void offsets_measure(const offsets* o, const binding* b, const supple_asset* a,
                                   const float* now, offsets_kept* out) {
    for (int32_t i = 0; i < o->count; ++i) {
        vec3 below = v3(0, 0, 0), own = offset_moved(b, a, now, o->vertex[i]);
        for (int k = 0; k < 3; ++k)
            below = v3_madd(below, offset_moved(b, a, now, o->below[i][k]), o->at[i][k]);
        double apart = v3_distance(own, below);
        out->farthest = fmax(out->farthest, v3_length(below));
        out->largest = fmax(out->largest, apart);
        if (apart > out->ratio * o->length[i]) {
            out->ratio = apart / o->length[i];
            out->worst = apart;
            out->at_rest = o->length[i];
            out->vertex = o->vertex[i];
        }
    }
}

// Over every frame of a take.
static inline void offsets_over(const offsets* o, const play_request* q, const play_take* t,
                                arena* a, offsets_kept* out) {
    float* now = ARENA_NEW(a, float, 3 * (size_t)q->asset->vertex_count);
    supple_streams streams = supple_streams_packed(now, NULL);
    for (int32_t frame = 0; frame < t->frame_count; ++frame) {
        supple_body_evaluate(play_frame(t, frame), &streams);
        offsets_measure(o, q->binding, q->asset, now, out);
    }
}
