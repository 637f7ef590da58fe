// Numbers out of text, correctly rounded and the same under every locale.
//
// strtod needs a terminated string, obeys the locale's decimal comma and takes 100 ns; a mesh file
// is mapped, not terminated, and is made of numbers. Here seven digits take some 10 ns.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Both read at `at`, never at or beyond `end`, and return the byte after the number, or NULL if
// none begins there. What follows the number is for the caller to judge.
//
// Decimal with an optional sign, point and exponent ("+.5", "1e-3", "-0", "7."), rounded to the
// nearest double; too large is infinite. "nan" and "inf" in any case are numbers too.
const char* number_read(const char* at, const char* end, double* value);

// Digits with an optional sign; more than 18 digits give +-10^18. Inline: faces are made of these.
static inline const char* number_read_int(const char* at, const char* end, int64_t* value) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        ++at;
    const char* first = at;
    uint64_t v = 0;
    for (; at < end && (unsigned)(*at - '0') < 10; ++at)
        v = v * 10 + (uint64_t)(*at - '0');
    if (at == first)
        return NULL;
    if (at - first > 18)
        v = 1000000000000000000;
    *value = negative ? -(int64_t)v : (int64_t)v;
    return at;
}
