// An asset as it is drafted from what a body hangs on: bones, meshes, skin; parts and light are the caller's.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/asset_draft.h"
#include "bake/model/binding.h"

asset_draft bake_asset_draft(const scene* s, const binding* x, const asset_draft_part* parts,
                             int32_t part_count, arena* memory);
