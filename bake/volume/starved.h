// Elements that too few rays have met to say where the body lies in them.
//
// Rays are spread for the whole body, and a limb thinner than the way between two of them is met in some of its elements and
// missed in others: a neck with a hole, which bends there alone. Such elements get rays of their own.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/content.h"
#include "bake/volume/moments.h"

// Which elements are so: [tet_count]. Pieces of rays that lie in them lose their weight. False: none.
bool starved_find(const tets* t, const int8_t* state, const moment_boxes* body, double* weights,
                  const double (*barycentric)[4], uint8_t* starved);

// The body in these elements, as boxes along an axis.
moment_boxes starved_sample(const content_body* body, const tets* t, const uint8_t* starved,
                            int along, arena* memory);
