// What a bake depends on, as one name: the bytes of its input, of its recipe and of every file that these name, how it is
// baked, and by which version.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"
#include "bake/base/sha256.h"

// Files by their contents, whatever they are called and wherever they lie. how: words that stand for the options. False with a
// sentence when one cannot be read.
bool bake_key(const char* input_or_null, const char* recipe_or_null, const char* how,
              char key[SHA256_TEXT], report* r);
