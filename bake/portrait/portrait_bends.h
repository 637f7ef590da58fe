// How normals turn with the coordinates of a portrait: the linear map that fits what was recorded best.
//
// What is fitted is the sum of a vertex's faces' area vectors, over its length at rest. Normals are its direction. It is of
// second degree in positions, and of first wherever one direction of the surface keeps its place (a sheet that swings about a rod),
// while unit normals are neither. Least squares over all states need no matrix: coordinates of a factorisation are orthogonal to each other over
// its states.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/portrait.h"

// [rank][vertex_count][3]: the normal at rest + sum of q_k out_k, made unit, is about the normal of a state. Zero where faces at
// rest have no area. Reads the states once. NULL with a sentence.
double* portrait_bends(const portrait* p, int threads, arena* memory, report* r);
