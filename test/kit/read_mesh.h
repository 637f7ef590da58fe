// Bytes in memory through one of the mesh readers, and what it said of them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import.h"
#include "test/kit/mutate.h"

static arena* memory; // of the last reading
static report found;

typedef bool read_mesh_by(bytes data, const char* path, arena* memory, imported* out, report* r);

static inline bool read_mesh(read_mesh_by* reader, const char* path, const char* data, size_t size,
                             imported* out) {
    arena_destroy(memory);
    memory = arena_create();
    found = report_new(memory);
    *out = (imported){0};
    return reader((bytes){(const uint8_t*)data, size}, path, memory, out, &found);
}

// The first finding as it is shown, or "".
static inline const char* said(void) {
    return found.count > 0 ? finding_text(&found.findings[0], memory) : "";
}
