// What the gate lets through can be played: the golden asset, the fuzzer's corpus, and mutations of it.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/check_asset.h"

#include <dirent.h>

#define CORPUS TEST_SOURCE_FOLDER "/test/fuzz/asset"

static int files, refused, tries;

// Calls with every file of the corpus.
static void each_file(void (*use)(uint8_t* data, size_t size)) {
    DIR* folder = opendir(CORPUS);
    CHECK(folder != NULL);
    files = refused = tries = 0;
    for (struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[4096];
        size_t size;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, CORPUS "/%s", entry->d_name);
        uint8_t* data = asset_load(path, &size);
        CHECK(data != NULL);
        use(data, size);
        ++files;
        free(data);
    }
    closedir(folder);
}

static void try_file(uint8_t* data, size_t size) {
    refused += asset_try(data, size) != SUPPLE_OK;
    ++tries;
}

static void try_mutations(uint8_t* data, size_t size) {
    uint8_t* copy = malloc(size);
    for (uint64_t seed = 0; seed < 100 && size >= 64; ++seed) {
        memcpy(copy, data, size);
        asset_mutate(copy, size, seed);
        try_file(copy, size);
    }
    free(copy);
}

TEST(the_golden_asset_plays) {
    size_t size;
    uint8_t* data = asset_load(GOLDEN_ASSET, &size);
    CHECK(data != NULL && asset_try(data, size) == SUPPLE_OK);
    free(data);
}

TEST(the_corpus_does_no_harm) {
    each_file(try_file);
    printf("%d files, %d refused\n", files, refused);
    CHECK(files >= 6 && refused < files);
}

TEST(mutations_of_the_corpus_do_no_harm) {
    each_file(try_mutations);
    printf("%d mutations, %d refused\n", tries, refused);
    CHECK(tries >= 600 && refused > 0 && refused < tries);
}

TEST_MAIN(CASE(the_golden_asset_plays), CASE(the_corpus_does_no_harm),
          CASE(mutations_of_the_corpus_do_no_harm))
