// Readers of a scene's larger words (simulation_file.c), as scan_key.own takes them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe_scan.h"
#include "bake/simulate/simulation.h"

// One of several words: its number into an int. False with a sentence that lists them.
bool scene_word(const scan* s, const tree* value, const char* name, const char* const* words,
                int count, int* out);

bool scene_region(const scan* s, const tree* value, const char* name, void* region);
// A region or a list of regions, into a simulation_body.
bool scene_held(const scan* s, const tree* value, const char* name, void* body);

// Into *out, which holds what is the default; `kind` tells which keys there are.
bool scene_material(const scan* s, const tree* value, const char* name, simulation_kind kind,
                    simulation_material* out);
bool scene_patches(const scan* s, const tree* value, simulation_body* body);

// Into a simulation_support.
bool scene_support(const scan* s, const tree* value, const char* name, void* support_member);

// The following are of a simulation.
bool scene_air(const scan* s, const tree* value, const char* name, void* simulation_member);
bool scene_pushes(const scan* s, const tree* value, const char* name, void* simulation_member);
bool scene_contact(const scan* s, const tree* value, const char* name, void* simulation_member);
bool scene_springs(const scan* s, const tree* value, const char* name, void* simulation_member);

// The items of a list, each read by `one` into its place; NULL with a sentence. count: how many.
void* scene_list(const scan* s, const tree* value, const char* name, size_t size,
                 bool (*one)(const scan* s, const tree* value, const char* name, void* member),
                 int32_t* count);
