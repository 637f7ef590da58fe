// Files in. `import_scene` looks at the content first and the extension second.
//
// No reader trusts a count, an offset or an index of the file. Each refusal is one sentence with
// the place: a line for text, a byte offset for binary. Non-finite positions are refused.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

// The file stays mapped until import_close, because large arrays may be used in place.
typedef struct imported {
    scene scene;
    bytes mapping;       // of the main file
    int32_t extra_count; // mapped .bin and picture files beside a .gltf
    bytes* extras;
} imported;

bool import_scene(const char* path, arena* memory, imported* out, report* r);
// The same from memory, which outlives `out`: `path` is for sentences, for the ending of a name, and for files beside it.
bool import_scene_bytes(bytes file, const char* path, arena* memory, imported* out, report* r);
void import_close(imported* i);

// The readers behind it, from memory, into a zeroed `out`. `path` is for sentences and for files
// beside it.
// Materials of an OBJ are read from its .mtl when it can be found (colour and picture only).
bool import_gltf(bytes file, const char* path, arena* memory, imported* out, report* r);
bool import_obj(bytes file, const char* path, arena* memory, imported* out, report* r);
bool import_ply(bytes file, const char* path, arena* memory, imported* out, report* r);
bool import_stl(bytes file, const char* path, arena* memory, imported* out, report* r);

const char* file_format_name(file_format f); // "glTF binary", "Wavefront OBJ" ...

// What a glTF file says about the program that made it; "" if nothing, or another format.
const char* import_generator(const scene* s, arena* memory);
