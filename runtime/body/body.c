// Creation, and what is shown of a body.
//
// The layout function runs twice, first to measure, then to place, so that size and pointers cannot
// disagree. Nothing allocates afterwards.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"

#include "runtime/base/assert.h"
#include "runtime/base/mark.h"
#include "runtime/base/memory.h"
#include "runtime/body/body_dynamics.h"
#include "runtime/body/drive.h"
#include "runtime/body/tune.h"

#include <string.h>

// ---- memory ----------------------------------------------------------------------------

static float* take_coords(memory_layout* l, const supple_body* b) {
    return memory_take(l, (size_t)b->padded, sizeof(float));
}

static const part_model* model_of(const supple_body* b, int32_t part) {
    return model_at(b->sections.parts[part].model);
}

// Of all parts, part after part: what their models cache, ...
static void lay_out_models(supple_body* b, memory_layout* l) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        const part_model* model = model_of(b, p);
        void* cache = model->lay_out == NULL ? NULL : model->lay_out(b, p, l);
        if (l->base != NULL)
            b->parts[p].cache = cache;
    }
}

// ... and what is their state.
static void lay_out_states(supple_body* b, memory_layout* l) {
    for (int32_t p = 0; p < b->part_count; ++p) {
        const part_model* model = model_of(b, p);
        size_t before = l->at;
        void* state = model->lay_out_state == NULL ? NULL : model->lay_out_state(b, p, l);
        if (l->base != NULL) {
            b->parts[p].state = state;
            b->parts[p].state_size = l->at - before;
        }
    }
}

static void lay_out_spins(supple_body* b, memory_layout* l) {
    b->spins = memory_take(l, (size_t)b->part_count, sizeof *b->spins);
    for (int32_t p = 0; p < b->part_count; ++p) {
        size_t numbers = coupling_numbers(b->prepared->couplings[p].count);
        float *throws = memory_take(l, numbers, sizeof *throws),
              *turns = memory_take(l, numbers, sizeof *turns);
        if (l->base != NULL) {
            b->spins[p].throws = throws;
            b->spins[p].turns = turns;
        }
    }
}

// b: the counts are known; its pointers are set when l has a base.
static void lay_out(void* owner, memory_layout* l) {
    supple_body* b = owner;
    memory_take(l, 1, sizeof *b);
    size_t bone_frames = (size_t)b->frame_count, parts = (size_t)b->part_count;
    b->parts = memory_take(l, parts, sizeof *b->parts);
    b->changes = memory_take(l, bone_frames, sizeof *b->changes);
    b->table = (propagator_table){
        memory_take(l, PROPAGATOR_ROWS * (size_t)b->padded, sizeof(float)), b->padded};
    float** cached[] = {
        &b->lambda, &b->decay, &b->impulse_fraction, &b->force_fraction, &b->force, &b->shake_now,
        &b->base,   &b->gauge, &b->centre,           &b->inverse_mass,   &b->onward};
    for (size_t i = 0; i < sizeof cached / sizeof *cached; ++i)
        *cached[i] = take_coords(l, b);
    for (int k = 0; k < 3; ++k)
        b->turned[k] = memory_take(l, (size_t)b->padded + COUPLING_PAD, sizeof(float));
    lay_out_spins(b, l);
    lay_out_models(b, l);

    size_t before = l->at;
    b->state = memory_take(l, 1, sizeof *b->state);
    float** state[] = {&b->q,     &b->v,    &b->push,   &b->load,
                       &b->shake, &b->fade, &b->amount, &b->amount_before};
    for (size_t i = 0; i < sizeof state / sizeof *state; ++i)
        *state[i] = take_coords(l, b);
    b->tuning = memory_take(l, parts, sizeof *b->tuning);
    b->active = memory_take(l, parts, sizeof *b->active);
    lay_out_states(b, l);
    for (int k = 0; k < 3; ++k) {
        b->rows[k] = memory_take(l, (size_t)b->bone_count, sizeof *b->rows[k]);
        b->frames[k] = memory_take(l, bone_frames, sizeof *b->frames[k]);
    }
    b->pins = memory_take(l, (size_t)b->pin_count, sizeof *b->pins);
    b->inputs = memory_take(l, (size_t)b->input_count, sizeof *b->inputs);
    b->state_size = l->at - before;
}

// ---- creation --------------------------------------------------------------------------

static void place_parts(supple_body* b) {
    int32_t first = 0;
    const int32_t* bone_frames = b->prepared->part_frames;
    for (int32_t p = 0; p < b->part_count; ++p) {
        body_part* part = &b->parts[p];
        part->asset = b->prepared->parts[p];
        part->seen = &b->prepared->witnesses[p];
        part->model = model_of(b, p);
        part->first = first;
        part->count = (int32_t)part->asset.record->coord_count;
        part->bone_frames = bone_frames;
        first += part->count;
        bone_frames += part->asset.record->part_bone_count;
    }
}

// What the asset's mark does not know: how states are laid out, by the library and by the parts' models.
static uint64_t mark_of(const supple_body* b) {
    uint64_t mark = mark_number(b->prepared->mark, BODY_STATE_LAYOUT);
    for (int32_t p = 0; p < b->part_count; ++p) {
        mark = mark_number(mark, b->sections.parts[p].model);
        mark = mark_number(mark, b->parts[p].state_size);
        mark = mark_number(mark, (uint64_t)supple_asset_part(&b->asset, p).target_count);
    }
    return mark;
}

