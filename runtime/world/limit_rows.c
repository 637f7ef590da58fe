// The row is the derivative of the bound, with its corners rounded. It begins with the force that it had in the substep
// before: what presses flesh at its limit moves flesh first and the body last, and few sweeps would leave it pressed in.
// SPDX-License-Identifier: MIT
#include "runtime/world/limit_rows.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"

#include <string.h>

static const double LIMIT_ROWS_NEAR = 0.25; // limits: flesh that is nearer to its rest is not asked
static const double LIMIT_ROWS_ROUND = 0.05; // limits

static bool is_near(const supple_body* b, int32_t part) {
    return !b->parts[part].model->kinematic && (double)bound_now(b, part) > LIMIT_ROWS_NEAR;
}

// Of the row among warm starts: neither of a contact, whose keys are hashes, nor of a centre (world_core.c).
static uint64_t key_of(int32_t slot, int32_t part) {
    return (uint64_t)3 << 62 | (uint64_t)(uint32_t)slot << 32 | (uint64_t)(uint32_t)part;
}

// Returns the solver's number of the row; -1: there is no room.
static int32_t add_part(supple_world* w, int32_t slot, int32_t part, world_level level, double h) {
    world_body* wb = &w->bodies[slot];
    const supple_body* b = wb->body;
    double bound = (double)bound_now(b, part), metres = b->asset.metres,
           limit = (double)b->tuning[part].limit;
    int32_t first = b->parts[part].first, count = b->active[part];
    memset(wb->rows[0], 0, 3 * sizeof(float) * (size_t)b->coord_count);
    bound_gradient(b, part, LIMIT_ROWS_ROUND, wb->rows[0]);
    for (int32_t i = 0; i < count; ++i)
        wb->rows[0][i] = (float)(-metres * (double)wb->rows[0][i]);
    // of the body against itself: rigid motion is not in it
    solve_contact c = {.normal = {1.0, 0.0, 0.0},
                       .bias = (bound < 1.0 ? 1.0 - bound : 0.0) * limit * metres / h};
    c.side[0] = (solve_side){.body = wb->solver_body,
                             .first = first,
                             .count = count,
                             .rows = wb->rows[0],
                             .stride = b->coord_count};
    c.side[1] =
        (solve_side){.body = wb->solver_body, .rows = wb->rows[0], .stride = b->coord_count};
    if (level == WORLD_FORCES) {
        c.bias /= h;
        const world_warm_start* known = world_find_warm_start(w, key_of(slot, part));
        c.start[0] = known->key != 0 ? known->force[0] : 0.0;
    }
    return solve_add_contact(w->solve, &c);
}

void limits_add(supple_world* w, world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    w->first_limit = -1;
    w->limit_count = 0;
    for (int32_t i = 0; i < w->body_count; ++i)
        for (int32_t p = 0; w->bodies[i].solver_body >= 0 && p < w->bodies[i].body->part_count;
             ++p) {
            if (!is_near(w->bodies[i].body, p))
                continue;
            int32_t block = add_part(w, i, p, level, h);
            if (block < 0)
                return;
            w->first_limit = w->limit_count++ == 0 ? block : w->first_limit;
        }
}

void limits_keep(supple_world* w) {
    int32_t stored = 0, room = w->options.max_contacts - w->found_count;
    for (int32_t i = 0; i < w->body_count; ++i)
        for (int32_t p = 0; w->bodies[i].solver_body >= 0 && p < w->bodies[i].body->part_count;
             ++p) {
            if (!is_near(w->bodies[i].body, p) || stored == w->limit_count || stored == room)
                continue;
            world_warm_start* slot = world_find_warm_start(w, key_of(i, p));
            slot->key = key_of(i, p);
            solve_impulse(w->solve, w->first_limit + stored++, slot->force);
        }
}
