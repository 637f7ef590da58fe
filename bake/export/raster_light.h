// The studio: a soft key light, sky, light thrown back by the floor and a rim, all with shadows.
//
// Every light is a handful of parallel lights, each with its own small shadow map. Their sum gives
// penumbrae, ambient occlusion and the contact shadow on the floor by one mechanism, free of
// noise and of the haloes of screen-space occlusion.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"

// Single precision, relative to the rig's origin: half the memory traffic of the hottest loop.
typedef struct light {
    float direction[3]; // towards the light
    float color[3];     // what a surface facing it receives
    float u[3], v[3];   // world to texels of the map, with the offsets below
    float u0, v0;
    float depth[3], depth0; // height towards the light, 0 to 65535
    float softness;         // 1 / the height over which a shadow sets in
    float lift;             // a receiver is looked up this far along its normal
    int32_t size;           // texels a side
    uint16_t* map;          // the greatest height, row by row; 0 where the light passes
} light;

enum { LIGHTS_MAX = 128 };

typedef struct light_rig {
    vec3 origin; // what positions are relative to
    int32_t count, key_first, key_count;
    float key[3]; // towards the middle of the key light
    light lights[LIGHTS_MAX];
} light_rig;

// Lights for a camera at this view; they turn with its azimuth.
light_rig* light_rig_make(const surface* f, view v, arena* memory);

// What arrives at a point with a unit normal, and how much of the key light is seen (0 to 1).
// `lift` 1 keeps a surface out of its own shadow; a floor that casts none takes -1, so that it is
// dark right up to where something touches it.
void light_gather(const light_rig* r, const float point[3], const float normal[3], float lift,
                  float out[3], float* key_seen);

// The same without any shadow.
void light_gather_open(const light_rig* r, const float normal[3], float out[3]);
