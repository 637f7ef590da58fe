// Mode shapes of several pieces over one volume, settled so that neighbours keep their offset.
//
// What lies on another piece moves as the point below it does (layers.h), so a cloth keeps its offset to the
// skin exactly. The other way round needs more: the skin below a facet lies between its corners, and in a fold, or
// under cloth that is coarser than the skin, these follow flesh that lies elsewhere. So covered flesh gives way by the
// least that keeps those offsets, too:
//
//     minimise  sum over offsets share |u_v - sum_k b_k u_k|^2 / length^2  +  sum over vertices  |x_v - x0_v|^2 / YIELD^2,
//
// where x0 are the flesh's own shapes, and u = F x is what is shown, with F the rule of who follows whom. The first
// sum is the law itself, relative changes of offsets; the second says that nothing moves without need.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/character.h"

// Shapes of listed vertices of the surface, [modes][count][3]; unlisted ones stand still.
void layer_shapes_settle(const character* c, const int32_t* list, int32_t count, int32_t modes,
                         int threads, double* shapes);
