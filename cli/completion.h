// Completion for shells, and what it asks of the tables.
// SPDX-License-Identifier: MIT
#pragma once

#include "cli/cli.h"

void completion_bash(void);
void completion_zsh(void);
void completion_fish(void);

// The shells there are scripts for.
extern const char* const completion_shells[];
extern const int completion_shell_count;

// Does the value of this option name a file?
bool completion_is_file(const option* o);

// A word that the command takes beside files and options: a sample, a shell. NULL: there are no more.
const char* completion_word(const command* c, int i);
