// libFuzzer on Radiance pictures: what is read is light without a number that is none.
//
// Start from a copy of test/fuzz/hdr/, which test_environment.c replays. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "test/kit/try_hdr.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    hdr_try((bytes){data, size});
    return 0;
}
