// A portrait to be looked at: plots and pictures of what was kept and what was lost.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/plot.h"
#include "bake/export/raster.h"
#include "bake/portrait/portrait.h"

// Singular values, and the error that is left, against rank: the paper's figure 12. SVG.
bytes portrait_plot_ranks(const portrait* p, arena* memory);

// Every state in its first two coordinates, coloured by the entry it follows: the paper's figure 5. SVG.
bytes portrait_plot_orbits(const portrait* p, arena* memory);

// The state with the worst vertex: as it was recorded, and as it is reduced, coloured by how far vertices are off at most.
// False with a sentence when it cannot be read.
bool portrait_picture_worst(const portrait* p, view from, int32_t side, arena* memory, picture* out,
                            report* r);

// States as they were recorded, side by side, seen alike and coloured by how far vertices are from rest: the paper's figure 8.
// False with a sentence when one cannot be read.
bool portrait_picture_states(const portrait* p, const int32_t* states, int32_t count, view from,
                             int32_t side, arena* memory, picture* out, report* r);

// So many shapes, each bent by its largest coordinate: the top of the paper's figure 13.
picture portrait_picture_shapes(const portrait* p, int32_t count, int32_t side, arena* memory);
