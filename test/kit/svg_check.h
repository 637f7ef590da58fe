// Is it SVG, and does it say this?
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

#include <ctype.h>
#include <string.h>

// Do tags open and close in order, attributes have quotes, and only known entities occur?
static inline bool svg_well_formed(bytes svg) {
    char stack[16][16];
    int depth = 0, roots = 0;
    const char *p = (const char*)svg.data, *end = p + svg.size;
    while (p < end) {
        if (*p == '&' && strncmp(p, "&amp;", 5) != 0 && strncmp(p, "&lt;", 4) != 0 &&
            strncmp(p, "&gt;", 4) != 0)
            return false;
        if (*p != '<') {
            if (depth == 0 && !isspace((unsigned char)*p))
                return false;
            ++p;
            continue;
        }
        bool closing = p[1] == '/';
        const char* name = p + 1 + closing;
        size_t length = strcspn(name, " />\n");
        bool quoted = false;
        for (p = name + length; p < end && (quoted || *p != '>'); ++p) {
            if (*p == '"')
                quoted = !quoted;
            else if (*p == '<')
                return false;
        }
        if (p == end || quoted || length == 0 || length > 15)
            return false;
        bool empty = p[-1] == '/';
        ++p;
        if (closing) {
            if (depth == 0 || strncmp(stack[depth - 1], name, length) != 0 ||
                stack[depth - 1][length] != 0)
                return false;
            --depth;
        } else if (!empty) {
            if (depth == 16)
                return false;
            roots += depth == 0;
            memcpy(stack[depth], name, length);
            stack[depth++][length] = 0;
        }
    }
    return depth == 0 && roots == 1;
}

static inline bool svg_contains(bytes b, const char* text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= b.size; ++i)
        if (memcmp(b.data + i, text, length) == 0)
            return true;
    return false;
}
