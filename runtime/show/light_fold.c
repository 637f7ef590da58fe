// All the transfer of an asset goes through here whenever the light or the body has turned, so that it is laid out for vectors: four harmonics
// at a time, of three colours each.
// SPDX-License-Identifier: MIT
#include "runtime/show/light_fold.h"

#include "runtime/math/sh_turn.h"

enum { LIGHT_FOLD_LANES = 12, LIGHT_FOLD_RUN = 8 };

void light_fold(const int16_t* restrict words, const float* restrict by, int32_t numbers,
                uint32_t count, float* restrict rgb) {
    for (uint32_t p = 0; p < count; ++p, words += numbers, rgb += 3) {
        float sum[LIGHT_FOLD_LANES] = {0};
        int32_t i = 0;
        for (; i + LIGHT_FOLD_LANES <= numbers; i += LIGHT_FOLD_LANES)
            for (int k = 0; k < LIGHT_FOLD_LANES; ++k)
                sum[k] += (float)words[i + k] * by[i + k];
        for (; i < numbers; i += 3)
            for (int c = 0; c < 3; ++c)
                sum[c] += (float)words[i + c] * by[i + c];
        for (int c = 0; c < 3; ++c)
            rgb[c] = (sum[c] + sum[c + 3]) + (sum[c + 6] + sum[c + 9]);
    }
}

// Widened, some points at a time, so that there is one way of folding.
void light_fold_bytes(const int8_t* words, const float* by, int32_t numbers, uint32_t count,
                      float* rgb) {
    int16_t wide[LIGHT_FOLD_RUN * 3 * SH_MOST] = {
        0}; // all that is read is written: who analyses cannot know
    for (uint32_t first = 0; first < count; first += LIGHT_FOLD_RUN) {
        uint32_t some = count - first < LIGHT_FOLD_RUN ? count - first : LIGHT_FOLD_RUN;
        for (uint32_t i = 0; i < some * (uint32_t)numbers; ++i)
            wide[i] = (int16_t)words[i];
        light_fold(wide, by, numbers, some, rgb + 3 * (uint64_t)first);
        words += some * (uint32_t)numbers;
    }
}
