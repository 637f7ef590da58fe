// What cannot be goes with a line; the rest is ranked by its flesh.
// SPDX-License-Identifier: MIT
#include "bake/volume/part_choice.h"

#include "bake/volume/fade.h"
#include "bake/volume/layers.h"

#define WORTH_DEPTH 0.2 // of the deepest part's depth: a part with less is not worth it
#define PART_CHOICE_ALIKE                                                                          \
    1e-4 // of their flesh: parts that differ by less are equal, whatever rounding did

enum { VERTICES_LEAST = 10 };

static int32_t moving_vertices(const candidates* x, int32_t i, const character* c) {
    arena* scratch = arena_create();
    region g = region_copy(c, &x->plans[i].region, scratch);
    layers_settle(c, &g);
    float* fade = fade_of(c, &g, 0.0, scratch);
    int32_t count = 0;
    for (int32_t k = 0; k < c->weld.count; ++k)
        count += fade[c->weld.first[k]] > 0.0f;
    arena_destroy(scratch);
    return count;
}

// Could such a part be? Else a line says why it is left out.
static bool is_plausible(const candidates* x, int32_t i, const character* c, report* r) {
    double fraction = x->plans[i].flesh / x->flesh[x->figures[i]];
    int32_t count = moving_vertices(x, i, c);
    if (fraction > x->most[i])
        report_note(
            r, place_none(),
            "part \"%s\" is left out: it would be %.0f %% of the flesh, and no such part is "
            "more than %.0f %%",
            x->plans[i].name, 100.0 * fraction, 100.0 * x->most[i]);
    else if (count == 0)
        report_note(r, place_none(),
                    "part \"%s\" is left out: none of its vertices would move, all are held by "
                    "something rigid or lie on its seam",
                    x->plans[i].name);
    else if (count < VERTICES_LEAST)
        report_note(r, place_none(),
                    "part \"%s\" is left out: only %d of its vertices would move, too few to show "
                    "a shape",
                    x->plans[i].name, count);
    return fraction <= x->most[i] && count >= VERTICES_LEAST;
}

// What is not kept goes, and its twin with it.
static void keep_only(candidates* x, const bool* keep, arena* memory) {
    int32_t *to = ARENA_NEW(memory, int32_t, (size_t)x->count), count = 0;
    for (int32_t i = 0; i < x->count; ++i)
        to[i] = keep[i] && keep[x->twins[i]] ? count++ : -1;
    for (int32_t i = 0; i < x->count; ++i)
        if (to[i] >= 0) {
            x->plans[to[i]] = x->plans[i];
            x->depths[to[i]] = x->depths[i];
            x->twins[to[i]] = to[x->twins[i]];
            x->figures[to[i]] = x->figures[i];
        }
    x->count = count;
}

// Is it deep enough beside the deepest of its figure?
static bool is_deep(const candidates* x, int32_t i) {
    double deepest = 0.0;
    for (int32_t k = 0; k < x->count; ++k)
        deepest = x->figures[k] == x->figures[i] ? fmax(deepest, x->depths[k]) : deepest;
    return x->depths[i] > WORTH_DEPTH * deepest;
}

static double flesh_of_twins(const candidates* x, int32_t i) {
    return fmax(x->plans[i].flesh, x->plans[x->twins[i]].flesh);
}

// How many plans come before this one and its twin. Those of as much flesh do when `alike`, else the first of them.
static int32_t count_before(const candidates* x, int32_t i, bool alike) {
    double own = flesh_of_twins(x, i);
    int32_t count = 0;
    for (int32_t k = 0; k < x->count; ++k) {
        double other = flesh_of_twins(x, k);
        bool equal = fabs(other - own) <= PART_CHOICE_ALIKE * own;
        count += k != i && k != x->twins[i] && (equal ? alike || k < i : other > own);
    }
    return count;
}

static int32_t choose_so(const candidates* x, bool alike, part_plan* out) {
    int32_t count = 0;
    for (int32_t i = 0; i < x->count; ++i) {
        int32_t twin = x->twins[i], needs = twin == i ? 1 : 2;
        if (count < PARTS_MOST && count_before(x, twin < i ? twin : i, alike) + needs <= PARTS_MOST)
            out[count++] = x->plans[i];
    }
    return count;
}

// The fleshiest plans, PARTS_MOST of them, in their order: never one without its twin, nor, where joints have no names that
// say left and right, one of several that are alike. Of very many that are alike the first are taken.
int32_t candidates_choose(candidates* x, const character* c, arena* memory, part_plan* out,
                          report* r) {
    bool* keep = ARENA_NEW(memory, bool, (size_t)x->count);
    for (int32_t i = 0; i < x->count; ++i)
        keep[i] = is_plausible(x, i, c, r);
    keep_only(x, keep, memory);
    for (int32_t i = 0; i < x->count; ++i)
        keep[i] = is_deep(x, i);
    keep_only(x, keep, memory);
    int32_t count = choose_so(x, true, out);
    count = count > 0 ? count : choose_so(x, false, out);
    if (x->count > count)
        report_note(r, place_none(),
                    "%d soft places were found, of which the %d with the most flesh are taken; a "
                    "recipe can have others, by their bones",
                    x->count, count);
    return count;
}
