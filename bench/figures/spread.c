// SPDX-License-Identifier: MIT
#include "bench/figures/spread.h"

#include "bake/base/assert.h"

#include <stdlib.h>

static int ascending(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

static double quantile(const double* sorted, int32_t count, double share) {
    double at = share * (count - 1);
    int32_t i = (int32_t)at;
    return i + 1 < count ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

spread spread_of(double* values, int32_t count) {
    SUPPLE_ASSERT(count > 0);
    qsort(values, (size_t)count, sizeof *values, ascending);
    return (spread){quantile(values, count, 0.25), quantile(values, count, 0.5),
                    quantile(values, count, 0.75), count};
}
