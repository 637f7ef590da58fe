// A take to look at: frames without and with the effect, and what each coordinate did.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/png.h"
#include "bake/play/play.h"

// `count` moments of the take, from left to right; above as the bones alone would have it, below with
// soft flesh, and at the bottom how far it is from one to the other, in colour.
picture take_strip(const play_request* q, const play_take* t, int32_t count, int32_t width,
                   int32_t height, arena* memory);

// How far each coordinate moves its farthest vertex, over time: the `most` liveliest ones as an SVG.
bytes take_plot(const supple_asset* asset, const play_take* t, int32_t most, arena* memory);
