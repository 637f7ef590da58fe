// Crowds with eight lanes on machines that have them, in programs that are compiled for all of their kind: the same source once
// more. Which of the two steps a crowd is chosen when the first is stepped (many.c); the bits are the same.
// SPDX-License-Identifier: MIT
#include "runtime/body/many_eight.h"

#ifdef MANY_EIGHT

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define WIDE_EIGHT

#define many_drive      many_drive_eight
#define many_flesh      many_flesh_eight
#define lot_find_bound  lot_find_bound_eight
#define lot_begin_spin  lot_begin_spin_eight
#define lot_spin_before lot_spin_before_eight
#define lot_spin_after  lot_spin_after_eight
#define lot_advance     lot_advance_eight
#define bone_find       bone_find_eight
#define bone_accelerate bone_accelerate_eight
#define bone_go_between bone_go_between_eight

// the same source on purpose: NOLINTBEGIN(bugprone-suspicious-include)
#include "runtime/body/bone_lanes.c"
#include "runtime/body/many_drive.c"
#include "runtime/body/many_flesh.c"
#include "runtime/body/many_lots.c"
#include "runtime/body/many_spin.c"
// NOLINTEND(bugprone-suspicious-include)

#ifdef __clang__
#pragma clang attribute pop
#endif

#endif
