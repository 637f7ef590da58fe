// Which response is played, and what comes after it.
//
// Time goes from event to event: a response ends, the support meets a limit, what waits may begin. Each of them is followed
// by less (a response that runs on goes into one of lesser depth, a support that was stopped stands, a queue gets shorter),
// so that there are finitely many however long a step is.
// SPDX-License-Identifier: MIT
#include "runtime/base/assert.h"
#include "runtime/math/exact.h"
#include "runtime/model/recorded.h"

#include <math.h>
#include <string.h>

static const double FADED = 60.0; // e^-60 of an offset is nothing to a float

// ---- what is shown ---------------------------------------------------------------------

static const format_response* response_of(const recorded_part* x) {
    SUPPLE_ASSERT(x->state->response >= 0);
    return &x->asset.responses[x->state->response];
}

static void set_zero(float* x, int32_t count) {
    memset(x, 0, sizeof(float) * (size_t)count);
}

// Of the response, without the offset.
static void sample(const recorded_part* x, float* q, float* v) {
    const recorded_state* s = x->state;
    if (q != NULL)
        set_zero(q, x->coord_count);
    if (v != NULL)
        set_zero(v, x->coord_count);
    if (s->response >= 0)
        recorded_sample(&x->asset, x->coord_count, (uint32_t)s->response, s->at, q,
                        s->ended ? NULL : v);
}

static bool has_offset(const recorded_state* s) {
    return s->rate > 0.0 && s->rate * s->age < FADED;
}

// What a state that was damaged asks for stays a number.
static float bounded(double x) {
    const double most = 1e18;
    return (float)(x < most ? x > -most ? x : -most : most);
}

// offset(t) = (d + c t) e^(-r t) with c = w + r d; its change is (w - r c t) e^(-r t).
static void add_offset(const recorded_part* x, float* q, float* v) {
    const recorded_state* s = x->state;
    double r = s->rate, t = s->age, left = exact_exp(-r * t);
    for (int32_t k = 0; k < x->coord_count && q != NULL; ++k) {
        double d = (double)x->offset[k], c = (double)x->drift[k] + r * d;
        q[k] = bounded((double)q[k] + (d + c * t) * left);
    }
    for (int32_t k = 0; k < x->coord_count && v != NULL; ++k) {
        double w = (double)x->drift[k], c = w + r * (double)x->offset[k];
        v[k] = bounded((double)v[k] + (w - r * c * t) * left);
    }
}

void recorded_show(const recorded_part* x, float* q, float* v) {
    sample(x, q, v);
    if (has_offset(x->state))
        add_offset(x, q, v);
}

float recorded_offset(const recorded_part* x) {
    const recorded_state* s = x->state;
    double r = s->rate, t = s->age, square = 0.0;
    for (int32_t k = 0; k < x->coord_count && has_offset(s); ++k) {
        double d = (double)x->offset[k], now = d + ((double)x->drift[k] + r * d) * t;
        square += now * now;
    }
    return has_offset(s) ? bounded(sqrt(square) * exact_exp(-r * t)) : 0.0f;
}

static double shortest(const recorded_part* x) {
    return (double)x->asset.record->shortest * (double)x->asset.record->step;
}

// What began last, so that the next of a queue may begin.
static bool had_shortest(const recorded_part* x) {
    return x->state->entry < 0 || x->state->since >= shortest(x);
}

bool recorded_left(const recorded_part* x, float* left) {
    const recorded_state* s = x->state;
    set_zero(left, x->coord_count);
    if ((s->response >= 0 && !s->ended) || s->support.speed != (int32_t)x->asset.record->still ||
        (s->waiting > 0 && !had_shortest(x)))
        return false;
    double r = s->rate, t = s->age;
    for (int32_t k = 0; k < x->coord_count && has_offset(s); ++k) {
        double d = (double)x->offset[k], c = (double)x->drift[k] + r * d;
        left[k] = bounded((fabs(d + c * t) + fabs(c) / r) * exact_exp(-r * t));
    }
    return true;
}

int32_t recorded_nearest(const recorded_part* x) {
    const recorded_state* s = x->state;
    if (s->response < 0)
        return (int32_t)x->asset.record->rest;
    const format_response* of = response_of(x);
    int32_t state = (int32_t)(s->at + 0.5);
    state = state > 0 ? state : 1; // the first is the last of what was before the impulse
    return (int32_t)of->first + (state < (int32_t)of->count ? state : (int32_t)of->count);
}

// ---- from one to another ---------------------------------------------------------------

// What was shown in x->last_q and last_v, less where it goes on from, in x->q and v, becomes the offset.
static void set_offset(const recorded_part* x, double rate) {
    for (int32_t k = 0; k < x->coord_count; ++k) {
        x->offset[k] = x->last_q[k] - x->q[k];
        x->drift[k] = x->last_v[k] - x->v[k];
    }
    x->state->age = 0.0;
    x->state->rate = rate;
}

