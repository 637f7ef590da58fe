// What closes a surface: a fan of triangles over each of its holes.
//
// A closed surface has whole winding numbers, and a ray through it tells them all by its crossings. One with a few
// holes (a character's mouth, neck or sleeves) is a closed one less its caps, so its winding number anywhere is
// a whole number less that of the caps, which are few and are asked quickly.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/soup.h"

// Sets s->closure, and the caps where they are few beside the triangles. Corners at one place must be one (weld.h):
// otherwise every seam is a hole. A soup without triangles stays as it is.
void soup_close(soup* s, arena* memory);
