// What passes through what while recordings are played, against the number of shapes and the thickness that was recorded:
// `build/bench crossings FOLDER [FILE]`.
//
// Two recordings are made in FOLDER unless they are there, in minutes: a coarse towel on the paper's door, whose surfaces keep
// 0 and 2 mm from each other. beast.rec, door.rec and plant.rec are counted too where they are.
// SPDX-License-Identifier: MIT
#pragma once

// file_or_null: a page with a place for the table (bench/page.h).
int bench_crossings(const char* folder, const char* file_or_null);
