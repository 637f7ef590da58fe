// A random search for bodies whose modes are not found: pieces from a single tet to a thousand unknowns, thick and thin,
// soft beside stiff, nearly incompressible and auxetic, hinged, free and held, four and ten nodes an element.
//
// The truth is a dense solver that shares nothing with either engine (test/kit/dense_engine.h).
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"
#include "bake/fem/eigen_piece.h"
#include "bake/mesh/tets_builder.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"
#include "test/kit/dense_engine.h"
#include "test/kit/random.h"
#include "test/kit/thorough.h"

enum { PIECES_MOST = 4, BODIES = 80 };

static int32_t random_int(int32_t low, int32_t high) {
    int32_t x = low + (int32_t)random_in(0.0, high - low + 1.0);
    return x < high ? x : high;
}

// ---- bodies ----------------------------------------------------------------------------

typedef struct body {
    tets t;
    int32_t pieces;
    int32_t piece_of_tet[1200];
    bool free;
    assemble_matrices m;
} body;

// A box of cells, or the first few tets of it, of 12 unknowns and more: some of those hang together by an edge only, about
// which they turn as freely as they move.
static tets random_piece(int32_t largest, bool few, arena* a) {
    int32_t cells[3] = {random_int(1, largest), random_int(1, largest), random_int(1, 2)};
    vec3 size =
        v3(cells[0] * 0.1, cells[1] * random_in(0.01, 0.1), cells[2] * random_in(0.02, 0.1));
    tets t = cells_mesh(cells, size, a);
    if (few)
        t.tet_count = random_int(1, 6);
    for (int32_t i = 0; i < t.node_count; ++i) // no two pieces or elements alike
        t.nodes[i] = v3_add(t.nodes[i], random_point(0.1 * size.y / cells[1]));
    return t;
}

static body random_body(int32_t largest, arena* a) {
    body b = {.pieces = random_int(1, PIECES_MOST), .free = random_in(0.0, 1.0) < 0.6};
    tets_builder all = tets_builder_new(a);
    for (int32_t p = 0; p < b.pieces; ++p) {
        tets t = random_piece(p == 0 ? largest : 1, b.free && random_in(0.0, 1.0) < 0.5, a);
        int32_t* to = ARENA_NEW(a, int32_t, (size_t)t.node_count);
        for (int32_t i = 0; i < t.node_count; ++i)
            to[i] = -1;
        for (int32_t i = 0; i < 4 * t.tet_count; ++i) {
            int32_t n = t.elements[i];
            if (to[n] < 0)
                to[n] = tets_builder_node(&all, v3_add(t.nodes[n], v3(0, 0, 2.0 * p)));
        }
        for (int32_t i = 0; i < t.tet_count; ++i) {
            const int32_t* e = t.elements + 4 * (ptrdiff_t)i;
            b.piece_of_tet[all.out.tet_count] = p;
            tets_builder_tet(&all, to[e[0]], to[e[1]], to[e[2]], to[e[3]]);
        }
    }
    b.t = all.out;
    if (random_in(0.0, 1.0) < 0.4 && b.t.tet_count < 60)
        b.t = tets_promote(&b.t, a);
    return b;
}

// Held, if at all, by a face of the first tet of each piece.
static bool assemble(body* b, arena* a, report* r) {
    material* list = ARENA_NEW(a, material, (size_t)b->t.tet_count);
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)b->t.node_count);
    double young[PIECES_MOST], poisson = random_in(0.0, 1.0) < 0.3 ? 0.499 : random_in(-0.3, 0.48);
    for (int32_t p = 0; p < b->pieces; ++p)
        young[p] = 1e4 * pow(10.0, random_in(-1.0, 2.0));
    for (int32_t i = 0, last = -1; i < b->t.tet_count; ++i) {
        list[i] = (material){young[b->piece_of_tet[i]], poisson, random_in(500.0, 2000.0)};
        for (int32_t k = 0; k < 3 && !b->free && b->piece_of_tet[i] != last; ++k)
            fixed[b->t.elements[(ptrdiff_t)i * b->t.width + k]] = 1;
        last = b->piece_of_tet[i];
    }
    int32_t *number = ARENA_NEW(a, int32_t, (size_t)b->t.node_count), count = 0;
    assemble_matrices all;
    if (!assemble_body(&b->t, list, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), a, r) ||
        !assemble_free(&b->t, fixed, number, &count, place_none(), r))
        return false;
    b->m = assemble_keep(&all, number, count, a);
    return true;
}

