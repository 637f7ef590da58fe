// JSON, strictly, as it comes. Nesting in what is skipped is a stack of bits.
// SPDX-License-Identifier: MIT
#include "runtime/asset/json_walk.h"

#include "runtime/base/assert.h"

enum { MAX_DEPTH = 1024 };

static int peek(const json_walk* w) {
    return !w->broken && w->at < w->size ? w->text[w->at] : -1;
}

static void skip_space(json_walk* w) {
    for (int c = peek(w); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(w))
        ++w->at;
}

static void expect(json_walk* w, int c) {
    if (peek(w) == c)
        ++w->at;
    else
        w->broken = true;
}

static int hex_value(int c) {
    int letter = c | 0x20;
    return c >= '0' && c <= '9' ? c - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// One character of a string, its escape undone; -1 at the closing quote and for what is no string. A
// character beyond ASCII comes as any number above 127.
static int next_char(json_walk* w) {
    int c = peek(w);
    ++w->at;
    if (c == '"')
        return -1;
    if (c < 0x20) {
        w->broken = true;
        return -1;
    }
    if (c != '\\')
        return c;
    c = peek(w);
    ++w->at;
    static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    for (int i = 0; escapes[i] != 0; i += 2)
        if (c == escapes[i])
            return escapes[i + 1];
    int code = 0;
    for (int i = 0; c == 'u' && i < 4; ++i) {
        int digit = hex_value(peek(w));
        if (digit < 0) {
            w->broken = true;
            return -1;
        }
        code = code * 16 + digit;
        ++w->at;
    }
    w->broken |= c != 'u';
    return w->broken ? -1 : code;
}

static void skip_string(json_walk* w) {
    expect(w, '"');
    while (!w->broken && next_char(w) >= 0) {
    }
}

static void skip_digits(json_walk* w) {
    int c = peek(w);
    w->broken |= c < '0' || c > '9';
    for (; c >= '0' && c <= '9'; c = peek(w))
        ++w->at;
}

static void skip_number(json_walk* w) {
    if (peek(w) == '-')
        ++w->at;
    if (peek(w) == '0')
        ++w->at;
    else
        skip_digits(w);
    if (peek(w) == '.') {
        ++w->at;
        skip_digits(w);
    }
    if (peek(w) == 'e' || peek(w) == 'E') {
        ++w->at;
        if (peek(w) == '+' || peek(w) == '-')
            ++w->at;
        skip_digits(w);
    }
}

static void skip_word(json_walk* w, const char* word) {
    for (; *word != 0; ++word)
        expect(w, *word);
}

static void skip_scalar(json_walk* w) {
    switch (peek(w)) {
    case '"':
        skip_string(w);
        break;
    case 't':
        skip_word(w, "true");
        break;
    case 'f':
        skip_word(w, "false");
        break;
    case 'n':
        skip_word(w, "null");
        break;
    default:
        skip_number(w);
    }
}

json_list json_walk_enter(json_walk* w, uint8_t open) {
    SUPPLE_ASSERT(open == '{' || open == '[');
    skip_space(w);
    expect(w, open);
    return (json_list){open == '{' ? '}' : ']', true};
}

bool json_walk_next(json_walk* w, json_list* list, size_t* key) {
    skip_space(w);
    if (peek(w) == list->close) {
        ++w->at;
        return false;
    }
    if (!list->first)
        expect(w, ',');
    list->first = false;
    if (list->close == '}') {
        skip_space(w);
        *key = w->at;
        skip_string(w);
        skip_space(w);
        expect(w, ':');
    }
    skip_space(w);
    return !w->broken;
}

bool json_walk_is_key(const json_walk* w, size_t key, const char* ascii) {
    SUPPLE_ASSERT(key <= w->size);
    json_walk k = *w;
    k.at = key + 1;
    for (;; ++ascii) {
        int c = next_char(&k);
        if (c <= 0 || c != *ascii) // a key may have a zero in it, ours have none
            return c < 0 && *ascii == 0;
    }
}

void json_walk_skip(json_walk* w) {
    uint8_t is_array[MAX_DEPTH / 8] = {0};
    int depth = 0;
    json_list list = {0, true};
    do {
        size_t key;
        if (depth > 0 && !json_walk_next(w, &list, &key)) {
            --depth; // back in the list around, which has this one as an element
            int up = depth - 1;
            bool array = up >= 0 && (is_array[up / 8] >> (up % 8) & 1) != 0;
            list = (json_list){array ? ']' : '}', false};
            continue;
        }
        skip_space(w);
        int c = peek(w);
        if (c != '{' && c != '[') {
            skip_scalar(w);
            continue;
        }
        if (depth == MAX_DEPTH) {
            w->broken = true;
            return;
        }
        uint8_t bit = (uint8_t)(1u << (depth % 8));
        is_array[depth / 8] =
            (uint8_t)(c == '[' ? is_array[depth / 8] | bit : is_array[depth / 8] & ~bit);
        ++depth;
        list = json_walk_enter(w, (uint8_t)c);
    } while (depth > 0 && !w->broken);
}

uint64_t json_walk_whole(json_walk* w) {
    size_t from = w->at;
    skip_number(w);
    uint64_t value = 0;
    for (size_t i = from; i < w->at && !w->broken; ++i) {
        w->broken = w->text[i] < '0' || w->text[i] > '9' || w->at - from > 15;
        value = value * 10 + (uint64_t)(w->text[i] - '0');
    }
    return w->broken ? 0 : value;
}

bool json_walk_ends(json_walk* w) {
    skip_space(w);
    return !w->broken && w->at == w->size;
}
