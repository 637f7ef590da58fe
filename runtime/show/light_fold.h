// Transfer folded with a light: three colours of a point from its numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// rgb: [count][3] the sums of words times `by`, colour by colour; numbers a point: a multiple of 3, 108 at most.
void light_fold(const int16_t* words, const float* by, int32_t numbers, uint32_t count, float* rgb);
void light_fold_bytes(const int8_t* words, const float* by, int32_t numbers, uint32_t count,
                      float* rgb);
