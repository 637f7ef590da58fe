// A recorded part behind the seam of models, and what is asked of it and its file.
//
// It is kinematic (runtime/model/model.h): nothing pushes it, and pins and contacts find a surface that moves and does not yield.
// Playback goes by whole steps; substeps lie on the cubic between the ends of one.
// SPDX-License-Identifier: MIT
#include "runtime/model/recorded.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/body/point.h"

#include <math.h>
#include <string.h>

// ---- memory ----------------------------------------------------------------------------

static void* lay_out(const supple_body* b, int32_t p, memory_layout* l) {
    size_t coords = b->sections.parts[p].coord_count;
    recorded_part* x = memory_take(l, 1, sizeof *x);
    float* scratch[6];
    for (int i = 0; i < 6; ++i)
        scratch[i] = memory_take(l, coords, sizeof(float));
    if (x == NULL)
        return NULL;
    *x = (recorded_part){.asset = recorded_asset_at(&b->asset, p),
                         .coord_count = (int32_t)coords,
                         .q = scratch[0],
                         .v = scratch[1],
                         .from_q = scratch[2],
                         .from_v = scratch[3],
                         .last_q = scratch[4],
                         .last_v = scratch[5]};
    return x;
}

static void* lay_out_state(const supple_body* b, int32_t p, memory_layout* l) {
    return memory_take(
        l, 1, sizeof(recorded_state) + 2 * sizeof(float) * b->sections.parts[p].coord_count);
}

static const recorded_part* part_of(const supple_body* b, int32_t p) {
    SUPPLE_ASSERT(b->parts[p].model == &recorded_model && b->parts[p].state != NULL);
    recorded_part* x = b->parts[p].cache;
    x->state = b->parts[p].state;
    x->offset = (float*)(x->state + 1);
    x->drift = x->offset + x->coord_count;
    return x;
}

// ---- the model -------------------------------------------------------------------------

static void begin_step(supple_body* b, int32_t p, double seconds) {
    const recorded_part* x = part_of(b, p);
    size_t active = sizeof(float) * (size_t)b->active[p];
    memcpy(x->from_q, b->q + b->parts[p].first, active); // as it was shown
    memcpy(x->from_v, b->v + b->parts[p].first, active);
    recorded_pass(x, seconds);
    recorded_show(x, x->q, x->v);
}

static void carry(supple_body* b, int32_t p, float rows[12], bool given) {
    static const float identity[12] = {[0] = 1.0f, [5] = 1.0f, [10] = 1.0f};
    const recorded_part* x = part_of(b, p);
    if (given)
        memcpy(x->state->given, rows, sizeof x->state->given);
    else
        memcpy(rows, b->state->placed ? x->state->given : identity, sizeof x->state->given);
    recorded_support_carry(&x->asset, &x->state->support, (double)b->asset.metres, rows);
}

// Where substep n of the step ends, and how fast it is there: on Hermite's cubic between the ends of the step.
static void place_at(const supple_body* b, const recorded_part* x, int32_t k, int32_t n, float* q,
                     float* v) {
    if (n == b->step.substeps) {
        *q = x->q[k], *v = x->v[k];
        return;
    }
    double all = b->step.all, t = (double)n / (double)b->step.substeps;
    double a = (double)x->from_q[k], va = (double)x->from_v[k] * all;
    double displacement = (double)x->q[k] - a, vb = (double)x->v[k] * all;
    double c2 = 3.0 * displacement - 2.0 * va - vb, c3 = va + vb - 2.0 * displacement;
    *q = (float)(a + t * (va + t * (c2 + t * c3)));
    *v = (float)((va + t * (2.0 * c2 + 3.0 * t * c3)) / all);
}

static void begin_substep(supple_body* b, int32_t p) {
    const recorded_part* x = part_of(b, p);
    for (int32_t k = 0; k < b->active[p]; ++k) {
        int32_t i = b->parts[p].first + k;
        float q, v;
        place_at(b, x, k, b->step.n + 1, &q, &v);
        propagator_matrix m = propagator_get(&b->table, i);
        b->force[i] =
            (float)(((double)q - m.e11 * (double)b->q[i] - m.e12 * (double)b->v[i]) / m.g1);
    }
}

