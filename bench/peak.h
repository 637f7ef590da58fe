// What the machine can do at most, for benches that say what part of it they use.
// SPDX-License-Identifier: MIT
#pragma once

// Flops a second of products of tall matrices of doubles on all cores: the best of three.
double peak_products(void);
