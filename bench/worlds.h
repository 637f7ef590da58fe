// What a world costs against its bodies and its contacts: `build/bench worlds`.
// SPDX-License-Identifier: MIT
#pragma once

// Prints tables and draws world-bodies.svg and world-contacts.svg into a folder.
int bench_worlds(const char* folder);
// The pictures alone.
int bench_world_pictures(const char* folder);
