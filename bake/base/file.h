// Files in by mmap, files out by a temporary name and a rename.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

// A run of bytes somebody else owns.
typedef struct bytes {
    const uint8_t* data;
    size_t size;
} bytes;

// Map a file read-only. An empty, missing or unreadable file, or a folder, is an error with a
// sentence. The mapping stays until file_unmap, which takes what file_map gave, or until the job is left.
bool file_map(const char* path, bytes* out, report* r);
void file_unmap(bytes b);

// Write aside, flush, rename over `path`: whoever reads `path` sees the old file or the new one,
// never half of one. On failure nothing is left behind. A link stays, and what it leads to changes;
// devices and pipes are written to as they are.
bool file_write(const char* path, const void* data, size_t size, report* r);

// The part after the last slash; the extension in lower case without the dot ("" if none), cut to
// `capacity`.
const char* path_name(const char* path);
void path_extension(const char* path, char* out, size_t capacity);
// Which of these extensions the path has, 0 to count - 1; count: none of them.
int path_kind(const char* path, const char* const* extensions, int count);

// `relative` seen from the folder of `path`: "a/b.gltf" and "c.bin" give "a/c.bin".
const char* path_beside(const char* path, const char* relative, arena* memory);
