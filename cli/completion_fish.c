// For fish: options with what they mean, and files only where a file is meant.
// SPDX-License-Identifier: MIT
#include "cli/completion.h"

static void print_quoted(const char* text) {
    putchar('\'');
    for (; *text != 0; ++text)
        printf(*text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('\'');
}

static void print_command(const command* c) {
    for (int i = 0; i < c->option_count; ++i) {
        const option* o = &c->options[i];
        printf("complete -c supple -n '__supple_at %s' -l %s", c->name, o->name + 2);
        if (o->short_name != 0)
            printf(" -s %c", o->short_name);
        if (o->kind != OPTION_FLAG)
            printf(completion_is_file(o) ? " -r -F" : " -x");
        printf(" -d ");
        print_quoted(o->help != NULL ? o->help : o->value != NULL ? o->value : "");
        puts("");
    }
    printf("complete -c supple -n '__supple_at %s' -l help -d 'this text'\n", c->name);
    for (int i = 0; completion_word(c, i) != NULL; ++i)
        printf("complete -c supple -n '__supple_at %s' -a %s\n", c->name, completion_word(c, i));
    if (c->takes == TAKES_FILES)
        printf("complete -c supple -n '__supple_at %s' -F\n", c->name);
}

void completion_fish(void) {
    puts("# fish completion for supple; put it into a folder of $fish_complete_path as "
         "supple.fish, or source it.\n"
         "function __supple_at # the word after supple; none: is there none yet\n"
         "    set -l words (commandline -opc)\n"
         "    if test (count $argv) -eq 0\n"
         "        test (count $words) -eq 1\n"
         "    else\n"
         "        test (count $words) -ge 2; and test $words[2] = $argv[1]\n"
         "    end\n"
         "end\n"
         "complete -c supple -f");
    for (int i = 0; i < command_count; ++i) {
        printf("complete -c supple -n __supple_at -a %s -d ", commands[i]->name);
        print_quoted(commands[i]->summary);
        puts("");
    }
    puts("complete -c supple -n __supple_at -a help -d 'what a command takes and gives'\n"
         "complete -c supple -n __supple_at -l help -d 'the commands'\n"
         "complete -c supple -n __supple_at -l version -d 'which version this is'");
    for (int i = 0; i < command_count; ++i) {
        printf("complete -c supple -n '__supple_at help' -a %s\n", commands[i]->name);
        print_command(commands[i]);
    }
}
