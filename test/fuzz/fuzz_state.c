// libFuzzer on saved states of bodies: bytes as changes of words (test/kit/state_damage.h). Start from an empty folder. How to
// build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "test/kit/state_damage.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static damage_files files;
    if (files.bytes[0] == NULL && !damage_open(&files, TEST_GOLDEN_FOLDER))
        abort();
    damage_try(&files, data, size);
    return 0;
}
