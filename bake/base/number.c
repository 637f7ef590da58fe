// Three ways of rounding, each exact: one division of doubles, 128-bit integers, strtod.
//
// Up to 2^53 and 10^22 both operands are exact doubles, so one IEEE operation rounds right
// (Clinger 1990). Up to 19 digits and 5^27 the quotient fits 128 bits and is rounded by hand: this
// is what writers of 17 digits give. The rest goes to strtod as bare digits with an exponent, which
// no locale can misread.
// SPDX-License-Identifier: MIT
#include "bake/base/number.h"

#include "bake/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

__extension__ typedef unsigned __int128 wide;

static const double ten_to[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

enum {
    EXPONENT_LIMIT = 100000, // far outside of double; keeps sums of exponents small
    DIGITS_MAX = 800 // no double needs more than 767 to be told from its neighbours' midpoint
};

static int bit_length(wide x) {
    uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
    if (high != 0)
        return 128 - __builtin_clzll(high);
    return low != 0 ? 64 - __builtin_clzll(low) : 0;
}

// x 2^exponent to the nearest double, ties to even; `more` says that x was cut.
static double round_wide(wide x, bool more, int exponent) {
    int drop = bit_length(x) - 53;
    if (drop <= 0)
        return ldexp((double)(uint64_t)x, exponent);
    wide kept = x >> drop, rest = x - (kept << drop), half = (wide)1 << (drop - 1);
    if (rest > half || (rest == half && (more || (kept & 1) != 0)))
        ++kept;
    return ldexp((double)(uint64_t)kept, exponent + drop);
}

// mantissa 10^exponent for |exponent| <= 27, where 5^|exponent| fits 63 bits.
static double scale_wide(uint64_t mantissa, int exponent) {
    uint64_t five = 1;
    for (int i = 0; i < abs(exponent); ++i)
        five *= 5;
    if (exponent >= 0)
        return round_wide((wide)mantissa * five, false, exponent);
    int shift = 128 - bit_length(mantissa);
    wide numerator = (wide)mantissa << shift, quotient = numerator / five;
    return round_wide(quotient, quotient * five != numerator, exponent - shift);
}

// The digits of [first, last), which may hold one point, times 10^exponent; the point is already
// counted in the exponent.
static double round_digits(const char* first, const char* last, int64_t exponent) {
    char text[DIGITS_MAX + 32];
    int count = 0;
    bool cut = false;
    uint64_t mantissa = 0;
    for (const char* c = first; c < last; ++c) {
        if (*c == '.' || (count == 0 && *c == '0'))
            continue;
        if (count == DIGITS_MAX) {
            ++exponent;
            cut = cut || *c != '0';
            continue;
        }
        mantissa = mantissa * 10 + (uint64_t)(*c - '0'); // meaningless beyond 19 digits
        text[count++] = *c;
    }
    if (count == 0)
        return 0.0;
    if (count <= 19 && exponent >= -27 && exponent <= 27)
        return scale_wide(mantissa, (int)exponent);
    if (cut)
        text[count - 1] = '1'; // anything but zero: above the midpoint that was kept
    snprintf(text + count, sizeof text - (size_t)count, "e%lld", (long long)exponent);
    return strtod(text, NULL);
}

static const char* read_word(const char* at, const char* end, double* value) {
    static const struct {
        const char* text;
        double value;
    } words[] = {{"infinity", INFINITY}, {"inf", INFINITY}, {"nan", NAN}};
    for (int i = 0; i < 3; ++i) {
        size_t length = strlen(words[i].text);
        if ((size_t)(end - at) >= length && strncasecmp(at, words[i].text, length) == 0) {
            *value = words[i].value;
            return at + length;
        }
    }
    return NULL;
}

static inline bool digit_at(const char* at, const char* end) {
    return at < end && (unsigned)(*at - '0') < 10;
}

// The part from "e" on, if it is one; otherwise `at` itself.
static const char* read_exponent(const char* at, const char* end, int64_t* exponent) {
    const char* c = at + 1;
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+'))
        ++c;
    if (!digit_at(c, end))
        return at;
    int64_t value = 0;
    for (; digit_at(c, end); ++c)
        if (value < EXPONENT_LIMIT)
            value = value * 10 + (*c - '0');
    *exponent += negative ? -value : value;
    return c;
}

const char* number_read(const char* at, const char* end, double* value) {
    SUPPLE_ASSERT(at != NULL && at <= end);
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        ++at;
    uint64_t mantissa = 0;
    int64_t exponent = 0;
    const char* first = at;
    for (; digit_at(at, end); ++at)
        mantissa = mantissa * 10 + (uint64_t)(*at - '0');
    int64_t count = at - first;
    if (at < end && *at == '.') {
        const char* point = at++;
        for (; digit_at(at, end); ++at)
            mantissa = mantissa * 10 + (uint64_t)(*at - '0');
        exponent = point + 1 - at;
        count -= exponent;
    }
    if (count == 0) {
        at = read_word(first, end, value);
        if (at != NULL && negative)
            *value = -*value;
        return at;
    }
    const char* last = at;
    if (at < end && (*at | 0x20) == 'e')
        at = read_exponent(at, end, &exponent);

    double v;
    if (count <= 19 && mantissa <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22)
        v = exponent < 0 ? (double)mantissa / ten_to[-exponent]
                         : (double)mantissa * ten_to[exponent];
    else
        v = round_digits(first, last, exponent);
    *value = negative ? -v : v;
    return at;
}
