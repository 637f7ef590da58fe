// Worlds under any calls stay numbers: what the fuzzer found, and random bytes.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/world_calls.h"

#include <dirent.h>

#define CORPUS TEST_SOURCE_FOLDER "/test/fuzz/world"

enum { TRIES = 4, LONGEST = 400 };

TEST(calls_that_were_found_do_no_harm) {
    calls_files files;
    int played = 0;
    DIR* folder = opendir(CORPUS);
    CHECK(folder != NULL && calls_open(&files, TEST_SOURCE_FOLDER "/test/golden"));
    for (struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[4096];
        size_t size;
        snprintf(path, sizeof path, CORPUS "/%s", entry->d_name);
        uint8_t* data = entry->d_name[0] == '.' ? NULL : asset_load(path, &size);
        if (data != NULL)
            calls_play(&files, data, size);
        played += data != NULL;
        free(data);
    }
    closedir(folder);
    calls_close(&files);
    CHECK(played > 0);
}

TEST(random_calls_do_no_harm) {
    calls_files files;
    uint64_t state = 5;
    CHECK(calls_open(&files, TEST_SOURCE_FOLDER "/test/golden"));
    for (int i = 0; i < TRIES; ++i) {
        uint8_t data[LONGEST];
        size_t size = 100 + asset_random(&state) % (LONGEST - 100);
        for (size_t k = 0; k < size; ++k)
            data[k] = (uint8_t)(asset_random(&state) >> 8);
        calls_play(&files, data, size);
    }
    calls_close(&files);
}

TEST_MAIN(CASE(calls_that_were_found_do_no_harm), CASE(random_calls_do_no_harm))
