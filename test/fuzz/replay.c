// What fuzzers have found, again, in every build: each file of test/fuzz/NAME/ through the fuzzer of that name, without libFuzzer.
//
//   fuzz_replay [NAME]     thorough: a hundred changes of each file, too
//
// CMakeLists.txt above compiles each fuzz_NAME.c with its entry called try_NAME. Corpora of asset, hdr, recording and world are
// replayed by the tests of what they read.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/check_asset.h"
#include "test/kit/thorough.h"

#include <dirent.h>

#define EACH(use)                                                                                  \
    use(body) use(find) use(gltf) use(motion) use(picture) use(recipe) use(resume) use(state)      \
        use(tets) use(text) use(world_state)
#define DECLARE(name) int try_##name(const uint8_t* data, size_t size);
EACH(DECLARE)

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

// Fuzzers with a mutator of their own ask for libFuzzer's, which is not here.
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size) {
    (void)data;
    (void)max_size;
    return size;
}

static void try_changes(int (*use)(const uint8_t*, size_t), const uint8_t* data, size_t size) {
    uint8_t* copy = asset_copy(data, size);
    for (uint64_t seed = 0; seed < 100 && size >= 4; ++seed) {
        memcpy(copy, data, size);
        if (seed % 2 == 0)
            asset_mutate(copy, size, seed);
        else
            copy[seed * 7919 % size] ^= (uint8_t)(1 << seed % 8);
        use(copy, size);
    }
    free(copy);
}

static void replay(const char* name, int (*use)(const uint8_t*, size_t)) {
    char path[4096];
    int files = 0;
    snprintf(path, sizeof path, TEST_SOURCE_FOLDER "/test/fuzz/%s", name);
    DIR* folder = opendir(path);
    CHECK(folder != NULL);
    for (struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        size_t size;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, TEST_SOURCE_FOLDER "/test/fuzz/%s/%s", name, entry->d_name);
        uint8_t* data = asset_load(path, &size);
        CHECK(data != NULL);
        uint8_t* exact = asset_copy(data, size);
        use(exact, size);
        if (test_thorough())
            try_changes(use, exact, size);
        free(exact);
        free(data);
        ++files;
    }
    closedir(folder);
    CHECK(files > 0);
}

#define REPLAY(name)                                                                               \
    TEST(name##_does_no_harm) {                                                                    \
        replay(#name, try_##name);                                                                 \
    }
EACH(REPLAY)

#define ADD(name) CASE(name##_does_no_harm),
TEST_MAIN(EACH(ADD))
