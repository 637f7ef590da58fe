// SHA-256 (FIPS 180-4): names for contents, so that what was made once is found again.
//
// Not for safety: 64 bits of any good hash would do for a hundred thousand files. But this one is what others can check, with
// sha256sum.
// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct sha256 {
    uint32_t state[8];
    uint64_t size; // bytes so far
    uint8_t block[64];
} sha256;

enum { SHA256_TEXT = 65 }; // 64 digits and the zero

sha256 sha256_begin(void);
void sha256_add(sha256* s, const void* data, size_t size);
void sha256_end(sha256* s, char text[SHA256_TEXT]);
