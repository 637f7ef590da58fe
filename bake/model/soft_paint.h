// What is painted on a character's skin, in the elements of one of its parts (fem/paint.h).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/soft.h"

typedef struct soft_paint {
    const char* stiffness_or_null; // names of attributes or channels
    const char* poisson_or_null;
    place where;
} soft_paint;

// materials: [tet_count] of the part, all alike: what is painted changes them. False with a sentence.
bool soft_paint_materials(const soft_body* b, const part* p, const soft_paint* how,
                          material* materials, report* r);
