// What this machine has left for us.
// SPDX-License-Identifier: MIT
#pragma once

// Bytes that can still be had without pushing others out: what the system calls available, less where a limit of the
// process or of its control group is nearer. INFINITY where nothing tells.
double machine_memory(void);
