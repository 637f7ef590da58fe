// The asset of a living file, for commands that show how it moves.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "cli/cli.h"
#include "supple/supple.h"

// The asset in a living file. It lies in `file`, or in a copy where a tool that wrote the file again has put it at an odd place.
supple_result asset_file_find(bytes file, arena* memory, supple_asset* a);

// The same; false with a sentence where there is none in the bytes of `path`.
bool asset_file_read(cli* c, const char* path, bytes file, supple_asset* a);
