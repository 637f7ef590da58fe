// The functions behind the names of scenes.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/scenes.h"

scene sample_swimmer(arena* memory);
scene sample_swimmer46(arena* memory);
scene sample_jelly(arena* memory);
scene sample_sphere(arena* memory);
scene sample_bat(arena* memory);
scene sample_dodo(arena* memory);
scene sample_torus(arena* memory);
scene sample_sheet(arena* memory);
scene sample_tissue(arena* memory);
scene sample_organs(arena* memory);
scene sample_brain(arena* memory);
scene sample_bar(arena* memory);
scene sample_bowl(arena* memory);
scene sample_cylinder(arena* memory);
scene sample_shoulder(arena* memory);
scene sample_beast(arena* memory);
scene sample_plant(arena* memory);
scene sample_door(arena* memory);
