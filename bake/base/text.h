// Small jobs with text: "did you mean ...?", names of strangers on a terminal.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

// The candidate that is nearest to a mistyped word, or NULL when none is near enough to be meant.
const char* text_nearest(const char* word, const char* const* candidates, int count);

// The end of a sentence about such a word: `; did you mean "elbow"?`, or nothing.
const char* text_hint(const char* word, const char* const* candidates, int count, arena* memory);

// Text from a file, fit for a sentence or a terminal: control characters become '?', and what is
// longer than `most` bytes ends in "...".
const char* text_printable(const char* text, size_t most, arena* memory);

// Bytes of the UTF-8 character at s; 0 when it is none (overlong, surrogate, cut off).
size_t text_utf8_length(const unsigned char* s);
