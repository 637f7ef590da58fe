// What `supple reduce` found, for people and for programs.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/coverage.h"
#include "bake/portrait/jumps.h"
#include "bake/portrait/orbits.h"
#include "cli/cli.h"

typedef struct reduced {
    const portrait* portrait;
    const responses* responses;
    const orbits* orbits;
    coverage coverage;
    const jumps* jumps_or_null; // not looked at
} reduced;

void reduce_print_text(const cli* c, const reduced* x);
void reduce_print_json(const cli* c, const reduced* x);
