// How normals turn with the coordinates of a portrait: the linear map that fits the normals that were recorded best.
//
// A recording bends far, so the derivative at rest (bake/model/bend.h) is wrong by as much as the surface turns. The least
// squares over all states need no matrix: coordinates of a factorisation are orthogonal to each other over its states.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/portrait.h"

// [rank][vertex_count][3]: n + sum of q_k out_k is about the normal of a state, which is made unit again. `normals`:
// [vertex_count] at rest. Reads the states once. NULL with a sentence.
double* portrait_bends(const portrait* p, const float (*normals)[3], int threads, arena* memory,
                       report* r);
