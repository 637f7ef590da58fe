// Many bodies of one asset: made, added, stepped.
// SPDX-License-Identifier: MIT
#pragma once

void bench_many(void);
