// Sleep: a body whose bones stand and whose flesh has come to rest is not stepped.
//
// At rest means that what is still to come, the distance from where gravity holds the flesh and the swing
// left in its velocity, is below a ten-thousandth of the part's limit, for a quarter of a second. The
// velocity is then set to zero and the coordinates stay, bit for bit. Posed parts may have ten times as
// much left: their forces are sums of large terms that cancel at rest, in float, and never quite still. A
// limit beyond the mesh's own extent is one that was switched off, and then says nothing of what is small.
// A free body is in motion; whether it rests on something, its world knows.
// SPDX-License-Identifier: MIT
#include "runtime/sleep.h"

#include <math.h>
#include <string.h>

static const float SLEEP_SHARE = 1e-4f, SLEEP_SHARE_POSED = 1e-3f, SLEEP_AFTER = 0.25f;

static float swing(const supple_body* b, int32_t i) {
    float lambda = b->lambda[i], v = fabsf(b->v[i]);
    if (lambda > 0.0f)
        return fabsf(b->q[i] - b->load[i] / lambda) + v / sqrtf(lambda);
    return b->load[i] == 0.0f ? v : INFINITY; // free to drift: within a second
}

// The same for a posed part, whose coordinates depend on each other; and the sum of all.
static float posed_swing(supple_body* b, int32_t p, float limit) {
    const body_part* part = &b->parts[p];
    float bound = 0.0f, *lack = b->turned[0] + part->first;
    for (int32_t i = 0; i < b->active[p]; ++i) {
        float lambda = b->lambda[part->first + i];
        bound += fabsf(b->v[part->first + i]) * part->asset.coords[i].reach /
                 (lambda > 1.0f ? sqrtf(lambda) : 1.0f);
    }
    if (!(bound < limit)) // as most of the time
        return bound;
    pose_part_lack(b, p, lack);
    for (int32_t i = 0; i < b->active[p]; ++i)
        bound += fabsf(lack[i]) * part->asset.coords[i].reach;
    return bound;
}

static bool at_rest(supple_body* b) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        const body_part* part = &b->parts[p];
        float bound = 0.0f, limit = b->tuning[p].limit;
        limit = (part->posed != NULL ? SLEEP_SHARE_POSED : SLEEP_SHARE) *
                (limit < b->extent ? limit : b->extent);
        if (part->posed != NULL)
            bound = posed_swing(b, p, limit);
        for (int32_t i = 0; i < b->active[p] && part->posed == NULL; ++i)
            bound += swing(b, part->first + i) * part->asset.coords[i].reach;
        if (!(bound < limit))
            return false;
    }
    return true;
}

void sleep_look(supple_body* b, float dt) {
    body_state* s = b->state;
    if (free_is(b) || pin_holds(b) || s->fading || s->still < BODY_STILL || !at_rest(b)) {
        s->quiet = 0.0f;
        return;
    }
    s->quiet += dt;
    if (s->quiet < SLEEP_AFTER)
        return;
    s->asleep = 1;
    memset(b->v, 0, sizeof(float) * (size_t)b->padded);
    memcpy(b->amount_before, b->amount, sizeof(float) * (size_t)b->padded);
}

bool supple_body_asleep(const supple_body* body) {
    return body->state->asleep != 0;
}
