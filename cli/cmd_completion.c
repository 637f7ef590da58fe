// `supple completion SHELL`: a script made from the same tables as the help.
// SPDX-License-Identifier: MIT
#include "cli/completion.h"
#include "scenes/scenes.h"

#include <string.h>

const char* const completion_shells[] = {"bash", "zsh", "fish"};
const int completion_shell_count = 3;

bool completion_is_file(const option* o) {
    return o->kind == OPTION_FILE || o->kind == OPTION_OUTPUT ||
           (o->value != NULL && strstr(o->value, "FILE") != NULL);
}

const char* completion_word(const command* c, int i) {
    if (c->takes == TAKES_SAMPLE && i < sample_count)
        return samples[i].name;
    return c->takes == TAKES_SHELL && i < completion_shell_count ? completion_shells[i] : NULL;
}

static int run(cli* c) {
    static void (*const scripts[])(void) = {completion_bash, completion_zsh, completion_fish};
    for (int i = 0; i < completion_shell_count; ++i)
        if (strcmp(c->arguments[0], completion_shells[i]) == 0) {
            scripts[i]();
            return EXIT_OK;
        }
    return cli_unknown("completion is made for bash, zsh and fish, not for", c->arguments[0],
                       completion_shells, completion_shell_count, "");
}

const command command_completion = {
    .name = "completion",
    .summary = "print a completion script for the shell",
    .usage = "bash|zsh|fish",
    .takes = TAKES_SHELL,
    .least = 1,
    .most = 1,
    .details = "  source <(supple completion bash)    # or zsh, after compinit\n"
               "  supple completion fish | source",
    .run = run,
};
