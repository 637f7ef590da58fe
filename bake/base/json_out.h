// JSON text, appended value by value: commas, quotes and escapes come by themselves.
//
//   json_out o = json_out_new(memory, false);
//   json_begin_object(&o);
//   json_key(&o, "size");
//   json_int(&o, 3);
//   json_end_object(&o);      // o.text is {"size":3}
//
// Append-only, because every document we write is known in order; cJSON (used for reading) would
// build a tree first and prints floats with 15 or 17 digits only.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct json_out {
    arena* memory;
    char* text; // zero-terminated
    size_t size, capacity;
    int32_t depth; // of open objects and arrays
    bool pretty;   // one member a line, two spaces a level
    char last;     // what was appended last: decides about the comma
} json_out;

json_out json_out_new(arena* memory, bool pretty);

void json_begin_object(json_out* o);
void json_end_object(json_out* o);
void json_begin_array(json_out* o);
void json_end_array(json_out* o);
void json_key(json_out* o, const char* key);

void json_text(json_out* o, const char* utf8); // bytes that are no UTF-8 become U+FFFD
void json_int(json_out* o, int64_t value);
void json_bool(json_out* o, bool value);
void json_null(json_out* o);

// The shortest of 6 to 9 (15 to 17) digits that reads back as the same number, with a point
// whatever the locale. JSON has no NaN or infinity: they are written as null.
void json_float(json_out* o, float value);
void json_double(json_out* o, double value);

void json_floats(json_out* o, const float* values, int32_t count); // an array
void json_ints(json_out* o, const int32_t* values, int32_t count); // an array

// Key and value in one line.
void json_key_text(json_out* o, const char* key, const char* utf8);
void json_key_int(json_out* o, const char* key, int64_t value);
void json_key_bool(json_out* o, const char* key, bool value);
void json_key_double(json_out* o, const char* key, double value);
void json_key_vec3(json_out* o, const char* key, vec3 value);
