// For bash: words only.
// SPDX-License-Identifier: MIT
#include "cli/completion.h"

static void print_words(const command* c) {
    for (int i = 0; i < c->option_count; ++i)
        printf("%s ", c->options[i].name);
    printf("--help");
    for (int i = 0; completion_word(c, i) != NULL; ++i)
        printf(" %s", completion_word(c, i));
}

void completion_bash(void) {
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
}
