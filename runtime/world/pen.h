// What debug drawing is made of: points, lines, triangles and words in one colour, in whatever the caller can draw of them.
//
// A caller who draws lines only gets a point as a cross and a triangle as its edges.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/draw.h"

typedef struct pen {
    const supple_drawing* to;
    uint32_t rgb;
} pen;

void pen_line(const pen* p, const double a[3], const double b[3]);
// size: of half a cross, world units.
void pen_point(const pen* p, const double place[3], double size);
void pen_triangle(const pen* p, const double a[3], const double b[3], const double c[3]);
// "before 12.3 after" at a place, three digits of a number that is finite; nothing where words are not drawn.
void pen_number(const pen* p, const double place[3], const char* before, double number,
                const char* after);
