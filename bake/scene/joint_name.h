// The words of a joint's name, and the side that they name.
//
// The vocabularies of Mixamo, VRM, Blender (.L, L_), 3ds Biped, MakeHuman, Unreal, Daz and MMD, which
// writes Japanese: its words are taken over as the English ones that the others use.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>

// The words in lower case with a blank round each, without digits: "b_LeftUpLeg01", "left.up-leg" and
// "leftupleg" become " b left up leg ", " left up leg " and " left upleg ".
const char* joint_words(const char* name, arena* memory);

// 1 left, -1 right, 0 where the words say neither or both.
int joint_side(const char* words);

// Is one of the list among the words? Each has a blank on both sides.
bool words_any(const char* words, const char* const* list, size_t count);
#define WORDS_ANY(words, list) words_any(words, list, sizeof(list) / sizeof *(list))
