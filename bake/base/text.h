// Small jobs with text: "did you mean ...?", lists with commas, names of strangers on a terminal.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

// The end of a sentence about a word that is none of the names: `; did you mean "elbow"?` with the one
// that is near enough to be meant, else `otherwise`. Names may be empty; such a one is never meant.
const char* text_hint(const char* word, const char* const* names, int32_t count,
                      const char* otherwise, arena* memory);

// Puts an item behind a list, with a comma between: "a, b" from "" in two calls.
const char* text_listed(const char* list, const char* item, arena* memory);

// The pieces of "a,b" as an option has them, nothing trimmed: one more than there are commas.
const char** text_pieces(const char* list, int32_t* count, arena* memory);

// The same letters, whatever their case; of ASCII, others byte by byte.
bool text_same_letters(const char* a, const char* b);

// Text from a file, fit for a sentence or a terminal: control characters become '?', and what is
// longer than `most` bytes ends in "...".
const char* text_printable(const char* text, size_t most, arena* memory);

// Memory and time, for estimates: "80 MB", "1.3 GB", "5.8 PB"; "40 s", "4 min", "3 hours", "5 days", "300 years".
const char* text_memory(double bytes, arena* memory);
const char* text_duration(double seconds, arena* memory);

// A length as people say it: "0.83 mm", "1.3 cm", "27 cm", "1.6 m", "12 km".
const char* text_length(double metres, arena* memory);

// And a mass: "0.5 g", "79 kg", "449 t".
const char* text_mass(double kilograms, arena* memory);

// Bytes of the UTF-8 character at s; 0 when it is none (overlong, surrogate, cut off).
size_t text_utf8_length(const unsigned char* s);
