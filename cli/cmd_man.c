// `supple man`: the manual page, from the same tables as the help.
// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "supple/supple.h"

// A line for roff: what would be a request at its start, a backslash, and a hyphen that is a minus.
static void print_line(const char* text, size_t length) {
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        fputs("\\&", stdout);
    for (size_t i = 0; i < length; ++i) {
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else if (text[i] == '\'')
            fputs("\\(aq", stdout);
        else if (text[i] == '~')
            fputs("\\(ti", stdout);
        else if (text[i] == '`')
            fputs("\\(ga", stdout);
        else
            putchar(text[i]);
    }
}

static size_t line_length(const char* text) {
    size_t n = 0;
    while (text[n] != 0 && text[n] != '\n')
        ++n;
    return n;
}

static void print_text(const char* text) {
    print_line(text, line_length(text));
}

// Lines as they stand, which help has folded already.
static void print_lines(const char* text) {
    puts(".PP\n.nf");
    while (*text != 0) {
        size_t n = line_length(text);
        size_t indent = n >= 2 && text[0] == ' ' && text[1] == ' ' ? 2 : 0;
        print_line(text + indent, n - indent);
        puts("");
        text += n + (text[n] == '\n');
    }
    puts(".fi");
}

static void print_option(const option* o) {
    puts(".TP");
    printf(".B ");
    if (o->short_name != 0)
        printf("\\-%c\\fR, \\fB", o->short_name);
    print_text(o->name);
    if (o->value != NULL) {
        printf(" \\fI");
        print_text(o->value);
        printf("\\fR");
    }
    puts("");
    print_text(o->help != NULL ? o->help : "As described below.");
    puts("");
}

static void print_command(const command* c) {
    printf(".SS supple %s\n", c->name);
    print_text(c->summary);
    printf(".\n.PP\n.B supple %s\n", c->name);
    print_text(c->usage);
    puts("");
    for (int i = 0; i < c->option_count; ++i)
        print_option(&c->options[i]);
    if (c->details != NULL)
        print_lines(c->details);
}

static int run(cli* c) {
    (void)c;
    printf(".TH SUPPLE 1 \"\" \"supple %s\" \"User Commands\"\n", supple_version_text());
    puts(".SH NAME\nsupple \\- soft bodies that move like soft bodies\n"
         ".SH SYNOPSIS\n.B supple\n.I COMMAND\n[\\fIFILE\\fR ...] [\\fIoptions\\fR]\n.br\n"
         ".B supple\n.I COMMAND\n.B \\-\\-help\n.br\n.B supple \\-\\-version\n"
         ".SH DESCRIPTION\n"
         "An ordinary mesh or a rigged character is baked once into a small asset, which libsupple "
         "plays in real time, in "
         "any engine and in a browser.\n"
         "Results go to standard output, everything else to standard error.\n"
         "\\fB\\-\\-\\fR ends the options; \\fB\\-\\-name=value\\fR and \\fB\\-oFILE\\fR work, "
         "too.\n"
         ".SH COMMANDS");
    for (int i = 0; i < command_count; ++i)
        print_command(commands[i]);
    printf(".SH EXIT STATUS\n"
           ".TP\n.B %d\ndone\n.TP\n.B %d\nthe input or the job is bad\n.TP\n.B %d\nthe command "
           "line is\n"
           ".TP\n.B %d\nthe result is written, and lacks what could not be made\n"
           ".TP\n.B %d\nthere is no more memory\n",
           EXIT_OK, EXIT_BAD_INPUT, EXIT_BAD_USAGE, EXIT_INCOMPLETE, EXIT_NO_MEMORY);
    puts(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nnot empty: no colours on a terminal\n"
         ".SH EXAMPLE\n.nf\nsupple sample swimmer \\-o swimmer.glb\n"
         "supple bake swimmer.glb \\-o swimmer.soft.glb\n"
         "supple play swimmer.soft.glb \\-\\-clip jump \\-o jump.glb\n"
         "supple view swimmer.soft.glb \\-o swimmer.html\n.fi");
    return EXIT_OK;
}

const command command_man = {
    .name = "man",
    .summary = "print the manual page",
    .usage = "",
    .takes = TAKES_NOTHING,
    .least = 0,
    .most = 0,
    .details = "  supple man | man -l -",
    .run = run,
};
