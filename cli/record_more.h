// `supple record --more`: a recording that is whole goes on where starts are missing.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/record.h"
#include "cli/cli.h"

// To so many chains beyond those of its palette. Of a recording that has them, out->was_whole. responses: of all of it.
bool record_extend(cli* c, const simulation* s, int32_t more, const record_options* o,
                   int32_t* responses, record_result* out);
