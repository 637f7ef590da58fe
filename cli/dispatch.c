// Finds the subcommand, gives it memory and a report, shows what it found.
// SPDX-License-Identifier: MIT
#include "bake/base/job.h"
#include "bake/base/sanitized.h"
#include "cli/cli.h"
#include "supple/supple.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

extern const command command_bake, command_bake_all, command_merge, command_check, command_compare,
    command_completion, command_info, command_light, command_man, command_modes, command_parts,
    command_play, command_recipe, command_record, command_reduce, command_render, command_sample,
    command_simulate, command_tets, command_view;

const command* const commands[] = {
    &command_bake,  &command_bake_all, &command_merge,   &command_recipe,     &command_play,
    &command_view,  &command_simulate, &command_record,  &command_reduce,     &command_light,
    &command_check, &command_info,     &command_sample,  &command_render,     &command_tets,
    &command_parts, &command_modes,    &command_compare, &command_completion, &command_man,
};
const int command_count = (int)(sizeof commands / sizeof *commands);

static const command* find(const char* name) {
    for (int i = 0; i < command_count; ++i)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int unknown_command(const char* name) {
    const char* names[32];
    int count = command_count < 32 ? command_count : 32;
    for (int i = 0; i < count; ++i)
        names[i] = commands[i]->name;
    return cli_unknown("there is no command", name, names, count, "; supple --help lists them");
}

static bool asks_for_help(int argc, char** argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

typedef struct invocation {
    const command* self;
    int argc;
    char** argv;
    int code;
} invocation;

static void invoke(void* user) {
    invocation* x = user;
    arena* memory = arena_create();
    cli c = {.memory = memory, .findings = report_new(memory)};
    x->code = EXIT_BAD_USAGE;
    if (cli_parse(x->self, x->argc, x->argv, &c)) {
        x->code = cli_can_write(&c, x->self) ? x->self->run(&c) : EXIT_BAD_INPUT;
        cli_show_findings(&c);
    }
    arena_destroy(memory);
}

static int run(const command* self, int argc, char** argv) {
    if (asks_for_help(argc, argv)) {
        cli_print_help(self, stdout);
        return EXIT_OK;
    }
    job_state work = {0};
    invocation x = {self, argc, argv, EXIT_OK};
    job_end end = job_run(&work, invoke, &x);
    job_close(&work);
    return end == JOB_DONE ? x.code : cli_out_of_memory(work.refused);
}

static int choose(int argc, char** argv) {
    if (argc < 2) {
        cli_print_overview(stderr);
        return EXIT_BAD_USAGE;
    }
    const char* word = argv[1];
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        printf("supple %s\n", supple_version_text());
        return EXIT_OK;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        const command* about = argc > 2 ? find(argv[2]) : NULL;
        if (argc > 2 && about == NULL)
            return unknown_command(argv[2]);
        if (about != NULL)
            cli_print_help(about, stdout);
        else
            cli_print_overview(stdout);
        return EXIT_OK;
    }
    const command* self = find(word);
    if (self == NULL)
        return unknown_command(word);
    return run(self, argc - 1, argv + 1);
}

int cli_dispatch(int argc, char** argv) {
    signal(SIGXFSZ, SIG_IGN); // a limit of file sizes is told as a full disk is
    int code = choose(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("supple: the output could not be written; is the disk full?\n", stderr);
        code = code == EXIT_OK ? EXIT_BAD_INPUT : code;
    }
    return code;
}
