// The light of a recording: transfer of a few of its shapes, reduced, known between them, and how wrong that is at others.
//
// James & Fatahalian 2003, 4, 6, table 1. Shapes are chosen by the portrait's coordinates; rays are traced among the meshes as they
// were recorded, so that what the reduction of motion loses casts no shadow. All bodies are lit, also rigid ones. Everything is in the
// support's frame: a light of the world is turned into it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/light/light_make.h"
#include "bake/portrait/portrait.h"

typedef struct portrait_light {
    const portrait* of;
    scene scene;  // of the rest
    surface rest; // as it is drawn
    lit_mesh mesh;
    lit_points points;
    double* fractions; // [points.count] of the area
    light_made made;
} portrait_light;

// The rest is always a shape. News and questions by job.h. False with a sentence.
bool portrait_light_make(const portrait* p, const light_options* o, arena* memory,
                         portrait_light* out, report* r);

typedef struct portrait_light_view {
    const double* light; // [order^2][3] in the support's frame (sky.h)
    view from;
    int32_t side; // pixels
} portrait_light_view;

// The state with the largest error among those that were held out, of which there must be one: with its own transfer, and beside it with the
// model's. False with a sentence when it cannot be read.
bool portrait_light_picture(const portrait_light* l, const portrait_light_view* w, arena* memory,
                            picture* out, report* r);

// All of those, in pairs, four in a row; whole rows of them.
bool portrait_light_sheet(const portrait_light* l, const portrait_light_view* w, arena* memory,
                          picture* out, report* r);

// The worst by the model with no field, the first 3, the first 6 and all of them: the paper's figure 9.
bool portrait_light_ranks(const portrait_light* l, const portrait_light_view* w, arena* memory,
                          picture* out, report* r);

// What each of the first fields adds to the rest: grey where it is nothing (figure 13, below). There must be a field.
picture portrait_light_fields(const portrait_light* l, const portrait_light_view* w, arena* memory);

// SVG: errors by the number of fields (figure 12); two coordinates of the states, and two amounts of fields, with the
// shapes that were lit (figure 6).
bytes portrait_light_plot(const portrait_light* l, arena* memory);
bytes portrait_light_plot_shapes(const portrait_light* l, arena* memory);
bytes portrait_light_plot_amounts(const portrait_light* l, arena* memory);
