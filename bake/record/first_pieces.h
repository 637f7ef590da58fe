// The meshes of a file as pieces of a first scene: which are soft, which enclose a volume, which carry others.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/scene/scene.h"

// A mesh of the file, and what first_scene.c finds out about it.
typedef struct first_piece {
    const char* name;
    bool shown, soft, solid, stems; // stems: painted _STEM
    // of a solid, Pa
    double young, least;   // how stiff it is, and must be lest it bends over
    double stable, fallen; // the last that held it, and that did not; 0: none
    // how it is held where nothing is painted
    double base; // so much of its height, from below; or ...
    bool hangs;  // ... at its end ...
    int axis;    // ... along this one, ...
    double end;  // ... from there on, m
} first_piece;

typedef struct first_pieces {
    bool painted; // some mesh has _FIXED
    int32_t count;
    first_piece* all;
} first_pieces;

// False with a sentence when nothing could be soft, or two cannot be told apart.
bool first_pieces_find(const scene* s, arena* memory, first_pieces* out, report* r);
