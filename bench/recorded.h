// Table 1 of James & Fatahalian 2003 beside recordings of ours: `build/bench recorded FOLDER [FILE]`.
// SPDX-License-Identifier: MIT
#pragma once

// Of beast.rec, door.rec and plant.rec in a folder, whichever are there (tools/papers makes them); the table goes to the page, too.
int bench_recorded(const char* folder, const char* file_or_null);
