// Crowds: see crowd.c.
// SPDX-License-Identifier: MIT
#pragma once

void bench_crowd(void);
