// Numbers of a legacy VTK file, and what supple's own files say of how much of the body their cells hold.
//
// Cell data that `supple tets` writes: `supple_filled`, the share of each cell that the body fills, and
// `supple_filling_1` to `_4`, where it lies in it: three barycentric coordinates of four points of equal weight, all 0 where it
// is even. Without them a body that was written and read again would weigh what its lattice does.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/tets_file.h"
#include "bake/import/tets_flow.h"

typedef struct vtk_type {
    const char* name;
    size_t size;
    enum { VTK_FLOAT, VTK_SIGNED, VTK_UNSIGNED } kind;
} vtk_type;

extern const vtk_type vtk_int;

typedef struct vtk_stream {
    tets_file* f;
    flow flow;
    bool binary;
} vtk_stream;

place vtk_place(const vtk_stream* v);
size_t vtk_left(const vtk_stream* v);
size_t vtk_least(const vtk_stream* v, const vtk_type* type); // bytes of a number
bool vtk_missing(vtk_stream* v, const char* what, int64_t index, int64_t count);
bool vtk_integer(vtk_stream* v, const vtk_type* type, int64_t* value);
bool vtk_number(vtk_stream* v, const vtk_type* type, double* value);
bool vtk_read_type(vtk_stream* v, vtk_type* type);

typedef struct vtk_filling {
    double* filled;    // [cell_count], or NULL
    double* points[4]; // [cell_count][3], or NULL
} vtk_filling;

// After the word CELL_DATA: supple's own fields, which stand first; others end it. False with a sentence.
bool vtk_read_filling(vtk_stream* v, int64_t cell_count, vtk_filling* out);

// Into the elements that came of the cells.
void vtk_set_filling(const tets_file* f, const vtk_filling* filling, tets* out);
