// Frequencies of a body of one material: what tests and pictures of convergence measure.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/fem/eigen.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/fill_check.h"

#include <math.h>

// A beam, E = 1e6 Pa, 1000 kg/m^3, in cells of nearly equal sides; exact numbers are by Timoshenko,
// with the shear factor 10 (1 + nu) / (12 + 11 nu).
static inline tets beam_of(int32_t finer, int32_t width, arena* a) {
    tets t = cells_mesh((const int32_t[3]){8 * finer, finer, finer}, v3(1.0, 0.1, 0.12), a);
    return width == 10 ? tets_promote(&t, a) : t;
}

// The lowest elastic frequencies, rad/s, of 1e6 Pa and 1000 kg/m^3; held where x is 0, or free.
// Returns the number of unknowns, 0 when there is no answer.
static inline int32_t lowest_frequencies(const tets* t, double poisson, bool free, int32_t count,
                                         double* frequencies, int threads, arena* a) {
    report r = report_new(a);
    material* list = ARENA_NEW(a, material, (size_t)t->tet_count);
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t->node_count);
    int32_t *number = ARENA_NEW(a, int32_t, (size_t)t->node_count), moving = 0;
    for (int32_t i = 0; i < t->tet_count; ++i)
        list[i] = (material){1e6, poisson, 1000.0};
    for (int32_t i = 0; i < t->node_count; ++i)
        fixed[i] = t->nodes[i].x < 1e-9;
    assemble_matrices all;
    if (!assemble_body(t, list, ELEMENT_MASS_CONSISTENT, threads, &all, place_none(), a, &r) ||
        !assemble_free(t, free ? NULL : fixed, number, &moving, place_none(), &r))
        return 0;
    assemble_matrices kept = assemble_keep(&all, number, moving, a);
    eigen_request q = {.count = count + (free ? 6 : 0), .free = free, .threads = threads};
    eigen_modes m;
    if (!eigen_lowest(&kept, &q, &m, a, &r) || m.rigid != (free ? 6 : 0))
        return 0;
    for (int32_t i = 0; i < count; ++i)
        frequencies[i] = sqrt(m.values[m.rigid + i]);
    return 3 * moving;
}

// Lamb 1882: the lowest vibration of a free ball, a twist of its halves against each other,
// is at 2.5011326 times the speed of shear over the radius, five times over.
static inline double ball_twist(double poisson, double radius) {
    return 2.501132620409397 * sqrt(1e6 / (2.0 * (1.0 + poisson)) / 1000.0) / radius;
}

typedef struct run {
    double order, limit; // from the last three of a sequence
    double finest;
} run;

// first: cells across the coarsest of three beams.
static inline run beam_run(double poisson, bool free, int32_t width, int32_t first) {
    double f[3] = {0};
    for (int i = 0; i < 3; ++i) {
        arena* a = arena_create();
        tets t = beam_of(first << i, width, a);
        double lowest[3];
        int32_t unknowns = lowest_frequencies(&t, poisson, free, 3, lowest, 1, a);
        f[i] = unknowns > 0 ? lowest[0] : NAN;
        arena_destroy(a);
    }
    double ratio = (f[0] - f[1]) / (f[1] - f[2]);
    return (run){log2(ratio), f[2] - (f[1] - f[2]) / (ratio - 1.0), f[2]};
}

// Of a sample body, free, in a lattice of so many cells along its longest side.
static inline bool sample_frequencies(const char* name, int32_t cells, int32_t width,
                                      double poisson, double f[10]) {
    arena* a = arena_create();
    surface body = sample_surface(name, a);
    fill_options o = fill_default();
    o.cells = cells;
    fill_result out;
    bool ok = fill_surface(&body, &o, a, &out);
    if (ok) {
        tets t = width == 10 ? tets_promote(&out.tets, a) : out.tets;
        ok = lowest_frequencies(&t, poisson, true, 10, f, 1, a) > 0;
    }
    arena_destroy(a);
    return ok;
}

static inline double most_moved(const double a[10], const double b[10]) {
    double most = 0.0;
    for (int i = 0; i < 10; ++i)
        most = fmax(most, fabs(a[i] / b[i] - 1.0));
    return most;
}
