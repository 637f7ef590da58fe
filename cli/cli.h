// What the subcommands share: a table of options, findings on stderr, a result written aside.
//
// Help texts, parsing and bash completion all come from the same tables, so they cannot drift.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

#include <stdio.h>

typedef enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_FILE,
    OPTION_INT,
    OPTION_NUMBER
} option_kind;

// "--size WxH   what it does". The value goes to *target: bool, const char*, int32_t or double.
typedef struct option {
    const char* name; // with its dashes; "-o" is also understood when short_name is 'o'
    char short_name;  // or 0
    option_kind kind;
    const char* value_or_null; // how the value is called in the help
    void* target;
    const char* help; // one line
} option;

typedef struct arguments {
    const char** positional;
    int count;
} arguments;

// A subcommand. `run` gets its own argv (argv[0] is the subcommand's name), returns the exit code:
// 0 done, 1 the input or the job is bad, 2 the command line is.
typedef struct command {
    const char *name, *summary;
    const char* usage; // the line after "usage: supple NAME "
    int (*run)(const struct command* self, int argc, char** argv);
    // Lists the options for help and completion, without running: fills `out`, returns the count.
    int (*options)(option* out);
    const char* details; // paragraph below the options: examples, exit codes
} command;

enum { OPTIONS_MAX = 32 };

// Parses argv by `options`; prints a sentence and returns false on an unknown option (with the
// nearest known one), a missing value or a number that is none.
bool cli_parse(const command* self, const option* options, int option_count, int argc, char** argv,
               arguments* out);

// Show findings on stderr: errors red, warnings yellow when it is a terminal and NO_COLOR is unset.
void cli_show(const report* r, arena* memory);
