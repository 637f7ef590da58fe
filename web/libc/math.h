// What the runtime uses of <math.h>, for wasm32: each of these is one instruction.
// SPDX-License-Identifier: MIT
#pragma once

#define sqrt  __builtin_sqrt
#define sqrtf __builtin_sqrtf
#define fabs  __builtin_fabs
#define fabsf __builtin_fabsf
#define floor __builtin_floor

#define INFINITY    __builtin_inff()
#define NAN         __builtin_nanf("")
#define isfinite(x) __builtin_isfinite(x)
