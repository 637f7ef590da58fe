// From a surface to its volume, stage by stage, and the memory of volumes.
// SPDX-License-Identifier: MIT
#pragma once

// The stages whose names begin as one of the names; all for none. Returns the exit status.
int bench_stages(int argc, char** argv);
