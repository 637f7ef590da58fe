// What contacts and joints cost in a substep: `build/bench solve`.
// SPDX-License-Identifier: MIT
#pragma once

int bench_solve(void);
