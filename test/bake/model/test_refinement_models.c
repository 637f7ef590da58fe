// Of every sample and every model by others: finer cells change the first frequency by less than a tenth, or it is told.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"
#include "bake/model/refinement.h"
#include "test/kit/all_models.h"
#include "test/kit/check.h"
#include "test/kit/fill_check.h"
#include "test/kit/swing.h"

enum { COARSE = 4, TETS_MOST = 2000 }; // cells a side; elements at twice as many

typedef struct tally {
    int good, right, alarms, missed;
} tally;

static void try_body(const char* name, const surface* f, arena* a, tally* t) {
    swing coarse = {0}, x = {0}, fine = {0};
    CHECK(swing_of(f, COARSE, 1, a, &coarse) && swing_of(f, 2 * COARSE, 1, a, &x));
    if (x.filled.tets.tet_count > TETS_MOST) {
        printf("%-28s %d tets: too many for finer ones\n", name, x.filled.tets.tet_count);
        return;
    }
    CHECK(swing_of(f, 4 * COARSE, 1, a, &fine));
    refinement e = refinement_of(&x.model.slowest, coarse.model.slowest.value);
    double truth = sqrt(fine.model.slowest.value / x.model.slowest.value) - 1.0;
    bool told = refinement_sentence(&e, "it", x.filled.tets.tet_count, a) != NULL,
         bad = fabs(truth) >= REFINEMENT_MOST;
    t->good += !told && !bad;
    t->right += told && bad;
    t->alarms += told && !bad;
    t->missed += !told && bad;
    printf("%-28s %5d tets: expected %5.1f %%, %4.1f %% across gaps, found %+6.1f %%%s\n", name,
           x.filled.tets.tet_count, 100.0 * e.change, 100.0 * e.gaps, 100.0 * truth,
           told && !bad   ? ", told for nothing"
           : bad && !told ? ", NOT TOLD"
                          : "");
}

TEST(what_finer_cells_change_is_told_of_every_body) {
    static const char* const names[] = {"jelly", "sphere", "bat",      "dodo",     "torus",
                                        "sheet", "tissue", "cylinder", "shoulder", "swimmer"};
    tally t = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        arena* a = arena_create();
        surface f = sample_surface(names[i], a);
        try_body(names[i], &f, a, &t);
        arena_destroy(a);
    }
    const char* folder = test_data_folder();
    for (size_t i = 0; folder != NULL && i < ALL_MODELS; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        imported in;
        CHECK(import_scene(arena_format(a, "%s/%s", folder, all_models[i]), a, &in, &r));
        pose p = pose_at(&in.scene, -1, 0.0, a);
        surface f = surface_from_scene(&in.scene, &p, a);
        try_body(path_name(all_models[i]), &f, a, &t);
        import_close(&in);
        arena_destroy(a);
    }
    printf("told rightly %d, told for nothing %d, rightly not told %d, missed %d\n", t.right,
           t.alarms, t.good, t.missed);
    CHECK(t.missed == 0 && t.alarms <= t.good + t.right);
}

TEST_MAIN(CASE(what_finer_cells_change_is_told_of_every_body))
