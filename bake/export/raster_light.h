// The studio: a soft key light, sky, light thrown back by the floor and a rim, all with shadows.
//
// Every light is a crowd of parallel lights, each with its own small shadow map. Their sum gives
// penumbrae, ambient occlusion and the contact shadow on the floor by one mechanism, without the
// haloes of screen-space occlusion. A pixel looks at one sixteenth of the crowd, and its neighbours
// at the other fifteen (interleaved sampling, Keller and Heidrich 2001): see raster_gather.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster_shadow.h"

typedef enum light_kind { LIGHT_KEY, LIGHT_RIM, LIGHT_SKY, LIGHT_FLOOR, LIGHT_KINDS } light_kind;

// One parallel light.
typedef struct light {
    light_kind kind;
    float direction[3]; // towards the light
    shadow_map shadow;  // relative to the rig's origin
} light;

enum { LIGHT_SUBSETS = 16, LIGHTS_MAX = 256 };

// Light i belongs to share i % LIGHT_SUBSETS.
typedef struct light_rig {
    vec3 origin;          // what positions are relative to
    float key[3], rim[3]; // towards the middles of these lights
    int32_t count;
    light lights[LIGHTS_MAX];
} light_rig;

// Of the light that could arrive, how much does: sums over some lights, by kind.
typedef struct light_seen {
    float lit[LIGHT_KINDS], open[LIGHT_KINDS];
} light_seen;

// Lights for a camera at this view; they turn with its azimuth.
light_rig* light_rig_make(const surface* f, view v, arena* memory);

// Add what one share of the lights sends to a point with a unit normal. `lift` 1 keeps a surface
// out of its own shadow; a floor that casts none takes -1, so that it is dark right up to where
// something touches it.
void light_sample(const light_rig* r, int32_t subset, const float point[3], const float normal[3],
                  float lift, light_seen* sum);

// The part of a kind of light that is seen, 0 to 1.
static inline float light_part(const light_seen* s, light_kind k) {
    return s->open[k] > 0.0f ? s->lit[k] / s->open[k] : 1.0f;
}

// The light that arrives on a unit normal: each kind's own formula times its part seen.
void light_arriving(const light_rig* r, const float normal[3], const light_seen* s, float out[3]);
