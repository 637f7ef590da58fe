// libFuzzer on the way in: where an asset is in a GLB, its gate and its checksum, and all that an asset leads to, without a body.
//
// Quick, because nothing moves: fuzz_asset.c plays. Every other input gets a checksum that is right, so that both answers are
// met. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "test/kit/check_asset.h"

#include "format/checksum.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed);

// Words of blocks in place; texts of GLBs, whose finder walks them, as libFuzzer likes.
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned int seed) {
    if (size < 64 || seed % 2 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    asset_mutate(data, size, seed);
    return size;
}

static void renew_checksum(uint8_t* block, size_t size) {
    format_header header; // a block in a GLB may begin anywhere
    if (size < sizeof header)
        return;
    memcpy(&header, block, sizeof header);
    header.checksum = format_checksum(block, size);
    memcpy(block, &header, sizeof header);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t* copy = asset_copy(data, size);
    size_t offset = 0, block = 0;
    supple_asset a, same;
    bool found = supple_asset_find(copy, size, &offset, &block) == SUPPLE_OK;
    if (found && (offset > size || block > size - offset))
        abort();
    if (size % 2 == 0 && (found || size % 16 == 0))
        renew_checksum(found ? copy + offset : copy, found ? block : size / 8 * 8);
    supple_result checked = supple_asset_read(&a, copy, size);
    supple_result damaged = supple_asset_read_damaged(&same, copy, size);
    if (strlen(supple_result_text(checked)) == 0)
        abort();
    if (checked != damaged && !(checked == SUPPLE_DAMAGED && damaged == SUPPLE_OK))
        abort(); // a checksum is the only thing that they see differently
    if (damaged == SUPPLE_OK)
        asset_use(&same);
    free(copy);
    return 0;
}
