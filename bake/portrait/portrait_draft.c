// Records of the file, from the palette, the responses and the portrait.
// SPDX-License-Identifier: MIT
#include "bake/portrait/portrait_draft.h"

#include "bake/base/assert.h"
#include "bake/record/contact_events.h"

#include <math.h>

// To who foresees a coordinate as an oscillator it is as stiff as the format has, and does not swing: runtime/model/recorded.c.
static const double STIFF = (double)FORMAT_LARGEST, STILL_RATE = 1e6;

static void put3(float to[3], vec3 from) {
    to[0] = (float)from.x;
    to[1] = (float)from.y;
    to[2] = (float)from.z;
}

static float within(double x) {
    return (float)fmin(fmax(x, -(double)FORMAT_LARGEST), (double)FORMAT_LARGEST);
}

static void put_limits(float to[3], vec3 from) {
    for (int k = 0; k < 3; ++k)
        to[k] = within((&from.x)[k]);
}

// ---- the palette -----------------------------------------------------------------------

static format_speed speed_of(const palette_speed* s) {
    format_speed out = {.rate = (float)s->rate};
    put3(out.velocity, s->velocity);
    put3(out.spin, s->spin);
    return out;
}

static void put_palette(const palette* p, asset_draft_recorded* out, arena* memory) {
    size_t speeds = (size_t)p->speed_count, entries = (size_t)p->entry_count;
    format_speed* to_speeds = ARENA_NEW(memory, format_speed, speeds);
    format_entry* to_entries = ARENA_NEW(memory, format_entry, entries);
    const char** names = ARENA_NEW(memory, const char*, entries);
    uint32_t* changes = ARENA_NEW(memory, uint32_t, speeds * entries);
    for (size_t s = 0; s < speeds; ++s) {
        to_speeds[s] = speed_of(&p->speeds[s]);
        for (size_t e = 0; e < entries; ++e)
            changes[s * entries + e] = p->next[s][e] >= 0 ? (uint32_t)p->next[s][e] : FORMAT_NONE;
    }
    for (size_t e = 0; e < entries; ++e) {
        const palette_entry* x = &p->entries[e];
        names[e] = x->name;
        to_entries[e].does = (x->has_body_impulse ? FORMAT_ENTRY_BODY : 0u) |
                             (x->has_support_impulse ? FORMAT_ENTRY_SUPPORT : 0u) |
                             (x->has_forcing ? FORMAT_ENTRY_FORCING : 0u);
        put3(to_entries[e].body_velocity, x->body_velocity);
        put3(to_entries[e].body_spin, x->body_spin);
        to_entries[e].support = speed_of(x->has_forcing ? &x->forcing : &x->support_impulse);
    }
    out->speeds = to_speeds;
    out->entries = to_entries;
    out->names = names;
    out->changes = changes;
}

// ---- responses -------------------------------------------------------------------------

// States before it that nothing interrupted: of the response before, or of the beginning of its chain.
static int32_t smooth_before(const recording* x, int32_t i) {
    const recording_response* s = &x->responses[i];
    bool follows = i > 0 && s[-1].chain == s->chain;
    int32_t states = s->first - (follows ? s[-1].first : x->chains[s->chain]);
    return states < 2 ? states : 2;
}

// So often a response runs on before it ends.
static uint32_t depth_of(const responses* s, int32_t i) {
    uint32_t depth = 0;
    for (; i >= 0 && s->all[i].end == RESPONSE_RUNS_ON; i = s->all[i].next) {
        ++depth;
        SUPPLE_ASSERT(depth <= (uint32_t)s->count); // nothing runs in a circle
    }
    return depth;
}

static void put_end(const played* x, int32_t i, format_response* to) {
    static const uint32_t ends[] = {[RESPONSE_RESTS] = FORMAT_END_RESTS,
                                    [RESPONSE_LIMITED] = FORMAT_END_LIMITED,
                                    [RESPONSE_RUNS_ON] = FORMAT_END_RUNS_ON,
                                    [RESPONSE_IS_DEAD] = FORMAT_END_DEAD};
    const response* s = &x->responses->all[i];
    to->is_start = s->is_start;
    to->end = ends[s->end];
    to->next = to->next_at = FORMAT_NONE;
    if (s->end != RESPONSE_RUNS_ON)
        return;
    to->next = s->next >= 0 ? (uint32_t)s->next : FORMAT_NONE;
    to->next_at = (uint32_t)s->next_at;
    to->depth = depth_of(x->responses, i);
    to->distance = within(s->distance);
    to->blend = within(s->rate);
}

