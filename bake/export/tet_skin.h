// The outside of a volume as a surface that can be drawn and bent.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/embed.h"
#include "bake/scene/surface.h"

// Faces with nothing behind; those of ten-node elements as four triangles each, so that curved ones
// show. Vertices are nodes, shared and smooth; `at` tells how each follows the volume.
surface tet_skin(const tets* t, embedding* at, arena* memory);
