// The instrument of `supple play` and `supple view`: --tool and --tip.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/instrument.h"
#include "cli/cli.h"

// False, after a sentence, when --tip is none or stands without --tool.
bool tool_sound(const char* path_or_null, double tip);

// Reads the table. tip: in the file's unit; 0: as the table has it.
bool tool_read(cli* c, const char* path, double tip, instrument* out);
