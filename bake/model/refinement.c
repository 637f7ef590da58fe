// The shares bound what was found among random bodies with thin limbs (docs/decisions/0072-necks.md).
// SPDX-License-Identifier: MIT
#include "bake/model/refinement.h"

#include <math.h>
#include <stddef.h>

static const double SHARE = 0.75, SHARE_OF_A_NECK = 1.5; // of what twice the cell changes
enum { NECK = 20 }; // elements with half of the mode's energy: with fewer, it is one

refinement refinement_of(const modal_slowest* slowest, double coarse) {
    if (!(slowest->value > 0.0 && coarse > 0.0))
        return (refinement){NAN, slowest->tied};
    double share = slowest->elements < NECK ? SHARE_OF_A_NECK : SHARE;
    double cells = share * fabs(sqrt(coarse / slowest->value) - 1.0);
    return (refinement){cells, slowest->tied};
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
            "%s has gaps narrower than the cells of its %d tets, which close them (%.0f %% of the "
            "energy of its slowest mode is across them): cells of half the size may slow that mode "
            "by %s; ask for more tets where that matters",
            name, tet_count, 100.0 * x->gaps, by);
    return arena_format(memory,
                        "%s is thin for its %d tets: cells of half the size would change its "
                        "slowest mode by %s; ask for more tets where that matters",
                        name, tet_count, by);
}
