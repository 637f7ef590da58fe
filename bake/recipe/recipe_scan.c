// One sentence a fault, with its line.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_scan.h"

#include "bake/base/assert.h"
#include "bake/base/number.h"
#include "bake/base/text.h"

#include <string.h>

enum { RECIPE_SCAN_SHOWN = 40, RECIPE_SCAN_KEYS_MOST = 32 };

place scan_place(const scan* s, const tree* value) {
    return place_line(s->path, value->line);
}

const char* scan_shown(const scan* s, const tree* value) {
    if (value->kind != TREE_TEXT)
        return value->kind == TREE_LIST ? "a list" : "a map";
    if (value->text[0] == 0 && !value->quoted)
        return "nothing";
    return arena_format(s->memory, "\"%s\"",
                        text_printable(value->text, RECIPE_SCAN_SHOWN, s->memory));
}

// ---- single values ---------------------------------------------------------------------

static bool is_word(const tree* value, const char* word_or_null) {
    return word_or_null != NULL && value->kind == TREE_TEXT && !value->quoted &&
           strcmp(value->text, word_or_null) == 0;
}

bool scan_number(const scan* s, const tree* value, const char* name, double* out) {
    if (value->kind == TREE_TEXT && !value->quoted) {
        const char* end = value->text + strlen(value->text);
        if (number_read(value->text, end, out) == end && end > value->text && isfinite(*out))
            return true;
    }
    return report_error(s->r, scan_place(s, value), "\"%s\" is a number%s, not %s", name,
                        value->quoted ? " without quotes" : "", scan_shown(s, value));
}

bool scan_int(const scan* s, const tree* value, const char* name, int32_t* out) {
    int64_t n = -1;
    if (value->kind == TREE_TEXT && !value->quoted) {
        const char* end = value->text + strlen(value->text);
        if (number_read_int(value->text, end, &n) != end || n > INT32_MAX)
            n = -1;
    }
    if (n < 0)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is a whole number of at least 0, not %s", name,
                            scan_shown(s, value));
    *out = (int32_t)n;
    return true;
}

bool scan_text(const scan* s, const tree* value, const char* name, const char** out) {
    if (value->kind != TREE_TEXT || value->text[0] == 0)
        return report_error(s->r, scan_place(s, value), "\"%s\" is a text, not %s", name,
                            value->kind == TREE_TEXT ? "an empty one" : scan_shown(s, value));
    *out = value->text;
    return true;
}

bool scan_texts(const scan* s, const tree* value, const char* name, const char*** out,
                int32_t* count) {
    const tree* const* items = value->kind == TREE_LIST ? value->items : &value;
    int32_t all = value->kind == TREE_LIST ? value->count : 1;
    *out = ARENA_NEW(s->memory, const char*, (size_t)all);
    *count = 0;
    for (int32_t i = 0; i < all; ++i)
        if (!scan_text(s, items[i], name, &(*out)[(*count)++]))
            return false;
    return all > 0 || report_error(s->r, scan_place(s, value), "\"%s\" is empty", name);
}

bool scan_point(const scan* s, const tree* value, const char* name, vec3* out) {
    double x[3];
    if (value->kind != TREE_LIST || value->count != 3)
        return report_error(
            s->r, scan_place(s, value), "\"%s\" is a point like [0, 1.2, 0], not %s%s", name,
            scan_shown(s, value), value->kind == TREE_LIST ? " of another length" : "");
    for (int i = 0; i < 3; ++i)
        if (!scan_number(s, value->items[i], name, &x[i]))
            return false;
    *out = v3(x[0], x[1], x[2]);
    return true;
}

static bool scan_flag(const scan* s, const tree* value, const char* name, bool* out) {
    if (!is_word(value, "true") && !is_word(value, "false"))
        return report_error(s->r, scan_place(s, value), "\"%s\" is true or false, not %s", name,
                            scan_shown(s, value));
    *out = is_word(value, "true");
    return true;
}

static bool in_range(const scan* s, const tree* value, const scan_key* k, double x) {
    bool low = k->above ? x > k->low : x >= k->low;
    if (low && x <= k->high)
        return true;
    const char* from = arena_format(s->memory, k->above ? "above %g" : "at least %g", k->low);
    const char* to = isfinite(k->high) ? arena_format(s->memory, " and at most %g", k->high) : "";
    const char* word =
        k->word_or_null != NULL ? arena_format(s->memory, ", or %s", k->word_or_null) : "";
    return report_error(s->r, scan_place(s, value), "\"%s\" is %s%s%s, not %g", k->name, from, to,
                        word, x);
}

// ---- maps ------------------------------------------------------------------------------

static bool scan_value(const scan* s, const tree* value, const scan_key* k, void* member) {
    bool word = is_word(value, k->word_or_null);
    switch (k->kind) {
    case SCAN_TEXT:
        *(const char**)member = NULL;
        return word || scan_text(s, value, k->name, member);
    case SCAN_NUMBER:
        *(double*)member = 0.0;
        return word ||
               (scan_number(s, value, k->name, member) && in_range(s, value, k, *(double*)member));
    case SCAN_INT:
        *(int32_t*)member = 0;
        return word ||
               (scan_int(s, value, k->name, member) && in_range(s, value, k, *(int32_t*)member));
    case SCAN_FLAG:
        return scan_flag(s, value, k->name, member);
    case SCAN_MAP:
        return scan_map(s, value, k->keys, member);
    case SCAN_OWN:
        return k->own(s, value, k->name, member);
    }
    return false;
}

static bool unknown_key(const scan* s, const tree* map, int32_t i, const scan_keys* keys) {
    const char* names[RECIPE_SCAN_KEYS_MOST];
    const char* list = "";
    for (int k = 0; k < keys->count; ++k) {
        names[k] = keys->list[k].name;
        list = text_listed(list, names[k], s->memory);
    }
    place where = place_line(s->path, map->key_lines[i]);
    const char* key = text_printable(map->keys[i], RECIPE_SCAN_SHOWN, s->memory);
    return report_error(s->r, where, "\"%s\" is no key of %s%s", key, keys->what,
                        text_hint(map->keys[i], names, keys->count,
                                  arena_format(s->memory, "; it has %s", list), s->memory));
}

bool scan_map(const scan* s, const tree* map, const scan_keys* keys, void* target) {
    SUPPLE_ASSERT(keys->count > 0 && keys->count <= RECIPE_SCAN_KEYS_MOST);
    if (map->kind != TREE_MAP)
        return report_error(s->r, scan_place(s, map), "%s is a map of keys and values, not %s",
                            keys->what, scan_shown(s, map));
    bool sound = true;
    for (int32_t i = 0; i < map->count; ++i) {
        const scan_key* k = NULL;
        for (int n = 0; n < keys->count && k == NULL; ++n)
            if (strcmp(keys->list[n].name, map->keys[i]) == 0)
                k = &keys->list[n];
        if (k == NULL)
            sound = unknown_key(s, map, i, keys);
        else
            sound = scan_value(s, map->items[i], k, (char*)target + k->offset) && sound;
    }
    return sound;
}
