// A recorded part is kinematic: forces move nothing, and its coordinates are what the file has.
//
// To who foresees coordinates as oscillators (runtime/model.h) they are as stiff as the format allows and stand where they
// are, so that pins and contacts find a surface that does not yield. A body begins at rest and stays there until something triggers an entry.
// SPDX-License-Identifier: MIT
#include "runtime/recorded.h"

#include "runtime/assert.h"
#include "runtime/body.h"

// ---- states ----------------------------------------------------------------------------

// A coordinate along a response, in words: the file's numbers.
typedef struct orbit {
    const int16_t* at; // of the first state
    ptrdiff_t width;   // from one to the next
    int32_t count;     // states after the first
} orbit;

static double word(const orbit* o, int32_t state) {
    return (double)o->at[state * o->width];
}

// Words a state: central inside, of a parabola at the ends, of a line where there are but two states.
static double slope(const orbit* o, int32_t state) {
    if (o->count == 1)
        return word(o, 1) - word(o, 0);
    if (state == 0)
        return -1.5 * word(o, 0) + 2.0 * word(o, 1) - 0.5 * word(o, 2);
    if (state == o->count)
        return 1.5 * word(o, state) - 2.0 * word(o, state - 1) + 0.5 * word(o, state - 2);
    return 0.5 * (word(o, state + 1) - word(o, state - 1));
}

void recorded_sample(const asset_recorded* p, uint32_t coord_count, uint32_t response,
                     double seconds, float* q, float* v) {
    SUPPLE_ASSERT(response < p->record->response_count);
    const format_response* s = &p->responses[response];
    double states = seconds / (double)p->record->step, last = (double)s->count;
    states = states > 0.0 ? states < last ? states : last : 0.0; // 0 of what is no number
    int32_t at = (int32_t)states;
    at -= at == (int32_t)s->count;
    double t = states - at;
    for (uint32_t k = 0; k < coord_count; ++k) {
        orbit o = {p->orbits + (size_t)s->first * coord_count + k, (ptrdiff_t)coord_count,
                   (int32_t)s->count};
        double a = word(&o, at), b = word(&o, at + 1), va = slope(&o, at), vb = slope(&o, at + 1);
        double way = b - a, bent = va + vb - 2.0 * way, scale = (double)p->scales[k];
        // a + va t + ... : Hermite's cubic
        double c2 = 3.0 * way - 2.0 * va - vb;
        if (q != NULL)
            q[k] = (float)(scale * (a + t * (va + t * (c2 + t * bent))));
        if (v != NULL)
            v[k] =
                (float)(scale * (va + t * (2.0 * c2 + 3.0 * t * bent)) / (double)p->record->step);
    }
}

// ---- the model -------------------------------------------------------------------------

static void begin_substep(supple_body* b, int32_t p) {
    for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i)
        b->force[i] = b->lambda[i] * b->q[i];
}

// What pushed it is dropped.
static void step(supple_body* b, int32_t p) {
    for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->active[p]; ++i)
        b->v[i] = 0.0f;
}

static void rest(supple_body* b, int32_t p) {
    for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->parts[p].count; ++i)
        b->q[i] = b->v[i] = 0.0f;
}

static float residual(supple_body* b, int32_t p, float enough) {
    (void)b, (void)p, (void)enough;
    return 0.0f;
}

static void compliance(supple_body* b, int32_t p, float* out) {
    (void)b, (void)p, (void)out;
}

const part_model recorded_model = {
    .sections = recorded_asset_sections,
    .section_count = RECORDED_ASSET_SECTIONS,
    .check = recorded_asset_check,
    .begin_substep = begin_substep,
    .step = step,
    .rest = rest,
    .residual = residual,
    .sleep_share = 1e-4f,
    .compliance = compliance,
};

// ---- public ----------------------------------------------------------------------------

static bool find(const supple_asset* asset, int part, asset_recorded* out) {
    bool is = part >= 0 && part < asset->part_count &&
              asset_sections_of(asset).parts[part].model == SUPPLE_RECORDED;
    if (is)
        *out = recorded_asset_at(asset, part);
    return is;
}

supple_recorded supple_asset_recorded(const supple_asset* asset, int part) {
    asset_recorded p;
    if (!find(asset, part, &p))
        return (supple_recorded){0};
    const format_recorded* r = p.record;
    return (supple_recorded){(int32_t)r->entry_count,
                             (int32_t)r->response_count,
                             (int32_t)r->state_count,
                             (int32_t)r->touch_count,
                             r->step,
                             r->blend,
                             r->error};
}

static supple_vec3 three(const float* x) {
    return (supple_vec3){x[0], x[1], x[2]};
}

supple_entry supple_asset_entry(const supple_asset* asset, int part, int entry) {
    asset_recorded p;
    if (!find(asset, part, &p) || entry < 0 || entry >= (int)p.record->entry_count)
        return (supple_entry){.name = ""};
    const format_entry* e = &p.entries[entry];
    return (supple_entry){asset_sections_of(asset).names + e->name, three(e->body_velocity),
                          three(e->body_spin), (e->does & ~(uint32_t)FORMAT_ENTRY_BODY) != 0};
}

supple_recorded_response supple_asset_response(const supple_asset* asset, int part, int response) {
    asset_recorded p;
    if (!find(asset, part, &p) || response < 0 || response >= (int)p.record->response_count)
        return (supple_recorded_response){.entry = -1, .next = -1};
    const format_response* s = &p.responses[response];
    bool ends = s->next == FORMAT_NONE;
    return (supple_recorded_response){(int32_t)s->entry, (float)s->count * p.record->step,
                                      s->is_start == 1, (supple_end)s->end,
                                      ends ? -1 : (int32_t)s->next};
}

bool supple_asset_sample(const supple_asset* asset, int part, int response, float seconds,
                         float* coords, float* velocities) {
    asset_recorded p;
    if (!find(asset, part, &p) || response < 0 || response >= (int)p.record->response_count)
        return false;
    recorded_sample(&p, asset_sections_of(asset).parts[part].coord_count, (uint32_t)response,
                    (double)seconds, coords, velocities);
    return true;
}
