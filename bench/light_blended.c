// James & Fatahalian 2003 store appearance coordinates for every state and blend them as motion is blended (5.3); supple finds them from the
// coordinates that are displayed. At states of the recording both are the same numbers. Between them, after a jump, each is compared with
// the transfer of the shape that is displayed, traced anew (docs/decisions/0108-light-of-what-is-displayed.md).
// SPDX-License-Identifier: MIT
#include "bench/light_blended.h"

#include "bake/portrait/blend.h"
#include "bake/portrait/portrait_light.h"
#include "bake/portrait/responses.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIGHT_BLENDED_FRAMES = 10 };

typedef struct blended {
    arena* memory;
    report r;
    recording x;
    portrait p;
    responses played;
    portrait_light l;
    light_options o;
    double rate; // 1/s
} blended;

// A jump from a state to the start of a response.
typedef struct jump {
    int32_t from, at, last;
    double distance;
} jump;

static bool open_all(blended* b, char** argv, int fields) {
    portrait_options how = portrait_default();
    how.factor.tolerance = 0.01;
    how.factor.rank = LOW_RANK_MOST;
    b->o = light_default();
    b->o.file.path_or_null = argv[1];
    b->o.as_file_says = true;
    b->o.factor.rule = fields > 0 ? LOW_RANK_GIVEN : b->o.factor.rule;
    b->o.factor.rank = fields > 0 ? fields : b->o.factor.rank;
    if (!recording_open(argv[0], b->memory, &b->x, &b->r) ||
        !portrait_make(&b->x, &how, b->memory, &b->p, &b->r) ||
        !portrait_light_make(&b->p, &b->o, b->memory, &b->l, &b->r))
        return false;
    responses_options q = responses_default();
    b->played = responses_make(&b->p, &q, 0, b->memory);
    b->rate = blend_natural_rate(&b->p);
    return true;
}

// The i-th of so many, evenly over all states and by turns of all entries.
static bool find_jump(const blended* b, int i, int count, jump* out) {
    int32_t entries = b->x.palette.entry_count, states = b->p.state_count;
    int32_t first = (int32_t)((int64_t)states * (2 * i + 1) / (2 * count));
    for (int32_t n = 0; n < states; ++n) {
        int32_t s = (first + n) % states, e = (i + n) % entries;
        const nearest* near = &b->played.starts[(size_t)s * (size_t)entries + (size_t)e];
        if (near->response < 0 || b->x.palette.next[b->played.speeds[s]][e] < 0)
            continue;
        const recording_response* to = &b->x.responses[near->response];
        *out = (jump){s, to->first, to->first + to->count - 1, (double)near->distance};
        if (to->first != s)
            return true;
    }
    return false;
}

// Amounts of fields at a state, and how fast they change.
static void amounts_at(const blended* b, int32_t state, int32_t last, double* a, double* v) {
    int32_t next = state < last ? state + 1 : state, rank = b->l.made.model.rank;
    light_model_at(&b->l.made.model, b->p.q + (size_t)next * (size_t)b->p.rank, v);
    light_model_at(&b->l.made.model, b->p.q + (size_t)state * (size_t)b->p.rank, a);
    for (int32_t i = 0; i < rank; ++i)
        v[i] = (v[i] - a[i]) * b->x.palette.fps;
}

static void stored(const blended* b, const jump* j, int32_t states, double* a) {
    size_t rank = (size_t)b->l.made.model.rank;
    arena* scratch = arena_create();
    double *d = ARENA_NEW(scratch, double, rank), *w = ARENA_NEW(scratch, double, rank),
           *v = ARENA_NEW(scratch, double, rank), *off = ARENA_NEW(scratch, double, rank);
    int32_t now = j->at + states < j->last ? j->at + states : j->last;
    amounts_at(b, j->from, b->p.state_count - 1, d, w);
    amounts_at(b, j->at, j->last, a, v);
    for (size_t i = 0; i < rank; ++i) {
        d[i] -= a[i];
        w[i] -= v[i];
    }
    blend_offset(d, w, (int32_t)rank, b->rate, states / b->x.palette.fps, off, NULL);
    amounts_at(b, now, j->last, a, v);
    for (size_t i = 0; i < rank; ++i)
        a[i] += off[i];
    arena_destroy(scratch);
}

static bool transfer_of(blended* b, const double* q, arena* memory, transfer* t) {
    vec3* at = ARENA_NEW(memory, vec3, (size_t)b->p.vertex_count);
    for (int32_t v = 0; v < b->p.vertex_count; ++v) {
        at[v] = b->p.key[v];
        for (int32_t i = 0; i < b->p.rank; ++i) {
            const double* u = b->p.shapes + 3 * ((size_t)i * (size_t)b->p.vertex_count + (size_t)v);
            at[v] = v3_madd(at[v], v3(u[0], u[1], u[2]), q[i]);
        }
    }
    return transfer_make(&b->l.mesh, &b->l.points, at, &b->o.transfer, memory, t, &b->r);
}

int bench_light_blended(int argc, char** argv) {
    blended b = {.memory = arena_create()};
    b.r = report_new(b.memory);
    int frames = argc > 2 ? atoi(argv[2]) : LIGHT_BLENDED_FRAMES;
    if (argc < 2 || frames < 1 || !open_all(&b, argv, argc > 3 ? atoi(argv[3]) : 0)) {
        for (int32_t i = 0; i < b.r.count; ++i)
            fprintf(stderr, "%s\n", finding_text(&b.r.findings[i], b.memory));
        return 2;
    }
    const light_model* m = &b.l.made.model;
    double *q = ARENA_NEW(b.memory, double, (size_t)b.p.rank), a[LOW_RANK_MOST];
    double shown = 0.0, kept = 0.0, size = 0.0, motion = 0.0, outside = 0.0;
    int32_t states = (int32_t)(0.5 / b.rate * b.x.palette.fps + 0.5); // while half of it is there
    int compared = 0;
    for (int i = 0; i < frames; ++i) {
        arena* scratch = arena_create();
        jump j;
        transfer t;
        bool sound = find_jump(&b, i, frames, &j);
        if (sound) {
            blend_shown(&b.p, j.from, j.at, j.last, states, b.rate, q, NULL);
            sound = transfer_of(&b, q, scratch, &t);
        }
        if (sound) {
            light_error e = light_model_check(m, b.l.fractions, q, t.values);
            stored(&b, &j, states, a);
            double off = light_model_distance(m, b.l.fractions, a, t.values);
            shown += e.whole * e.whole;
            kept += off * off;
            size += e.size * e.size;
            outside += e.reduction * e.reduction;
            motion += e.motion * e.motion;
            ++compared;
        }
        arena_destroy(scratch);
    }
    printf("light while blended: %s, %d frames, %d states after a jump, %d fields of %d shapes\n",
           argv[0], compared, states, m->rank, b.l.made.shapes.count);
    printf(
        "  from what is displayed      off by %.2f %% of the transfer, %.1f %% of what changes\n",
        100.0 * sqrt(shown / size), 100.0 * sqrt(shown / motion));
    printf(
        "  stored a state and blended  off by %.2f %% of the transfer, %.1f %% of what changes\n",
        100.0 * sqrt(kept / size), 100.0 * sqrt(kept / motion));
    printf("  the best that these fields can do: %.1f %% of what changes\n",
           100.0 * sqrt(outside / motion));
    arena_destroy(b.memory);
    return 0;
}
