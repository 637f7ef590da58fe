// Painted vertex attributes by name.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/scene/scene.h"

const attribute* attribute_named(const primitive* p, const char* name); // NULL if it has none

// The sentence for a name that no primitive has; always returns false.
bool attribute_unknown(const scene* s, const char* name, arena* memory, report* r);
