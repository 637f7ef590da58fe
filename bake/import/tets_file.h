// A file of tetrahedra while it is read: what the readers of all formats fill, and what turns it
// into tets.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/mesh/tets.h"

// Elements that are no tetrahedra of four or ten nodes.
typedef enum tets_other {
    OTHER_POINT,
    OTHER_LINE,
    OTHER_TRIANGLE,
    OTHER_QUAD,
    OTHER_HEXAHEDRON, // from here on solids: leaving them out would leave holes
    OTHER_PRISM,
    OTHER_PYRAMID,
    OTHER_TETRAHEDRON, // of third order and beyond
    OTHER_SOLID,
    OTHER_COUNT
} tets_other;

typedef struct tets_label {
    int64_t number; // of the element in the file, for sentences
    int64_t region; // a key of the file; 0: none
    bool turned;    // its corners 0 and 1 have changed places since
} tets_label;

typedef struct tets_keyed_region {
    int64_t key;
    tet_region region;
} tets_keyed_region;

// Numbers a file gives its nodes, where they do not simply count up: an open-addressing table.
typedef struct tets_numbers {
    int64_t* number;
    int32_t* index; // -1: free
    size_t mask;    // 0: nodes count up from `base`
    int64_t base;
} tets_numbers;

typedef struct tets_file {
    const char* path;
    arena* memory;  // of the result
    arena* scratch; // ends with the reading
    report* r;

    int32_t node_count;
    vec3* nodes;
    int64_t* node_numbers; // [node_count]; scratch
    tets_numbers numbers;

    int32_t width; // 0: no tetrahedron yet
    int32_t tet_count;
    size_t expected, capacity; // tetrahedra announced; room
    int32_t* elements;         // [capacity][width] in the file's order
    tets_label* labels;        // [capacity]; scratch
    int64_t others[OTHER_COUNT];

    bool regions_are_doubles; // keys are bits of doubles (TetGen's attributes)
    int32_t region_count, region_capacity;
    tets_keyed_region* regions; // those with a name or a material; scratch
} tets_file;

// Which of the file's six mid-edge nodes lies on our edge e (tet_edge), format by format.
extern const int tets_order_vtk[6];    // VTK and Medit: as ours
extern const int tets_order_gmsh[6];   // (0,1)(1,2)(0,2)(0,3)(2,3)(1,3)
extern const int tets_order_tetgen[6]; // (2,3)(0,3)(0,1)(1,2)(1,3)(0,2)

// Does a list of `count` items, each of at least `least` bytes, fit into what is left of the file?
bool tets_file_fits(tets_file* f, const char* what, int64_t count, size_t least, size_t left,
                    place where);

// Makes room for nodes, once; count already known to fit.
bool tets_file_nodes(tets_file* f, int64_t count, place where);
bool tets_file_set_node(tets_file* f, int32_t i, int64_t number, const double x[3], place where);
// After the last one: `number`s may be looked up. False when one occurs twice.
bool tets_file_number_nodes(tets_file* f, place where);
// The node with this number of the file.
bool tets_file_find_node(tets_file* f, int64_t number, int64_t element, int32_t* index,
                         place where);

// Room for the nodes of one more tetrahedron, or NULL: both orders in one file, or too many.
int32_t* tets_file_add(tets_file* f, int32_t width, tets_label label, place where);

void tets_file_name_region(tets_file* f, int64_t key, tet_region region);

// Mid-edge nodes into our order; `order` is the format's, unless the nodes' places say otherwise.
bool tets_order_middles(tets_file* f, const int order[6]);

// All that is the same for every format: order, orientation, unused nodes, regions.
bool tets_finish(tets_file* f, const int order[6], tets* out);

// The readers. Each looks at `file` and leaves the rest to tets_finish.
bool tets_read_msh(tets_file* f, bytes file, tets* out);
bool tets_read_medit(tets_file* f, bytes file, tets* out);
bool tets_read_tetgen(tets_file* f, bytes file, tets* out); // and its other half beside it
bool tets_read_tetgen_pair(tets_file* f, bytes node, const char* node_path, bytes ele,
                           const char* ele_path, tets* out);
bool tets_read_vega(tets_file* f, bytes file, tets* out);
bool tets_read_vtk(tets_file* f, bytes file, tets* out);
