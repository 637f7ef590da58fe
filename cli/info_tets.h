// The part of `supple info` for files with tetrahedra.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "cli/cli.h"

int info_tets(cli* c, const char* path, bytes file, bool as_json); // the exit code
