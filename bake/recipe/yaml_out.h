// YAML to be read and edited by people: a key a line, a comment behind it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/buffer.h"
#include "bake/base/vec.h"

typedef struct yaml_out {
    arena* memory;
    buffer out;
    bool comments;      // false: they are left out
    const char* indent; // what stands before every key
} yaml_out;

// Values as text, of the arena. A word that YAML would take for something else is quoted as JSON does it.
const char* yaml_word(const yaml_out* w, const char* text);
const char* yaml_number(const yaml_out* w, double value);
const char* yaml_number_or(const yaml_out* w, double value,
                           const char* word); // the word where it is not above 0
const char* yaml_point(const yaml_out* w, vec3 p);
const char* yaml_list(const yaml_out* w, const char** names, int32_t count);

void yaml_line(yaml_out* w, const char* key, const char* value, const char* comment);
// A key with keys of its own, and back.
void yaml_open(yaml_out* w, const char* key);
void yaml_close(yaml_out* w);
