// libFuzzer on calls to one body: bytes as calls (test/kit/body_calls.h). Start from test/fuzz/body/. How to build and run:
// CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "test/kit/body_calls.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static body_files files;
    if (files.bytes[0] == NULL && !body_files_open(&files, TEST_GOLDEN_FOLDER))
        abort();
    body_calls_play(&files, data, size);
    return 0;
}
