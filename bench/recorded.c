// Their rank is the number of singular values of at least so much of the first; ours is found by the same rule, and what their
// number of shapes would leave of ours stands beside it.
// SPDX-License-Identifier: MIT
#include "bench/recorded.h"

#include "bake/portrait/responses.h"
#include "bench/page.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct scene_row {
    const char *name, *theirs;
    int32_t faces, vertices, rank;
    double error; // of the first singular value
    int32_t states, responses;
} scene_row;

static const scene_row rows[] = {{"beast", "dinosaur", 49376, 24690, 12, 0.005, 20010, 260},
                                 {"door", "cloth", 6365, 3310, 30, 0.015, 8001, 171},
                                 {"plant", "plant", 6304, 3750, 18, 0.020, 6245, 150}};

typedef struct scene_result {
    int32_t faces, vertices, states, responses, begun;
    int32_t rank; // by their rule
    double spectral,
        squares; // left by their number of shapes: next singular value, Frobenius; of the first, of the motion
    double worst, reach; // m: of a vertex with `rank` shapes; of the motion
} scene_result;

// What is not rigid.
static void count_soft(const recording* x, scene_result* out) {
    for (int32_t b = 0; b < x->body_count; ++b) {
        const recording_body* body = &x->bodies[b];
        if (body->rigid)
            continue;
        out->vertices += body->count;
        for (int32_t t = 0; t < x->triangle_count; ++t)
            out->faces += (int64_t)x->triangles[t][0] >= body->first &&
                          (int64_t)x->triangles[t][0] < (int64_t)body->first + body->count;
    }
}

static bool reduce(const scene_row* row, const char* path, scene_result* out, arena* memory,
                   report* r) {
    recording x;
    portrait by_rule, by_rank;
    portrait_options o = portrait_default();
    const responses_options q = responses_default();
    o.factor.rule = LOW_RANK_SPECTRAL;
    o.factor.rank = LOW_RANK_MOST;
    o.factor.tolerance = row->error;
    *out = (scene_result){.rank = 0};
    if (!recording_open(path, memory, &x, r) || !portrait_make(&x, &o, memory, &by_rule, r))
        return false;
    o.factor.rule = LOW_RANK_GIVEN;
    o.factor.rank = row->rank;
    if (!portrait_make(&x, &o, memory, &by_rank, r))
        return false;
    count_soft(&x, out);
    out->states = x.state_count;
    out->responses = x.response_count;
    out->begun = responses_make(&by_rule, &q, 0, memory).start_count;
    out->rank = by_rule.rank;
    out->worst = by_rule.worst.distance;
    out->reach = by_rule.reach;
    out->spectral = by_rank.factor.spectral_high / by_rank.factor.values[0];
    out->squares = by_rank.factor.frobenius / by_rank.factor.size;
    return true;
}

static size_t put_row(const scene_row* t, const scene_result* o, char* to, size_t room) {
    int used =
        snprintf(to, room, "| %s | %d | %d | %d | %d | %d | %d | %g | |\n", t->theirs, t->faces,
                 t->vertices, 3 * t->vertices, t->states, t->responses, t->rank, 100.0 * t->error);
    used +=
        snprintf(to + used, room - (size_t)used,
                 "| `%s` | %d | %d | %d | %d | %d, %d can be begun | %d | %g | %d shapes leave "
                 "%.2g (%.2g) |\n",
                 t->name, o->faces, o->vertices, 3 * o->vertices, o->states, o->responses, o->begun,
                 o->rank, 100.0 * t->error, t->rank, 100.0 * o->spectral, 100.0 * o->squares);
    return (size_t)used;
}

int bench_recorded(const char* folder, const char* file_or_null) {
    static char table[8192];
    arena* memory = arena_create();
    report r = report_new(memory);
    size_t used = (size_t)snprintf(table, sizeof table,
                                   "| scene | faces | vertices | degrees of freedom | states | "
                                   "responses | shapes r | error, %% "
                                   "| |\n|---|---|---|---|---|---|---|---|---|\n");
    bool sound = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && sound; ++i) {
        const char* path = arena_format(memory, "%s/%s.rec", folder, rows[i].name);
        scene_result o;
        if (access(path, R_OK) != 0) {
            printf("%s is not there\n", path);
            continue;
        }
        arena* own = arena_create();
        sound = reduce(&rows[i], path, &o, own, &r);
        arena_destroy(own);
        if (sound)
            used += put_row(&rows[i], &o, table + used, sizeof table - used);
    }
    for (int32_t i = 0; i < r.count; ++i)
        printf("%s\n", finding_text(&r.findings[i], memory));
    printf("%s", table);
    sound = sound &&
            (file_or_null == NULL || page_put(file_or_null, "recorded scenes", table, memory, &r));
    arena_destroy(memory);
    return sound ? 0 : 1;
}
