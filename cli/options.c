// The command line: parsing and help, both from the tables.
// SPDX-License-Identifier: MIT
#include "bake/base/number.h"
#include "bake/base/text.h"
#include "bake/export/png.h"
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int cli_usage_error(const char* format, ...) {
    char sentence[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    arena* memory = arena_create();
    fprintf(stderr, "supple: %s\n", text_printable(sentence, SIZE_MAX, memory));
    arena_destroy(memory);
    return EXIT_BAD_USAGE;
}

int cli_unknown(const char* sentence, const char* word, const char* const* names, int32_t count,
                const char* otherwise) {
    arena* memory = arena_create();
    int code = cli_usage_error("%s \"%s\"%s", sentence, word,
                               text_hint(word, names, count, otherwise, memory));
    arena_destroy(memory);
    return code;
}

static bool unknown_option(const command* self, const char* word) {
    const char* names[64];
    int count = 0;
    for (int i = 0; i < self->option_count && count < 63; ++i)
        names[count++] = self->options[i].name;
    names[count++] = "--help";
    arena* memory = arena_create();
    cli_unknown(arena_format(memory, "%s has no option", self->name), word, names, count,
                arena_format(memory, "; see supple %s --help", self->name));
    arena_destroy(memory);
    return false;
}

static const option* find_long(const command* self, const char* name, size_t length) {
    for (int i = 0; i < self->option_count; ++i)
        if (strlen(self->options[i].name) == length &&
            strncmp(self->options[i].name, name, length) == 0)
            return &self->options[i];
    return NULL;
}

static const option* find_short(const command* self, char name) {
    for (int i = 0; i < self->option_count; ++i)
        if (name != 0 && self->options[i].short_name == name)
            return &self->options[i];
    return NULL;
}

static bool store(const option* o, const char* text) {
    char* end = NULL;
    errno = 0;
    if (o->kind == OPTION_INT || o->kind == OPTION_COUNT) {
        long value = strtol(text, &end, 10);
        if (end == text || *end != 0 || errno != 0 || value < INT_MIN || value > INT_MAX) {
            cli_usage_error("%s needs a whole number, not \"%s\"", o->name, text);
            return false;
        }
        if (o->kind == OPTION_COUNT && value < 0) {
            cli_usage_error("%s is 0 or more, not %ld", o->name, value);
            return false;
        }
        *(int32_t*)o->target = (int32_t)value;
    } else if (o->kind == OPTION_NUMBER) {
        double value = strtod(text, &end);
        if (end == text || *end != 0 || !isfinite(value)) {
            cli_usage_error("%s needs a number, not \"%s\"", o->name, text);
            return false;
        }
        *(double*)o->target = value;
    } else {
        *(const char**)o->target = text;
    }
    return true;
}

// One option at argv[*at]; moves *at past a value that stands by itself.
static bool parse_option(const command* self, int argc, char** argv, int* at) {
    const char* word = argv[*at];
    const option* o;
    const char* value = NULL;
    if (word[1] == '-') {
        const char* equals = strchr(word, '=');
        o = find_long(self, word, equals != NULL ? (size_t)(equals - word) : strlen(word));
        value = equals != NULL ? equals + 1 : NULL;
    } else {
        o = find_short(self, word[1]);
        value = word[1] != 0 && word[2] != 0 ? word + 2 : NULL;
    }
    if (o == NULL)
        return unknown_option(self, word);
    if (o->kind == OPTION_FLAG) {
        if (value != NULL) {
            cli_usage_error("%s takes no value", o->name);
            return false;
        }
        *(bool*)o->target = true;
        return true;
    }
    if (value == NULL && *at + 1 >= argc) {
        cli_usage_error("%s needs a value (%s)", o->name, o->value);
        return false;
    }
    return store(o, value != NULL ? value : argv[++*at]);
}

bool cli_numbers(const char* text, int count, double* out) {
    const char* end = text + strlen(text);
    for (int i = 0; i < count; ++i) {
        text = number_read(text, end, &out[i]);
        if (text == NULL || !isfinite(out[i]) || (i + 1 < count ? *text++ != ',' : *text != 0))
            return false;
    }
    return true;
}

bool cli_size(const char* text, int32_t columns, int32_t rows, int32_t* width, int32_t* height) {
    char* end;
    long w = strtol(text, &end, 10), h = 0;
    if (end != text && (*end == 'x' || *end == 'X'))
        h = strtol(end + 1, &end, 10);
    if (*end != 0 || w < 16 || h < 16 || w > PICTURE_SIDE_MAX || h > PICTURE_SIDE_MAX) {
        cli_usage_error("--size needs something like 640x480, from 16 to %d a side, not \"%s\"",
                        PICTURE_SIDE_MAX, text);
        return false;
    }
    if (columns * w > PICTURE_SIDE_MAX || rows * h > PICTURE_SIDE_MAX) {
        cli_usage_error("the picture would be %ld x %ld pixels, more than %d; make --size smaller "
                        "or ask for fewer views",
                        columns * w, rows * h, PICTURE_SIDE_MAX);
        return false;
    }
    *width = (int32_t)w;
    *height = (int32_t)h;
    return true;
}

bool cli_parse(const command* self, int argc, char** argv, cli* c) {
    c->arguments = ARENA_NEW(c->memory, const char*, (size_t)argc);
    bool options_end = false;
    for (int i = 1; i < argc; ++i) {
        if (!options_end && strcmp(argv[i], "--") == 0)
            options_end = true;
        else if (!options_end && argv[i][0] == '-' && argv[i][1] != 0) {
            if (!parse_option(self, argc, argv, &i))
                return false;
        } else
            c->arguments[c->argument_count++] = argv[i];
    }
    if (c->argument_count < self->least) {
        cli_usage_error("%s needs %s: supple %s %s", self->name,
                        self->takes == TAKES_FILES    ? "a FILE"
                        : self->takes == TAKES_SAMPLE ? "a NAME"
                                                      : "a word more",
                        self->name, self->usage);
        return false;
    }
    if (c->argument_count > self->most) {
        cli_usage_error("%s does not know what to do with \"%s\"; usage: supple %s %s", self->name,
                        c->arguments[self->most], self->name, self->usage);
        return false;
    }
    return true;
}

void cli_print_help(const command* self, FILE* to) {
    fprintf(to, "%s\n\nusage: supple %s %s\n\n", self->summary, self->name, self->usage);
    for (int i = 0; i < self->option_count; ++i) {
        const option* o = &self->options[i];
        if (o->help == NULL)
            continue;
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->value != NULL ? " " : "",
                 o->value != NULL ? o->value : "");
        if (o->short_name != 0)
            fprintf(to, "  -%c, %-20s %s\n", o->short_name, left, o->help);
        else
            fprintf(to, "      %-20s %s\n", left, o->help);
    }
    fprintf(to, "      %-20s %s\n", "--help", "this text");
    if (self->details != NULL)
        fprintf(to, "\n%s\n", self->details);
}

void cli_print_overview(FILE* to) {
    fputs("supple: soft bodies that move like soft bodies\n\nusage: supple COMMAND ...\n\n", to);
    for (int i = 0; i < command_count; ++i)
        fprintf(to, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n  supple COMMAND --help   what it takes and gives\n"
          "  supple --version        which version this is\n",
          to);
}
