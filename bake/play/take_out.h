// What is written of a take: an animation that any viewer plays, point caches, a table.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/play.h"
#include "bake/scene/point_cache.h"

// The scene with the take as morph targets and one clip. Modal amounts go below zero, where Blender 3.4
// and Godot 3 break, so each coordinate becomes two targets, +shape and -shape, with weights max(w, 0) and
// max(-w, 0): linear between frames as before. Coordinates that move nothing by more than `visible` (the
// mesh's unit) are left out. The other clips of the scene are dropped.
scene take_scene(const play_request* q, const play_take* t, double visible, arena* memory);

// All vertices, displaced, moved by the file's own morph targets and skinned, in the world.
point_cache take_points(const play_request* q, const play_take* t, arena* memory);

// time, then every coordinate's q: one line a frame, a head line with part and number.
bytes take_csv(const supple_asset* asset, const play_take* t, arena* memory);
