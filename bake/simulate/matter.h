// A body of a scene, made from its file: nodes, elements with their materials, what is held, what is drawn.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import.h"
#include "bake/mesh/weld.h"
#include "bake/scene/surface.h"
#include "bake/simulate/carried.h"
#include "bake/simulate/simulation.h"

// Samples by name: what this room does not know. False when there is none of that name, with a sentence.
typedef struct matter_samples {
    bool (*make)(void* user, const char* name, place where, arena* memory, scene* out, report* r);
    void* user;
} matter_samples;

typedef struct matter {
    const simulation_body* how;
    imported file; // open until matter_close; of a sample it holds the scene alone
    bool opened;
    const char* reason; // how a solid was filled, as half a sentence; "": not at all
    surface skin;       // of the meshes that make it, m; of a file of tets their outside
    int32_t node_count; // 0: rigid
    vec3* nodes;        // [node_count] at rest, m
    tets volume;        // of a solid; its nodes are these
    embedding in;       // of a solid: where the skin's vertices lie in it
    weld weld;          // of a shell: nodes are the welded vertices of the skin
    int32_t triangle_count;
    int32_t* triangles;     // [triangle_count][3] of a shell
    material* solids;       // [tet_count] of a solid
    shell_material* sheets; // [triangle_count] of a shell
    uint8_t* held;          // [node_count]
    surface drawn;          // at rest, m
    carried carried;        // its vertices
} matter;

// False with a sentence; close it all the same.
bool matter_make(const simulation_body* how, const matter_samples* samples, int threads,
                 arena* memory, matter* out, report* r);
void matter_close(matter* m);

// Marks the nodes of a region, [node_count]; false with a sentence for a name that there is not, and when it holds no node.
bool matter_region(const matter* m, const simulation_region* g, uint8_t* marks, arena* memory,
                   report* r);
