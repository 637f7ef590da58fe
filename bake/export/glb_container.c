// Little-endian fields are written byte by byte, so the host's order does not matter.
// SPDX-License-Identifier: MIT
#include "bake/export/glb_container.h"

#include "bake/base/assert.h"

#include <string.h>

enum { HEAD_SIZE = 12, CHUNK_HEAD_SIZE = 8, GLB_CONTAINER_MAGIC = 0x46546C67 }; // "glTF"

static uint8_t* put_u32(uint8_t* p, size_t value) {
    for (int i = 0; i < 4; ++i)
        p[i] = (uint8_t)(value >> (8 * i));
    return p + 4;
}

static size_t padded(size_t size) {
    return (size + 3) & ~(size_t)3;
}

static uint8_t* put_chunk(uint8_t* p, const char type[4], const void* data, size_t size,
                          uint8_t padding) {
    p = put_u32(p, padded(size));
    memcpy(p, type, 4);
    p += 4;
    memcpy(p, data, size);
    memset(p + size, padding, padded(size) - size);
    return p + padded(size);
}

bytes glb_pack(const char* json, size_t json_size, bytes bin, arena* memory) {
    SUPPLE_ASSERT(json != NULL);
    if (json_size > UINT32_MAX || bin.size > UINT32_MAX)
        return (bytes){NULL, 0};
    size_t total = HEAD_SIZE + CHUNK_HEAD_SIZE + padded(json_size);
    if (bin.size > 0)
        total += CHUNK_HEAD_SIZE + padded(bin.size);
    if (total > UINT32_MAX)
        return (bytes){NULL, 0};

    uint8_t* file = ARENA_NEW(memory, uint8_t, total);
    uint8_t* p = put_u32(file, GLB_CONTAINER_MAGIC);
    p = put_u32(put_u32(p, 2), total);
    p = put_chunk(p, "JSON", json, json_size, ' ');
    if (bin.size > 0)
        put_chunk(p, "BIN\0", bin.data, bin.size, 0);
    return (bytes){file, total};
}
