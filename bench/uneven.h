// Random worlds searched for slow frames: `build/bench worlds uneven FIRST SECONDS`.
// SPDX-License-Identifier: MIT
#pragma once

// Draws random worlds, games, worlds of joints and of rigid bodies from FIRST on for so many seconds of processor time, changes the worst,
// and prints those whose worst frame is above ten times the median, by work that is counted.
int bench_uneven(char** numbers);
