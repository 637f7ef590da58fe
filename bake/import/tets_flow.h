// Numbers and words that run across the ends of lines, with raw bytes between: how the volume
// formats are written, on top of the lines of lines.h.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/lines.h"

typedef struct flow {
    text t;
    const char* start; // of the file
    const char* path;
} flow;

static inline flow flow_open(bytes file, const char* path) {
    return (flow){text_open(file), (const char*)file.data, path};
}

// Goes to the next word, over blanks, line ends and # comments; false at the end of the file.
static inline bool flow_more(flow* f) {
    while (!text_more(&f->t))
        if (!text_next_line(&f->t))
            return false;
    return true;
}

static inline bool flow_number(flow* f, double* value) {
    return flow_more(f) && text_number(&f->t, value);
}

static inline bool flow_int(flow* f, int64_t* value) {
    if (!flow_more(f))
        return false;
    const char* before = f->t.at;
    const char* after = number_read_int(before, f->t.stop, value);
    if (after == NULL)
        return false;
    f->t.at = after;
    if (text_at_gap(&f->t))
        return true;
    f->t.at = before;
    return false;
}

// Bytes that are left, from the reading place on.
static inline size_t flow_left(const flow* f) {
    return (size_t)(f->t.end - f->t.at);
}

// The next `size` bytes after the end of this line, or after the last raw bytes; NULL if there are
// fewer. Reading goes on behind them.
static inline const uint8_t* flow_raw(flow* f, size_t size) {
    if ((size_t)(f->t.end - f->t.next) < size)
        return NULL;
    const char* at = f->t.next;
    f->t.at = f->t.stop = f->t.next = at + size;
    return (const uint8_t*)at;
}

static inline size_t flow_raw_left(const flow* f) {
    return (size_t)(f->t.end - f->t.next);
}

static inline place flow_line(const flow* f) {
    return place_line(f->path, f->t.line);
}

static inline place flow_byte(const flow* f) {
    return place_byte(f->path, f->t.next - f->start);
}

// What stands at the reading place; the end of the file in words.
word flow_peek(flow* f);

// An error: something else stands where `what` should be. Item `index` (from 0) of a list of `count`
// is cut short.
bool flow_expected(flow* f, const char* what, report* r);
bool flow_missing(flow* f, const char* what, int64_t index, int64_t count, report* r);
