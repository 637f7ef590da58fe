// Under which light a picture is drawn, as options say it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/sh.h"
#include "cli/cli.h"

// One of the skies, or SKY:DEGREES to turn it round the body. light: [sh_count(order)][3]. Else a sentence that names the option
// `asked_by`, and false.
bool light_choice(const cli* c, const char* word, const char* asked_by, int32_t order,
                  double* light);
