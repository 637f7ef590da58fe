// The comma rule needs no stack: a comma is due unless the last byte opened something or was a
// colon.
// SPDX-License-Identifier: MIT
#include "bake/base/json_out.h"
#include "bake/base/assert.h"
#include "bake/base/number_out.h"
#include "bake/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void append(json_out* o, const char* text, size_t length) {
    if (o->size + length + 1 > o->capacity) {
        size_t capacity = 2 * (o->size + length + 1);
        o->text = arena_grow(o->memory, o->text, o->size, capacity, 1);
        o->capacity = capacity;
    }
    memcpy(o->text + o->size, text, length);
    o->size += length;
    o->text[o->size] = 0;
    if (length > 0)
        o->last = text[length - 1];
}

static void new_line(json_out* o) {
    if (!o->pretty)
        return;
    char last = o->last;
    append(o, "\n", 1);
    for (int32_t i = 0; i < o->depth; ++i)
        append(o, "  ", 2);
    o->last = last; // white space decides nothing
}

static void separate(json_out* o) {
    if (o->last == 0 || o->last == ':')
        return;
    if (o->last != '{' && o->last != '[')
        append(o, ",", 1);
    new_line(o);
}

static void value(json_out* o, const char* text) {
    separate(o);
    append(o, text, strlen(text));
}

static void begin(json_out* o, const char* bracket) {
    value(o, bracket);
    o->depth++;
}

static void end(json_out* o, const char* bracket) {
    bool empty = o->last == '{' || o->last == '[';
    o->depth--;
    if (!empty)
        new_line(o);
    append(o, bracket, 1);
}

static void quoted(json_out* o, const char* text) {
    append(o, "\"", 1);
    const unsigned char* s = (const unsigned char*)text;
    while (*s != 0) {
        size_t n = text_utf8_length(s);
        char escape[8];
        if (n == 0) {
            append(o, "\xef\xbf\xbd", 3);
            n = 1;
        } else if (*s == '"' || *s == '\\') {
            snprintf(escape, sizeof escape, "\\%c", *s);
            append(o, escape, 2);
        } else if (*s < 0x20) {
            snprintf(escape, sizeof escape, "\\u%04x", *s);
            append(o, escape, 6);
        } else {
            append(o, (const char*)s, n);
        }
        s += n;
    }
    append(o, "\"", 1);
}

json_out json_out_new(arena* memory, bool pretty) {
    json_out o = {.memory = memory, .pretty = pretty};
    append(&o, "", 0);
    return o;
}

void json_begin_object(json_out* o) {
    begin(o, "{");
}

void json_end_object(json_out* o) {
    end(o, "}");
}

void json_begin_array(json_out* o) {
    begin(o, "[");
}

void json_end_array(json_out* o) {
    end(o, "]");
}

void json_key(json_out* o, const char* key) {
    SUPPLE_ASSERT(key != NULL);
    separate(o);
    quoted(o, key);
    append(o, ":", 1);
    if (o->pretty) {
        append(o, " ", 1);
        o->last = ':';
    }
}

void json_text(json_out* o, const char* utf8) {
    SUPPLE_ASSERT(utf8 != NULL);
    separate(o);
    quoted(o, utf8);
}

void json_int(json_out* o, int64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    value(o, text);
}

void json_bool(json_out* o, bool yes) {
    value(o, yes ? "true" : "false");
}

void json_null(json_out* o) {
    value(o, "null");
}

void json_float(json_out* o, float number) {
    char text[NUMBER_OUT_SIZE];
    number_out_float(number, text);
    value(o, isfinite(number) ? text : "null");
}

void json_double(json_out* o, double number) {
    char text[NUMBER_OUT_SIZE];
    number_out(number, text);
    value(o, isfinite(number) ? text : "null");
}

void json_floats(json_out* o, const float* values, int32_t count) {
    SUPPLE_ASSERT(count >= 0);
    json_begin_array(o);
    for (int32_t i = 0; i < count; ++i)
        json_float(o, values[i]);
    json_end_array(o);
}

void json_ints(json_out* o, const int32_t* values, int32_t count) {
    SUPPLE_ASSERT(count >= 0);
    json_begin_array(o);
    for (int32_t i = 0; i < count; ++i)
        json_int(o, values[i]);
    json_end_array(o);
}

void json_key_text(json_out* o, const char* key, const char* utf8) {
    json_key(o, key);
    json_text(o, utf8);
}

void json_key_int(json_out* o, const char* key, int64_t number) {
    json_key(o, key);
    json_int(o, number);
}

void json_key_bool(json_out* o, const char* key, bool yes) {
    json_key(o, key);
    json_bool(o, yes);
}

void json_key_double(json_out* o, const char* key, double number) {
    json_key(o, key);
    json_double(o, number);
}

void json_key_vec3(json_out* o, const char* key, vec3 value) {
    json_key(o, key);
    json_begin_array(o);
    json_double(o, value.x);
    json_double(o, value.y);
    json_double(o, value.z);
    json_end_array(o);
}
