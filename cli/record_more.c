// Reduces what there is, aims, and records.
// SPDX-License-Identifier: MIT
#include "cli/record_more.h"

#include "bake/base/text.h"
#include "bake/portrait/aim.h"

#include <math.h>

enum { AIMS_SHOWN = 8 };

static const double TOLERANCE = 0.02; // of the motion: what distances between states need

static void print_aims(const cli* c, const aims* a, const portrait* p) {
    int64_t states = 0;
    for (int32_t i = 0; i < a->count; ++i)
        states += a->chains[i].state_count;
    printf("%d chains more, %lld states\n", a->count, (long long)states);
    for (int32_t i = 0; i < a->count && i < AIMS_SHOWN; ++i) {
        const aim* x = &a->all[i];
        printf("  %s from state %d: ",
               text_printable(p->of->palette.entries[x->entry].name, 40, c->memory), x->state);
        if (isinf(x->distance))
            printf("there is no start\n");
        else
            printf("the nearest start is %s away, %.0f %% of the reach\n",
                   text_length(x->distance, c->memory), 100.0 * x->distance / p->reach);
    }
    if (a->count > AIMS_SHOWN)
        printf("  ... and %d more\n", a->count - AIMS_SHOWN);
    if (!isinf(a->left))
        printf("  then none is farther than %s, %.0f %% of the reach, from states that are near "
               "rest in time\n",
               text_length(a->left, c->memory), 100.0 * a->left / p->reach);
}

bool record_extend(cli* c, const simulation* s, int32_t more, const record_options* o,
                   int32_t* responses_out, record_result* out) {
    recording* x = ARENA_NEW(c->memory, recording, 1);
    portrait* p = ARENA_NEW(c->memory, portrait, 1);
    portrait_options how = portrait_default();
    const responses_options q = responses_default();
    how.factor.tolerance = TOLERANCE;
    how.factor.threads = o->threads;
    *out = (record_result){.was_whole = true};
    if (!recording_open(o->output, c->memory, x, &c->findings))
        return false;
    *responses_out = x->response_count;
    int32_t wanted = x->palette.chains + more - x->chain_count;
    if (wanted <= 0) {
        record_forget(o->output, x->palette.chains, x->chain_count, c->memory);
        return true;
    }
    if (!portrait_make(x, &how, c->memory, p, &c->findings))
        return false;
    responses all = responses_make(p, &q, o->threads, c->memory);
    aims a = aims_find(&all, wanted, c->memory);
    if (a.count == 0) {
        report_note(&c->findings, place_file(o->output),
                    "every state that is known has a start of its own: nothing to add");
        return true;
    }
    print_aims(c, &a, p);
    for (int32_t i = 0; i < a.count; ++i)
        *responses_out += a.chains[i].response_count;
    record_options added = *o;
    if (o->anew) // the base was recorded by this command, and what lies there belongs to an older one
        record_forget(o->output, x->chain_count, x->chain_count + a.count, c->memory);
    added.anew = false;
    return record_more(s, x, a.chains, a.count, &added, c->memory, out, &c->findings);
}
