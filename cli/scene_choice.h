// A scene as the commands that move it see it: its samples, what is in it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/simulate/assembly.h"
#include "cli/cli.h"

// Samples by name.
extern const matter_samples scene_samples;

// A line a body.
void scene_print_bodies(cli* c, const assembly* a);
