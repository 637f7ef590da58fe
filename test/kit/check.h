// The whole test framework: a test program lists its cases and main is TEST_MAIN.
//
//   TEST(sum_is_commutative) { CHECK(1 + 2 == 2 + 1); }
//   TEST_MAIN(CASE(sum_is_commutative))
//
// Its last line, "N passed, N failed, N skipped", is what tools/run-tests adds up. A case may be
// chosen by name: ./test_vec sum_is_commutative
// SPDX-License-Identifier: MIT
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct test_case {
    const char* name;
    void (*run)(void);
    bool sized;
} test_case;

static int test_failures; // within the running case
static const char* test_skip_reason;

#define TEST(name) static void test_##name(void)
#define CASE(name)                                                                                 \
    { #name, test_##name, false }
// One that does at size what smaller cases of the same files do too: sanitizers, which look at paths and take many times as
// long, run it by `make test-all` only, or when it is chosen by name.
#define SIZED_CASE(name)                                                                           \
    { #name, test_##name, true }

#ifndef __has_feature // clang's
#define __has_feature(x) 0
#endif

static inline bool test_leaves_out(const test_case* c) {
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
    return c->sized && getenv("SUPPLE_SIZED") == NULL;
#else
    return c == NULL;
#endif
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                         \
            ++test_failures;                                                                       \
            return;                                                                                \
        }                                                                                          \
    } while (0)

#define CHECK_NEAR(a, b, tolerance)                                                                \
    do {                                                                                           \
        double a_ = (a), b_ = (b);                                                                 \
        if (!(fabs(a_ - b_) <= (tolerance))) {                                                     \
            printf("%s:%d: failed: %s is %.17g, %s is %.17g\n", __FILE__, __LINE__, #a, a_, #b,    \
                   b_);                                                                            \
            ++test_failures;                                                                       \
            return;                                                                                \
        }                                                                                          \
    } while (0)

#define CHECK_TEXT(a, b)                                                                           \
    do {                                                                                           \
        const char *a_ = (a), *b_ = (b);                                                           \
        if (strcmp(a_, b_) != 0) {                                                                 \
            printf("%s:%d: failed: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #a, a_, b_);   \
            ++test_failures;                                                                       \
            return;                                                                                \
        }                                                                                          \
    } while (0)

#define SKIP(reason)                                                                               \
    do {                                                                                           \
        test_skip_reason = (reason);                                                               \
        return;                                                                                    \
    } while (0)

// Real models by others, which are not in this repository: a folder beside it, or $SUPPLE_DATA.
// NULL where there is none; skip then.
static inline const char* test_data_folder(void) {
    const char* folder = getenv("SUPPLE_DATA");
    if (folder == NULL || folder[0] == 0)
        folder = TEST_DATA_FOLDER; // from CMake
    return access(folder, R_OK) == 0 ? folder : NULL;
}

// A fresh folder below the working folder, for files that a test writes and removes.
#define TEST_FOLDER "supple-test-XXXXXX" // for mkdtemp

static inline int test_run(const test_case* cases, int count, int argc, char** argv) {
    int passed = 0, failed = 0, skipped = 0;
    for (int i = 0; i < count; ++i) {
        if (argc > 1 ? strcmp(argv[1], cases[i].name) != 0 : test_leaves_out(&cases[i]))
            continue;
        test_failures = 0;
        test_skip_reason = NULL;
        cases[i].run();
        if (test_failures > 0)
            printf("FAILED  %s\n", cases[i].name);
        else if (test_skip_reason != NULL)
            printf("skipped %s: %s\n", cases[i].name, test_skip_reason);
        else
            printf("ok      %s\n", cases[i].name);
        failed += test_failures > 0;
        skipped += test_failures == 0 && test_skip_reason != NULL;
        passed += test_failures == 0 && test_skip_reason == NULL;
    }
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    fflush(stdout); // a leak ends the process without it
    return failed > 0 || passed + skipped == 0;
}

#define TEST_MAIN(...)                                                                             \
    int main(int argc, char** argv) {                                                              \
        static const test_case cases[] = {__VA_ARGS__};                                            \
        return test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);                   \
    }
