// The light of recorded scenes beside the first table of James & Fatahalian 2003.
// SPDX-License-Identifier: MIT
#pragma once

// Of FOLDER/NAME.rec and FOLDER/NAME.light, as `supple light` makes them; the table goes into a page, if one is given.
int bench_lit_scenes(const char* folder, const char* file_or_null);
