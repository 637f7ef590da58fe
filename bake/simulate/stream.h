// The drawn points of every state, on disk as they come: a point cache that grows beside its later name.
//
// "out.pc2.part" is written to, and becomes "out.pc2" when it is whole. Whoever kills the process leaves the states so
// far, and perhaps a piece of the next one, which is cut off when it goes on.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/point_cache_out.h"

#include "bake/base/vec.h"

typedef struct stream {
    point_cache_layout layout;
    int32_t state_count, point_count;
    double fps;
    const char* aside; // where it grows
    int file;          // its descriptor, which the arena closes
    size_t head;       // bytes before the first state
    uint8_t* frame;    // of one state, as it stands in the file
    float (*points)[3];
} stream;

// path: its later name. kept: states that are there already and stay; 0 begins anew. False with a sentence.
bool stream_open(stream* s, const char* path, int32_t kept, arena* memory, report* r);

// Are so many states there? Of a stream that is not open.
bool stream_holds(const stream* s, const char* path, int32_t states, arena* memory);

size_t stream_size(const stream* s); // bytes, when it is whole

// The next state, [point_count].
bool stream_add(stream* s, const vec3* points, report* r);
// One that was added.
bool stream_read(stream* s, int32_t state, float (*out)[3], report* r);

// It gets its name, and may be read on.
bool stream_finish(stream* s, const char* path, report* r);
// Or it was only for reading: nothing of it stays.
void stream_drop(stream* s);