static bool put_responses(const played* x, asset_draft_recorded* out, arena* memory, report* r) {
    const recording* from = x->of->of;
    format_response* to = ARENA_NEW(memory, format_response, (size_t)from->response_count);
    for (int32_t i = 0; i < from->response_count; ++i) {
        const recording_response* s = &from->responses[i];
        if (from->palette.next[s->before][s->entry] != s->after)
            return report_error(r, place_file(from->path),
                                "response %d, to \"%s\", goes on with a speed that the palette "
                                "does not give it: record it again",
                                i, from->palette.entries[s->entry].name);
        to[i] = (format_response){.entry = (uint32_t)s->entry,
                                  .before = (uint32_t)s->before,
                                  .after = (uint32_t)s->after,
                                  .first = (uint32_t)s->first,
                                  .count = (uint32_t)s->count,
                                  .back = (uint32_t)smooth_before(from, i)};
        put_end(x, i, &to[i]);
    }
    out->responses = to;
    return true;
}

// Distances in 16 bits; the largest is the largest number.
static void put_jumps(const played* x, asset_draft_recorded* out, arena* memory) {
    const recording* from = x->of->of;
    size_t count = (size_t)from->state_count * (size_t)from->palette.entry_count;
    const nearest* starts = x->responses->starts;
    format_jump* to = ARENA_NEW(memory, format_jump, count);
    double most = 0.0;
    for (size_t i = 0; i < count; ++i)
        most = fmax(most, starts[i].response >= 0 ? (double)starts[i].distance : 0.0);
    float scale = nextafterf((float)(most / UINT16_MAX), INFINITY);
    for (size_t i = 0; i < count; ++i) {
        bool any = starts[i].response >= 0;
        to[i].response = any ? (uint16_t)starts[i].response : FORMAT_MAX_RESPONSES;
        double words = any ? floor((double)starts[i].distance / (double)scale + 0.5) : UINT16_MAX;
        to[i].distance = (uint16_t)fmin(words, UINT16_MAX);
    }
    out->record.jump_scale = scale;
    out->jumps = to;
}

static void put_touches(const portrait* p, asset_draft_recorded* out, arena* memory) {
    int32_t count;
    const recording_contact* all = contact_events(p->of, p->key, memory, &count);
    format_recorded_contact* to = ARENA_NEW(memory, format_recorded_contact, (size_t)count);
    out->record.contact_count = (uint32_t)count;
    for (int32_t i = 0; i < count; ++i) {
        const recording_contact* c = &all[i];
        to[i] =
            (format_recorded_contact){.state = (uint32_t)c->state,
                                      .first = c->first >= 0 ? (uint32_t)c->first : FORMAT_NONE,
                                      .second = c->second >= 0 ? (uint32_t)c->second : FORMAT_NONE,
                                      .place = {c->place[0], c->place[1], c->place[2]},
                                      .normal = {c->normal[0], c->normal[1], c->normal[2]},
                                      .impulse = c->impulse};
    }
    out->touches = to;
}

// ---- coordinates -----------------------------------------------------------------------

// How far 16 bits a coordinate move a vertex at most.
static double rounding(const portrait* p, const orbits* o) {
    double most = 0.0;
    for (int32_t v = 0; v < p->vertex_count; ++v) {
        double sum = 0.0;
        for (int32_t k = 0; k < p->rank; ++k) {
            const double* u = p->shapes + 3 * ((size_t)k * (size_t)p->vertex_count + (size_t)v);
            sum += 0.5 * (double)o->scales[k] * sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        }
        most = fmax(most, sum);
    }
    return most;
}

static double* largest(const portrait* p, arena* memory) {
    double* most = ARENA_NEW(memory, double, (size_t)p->rank);
    for (size_t i = 0; i < (size_t)p->state_count * (size_t)p->rank; ++i)
        most[i % (size_t)p->rank] = fmax(most[i % (size_t)p->rank], fabs(p->q[i]));
    return most;
}

// Rounding of floats on the way: the asset's positions, shapes and sums have 24 bits.
static const double FLOATS = 4e-7;

