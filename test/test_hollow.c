// Modes of bodies that their lattice cannot follow: none of them lives where there is no body.
// SPDX-License-Identifier: MIT
#include "bake/fem/assemble.h"
#include "bake/model/hollow.h"
#include "test/check.h"
#include "test/fill_check.h"
#include "test/thorough.h"
#include "test/tube_body.h"

#include <stdlib.h>

enum { MODES = 8 };

typedef struct found_modes {
    fill_result filled;
    double hz[MODES], hollow[MODES], local[MODES];
    int32_t rigid;
} found_modes;

static bool modes_of(const surface* f, int32_t cells, arena* a, found_modes* out) {
    report r = report_new(a);
    fill_options o = fill_default();
    o.cells = cells;
    o.threads = 1;
    if (!volume_fill(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                     f->triangle_count, &o, a, &out->filled, &r))
        return false;
    tets t = tets_promote(&out->filled.tets, a);
    material* m = ARENA_NEW(a, material, (size_t)t.tet_count);
    int32_t* number = ARENA_NEW(a, int32_t, (size_t)t.node_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        m[i] = (material){1e6, 0.3, 1000.0};
    for (int32_t i = 0; i < t.node_count; ++i)
        number[i] = i;
    assemble_matrices all;
    eigen_modes modes;
    eigen_request q = {.count = MODES + 6 * out->filled.pieces, .free = true, .threads = 1};
    if (!assemble_body(&t, m, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), a, &r) ||
        !eigen_lowest(&all, &q, &modes, a, &r)) {
        printf("%s\n", r.findings[r.count - 1].text);
        return false;
    }
    double* share = ARENA_NEW(a, double, (size_t)modes.count);
    hollow_shares(&t, m, number, &modes, share);
    out->rigid = modes.rigid;
    for (int i = 0; i < MODES && modes.rigid + i < modes.count; ++i) {
        out->hz[i] = sqrt(modes.values[modes.rigid + i]) / 6.283185307;
        out->hollow[i] = share[modes.rigid + i];
    }
    return true;
}

TEST(experiment) {
    int rounds = atoi(getenv("ROUNDS") != NULL ? getenv("ROUNDS") : "10");
    seed = (uint32_t)atoi(getenv("SEED") != NULL ? getenv("SEED") : "3");
    for (int i = 0; i < rounds; ++i) {
        arena* a = arena_create();
        tube_shape s = tube_random();
        surface f = tube_make(&s, 16, a);
        int32_t cells = (int32_t)random_in(5.0, 12.0);
        found_modes x = {0}, y = {0};
        bool ok = modes_of(&f, cells, a, &x) && modes_of(&f, 2 * cells, a, &y);
        printf("%d: bend %.2f thin %.2f cells, knobs %.2f %.2f %.2f, %d cells, %s %d tets, %d bridges, %d pieces, rigid %d:",
               i, s.bend, 2.0 * s.thin / x.filled.cell, s.knobs[0], s.knobs[1], s.knobs[2], cells,
               x.filled.mode == FILL_SOLID ? "solid" : "enclosing", x.filled.tets.tet_count,
               x.filled.bridges, x.filled.pieces, x.rigid);
        for (int k = 0; k < 4; ++k)
            printf(" %.3g/%.3g(%.1g)", x.hz[k], y.hz[k], x.hollow[k]);
        printf("%s\n", ok ? "" : " FAILED");
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(experiment))
