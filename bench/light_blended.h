// Light while one response is blended into another: from what is displayed, or stored a state and blended as the motion is.
// SPDX-License-Identifier: MIT
#pragma once

// FILE.rec FILE.light [FRAMES [FIELDS]]
int bench_light_blended(int argc, char** argv);
