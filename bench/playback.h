// What playing costs: `build/bench playback FOLDER [FILE]`, where beast.glb, door.glb, plant.glb and plant-30.glb are, or
// some of them: `tools/papers playback` bakes them.
//
// A step beside reading the rows that it is made of; frames a second of step and evaluate, and of the page where
// FOLDER/page-rates.txt has them (tools/papers rates), beside James & Fatahalian 2003, table 2; bytes of each asset.
// SPDX-License-Identifier: MIT
#pragma once

// file_or_null: a page with a place for the table (bench/page.h).
int bench_playback(const char* folder, const char* file_or_null);
