// The baker's contracts are said as the library's are, by one hook.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/base/assert.h" // IWYU pragma: export
