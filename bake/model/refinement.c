// The shares bound what was found among random bodies with thin limbs (docs/decisions/0072-necks.md).
// SPDX-License-Identifier: MIT
#include "bake/model/refinement.h"

#include "bake/fem/eigen_estimate.h"

#include <math.h>
#include <stddef.h>

static const double CHANGE_FRACTION = 0.75,
                    NECK_CHANGE_FRACTION = 1.5; // of what twice the cell changes
static const double REFINEMENT_LARGE =
    0.5; // a change of more is told as a factor: nothing is slowed by 211 %
enum {
    NECK = 20,         // elements with half of the mode's energy: with fewer, it is one
    FINER = 8,         // elements of half the size in place of one
    TRIED_MOST = 32000 // of these: what parts of the usual size have at most
};

refinement refinement_of(const modal_slowest* slowest, double coarse) {
    if (!(slowest->value > 0.0 && coarse > 0.0))
        return (refinement){.change = NAN, .gaps = slowest->tied};
    double fraction = slowest->elements < NECK ? NECK_CHANGE_FRACTION : CHANGE_FRACTION;
    double cells = fraction * fabs(sqrt(coarse / slowest->value) - 1.0);
    return (refinement){.change = cells, .gaps = slowest->tied};
}

static bool is_doubtful(const refinement* x) {
    return x->change > REFINEMENT_MOST || (x->tried == 0 && x->gaps > REFINEMENT_GAPS);
}

bool refinement_wants_trial(const refinement* x, int32_t tet_count, bool ten_nodes) {
    if (!is_doubtful(x) || tet_count > TRIED_MOST / FINER)
        return false;
    arena* scratch = arena_create();
    report unheard = report_new(scratch);
    eigen_estimate e = eigen_expect(eigen_unknowns(FINER * tet_count, ten_nodes), 1.0, 0.0);
    bool fits = eigen_fits(&e, false, "it", "", &unheard);
    arena_destroy(scratch);
    return fits;
}

void refinement_tried(refinement* x, const modal_slowest* slowest, double fine, int32_t tet_count) {
    if (!(fine > 0.0 && slowest->value > 0.0))
        return;
    x->change = fabs(sqrt(fine / slowest->value) - 1.0);
    x->tried = tet_count;
    x->slower = fine < slowest->value;
}

static const char* sentence_of_trial(const refinement* x, const char* name, int tet_count,
                                     arena* memory) {
    const char* why = x->gaps > REFINEMENT_GAPS
                          ? arena_format(memory,
                                         "has gaps narrower than the cells of its %d tets, which "
                                         "close them",
                                         tet_count)
                          : arena_format(memory, "is thin for its %d tets", tet_count);
    return arena_format(memory,
                        "%s %s: cells of half the size (tried: %d tets) make its slowest mode "
                        "%.0f %% %s; ask for more tets where that matters",
                        name, why, x->tried, 100.0 * x->change, x->slower ? "slower" : "faster");
}

const char* refinement_sentence(const refinement* x, const char* name, int tet_count,
                                arena* memory) {
    if (!is_doubtful(x))
        return NULL;
    if (x->tried > 0)
        return sentence_of_trial(x, name, tet_count, memory);
    const char* by = x->change > REFINEMENT_LARGE
                         ? arena_format(memory, "a factor of about %.1f", 1.0 + x->change)
                     : x->change > REFINEMENT_MOST
                         ? arena_format(memory, "about %.0f %%", 100.0 * x->change)
                         : "10 %";
    if (x->gaps > REFINEMENT_GAPS)
        return arena_format(
            memory,
            "%s has gaps narrower than the cells of its %d tets, which close them (%.0f %% of the "
            "energy of its slowest mode is across them): cells of half the size may slow that mode "
            "by %s or by several times that, which was not tried; ask for more tets "
            "where that matters",
            name, tet_count, 100.0 * x->gaps, by);
    return arena_format(memory,
                        "%s is thin for its %d tets: cells of half the size would change its "
                        "slowest mode by %s, judged by cells of twice the size; ask for more tets "
                        "where that matters",
                        name, tet_count, by);
}
