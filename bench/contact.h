// What finding contacts costs: `build/bench touch`.
// SPDX-License-Identifier: MIT
#pragma once

int bench_contact(void);
