// How an STL is told from other files. Its reader is in import.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

// Begins with "solid" and goes on as text.
bool stl_is_ascii(bytes file);
// Has exactly the size that its triangle count promises.
bool stl_is_exact_binary(bytes file);
