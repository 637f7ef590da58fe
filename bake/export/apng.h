// A moving picture: APNG, which every browser plays and every viewer of PNG shows the first frame of.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/png.h"

// Frames of one size, RGB, shown for `delay` milliseconds each, round and round. Nothing is lost: a frame holds the pixels that
// differ from the one before it. The same frames give the same bytes.
bytes apng_encode(const picture* frames, int32_t count, int32_t delay, arena* memory);
