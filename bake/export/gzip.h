// Bytes made smaller as gzip does it, which every browser can undo by itself: zlib behind one function.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

// A whole .gz without a name or a time in it: the same bytes give the same.
bytes gzip_packed(bytes from, arena* memory);
