// Table 1 of Hauser, Shen & O'Brien 2003 for ours: `build/bench table1 [FILE]`.
// SPDX-License-Identifier: MIT
#pragma once

// Prints the rows, or writes them into a Markdown file between the lines <!-- table 1 --> and
// <!-- end of table 1 -->. Returns the exit status.
int bench_table1(const char* file_or_null);
