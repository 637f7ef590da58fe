// How long is one unit of this file? Formats say little about it, and what they say is often wrong.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/mesh/bounds.h"
#include "bake/scene/surface.h"

typedef enum unit_guess {
    UNIT_METRE,
    UNIT_CENTIMETRE,
    UNIT_MILLIMETRE,
    UNIT_INCH,
    UNIT_UNKNOWN
} unit_guess;

// What is known beside the size.
typedef struct unit_hints {
    file_format format;
    bool has_skeleton;
} unit_hints;

unit_hints unit_hints_of(const scene* s);

// The guess; *reason becomes half a sentence.
unit_guess unit_from_size(bounds box, unit_hints hints, const char** reason, arena* memory);

const char* unit_name(unit_guess u); // plural: "metres" ... "unknown"
double unit_in_metres(unit_guess u); // 1 when unknown
