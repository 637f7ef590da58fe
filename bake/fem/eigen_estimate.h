// What finding modes will take, before it is begun: so that nobody waits an hour for "out of memory".
//
// By the unknowns alone it is rough: the numbers of a factor depend on the shape, a compact body having several times
// those of a thin one. When they are known (factor.h), bytes are right within a tenth, and seconds as far as this
// machine is like the one that the rates below were measured on.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

typedef struct eigen_estimate {
    double unknowns, count, numbers; // pairs; numbers of the factor
    double bytes;                    // the most at a time
    double factor, iterate;          // seconds: the factorisation; all that comes after it
} eigen_estimate;

// Unknowns that elements of a compact body have, some of them held.
double eigen_unknowns(double tets, bool ten_nodes);

// count: pairs that are wanted. numbers: of the factor; 0: not known yet, those of a compact body.
eigen_estimate eigen_expect(double unknowns, double count, double numbers);

// How much of the time after the factorisation has gone by after so many right-hand sides; above 0, below 1.
double eigen_fraction_done(const eigen_estimate* e, double solved);

// "about 1.3 GB and 4 min"
const char* eigen_estimate_text(const eigen_estimate* e, arena* memory);

// False with a sentence when it is more than the machine has, beyond any doubt where `numbers` were known.
// tail: what to do about it.
bool eigen_fits(const eigen_estimate* e, bool known, const char* what, const char* tail, report* r);
