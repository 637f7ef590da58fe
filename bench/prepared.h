// What the first body of an asset costs to make and to add to a world, and what a further one: `build/bench prepared`.
// SPDX-License-Identifier: MIT
#pragma once

int bench_prepared(void);
