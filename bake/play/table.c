// One line of numbers.
// SPDX-License-Identifier: MIT
#include "bake/play/table.h"

#include <math.h>

int32_t table_numbers(text* t, double* numbers, int32_t most, bool* bad) {
    int32_t count = 0;
    *bad = false;
    while (text_more(t)) {
        const char* after = number_read(t->at, t->stop, &numbers[count < most ? count : most - 1]);
        *bad = after == NULL || count == most;
        if (*bad)
            return count;
        *bad = !isfinite(numbers[count++]);
        t->at = after;
        if (text_skip(t) && (*t->at == ',' || *t->at == ';'))
            ++t->at;
        if (*bad)
            return count;
    }
    return count;
}
