// Every sample body: baked, driven, stepped and shown.
// SPDX-License-Identifier: MIT
#pragma once

// Of the samples named; all for none. Returns the exit status.
int bench_samples(int argc, char** argv);
