// Bodies at rest.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"

// Whether nothing of a part will move any more, or next to nothing, if nothing happens to it.
bool sleep_rests(supple_body* b, int32_t part);

// After a step of dt seconds: puts the body to sleep when nothing has moved for a while.
void sleep_update(supple_body* b, float dt);
