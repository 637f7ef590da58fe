// The separate pieces of a surface (a body, a shirt, an eye, a button), and which of them are rigid.
//
// A piece hangs together and is shown with one material by one node. It is rigid when enough speaks for
// it: names of hard things, metal, one bone that carries all of it, flat sides with sharp edges.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/character.h"

typedef struct piece {
    const char* name; // the node's, with the material's and a number where needed
    int32_t primitive, node;
    int32_t vertex_count; // of the surface
    double area;          // square metres
    bounds box;
    int32_t joint; // that carries all of it, or -1
    bool rigid;
    const char* reason; // why it is rigid: "its name (hat)", "metal", "one bone (head)", "" else
} piece;

typedef struct pieces {
    int32_t count;
    piece* list;   // in the order of their first vertices
    int32_t* of;   // [vertex_count] of the surface
    uint8_t* hard; // [weld.count] 1: of a rigid piece, which no part moves
} pieces;

// Decided by evidence. Of a surface without a skeleton nothing is rigid.
pieces* pieces_of(const character* c, arena* memory);

// Exactly these are rigid: names of pieces, nodes, meshes, materials, or of the joint that carries a
// piece. False with a sentence for a name that nothing has.
bool pieces_choose(character* c, const char* const* names, int32_t count, arena* memory, report* r);

// Does this name mean this piece?
bool pieces_is_called(const character* c, int32_t index, const char* name, arena* memory);

// What to write into a recipe to have the same again: a word for each rigid piece, or one for all
// pieces of a primitive. At most the number of pieces.
int32_t pieces_rigid_names(const character* c, const char** names, arena* memory);
