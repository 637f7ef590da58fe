// The part of `supple info` for recordings.
// SPDX-License-Identifier: MIT
#pragma once

#include "cli/cli.h"

int info_recording(cli* c, const char* path, bool as_json); // the exit code
