// Matrix-palette skinning of the displaced vertices, as engines do it on the GPU.
//
// Normals go through the same blended matrix as positions, without its inverse transpose, and are made unit
// again: exact for bones that turn, move and scale evenly, and what the engines' own shaders show for
// the others. The palette is stored in three rows of four; blending whole rows of twelve vectorises.
// SPDX-License-Identifier: MIT
#include "runtime/show/blend.h"
#include "runtime/show/evaluate.h"
#include "runtime/show/normals.h"

#include <string.h>

static void turn(const float m[BLEND_ROWS], const float from[3], float to[3]) {
    const float x = from[0], y = from[1], z = from[2]; // `to` may be `from`
    for (int i = 0; i < 3; ++i)
        to[i] = m[4 * i] * x + m[4 * i + 1] * y + m[4 * i + 2] * z;
}

static void move(const float m[BLEND_ROWS], const float from[3], float to[3]) {
    for (int i = 0; i < 3; ++i)
        to[i] =
            (m[4 * i] * from[0] + m[4 * i + 1] * from[1] + m[4 * i + 2] * from[2]) + m[4 * i + 3];
}

// Normals are turned in the block, tangents into their stream; both are finished together.
static void skin_block(evaluate_walk* w, const supple_streams* out) {
    const supple_asset* asset = &w->body->asset;
    const float(*now)[BLEND_ROWS] = body_palette(w->body);
    const float(*before)[BLEND_ROWS] = body_palette_before(w->body);
    bool tangents = out->tangents != NULL && asset->tangents != NULL;
    for (int32_t i = 0; i < w->count; ++i) {
        int32_t vertex = w->first + i;
        float m[BLEND_ROWS];
        blend_palette(asset, now, (uint32_t)vertex, m);
        if (out->positions != NULL)
            move(m, w->positions[i], evaluate_at(out->positions, out->position_stride, vertex));
        if (w->wanted & EVALUATE_NORMALS)
            turn(m, w->normals[i], w->normals[i]);
        if (tangents) {
            const float* rest = asset->tangents + 4 * (size_t)vertex;
            float* t = evaluate_at(out->tangents, out->tangent_stride, vertex);
            turn(m, rest, t);
            t[3] = rest[3];
        }
        if (out->previous != NULL) {
            blend_palette(asset, before, (uint32_t)vertex, m);
            move(m, w->previous[i], evaluate_at(out->previous, out->previous_stride, vertex));
        }
    }
    if (w->wanted & EVALUATE_NORMALS)
        normals_write(asset, out, w->first, w->count, w->normals);
}

void supple_body_skin(const supple_body* body, const supple_streams* out) {
    evaluate_walk w;
    evaluate_begin(&w, body, evaluate_wanted(out));
    while (evaluate_next(&w))
        skin_block(&w, out);
    if (out->normal_form == SUPPLE_NORMALS_RECOMPUTED)
        normals_recompute(&body->asset, out, body_palette(body));
}
