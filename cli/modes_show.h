// What `supple modes` tells: a table for people, JSON for programs, time and memory, files.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/carry_error.h"
#include "bake/model/modal.h"
#include "bake/model/refinement.h"
#include "cli/body_choice.h"

typedef struct modes_page {
    const char* path;
    const char* material; // what it is made of, for a person
    const body* body;
    const modal_model* model;
    refinement refinement;

    // The modes on the surface that is looked at: the file's own, or the outside of its tets.
    surface surface;
    int32_t outside;     // vertices in no element
    double* offsets;     // [model->count][surface.vertex_count][3]
    carry_error* errors; // [model->count] of that; NULL for the outside of tets, which has none
} modes_page;

// Fills in the surface.
void modes_carry(cli* c, modes_page* p, int threads);

void modes_print_text(cli* c, const modes_page* p);
void modes_print_json(cli* c, const modes_page* p);

// Seconds and memory by stage, as JSON. Returns the exit code, as do the others below.
int modes_write_report(cli* c, const char* path, const modes_page* p, const stages* clock);

// A strip of pictures, one a mode.
int modes_write_picture(cli* c, const char* path, const modes_page* p);

// PREFIX-mode01.vtk and so on, or DIR/mode01.vtk: the volume with the fields `mode` and `fixed`.
int modes_write_vtk(cli* c, const char* prefix, const modes_page* p);
