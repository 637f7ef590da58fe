// What a script's things are as shapes: rigid bodies, and colliders that need arrays.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/world_script.h"

// Of a body that is rigid: the shape of its kind, as heavy as flesh of its density would be; NULL when there is no memory.
supple_prepared* script_rigid(const script_body* b);

// memory: of what the shape points to.
supple_shape script_collider_shape(const script_collider* c, arena* memory);
