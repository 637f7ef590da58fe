// Sleep: a body whose bones stand and whose flesh has come to rest is not stepped.
//
// At rest means that what is still to come, the distance from where gravity holds the flesh and the swing
// left in its velocity, is below a small fraction of the part's limit (its model says which), for a quarter of
// a second. The velocity is then set to zero and the coordinates stay, bit for bit. A limit beyond the mesh's
// own extent is one that was switched off, and then says nothing of what is small. A free body is in
// motion; whether it rests on something, its world knows.
// SPDX-License-Identifier: MIT
#include "runtime/body/sleep.h"

#include "runtime/base/assert.h"

#include <string.h>

static const float SLEEP_AFTER = 0.25f;

bool sleep_rests(supple_body* b, int32_t part) {
    SUPPLE_ASSERT(part >= 0 && part < b->part_count);
    const part_model* model = b->parts[part].model;
    float limit = b->tuning[part].limit;
    float enough = model->sleep_fraction * (limit < b->extent ? limit : b->extent);
    return model->residual(b, part, enough) < enough;
}

static bool at_rest(supple_body* b) {
    bool rests = true;
    for (int32_t p = 0; p < b->part_count && rests; ++p)
        rests = sleep_rests(b, p);
    return rests;
}

void sleep_update(supple_body* b, float dt) {
    body_state* s = b->state;
    if (free_is(b) || !s->dynamics.may_sleep || s->fading || s->still < BODY_STILL ||
        pin_holds(b) || !at_rest(b)) {
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
