// What light costs at run time.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Printed; false if an asset could not be made.
bool bench_light_shown(void);
