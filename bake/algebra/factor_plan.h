// What a Cholesky factorisation by panels has to do, found once for a pattern: which panels change which, where the
// matrix's blocks go, and which panels can be worked at side by side.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/algebra/factor_sweep.h"
#include "bake/algebra/sparse.h"

// A panel's rows [first, end) are columns of the panel that it changes; so all of its rows from `first` on are rows of it.
typedef struct factor_update {
    int64_t from, first, end;
} factor_update;

// Panels [begin, end), one after another; then the one task that waits for it has one less to wait for.
typedef struct factor_task {
    int64_t begin, end;
    int32_t parent; // a later task; -1: none
    int32_t waits;  // for so many
} factor_task;

typedef struct factor_plan {
    factor_panels panels;  // values: NULL
    int32_t block;         // unknowns a node
    const int64_t* order;  // [panels.order] the unknown of each column
    int64_t* inverse;      // [panels.order] the column of each unknown
    int64_t* mirror;       // [blocks of the matrix] where its transpose is
    int64_t* first_update; // [panels.count + 1]
    factor_update* updates;
    int64_t widest; // columns of a panel, at most
    int32_t task_count;
    factor_task* tasks; // ascending in their panels
} factor_plan;

// Refers to the panels and to order, which describe the factor of a matrix with a's pattern.
factor_plan factor_plan_make(const factor_panels* p, const int64_t* order, const sparse* a,
                             arena* memory);
