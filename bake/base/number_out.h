// Numbers into text: as short as reads back the same, and the same under every locale.
// SPDX-License-Identifier: MIT
#pragma once

enum { NUMBER_OUT_SIZE = 32 };

// The shortest of 15 to 17 (6 to 9) digits that reads back as the same number, terminated; returns
// its length. Not finite: "nan", "inf" or "-inf", whatever the bits of the NaN.
int number_out(double value, char out[NUMBER_OUT_SIZE]);
int number_out_float(float value, char out[NUMBER_OUT_SIZE]);
