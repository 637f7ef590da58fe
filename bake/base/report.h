// What a stage found out: sentences a person can act on, and where.
//
// A stage returns false when it could not do its job; the report then holds at least one error.
// Nothing in the baker prints: the command shows the report.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum severity { FINDING_NOTE, FINDING_WARNING, FINDING_ERROR } severity;

// A place in a file. Lines count from 1; 0 means none. Byte offsets count from 0; -1 means none.
typedef struct place {
    const char* file_or_null;
    int64_t line, byte;
} place;

static inline place place_file(const char* file) {
    return (place){file, 0, -1};
}
static inline place place_line(const char* file, int64_t line) {
    return (place){file, line, -1};
}
static inline place place_byte(const char* file, int64_t byte) {
    return (place){file, 0, byte};
}
static inline place place_none(void) {
    return (place){NULL, 0, -1};
}

typedef struct finding {
    severity severity;
    place where;
    const char* text; // one sentence, no newline, no full stop
} finding;

typedef struct report {
    arena* memory; // of texts and names of files; outlives the report
    finding* findings;
    int32_t count, capacity, error_count;
} report;

static inline report report_new(arena* memory) {
    return (report){memory, NULL, 0, 0, 0};
}

// An error; always returns false, so that a reader may say `return report_error(...)`.
bool report_error(report* r, place where, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
#ifdef __clang_analyzer__ // which looks at one file at a time
#define report_error(...) (report_error(__VA_ARGS__), false)
#endif
void report_warning(report* r, place where, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
void report_note(report* r, place where, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// The findings of one job, `where` for those that have no place. One of several is left out when it fails:
// its errors are warnings then.
void report_pass_on(report* to, const report* own, place where, bool one_of_many);

// "file:12: text", "file: text (at byte 340)" or "text": how every finding is shown. Names of files
// and words from them come as they are, so control characters become '?' here.
const char* finding_text(const finding* f, arena* memory);
