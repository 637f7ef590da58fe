// Small jobs with text: "did you mean ...?".
// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

// The candidate that is nearest to a mistyped word, or NULL when none is near enough to be meant.
const char* text_nearest(const char* word, const char* const* candidates, int count);
