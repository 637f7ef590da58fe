// What `supple info` says of a baked asset, alone or inside a GLB.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/base/json_out.h"
#include "cli/cli.h"
#include "supple/supple.h"

// Do bytes begin as an asset that stands alone does?
bool info_asset_knows(bytes file);

// Of a file that holds nothing else: the exit code.
int info_asset(cli* c, const char* path, bytes file, bool as_json);

// Its parts, below what is said of the scene around it; as JSON, the members of an object that is open.
void info_asset_print(const cli* c, const supple_asset* a);
void info_asset_json(json_out* o, const supple_asset* a);
