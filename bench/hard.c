// Frames of the hard worlds: median, mean and worst of those in which something is awake.
//
// Timed is supple_world_step alone, in processor time; each scene runs once, as a game has it, so that a
// worst frame is real, or a machine's: run it twice to tell. A scene that takes longer than its
// patience is ended, and says so.
// SPDX-License-Identifier: MIT
#include "bench/hard.h"

#include "bake/base/clock.h"
#include "bench/many.h"
#include "scenes/hard_worlds.h"
#include "scenes/world_search.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 20000 };
static const double PATIENCE = 30.0; // processor seconds

static int ascending(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

static void show(const world_run* r, double* ms, int32_t count, bool ended) {
    const run_measures* m = &r->m;
    double sum = 0.0;
    for (int32_t i = 0; i < count; ++i)
        sum += ms[i];
    qsort(ms, (size_t)count, sizeof *ms, ascending);
    double median = count > 0 ? ms[count / 2] : 0.0, worst = count > 0 ? ms[count - 1] : 0.0;
    printf("%-9s %8.3f %8.3f %9.3f %6.1f %7.1f %5d %4d %5d %8.3g %8.2g %8.3g %6.3f %4d %6.2f "
           "%3d%s%s\n",
           r->script->name, median, count > 0 ? sum / count : 0.0, worst,
           median > 0.0 ? worst / median : 0.0, m->contacts_mean, m->contacts, m->substeps,
           m->iterations, m->excess, m->gain, m->fastest, m->deepest, m->through, m->last_awake,
           m->awake, m->broken ? " NOT FINITE" : "", ended ? " (ended)" : "");
    fflush(stdout);
}

static bool measure(const world_script* s, script_stock* stock, double* ms) {
    static world_run r;
    int32_t count = 0;
    double spent = 0.0;
    bool ok = run_begin(&r, s, stock);
    while (ok && spent < PATIENCE && run_before(&r)) {
        double begin = clock_processor();
        run_step(&r);
        double took = clock_processor() - begin;
        run_after(&r);
        spent += took;
        if (supple_world_stats_of(r.world).awake > 0 && count < FRAMES)
            ms[count++] = 1e3 * took;
    }
    if (ok)
        show(&r, ms, count, spent >= PATIENCE);
    run_end(&r);
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
    double begin = clock_processor();
    search_draw(s, strtoull(numbers[0], NULL, 0), atoi(numbers[1]));
    search_climb(s, 0x1000000, atoi(numbers[2]));
    search_print(s, stdout);
    printf("%.1f s of processor time\n", clock_processor() - begin);
    search_end(s);
    free(s);
    return 0;
}

int bench_hard(int count, char** names) {
    if (count == 4 && strcmp(names[0], "search") == 0)
        return look_for_worst(names + 1);
    if (count == 1 && strcmp(names[0], "many") == 0) {
        bench_many();
        return 0;
    }
    static world_script s;
    static double ms[FRAMES];
    script_stock stock = script_stock_new();
    bool ok = true;
    printf("ms a frame while something is awake; contacts in a frame; energy above what was put "
           "in: J, and\n"
           "over what was; the fastest point, m/s; overlap over the size after a second; centres "
           "through\n"
           "something; when the last was awake, and how many are at the end\n"
           "%-9s %8s %8s %9s %6s %7s %5s %4s %5s %8s %8s %8s %6s %4s %6s %3s\n",
           "scene", "median", "mean", "worst", "w/m", "contact", "most", "subs", "iter", "excess",
           "gain", "m/s", "deep", "thru", "last", "up");
    for (int i = 0; i < (count > 0 ? count : HARD_WORLDS) && ok; ++i) {
        const char* name = count > 0 ? names[i] : hard_worlds[i].name;
        ok = describe(name, &s) && measure(&s, &stock, ms);
        if (!ok)
            fprintf(stderr, "there is no world %s\n", name);
    }
    script_stock_close(&stock);
    return ok ? 0 : 1;
}
