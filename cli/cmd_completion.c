// `supple completion bash`: a script made from the same tables as the help.
// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "scenes/scenes.h"

#include <string.h>

static void print_words(const command* c) {
    for (int i = 0; i < c->option_count; ++i)
        printf("%s ", c->options[i].name);
    printf("--help");
    for (int i = 0; c->takes == TAKES_SAMPLE && i < sample_count; ++i)
        printf(" %s", samples[i].name);
    if (c->takes == TAKES_SHELL)
        printf(" bash");
}

static int run(cli* c) {
    if (strcmp(c->arguments[0], "bash") != 0)
        return cli_usage_error("completion is made for bash only, not for \"%s\"", c->arguments[0]);

    puts("# bash completion for supple; put it where bash-completion looks, or source it.\n"
         "_supple() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]}\n"
         "    COMPREPLY=()\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then");
    printf("        COMPREPLY=($(compgen -W \"");
    for (int i = 0; i < command_count; ++i)
        printf("%s ", commands[i]->name);
    puts("help --help --version\" -- \"$word\"))\n"
         "        return\n"
         "    fi\n"
         "    local words=\n"
         "    case ${COMP_WORDS[1]} in");
    for (int i = 0; i < command_count; ++i) {
        printf("    %s) words=\"", commands[i]->name);
        print_words(commands[i]);
        puts("\" ;;");
    }
    puts("    esac\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "    [ \"${#COMPREPLY[@]}\" -eq 0 ] || [ -z \"$word\" ] && compopt -o default\n"
         "}\n"
         "complete -F _supple supple");
    return EXIT_OK;
}

const command command_completion = {
    .name = "completion",
    .summary = "print a completion script for the shell",
    .usage = "bash",
    .takes = TAKES_SHELL,
    .least = 1,
    .most = 1,
    .details = "  source <(supple completion bash)",
    .run = run,
};
