// A text file as lines and words, in place: what the OBJ, MTL, PLY and STL readers walk with.
//
// The file is mapped and not terminated, so everything is a pair of pointers. Ends of line may be
// LF or CRLF, the last one may be missing. Where `joins` is set, a backslash at its end continues a
// line, except that of a comment: "# made in C:\" is common and continues nothing.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "bake/base/number.h"

#include <string.h>

typedef struct text {
    const char *at, *stop;   // what is left of this line
    const char *next, *end;  // what is left of the file
    int64_t line, next_line; // numbers from 1; of a continued line, the first
    bool joins;
} text;

typedef struct word {
    const char* at;
    size_t length;
} word;

static inline text text_open(bytes file) {
    const char* c = (const char*)file.data;
    bool marked = file.size >= 3 && memcmp(c, "\xEF\xBB\xBF", 3) == 0; // byte order mark
    return (text){c, c, c + (marked ? 3 : 0), c + file.size, 0, 1, false};
}

// With lines that a backslash continues.
static inline text text_open_joined(bytes file) {
    text t = text_open(file);
    t.joins = true;
    return t;
}

static inline bool text_next_line(text* t) {
    if (t->next == t->end)
        return false;
    t->at = t->next;
    t->line = t->next_line;
    for (;;) {
        const char* newline = memchr(t->next, '\n', (size_t)(t->end - t->next));
        t->stop = newline != NULL ? newline : t->end;
        t->next = newline != NULL ? newline + 1 : t->end;
        ++t->next_line;
        if (!t->joins)
            return true;
        const char* last = t->stop;
        if (last > t->at && last[-1] == '\r')
            --last;
        if (last == t->at || last[-1] != '\\' || *t->at == '#' || t->next == t->end)
            return true;
    }
}

static inline bool text_is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Is there a backslash that continues the line?
static inline bool text_is_joint(const char* at, const char* stop) {
    return *at == '\\' && (at + 1 == stop || at[1] == '\n' || at[1] == '\r');
}

// Is the line at a space, a joint or its end, so that the word before is complete?
static inline bool text_at_gap(const text* t) {
    return t->at == t->stop || text_is_space(*t->at) || text_is_joint(t->at, t->stop);
}

// Skips blanks; false at the end of the line.
static inline bool text_skip(text* t) {
    while (t->at < t->stop && (text_is_space(*t->at) || text_is_joint(t->at, t->stop)))
        ++t->at;
    return t->at < t->stop;
}

// As text_skip, but a comment also ends the line.
static inline bool text_more(text* t) {
    return text_skip(t) && *t->at != '#';
}

static inline word text_word(text* t) {
    text_skip(t);
    word w = {t->at, 0};
    while (!text_at_gap(t))
        ++t->at;
    w.length = (size_t)(t->at - w.at);
    return w;
}

// All that is left of the line, without blanks around it: names and paths may hold spaces.
static inline word text_rest(text* t) {
    text_skip(t);
    word w = {t->at, (size_t)(t->stop - t->at)};
    while (w.length > 0 && text_is_space(w.at[w.length - 1]))
        --w.length;
    t->at = t->stop;
    return w;
}

static inline bool word_is(word w, const char* literal) {
    return w.length == strlen(literal) && memcmp(w.at, literal, w.length) == 0;
}

// A word for a sentence: printf("%.*s", WORD_SHOWN(w)), cut because a file may hold anything.
#define WORD_SHOWN(w) (int)((w).length < 40 ? (w).length : 40), (w).at

// The next number of the line, which must end at a blank.
static inline bool text_number(text* t, double* value) {
    if (!text_skip(t))
        return false;
    const char* after = number_read(t->at, t->stop, value);
    if (after == NULL)
        return false;
    const char* before = t->at;
    t->at = after;
    if (text_at_gap(t))
        return true;
    t->at = before;
    return false;
}
