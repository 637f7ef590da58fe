// Toys: small free bodies for worlds, straight from finite elements.
//
// Their vertices are nodes, so that shapes are the modes themselves and a full set of modes is the full
// body: what tests, benches and the page throw about without baking a file. Boxes, balls and tori are
// bent grids of cubes, cut into tetrahedra.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/asset_out.h"
#include "bake/model/modal.h"
#include "supple/supple.h"

typedef enum toy_kind {
    TOY_BOX,  // size: edges
    TOY_BALL, // size.x: the diameter
    TOY_TORUS // size.x: the diameter without, size.y: of the tube; about the y axis
} toy_kind;

typedef struct toy_options {
    toy_kind kind;
    vec3 size;        // metres
    int32_t cells[3]; // of the grid; of a torus around it, and twice across the tube
    int32_t modes;    // 0: all that are not rigid
    double first;     // Hz of the slowest; 0: as the material has it
    double ratio;     // of damping, at the slowest; it grows with the frequency
    material material;
    bool ten_nodes, spin; // spin: with the matrices of Coriolis and spin forces
    double metres;        // a unit of the mesh has so many; 0: 1
    int32_t bones;        // along y, evenly, with weights that are linear between them; 0: one
} toy_options;

// A box of jelly, 10 cm, 4 cells an edge, 20 modes from 6 Hz on, a tenth of critical damping.
toy_options toy_default(void);

typedef struct toy {
    modal_model model;
    asset_out out;
    supple_asset asset;
    int32_t* node; // [asset.vertex_count] of the model
} toy;

// The body's centre is at the origin of bind space, but for rounding. False with a sentence.
bool toy_make(const toy_options* o, arena* memory, toy* out, report* r);

// The same from any volume of four-node elements, in metres.
bool toy_from_tets(const tets* volume, const toy_options* o, arena* memory, toy* out, report* r);

// How a toy is made from another without finite elements: laws of scale are exact for all of it.
typedef struct toy_change {
    double scale;   // times its size
    double density; // times its density
    double first;   // Hz of the slowest coordinate
    double ratio;   // of damping, as in toy_options
    int32_t modes;  // the slowest so many, if there are
} toy_change;

// The same in another size, weight and stiffness: some tenths of a millisecond. Rates are cut off where the
// format ends.
bool toy_make_changed(const toy* from, const toy_options* o, const toy_change* change,
                      arena* memory, toy* out, report* r);
