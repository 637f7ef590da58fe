// The light of a recording: transfer of a few of its shapes, reduced, known between them, and how wrong that is at others.
//
// James & Fatahalian 2003, 4, 6, table 1. Shapes are chosen by the portrait's coordinates; rays are traced among the meshes as they
// were recorded, so that what the reduction of motion loses casts no shadow. All bodies are lit, also rigid ones. Everything is in the
// support's frame: a light of the world is turned into it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/raster.h"
#include "bake/light/light_model.h"
#include "bake/light/shapes.h"
#include "bake/light/transfer.h"
#include "bake/model/asset_draft.h"
#include "bake/portrait/portrait.h"

typedef struct portrait_light_options {
    shapes_options shapes; // keep is set here: the rest is one of them
    transfer_options transfer;
    low_rank_options factor;
    int32_t held; // so many other states are lit for comparison, 0 or more
} portrait_light_options;

// 50 shapes, order 4, two bounces; fields to an error of 5 %; 20 states held out.
portrait_light_options portrait_light_default(void);

typedef struct portrait_light {
    const portrait* of;
    int32_t order;
    scene scene;  // of the rest
    surface rest; // as it is drawn
    lit_mesh mesh;
    lit_points points;
    double* shares; // [points.count] of the area
    shapes shapes;
    light_model model;
    int32_t held_count;
    int32_t* held;       // [held_count] states, ascending
    float** held_fields; // [held_count] -> transfer
    light_error* errors; // [held_count]
    int32_t worst;       // of them; -1: none
    sight_account account;
} portrait_light;

// News and questions by job.h. False with a sentence.
bool portrait_light_make(const portrait* p, const portrait_light_options* o, arena* memory,
                         portrait_light* out, report* r);

// Over all states that were held out, root mean square.
typedef struct portrait_light_held {
    double whole, reduction, motion, size; // as light_error has them
} portrait_light_held;
portrait_light_held portrait_light_sum(const portrait_light* l);

// What an asset has of it: coordinates are those of the portrait, points those of the recording's vertices.
asset_draft_light portrait_light_draft(const portrait_light* l, arena* memory);

typedef struct portrait_light_view {
    const double* light; // [order^2][3] in the support's frame (sky.h)
    view from;
    int32_t side; // pixels
} portrait_light_view;

// The state with the largest error among those that were held out, of which there must be one: with its own transfer, and beside it with the
// model's. False with a sentence when it cannot be read.
bool portrait_light_picture(const portrait_light* l, const portrait_light_view* w, arena* memory,
                            picture* out, report* r);

// The same state by the model with no field, the first 3, the first 6 and all of them: the paper's figure 9.
bool portrait_light_ranks(const portrait_light* l, const portrait_light_view* w, arena* memory,
                          picture* out, report* r);
