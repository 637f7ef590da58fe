// What arrives at the moments of a take: by the light in the asset, as an engine would show it; by rays where it has none.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/play/play.h"

typedef struct take_light {
    const double* light; // [order^2][3] of the world (bake/light/sky.h), or NULL: the studio's
    int32_t order;       // the asset's where it has light
} take_light;

// How many harmonics a light for this asset has to have.
int32_t take_light_order(const supple_asset* asset);

// At a surface whose first vertices are those of the body; soft: with its flesh, else as at rest. False with a sentence.
bool take_light_arriving(const take_light* l, const play_request* q, const supple_body* body,
                         bool soft, const surface* f, arena* memory, raster_arriving** out,
                         report* r);

// The ground below a surface: balls of the asset where a soft body is shown that has them, else rays. False with a sentence.
typedef struct take_ground {
    const supple_body* body_or_null; // NULL: as at rest
    vec3 shift;                      // of the surface from where the body is
    double height;                   // of the ground, below the surface
} take_ground;
bool take_light_ground(const take_light* l, const play_request* q, const take_ground* below,
                       const surface* f, arena* memory, raster_ground* out, report* r);