static void step(supple_body* b, int32_t p) {
    const recorded_part* x = part_of(b, p);
    for (int32_t k = 0; k < b->active[p]; ++k) {
        int32_t i = b->parts[p].first + k;
        place_at(b, x, k, b->step.n + 1, &b->q[i], &b->v[i]);
    }
}

static void rest(supple_body* b, int32_t p) {
    recorded_rest(part_of(b, p));
    for (int32_t i = b->parts[p].first; i < b->parts[p].first + b->parts[p].count; ++i)
        b->q[i] = b->v[i] = 0.0f;
}

static float residual(supple_body* b, int32_t p, float enough) {
    (void)enough;
    bool rests = recorded_left(part_of(b, p), b->turned[0] + b->parts[p].first);
    return rests ? bound_of(b, p, b->turned[0]) : INFINITY;
}

static int32_t answer_to(const supple_body* b, int32_t p, supple_point at, supple_vec3 push) {
    const recorded_part* x = part_of(b, p);
    const float* rows = body_palette(b)[b->frame_bone[b->parts[p].bone_frames[0]]];
    double arm[3], own[3];
    for (int k = 0; k < 3; ++k) {
        arm[k] = -(double)x->asset.record->pivot[k];
        for (int i = 0; i < 3; ++i)
            arm[k] += (double)at.weight[i] *
                      (double)b->asset.positions[3 * at.vertex[i] + (uint32_t)k] *
                      (double)b->asset.metres;
        own[k] = (double)rows[k] * (double)push.x + (double)rows[4 + k] * (double)push.y +
                 (double)rows[8 + k] * (double)push.z; // the palette's scale has no direction
    }
    return recorded_answer(x, arm, own, point_is_rigid(b, at));
}

// It triggers the entry that answers the push; where none does, that is counted.
static void push_entry(supple_body* b, int32_t p, supple_point at, supple_vec3 push) {
    int32_t entry = answer_to(b, p, at, push);
    if (entry >= 0)
        supple_body_trigger(b, p, entry);
    else
        ++part_of(b, p)->state->refused;
}

// Bytes of a state may come from anywhere.
static bool fits(const supple_body* b, int32_t p, const void* state) {
    const recorded_part* x = part_of(b, p);
    recorded_state s;
    memcpy(&s, state, sizeof s);
    const float* floats = (const float*)((const char*)state + sizeof s);
    bool sound = recorded_fits(x, &s);
    for (int32_t k = 0; k < 2 * x->coord_count; ++k) {
        float offset;
        memcpy(&offset, floats + k, sizeof offset);
        sound &= body_bounded(offset) == offset;
    }
    return sound;
}

static void compliance(supple_body* b, int32_t p, float* out) {
    (void)b, (void)p, (void)out;
}

const part_model recorded_model = {
    .kinematic = true,
    .sections = recorded_asset_sections,
    .section_count = RECORDED_ASSET_SECTIONS,
    .check = recorded_asset_check,
    .lay_out = lay_out,
    .lay_out_state = lay_out_state,
    .begin_step = begin_step,
    .carry = carry,
    .begin_substep = begin_substep,
    .step = step,
    .rest = rest,
    .push = push_entry,
    .residual = residual,
    .fits = fits,
    .sleep_fraction = 1e-4f,
    .compliance = compliance,
};

// ---- public: the file ------------------------------------------------------------------

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
                             (int32_t)r->contact_count,
                             r->step,
                             (float)r->shortest * r->step,
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
    recorded_sample(&p, (int32_t)asset_sections_of(asset).parts[part].coord_count,
                    (uint32_t)response, (double)seconds / (double)p.record->step, coords,
                    velocities);
    return true;
}

// ---- public: playback ------------------------------------------------------------------

static bool is_recorded(const supple_body* b, int part) {
    return part >= 0 && part < b->part_count && b->parts[part].model == &recorded_model;
}

static bool has_entry(supple_body* b, int part, int entry) {
    bool has = is_recorded(b, part) && entry >= 0 &&
               entry < (int)part_of(b, part)->asset.record->entry_count;
    b->state->rejected += !has;
    return has;
}

// The velocity with which it goes on is that after the impulse.
static bool begin(supple_body* b, int part) {
    recorded_show(part_of(b, part), NULL, b->v + b->parts[part].first);
    body_wake(b);
    return true;
}

