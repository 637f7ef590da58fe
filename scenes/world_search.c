// The search: a list of the worst for each measure.
// SPDX-License-Identifier: MIT
#include "scenes/world_search.h"

#include "runtime/math/exact.h"

#include <math.h>
#include <string.h>

const char* const search_names[SEARCH_MEASURES] = {"gain", "work", "depth", "awake"};

const double search_bounds[SEARCH_MEASURES] = {
    [SEARCH_GAIN] = 0.05,     // the error of coarse steps, of what spins by radians in one
    [SEARCH_WORK] = 200000.0, // by construction: WORLD_WORK
    [SEARCH_DEPTH] = 0.3,
    [SEARCH_AWAKE] = 1.0,
};

void search_begin(search* s) {
    memset(s, 0, sizeof *s);
    s->stock = script_stock_new();
}

void search_end(search* s) {
    script_stock_close(&s->stock);
}

// What comes back from the ground of the speed of a body whose first mode is struck for half a period, and what restitution
// leaves beside it: the most of any.
static double rebound(const world_script* w) {
    double most = 0.0;
    for (int32_t i = 0; i < w->body_count; ++i) {
        double ratio = fmin(w->bodies[i].ratio, 0.999);
        double flesh = exp(-EXACT_PI * ratio / sqrt(1.0 - ratio * ratio));
        if (!w->bodies[i].driven)
            most = fmax(most, 1.0 - (1.0 - flesh) * (1.0 - w->bodies[i].restitution));
    }
    return most;
}

// When all of it should be asleep: 5 s or three decay times after it has come down from the last event; of large bodies ten
// times the time in which they fall by their size; and what is thrown, or falls, bounces for 2 v / (g (1 - e)) with a rebound e
// of its flesh, or slides for 2 v / (friction g). Flesh on bones sleeps when what is left of its swing is 1e-4 of its limit, which nobody sees: that is
// ln 1e4 decay times.
static double rest_due(const world_script* w) {
    double largest = 0.0, g = sqrt(v3_dot(w->gravity, w->gravity)), fastest = script_fastest(w);
    for (int32_t i = 0; i < w->body_count; ++i)
        largest = fmax(largest, w->bodies[i].size);
    double time = fmax(5.0, fmax(3.0 * script_decay(w, false), log(1e4) * script_decay(w, true)));
    if (g > 0.0)
        time = fmax(fmax(time, 10.0 * sqrt(largest / g)) + 2.0 * fastest / (g * (1.0 - rebound(w))),
                    2.0 * fastest / (g * fmin(1.0, w->friction)));
    return script_last_event(w) + time;
}

double search_score(const world_script* w, const run_measures* m, search_measure by) {
    if (by == SEARCH_GAIN)
        return m->broken ? INFINITY : m->gain;
    if (by == SEARCH_WORK)
        return (m->rows + m->points + 10.0 * m->triangles) / w->body_count;
    if (by == SEARCH_DEPTH)
        return m->deepest;
    double due = rest_due(w);
    return w->rests && w->seconds > due ? m->last_awake / due : 0.0;
}

bool search_lawful(const search_result* r) {
    bool lawful = !r->m.broken && r->m.through == 0;
    for (int i = 0; i < SEARCH_MEASURES; ++i)
        lawful &= r->scores[i] <= search_bounds[i];
    return lawful;
}

double search_badness(const search_result* r) {
    double most = r->m.broken || r->m.through > 0 ? INFINITY : 0.0;
    for (int i = 0; i < SEARCH_MEASURES; ++i)
        most = fmax(most, r->scores[i] / search_bounds[i]);
    return most;
}

// Into a list of the worst.
static void insert(search_found* list, const search_found* f) {
    int32_t at = SEARCH_WORST;
    while (at > 0 && f->score > list[at - 1].score)
        --at;
    if (at == SEARCH_WORST || !(f->score > 0.0))
        return;
    memmove(list + at + 1, list + at, sizeof *list * (size_t)(SEARCH_WORST - 1 - at));
    list[at] = *f;
}

void search_lengthen(world_script* w, double most) {
    double due = rest_due(w) + 1.0;
    if (w->rests && due < most)
        w->seconds = fmax(w->seconds, due);
}

