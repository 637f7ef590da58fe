// The material file beside an OBJ: colour, opacity and picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import.h"
#include "bake/import/names.h"

// Fills in those of out->scene.materials ([names.count], already white) that the file at `path`
// describes, and adds pictures to scene.images and out->extras. A file that cannot be read is a
// note: shape matters more than looks.
void mtl_read(const char* path, const names* materials, arena* memory, imported* out, report* r);
