// Cloth stretches as a membrane of its thickness would and bends far more easily, because its threads slide: so
// bending is a number of its own. Leaves and paper are plates.
// SPDX-License-Identifier: MIT
#include "bake/simulate/sheet_presets.h"

#include "bake/base/text.h"

#include <string.h>

static const double SOLID_THICKNESS = 1e-3; // m, of a sheet that is made of a solid's preset

// young, poisson, thickness, area density, bending, limit of stretch, compression
const sheet_preset sheet_presets[SHEET_PRESET_COUNT] = {
    {"cotton", {3e6, 0.3, 0.4e-3, 0.15, 6e-6, 1.1, 3e-4}},
    {"silk", {3e6, 0.3, 0.15e-3, 0.07, 1.5e-6, 1.1, 3e-4}},
    {"denim", {1e7, 0.3, 0.8e-3, 0.40, 4e-5, 1.05, 3e-4}},
    {"leaf", {2e7, 0.3, 0.3e-3, 0.22, 4.9e-5, INFINITY, INFINITY}},
    {"petal", {2e6, 0.3, 0.3e-3, 0.20, 4.9e-6, INFINITY, INFINITY}},
    {"stem", {3e8, 0.3, 0.5e-3, 0.50, 3.4e-3, INFINITY, INFINITY}},
    {"paper", {3e9, 0.3, 0.1e-3, 0.08, 2.7e-4, INFINITY, INFINITY}},
};

double sheet_plate_bending(const shell_material* m) {
    return m->young * m->thickness * m->thickness * m->thickness /
           (12.0 * (1.0 - m->poisson * m->poisson));
}

bool sheet_preset_find(const char* name, shell_material* found, place where, report* r) {
    const char* names[SHEET_PRESET_COUNT + MATERIAL_PRESET_COUNT];
    const char* list = "";
    for (int i = 0; i < SHEET_PRESET_COUNT + MATERIAL_PRESET_COUNT; ++i) {
        bool sheet = i < SHEET_PRESET_COUNT;
        const material_preset* solid = &material_presets[sheet ? 0 : i - SHEET_PRESET_COUNT];
        names[i] = sheet ? sheet_presets[i].name : solid->name;
        list = text_listed(list, names[i], r->memory);
        if (strcmp(name, names[i]) == 0) {
            *found = sheet ? sheet_presets[i].material
                           : shell_of_solid(&solid->material, SOLID_THICKNESS);
            return true;
        }
    }
    return report_error(r, where, "there is no sheet \"%s\"%s", text_printable(name, 40, r->memory),
                        text_hint(name, names, SHEET_PRESET_COUNT + MATERIAL_PRESET_COUNT,
                                  arena_format(r->memory, "; there are %s", list), r->memory));
}
