// Cost against size: vertices, modes, bodies, targets, contacts, threads.
// SPDX-License-Identifier: MIT
#pragma once

// Returns the exit status.
int bench_scaling(int argc, char** argv);
