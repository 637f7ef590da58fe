// libFuzzer on the gate: what it lets through is read, played and evaluated.
//
// Most mutations stay in place, because a byte more or less moves every section and the gate refuses the
// rest unseen. Start from a copy of test/fuzz/asset/, which test_asset_play.c replays. How to build and run:
// CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "test/kit/check_asset.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed);

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed) {
    if (size < 64 || seed % 4 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    asset_mutate(data, size, seed);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    asset_try(data, size);
    return 0;
}
