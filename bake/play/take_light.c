// SPDX-License-Identifier: MIT
#include "bake/play/take_light.h"

#include "bake/base/assert.h"
#include "bake/export/lit_balls.h"
#include "bake/export/lit_surface.h"
#include "bake/light/sh.h"

#include <math.h>

enum { GROUND_SIDE = 41 };

int32_t take_light_order(const supple_asset* asset) {
    int32_t own = supple_asset_light(asset).order;
    return own > 0 ? own : transfer_default().sight.order;
}

// How each group of points is turned in the world, by its bone: [group_count][9].
static float* axes_of(const supple_body* body, const supple_asset* asset, arena* memory) {
    int32_t groups = supple_asset_light(asset).group_count;
    float* axes = ARENA_NEW(memory, float, 9 * (size_t)groups);
    supple_matrix* palette = ARENA_NEW(memory, supple_matrix, (size_t)asset->bone_count);
    supple_body_palette(body, palette);
    for (int32_t i = 0; i < 3 * groups; ++i) {
        int column = i % 3;
        const float* x = palette[supple_asset_light_bone(asset, i / 3)].m + 4 * (size_t)column;
        double length = sqrt((double)x[0] * x[0] + (double)x[1] * x[1] + (double)x[2] * x[2]);
        for (int row = 0; row < 3; ++row)
            axes[9 * (i / 3) + 3 * row + column] =
                (float)(length > 0.0 ? x[row] / length : row == column);
    }
    return axes;
}

static void shine(const take_light* l, const supple_asset* asset, const supple_body* body,
                  const float* axes, raster_arriving* out, arena* memory) {
    size_t n = (size_t)asset->vertex_count;
    float coefficients[3 * SH_MOST], *front = ARENA_NEW(memory, float, 3 * n),
                                     *back = ARENA_NEW(memory, float, 3 * n);
    for (int32_t i = 0; i < 3 * sh_count(l->order); ++i)
        coefficients[i] = (float)l->light[i];
    supple_light* light = supple_light_create(asset, NULL);
    SUPPLE_ASSERT(light != NULL);
    supple_light_set(light, coefficients, axes);
    supple_body_light(body, light, front, back);
    supple_light_destroy(light);
    for (size_t v = 0; v < n; ++v)
        for (int c = 0; c < 3; ++c) {
            out[v].side[0][c] = front[3 * v + (size_t)c];
            out[v].side[1][c] = back[3 * v + (size_t)c];
        }
}

bool take_light_arriving(const take_light* l, const play_request* q, const supple_body* body,
                         bool soft, const surface* f, arena* memory, raster_arriving** out,
                         report* r) {
    if (supple_asset_light(q->asset).order == 0 ||
        q->solid_count > 0) { // nothing is baked of solids
        transfer_options o = transfer_default();
        o.sight.order = l->order;
        return lit_surface_arriving(f, q->s, &o, l->light, memory, out, r);
    }
    arena* scratch = arena_create();
    const float* axes = axes_of(body, q->asset, scratch);
    *out = ARENA_NEW(memory, raster_arriving, (size_t)f->vertex_count);
    if (soft)
        shine(l, q->asset, body, axes, *out, scratch);
    else {
        supple_body_options still = supple_body_options_default(q->asset);
        still.gravity = (supple_vec3){0.0f, 0.0f, 0.0f};
        supple_body* rest = supple_body_create(q->asset, &still, NULL);
        shine(l, q->asset, rest, axes, *out, scratch);
        supple_body_destroy(rest);
    }
    arena_destroy(scratch);
    return true;
}

bool take_light_ground(const take_light* l, const play_request* q, const take_ground* below,
                       const surface* f, arena* memory, raster_ground* out, report* r) {
    int32_t count = supple_asset_light(q->asset).ball_count;
    if (count == 0 || q->solid_count > 0 || below->body_or_null == NULL) {
        transfer_options o = transfer_default();
        o.sight.order = l->order;
        return lit_ground_traced(f, q->s, below->height, &o, l->light, memory, out, r);
    }
    arena* scratch = arena_create();
    supple_ball* balls = ARENA_NEW(scratch, supple_ball, (size_t)count);
    supple_body_balls(below->body_or_null, q->asset, balls);
    for (int32_t i = 0; i < count; ++i) {
        balls[i].center[0] += (float)below->shift.x;
        balls[i].center[1] += (float)below->shift.y;
        balls[i].center[2] += (float)below->shift.z;
    }
    *out = lit_ground_below(f, below->height, GROUND_SIDE, memory);
    lit_balls_keep(balls, count, l->order, l->light, below->height, out);
    arena_destroy(scratch);
    return true;
}
