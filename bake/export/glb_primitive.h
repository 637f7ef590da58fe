// One primitive of a GLB being written.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/glb_data.h"
#include "bake/scene/scene.h"

// Appends its arrays to `d` and its object to `o`. The primitive has at least one triangle.
void glb_primitive_json(glb_data* d, json_out* o, const primitive* p);
