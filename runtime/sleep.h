// Bodies at rest.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body.h"

// After a step of dt seconds: puts the body to sleep when nothing has moved for a while.
void sleep_look(supple_body* b, float dt);
