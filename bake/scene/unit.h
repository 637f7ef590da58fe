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
    const scene* rig_or_null; // whose nodes say what of a surface hangs on the skeleton
} unit_hints;

unit_hints unit_hints_of(const scene* s);

// What tells the size: the largest that hangs on a skeleton, if something does (a man may stand on a field or in a crowd), else all.
bounds unit_box(const surface* f, unit_hints hints);

// The guess; *reason becomes half a sentence.
unit_guess unit_from_size(bounds box, unit_hints hints, const char** reason, arena* memory);

const char* unit_name(unit_guess u); // plural: "metres" ... "unknown"
double unit_in_metres(unit_guess u); // 1 when unknown

// Metres that a soft body is long: the numbers of others are none of this world.
#define UNIT_SMALLEST 1e-4
#define UNIT_LARGEST  50.0

// What weighs so much in a body `size` units long, where a unit is that many metres, and says so in `option`: NULL, or
// a sentence on a weight that nobody means, with what another unit would make of it. who: "the soft parts weigh".
typedef struct unit_weight {
    const char *who, *option;
    double mass, size, unit;
} unit_weight;
const char* unit_doubt(const unit_weight* w, arena* memory);
