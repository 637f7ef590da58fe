// The light of whatever moves: transfer of a few of its states, reduced, known between them, and how wrong that is at others.
//
// James & Fatahalian 2003, 4, 6, table 1. States are given by coordinates q, by which shapes are chosen, and by a function that places
// vertices. Where states come from (a recording, drops and shakes of a body) is the caller's.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/light_file.h"
#include "bake/light/light_model.h"
#include "bake/light/shapes.h"
#include "bake/light/transfer.h"

typedef struct light_source {
    const lit_mesh* mesh;
    const lit_points* points;
    const double* fractions; // [points->count] of the area
    int32_t state_count, q_count;
    const double* q; // [state_count][q_count]
    int32_t keep;    // the state that is always a shape, like the rest; -1: none
    // Places of the vertices in a state, [mesh->vertex_count] m. False with a sentence.
    bool (*positions)(void* user, int32_t state, vec3* out, report* r);
    void* user;
} light_source;

typedef struct light_options {
    shapes_options shapes; // `keep` is the source's
    transfer_options transfer;
    low_rank_options factor;
    int32_t held; // so many other states are lit for comparison, 0 or more
    light_file_options file;
    bool as_file_says; // shapes and states held out are those that the file has
} light_options;

// 50 shapes, order 4, two bounces; fields to an error of 5 %; 20 states held out; no file.
light_options light_default(void);

typedef struct light_made {
    int32_t order;
    shapes shapes;
    light_model model;
    int32_t held_count;
    const int32_t* held;       // [held_count] states, ascending
    const float** held_fields; // [held_count] -> transfer
    light_error* errors;       // [held_count]
    int32_t worst;             // of them; -1: none
    sight_account account;     // of all shapes and states held out
    int32_t found;             // fields that were in the file already
    double ground_off;         // of what ground below balls keeps, by rays; 0: there are none
} light_made;

// News and questions by job.h. False with a sentence.
bool light_make(const light_source* s, const light_options* o, arena* memory, light_made* out,
                report* r);

// Over all states that were held out, root mean square.
typedef struct light_held {
    double whole, reduction, motion, size; // as light_error has them
} light_held;
light_held light_made_sum(const light_made* l);