// Goes on with a state of a response, or with rest (-1).
static void go_on(const recorded_part* x, int32_t response, double at, bool ended, double rate) {
    recorded_state* s = x->state;
    recorded_show(x, x->last_q, x->last_v);
    s->response = response;
    s->at = at;
    s->ended = ended;
    sample(x, x->q, x->v);
    set_offset(x, rate);
}

void recorded_rest(const recorded_part* x) {
    recorded_state* s = x->state;
    recorded_support_begin(&x->asset, &s->support);
    s->response = s->entry = -1;
    s->at = s->since = s->age = s->rate = 0.0;
    s->ended = s->waiting = s->passed_count = 0;
    s->distance = 0.0f;
    set_zero(x->offset, x->coord_count);
    set_zero(x->drift, x->coord_count);
}

int32_t recorded_find(const recorded_part* x, int32_t entry, float* distance) {
    const asset_recorded* p = &x->asset;
    const format_recorded* r = p->record;
    const recorded_support* s = &x->state->support;
    const double rounding = 1e-3; // of a state: what sums of steps may be short of
    uint32_t after = p->changes[(uint32_t)s->speed * r->entry_count + (uint32_t)entry];
    if (after == FORMAT_NONE || recorded_support_room(p, s, (int32_t)after) <
                                    ((double)r->shortest - rounding) * (double)r->step)
        return -1;
    format_jump jump = p->jumps[(size_t)recorded_nearest(x) * r->entry_count + (size_t)entry];
    if (jump.response == FORMAT_MAX_RESPONSES)
        return -1;
    *distance = (float)jump.distance * r->jump_scale;
    return jump.response;
}

// The offset as it begins, m: the distance of phase portraits (numerics.md D4).
static float jump_length(const recorded_part* x) {
    double square = 0.0, balance = (double)x->asset.record->balance;
    for (int32_t k = 0; k < x->coord_count; ++k) {
        double d = (double)x->offset[k], w = (double)x->drift[k];
        square += d * d + balance * w * w;
    }
    return bounded(sqrt(square));
}

// What is shown goes on as it was; only the impulse, which the response has, changes velocities.
bool recorded_begin(const recorded_part* x, int32_t entry) {
    const format_recorded* r = x->asset.record;
    recorded_state* s = x->state;
    float distance;
    int32_t response = recorded_find(x, entry, &distance);
    if (response < 0)
        return false;
    recorded_show(x, x->last_q, x->last_v);
    recorded_before(&x->asset, x->coord_count, (uint32_t)response, x->q, x->v);
    s->support.speed =
        (int32_t)x->asset.changes[(uint32_t)s->support.speed * r->entry_count + (uint32_t)entry];
    s->response = response;
    s->at = s->since = 0.0;
    s->ended = 0;
    s->entry = entry;
    ++s->begun;
    set_offset(x, (double)r->blend);
    s->distance = jump_length(x); // of what was shown, which may have been blending still
    return true;
}

// The support may not go on: the entry that lets it stand begins, the nearest of those that there are.
static void stop(const recorded_part* x) {
    const format_recorded* r = x->asset.record;
    recorded_state* s = x->state;
    int32_t best = -1;
    float nearest = INFINITY, distance;
    for (int32_t e = 0; e < (int32_t)r->entry_count; ++e)
        if (x->asset.changes[(uint32_t)s->support.speed * r->entry_count + (uint32_t)e] ==
                r->still &&
            recorded_find(x, e, &distance) >= 0 && distance < nearest) {
            nearest = distance;
            best = e;
        }
    if (best < 0 || !recorded_begin(x, best))
        s->support.speed = (int32_t)r->still;
}

// A response is over.
static void finish(const recorded_part* x) {
    const format_response* of = response_of(x);
    double blend = (double)x->asset.record->blend;
    bool moves = x->state->support.speed != (int32_t)x->asset.record->still;
    uint32_t begun = x->state->begun;
    if (of->end == FORMAT_END_LIMITED && moves)
        stop(x);
    if (x->state->begun != begun)
        return;
    if (of->end != FORMAT_END_RUNS_ON)
        go_on(x, x->state->response, (double)of->count, true, blend);
    else if (of->next == FORMAT_NONE)
        go_on(x, -1, 0.0, false, (double)of->blend);
    else
        go_on(x, (int32_t)of->next, (double)(of->next_at - x->asset.responses[of->next].first),
              false, (double)of->blend);
}

// ---- time ------------------------------------------------------------------------------

typedef enum event_kind { NOTHING, RESPONSE_ENDS, LIMIT_REACHED, MAY_BEGIN } event_kind;

typedef struct event {
    event_kind kind;
    double seconds; // from now
} event;

static void sooner(event* e, event_kind kind, double seconds) {
    if (seconds < e->seconds)
        *e = (event){kind, seconds > 0.0 ? seconds : 0.0};
}

