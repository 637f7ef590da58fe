// A body of any format as glTF, which an asset belongs into.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import.h"
#include "cli/cli.h"

// A body from OBJ, PLY or STL becomes glTF first: the asset is of that file's vertices. Its format is
// still that of the file, which tells of the unit.
bool body_read(cli* c, const char* path, imported* out);
