// The asset of a living file, for commands that show how it moves.
// SPDX-License-Identifier: MIT
#include "cli/asset_file.h"

#include <string.h>

supple_result asset_file_find(bytes file, arena* memory, supple_asset* a) {
    size_t offset, size;
    supple_result result = supple_asset_find(file.data, file.size, &offset, &size);
    if (result != SUPPLE_OK || ((uintptr_t)file.data + offset) % 16 == 0)
        return supple_asset_read(a, file.data, file.size);
    uint8_t* copy = arena_alloc(memory, size + 16, 1);
    copy += 16 - (uintptr_t)copy % 16;
    memcpy(copy, (const uint8_t*)file.data + offset, size);
    return supple_asset_read(a, copy, size);
}

bool asset_file_read(cli* c, const char* path, bytes file, supple_asset* a) {
    supple_result result = asset_file_find(file, c->memory, a);
    const char* how = result == SUPPLE_NOT_AN_ASSET ? " `supple bake` makes it one" : "";
    return result == SUPPLE_OK ||
           report_error(&c->findings, place_file(path), "%s%s", supple_result_text(result), how);
}
