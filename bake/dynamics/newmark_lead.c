// Nodes that are led are at the end of their way when a step is solved; where something is in it, it must first get out.
//
// Led there at once they might go through what is free. So they go as far as nothing touches, and whatever they push goes
// before them: each correction is that of Newton's method for the rest of their way, and both are made by the part that is
// free of contact.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/newmark.h"

#include <string.h>

// Corrections, at most, and the part below which one gets nowhere; so many of those in a row are the end.
enum { LEADS = 60, STUCK = 6 };
static const double NEWMARK_LEAD_LEAST_PART = 1e-3;

// Into change: the correction of x for the rest of the way.
static bool correction(newmark* n, const double* x) {
    const newmark_system* s = &n->system;
    arena* scratch = arena_create();
    report own = report_new(scratch); // a step that is not led is cut in half
    double* rest = n->newton.rest;
    newmark_step_left(n, x, rest);
    s->lead_force(s->user, n->time + n->h, x, n->next_v, rest);
    bool sound = newmark_step_prepare(n, x, true, &own) && s->solve(s->user, rest, &own);
    for (int64_t i = 0; sound && i < s->order; ++i)
        n->change[i] = -rest[i];
    arena_destroy(scratch);
    return sound;
}

bool newmark_lead(newmark* n, double* x) {
    const newmark_system* s = &n->system;
    double led = 0.0;
    s->lead(s->user, 0.0);
    memset(n->change, 0, (size_t)s->order * sizeof *n->change);
    bool there = s->limit(s->user, x, n->change, 1.0) == 1.0, sound = true;
    for (int32_t i = 0, stuck = 0; i < LEADS && !there && sound && stuck < STUCK; ++i) {
        newton_forget(&n->newton); // its matrix becomes another one
        sound = correction(n, x);
        double part = sound ? s->limit(s->user, x, n->change, 1.0) : 0.0;
        for (int64_t k = 0; k < s->order; ++k)
            x[k] += part * n->change[k];
        there = part == 1.0;
        led += part * (1.0 - led);
        stuck = part < NEWMARK_LEAD_LEAST_PART ? stuck + 1 : 0;
        s->lead(s->user, led);
    }
    s->lead(s->user, 1.0);
    return there;
}
