// What a body costs a frame, beside limits measured in the same run.
// SPDX-License-Identifier: MIT
#pragma once

// Shows the stages among `names` (all for a count of 0) whose names begin alike.
void bench_runtime(int name_count, char** names);