bool search_try(search* s, const uint64_t* numbers, int32_t count, search_result* out) {
    static world_script w;
    static world_run r;
    memset(out, 0, sizeof *out);
    random_world(numbers, count, &w);
    search_lengthen(&w, s->seconds);
    bool ok = run_begin(&r, &w, &s->stock);
    while (ok && run_frame(&r)) {
    }
    run_end(&r);
    if (!ok)
        return false;
    search_found f = {.count = count, .m = r.m};
    memcpy(f.numbers, numbers, sizeof *numbers * (size_t)count);
    ++s->worlds;
    if (r.m.broken && s->broken++ == 0)
        s->first_broken = f;
    if (r.m.through > 0 && s->through++ == 0)
        s->first_through = f;
    for (int i = 0; i < SEARCH_MEASURES; ++i) {
        out->scores[i] = f.score = search_score(&w, &r.m, (search_measure)i);
        insert(s->worst[i], &f);
    }
    out->m = r.m;
    f.score = search_badness(out);
    insert(s->ten, &f);
    return true;
}

void search_print_numbers(const search_found* f, FILE* out) {
    for (int32_t i = 0; i < f->count; ++i)
        fprintf(out, "%s0x%llx", i > 0 ? "," : "", (unsigned long long)f->numbers[i]);
}

void search_print_result(const search_found* f, const search_result* r, FILE* out) {
    fprintf(out, "    ");
    search_print_numbers(f, out);
    for (int i = 0; i < SEARCH_MEASURES; ++i)
        fprintf(out, ", %s %.3g%s", search_names[i], r->scores[i],
                r->scores[i] > search_bounds[i] ? " <--" : "");
    fprintf(out, ", through %d, %.3g m/s%s\n", r->m.through, r->m.fastest,
            r->m.broken ? ", not finite" : "");
    fflush(out);
}

int32_t search_draw(search* s, uint64_t first, int32_t count) {
    int32_t wrong = 0;
    for (int32_t i = 0; i < count; ++i) {
        search_found f = {.numbers = {first + (uint64_t)i}, .count = 1};
        search_result result;
        if (search_try(s, f.numbers, 1, &result) && search_lawful(&result))
            continue;
        search_print_result(&f, &result, stdout);
        ++wrong;
    }
    return wrong;
}

int32_t search_climb(search* s, uint64_t seed, int32_t count) {
    int32_t wrong = 0;
    for (int32_t i = 0; i < count; ++i) {
        const search_found* list = s->worst[i % SEARCH_MEASURES];
        search_found from = list[i / SEARCH_MEASURES % SEARCH_WORST];
        if (from.count == 0)
            continue;
        if (from.count == SEARCH_PATH)
            --from.count; // the last change is replaced
        from.numbers[from.count++] = seed + (uint64_t)i;
        search_result result;
        if (search_try(s, from.numbers, from.count, &result) && search_lawful(&result))
            continue;
        search_print_result(&from, &result, stdout);
        ++wrong;
    }
    return wrong;
}

static void print_ten(const search* s, FILE* out) {
    fprintf(out, "  the worst, by how near they come to breaking a law\n");
    for (int i = 0; i < SEARCH_WORST && s->ten[i].count > 0; ++i) {
        const search_found* f = &s->ten[i];
        fprintf(out, "  %9.3g: gain %.2g, depth %.2g, %.3g m/s, last awake %.3g s  ", f->score,
                f->m.gain, f->m.deepest, f->m.fastest, f->m.last_awake);
        search_print_numbers(f, out);
        fprintf(out, "\n");
    }
}

void search_print(const search* s, FILE* out) {
    fprintf(out, "%d worlds, %d not finite, %d with something through something\n", s->worlds,
            s->broken, s->through);
    if (s->through > 0) {
        fprintf(out, "  first through: ");
        search_print_numbers(&s->first_through, out);
        fprintf(out, " body %d at %.3g s\n", s->first_through.m.through_body,
                s->first_through.m.through_time);
    }
    for (int by = 0; by < SEARCH_MEASURES; ++by)
        for (int i = 0; i < SEARCH_WORST && s->worst[by][i].count > 0; ++i) {
            const search_found* f = &s->worst[by][i];
            fprintf(out,
                    "  %-5s %9.3g: excess %.3g J at %.3g s, %.3g m/s, rows %.0f points %.0f "
                    "triangles %.0f, substeps %d, contacts %d  ",
                    search_names[by], f->score, f->m.excess, f->m.excess_time, f->m.fastest,
                    f->m.rows, f->m.points, f->m.triangles, f->m.substeps, f->m.contacts);
            search_print_numbers(f, out);
            fprintf(out, "\n");
        }
    print_ten(s, out);
}
