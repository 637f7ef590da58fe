// Under which light a picture is drawn, as options say it: one of the skies, or a Radiance picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/sh.h"
#include "cli/cli.h"

#define LIGHT_CHOICE_WORDS "SKY[:DEGREES]"

typedef struct light_wish {
    const char* name; // of the sky; of a picture, its file's without the ending
    double degrees;   // turned by
    double* still;    // [sh_count(order)][3] before that
    double* light;    // and after
} light_wish;

// SKY, FILE.hdr, and either with :DEGREES to turn it round the body. Else a sentence that names the option `asked_by`, and the exit code.
int light_choice(cli* c, const char* word, const char* asked_by, int32_t order, light_wish* out);

// The same of a sky alone, which there must be.
light_wish light_sky(const char* name, int32_t order, arena* memory);