static event next_event(const recorded_part* x) {
    const recorded_state* s = x->state;
    event e = {NOTHING, INFINITY};
    if (s->response >= 0 && !s->ended)
        sooner(&e, RESPONSE_ENDS,
               ((double)response_of(x)->count - s->at) * (double)x->asset.record->step);
    if (s->waiting > 0 && !had_shortest(x))
        sooner(&e, MAY_BEGIN, shortest(x) - s->since);
    if (s->support.speed != (int32_t)x->asset.record->still)
        sooner(&e, LIMIT_REACHED, recorded_support_room(&x->asset, &s->support, s->support.speed));
    return e;
}

static void note_passed(recorded_state* s, int32_t after, int32_t last) {
    if (last <= after)
        return;
    if (s->passed_count == RECORDED_PASSED)
        memmove(s->passed, s->passed + 1, sizeof s->passed - sizeof *s->passed);
    else
        ++s->passed_count;
    s->passed[s->passed_count - 1] = (recorded_passed){after, last};
}

// Nothing happens for so long; `ends`: the response is then over, whatever rounding says.
static void go(const recorded_part* x, double seconds, bool ends) {
    recorded_state* s = x->state;
    recorded_support_pass(&x->asset, &s->support, seconds);
    s->age += seconds;
    s->since += seconds;
    if (s->response < 0 || s->ended)
        return;
    const format_response* of = response_of(x);
    double before = s->at, most = (double)of->count;
    double at = before + seconds / (double)x->asset.record->step;
    s->at = ends || at > most ? most : at;
    note_passed(s, (int32_t)of->first + (int32_t)before, (int32_t)of->first + (int32_t)s->at);
}

// The first that waits, when it is allowed and what began last has had its shortest time.
static bool begin_waiting(const recorded_part* x) {
    recorded_state* s = x->state;
    if (s->waiting == 0 || !had_shortest(x) || !recorded_begin(x, s->queue[0]))
        return false;
    memmove(s->queue, s->queue + 1, sizeof s->queue - sizeof *s->queue);
    --s->waiting;
    return true;
}

void recorded_pass(const recorded_part* x, double seconds) {
    x->state->passed_count = 0;
    begin_waiting(x);
    for (double left = seconds; left > 0.0;) {
        event e = next_event(x);
        if (!(e.seconds < left)) {
            go(x, left, false);
            return;
        }
        go(x, e.seconds, e.kind == RESPONSE_ENDS);
        left -= e.seconds;
        if (e.kind == MAY_BEGIN)
            x->state->since = shortest(x); // whatever rounding says
        if (e.kind == LIMIT_REACHED)
            stop(x);
        if (e.kind == RESPONSE_ENDS)
            finish(x);
        begin_waiting(x);
    }
}

// ---- states of unknown origin ----------------------------------------------------------

static bool is_index(int32_t i, int32_t least, uint32_t count) {
    return i >= least && (i < 0 || (uint32_t)i < count);
}

static bool are_numbers(const double* x, int count) {
    bool sound = true;
    for (int k = 0; k < count; ++k)
        sound &= x[k] >= -(double)FORMAT_LARGEST && x[k] <= (double)FORMAT_LARGEST;
    return sound;
}

static bool support_fits(const format_recorded* r, const recorded_support* s) {
    double length = 0.0;
    for (int k = 0; k < 4; ++k)
        length += s->turn[k] * s->turn[k];
    return is_index(s->speed, 0, r->speed_count) && are_numbers(s->displacement, 3) &&
           fabs(length - 1.0) < 1e-6;
}

static bool lists_fit(const format_recorded* r, const recorded_state* s) {
    bool sound = s->waiting >= 0 && s->waiting <= RECORDED_QUEUE && s->passed_count >= 0 &&
                 s->passed_count <= RECORDED_PASSED;
    for (int32_t i = 0; sound && i < s->waiting; ++i)
        sound = is_index(s->queue[i], 0, r->entry_count);
    for (int32_t i = 0; sound && i < s->passed_count; ++i)
        sound = is_index(s->passed[i].after, 0, r->state_count) &&
                is_index(s->passed[i].last, 0, r->state_count);
    for (int k = 0; k < 12; ++k)
        sound = sound && fabsf(s->given[k]) <= FORMAT_LARGEST;
    return sound;
}

bool recorded_fits(const recorded_part* x, const recorded_state* s) {
    const format_recorded* r = x->asset.record;
    const double times[] = {s->at, s->since, s->age, s->rate};
    bool sound = support_fits(r, &s->support) && is_index(s->response, -1, r->response_count) &&
                 is_index(s->entry, -1, r->entry_count) && (s->ended == 0 || s->ended == 1) &&
                 are_numbers(times, 4) && lists_fit(r, s) && fabsf(s->distance) <= FORMAT_LARGEST;
    for (int k = 0; k < 4; ++k)
        sound &= times[k] >= 0.0;
    return sound && (s->response < 0 || s->at <= (double)x->asset.responses[s->response].count);
}
