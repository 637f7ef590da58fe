// A program that asks this is run twice by `make test-all`: as it is, and as NAME_slow with more of the same.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdlib.h>

static inline bool test_thorough(void) {
    return getenv("SUPPLE_THOROUGH") != NULL;
}
