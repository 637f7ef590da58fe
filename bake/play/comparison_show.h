// A comparison to read and to look at: JSON, a plot over time, and moments of the body coloured by error.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/comparison.h"
#include "bake/play/take_picture.h"

const char* comparison_json(const comparison* c, arena* memory);

// Rms and worst vertex of every part over time, metres, as SVG.
bytes comparison_plot(const comparison* c, arena* memory);

// Three rows of moments: the full model, the reduced body, and this coloured by how far each vertex is from that.
picture comparison_strip(const comparison* c, const strip_options* o, arena* memory);
