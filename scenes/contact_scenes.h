// Scenes that are hard for contact, as files that `supple simulate` reads, over the shapes of contact_shapes.h: a list of
// them, and any number drawn at random.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct contact_scene {
    const char* name;
    const char* text;
    bool impossible; // it must end with a sentence before its time
    bool quick;      // a second of processor or less
} contact_scene;

extern const contact_scene contact_scenes[];
extern const int contact_scene_count;

// Two to five bodies, sheets and solids, of any size from 1 mm to 10 m, thrown at each other and at what stands or moves in
// their way. Some begin crossed: those must be refused.
const char* contact_random_scene(uint64_t seed, arena* memory);

// One or two heavy, coarse solids of any stiffness that come at up to twenty times their size a second, on what stands or
// moves in their way, one step a frame.
const char* contact_random_strike(uint64_t seed, arena* memory);

// Two sheets and two boxes that fall on each other and on a floor.
const char* contact_random_heap(uint64_t seed, arena* memory);

// The same without contact: what stands after "contact:" in its line is left out.
const char* contact_scene_without(const char* text, arena* memory);
