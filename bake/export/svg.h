// Pieces of SVG: what plots and other drawings of figures are written with.
//
// Coordinates are written in whole hundredths of a pixel, by integers, so neither locale nor printf's rounding can
// change a byte.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/buffer.h"

enum { SVG_CHARACTER = 7, SVG_COLORS = 8 }; // pixels of a letter of text, about

// Own colours, told apart by lightness as well as by hue.
extern const char* const svg_colors[SVG_COLORS];

// The head, a white ground, and the font of all text.
void svg_begin(buffer* b, int32_t width, int32_t height);
void svg_end(buffer* b);

void svg_number(buffer* b, double pixels);
void svg_attribute(buffer* b, const char* name, double pixels);
// attributes: as they stand in the file, a space first; text: anything, escaped here
void svg_text(buffer* b, double x, double y, const char* attributes, const char* text);
void svg_line(buffer* b, double x1, double y1, double x2, double y2, const char* color);
void svg_rect(buffer* b, double x, double y, double width, double height, double round,
              const char* color);
