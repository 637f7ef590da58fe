// Up and down from a first guess, as far as a rung may still be the one; each is filled once at most.
// SPDX-License-Identifier: MIT
#include "bake/volume/ladder.h"

#include "bake/base/assert.h"

#define LADDER_STEP 1.19 // times as many elements on the next rung
#define THICK       0.2 // of the surface thinner than a cell: with less, finer rungs are solid as well
#define ALL_SHEET   0.9 // of it: with more, all rungs enclose

enum {
    RUNGS = 240,     // down to a millionth of the first
    OCTAVE = 12,     // rungs to half the cell
    LADDER_SURE = 2, // rungs in a row, beyond which there is nothing to find
    DOUBTFUL = 10,   // the same where solid and enclosing lattices take turns
};

typedef struct rung {
    bool known, possible;
    ladder_rung is;
    bool dense; // even enclosed it has too many
} rung;

typedef struct walk {
    const ladder* l;
    bool any;     // a rung could be filled
    int32_t most; // elements of a rung that are not too many
    rung rungs[RUNGS];
} walk;

// 2^(-k/12), the same on every machine.
static double cell_of(const ladder* l, int32_t k) {
    static const double twelfth[OCTAVE] = {1.0,
                                           0.94387431268169349664,
                                           0.89089871814033930474,
                                           0.84089641525371454303,
                                           0.79370052598409973738,
                                           0.74915353843834074940,
                                           0.70710678118654752440,
                                           0.66741992708501718241,
                                           0.62996052494743658238,
                                           0.59460355750136053336,
                                           0.56123102415468649072,
                                           0.52973154717964763228};
    return ldexp(l->longest * twelfth[k % OCTAVE], -(k / OCTAVE));
}

// Not upwards: a body stands on a layer of nodes, which is what holding its base holds.
static vec3 shift_of(int32_t k) {
    double x = k % 2 == 0 ? 1.0 / 3.0 : 2.0 / 3.0;
    return v3(x, 0.0, 1.0 - x);
}

static bool is_too_many(const ladder* l, int32_t count) {
    return (double)count > LADDER_TOO_MANY * l->wanted;
}

bool ladder_prefers(const ladder* l, int32_t count, int32_t than, bool finer) {
    bool many = is_too_many(l, count), many_there = is_too_many(l, than);
    if (count == than)
        return finer;
    if (many == many_there)
        return many ? count < than : count > than;
    int32_t few = many ? than : count, lots = many ? count : than;
    bool lots_wanted =
        few < (1.0 - LADDER_NEAR) * l->wanted && lots <= (1.0 + LADDER_NEAR) * l->wanted;
    return many == lots_wanted;
}

static void count_in(walk* w, const ladder_rung* r) {
    w->any = true;
    if (r->count > w->most && !is_too_many(w->l, r->count))
        w->most = r->count;
}

static const rung* look(walk* w, int32_t k) {
    rung* r = &w->rungs[k];
    if (r->known)
        return r;
    ladder_try how = {cell_of(w->l, k), shift_of(k), false};
    r->known = true;
    r->possible = how.cell >= w->l->finest && w->l->fill(w->l->user, &how, &r->is);
    if (!r->possible)
        return r;
    count_in(w, &r->is);
    r->dense = is_too_many(w->l, r->is.count);
    ladder_rung other;
    how.enclose = true;
    if (r->dense && !r->is.enclosing && r->is.thin >= THICK &&
        w->l->fill(w->l->user, &how, &other)) {
        count_in(w, &other);
        r->dense = is_too_many(w->l, other.count);
    }
    return r;
}

// Rungs from a count to the wanted one.
static int32_t rungs_to(const ladder* l, int32_t count) {
    double ratio = LADDER_TOO_MANY * l->wanted / (count > 0 ? count : 1);
    int32_t steps = 0;
    for (; ratio > LADDER_STEP && steps < 2 * OCTAVE; ratio /= LADDER_STEP)
        ++steps;
    for (; ratio < 1.0 && steps > -2 * OCTAVE; ratio *= LADDER_STEP)
        --steps;
    return steps;
}

static int32_t first_guess(walk* w) {
    int32_t k = 0;
    while (k + 1 < RUNGS && cell_of(w->l, k) > w->l->guess)
        ++k;
    for (int round = 0; round < 2; ++round) {
        const rung* r = look(w, k);
        int32_t to = k + (r->possible ? rungs_to(w->l, r->is.count) : -OCTAVE / 2);
        k = to < 0 ? 0 : to >= RUNGS ? RUNGS - 1 : to;
    }
    return k;
}

// Finer, until even an enclosing lattice would be too many.
static void walk_up(walk* w, int32_t k) {
    for (int32_t sure = 0, all = 0; k < RUNGS && sure < LADDER_SURE && all < DOUBTFUL; ++k) {
        const rung* r = look(w, k);
        if (!r->possible)
            return;
        sure = r->dense ? sure + 1 : 0;
        all = is_too_many(w->l, r->is.count) ? all + 1 : 0;
    }
}

// Coarser, until even a solid lattice would be fewer than the best.
static void walk_down(walk* w, int32_t k) {
    for (int32_t sure = 0, all = 0; k >= 0 && sure < LADDER_SURE && all < DOUBTFUL; --k) {
        const rung* r = look(w, k);
        bool fewer = r->possible && r->is.count < w->most;
        sure = fewer ? sure + (!r->is.enclosing || r->is.thin > ALL_SHEET) : 0;
        all = fewer ? all + 1 : 0;
    }
}

bool ladder_find(const ladder* l) {
    SUPPLE_ASSERT(l->longest > 0.0 && l->wanted > 0);
    walk w = {.l = l};
    int32_t from = first_guess(&w);
    walk_up(&w, from);
    walk_down(&w, from > 0 ? from - 1 : 0);
    return w.any;
}