// ---- the law ---------------------------------------------------------------------------

// Of values, relative to those of the highest the truth is known to rounding.
static bool same_values(const eigen_modes* x, const eigen_modes* truth, double highest) {
    if (x->count != truth->count || x->rigid != truth->rigid || x->pieces != truth->pieces ||
        x->more != truth->more)
        return false;
    for (int32_t e = 0; e < x->count; ++e) {
        double error = fabs(x->values[e] - truth->values[e]);
        if (!(error <= 1e-7 * truth->values[e] + 1e-11 * highest && x->residuals[e] < 1e-5))
            return false;
    }
    return true;
}

static double highest_value(const assemble_matrices* m) {
    double most = 0.0;
    for (int32_t i = 0; i < m->mass.rows; ++i) {
        const double* k = sparse_block(&m->stiffness, i, i);
        most = fmax(most, (k[0] + k[4] + k[8]) / *sparse_block(&m->mass, i, i));
    }
    return 3.0 * most;
}

// Both engines, and what chooses between them, against the truth.
static bool all_agree(const body* b, eigen_request q, const char** why, eigen_modes* truth,
                      arena* a) {
    int calls = 0;
    report r = report_new(a);
    const eigen_engine oracle = {"oracle", dense_lowest, &calls};
    const eigen_engine* engines[] = {&oracle, NULL, &eigen_cholesky};
    for (int e = 0; e < 3; ++e) {
        eigen_modes other;
        q.engine_or_null = engines[e];
        bool sound = eigen_lowest(&b->m, &q, e == 0 ? truth : &other, a, &r);
        if (!sound || (e > 0 && !same_values(&other, truth, highest_value(&b->m)))) {
            *why = arena_format(a, "engine %d: %s", e, sound ? "other values" : r.findings[0].text);
            return false;
        }
    }
    return true;
}

// All modes below a value that lies well between two.
static double random_bound(const eigen_modes* m) {
    int32_t e = random_int(m->rigid, m->count - 1);
    for (; e > m->rigid && e < m->count; --e)
        if (m->values[e] > 1.01 * m->values[e - 1])
            return 0.5 * (m->values[e] + m->values[e - 1]);
    return 0.0;
}

static void search(int32_t largest, int32_t bodies) {
    for (int32_t i = 0; i < bodies; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        body b = random_body(largest, a);
        bool sound = assemble(&b, a, &r);
        const char* why = sound ? "" : r.findings[0].text;
        int32_t unknowns = 3 * b.m.mass.rows,
                wanted = random_int(1, 30) + (b.free ? 6 * b.pieces : 0);
        eigen_request q = {.free = b.free, .threads = 1, .seed = (uint32_t)i};
        q.count = wanted < unknowns ? wanted : unknowns;
        eigen_modes truth = {0}, below;
        sound = sound && all_agree(&b, q, &why, &truth, a);
        if (sound && truth.rigid < truth.count)
            q.below = random_bound(&truth);
        sound = sound && (q.below == 0.0 || all_agree(&b, q, &why, &below, a));
        if (!sound)
            printf("body %d: %s, %d pieces, %d unknowns, %d modes below %g: %s\n", i,
                   b.free ? "free" : "held", b.pieces, unknowns, q.count, q.below, why);
        arena_destroy(a);
        CHECK(sound);
    }
}

TEST(pieces_of_all_sizes_have_the_modes_of_a_dense_solver_by_either_engine) {
    for (uint64_t i = 1; i <= (test_thorough() ? 10 : 1) && test_failures == 0; ++i) {
        seed = i;
        search(2, BODIES);
        search(4, BODIES / 10);
    }
}

TEST_MAIN(CASE(pieces_of_all_sizes_have_the_modes_of_a_dense_solver_by_either_engine))
