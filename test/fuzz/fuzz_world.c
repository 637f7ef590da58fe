// libFuzzer on worlds: bytes as calls (test/kit/world_calls.h). Start from a copy of test/fuzz/world/, which
// test_world_calls.c replays. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "test/kit/world_calls.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static calls_files files;
    if (files.bytes[0] == NULL && !calls_open(&files, TEST_GOLDEN_FOLDER))
        abort();
    calls_play(&files, data, size);
    return 0;
}
