// What a posed part costs: its force and stiffness, a substep, a blend, a frame.
// SPDX-License-Identifier: MIT
#pragma once

void bench_posed_runtime(void);
