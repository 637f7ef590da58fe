// One thing that was measured, and how it stands in a file of figures.
//
// A file is an object: "made", what machine and build it is of, and "figures", a list. A figure has its bench, its
// name, unit, quartiles and runs; what was measured beside it in the same run, and the ratio of the two, which
// is what outlives a machine; and, where it is one of a row, either "of" and "at" (a point of a curve: cost against so
// many vertices) or "part" (one of the parts that what is named consists of: a stage of a bake).
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bench/figures/spread.h"

typedef struct figure {
    const char *bench, *name, *unit;
    spread value;
    const char* beside_or_null; // what `ratio` is a multiple of
    spread ratio;
    const char* of_or_null; // what `at` counts
    double at;
    const char* part_or_null;
} figure;

// What a file's figures were measured with.
typedef struct figures_made {
    const char *date, *processor, *compiler,
        *lanes; // lanes: how wide this build's arithmetic is, "AVX2"
    int32_t cores;
} figures_made;

typedef struct figures {
    figures_made made;
    int32_t count;
    figure* list;
} figures;

// The machine that this runs on, and the build that it is.
figures_made figures_made_here(arena* memory);

// A file with no figures yet; what was there before is gone.
bool figures_begin(const char* path, const figures_made* made, report* r);

// Into a file that figures_begin wrote. The file is whole JSON before and after. Figures that are not numbers are refused.
bool figures_add(const char* path, const figure* f, report* r);

// False with a sentence for what is no file of figures.
bool figures_parse(bytes json, const char* path, arena* memory, figures* out, report* r);
