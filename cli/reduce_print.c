// SPDX-License-Identifier: MIT
#include "cli/reduce_print.h"

#include "bake/base/json_out.h"
#include "bake/base/text.h"

#include <math.h>

enum { CELLS_SHOWN = 6, MOVING_SHOWN = 12 };

static const double POOR = 0.25; // of the reach: a jump that a blend can hardly hide

static const char* entry_name(const cli* c, const recording* x, int32_t entry) {
    return text_printable(x->palette.entries[entry].name, 40, c->memory);
}

static double part(double a, double of) {
    return of > 0.0 ? a / of : 0.0;
}

// ---- for people --------------------------------------------------------------------------

static void print_ranks(const cli* c, const portrait* p) {
    const low_rank* f = &p->factor;
    printf("  %-10s %d of %d states, in %d readings\n", "shapes", p->rank, p->state_count,
           f->readings);
    printf("  %-10s %s root mean square, %s at most; beta %.4g s^2\n", "motion",
           text_length(p->errors[0], c->memory), text_length(p->reach, c->memory), p->balance);
    printf("  %-10s %.3g %% of it (Frobenius); spectral %.3g to %.3g %%\n", "error",
           100.0 * part(f->frobenius, f->size),
           100.0 * part(f->spectral_low, f->size > 0.0 ? f->values[0] : 0.0),
           100.0 * part(f->spectral_high, f->size > 0.0 ? f->values[0] : 0.0));
    printf("  %-10s vertex %d at state %d is off by %s\n", "worst", p->worst.vertex, p->worst.state,
           text_length(p->worst.distance, c->memory));
    printf("    rank  singular value  error left\n");
    for (int32_t k = 1; k <= p->rank; k += k < 8 ? 1 : k < 32 ? 4 : 16)
        printf("    %4d  %12.4g m  %8.3g %%\n", k, f->values[k - 1],
               100.0 * part(p->errors[k], p->errors[0]));
}

static void print_moving(const cli* c, const responses* s, int32_t i) {
    const recording* x = s->of->of;
    const recording_response* r = &x->responses[i];
    const response* w = &s->all[i];
    printf("    response %d (%s, %.3g s) still moves at its end, at %.0f %% of the reach", i,
           entry_name(c, x, r->entry), r->count / x->palette.fps, 100.0 * w->speed);
    if (w->end == RESPONSE_IS_DEAD)
        printf(": a dead end\n");
    else if (w->next < 0)
        printf(", and runs on into rest, %s away\n", text_length(w->distance, c->memory));
    else
        printf(", and runs on into response %d, %s away\n", w->next,
               text_length(w->distance, c->memory));
}

static void print_ends(const cli* c, const responses* s) {
    int32_t ends[4] = {0}, shown = 0;
    for (int32_t i = 0; i < s->count; ++i)
        ++ends[s->all[i].end];
    printf("  %-10s %d, of which %d can be begun\n", "responses", s->count, s->start_count);
    printf("    %d end at rest, %d at a limit, %d run on into another, %d are dead ends\n",
           ends[RESPONSE_RESTS], ends[RESPONSE_LIMITED], ends[RESPONSE_RUNS_ON],
           ends[RESPONSE_IS_DEAD]);
    for (int turn = 0; turn < 2; ++turn) // those that nothing can be done about come first
        for (int32_t i = 0; i < s->count && shown < MOVING_SHOWN; ++i)
            if (s->all[i].end == (turn == 0 ? RESPONSE_IS_DEAD : RESPONSE_RUNS_ON)) {
                print_moving(c, s, i);
                ++shown;
            }
    if (ends[RESPONSE_IS_DEAD] + ends[RESPONSE_RUNS_ON] > shown)
        printf("    ... and %d more; --json names them all\n",
               ends[RESPONSE_IS_DEAD] + ends[RESPONSE_RUNS_ON] - shown);
}

// Whatever passes through something where it would not without the jump.
static void print_jumps(const cli* c, const jumps* j, const recording* x) {
    printf("  %-10s %lld of %lld tested, blended at %.3g/s: %lld pass through something\n", "jumps",
           (long long)j->tested, (long long)j->count, j->rate, (long long)j->crossing);
    if (j->run_ons > 0)
        printf("    of %d that run on, %d do\n", j->run_ons, j->run_ons_crossing);
    for (int32_t i = 0; i < j->listed; ++i) {
        const jump* w = &j->worst[i];
        printf("    state %d, %s", w->state, w->entry < 0 ? "run on" : entry_name(c, x, w->entry));
        printf(w->response < 0 ? " to rest: " : " to response %d: ", w->response);
        printf("%d pairs of triangles after %.2g s, %d without it\n", w->crossings,
               w->after / x->palette.fps, w->alone);
    }
}

static void print_coverage(const cli* c, const coverage* g, const recording* x) {
    int32_t poor = 0;
    for (int32_t i = 0; i < g->cell_count; ++i)
        poor += g->cells[i].mean > POOR;
    printf("  %-10s of %d regions and entries, %d are poorly sampled\n", "coverage", g->cell_count,
           poor);
    for (int32_t i = 0; i < g->cell_count && i < CELLS_SHOWN; ++i) {
        const coverage_cell* cell = &g->cells[i];
        printf("    %s from states like %d: %d states, %d starts there, ",
               entry_name(c, x, cell->entry), g->middles[cell->region], cell->states, cell->starts);
        if (isfinite(cell->mean))
            printf("a jump of %.0f %% of the reach on average, %.0f %% at worst\n",
                   100.0 * cell->mean, 100.0 * cell->worst);
        else
            printf("and from some of them none can be begun\n");
    }
}

