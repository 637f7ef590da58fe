// Velocities of a sequence that jumps in places.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

// v of states first to last, [..][width] as q, that nothing interrupts between: central differences, and parabolas at the ends
// (numerics.md D3: at 60 states a second a one-sided difference of a swing of 3 Hz is wrong by 16 %, a central one by 1.6 %).
// begins: `first` is the first of a chain; otherwise its v is that before the impulse, and is not touched.
void velocities_between(const double* q, int32_t width, int32_t first, int32_t last, double fps,
                        bool begins, double* v);
