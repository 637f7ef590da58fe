// Frames of the hard worlds: median, mean and worst of those in which something is awake, over copies.
//
// One trajectory is chance: which body is struck first, and who comes to lie on whom, is told by the last bits. So a
// scene runs as several copies whose bodies are put aside by 1e-5 of their sizes, and what is printed is the median
// over copies, and the worst copy beside it. Timed is the step alone, in processor time; a copy runs
// twice with the same bits, and of each frame the faster counts. Work is what stats count (rows swept, points tested, ten
// times triangles measured), the same on every machine: its ratio needs no clock. A scene that takes longer than
// its patience is ended, and says so.
// SPDX-License-Identifier: MIT
#include "bench/hard.h"

#include "bake/base/clock.h"
#include "bench/figures/recorder.h"
#include "bench/frame.h"
#include "bench/many.h"
#include "bench/uneven.h"
#include "scenes/hard_worlds.h"
#include "scenes/world_shrink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HARD_FRAMES = 20000, HARD_AGAIN = 2, HARD_COPIES = 7 };
static const double SEARCH_SECONDS = 20.0; // of a random world that is to come to rest, at most
static const double HARD_PATIENCE = 30.0;  // processor seconds of a copy
static const double HARD_ASIDE = 1e-5;     // sizes by which a copy's bodies are elsewhere

// What a copy took, of frames in which something was awake; what it did.
typedef enum measured {
    MEDIAN,
    MEAN,
    WORST,
    RATIO,       // worst over median
    WORK_RATIO,  // the same of the work that is counted
    WORK_MEDIAN, // thousands
    WORK_WORST,
    FIND, // per cent of the time
    SOLVE,
    CONTACTS, // in a frame, the most
    ROWS,     // thousands, the most in a frame
    POINTS,
    GAIN,    // energy above what was put in, over that
    FASTEST, // m/s
    DEEPEST, // overlap over the size
    THROUGH, // centres that went through something
    LAST,    // when something was last awake
    AWAKE,   // bodies, at the end
    FIGURES
} measured;

// How a figure is printed: its width, digits behind the point, and whether the worst copy stands beside the median.
static const struct column {
    const char* name;
    int width, digits;
    bool both;
} columns[FIGURES] = {
    {"median", 7, 3, true}, {"mean", 7, 3, true},   {"worst", 7, 3, true},  {"w/m", 5, 1, true},
    {"work", 5, 1, true},   {"med k", 6, 1, false}, {"most k", 6, 1, true}, {"find", 4, 0, false},
    {"solv", 4, 0, false},  {"most", 4, 0, true},   {"rows k", 6, 1, true}, {"pts k", 5, 2, true},
    {"gain", 6, 4, true},   {"m/s", 6, 3, true},    {"deep", 5, 3, true},   {"thru", 4, 0, true},
    {"last", 5, 2, true},   {"up", 2, 0, true},
};

// One run's frames.
typedef struct timing {
    double ms[HARD_FRAMES], work[HARD_FRAMES];
    int32_t count;
    double find, solve; // shares of the whole, of the last run
    bool ended;
} timing;

