// What happened in somebody else's simulation, and when: the file beside a point cache (docs/record.md).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/recording.h"

typedef struct events_event {
    place where;
    int32_t frame;
    const char* name; // of the entry
    int32_t entry;
} events_event;

typedef struct events {
    place where;
    const char* surface; // a mesh file: whose vertices the points are
    double unit;         // metres of the cache's and of the mesh file's
    int32_t rest;        // the frame of the key shape
    int32_t chain_count;
    int32_t* chains; // first frames, ascending from 0
    int32_t event_count;
    events_event* events; // ascending
    palette palette;      // times, responses and chains as they are
    vec3 pivot, axis;     // of the support
    vec3 gravity;
} events;

// False with a sentence for everything that is wrong, each with its line. Files are seen from the folder of `path`.
bool events_parse(bytes text, const char* path, arena* memory, events* out, report* r);

// Cut into responses, for a cache of so many frames: states and responses of `to` are set. False with a sentence for an event
// beyond the end, one that the rules do not allow, and a chain without room.
bool events_cut(const events* e, int32_t frames, arena* memory, recording* to, report* r);
