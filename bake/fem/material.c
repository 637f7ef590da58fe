// Presets and checks of materials.
//
// Poisson's ratio of water-filled tissue is 0.4995 and more. 0.49 is used instead: volume is then kept
// to a few parts in a hundred of the shape change, and ten-node elements and the factor still work
// well; closer to 0.5 both lose digits and nothing more can be seen.
// SPDX-License-Identifier: MIT
#include "bake/fem/material.h"

#include "bake/base/assert.h"

#include <math.h>
#include <string.h>

// Where sources give only a range or something near it, the text says magnitude. More of each source
// stands in docs/materials.md.
const material_preset material_presets[MATERIAL_PRESET_COUNT] = {
    {"fat",
     {3e3, 0.49, 950.0},
     "fatty and glandular breast tissue by suction, 3.04 +- 1.17 kPa: \"In vivo measurement of "
     "breast tissues stiffness using a light aspiration device\""},
    {"muscle",
     {15e3, 0.49, 1050.0},
     "magnitude, relaxed and unloaded: pressed with 5 N it is at 62 +- 10 kPa (Isogai and others "
     "2022)"},
    {"skin",
     {60e3, 0.49, 1100.0},
     "in vivo: 56 +- 16 kPa by suction (source as for fat), dermis 66 kPa (Hara and others 2013); "
     "dry or stretched up to a thousand times more"},
    {"organ",
     {5e3, 0.49, 1060.0},
     "healthy liver, 3.3 to 7.8 kPa by transient elastography (Del Poggio and Colombo 2009)"},
    {"jelly",
     {2e3, 0.49, 1020.0},
     "magnitude: gelatine of 1.8 per cent, from Bloom's test (200 g: 29 kPa at 6.67 per cent) and "
     "the square of the concentration"},
    {"rubber", {1.5e6, 0.49, 950.0}, "vulcanised natural rubber, shear modulus 0.5 MPa: MatWeb"},
    {"foam",
     {50e3, 0.3, 40.0},
     "magnitude: soft open-cell polyurethane by Gibson and Ashby's law, 45 MPa * (40 / 1200)^2"},
    {"wood",
     {10e9, 0.3, 560.0},
     "black cherry along the grain, 12 per cent water: Wood Handbook; across the grain a tenth "
     "and less"},
};

material_lame material_lame_of(const material* m) {
    return (material_lame){m->young * m->poisson / ((1.0 + m->poisson) * (1.0 - 2.0 * m->poisson)),
                           m->young / (2.0 * (1.0 + m->poisson))};
}

bool material_check(const material* m, const char* name, place where, report* r) {
    bool sound = true;
    if (!(m->young > 0.0 && isfinite(m->young)))
        sound = report_error(r, where,
                             "%s: Young's modulus is %g Pa; a solid has a finite one above 0 "
                             "(flesh 1e3 to 1e5, rubber 1e6, wood 1e10)",
                             name, m->young);
    if (!(m->density > 0.0 && isfinite(m->density)))
        sound = report_error(r, where,
                             "%s: the density is %g kg/m^3; a body has a finite one above 0 "
                             "(flesh about 1000)",
                             name, m->density);
    if (m->poisson >= 0.5)
        sound = report_error(r, where,
                             "%s: Poisson's ratio is %g; at 0.5 nothing can change its volume and "
                             "the stiffness is infinite: use 0.49 for flesh and rubber",
                             name, m->poisson);
    else if (!(m->poisson > -1.0))
        sound = report_error(r, where,
                             "%s: Poisson's ratio is %g; it lies above -1 and below 0.5 (foam 0.3, "
                             "flesh 0.49)",
                             name, m->poisson);
    if (!sound)
        return false;
    material_lame l = material_lame_of(m);
    if (!isfinite(l.lambda) || !isfinite(l.mu) || l.mu <= 0.0)
        return report_error(r, where,
                            "%s: Young's modulus %g Pa with Poisson's ratio %.17g is beyond what "
                            "can be calculated with",
                            name, m->young, m->poisson);
    return true;
}

bool material_find(const char* name, material* found, place where, report* r) {
    SUPPLE_ASSERT(name != NULL);
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i)
        if (strcmp(material_presets[i].name, name) == 0) {
            *found = material_presets[i].material;
            return true;
        }
    return report_error(
        r, where, "there is no material \"%s\"; there are %s, %s, %s, %s, %s, %s, %s and %s", name,
        material_presets[0].name, material_presets[1].name, material_presets[2].name,
        material_presets[3].name, material_presets[4].name, material_presets[5].name,
        material_presets[6].name, material_presets[7].name);
}
