// What sweeps leave when they have not come near a solution, made harmless.
//
// Of a solution p^T (J w + bias + softness p) is 0, or below it where friction slides: what impulses do beyond their
// bias is to take energy away. Sweeps that end early (flesh at its limit between things that close, a stiff rod in
// a corner, joints that contradict contacts) may leave it above 0, and by any amount: that is energy from nowhere. Then all
// impulses of the island are scaled by the one factor that makes it 0, which is where their work along that line is
// least. A solution is never changed, and no island can gain more than a tenth of its impulses' own square.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve_work.h"

static const double SOLVE_GUARD_SAFE = 0.99; // shares above are as good as sweeps make them

static void add_up(solver* s) {
    for (int32_t i = 0; i < s->block_count; ++i) {
        const solve_block* block = &s->blocks[i];
        int32_t body = solve_body_of(s, i);
        if (body < 0 || block->row_count == 0 || block->bare)
            continue;
        solve_island* island = &s->islands[solve_root(s->islands, body)];
        float r[3];
        solve_find_rest(s, i, r);
        for (int32_t k = 0; k < block->row_count; ++k) {
            double p = (double)s->p[i][k];
            island->work += p * (double)r[k];
            if (block->kind == SOLVE_JOINT || k == 0)
                island->square += (double)block->softness * p * p;
        }
    }
    for (int32_t b = 0; b < s->body_count; ++b) {
        solve_island* island = &s->islands[solve_root(s->islands, b)];
        const float* x = s->x + s->bodies[b].first;
        for (int32_t i = 0; i < s->bodies[b].count; ++i)
            island->square += (double)x[i] * (double)x[i];
    }
}

bool solve_guard(solver* s) {
    bool any = false;
    add_up(s);
    for (int32_t i = 0; i < s->block_count; ++i) {
        int32_t body = solve_body_of(s, i);
        if (body < 0)
            continue;
        const solve_island* island = &s->islands[solve_root(s->islands, body)];
        // what holds of a body on bones do is in x, too, and not ours to judge
        if (island->held || island->work <= (1.0 - SOLVE_GUARD_SAFE) * island->square)
            continue;
        double fraction = 1.0 - island->work / island->square;
        for (int k = 0; k < 3; ++k)
            s->p[i][k] = fraction > 0.0 ? (float)(fraction * (double)s->p[i][k]) : 0.0f;
        any = true;
    }
    return any;
}
