// What thin sheets are made of: magnitudes to start from (docs/materials.md tells where from).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/shell.h"

typedef struct sheet_preset {
    const char* name;
    shell_material material;
} sheet_preset;

enum { SHEET_PRESET_COUNT = 7 };
extern const sheet_preset sheet_presets[SHEET_PRESET_COUNT];

// The preset of that name, or a solid's (bake/fem/material.h) as a sheet of a millimetre; false with the names there are.
bool sheet_preset_find(const char* name, shell_material* found, place where, report* r);

// D of a plate of this material, N m.
double sheet_plate_bending(const shell_material* m);
