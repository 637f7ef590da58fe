// SPDX-License-Identifier: MIT
#include "bake/model/refinement.h"

#include <math.h>
#include <stddef.h>

static const double SHARE = 0.75; // of what twice the cell changes

double refinement_change(double lowest, double coarse) {
    return lowest > 0.0 && coarse > 0.0 ? SHARE * fabs(sqrt(coarse / lowest) - 1.0) : NAN;
}

const char* refinement_sentence(const refinement* x, const char* name, int tet_count,
                                arena* memory) {
    bool thin = x->change > REFINEMENT_MOST, gaps = x->gaps > REFINEMENT_GAPS;
    if (!thin && !gaps)
        return NULL;
    const char* by =
        thin ? arena_format(memory, "about %.0f %%", 100.0 * x->change) : "more than 10 %";
    if (gaps)
        return arena_format(
            memory,
            "%s has gaps narrower than the cells of its %d tets (%.1f %% of its "
            "surface faces itself across them), which close them: cells of half the "
            "size may slow its slowest mode by %s; ask for more tets where that "
            "matters",
            name, tet_count, 100.0 * x->gaps, by);
    return arena_format(memory,
                        "%s is thin for its %d tets: cells of half the size would change its "
                        "slowest mode by %s; ask for more tets where that matters",
                        name, tet_count, by);
}
