// A page of results that several benches write, each its own part.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

// Replaces what stands in the file between the lines <!-- NAME --> and <!-- end of NAME -->. False, with a
// sentence printed, when they are not there.
bool page_put(const char* path, const char* name, const char* text, arena* memory, report* r);
