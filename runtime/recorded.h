// Parts that move as they were recorded (James & Fatahalian 2003): states from the file, looked up.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/recorded_asset.h"

extern const part_model recorded_model;

// Where coordinates are, and how fast, so many seconds after a response began; before and after it, at its ends. q and
// v: [coord_count], m and m/s; either may be NULL. Cubic between states, so that both are continuous (numerics.md D3).
void recorded_sample(const asset_recorded* p, uint32_t coord_count, uint32_t response,
                     double seconds, float* q, float* v);
