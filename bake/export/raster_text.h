// Small labels in pictures: a font of 5 x 7 dots.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/png.h"
#include "bake/export/raster_color.h"

enum { TEXT_WIDTH = 6, TEXT_HEIGHT = 7 }; // dots of one character with its gap

int32_t text_width(const char* text, int32_t scale); // pixels

// Dark letters; what falls outside the picture is cut, what is not ASCII becomes '?'.
void text_draw(picture* p, int32_t left, int32_t top, int32_t scale, const char* text);

// The colour scale with its ends and its name, in the room of BAR_ROOM * scale pixels at the foot
// of a picture.
enum { BAR_ROOM = 40 };
void text_color_bar(picture* p, const color_tables* t, int32_t scale, float low, float high,
                    const char* label_or_null);
