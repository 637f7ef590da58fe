// A modal model with some of its coordinates, in an order.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/model/modal.h"

// list: [count] of the model's. What is known of the whole is told anew where some are left out: what they capture, and
// their errors against the whole body. bone_count: as of the request.
void modal_keep(modal_model* m, const int32_t* list, int32_t count, int32_t bone_count,
                arena* memory);
