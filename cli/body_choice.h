// The body that a command works on, by words on the command line: a surface that is filled, a soft part
// of a character, or a file of tets; and what of it is held.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import.h"
#include "bake/volume/part.h"
#include "cli/region_choice.h"

// What was not given is 0 or NULL.
typedef struct body_choice {
    region_choice region;
    double edge;           // of a cell
    int32_t cells, target; // along the longest side; tets
    const char* fix_nodes; // zero-based nodes of the file
    bool fix_base;         // what it stands on
    double unit;           // metres of one unit of the file; lengths above are in the file's
    int32_t threads;
} body_choice;

// All in metres.
typedef struct body {
    const char* how; // "filled with a solid lattice", for a person
    tets tets;
    uint8_t* fixed; // [tets.node_count]
    double cell;    // edge, in the file's unit; 0: of no lattice

    // What is looked at, and how it follows the volume; no vertices for a file of tets.
    imported file;
    surface surface;
    embedding embedding;             // [embedded] or of all vertices of the surface
    const int32_t* vertices_or_null; // [embedding.count] of the surface
    const float* fade_or_null;       // [embedding.count] how much of the motion they take
} body;

int body_choice_check(const body_choice* x); // EXIT_OK, or a sentence and EXIT_BAD_USAGE
bool body_choose(const body_choice* x, cli* c, const char* path, body* out);
void body_close(body* b);

// The pieces, for commands that need less.
bool body_is_tets(cli* c, const char* path, bool* result);
bool body_surface(cli* c, const char* path, const scene* s, surface* out);
