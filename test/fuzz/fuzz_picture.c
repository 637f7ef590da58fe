// libFuzzer on pictures in glTF files: PNG and JPEG, through stb. A picture that is read is written as a PNG, and that reads as the
// same pixels. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "bake/export/png.h"

#include <stdlib.h>
#include <string.h>

enum { PIXELS_MOST = 1 << 14 }; // to write: more would only take longer

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    arena* memory = arena_create();
    picture p, again;
    if (picture_decode((bytes){data, size}, memory, &p) &&
        (int64_t)p.width * p.height <= PIXELS_MOST) {
        bytes png = png_encode(&p, memory);
        if (!picture_decode(png, memory, &again) || again.width != p.width ||
            again.height != p.height ||
            memcmp(again.pixels, p.pixels, 4 * (size_t)p.width * (size_t)p.height) != 0)
            abort();
    }
    arena_destroy(memory);
    return 0;
}
