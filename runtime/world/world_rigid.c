// What flesh cannot give, rigid motion parts.
//
// Flesh yields by its limit at most (limit.h). A contact that is deeper than that was not dented: its body was put
// there, or was pressed there while its flesh gave more than it has. Solved like any other, its force goes into flesh
// first, which is many times as mobile as the body: it is thrown to its limit, stops there, swings back, and the body stays
// where it is (a ball of 7 mm lay in the ground to its centre for ever). So the deeper a contact is beyond the limit, the less flesh
// takes part in it: it acts on the body as if that were hard, which leaves at the recovery speed.
//
// Between two things that close on it a body has nowhere to go, and hard contacts that contradict each other throw it. There
// flesh has to give, and yields (world_contact_compliance.c). Which it is follows from the overlaps themselves: where they push the
// body, all together, and how deep those are that push it back.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"

static const double WORLD_RIGID_MOST =
    0.2; // sizes: flesh counts as giving no more, whatever its limit is
static const double WORLD_RIGID_FADE = 0.05; // sizes, over which it comes to take no part
// A body of which the deepest overlap that pushes it back is so much of the deepest that pushes it on is between two things.
static const double BETWEEN = 0.25;

// Overlaps that push a body: not those of centres, which are rigid as they are, nor of a body with itself.
static bool pushes(const contact* t) {
    return t->gap < 0.0 && !t->core && t->other != t->body;
}

static void add_push(world_body* wb, const contact* t, double sign) {
    for (int k = 0; k < 3; ++k)
        wb->push[k] -= sign * t->gap * t->normal[k];
}

static void compare_with_push(world_body* wb, const contact* t, double sign) {
    double along = -sign * t->gap * dot3(t->normal, wb->push);
    wb->push_on = along > wb->push_on ? along : wb->push_on;
    wb->push_back = -along > wb->push_back ? -along : wb->push_back;
}

void world_find_rigid(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        wb->push[0] = wb->push[1] = wb->push[2] = wb->push_on = wb->push_back = wb->rigid = 0.0;
    }
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        if (pushes(t))
            add_push(&w->bodies[t->body], t, 1.0);
        if (pushes(t) && t->other >= 0)
            add_push(&w->bodies[t->other], t, -1.0);
    }
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        if (pushes(t))
            compare_with_push(&w->bodies[t->body], t, 1.0);
        if (pushes(t) && t->other >= 0)
            compare_with_push(&w->bodies[t->other], t, -1.0);
    }
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        if (wb->body == NULL || !free_is(wb->body) || !(wb->push_on > 0.0))
            continue;
        double alone = 1.0 - wb->push_back / (BETWEEN * wb->push_on);
        wb->rigid = alone > 0.0 ? alone : 0.0;
    }
}

double world_flesh_fraction(const world_body* wb, const contact* t) {
    SUPPLE_ASSERT(wb->body != NULL);
    if (!(wb->rigid > 0.0))
        return 1.0;
    const supple_body* b = wb->body;
    double size = wb->skin->size, most = WORLD_RIGID_MOST * size,
           limit = (double)b->tuning[0].limit * (double)b->asset.metres /
                   (double)b->state->options.world_metres,
           beyond = (-t->gap - (limit < most ? limit : most)) / (WORLD_RIGID_FADE * size);
    return 1.0 - wb->rigid * (beyond < 0.0 ? 0.0 : beyond > 1.0 ? 1.0 : beyond);
}
