// What pins cost on a baked file in motion: `build/bench pins FILE.glb [PINS]`.
// SPDX-License-Identifier: MIT
#pragma once

int bench_pins(const char* path, int only);