void reduce_print_text(const cli* c, const reduced* x) {
    const portrait* p = x->portrait;
    printf("%s\n", cli_shown(c, p->of->path));
    print_ranks(c, p);
    print_ends(c, x->responses);
    printf("  %-10s in 16 bits, off by %.3g mm at most\n", "orbits", 1e3 * x->orbits->worst);
    print_coverage(c, &x->coverage, p->of);
    if (x->jumps_or_null != NULL)
        print_jumps(c, x->jumps_or_null, p->of);
}

// ---- for programs ------------------------------------------------------------------------

static void json_portrait(json_out* o, const portrait* p) {
    const low_rank* f = &p->factor;
    json_key_int(o, "states", p->state_count);
    json_key_int(o, "vertices", p->vertex_count);
    json_key_int(o, "rank", p->rank);
    json_key_int(o, "readings", f->readings);
    json_key_bool(o, "converged", f->converged);
    json_key_double(o, "motion", p->errors[0]);
    json_key_double(o, "reach", p->reach);
    json_key_double(o, "balance", p->balance);
    json_key_double(o, "frobeniusError", part(f->frobenius, f->size));
    json_key_double(o, "spectralLow", part(f->spectral_low, f->known > 0 ? f->values[0] : 0.0));
    json_key_double(o, "spectralHigh", part(f->spectral_high, f->known > 0 ? f->values[0] : 0.0));
    json_key_int(o, "worstVertex", p->worst.vertex);
    json_key_int(o, "worstState", p->worst.state);
    json_key_double(o, "worstDistance", p->worst.distance);
    json_key(o, "singularValues");
    json_begin_array(o);
    for (int32_t i = 0; i < f->known; ++i)
        json_double(o, f->values[i]);
    json_end_array(o);
    json_key(o, "errors");
    json_begin_array(o);
    for (int32_t i = 0; i <= p->rank; ++i)
        json_double(o, p->errors[i]);
    json_end_array(o);
}

static void json_responses(json_out* o, const responses* s) {
    static const char* const words[] = {"rest", "limit", "runs on", "dead end"};
    const recording* x = s->of->of;
    json_key_int(o, "starts", s->start_count);
    json_key(o, "responses");
    json_begin_array(o);
    for (int32_t i = 0; i < s->count; ++i) {
        const response* r = &s->all[i];
        json_begin_object(o);
        json_key_text(o, "entry", x->palette.entries[x->responses[i].entry].name);
        json_key_int(o, "first", x->responses[i].first);
        json_key_int(o, "count", x->responses[i].count);
        json_key_bool(o, "start", r->is_start);
        json_key_text(o, "end", words[r->end]);
        json_key_double(o, "speed", r->speed);
        if (r->end == RESPONSE_RUNS_ON) {
            json_key_int(o, "next", r->next);
            json_key_int(o, "nextState", r->next_at);
            json_key_double(o, "distance", r->distance);
            json_key_double(o, "rate", r->rate);
            if (r->crossings >= 0)
                json_key_int(o, "crossings", r->crossings);
        }
        json_end_object(o);
    }
    json_end_array(o);
}

static void json_coverage(json_out* o, const coverage* g, const recording* x) {
    json_key(o, "coverage");
    json_begin_array(o);
    for (int32_t i = 0; i < g->cell_count; ++i) {
        const coverage_cell* c = &g->cells[i];
        json_begin_object(o);
        json_key_text(o, "entry", x->palette.entries[c->entry].name);
        json_key_int(o, "region", c->region);
        json_key_int(o, "middle", g->middles[c->region]);
        json_key_int(o, "states", c->states);
        json_key_int(o, "starts", c->starts);
        if (isfinite(c->mean)) {
            json_key_double(o, "mean", c->mean);
            json_key_double(o, "worst", c->worst);
        }
        json_end_object(o);
    }
    json_end_array(o);
}

static void json_jumps(json_out* o, const jumps* j, const recording* x) {
    json_key(o, "jumps");
    json_begin_object(o);
    json_key_int(o, "count", j->count);
    json_key_int(o, "tested", j->tested);
    json_key_int(o, "crossing", j->crossing);
    json_key_int(o, "runOns", j->run_ons);
    json_key_int(o, "runOnsCrossing", j->run_ons_crossing);
    json_key_double(o, "rate", j->rate);
    json_key(o, "worst");
    json_begin_array(o);
    for (int32_t i = 0; i < j->listed; ++i) {
        const jump* w = &j->worst[i];
        json_begin_object(o);
        json_key_int(o, "state", w->state);
        if (w->entry >= 0)
            json_key_text(o, "entry", x->palette.entries[w->entry].name);
        json_key_int(o, "response", w->response);
        json_key_double(o, "distance", w->distance);
        json_key_int(o, "crossings", w->crossings);
        json_key_int(o, "without", w->alone);
        json_key_double(o, "after", w->after / x->palette.fps);
        json_end_object(o);
    }
    json_end_array(o);
    json_end_object(o);
}

void reduce_print_json(const cli* c, const reduced* x) {
    json_out o = json_out_new(c->memory, true);
    json_begin_object(&o);
    json_key_text(&o, "file", x->portrait->of->path);
    json_portrait(&o, x->portrait);
    json_key_double(&o, "orbitError", x->orbits->worst);
    json_responses(&o, x->responses);
    json_coverage(&o, &x->coverage, x->portrait->of);
    if (x->jumps_or_null != NULL)
        json_jumps(&o, x->jumps_or_null, x->portrait->of);
    json_end_object(&o);
    puts(o.text);
}
