// The asset of a living file, for commands that show how it moves.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "cli/cli.h"
#include "supple/supple.h"

// False with a sentence where there is none in the bytes of `path`. The asset lies in `file`.
bool asset_file_read(cli* c, const char* path, bytes file, supple_asset* a);
