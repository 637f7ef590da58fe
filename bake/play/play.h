// A baked body played over a clip of its scene, without a window: the runtime, step by step.
//
// What comes out is what an engine at that frame rate would show; everything that is written of it
// (animations, point caches, tables, pictures) is written from one take.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/model/binding.h"
#include "bake/play/instrument.h"
#include "bake/play/motion.h"
#include "bake/play/solid.h"
#include "bake/scene/pose.h"
#include "bake/scene/surface.h"
#include "supple/supple.h"

// A body that nothing holds, let go above a floor: metres, and the world's axes.
typedef struct play_fall {
    double height;       // of its lowest point above the floor
    vec3 velocity, spin; // as it is let go: m/s, rad/s
} play_fall;

// A force on some of the skin, as of a thumb.
typedef struct play_push {
    vec3 newtons;   // all of it, along the world's axes
    double seconds; // from the first frame on; 0: all the time
    int32_t count;
    const uint32_t* vertices; // [count] of the asset
    const float* fractions;   // [count] of the force, with a sum of 1
} play_push;

// An entry of a recorded part's palette, and when it happens.
typedef struct play_trigger {
    double time; // s
    int32_t entry;
    bool refused; // found by playing
} play_trigger;

typedef struct play_triggers {
    int32_t part, count;
    play_trigger* all; // [count] ascending in time
} play_triggers;

// What a world takes its things for (supple_world_draw), in the scene's unit.
typedef struct play_line {
    vec3 from, to;
    uint32_t rgb;
} play_line;

typedef struct play_lines {
    play_line* all; // [count]
    int32_t count;
} play_lines;

typedef struct play_request {
    const scene* s;
    const binding* binding; // of that scene
    const supple_asset* asset;
    int32_t clip;     // -1: the file's rest pose, held
    double fps;       // frames a second
    double seconds;   // 0: as long as the clip
    double preroll;   // seconds before the first frame in which the first pose is held
    bool loop;        // the take ends as it began: rounds are played until they repeat
    int32_t substeps; // steps a frame, 1 or more: the motion of the bones is seen finer
    const play_fall* fall_or_null; // instead of a clip
    const play_push* push_or_null;
    play_triggers* triggers_or_null;
    const play_solid* solids; // that it bumps into
    int32_t solid_count;
    const instrument* tool_or_null; // that presses and pulls it
    bool self;                      // it bumps into itself, too
    bool lines;                     // keep those of its world
} play_request;

typedef struct play_take {
    int32_t frame_count; // with loop, the last frame is followed by the first
    double fps;
    supple_body* body; // one in the arena, to restore states into
    size_t state_size; // of a body, bytes
    uint8_t* states;   // [frame_count][state_size]
    float* coords;     // [frame_count][coord_count]
    float (*rows)[4];  // [frame_count][coord_count] as supple_body_upload gives them
    double seam;    // with loop: how far the round's end is from its beginning, over the farthest
    double largest; // displacement of a vertex, metres
    int32_t largest_vertex, largest_frame;
    uint32_t limited; // frames in which a part was at its limit
    supple_matrix*
        poses;        // [frame_count] of a body that falls, or moves its support; NULL of others
    int32_t contacts; // the most at once
    double pressed;   // newtons of the instrument, the most
    play_lines* lines_or_null; // [frame_count]
    double step_seconds;       // of a frame's drives and steps, on average
    double evaluate_seconds;   // ... of displacing all vertices once
} play_take;

// A unit of the scene's world has so many.
double play_world_metres(const binding* b, const supple_asset* asset);

// A push on the skin within `radius` of a place, most in the middle, or else on the vertex that is nearest to
// it. rest: the body as bound; where and radius in its unit.
play_push play_push_at(const surface* rest, vec3 where, double radius, vec3 newtons, arena* memory);

// Whether it is there still; NULL: never. A step that begins within a millionth of its end has none of it.
bool play_pushes(const play_push* push_or_null, double time);

// False with a sentence when the asset does not belong to the scene, or there is nothing to play.
bool play_clip(const play_request* q, arena* memory, play_take* out, report* r);

// How a body that fell, or moved its support, moved as a whole, for motion_scene: what is written of the take needs its clip.
motion play_fallen(const play_request* q, const play_take* t, arena* memory);

// The body as it was in a frame: look at it with the functions of supple.h.
const supple_body* play_frame(const play_take* t, int32_t frame);
