// The hook of asserts: replaced by an embedder's header, it is called for each broken contract and for no other.
// SPDX-License-Identifier: MIT
#define SUPPLE_ASSERT_HEADER "test/kit/assert_hook.h"
// a file of the library, built once more with the hook in it, beside the one in the library
#define cholesky_factor hooked_factor
#define cholesky_solve  hooked_solve
#include "runtime/math/cholesky.c"
#include "test/kit/check.h"

TEST(a_kept_contract_is_silent) {
    float a[8] = {4.0f}, x = 2.0f;
    assert_hook_broken = 0;
    CHECK(hooked_factor(a, 1, 8, 1e-6f) == 0);
    hooked_solve(a, 1, 8, &x);
    CHECK_NEAR(x, 0.5, 1e-6);
    CHECK(assert_hook_broken == 0);
}

TEST(a_broken_contract_calls_the_hook_once) {
    float a[8] = {4.0f}, x = 2.0f;
    assert_hook_broken = 0;
    hooked_factor(a, 0, 3, 1e-6f); // not a multiple of eight
    CHECK(assert_hook_broken == 1);
    hooked_factor(a, 0, 8, 0.0f); // no least pivot
    CHECK(assert_hook_broken == 2);
    hooked_solve(a, 0, -1, &x);
    CHECK(assert_hook_broken == 3);
}

TEST(a_condition_is_computed_once) {
    int times = 0;
    SUPPLE_ASSERT(++times > 0);
    CHECK(times == 1);
}

TEST_MAIN(CASE(a_kept_contract_is_silent), CASE(a_broken_contract_calls_the_hook_once),
          CASE(a_condition_is_computed_once))
