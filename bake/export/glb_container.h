// The GLB container: a 12-byte head, a JSON chunk and a BIN chunk.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

// JSON is padded with spaces and BIN with zeros to 4 bytes; a BIN of size 0 is left out. The file's
// length is a 32-bit field: what does not fit in 4 GiB gives {NULL, 0}.
bytes glb_pack(const char* json, size_t json_size, bytes bin, arena* memory);
