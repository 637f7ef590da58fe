// SPDX-License-Identifier: MIT
#include "bake/recipe/yaml_out.h"

#include "bake/base/json_out.h"
#include "bake/base/number_out.h"
#include "bake/base/text.h"
#include "bake/recipe/recipe_file.h"

#include <string.h>

enum { COMMENT_COLUMN = 34 };

static bool is_plain(const char* text) {
    static const char* const words[] = {"true", "false", "null", "none", "auto", "any",
                                        "yes",  "no",    "on",   "off",  "y",    "n"};
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_");
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strcmp(words[i], text) == 0)
            return false;
    return letters > 0 && text[letters] == 0 && strchr("0123456789", text[0]) == NULL;
}

const char* recipe_word(const char* text, arena* memory) {
    if (is_plain(text))
        return text;
    json_out o = json_out_new(memory, false);
    json_text(&o, text);
    return o.text;
}

const char* yaml_word(const yaml_out* w, const char* text) {
    return recipe_word(text, w->memory);
}

const char* yaml_number(const yaml_out* w, double value) {
    char digits[NUMBER_OUT_SIZE];
    number_out(value, digits);
    return arena_format(w->memory, "%s", digits);
}

const char* yaml_number_or(const yaml_out* w, double value, const char* word) {
    return value > 0.0 ? yaml_number(w, value) : word;
}

const char* yaml_point(const yaml_out* w, vec3 p) {
    return arena_format(w->memory, "[%s, %s, %s]", yaml_number(w, p.x), yaml_number(w, p.y),
                        yaml_number(w, p.z));
}

void yaml_line(yaml_out* w, const char* key, const char* value, const char* comment) {
    const char* text = arena_format(w->memory, "%s%s: %s", w->indent, key, value);
    buffer_text(&w->out, text);
    if (w->comments && comment != NULL) {
        for (size_t i = strlen(text); i < COMMENT_COLUMN; ++i)
            buffer_text(&w->out, " ");
        buffer_text(&w->out, arena_format(w->memory, "  # %s", comment));
    }
    buffer_text(&w->out, "\n");
}

const char* yaml_list(const yaml_out* w, const char** names, int32_t count) {
    const char* list = "";
    for (int32_t i = 0; i < count; ++i)
        list = text_listed(list, yaml_word(w, names[i]), w->memory);
    return arena_format(w->memory, "[%s]", list);
}

void yaml_open(yaml_out* w, const char* key) {
    buffer_text(&w->out, arena_format(w->memory, "%s%s:\n", w->indent, key));
    w->indent = arena_format(w->memory, "  %s", w->indent);
}
void yaml_close(yaml_out* w) {
    w->indent += 2;
}
