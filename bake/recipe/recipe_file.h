// Recipes as files: YAML or JSON in, YAML with comments out.
//
// docs/recipe.md tells the keys. What is read is checked as far as it can be without the body: names of
// keys, kinds, ranges, materials; names of bones and places are the bake's affair.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/recipe/recipe.h"

// False with a sentence for everything that is wrong, each with its line. `path` is for sentences and
// for `input`, which is seen from the recipe's folder.
bool recipe_parse(bytes text, const char* path, arena* memory, recipe* out, report* r);
bool recipe_read(const char* path, arena* memory, recipe* out, report* r);

// Every choice with what it means: what recipe_parse makes of it is the same recipe. reason_or_null:
// half a sentence behind a unit that is guessed.
bytes recipe_to_yaml(const recipe* how, const char* reason_or_null, arena* memory);
// ... of a recording: only what counts for one.
bytes recipe_recorded_to_yaml(const recipe* how, arena* memory);

// A text as YAML takes it: quoted where it is no plain word.
const char* recipe_word(const char* text, arena* memory);
