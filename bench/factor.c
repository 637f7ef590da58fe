// SPDX-License-Identifier: MIT
#include "bench/factor.h"

#include "bake/algebra/factor.h"
#include "bake/base/clock.h"

#include <stdio.h>

// Three unknowns a corner: as large and as dense as the stiffness of an elastic body.
static void stiff_element(const void* user, int32_t element, double* matrix) {
    (void)user;
    (void)element;
    for (int i = 0; i < 12; ++i)
        for (int k = 0; k < 12; ++k)
            matrix[12 * i + k] = i == k ? 13.0 : i % 3 == k % 3 ? -1.0 : 0.1;
}

void bench_factor(const tets* t) {
    enum { SIDES = 16 };
    arena* memory = arena_create();
    report r = report_new(memory);
    sparse_mesh mesh_ = {t->elements, t->tet_count, 4, 4, t->node_count};
    double begin = clock_seconds();
    sparse a = sparse_pattern(&mesh_, 3, 0, memory);
    sparse_assemble(&a, &mesh_, stiff_element, NULL, 0);
    double assembled = clock_seconds();
    factor* f = factor_analyse(&a, &r);
    double analysed = clock_seconds(), processor = clock_processor();
    bool ok = f != NULL && factor_compute(f, &a, &r);
    double factored = clock_seconds();
    processor = clock_processor() - processor;
    double* x = ARENA_NEW(memory, double, SIDES * 3 * (size_t)a.rows);
    for (size_t i = 0; i < SIDES * 3 * (size_t)a.rows; ++i)
        x[i] = (double)(i % 11) - 5.0;
    ok = ok && factor_solve(f, x, SIDES, 0, &r);
    double solved = clock_seconds();
    factor_size size = f != NULL ? factor_sizes(f) : (factor_size){0};
    printf(
        "factor             %9lld unknowns   %9.4f %9.4f %7.1f Gflop/s, %.0f MB; assemble %.2f s, "
        "analyse %.2f s, solve %.3f s each of %d%s\n",
        (long long)size.unknowns, factored - analysed, processor,
        size.flops / (factored - analysed) * 1e-9, 8e-6 * (double)size.numbers, assembled - begin,
        analysed - assembled, (solved - factored) / SIDES, SIDES, ok ? "" : ", failed");
    fflush(stdout);
    factor_free(f);
    arena_destroy(memory);
}
