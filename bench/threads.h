// A step of many islands on one thread and on two.
// SPDX-License-Identifier: MIT
#pragma once

int bench_threads(void);
