// sRGB to linear light without pow: the same bits everywhere.
// SPDX-License-Identifier: MIT
#pragma once

double color_from_srgb(double x); // 0 .. 1, and beyond by the same curve
