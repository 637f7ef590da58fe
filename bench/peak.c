// SPDX-License-Identifier: MIT
#include "bench/peak.h"

#include "bake/base/arena.h"
#include "bake/base/clock.h"
#include "bake/base/parallel.h"

#include <cblas.h>
#include <math.h>

enum { PEAK_SIDE = 512, DEPTH = 3072, PRODUCTS = 8 };

typedef struct products {
    double *a, *b, *c;
} products;

static void multiply(void* user, int64_t begin, int64_t end) {
    const products* p = user;
    for (int64_t i = begin; i < end; ++i)
        cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, PEAK_SIDE, PEAK_SIDE, DEPTH, 1.0, p->a,
                    DEPTH, p->b, DEPTH, 0.0, p->c + i * PEAK_SIDE * PEAK_SIDE, PEAK_SIDE);
}

double peak_products(void) {
    arena* memory = arena_create();
    products p = {ARENA_NEW(memory, double, PEAK_SIDE* DEPTH),
                  ARENA_NEW(memory, double, PEAK_SIDE* DEPTH),
                  ARENA_NEW(memory, double, PRODUCTS* PEAK_SIDE* PEAK_SIDE)};
    for (int i = 0; i < PEAK_SIDE * DEPTH; ++i)
        p.a[i] = p.b[i] = 1e-3 * (i % 1000);
    openblas_set_num_threads(1);
    double best = 0.0;
    for (int k = 0; k < 3; ++k) {
        double begin = clock_seconds();
        parallel_for(0, PRODUCTS, 1, multiply, &p);
        best =
            fmax(best, 2.0 * PRODUCTS * PEAK_SIDE * PEAK_SIDE * DEPTH / (clock_seconds() - begin));
    }
    arena_destroy(memory);
    return best;
}
