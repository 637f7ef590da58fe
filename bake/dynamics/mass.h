// The mass of a body, one number a node pair: of tets, and of several kinds of matter over one numbering of nodes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/sparse.h"
#include "bake/mesh/tets.h"

// Consistent, kg. density: [tet_count] kg/m^3.
sparse mass_of_tets(const tets* t, const double* density, int threads, arena* memory);

// The sum of masses over the same nodes: tets and sheets (shell.h) in one body.
sparse mass_sum(const sparse* const* parts, int32_t count, arena* memory);
