// What cannot be an asset.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/asset_out.h"

// False with a sentence.
bool asset_check(const asset_draft* draft, report* r);
