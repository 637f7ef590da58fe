// Frames of the hard worlds: median, mean and worst of those in which something is awake.
//
// Timed is the step alone, in processor time. A scene runs three times with the same bits, and of each frame
// the fastest counts: what is left of a worst frame is its own. A scene that takes longer than its patience
// is ended, and says so.
// SPDX-License-Identifier: MIT
#include "bench/hard.h"

#include "bake/base/clock.h"
#include "bench/frame.h"
#include "bench/many.h"
#include "scenes/hard_worlds.h"
#include "scenes/world_shrink.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 20000, AGAIN = 3 };
static const double SEARCH_SECONDS = 20.0; // of a random world that is to come to rest, at most
static const double PATIENCE = 30.0;       // processor seconds

static int ascending(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

// What a scene took: of frames in which something was awake.
typedef struct timing {
    double ms[FRAMES], sorted[FRAMES];
    int32_t count;
    double find, solve; // shares of the whole, of the last run
    bool ended;
} timing;

static void show(const world_run* r, timing* t) {
    const run_measures* m = &r->m;
    double sum = 0.0;
    for (int32_t i = 0; i < t->count; ++i)
        sum += t->sorted[i] = t->ms[i];
    qsort(t->sorted, (size_t)t->count, sizeof *t->sorted, ascending);
    double median = t->count > 0 ? t->sorted[t->count / 2] : 0.0,
           worst = t->count > 0 ? t->sorted[t->count - 1] : 0.0;
    printf(
        "%-9s %8.3f %8.3f %9.3f %6.1f %4.0f %4.0f %7.1f %5d %4d %5d %8.3g %8.3g %8.3g %8.2g %8.3g "
        "%6.3f %4d %6.2f %3d%s%s\n",
        r->script->name, median, t->count > 0 ? sum / t->count : 0.0, worst,
        median > 0.0 ? worst / median : 0.0, 100.0 * t->find, 100.0 * t->solve, m->contacts_mean,
        m->contacts, m->substeps, m->iterations, m->rows, m->points, m->excess, m->gain, m->fastest,
        m->deepest, m->through, m->last_awake, m->awake, m->broken ? " NOT FINITE" : "",
        t->ended ? " (ended)" : "");
    fflush(stdout);
}

static bool run_once(world_run* r, timing* t, bool first, double* spent) {
    double find = 0.0, solve = 0.0, all = 0.0;
    int32_t at = 0;
    while (*spent < PATIENCE && run_before(r)) {
        frame_cost c = frame_timed(r->world, (float)r->dt);
        run_after(r);
        *spent += 1e-6 * c.all;
        if (supple_world_stats_of(r->world).awake == 0 || at == FRAMES)
            continue;
        double ms = 1e-3 * c.all;
        t->ms[at] = first || ms < t->ms[at] ? ms : t->ms[at];
        ++at;
        find += c.find, solve += c.solve, all += c.all;
    }
    if (first)
        t->count = at;
    t->ended = *spent >= PATIENCE;
    t->find = all > 0.0 ? find / all : 0.0;
    t->solve = all > 0.0 ? solve / all : 0.0;
    return !t->ended;
}

static bool measure(const world_script* s, script_stock* stock) {
    static world_run r;
    static timing t;
    double spent = 0.0;
    bool ok = true, more = true;
    for (int i = 0; i < AGAIN && ok && more; ++i) {
        ok = run_begin(&r, s, stock);
        more = ok && run_once(&r, &t, i == 0, &spent);
        if (ok && (i == AGAIN - 1 || !more))
            show(&r, &t);
        run_end(&r);
    }
    return ok;
}

// 0x12,0x34: a random world and its changes; printed, too.
static bool describe(const char* name, world_script* out) {
    if (strncmp(name, "0x", 2) != 0)
        return hard_world_describe(name, out);
    uint64_t numbers[SEARCH_PATH];
    int32_t count = 0;
    for (const char* at = name; *at != '\0' && count < SEARCH_PATH;) {
        char* end = NULL;
        numbers[count++] = strtoull(at, &end, 16);
        at = *end == ',' ? end + 1 : end;
        if (end == at)
            break;
    }
    random_world(numbers, count, out);
    script_print(out, stdout);
    return true;
}

// `search FIRST COUNT CLIMBS`
static int look_for_worst(char** numbers) {
    search* s = calloc(1, sizeof *s);
    if (s == NULL)
        return 1;
    search_begin(s);
    s->seconds = SEARCH_SECONDS;
    double begin = clock_processor();
    int32_t wrong = search_draw(s, strtoull(numbers[0], NULL, 0), atoi(numbers[1]));
    int32_t climbed = search_climb(s, 0x1000000, atoi(numbers[2]));
    search_print(s, stdout);
    printf("%d of those drawn break a law, %d of those changed\n", wrong, climbed);
    printf("%.1f s of processor time\n", clock_processor() - begin);
    search_end(s);
    free(s);
    return 0;
}

static search_measure measure_named(const char* name) {
    int by = 0;
    while (by < SEARCH_MEASURES && strcmp(name, search_names[by]) != 0)
        ++by;
    return (search_measure)by;
}

// `shrink NAME MEASURE BOUND`: what is left of a world that is worse than the bound by a measure.
static int show_least(char** names) {
    static world_script s;
    script_stock stock = script_stock_new();
    search_measure by = measure_named(names[1]);
    bool ok = by < SEARCH_MEASURES && describe(names[0], &s);
    if (ok) {
        search_lengthen(&s, SEARCH_SECONDS);
        double score = world_shrink(&s, &stock, by, atof(names[2]));
        printf("%s %.3g:\n", search_names[by], score);
        script_print(&s, stdout);
    } else {
        fprintf(stderr, "shrink WORLD gain|work|depth|awake BOUND: no such world or measure\n");
    }
    script_stock_close(&stock);
    return ok ? 0 : 1;
}

int bench_hard(int count, char** names) {
    if (count == 4 && strcmp(names[0], "shrink") == 0)
        return show_least(names + 1);
    if (count == 4 && strcmp(names[0], "search") == 0)
        return look_for_worst(names + 1);
    if (count == 1 && strcmp(names[0], "many") == 0) {
        bench_many();
        return 0;
    }
    static world_script s;
    script_stock stock = script_stock_new();
    bool ok = true;
    printf("ms a frame while something is awake; %% finding and solving; contacts in a frame; rows "
           "swept and "
           "points\n"
           "tested in the worst; energy above what was put in: J, and over what was; the fastest "
           "point, m/s;\n"
           "overlap over the size; centres through something; when the last was awake, and how "
           "many are\n"
           "%-9s %8s %8s %9s %6s %4s %4s %7s %5s %4s %5s %8s %8s %8s %8s %8s %6s %4s %6s %3s\n",
           "scene", "median", "mean", "worst", "w/m", "find", "solv", "contact", "most", "subs",
           "iter", "rows", "points", "excess", "gain", "m/s", "deep", "thru", "last", "up");
    for (int i = 0; i < (count > 0 ? count : HARD_WORLDS) && ok; ++i) {
        const char* name = count > 0 ? names[i] : hard_worlds[i].name;
        ok = describe(name, &s) && measure(&s, &stock);
        if (!ok)
            fprintf(stderr, "there is no world %s\n", name);
    }
    script_stock_close(&stock);
    return ok ? 0 : 1;
}