static void start(supple_body* b, const supple_body_options* options) {
    body_state* s = b->state;
    s->mark = mark_of(b);
    s->size = (uint32_t)b->state_size;
    s->detail = INT32_MAX;
    body_dynamics_start(b);
    tune_start(b, options);
    for (int32_t i = 0; i < b->coord_count; ++i)
        b->fade[i] = b->inverse_mass[i] = 1.0f;
    for (int k = 0; k < 3; ++k) {
        for (int32_t i = 0; i < b->bone_count; ++i)
            b->rows[k][i][0] = b->rows[k][i][5] = b->rows[k][i][10] = 1.0f;
        for (int32_t c = 0; c < b->frame_count; ++c)
            for (int i = 0; i < 3; ++i)
                b->frames[k][c].at[4 * i] = 1.0f;
    }
    if (b->free)
        free_start(b);
    body_follow(b, body_palette(b));
    drive_load(b);
    body_rest(b);
}

supple_body* supple_prepared_body(supple_prepared* prepared,
                                  const supple_body_options* options_or_null,
                                  const supple_allocator* allocator_or_null) {
    const supple_asset* asset = &prepared->asset;
    supple_body_options options = supple_body_options_default(asset);
    if (options_or_null != NULL)
        options = *options_or_null;
    supple_body counts;
    memset(&counts, 0, sizeof counts);
    counts.prepared = prepared;
    counts.asset = *asset;
    counts.sections = prepared->sections;
    counts.allocator = memory_allocator(allocator_or_null);
    counts.coord_count = asset->coord_count;
    counts.padded = (asset->coord_count + BODY_PAD - 1) / BODY_PAD * BODY_PAD;
    counts.part_count = asset->part_count;
    counts.input_count = supple_asset_input_count(asset);
    counts.bone_count = asset->bone_count;
    counts.frame_count = prepared->frame_count;
    counts.frame_bone = prepared->frame_bone;
    counts.joint = (const float(*)[4])prepared->joint;
    counts.extent = prepared->extent;
    bool pins_fit = options.max_pins >= 0 && options.max_pins <= PIN_MOST;
    counts.pin_count = pins_fit ? options.max_pins : supple_body_options_default(asset).max_pins;
    counts.free = options.free && supple_asset_is_free(asset);
    counts.linear = options.linear;

    size_t bytes;
    supple_body* b = memory_make(&counts.allocator, lay_out, &counts, sizeof counts, &bytes);
    if (b == NULL)
        return NULL;
    SUPPLE_ASSERT(b->state_size == counts.state_size);
    b->size = bytes;
    supple_prepared_retain(prepared);
    place_parts(b);
    start(b, &options);
    return b;
}

supple_body* supple_body_create(const supple_asset* asset,
                                const supple_body_options* options_or_null,
                                const supple_allocator* allocator_or_null) {
    supple_prepared* own = supple_asset_prepare(asset, allocator_or_null);
    if (own == NULL)
        return NULL;
    supple_body* b = supple_prepared_body(own, options_or_null, allocator_or_null);
    supple_prepared_release(own); // the body holds it
    return b;
}

void supple_body_destroy(supple_body* body_or_null) {
    supple_body* b = body_or_null;
    if (b == NULL)
        return;
    if (b->world_or_null != NULL)
        b->leave(b->world_or_null, b);
    supple_allocator a = b->allocator;
    supple_prepared* prepared = b->prepared;
    if (b->pin_scratch != NULL)
        a.release(a.user, b->pin_scratch, b->pin_bytes);
    a.release(a.user, b, b->size);
    supple_prepared_release(prepared);
}

// ---- shown -----------------------------------------------------------------------------

void body_show(supple_body* b) {
    for (int32_t p = 0; p < b->part_count; ++p)
        for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i)
            b->amount[i] = b->q[i] * body_fade_fraction(b->fade[i]);
}

void body_rest_coord(supple_body* b, int32_t i) {
    SUPPLE_ASSERT(i >= 0 && i < b->coord_count);
    float rest = b->centre[i] + (b->lambda[i] > 0.0f ? b->load[i] / b->lambda[i] : 0.0f);
    // a spring next to nothing hangs as far as numbers go, and is then put within its limit
    b->q[i] = rest > FORMAT_LARGEST    ? FORMAT_LARGEST
              : rest < -FORMAT_LARGEST ? -FORMAT_LARGEST
                                       : rest;
    b->v[i] = 0.0f;
    b->shake[i] = 0.0f;
}

void body_rest(supple_body* b) {
    for (int32_t p = 0; p < b->part_count; ++p)
        b->parts[p].model->rest(b, p);
    body_show(b);
    memcpy(b->amount_before, b->amount, sizeof(float) * (size_t)b->padded);
}

void body_follow(supple_body* b, const float (*palette)[12]) {
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->parts[p].model->follow != NULL)
            b->parts[p].model->follow(b, p, palette);
}

void body_wake(supple_body* b) {
    b->state->asleep = 0;
    b->state->quiet = 0;
    if (b->moved_or_null != NULL)
        *b->moved_or_null = true;
}

// ---- public ----------------------------------------------------------------------------

void supple_body_palette(const supple_body* body, supple_matrix* palette) {
    for (int32_t i = 0; i < body->bone_count; ++i)
        palette[i] = body_matrix(body_palette(body)[i]);
}

const float* supple_body_coords(const supple_body* body) {
    return body->q;
}
