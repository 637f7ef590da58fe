// How many threads OpenBLAS was left with, by whoever used it before, changes no bit of what is baked.
// SPDX-License-Identifier: MIT
#include "bake/algebra/dense.h"
#include "scenes/toy.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

#include <cblas.h>
#include <string.h>

TEST(of_dense_eigenvectors) {
    enum { N = 300 };
    arena* memory = arena_create();
    double* made[2];
    for (int k = 0; k < 2; ++k) {
        made[k] = ARENA_NEW(memory, double, N* N + N);
        seed = 7;
        for (int i = 0; i < N * N; ++i)
            made[k][i] = random_in(-1.0, 1.0); // of which one triangle counts
        openblas_set_num_threads(2 - k);
        CHECK(dense_eigen(N, made[k], made[k] + N * N, memory));
    }
    CHECK(memcmp(made[0], made[1], sizeof(double) * (N * N + N)) == 0);
    arena_destroy(memory);
}

TEST(of_a_small_body) {
    static const toy_kind kinds[2] = {TOY_BOX, TOY_BALL};
    for (int i = 0; i < 2; ++i) {
        arena* memory = arena_create();
        report r = report_new(memory);
        toy made[2];
        toy_options o = toy_default();
        o.kind = kinds[i];
        for (int k = 0; k < 2; ++k) {
            openblas_set_num_threads(2 - k);
            CHECK(toy_make(&o, memory, &made[k], &r));
        }
        CHECK(made[0].out.file.size == made[1].out.file.size &&
              memcmp(made[0].out.file.data, made[1].out.file.data, made[0].out.file.size) == 0);
        arena_destroy(memory);
    }
}

TEST_MAIN(CASE(of_dense_eigenvectors), CASE(of_a_small_body))
