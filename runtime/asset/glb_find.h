// Whether bytes begin as a GLB does. Where the asset is in it: supple_asset_find.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool glb_find_is_glb(const void* bytes, size_t size);
