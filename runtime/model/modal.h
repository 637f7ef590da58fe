// Parts whose coordinates are independent oscillators: the modes of their flesh.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/model/model.h"

extern const part_model modal_model;
