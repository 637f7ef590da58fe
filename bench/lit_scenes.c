// Their relErr is what their rank leaves of the transfer of the shapes that they lit, about the mean; ours is the same, and beside it what is
// shown at states that were not lit.
// SPDX-License-Identifier: MIT
#include "bench/lit_scenes.h"

#include "bake/portrait/portrait_light.h"
#include "bench/page.h"

#include <stdio.h>
#include <unistd.h>

typedef struct lit_scene {
    const char *name, *theirs;
    int32_t points, shapes, rank;
    double error;
} lit_scene;

static const lit_scene rows[] = {{"beast", "dinosaur", 26361, 50, 7, 0.044},
                                 {"door", "cloth", 16570, 200, 12, 0.15},
                                 {"plant", "plant", 9990, 100, 12, 0.062}};

typedef struct lit_result {
    int32_t points, shapes, held;
    double change;                    // what differs from the mean, of the transfer
    double left;                      // by the fields, at shapes that were lit, of what changes
    double whole, changes, reduction; // at states held out: of the transfer, of what changes
    double worst;                     // of them, of the transfer
} lit_result;

static double part(double a, double of) {
    return of > 0.0 ? a / of : 0.0;
}

static bool read_scene(const lit_scene* row, const char* folder, lit_result* out, report* r) {
    arena* memory = arena_create();
    portrait_options how = portrait_default();
    how.factor.tolerance = 0.01;
    how.factor.rank = LOW_RANK_MOST;
    light_options o = light_default();
    o.as_file_says = true;
    o.file.path_or_null = arena_format(r->memory, "%s/%s.light", folder, row->name);
    o.factor.rule = LOW_RANK_GIVEN;
    o.factor.rank = row->rank;
    recording x;
    portrait p;
    portrait_light l;
    bool sound =
        recording_open(arena_format(r->memory, "%s/%s.rec", folder, row->name), memory, &x, r) &&
        portrait_make(&x, &how, memory, &p, r) && portrait_light_make(&p, &o, memory, &l, r);
    if (sound) {
        const light_model* m = &l.made.model;
        light_held h = light_made_sum(&l.made);
        const light_error* worst = l.made.worst >= 0 ? &l.made.errors[l.made.worst] : NULL;
        *out = (lit_result){.points = l.points.count,
                            .shapes = l.made.shapes.count,
                            .held = l.made.held_count,
                            .change = part(m->errors[0], m->size),
                            .left = part(m->errors[m->rank], m->errors[0]),
                            .whole = part(h.whole, h.size),
                            .changes = part(h.whole, h.motion),
                            .reduction = part(h.reduction, h.motion),
                            .worst = worst != NULL ? part(worst->whole, worst->size) : 0.0};
    }
    arena_destroy(memory);
    return sound;
}

static size_t put_row(const lit_scene* t, const lit_result* o, char* to, size_t room) {
    int used = snprintf(to, room, "| %s | %d | %d | %d | %.2g | | | | | |\n", t->theirs, t->points,
                        t->shapes, t->rank, 100.0 * t->error);
    used += snprintf(to + used, room - (size_t)used,
                     "| `%s` | %d | %d | %d | %.2g | %.2g | %d | %.2g | %.2g | %.2g |\n", t->name,
                     o->points, o->shapes, t->rank, 100.0 * o->left, 100.0 * o->change, o->held,
                     100.0 * o->changes, 100.0 * o->whole, 100.0 * o->worst);
    return (size_t)used;
}

int bench_lit_scenes(const char* folder, const char* file_or_null) {
    static char table[8192];
    arena* memory = arena_create();
    report r = report_new(memory);
    size_t used = (size_t)snprintf(
        table, sizeof table,
        "| scene | lit points | shapes lit | fields | error of those, %% of what changes | what "
        "changes, %% of the transfer | states held out | error there, %% of what changes | %% of "
        "the transfer | worst of them |\n|---|---|---|---|---|---|---|---|---|---|\n");
    bool sound = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && sound; ++i) {
        const char* path = arena_format(memory, "%s/%s.light", folder, rows[i].name);
        lit_result o;
        if (access(path, R_OK) != 0) {
            printf("%s is not there\n", path);
            continue;
        }
        sound = read_scene(&rows[i], folder, &o, &r);
        if (sound)
            used += put_row(&rows[i], &o, table + used, sizeof table - used);
    }
    for (int32_t i = 0; i < r.count; ++i)
        printf("%s\n", finding_text(&r.findings[i], memory));
    printf("%s", table);
    sound =
        sound && (file_or_null == NULL || page_put(file_or_null, "lit scenes", table, memory, &r));
    arena_destroy(memory);
    return sound ? 0 : 1;
}
