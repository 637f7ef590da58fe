// libFuzzer on recordings: whatever opens is baked, into an asset that the gate lets in, or refused with a sentence.
//
// The head's check sum is set right before it is read, for else nothing behind it would ever be met; every fourth input is read
// as it is. Start from a copy of test/fuzz/recording/, which test_bake_recording.c replays. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memfd_create
#include "test/kit/try_recording.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    recording_try(data, size, size % 4 != 3);
    return 0;
}
