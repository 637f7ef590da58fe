// Pictures of how finer meshes come nearer to the truth: `build/bench convergence`.
// SPDX-License-Identifier: MIT
#pragma once

// Measures and writes convergence.svg and locking.svg into the folder; about a minute. Returns what
// main returns.
int convergence_draw(const char* folder);
