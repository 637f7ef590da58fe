// Findings are kept in order; texts live in the report's arena.
// SPDX-License-Identifier: MIT
#include "bake/base/report.h"

#include "bake/base/text.h"

#include <stdarg.h>
#include <stdio.h>

// In an order in which the report is whole whenever memory ends.
static void add(report* r, severity s, place where, const char* format, va_list args) {
    char text[1024]; // a sentence; longer ones are cut, for a name in a file may be any length
    vsnprintf(text, sizeof text, format, args);
    finding f = {s, where, arena_format(r->memory, "%s", text)};
    if (where.file_or_null != NULL) // names may go with whoever opened the file
        f.where.file_or_null = arena_format(r->memory, "%s", where.file_or_null);
    if (r->count == r->capacity) {
        int32_t capacity = r->capacity > 0 ? 2 * r->capacity : 8;
        r->findings =
            arena_grow(r->memory, r->findings, (size_t)r->count, (size_t)capacity, sizeof(finding));
        r->capacity = capacity;
    }
    r->findings[r->count++] = f;
    r->error_count += s == FINDING_ERROR;
}

#undef report_error // what the analyser is told
bool report_error(report* r, place where, const char* format, ...) {
    va_list args;
    va_start(args, format);
    add(r, FINDING_ERROR, where, format, args);
    va_end(args);
    return false;
}

void report_warning(report* r, place where, const char* format, ...) {
    va_list args;
    va_start(args, format);
    add(r, FINDING_WARNING, where, format, args);
    va_end(args);
}

void report_note(report* r, place where, const char* format, ...) {
    va_list args;
    va_start(args, format);
    add(r, FINDING_NOTE, where, format, args);
    va_end(args);
}

void report_pass_on(report* to, const report* own, place where, bool one_of_many) {
    for (int32_t i = 0; i < own->count; ++i) {
        const finding* f = &own->findings[i];
        place at = f->where.file_or_null != NULL ? f->where : where;
        if (f->severity == FINDING_ERROR && !one_of_many)
            report_error(to, at, "%s", f->text);
        else if (f->severity == FINDING_NOTE)
            report_note(to, at, "%s", f->text);
        else
            report_warning(to, at, "%s", f->text);
    }
}

static const char* with_place(const finding* f, arena* memory) {
    const place* w = &f->where;
    if (w->file_or_null == NULL)
        return f->text;
    if (w->line > 0)
        return arena_format(memory, "%s:%lld: %s", w->file_or_null, (long long)w->line, f->text);
    if (w->byte >= 0)
        return arena_format(memory, "%s: %s (at byte %lld)", w->file_or_null, f->text,
                            (long long)w->byte);
    return arena_format(memory, "%s: %s", w->file_or_null, f->text);
}

const char* finding_text(const finding* f, arena* memory) {
    return text_printable(with_place(f, memory), SIZE_MAX, memory);
}
