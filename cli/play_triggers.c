// Entries by name: a palette has a few, and who asks for another is told which.
// SPDX-License-Identifier: MIT
#include "cli/play_triggers.h"

#include "bake/base/text.h"

#include <stdlib.h>
#include <string.h>

static int32_t recorded_part(const supple_asset* a) {
    for (int32_t p = 0; p < a->part_count; ++p)
        if (supple_asset_part(a, p).model == SUPPLE_RECORDED)
            return p;
    return -1;
}

static int32_t entry_named(const supple_asset* a, int32_t part, const char* name) {
    for (int32_t e = 0; e < supple_asset_recorded(a, part).entry_count; ++e)
        if (strcmp(supple_asset_entry(a, part, e).name, name) == 0)
            return e;
    return -1;
}

static const char* entry_names(cli* c, const supple_asset* a, int32_t part) {
    const char* list = "";
    for (int32_t e = 0; e < supple_asset_recorded(a, part).entry_count; ++e)
        list = text_listed(list, cli_shown(c, supple_asset_entry(a, part, e).name), c->memory);
    return list;
}

static bool read_one(cli* c, char* text, const supple_asset* a, int32_t part, play_trigger* out) {
    char *at = strrchr(text, '@'), *end = NULL;
    double time = at != NULL ? strtod(at + 1, &end) : NAN;
    if (at == NULL || end == at + 1 || *end != 0 || !(time >= 0.0 && time < 1e9))
        return report_error(&c->findings, place_none(),
                            "--trigger: \"%s\" is no entry with its time; write open@0.5,stop@1.4",
                            cli_shown(c, text));
    *at = 0;
    *out = (play_trigger){.time = time, .entry = entry_named(a, part, text)};
    return out->entry >= 0 ||
           report_error(&c->findings, place_none(), "--trigger: there is no entry \"%s\", only %s",
                        cli_shown(c, text), entry_names(c, a, part));
}

static int by_time(const void* a, const void* b) {
    double x = ((const play_trigger*)a)->time, y = ((const play_trigger*)b)->time;
    return x < y ? -1 : x > y;
}

bool triggers_choose(cli* c, const char* text, const supple_asset* asset, play_triggers* out) {
    *out = (play_triggers){.part = recorded_part(asset)};
    if (out->part < 0)
        return report_error(&c->findings, place_none(),
                            "--trigger: nothing of this file is recorded, so there is no entry to "
                            "trigger; `supple bake` of a .rec makes such a file");
    const char** pieces = text_pieces(text, &out->count, c->memory);
    out->all = ARENA_NEW(c->memory, play_trigger, (size_t)out->count);
    for (int32_t i = 0; i < out->count; ++i)
        if (!read_one(c, arena_format(c->memory, "%s", pieces[i]), asset, out->part, &out->all[i]))
            return false;
    qsort(out->all, (size_t)out->count, sizeof *out->all, by_time);
    return true;
}

void triggers_tell(cli* c, const play_triggers* t, const supple_asset* asset) {
    for (int32_t i = 0; i < t->count; ++i)
        if (t->all[i].refused)
            report_warning(&c->findings, place_none(),
                           "--trigger: \"%s\" is not allowed at %g s: the support's speed or "
                           "limits do not let it, or nothing of the kind was recorded",
                           cli_shown(c, supple_asset_entry(asset, t->part, t->all[i].entry).name),
                           t->all[i].time);
}
