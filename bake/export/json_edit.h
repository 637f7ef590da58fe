// Small edits of a JSON text that keep the rest byte for byte.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

typedef struct json_span { // of the text
    size_t begin, end;
} json_span;

// Where values of the outermost object stand, by names; {0, 0} for what is not there. The text has been
// parsed before, so its syntax is sound. *braces: from its opening brace to its closing one. Returns a
// name that stands there twice, or NULL. A name that is spelled with escapes is not seen.
const char* json_edit_find(bytes text, const char* const* names, int32_t count, json_span* values,
                           json_span* braces);

// The text of an object or array with `added` at its end; an empty span gives a new one. brackets: "{}"
// or "[]".
const char* json_edit_with(bytes text, json_span list, const char* brackets, const char* added,
                           arena* memory);
