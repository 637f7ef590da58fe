// Bodies that their lattice cannot follow: no mode lives where there is no body, and what finer cells change is told.
// SPDX-License-Identifier: MIT
#include "bake/fem/assemble.h"
#include "bake/model/hollow.h"
#include "bake/model/modal.h"
#include "bake/model/refinement.h"
#include "test/check.h"
#include "test/fill_check.h"
#include "test/thorough.h"
#include "test/tube_body.h"

#include <stdlib.h>

static const double YOUNG = 1e6, DENSITY = 1000.0;

typedef struct swing {
    fill_result filled;
    modal_model model;
    material* materials;
} swing;

static bool swing_of(const surface* f, int32_t cells, int32_t modes, arena* a, swing* out) {
    report r = report_new(a);
    fill_options o = fill_default();
    o.cells = cells;
    o.threads = 1;
    if (!volume_fill(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                     f->triangle_count, &o, a, &out->filled, &r))
        return false;
    const tets* t = &out->filled.tets;
    out->materials = ARENA_NEW(a, material, (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        out->materials[i] = (material){YOUNG, 0.3, DENSITY};
    modal_request q = {.volume = t,
                       .materials = out->materials,
                       .ten_nodes = true,
                       .count = modes,
                       .threads = 1,
                       .where = place_none()};
    stages clock = stages_begin();
    return modal_build(&q, &clock, &out->model, a, &r);
}

// ---- what finer cells change -----------------------------------------------------------

TEST(experiment) {
    int rounds = atoi(getenv("ROUNDS") != NULL ? getenv("ROUNDS") : "10");
    seed = (uint32_t)atoi(getenv("SEED") != NULL ? getenv("SEED") : "3");
    int missed = 0, alarms = 0, good = 0, told_right = 0;
    for (int i = 0; i < rounds; ++i) {
        arena* a = arena_create();
        tube_shape s = tube_random();
        surface f = tube_make(&s, 16, a);
        int32_t cells = (int32_t)random_in(2.5, 6.0);
        swing x = {0}, y = {0}, z = {0};
        bool ok = swing_of(&f, cells, 1, a, &x) && swing_of(&f, 2 * cells, 1, a, &y) &&
                  swing_of(&f, 4 * cells, 1, a, &z);
        refinement e = {refinement_change(y.model.lowest, x.model.lowest), y.filled.gaps};
        double truth = sqrt(z.model.lowest / y.model.lowest) - 1.0;
        bool told = refinement_sentence(&e, "", 1, a) != NULL, bad = fabs(truth) > 0.1;
        missed += bad && !told;
        alarms += told && !bad;
        good += !told && !bad;
        told_right += told && bad;
        printf("%d: bend %.2f thin %.2f cells, knobs %.2f %.2f %.2f, %d cells, %d tets, hollow %d %d %d change %.3f gaps %.3f truth %.3f %s%s\n",
               i, s.bend, 2.0 * s.thin / y.filled.cell, s.knobs[0], s.knobs[1], s.knobs[2], 2 * cells,
               y.filled.tets.tet_count, x.model.hollow_count, y.model.hollow_count, z.model.hollow_count, e.change,
               e.gaps, truth, told && !bad ? "ALARM" : bad && !told ? "MISSED" : "",
               ok ? "" : " FAILED");
        fflush(stdout);
        arena_destroy(a);
    }
    printf("missed %d alarms %d good %d told %d\n", missed, alarms, good, told_right);
}

TEST_MAIN(CASE(experiment))