static int ascending(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

static double median_of(double* values, int32_t count) {
    qsort(values, (size_t)count, sizeof *values, ascending);
    return count > 0 ? values[count / 2] : 0.0;
}

static double ratio(double a, double b) {
    return b > 0.0 ? a / b : 0.0;
}

static void conclude(const run_measures* m, timing* t, double out[FIGURES]) {
    double sum = 0.0;
    int32_t last = t->count - 1;
    for (int32_t i = 0; i < t->count; ++i)
        sum += t->ms[i];
    out[MEDIAN] = median_of(t->ms, t->count);
    out[MEAN] = ratio(sum, t->count);
    out[WORST] = last >= 0 ? t->ms[last] : 0.0;
    out[RATIO] = ratio(out[WORST], out[MEDIAN]);
    out[WORK_MEDIAN] = 1e-3 * median_of(t->work, t->count);
    out[WORK_WORST] = last >= 0 ? 1e-3 * t->work[last] : 0.0;
    out[WORK_RATIO] = ratio(out[WORK_WORST], out[WORK_MEDIAN]);
    out[FIND] = 100.0 * t->find;
    out[SOLVE] = 100.0 * t->solve;
    out[CONTACTS] = m->contacts;
    out[ROWS] = 1e-3 * m->rows;
    out[POINTS] = 1e-3 * m->points;
    out[GAIN] = m->broken ? INFINITY : m->gain;
    out[FASTEST] = m->fastest;
    out[DEEPEST] = m->deepest;
    out[THROUGH] = m->through;
    out[LAST] = m->last_awake;
    out[AWAKE] = m->awake;
}

static void show_head(void) {
    printf("%d copies, put aside by %g of a size: the median of them, and the worst. ms a frame "
           "while something is awake;\n"
           "worst over median by time and by work (thousands of rows, points and ten times "
           "triangles); %% finding and\n"
           "solving; contacts, rows and points in the worst frame; energy above what was put in, "
           "over that; the fastest\n"
           "point; overlap over the size; centres through something; when the last was awake, and "
           "how many are\n%-9s",
           HARD_COPIES, HARD_ASIDE, "scene");
    for (int f = 0; f < FIGURES; ++f)
        printf(" %*s", columns[f].width * (1 + columns[f].both) + columns[f].both, columns[f].name);
    printf("\n");
}

// The median of a copy's frames, beside the worst of them; over copies.
static void tell(const char* name, double values[FIGURES][HARD_COPIES], int32_t copies) {
    double ms[HARD_COPIES], ratios[HARD_COPIES];
    memcpy(ms, values[WORST], sizeof ms);
    memcpy(ratios, values[RATIO], sizeof ratios);
    arena* memory = arena_create();
    figure f = {.bench = "worlds",
                .name = arena_format(memory, "%s: worst frame", name),
                .unit = "ms",
                .value = spread_of(ms, copies),
                .beside_or_null = "its median",
                .ratio = spread_of(ratios, copies)};
    record(&f);
    arena_destroy(memory);
}

static void show(const char* name, double values[FIGURES][HARD_COPIES], int32_t copies,
                 bool ended) {
    tell(name, values, copies);
    printf("%-9s", name);
    for (int f = 0; f < FIGURES; ++f) {
        const struct column* c = &columns[f];
        printf(" %*.*f", c->width, c->digits, median_of(values[f], copies));
        if (c->both)
            printf(" %-*.*f", c->width, c->digits, values[f][copies - 1]);
    }
    printf("%s\n", ended ? " (ended)" : "");
    fflush(stdout);
}

// Bodies a little elsewhere; the first copy is the scene itself. What is driven stays, with what hangs on it.
static void put_aside(world_script* s, int copy) {
    uint64_t seed = (uint64_t)copy;
    for (int32_t i = 0; i < s->body_count && copy > 0; ++i) {
        double by[3];
        for (int k = 0; k < 3; ++k) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            by[k] = HARD_ASIDE * s->bodies[i].size *
                    (2.0 * (double)(seed >> 11) / 9007199254740992.0 - 1.0);
        }
        if (!s->bodies[i].driven)
            s->bodies[i].place = v3_add(s->bodies[i].place, v3(by[0], by[1], by[2]));
    }
}

static bool run_once(world_run* r, timing* t, bool first) {
    double find = 0.0, solve = 0.0, all = 0.0;
    int32_t at = 0;
    while (1e-6 * all < HARD_PATIENCE && run_before(r)) {
        frame_cost c = frame_timed(r->world, (float)r->dt);
        run_after(r);
        supple_world_counts stats = supple_world_stats(r->world);
        if (stats.awake == 0 || at == HARD_FRAMES)
            continue;
        double ms = 1e-3 * c.all;
        t->ms[at] = first || ms < t->ms[at] ? ms : t->ms[at];
        t->work[at++] =
            (double)stats.rows_swept + stats.points_tested + 10.0 * stats.triangles_tested;
        find += c.find, solve += c.solve, all += c.all;
    }
    t->count = at;
    t->ended = 1e-6 * all >= HARD_PATIENCE;
    t->find = ratio(find, all);
    t->solve = ratio(solve, all);
    return !t->ended;
}

static bool measure(const world_script* scene, script_stock* stock) {
    static world_script s;
    static world_run r;
    static timing t;
    double values[FIGURES][HARD_COPIES], one[FIGURES];
    bool ok = true, more = true;
    int32_t copies = 0;
    const int32_t most = getenv("SUPPLE_SHORT") != NULL ? 1 : HARD_COPIES;
    while (copies < most && ok && more) {
        s = *scene;
        put_aside(&s, copies);
        for (int i = 0; i < HARD_AGAIN && ok && more; ++i) {
            ok = run_begin(&r, &s, stock);
            more = ok && run_once(&r, &t, i == 0);
            if (ok && (i == HARD_AGAIN - 1 || !more))
                conclude(&r.m, &t, one);
            run_end(&r);
        }
        for (int f = 0; f < FIGURES && ok; ++f)
            values[f][copies] = one[f];
        ++copies;
    }
    if (ok)
        show(scene->name, values, copies, !more);
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
    if (count == 3 && strcmp(names[0], "uneven") == 0)
        return bench_uneven(names + 1);
    if (count == 1 && strcmp(names[0], "many") == 0) {
        bench_many();
        return 0;
    }
    static world_script s;
    script_stock stock = script_stock_new();
    bool ok = true;
    show_head();
    for (int i = 0; i < (count > 0 ? count : HARD_WORLDS) && ok; ++i) {
        const char* name = count > 0 ? names[i] : hard_worlds[i].name;
        ok = describe(name, &s) && measure(&s, &stock);
        if (!ok)
            fprintf(stderr, "there is no world %s\n", name);
    }
    script_stock_close(&stock);
    return ok ? 0 : 1;
}
