// Worlds drawn from a number, and small changes of them: what a search over worlds walks on.
//
// A world has a size of its own, 1 mm to 100 m, and all in it is drawn about that: bodies a third to three
// times as large (mass ratios to 1,000), speeds of what falls by a few sizes, kicks of what stops such
// speeds. Half of the bodies sag by some share of their size, the other half have any frequency from 0.3 Hz
// to 20 kHz. Everything is in the script that comes out; a search changes that.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_script.h"

// A first number with this bit draws a world, and what games do to worlds on top of it (random_game.h).
#define RANDOM_GAME ((uint64_t)1 << 40)
// Seeds with this bit draw worlds whose joints are of all kinds, with limits, motors and springs. Those without draw what they
// always drew: seeds are kept as tests.
#define RANDOM_JOINTS ((uint64_t)1 << 41)
// Half of the bodies of such worlds are rigid, and their colliders are hulls, height fields and compounds too.
#define RANDOM_RIGID ((uint64_t)1 << 42)

// The first of the numbers draws a world, each one after it changes something. At least one.
void random_world(const uint64_t* numbers, int32_t count, world_script* out);
