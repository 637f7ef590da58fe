// Spans of a JSON text, found by counting brackets and passing over strings.
// SPDX-License-Identifier: MIT
#include "bake/export/json_edit.h"

#include "bake/base/assert.h"

#include <string.h>

static size_t skip_space(bytes text, size_t at) {
    while (at < text.size && text.data[at] <= ' ') // as cJSON does
        ++at;
    return at;
}

// After the closing quote of the string at `at`.
static size_t skip_string(bytes text, size_t at) {
    for (++at; at < text.size && text.data[at] != '"'; ++at)
        at += text.data[at] == '\\';
    return at + 1;
}

// The comma or brace after the value at `at`.
static size_t skip_value(bytes text, size_t at) {
    int32_t depth = 0;
    while (at < text.size) {
        uint8_t c = text.data[at];
        if (c == '"') {
            at = skip_string(text, at);
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}'))
            break;
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        ++at;
    }
    return at;
}

const char* json_edit_find(bytes text, const char* const* names, int32_t count, json_span* values,
                           json_span* braces) {
    SUPPLE_ASSERT(count >= 0);
    const char* twice = NULL;
    size_t at = 0;
    memset(values, 0, (size_t)count * sizeof *values);
    while (at < text.size && text.data[at] != '{') // spaces or a byte order mark
        ++at;
    braces->begin = at;
    do {
        at = skip_space(text, at + 1);
        if (at >= text.size || text.data[at] != '"')
            break;
        size_t key = at + 1;
        at = skip_string(text, at);
        size_t key_size = at - 1 - key;
        at = skip_space(text, at) + 1; // the colon
        json_span value = {at, skip_value(text, at)};
        at = value.end;
        for (int32_t i = 0; i < count; ++i) {
            if (key_size != strlen(names[i]) || memcmp(text.data + key, names[i], key_size) != 0)
                continue;
            if (values[i].end > 0)
                twice = names[i];
            values[i] = value;
        }
    } while (at < text.size && text.data[at] == ',');
    braces->end = at;
    return twice;
}

const char* json_edit_with(bytes text, json_span list, const char* brackets, const char* added,
                           arena* memory) {
    const char* t = (const char*)text.data;
    size_t close = list.end;
    while (close > list.begin && t[close - 1] != brackets[1])
        --close;
    if (close == list.begin)
        return arena_format(memory, "%c%s%c", brackets[0], added, brackets[1]);
    size_t last = close - 1; // what stands before the bracket tells whether a comma is needed
    while (last > list.begin && (uint8_t)t[last - 1] <= ' ')
        --last;
    return arena_format(memory, "%.*s%s%s%c", (int)(last - list.begin), t + list.begin,
                        t[last - 1] == brackets[0] ? "" : ",", added, brackets[1]);
}
