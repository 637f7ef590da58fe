// The organ bed that two samples share: on a plate, and on what breathes below it.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/body.h"

// Painted and at rest; the attribute _FIXED is 1 on the underside.
primitive tissue_bed(arena* memory);
