// An embedder's SUPPLE_ASSERT: it counts what broke and goes on.
// SPDX-License-Identifier: MIT
#pragma once

static int assert_hook_broken;

#define SUPPLE_ASSERT(condition) ((condition) ? (void)0 : (void)++assert_hook_broken)
