// A character at rest, with what every question about its parts needs: welded surface, bones, skin.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/mesh/soup.h"
#include "bake/mesh/weld.h"
#include "bake/scene/surface.h"

// A straight piece of bone. A joint has one for each of its children; one without children reaches
// to the middle of what it moves.
typedef struct bone_axis {
    int32_t joint; // a node of the scene
    vec3 a, b;
} bone_axis;

typedef struct influence {
    int32_t joint; // a node of the scene
    double weight;
} influence;

struct pieces;     // bake/volume/pieces.h
struct layer_host; // bake/volume/layers.h
struct layer_offset;
struct meeting; // bake/volume/meeting.h

typedef struct character {
    const scene* scene;
    const surface* surface;
    const pose* bind;
    double
        size;  // of the largest figure (all, where there is no skeleton): not of what it stands on
    weld weld; // of the surface's vertices; below, vertices are welded ones
    int32_t triangle_count; // without those that welding made degenerate
    uint32_t (*triangles)[3];
    int32_t* beside_first; // [weld.count + 1] into beside
    int32_t* beside;       // vertices that share an edge, ascending
    soup soup;             // of the welded triangles
    int32_t axis_count;
    bone_axis* axes;              // of the joints that move anything
    struct pieces* pieces;        // of the surface, and which of them are rigid
    struct layer_host* layers;    // [weld.count] what each vertex lies on; NULL: there is one piece
    struct layer_offset* offsets; // [offset_count] that are to be kept besides; NULL as above
    int32_t offset_count;
    struct meeting* meetings; // [weld.count] what it meets at a cut between bones; NULL as above
} character;

// Keeps the pointers; what is rigid is decided by evidence (pieces_choose changes that). The surface is that of
// the pose: see bind.h. A scene without skin has no axes.
character character_new(const scene* s, const surface* f, const pose* p, arena* memory);

// The k-th joint of a vertex of the surface, and how many there are.
int32_t character_influence_count(const character* c, int32_t surface_vertex);
influence character_influence(const character* c, int32_t surface_vertex, int32_t k);
double character_weight(const character* c, int32_t surface_vertex, int32_t joint);

vec3 bone_nearest(const bone_axis* b, vec3 p);

// The nearest axis of those with use[i] != 0 (or of all), or -1 when there is none.
int32_t character_nearest_axis(const character* c, const uint8_t* use_or_null, vec3 p,
                               vec3* nearest);
