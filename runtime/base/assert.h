// SUPPLE_ASSERT: the contract of a function, said at its gate. Breaking it is a bug of the caller.
//
// On in builds without NDEBUG (debug, sanitizers), off in release, where not even its text is left. An embedder
// replaces it, in any build, by a header of its own that defines SUPPLE_ASSERT(condition):
//
//     -DSUPPLE_ASSERT_HEADER='"engine_assert.h"'
//
// A header and not a function pointer, because the library has no globals. Functions of supple.h do not assert
// what their users pass: they answer as documented there. The path analyser always sees the contracts.
// SPDX-License-Identifier: MIT
#pragma once

#if defined(SUPPLE_ASSERT_HEADER)
#include SUPPLE_ASSERT_HEADER
#elif defined(__clang_analyzer__)
#define SUPPLE_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#elif defined(NDEBUG)
#define SUPPLE_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0)) // compiled, never evaluated
#elif __STDC_HOSTED__
#include <assert.h>
#define SUPPLE_ASSERT(condition) assert(condition)
#else // nobody to tell: stop
#define SUPPLE_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#endif
