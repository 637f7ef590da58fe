// Slow frames are looked for: what is drawn and what is changed take turns, ten changes of the worst for twenty fresh seeds.
// SPDX-License-Identifier: MIT
#include "bench/uneven.h"

#include "bake/base/clock.h"
#include "scenes/random_world.h"
#include "scenes/world_frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNEVEN_WORST = 10, UNEVEN_PATH = 8, UNEVEN_TURN = 30, UNEVEN_DRAWN = 20 };
static const double UNEVEN_BOUND = 10.0;
static const uint64_t kinds[4] = {0, RANDOM_GAME, RANDOM_JOINTS, RANDOM_RIGID};

typedef struct uneven {
    uint64_t numbers[UNEVEN_PATH]; // of random_world
    int32_t count;
    frames_found found;
} uneven;

typedef struct looking {
    script_stock stock;
    uneven worst[UNEVEN_WORST]; // worst first
    int64_t worlds, frames, above, above_awake;
    double of_body; // the most work a body in any frame
} looking;

static void show(const uneven* u) {
    for (int32_t i = 0; i < u->count; ++i)
        printf("%s0x%llx", i > 0 ? "," : "", (unsigned long long)u->numbers[i]);
    printf(
        ": %.1f times the median, %.0f of %.0f rows at %.2f s, %d of %d frames; %.1f times that of "
        "all awake; a body at most %.0f\n",
        frames_ratio(&u->found), u->found.worst, u->found.median, u->found.at, u->found.count,
        u->found.awake, frames_ratio_awake(&u->found), u->found.worst_of_body);
    fflush(stdout);
}

static void keep(looking* l, const uneven* u) {
    int32_t at = UNEVEN_WORST;
    while (at > 0 && frames_ratio(&u->found) > frames_ratio(&l->worst[at - 1].found))
        --at;
    if (at == UNEVEN_WORST)
        return;
    memmove(l->worst + at + 1, l->worst + at, sizeof *u * (size_t)(UNEVEN_WORST - 1 - at));
    l->worst[at] = *u;
}

static void look_at(looking* l, uneven* u) {
    static world_script s;
    random_world(u->numbers, u->count, &s);
    if (!frames_run(&s, &l->stock, &u->found))
        return;
    ++l->worlds;
    l->frames += u->found.awake;
    l->above_awake += frames_ratio_awake(&u->found) > UNEVEN_BOUND;
    l->of_body = u->found.worst_of_body > l->of_body ? u->found.worst_of_body : l->of_body;
    if (frames_ratio(&u->found) > UNEVEN_BOUND) {
        ++l->above;
        show(u);
    }
    keep(l, u);
}

// The n-th: a fresh one of each kind in turn, or one of the worst with another change.
static uneven next(const looking* l, uint64_t first, uint64_t n) {
    uint64_t turn = n / UNEVEN_TURN, of = n % UNEVEN_TURN;
    uneven u = {.numbers = {kinds[n % 4] | (first + turn * UNEVEN_DRAWN + of)}, .count = 1};
    if (of < UNEVEN_DRAWN)
        return u;
    u = l->worst[of - UNEVEN_DRAWN];
    u.count -= u.count == UNEVEN_PATH; // the last change is replaced
    u.numbers[u.count++] = 0x1000000 + n;
    return u;
}

int bench_uneven(char** numbers) {
    static looking l;
    uint64_t first = strtoull(numbers[0], NULL, 0);
    double until = clock_processor() + atof(numbers[1]);
    l.stock = script_stock_new();
    for (uint64_t n = 0; clock_processor() < until; ++n) {
        uneven u = next(&l, first, n);
        look_at(&l, &u);
    }
    printf("%lld worlds, %lld frames, %lld worlds above %g times the median, %lld above that of "
           "all awake; a "
           "body at most %.0f rows; the worst:\n",
           (long long)l.worlds, (long long)l.frames, (long long)l.above, UNEVEN_BOUND,
           (long long)l.above_awake, l.of_body);
    for (int32_t i = 0; i < UNEVEN_WORST && l.worst[i].count > 0; ++i)
        show(&l.worst[i]);
    script_stock_close(&l.stock);
    return 0;
}
