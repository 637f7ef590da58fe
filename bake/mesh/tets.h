// A volume as tetrahedra: what is made from a surface or read from a file, and what fem/ works on.
//
// numerics.md 0: degree of freedom = 3 * node + axis. Corners 0 1 2 3 with positive volume
// ((x1 - x0) x (x2 - x0)) . (x3 - x0) > 0; mid-edge nodes of a ten-node element in the order
// (0,1)(1,2)(0,2)(0,3)(1,3)(2,3), as VTK and Abaqus/CalculiX C3D10 have it. Readers bring every file
// into this order.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/base/vec.h"

// A named piece of the volume, with the material that a file gave for it.
typedef struct tet_region {
    const char* name; // never NULL, may be ""
    bool has_material;
    double young, poisson, density; // Pa, 1, kg/m^3; meaningful with has_material
} tet_region;

// Where the body lies in an element that it fills in part (bake/volume/moments.h): four points of equal weight, barycentric;
// beside the element, too.
typedef struct tet_rule {
    bool even; // all over the element: the points say nothing
    double l[4][4];
} tet_rule;

typedef struct tets {
    int32_t node_count, tet_count;
    int32_t width; // nodes an element: 4 or 10
    vec3* nodes;
    int32_t* elements; // [tet_count][width]
    int32_t region_count;
    tet_region* regions;
    int32_t* element_region_or_null; // [tet_count] into regions; NULL: all in region 0 or none
    int32_t* node_source_or_null;    // [node_count] the node's place in its file, from 0, -1: not
                                     // of the file; NULL: nodes are as in the file
    double*
        filled_or_null; // [tet_count] times its own volume is what an element holds of the body: below 1
                        // where the surface cuts it, above 1 where flesh lies beside it; NULL: 1
    uint8_t*
        uncut_or_null; // [tet_count] 1: not cut along the surface, but there to carry what is thinner than it; NULL: none
    tet_rule* rules_or_null; // [tet_count] of what they hold; NULL: all are even
    uint8_t*
        tied_or_null; // [tet_count] 1: it lies across a gap of the surface (bake/volume/gaps.h)
} tets;

// The corners of the six mid-edge nodes, in order.
extern const int tet_edge[6][2];

// The corners of the face opposite corner i, counter-clockwise from outside.
extern const int tet_face[4][3];

double tet_volume(vec3 a, vec3 b, vec3 c, vec3 d); // signed, a sixth of the box product
double tets_volume(const tets* t);                 // by corners
double tets_content(const tets* t);                // of the body that they hold: what has mass

static inline double tets_filled(const tets* t, int32_t element) {
    return t->filled_or_null != NULL ? t->filled_or_null[element] : 1.0;
}

// What an element holds of the body.
typedef struct tet_filling {
    double fraction;              // of its volume
    const tet_rule* rule_or_null; // where; NULL: all over it
} tet_filling;

static inline tet_filling tets_filling(const tets* t, int32_t element) {
    bool even = t->rules_or_null == NULL || t->rules_or_null[element].even;
    return (tet_filling){tets_filled(t, element), even ? NULL : &t->rules_or_null[element]};
}

// Ten-node elements from four-node ones: one straight mid-edge node an edge, shared. Nodes keep
// their numbers; the new ones follow in order of first use.
tets tets_promote(const tets* linear, arena* memory);
