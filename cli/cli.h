// What the subcommands share: tables of options, findings on stderr, progress on a terminal.
//
// Help, parsing, the manual page and completion all come from the same tables, so they cannot drift apart. A
// subcommand is one file cli/cmd_NAME.c with file-static settings, a table that points at them, and
// a `run` that calls the baker and prints. Results go to stdout, everything else to stderr.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/report.h"

#include <stdio.h>

// What *target is: bool, const char*, const char* (a path that is read), const char* (one that is
// written: its folder is looked for before the work begins), int32_t, int32_t of 0 or more, double.
typedef enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_FILE,
    OPTION_OUTPUT,
    OPTION_INT,
    OPTION_COUNT,
    OPTION_NUMBER
} option_kind;

typedef struct option {
    const char* name; // "--output"
    char short_name;  // 'o', or 0
    option_kind kind;
    const char* value; // how the value is called in the help: "FILE"; NULL for a flag
    void* target;      // its value before parsing is the default
    const char* help; // fits one line with the name; says the default; NULL: another command's help
                      // tells, and the details say which
} option;

typedef enum positional_kind {
    TAKES_NOTHING,
    TAKES_FILES,
    TAKES_SAMPLE,
    TAKES_SHELL
} positional_kind;

// What a run gets. Findings are shown by the caller of `run`, also after success.
typedef struct cli {
    arena* memory;
    report findings;
    const char** arguments; // positional ones
    int argument_count;
    bool quiet; // cli_write says nothing: stdout belongs to a result
} cli;

// Exit codes: 0 done, 1 the input or the job is bad, 2 the command line is, 3 the result is written and lacks what could not
// be made, 70 there is no more memory.
enum {
    EXIT_OK = 0,
    EXIT_BAD_INPUT = 1,
    EXIT_BAD_USAGE = 2,
    EXIT_INCOMPLETE = 3,
    EXIT_NO_MEMORY = 70
};

typedef struct command {
    const char *name, *summary; // one line in `supple --help`
    const char* usage;          // after "supple NAME "
    positional_kind takes;
    int least, most; // positional arguments
    const option* options;
    int option_count;
    const char* details; // below the options: what comes out, an example
    int (*run)(cli* c);
} command;

extern const command* const commands[];
extern const int command_count;

// All of the command line, argv[0] the program; returns the exit code.
int cli_dispatch(int argc, char** argv);

// Parse argv (argv[0] is the subcommand) into the option targets and c->arguments. Prints a
// sentence and returns false on what it does not understand. "--" ends the options; "--name=value"
// and "-oFILE" work.
bool cli_parse(const command* self, int argc, char** argv, cli* c);

void cli_print_help(const command* self, FILE* to); // fits a screen
void cli_print_overview(FILE* to);

// "supple: " and a sentence on stderr; returns EXIT_BAD_USAGE.
int cli_usage_error(const char* format, ...) __attribute__((format(printf, 1, 2)));

// A sentence on stderr about so many bytes that could not be had; returns EXIT_NO_MEMORY.
int cli_out_of_memory(size_t size);

// ... about a word that is none of the names: `SENTENCE "word"; did you mean "name"?`, or `otherwise` at its end.
int cli_unknown(const char* sentence, const char* word, const char* const* names, int32_t count,
                const char* otherwise);

// Findings on stderr, coloured on a terminal unless NO_COLOR is set.
void cli_show_findings(cli* c);

// Exactly `count` finite numbers with commas between, and nothing else.
bool cli_numbers(const char* text, int count, double* out);

// Pixels like "640x480", of a picture with so many such frames side by side and one above another; else
// a sentence and false.
bool cli_size(const char* text, int32_t columns, int32_t rows, int32_t* width, int32_t* height);

// May this stream be coloured? Never when it is not a terminal or NO_COLOR is set and not empty.
bool cli_color(FILE* stream);

// "what  37 %, about 5 s left" redrawn in place on stderr, on a terminal only; done == 0 starts the clock,
// done == total clears the line.
void cli_progress(const char* what, int done, int total);

// "supple: this will take about 4 min and 1.3 GB" on stderr, terminal or not, of work that takes a minute or more.
void cli_estimate(const cli* c, double seconds, double memory);

// A path as it may be printed: without control characters.
const char* cli_shown(const cli* c, const char* path);

// Can everything be written that the options say will be? Not over what is read, nor where there is no folder or
// a closed one. Long work should not end in a slip of the pen.
bool cli_can_write(cli* c, const command* self);

// The same for one file that no option names, or after c->arguments grew.
bool cli_can_write_file(cli* c, const char* path);

// Write a result aside and rename it, then say on stdout where it is. Returns the exit code. A path
// that is stdout itself (/dev/stdout) gets the result and no word more.
int cli_write(cli* c, const char* path, const void* data, size_t size);
