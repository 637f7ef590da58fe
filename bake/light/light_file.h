// Fields of transfer on disk while they are made, `.light`: whatever ends the work loses at most the field under way, any number of
// processes share it, and the bytes do not depend on who made what.
//
// A head, an entry for each field, then the fields, each at its own place: version 1, little-endian, of the processor that made it.
//   head     64 bytes: light_head
//   states   int32 [shape_count + held_count]: which states have been chosen; padded to 8 bytes
//   entries  light_entry [shape_count + held_count]: all zero until the field is there
//   fields   float [shape_count + held_count][point_count][width], from the next multiple of 4096 bytes
// A field reaches the disk before its entry does, and the head's first word comes last. Who makes a field holds the lock of its byte.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/light/sight.h"

typedef struct light_plan {
    uint64_t mark; // of all that fields depend on: meshes, shapes, options
    int32_t shape_count, held_count;
    const int32_t* states; // [shape_count + held_count] shapes, then those that are held out
    int32_t point_count, width;
} light_plan;

typedef struct light_entry {
    uint64_t mark;                           // of the field; 0: it is not there
    int64_t rays, hits, dark, covered, flat; // sight_account
} light_entry;

typedef struct light_fields {
    int32_t count;
    const float** fields; // [count] -> [point_count][width]
    light_entry* entries; // [count]
    int32_t found, made;  // that were there already, that this process has made
} light_fields;

// Makes one field, into room for it. False with a sentence.
typedef bool light_maker(void* user, int32_t index, float* out, sight_account* account, report* r);

typedef struct light_file_options {
    const char* path_or_null; // NULL: nothing is kept
    bool anew;                // what is there of another plan is written over
    int32_t piece, pieces;    // only every pieces-th field, from this one on; 0 pieces: all
} light_file_options;

// A mark of more bytes; 0 at first.
uint64_t light_mark(uint64_t so_far, const void* data, size_t size);

// All fields, from the file as far as it has them. They live as long as the arena. False with a sentence. A piece leaves its job
// (JOB_CANCELLED) when its fields are in the file: whatever comes next needs all of them.
bool light_file_make(const light_plan* p, const light_file_options* o, light_maker* make,
                     void* user, arena* memory, light_fields* out, report* r);

// Files that have some of the fields each, as the one that has all. False with a sentence.
bool light_file_merge(const char* const* paths, int32_t count, const char* output, arena* memory,
                      report* r);

// What a file was made for: its counts, states and mark. False with a sentence.
bool light_file_plan(const char* path, arena* memory, light_plan* out, report* r);
