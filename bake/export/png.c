// PNG out, PNG and JPEG in: stb behind two functions.
//
// Without SIMD paths, because stb's differ from its plain ones in the last bit of a JPEG. Its
// deflate is 20 to 30 % worse than zlib's; previews are small, so that buys nothing.
// SPDX-License-Identifier: MIT
#include "bake/export/png.h"

#include "bake/base/assert.h"
#include "bake/base/job.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#ifndef __clang_analyzer__ // it walks into stb, whose findings are not ours
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#endif
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_SIMD
#define STBI_NO_FAILURE_STRINGS
#define STBI_MAX_DIMENSIONS PICTURE_SIDE_MAX
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic ignored "-Wunused-function" // stb declares what we leave out
#ifdef __clang__ // of a PNG without data stb copies nothing from null: undefined by the letter, and harmless
#pragma clang attribute push(                                                                      \
    __attribute__((no_sanitize("pointer-overflow", "nonnull-attribute"))), apply_to = function)
#endif
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#ifdef __clang__
#pragma clang attribute pop
#endif

static const int64_t pixels_max = 1 << 26;
static const int64_t pixels_a_byte =
    8 * 1032; // of one bit each, as far as deflate can pack them; a JPEG has fewer

typedef struct sink {
    arena* memory;
    bytes written;
} sink;

static void keep(void* context, void* data, int size) {
    sink* s = context;
    uint8_t* copy = ARENA_NEW(s->memory, uint8_t, (size_t)size);
    memcpy(copy, data, (size_t)size);
    s->written = (bytes){copy, (size_t)size}; // stb hands a PNG over in one piece
}

bytes png_encode(const picture* p, arena* memory) {
    SUPPLE_ASSERT(p->width > 0 && p->height > 0 && (p->channels == 3 || p->channels == 4));
    sink s = {memory, {NULL, 0}};
    stbi_write_png_to_func(keep, &s, p->width, p->height, p->channels, p->pixels,
                           p->width * p->channels);
    return s.written;
}

bool picture_decode(bytes encoded, arena* memory, picture* out) {
    int width = 0, height = 0, channels = 0;
    if (encoded.size == 0 || encoded.size > INT_MAX)
        return false;
    int size = (int)encoded.size;
    if (!stbi_info_from_memory(encoded.data, size, &width, &height, &channels) || width < 1 ||
        height < 1 || width > PICTURE_SIDE_MAX || height > PICTURE_SIDE_MAX ||
        (int64_t)width * height > pixels_max ||
        (int64_t)width * height > pixels_a_byte * size) // before there is memory for them
        return false;
    size_t count = (size_t)width * (size_t)height * 4; // ours first: nobody else would free stb's
    *out = (picture){width, height, 4, ARENA_NEW(memory, uint8_t, count)};
    errno = 0; // a picture that is broken is left out, one that there is no memory for must not be
    uint8_t* pixels = stbi_load_from_memory(encoded.data, size, &width, &height, &channels, 4);
    if (pixels == NULL && errno == ENOMEM)
        job_out_of_memory(count);
    if (pixels == NULL)
        return false;
    memcpy(out->pixels, pixels, count);
    stbi_image_free(pixels);
    return true;
}
