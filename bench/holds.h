// What holds cost: `build/bench holds`.
// SPDX-License-Identifier: MIT
#pragma once

void bench_holds(void);
