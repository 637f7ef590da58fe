// libFuzzer on saved states of worlds: bytes as changes of words (test/kit/world_damage.h). Start from an empty folder. How to
// build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "test/kit/world_damage.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static world_damage damage;
    if (damage.state == NULL && !world_damage_open(&damage, TEST_GOLDEN_FOLDER))
        abort();
    world_damage_try(&damage, data, size);
    return 0;
}
