// Side by side with Bullet's reduced deformable bodies: `build/bench bullet [flight|ground|pile]`.
// SPDX-License-Identifier: MIT
#pragma once

// What follows `bullet` on the command line. Returns the exit status.
int bench_bullet(int argc, char** argv);
