// The page of `supple view` with its places for a title and a body, as the build put it together.
// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

extern const size_t page_data_size; // 0: built without clang or wasm-ld
extern const unsigned char page_data[];
