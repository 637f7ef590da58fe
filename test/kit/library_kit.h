// What tests of the baker as a library share: the least body there is, and an allocator that counts.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"
#include "bake/base/file.h"
#include "supple/supple_bake.h"
#include "test/kit/counted.h"

static const char library_cube_text[] =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

static const bytes library_cube = {(const uint8_t*)library_cube_text, sizeof library_cube_text - 1};

static inline supple_bake_recipe library_small(void) {
    supple_bake_recipe how = supple_bake_recipe_default();
    how.tets = 100;
    how.modes = 3;
    how.base = 0.1;
    return how;
}

static inline supple_bake_status library_bake(supple_bake_job* job, bytes file, const char* name) {
    supple_bake_recipe how = library_small();
    supple_bake_status status = supple_bake_set_recipe(job, &how);
    if (status == SUPPLE_BAKE_DONE)
        status = supple_bake_read_bytes(job, file.data, file.size, name);
    return status == SUPPLE_BAKE_DONE ? supple_bake_run(job) : status;
}

static inline bool library_same(supple_bake_bytes a, supple_bake_bytes b) {
    return a.size == b.size && a.size > 0 && memcmp(a.data, b.data, a.size) == 0;
}

static inline supple_bake_bytes library_copy(supple_bake_bytes b, arena* memory) {
    return (supple_bake_bytes){arena_copy_text(memory, b.data, b.size), b.size};
}

static inline const char* library_last_finding(const supple_bake_job* job) {
    int32_t count = supple_bake_finding_count(job);
    return count > 0 ? supple_bake_finding_at(job, count - 1).text : "";
}

static inline supple_bake_options library_counted(counted* c) {
    supple_bake_options o = supple_bake_options_default();
    o.threads = 2;
    o.allocate_or_null = counted_allocate;
    o.release_or_null = counted_release;
    o.allocator_user = c;
    return o;
}
