// One factor on all values.
// SPDX-License-Identifier: MIT
#include "bake/fem/tune.h"

#include "bake/base/assert.h"
#include "runtime/math/exact.h"

#include <math.h>

bool tune_first_mode(eigen_modes* modes, double hz, double* factor, place where, report* r) {
    SUPPLE_ASSERT(factor != NULL);
    if (!(hz > 0.0 && isfinite(hz)))
        return report_error(
            r, where, "the first mode is wanted at %g Hz; it needs a finite frequency above 0", hz);
    if (modes->rigid >= modes->count)
        return report_error(r, where,
                            "the first mode is wanted at %g Hz, but all %d modes are rigid motion, "
                            "which no stiffness changes; ask for more modes, or fix some nodes",
                            hz, modes->count);
    double turn = 2.0 * EXACT_PI * hz;
    double scale = turn * turn / modes->values[modes->rigid];
    if (!(scale > 0.0 && isfinite(scale)))
        return report_error(r, where,
                            "the first mode cannot be brought from %g Hz to %g Hz: the numbers "
                            "are too far apart",
                            sqrt(modes->values[modes->rigid]) / (2.0 * EXACT_PI), hz);
    for (int32_t i = modes->rigid; i < modes->count; ++i)
        modes->values[i] *= scale;
    modes->shift *= scale;
    *factor = scale;
    return true;
}
