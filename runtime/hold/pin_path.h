// Where the points of a group go within a step, and the small sums that all holds share.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/hold/pin_work.h"

// Whether points of a free body, held at themselves, are so few that they are solved where they are, in
// every substep (runtime/hold/pin_limit.h).
enum { PIN_FEW = 4 };
static inline bool pin_path_is_few(const supple_body* body, const pin_group* g) {
    return body->free && g->lever_count == 0 && g->count <= PIN_FEW;
}

// `flesh` becomes what limits leave of it; false if that is all.
bool pin_path_stop(const supple_body* body, const pin_group* g, double* flesh);

// Rows of a group: out = rows times flesh; and adds to a->coord_impulse what brings them nearer by a->missing.
void pin_path_measure(const supple_body* body, const pin_arrays* a, const pin_group* g,
                      const double* flesh, double* out);
void pin_path_clear(const pin_arrays* a);
void pin_path_respond(const supple_body* body, const pin_arrays* a, const pin_group* g,
                      pin_gain gain);

// From three numbers a point (a->wanted) to those of the group's rows, and back.
void pin_path_rows(const pin_arrays* a, const pin_group* g, double* rows);
void pin_path_points(const pin_arrays* a, const pin_group* g, const double* rows, double* points);

// a->from and a->way of places in a step of `all` seconds; of free bodies a->start and a->path too.
void pin_path_find(const supple_body* body, const pin_work* w, const pin_arrays* a,
                   const pin_group* g, double all);
