// Words that recipes and scenes share: places, lists, paint, files, presets, damping. As scan_key.own takes them.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/recipe/recipe_scan.h"

bool words_point(const scan* s, const tree* value, const char* name, void* vec3_member);
bool words_box(const scan* s, const tree* value, const char* name, void* recipe_box_member);
bool words_sphere(const scan* s, const tree* value, const char* name, void* recipe_sphere_member);
bool words_plane(const scan* s, const tree* value, const char* name, void* recipe_plane_member);
bool words_color(const scan* s, const tree* value, const char* name, void* text_member);
// A file, seen from the folder of the one that names it.
bool words_path(const scan* s, const tree* value, const char* name, void* text_member);
bool words_preset(const scan* s, const tree* value, const char* name, void* material_member);
bool words_damping(const scan* s, const tree* value, const char* name,
                   void* damping_request_member);

// Whole numbers of at least 0.
bool words_ints(const scan* s, const tree* value, const char* name, int32_t** out, int32_t* count);
