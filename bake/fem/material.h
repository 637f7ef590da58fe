// What a body is made of: isotropic linear elasticity.
//
// Three numbers a material. Flesh is neither isotropic nor linear; for small jiggling motion its
// stiffness to the nearest factor of two decides what is seen, so the presets are magnitudes to start
// from, each with where the magnitude comes from.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

typedef struct material {
    double young;   // Pa
    double poisson; // above -1, below 0.5
    double density; // kg/m^3
} material;

typedef struct material_preset {
    const char* name;
    material material;
    const char* source; // of the magnitudes
} material_preset;

enum { MATERIAL_PRESET_COUNT = 8 };
extern const material_preset material_presets[MATERIAL_PRESET_COUNT];

// Lamé's constants: stress = lambda * trace(strain) * 1 + 2 * mu * strain.
typedef struct material_lame {
    double lambda, mu; // Pa
} material_lame;
material_lame material_lame_of(const material* m);

// False, with a sentence for each number that no solid has; `name` is whose material it is.
bool material_check(const material* m, const char* name, place where, report* r);

// The preset of that name; false with the names there are.
bool material_find(const char* name, material* found, place where, report* r);