static void put_record(const played* x, asset_draft_recorded* out) {
    const portrait* p = x->of;
    const recording* from = p->of;
    const palette* how = &from->palette;
    double size = 0.0;
    for (int32_t v = 0; v < p->vertex_count; ++v)
        size = fmax(size, v3_length(p->key[v]));
    out->record = (format_recorded){
        .entry_count = (uint32_t)how->entry_count,
        .speed_count = (uint32_t)how->speed_count,
        .response_count = (uint32_t)from->response_count,
        .state_count = (uint32_t)p->state_count,
        .still = (uint32_t)how->still,
        .rest = (uint32_t)from->rest,
        .support = how->kind == SUPPORT_TURNING ? FORMAT_SUPPORT_TURNS : FORMAT_SUPPORT_FREE,
        .speed_matters = how->speed_matters,
        .shortest = (uint32_t)how->shortest,
        .step = (float)(1.0 / how->fps),
        .blend = within(x->blend),
        .balance = within(p->balance),
        .error = within(p->worst.distance + rounding(p, x->orbits) + FLOATS * (size + p->reach)),
    };
    put3(out->record.pivot, from->pivot);
    put3(out->record.axis, from->axis);
    put_limits(out->record.low, how->low);
    put_limits(out->record.high, how->high);
    put_limits(out->record.begin, how->begin);
}

// Of all states, the farthest that shapes could reach together: limits of flesh never come into play.
static double limit_of(const portrait* p, arena* scratch) {
    double* reach = ARENA_NEW(scratch, double, (size_t)p->rank);
    size_t rank = (size_t)p->rank, vertices = (size_t)p->vertex_count;
    double most = 0.0;
    for (size_t k = 0; k < rank; ++k)
        for (size_t v = 0; v < vertices; ++v) {
            const double* u = p->shapes + 3 * (k * vertices + v);
            reach[k] = fmax(reach[k], sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
        }
    for (size_t s = 0; s < (size_t)p->state_count; ++s) {
        double sum = 0.0;
        for (size_t k = 0; k < rank; ++k)
            sum += fabs(p->q[s * rank + k]) * reach[k];
        most = fmax(most, sum);
    }
    return 1.01 * most; // floats
}

static const float (*gather(const portrait* p, const portrait_members* m, const double* from,
                            arena* memory))[3] {
    size_t own = (size_t)m->count, all = (size_t)p->vertex_count, rank = (size_t)p->rank;
    float(*to)[3] = arena_alloc(memory, own * rank, sizeof *to);
    for (size_t k = 0; k < rank; ++k)
        for (size_t i = 0; i < own; ++i)
            for (size_t c = 0; c < 3; ++c)
                to[k * own + i][c] = (float)from[3 * (k * all + m->vertices[i]) + c];
    return (const float(*)[3])to;
}

portrait_members portrait_moving(const recording* x, arena* memory) {
    portrait_members m = {0, ARENA_NEW(memory, uint32_t, (size_t)x->vertex_count)};
    arena* scratch = arena_create();
    bool* rigid = ARENA_NEW(scratch, bool, (size_t)x->vertex_count);
    for (int32_t b = 0; b < x->body_count; ++b)
        for (int32_t i = 0; i < x->bodies[b].count; ++i)
            rigid[x->bodies[b].first + i] = x->bodies[b].rigid != 0;
    for (int32_t v = 0; v < x->vertex_count; ++v)
        if (!rigid[v])
            m.vertices[m.count++] = (uint32_t)v;
    arena_destroy(scratch);
    return m;
}

bool portrait_draft(const played* x, const portrait_members* members, const double* bends_or_null,
                    arena* memory, asset_draft_part* out, report* r) {
    const portrait* p = x->of;
    size_t rank = (size_t)p->rank;
    SUPPLE_ASSERT(rank > 0 && members->count > 0);
    asset_draft_recorded* own = ARENA_NEW(memory, asset_draft_recorded, 1);
    double *lambda = ARENA_NEW(memory, double, rank), *decay = ARENA_NEW(memory, double, rank);
    for (size_t k = 0; k < rank; ++k) {
        lambda[k] = STIFF;
        decay[k] = STILL_RATE;
    }
    put_record(x, own);
    put_palette(&p->of->palette, own, memory);
    put_jumps(x, own, memory);
    put_touches(p, own, memory);
    own->scales = x->orbits->scales;
    own->orbits = x->orbits->words;
    own->most = largest(p, memory);
    *out = (asset_draft_part){.coord_count = p->rank,
                              .bone_count = 1,
                              .vertex_count = members->count,
                              .lambda = lambda,
                              .decay = decay,
                              .bones = ARENA_NEW(memory, int32_t, 1),
                              .forcing = ARENA_NEW(memory, format_forcing, rank),
                              .vertices = members->vertices,
                              .shapes = gather(p, members, p->shapes, memory),
                              .stiffness = 1.0f,
                              .damping = 1.0f,
                              .response = 1.0f,
                              .limit = (float)limit_of(p, memory),
                              .recorded_or_null = own};
    if (bends_or_null != NULL)
        out->bends_or_null = gather(p, members, bends_or_null, memory);
    return put_responses(x, own, memory, r);
}
