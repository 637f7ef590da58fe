// SPDX-License-Identifier: MIT
#include "bake/export/gzip.h"

#include "bake/base/assert.h"

#include <limits.h>
#include <zlib.h>

enum { GZIP_LEVEL = 6, WINDOW = 15 + 16 /* a gzip's head */, MEMORY = 8 };

static voidpf take(voidpf memory, uInt count, uInt size) {
    return arena_alloc(memory, count, size);
}

static void leave(voidpf memory, voidpf what) {
    (void)memory;
    (void)what; // with its arena
}

bytes gzip_packed(bytes from, arena* memory) {
    arena* scratch = arena_create();
    z_stream z = {.zalloc = take, .zfree = leave, .opaque = scratch};
    int began = deflateInit2(&z, GZIP_LEVEL, Z_DEFLATED, WINDOW, MEMORY, Z_DEFAULT_STRATEGY);
    SUPPLE_ASSERT(began == Z_OK);
    (void)began;
    size_t most = deflateBound(&z, from.size), done = 0, put = 0;
    uint8_t* out = ARENA_NEW(memory, uint8_t, most);
    int state = Z_OK;
    while (state == Z_OK) { // its counts have 32 bits
        size_t piece = from.size - done < INT_MAX ? from.size - done : INT_MAX;
        size_t room = most - put < INT_MAX ? most - put : INT_MAX;
        z.next_in = (Bytef*)(uintptr_t)(from.data + done);
        z.next_out = out + put;
        z.avail_in = (uInt)piece;
        z.avail_out = (uInt)room;
        state = deflate(&z, done + piece == from.size ? Z_FINISH : Z_NO_FLUSH);
        done += piece - z.avail_in;
        put += room - z.avail_out;
    }
    SUPPLE_ASSERT(state == Z_STREAM_END && done == from.size);
    deflateEnd(&z);
    arena_destroy(scratch);
    return (bytes){out, put};
}
