// Edit distance with transpositions (Damerau, restricted): what typing fingers do. And control
// characters made harmless, those of UTF-8 (U+0080 to U+009F) too: terminals obey them.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"

#include "bake/base/assert.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { TEXT_LONGEST = 63, TEXT_NAME_SHOWN = 60 }; // bytes

static int least(int a, int b) {
    return a < b ? a : b;
}

// Capitals do not count: "Run" is meant by "run".
static bool same_letter(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

bool text_same_letters(const char* a, const char* b) {
    size_t i = 0;
    while (a[i] != 0 && same_letter(a[i], b[i]))
        ++i;
    return a[i] == 0 && b[i] == 0;
}

// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
static int edit_distance(const char* a, const char* b) {
    int m = (int)strlen(a), n = (int)strlen(b);
    if (m > TEXT_LONGEST || n > TEXT_LONGEST)
        return TEXT_LONGEST;
    int d[TEXT_LONGEST + 1][TEXT_LONGEST + 1];
    for (int i = 0; i <= m; ++i)
        d[i][0] = i;
    for (int j = 0; j <= n; ++j)
        d[0][j] = j;
    for (int i = 1; i <= m; ++i)
        for (int j = 1; j <= n; ++j) {
            int replace = d[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]);
            d[i][j] = least(replace, 1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[m][n];
}

// NULL when no name is near enough to be meant.
static const char* nearest(const char* word, const char* const* names, int32_t count) {
    const char* best = NULL;
    int best_distance = (int)strlen(word) / 3 + 2; // beyond that a guess would only confuse
    for (int32_t i = 0; i < count; ++i) {
        int d = edit_distance(word, names[i]);
        if (strncmp(word, names[i], strlen(word)) == 0 && strlen(word) >= 2)
            d = least(d, 1); // a beginning is as good as a slip
        if (d < best_distance && names[i][0] != 0) {
            best_distance = d;
            best = names[i];
        }
    }
    return best;
}

const char* text_printable(const char* text, size_t most, arena* memory) {
    SUPPLE_ASSERT(text != NULL);
    size_t length = strlen(text);
    bool cut = length > most;
    if (cut) { // not within a UTF-8 sequence
        length = most;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            --length;
    }
    char* shown = arena_copy_text(memory, text, length);
    for (size_t i = 0; i < length; ++i) {
        unsigned char c = (unsigned char)shown[i], next = (unsigned char)shown[i + 1];
        if (c < 0x20 || c == 0x7F)
            shown[i] = '?';
        else if (c == 0xC2 && next >= 0x80 && next < 0xA0)
            shown[i] = shown[i + 1] = '?';
    }
    return cut ? arena_format(memory, "%s...", shown) : shown;
}

const char* text_hint(const char* word, const char* const* names, int32_t count,
                      const char* otherwise, arena* memory) {
    SUPPLE_ASSERT(word != NULL && count >= 0 && otherwise != NULL);
    const char* near = nearest(word, names, count);
    return near == NULL ? otherwise
                        : arena_format(memory, "; did you mean \"%s\"?",
                                       text_printable(near, TEXT_NAME_SHOWN, memory));
}

const char* text_listed(const char* list, const char* item, arena* memory) {
    return arena_format(memory, "%s%s%s", list, list[0] != 0 ? ", " : "", item);
}

const char** text_pieces(const char* list, int32_t* count, arena* memory) {
    SUPPLE_ASSERT(list != NULL);
    const char** pieces = ARENA_NEW(memory, const char*, strlen(list) + 1);
    *count = 0;
    for (const char* at = list;; ++at) {
        size_t length = strcspn(at, ",");
        pieces[(*count)++] = arena_copy_text(memory, at, length);
        at += length;
        if (*at == 0)
            return pieces;
    }
}

typedef struct text_unit {
    double size, least; // in the unit that is given; the least that is said in it
    const char* name;
} text_unit;

static const char* in_units(double amount, const text_unit* units, arena* memory) {
    while (fabs(amount) < units->least)
        ++units;
    double number = amount / units->size;
    return arena_format(memory, fabs(number) < 9.95 ? "%.2g %s" : "%.0f %s", number, units->name);
}

const char* text_length(double metres, arena* memory) {
    static const text_unit units[] = {{1e3, 999.5, "km"},
                                      {1.0, 0.9995, "m"},
                                      {1e-2, 0.009995, "cm"},
                                      {1e-3, 0.0000995, "mm"},
                                      {1e-6, 0.0, "um"}};
    return metres == 0.0 ? "0 mm" : in_units(metres, units, memory);
}

const char* text_mass(double kilograms, arena* memory) {
    static const text_unit units[] = {
        {1e3, 999.5, "t"}, {1.0, 0.9995, "kg"}, {1e-3, 0.0009995, "g"}, {1e-6, 0.0, "mg"}};
    return in_units(kilograms, units, memory);
}

const char* text_memory(double bytes, arena* memory) {
    static const char* const units[] = {"GB", "TB", "PB", "EB"};
    double number = bytes / 1e9;
    size_t unit = 0;
    for (; number >= 999.5 && unit < 3; ++unit)
        number /= 1e3;
    return bytes < 1e9 ? arena_format(memory, "%.0f MB", ceil(bytes / 1e6))
                       : arena_format(memory, "%.3g %s", number, units[unit]);
}

const char* text_duration(double seconds, arena* memory) {
    static const struct {
        double up_to, is;
        const char* name;
    } units[] = {{120.0, 1.0, "s"},
                 {7200.0, 60.0, "min"},
                 {172800.0, 3600.0, "hours"},
                 {3e8, 86400.0, "days"},
                 {INFINITY, 31556952.0, "years"}};
    size_t i = 0;
    while (seconds >= units[i].up_to && i < 4)
        ++i;
    return arena_format(memory, "%.0f %s", ceil(seconds / units[i].is), units[i].name);
}

size_t text_utf8_length(const unsigned char* s) {
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (n == 0 || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; ++i)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}
