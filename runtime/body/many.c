// Which bodies lanes take, and what is counted of each: as drive.c, step.c and sleep.c count it for one.
// SPDX-License-Identifier: MIT
#include "runtime/body/many.h"

#include "runtime/base/assert.h"
#include "runtime/body/drive.h"
#include "runtime/body/many_eight.h"
#include "runtime/body/sleep.h"
#include "runtime/body/step.h"
#include "runtime/model/modal.h"

#include <string.h>

static void step_one(supple_body* b, const supple_matrix* palette_or_null, float dt) {
    if (palette_or_null != NULL)
        supple_body_drive(b, palette_or_null);
    supple_body_step(b, dt);
}

#ifndef SUPPLE_PLAIN_LANES

// A crowd is larger than the caches. What a step reads of a body, its first fields and its state but for pins, is read once from
// end to end before it is used here and there: the machine then fetches ahead by itself, which of fifty lines asked for
// one by one (prefetched) it does for twenty (measured: 9.8 ms for 10.6).
static int32_t touch(const void* from, size_t bytes) {
    int32_t sum = 0;
    for (size_t at = 0; at < bytes; at += MEMORY_LINE)
        sum += *((const volatile char*)from + at);
    return sum;
}

static void read_ahead(supple_body* const* bodies, int32_t i, int32_t count) {
    if (i + 2 < count)
        touch(bodies[i + 2], offsetof(supple_body, asset));
    if (i + 1 < count) {
        const supple_body* b = bodies[i + 1];
        touch(b->state, offsetof(body_state, free));
        touch(b->q, (size_t)((const char*)b->pins - (const char*)b->q));
    }
}

// Whether lanes take bodies of this asset at all.
static bool takes_asset(const supple_body* b) {
    bool takes = !b->free && b->part_count <= MANY_PARTS && b->coord_count <= MANY_COORDS &&
                 b->frame_count <= MANY_BONES;
    for (int32_t p = 0; p < b->part_count && takes; ++p)
        takes = b->parts[p].model == &modal_model && b->parts[p].count <= MANY_PART_COORDS;
    return takes && b->part_count > 0;
}

// A body of that asset: nothing holds it, it is tuned as it was baked but for what lanes have each for itself, all of it is
// shown, and enough is known of where its bones were.
static bool takes_body(const many* m, const supple_body* b) {
    const body_state* s = b->state;
    if (b->prepared != m->prepared || b->world_or_null != NULL || b->free || !b->as_baked ||
        s->asleep || s->fading || !s->placed || s->history < 2 ||
        s->options.forcing != SUPPLE_IMPULSIVE || (b->pin_scratch != NULL && pin_holds(b)))
        return false;
    int hidden = 0;
    for (int32_t p = 0; p < m->part_count; ++p)
        for (int32_t i = 0; i < b->active[p]; ++i)
            hidden |= b->fade[m->parts[p].first + i] != 1.0f;
    return hidden == 0;
}

// drive and the beginning of a step; what bones do is found for all together.
static void take(many* m, supple_body* b, const supple_matrix* palette_or_null) {
    int32_t i = m->count++;
    body_state* s = b->state;
    bool given = palette_or_null != NULL && drive_take(b, palette_or_null);
    m->body[i] = b;
    m->limited[i] = false;
    m->substeps[i] = 1;
    if (given)
        s->driven = 1;
    ++s->steps;
    memcpy(b->amount_before, b->amount, sizeof(float) * (size_t)b->padded);
    if (!s->driven)
        drive_stand(b);
    bool moves = drive_notice(b), forced = s->still < BODY_STILL;
    if (given && !moves)
        drive_stand(b);
    m->area[i] = forced ? drive_area(b, m->dt) : 0.0;
    if (forced)
        m->forced[m->forced_count++] = i;
    for (int32_t c = 0; c < b->coord_count && !forced; ++c)
        m->shake[i][c] = 0.0f;
    for (int32_t p = 0; p < m->part_count; ++p)
        for (int k = 0; k < 3; ++k)
            m->w[p][k][i] = m->turning[p][k][i] = 0.0;
}

static void finish(const many* m, int32_t i) {
    supple_body* b = m->body[i];
    bool pushed = false; // what is zero is not written again
    for (int32_t c = 0; c < b->padded; ++c)
        pushed |= b->push[c] != 0.0f;
    if (pushed)
        memset(b->push, 0, sizeof(float) * (size_t)b->padded);
    drive_go_on(b, m->dt);
    b->state->substeps = m->substeps[i];
    b->state->limited += m->limited[i];
    for (int32_t p = 0; p < m->part_count; ++p)
        memcpy(b->amount + m->parts[p].first, b->q + m->parts[p].first,
               sizeof(float) * (size_t)b->active[p]); // body_show, where nothing is faded
    sleep_update(b, (float)m->dt);
}

#ifdef MANY_EIGHT
static bool has_eight(void) {
    return __builtin_cpu_supports("avx2");
}
#else
static bool has_eight(void) {
    return false;
}
#define many_drive_eight many_drive
#define many_flesh_eight many_flesh
#endif

static void step_taken(many* m) {
    if (m->count == 0)
        return;
    if (m->forced_count > 0)
        (m->eight ? many_drive_eight : many_drive)(m);
    (m->eight ? many_flesh_eight : many_flesh)(m);
    for (int32_t i = 0; i < m->count; ++i)
        finish(m, i);
    m->count = m->forced_count = 0;
}

void many_step(supple_body* const* bodies, int32_t count, const supple_matrix* palettes_or_null,
               float dt, int32_t most_lanes) {
    many m;
    m.eight = most_lanes >= EIGHT && has_eight();
    m.prepared = count > 0 && takes_asset(bodies[0]) && step_takes(dt) ? bodies[0]->prepared : NULL;
    m.dt = (double)dt;
    m.count = m.forced_count = 0;
    m.part_count = count > 0 ? bodies[0]->part_count : 0;
    m.parts = count > 0 ? bodies[0]->parts : NULL;
    for (int32_t i = 0; i < count; ++i) {
        supple_body* b = bodies[i];
        read_ahead(bodies, i, count);
        const supple_matrix* palette =
            palettes_or_null == NULL ? NULL : palettes_or_null + (size_t)i * (size_t)b->bone_count;
        if (m.prepared == NULL || !takes_body(&m, b))
            step_one(b, palette, dt);
        else
            take(&m, b, palette);
        if (m.count == MANY_MOST)
            step_taken(&m);
    }
    step_taken(&m);
}

#else

void many_step(supple_body* const* bodies, int32_t count, const supple_matrix* palettes_or_null,
               float dt, int32_t most_lanes) {
    (void)most_lanes;
    for (int32_t i = 0; i < count; ++i)
        step_one(bodies[i],
                 palettes_or_null == NULL
                     ? NULL
                     : palettes_or_null + (size_t)i * (size_t)bodies[i]->bone_count,
                 dt);
}

#endif