bool supple_body_trigger(supple_body* body, int part, int entry) {
    if (!has_entry(body, part, entry))
        return false;
    if (recorded_begin(part_of(body, part), entry))
        return begin(body, part);
    ++part_of(body, part)->state->refused;
    return false;
}

int supple_body_answer(const supple_body* body, int part, supple_point at, supple_vec3 push) {
    bool sound = is_recorded(body, part) && point_is_sound(body, at) && point_is_number(push);
    body->state->rejected += !sound;
    return sound ? answer_to(body, part, at, push) : -1;
}

bool supple_body_queue(supple_body* body, int part, int entry) {
    if (!has_entry(body, part, entry))
        return false;
    const recorded_part* x = part_of(body, part);
    if (x->state->waiting == RECORDED_QUEUE) {
        ++x->state->refused;
        return false;
    }
    x->state->queue[x->state->waiting++] = entry;
    body_wake(body);
    return true;
}

void supple_body_empty_queue(supple_body* body, int part) {
    if (is_recorded(body, part))
        part_of(body, part)->state->waiting = 0;
    else
        ++body->state->rejected;
}

bool supple_body_allows(const supple_body* body, int part, int entry) {
    float distance;
    return is_recorded(body, part) && entry >= 0 &&
           entry < (int)part_of(body, part)->asset.record->entry_count &&
           recorded_find(part_of(body, part), entry, &distance) >= 0;
}

supple_playing supple_body_playing(const supple_body* body, int part) {
    if (!is_recorded(body, part))
        return (supple_playing){.entry = -1, .response = -1};
    const recorded_part* x = part_of(body, part);
    const recorded_state* s = x->state;
    float own[12] = {[0] = 1.0f, [5] = 1.0f, [10] = 1.0f};
    recorded_support_carry(&x->asset, &s->support, (double)body->asset.metres, own);
    return (supple_playing){.entry = s->entry,
                            .response = s->response,
                            .state = recorded_nearest(x),
                            .waiting = s->waiting,
                            .begun = s->begun,
                            .refused = s->refused,
                            .ended = s->response < 0 || s->ended != 0,
                            .seconds = (float)s->since,
                            .distance = s->distance,
                            .offset = recorded_offset(x),
                            .support = body_matrix(own),
                            .displacement = {(float)s->support.displacement[0],
                                             (float)s->support.displacement[1],
                                             (float)s->support.displacement[2]}};
}

// ---- public: contacts ------------------------------------------------------------------

// The first contact behind a state.
static uint32_t contact_behind(const asset_recorded* p, int32_t state) {
    uint32_t low = 0, high = p->record->contact_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((int64_t)p->touches[middle].state > state)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static supple_recorded_contact contact_of(const supple_body* b, const format_recorded_contact* t,
                                          const float rows[12]) {
    float place[3], normal[3];
    double length = 0.0;
    for (int i = 0; i < 3; ++i) {
        double at = rows[4 * i + 3], along = 0.0;
        for (int k = 0; k < 3; ++k) {
            at += (double)rows[4 * i + k] * (double)t->place[k] / (double)b->asset.metres;
            along += (double)rows[4 * i + k] * (double)t->normal[k];
        }
        place[i] = (float)at;
        normal[i] = (float)along;
        length += along * along;
    }
    float unit = length > 0.0 ? (float)(1.0 / sqrt(length)) : 0.0f; // the palette may scale
    return (supple_recorded_contact){{place[0], place[1], place[2]},
                                     {unit * normal[0], unit * normal[1], unit * normal[2]},
                                     t->impulse,
                                     t->first,
                                     t->second};
}

int supple_body_recorded_contacts(const supple_body* body, int part, supple_recorded_contact* out,
                                  int capacity) {
    if (!is_recorded(body, part) || body->state->asleep)
        return 0;
    const recorded_part* x = part_of(body, part);
    int32_t bone = body->frame_bone[body->parts[part].bone_frames[0]];
    int count = 0;
    for (int32_t i = 0; i < x->state->passed_count; ++i) {
        const recorded_passed* passed = &x->state->passed[i];
        uint32_t end = contact_behind(&x->asset, passed->last);
        for (uint32_t t = contact_behind(&x->asset, passed->after); t < end; ++t, ++count)
            if (count < capacity)
                out[count] = contact_of(body, &x->asset.touches[t], body_palette(body)[bone]);
    }
    return count;
}
