// For zsh: options with what they mean, and files only where a file is meant.
// SPDX-License-Identifier: MIT
#include "cli/completion.h"

#include <string.h>

// Within single quotes; `special` are characters that _arguments or _describe would take for their own.
static void print_quoted(const char* text, const char* special) {
    for (; *text != 0; ++text) {
        if (*text == '\'')
            printf("'\\''");
        else if (strchr(special, *text) != NULL)
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void print_option(const option* o) {
    const char* value = o->kind == OPTION_FLAG ? "" : "=";
    printf("            ");
    if (o->short_name != 0)
        printf("'(-%c %s)'{-%c%s,%s%s}", o->short_name, o->name, o->short_name,
               o->kind == OPTION_FLAG ? "" : "+", o->name, value);
    else
        printf("'%s%s'", o->name, value);
    printf("'[");
    print_quoted(o->help != NULL ? o->help : "", "[]:\\");
    printf("]");
    if (o->kind != OPTION_FLAG) {
        printf(":");
        print_quoted(o->value, "[]:\\");
        printf(":%s", completion_is_file(o) ? "_files" : "");
    }
    puts("' \\");
}

static void print_command(const command* c) {
    printf("        %s)\n        _arguments \\\n", c->name);
    for (int i = 0; i < c->option_count; ++i)
        print_option(&c->options[i]);
    printf("            '--help[this text]'");
    if (completion_word(c, 0) != NULL) {
        printf(" \\\n            '1:word:(");
        for (int i = 0; completion_word(c, i) != NULL; ++i)
            printf("%s%s", i > 0 ? " " : "", completion_word(c, i));
        printf(")'");
    } else if (c->takes == TAKES_FILES)
        printf(" \\\n            '*:file:_files'");
    puts("\n        ;;");
}

void completion_zsh(void) {
    puts("#compdef supple\n"
         "# zsh completion for supple; put it into a folder of $fpath as _supple, or source it.\n"
         "_supple() {\n"
         "    local -a commands=(");
    for (int i = 0; i < command_count; ++i) {
        printf("        '%s:", commands[i]->name);
        print_quoted(commands[i]->summary, ":\\");
        puts("'");
    }
    puts("        'help:what a command takes and gives'\n"
         "        '--help:the commands'\n"
         "        '--version:which version this is'\n"
         "    )\n"
         "    if (( CURRENT == 2 )) || [[ $words[2] == help && CURRENT -eq 3 ]]; then\n"
         "        _describe -t commands 'command' commands\n"
         "        return\n"
         "    fi\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $words[1] in");
    for (int i = 0; i < command_count; ++i)
        print_command(commands[i]);
    puts("    esac\n"
         "}\n"
         "if [[ $funcstack[1] == _supple ]]; then\n"
         "    _supple \"$@\"\n"
         "else\n"
         "    compdef _supple supple\n"
         "fi");
}
