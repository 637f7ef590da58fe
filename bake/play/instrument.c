// What an instrument is told to do.
// SPDX-License-Identifier: MIT
#include "bake/play/instrument.h"

#include "bake/base/assert.h"
#include "bake/mesh/bounds.h"
#include "bake/play/table.h"

// Lengths of the rod in radii, so that pictures show it coming from somewhere.
static const double INSTRUMENT_LONG = 60.0;
static const double INSTRUMENT_THIN = 1.0 / 40; // its radius, of how far the tip goes

static const char* wrong_with(const double* n, int32_t count, const instrument* x) {
    if (count != 4 && count != 5)
        return "a line has four numbers (time, x, y, z) or five (and grip: 0 or 1)";
    if (n[4] != 0.0 && n[4] != 1.0)
        return "grip is 0, the jaws are open, or 1, they hold";
    if (x->count > 0 && !(n[0] > x->keys[x->count - 1].time))
        return "times ascend from line to line";
    for (int k = 0; k < 4; ++k)
        if (fabs(n[k]) > 1e6)
            return "times and places are below a million";
    return NULL;
}

static double reach_of(const instrument* x) {
    bounds box = bounds_of(NULL, 0);
    for (int32_t i = 0; i < x->count; ++i)
        box = bounds_join(box, (bounds){x->keys[i].tip, x->keys[i].tip});
    return v3_distance(box.low, box.high);
}

bool instrument_read(bytes file, const char* path, arena* memory, instrument* out, report* r) {
    *out = (instrument){0};
    int32_t capacity = 0, lines = 0;
    for (text t = text_open(file); text_next_line(&t);) {
        if (!text_more(&t))
            continue;
        double n[5] = {0};
        bool bad;
        int32_t count = table_numbers(&t, n, 5, &bad);
        if (bad && count == 0 && lines++ == 0)
            continue; // names of columns
        ++lines;
        const char* why = !bad         ? wrong_with(n, count, out)
                          : count == 5 ? "more than five numbers"
                                       : "this is no number";
        if (why != NULL)
            return report_error(r, place_line(path, t.line), "%s", why);
        if (out->count == capacity) {
            int32_t more = capacity > 0 ? 2 * capacity : 64;
            out->keys =
                arena_grow(memory, out->keys, (size_t)capacity, (size_t)more, sizeof *out->keys);
            capacity = more;
        }
        out->keys[out->count++] = (instrument_key){n[0], v3(n[1], n[2], n[3]), n[4] == 1.0};
    }
    for (int32_t i = out->count - 1; i >= 0; --i)
        out->keys[i].time -= out->keys[0].time;
    if (out->count < 2)
        return report_error(r, place_file(path), "an instrument has two lines of numbers or more");
    out->radius = INSTRUMENT_THIN * reach_of(out);
    return out->radius > 0.0 ||
           report_error(r, place_file(path), "the instrument never moves: its lines are one place");
}

// 0 to 1 without a jump in speed or acceleration.
static double ease(double t) {
    return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
}

instrument_key instrument_at(const instrument* x, double time) {
    SUPPLE_ASSERT(x->count > 1);
    int32_t i = 0;
    while (i + 1 < x->count && x->keys[i + 1].time <= time)
        ++i;
    instrument_key now = x->keys[i];
    if (i + 1 == x->count || time <= now.time)
        return now;
    const instrument_key* next = &x->keys[i + 1];
    now.tip = v3_lerp(now.tip, next->tip, ease((time - now.time) / (next->time - now.time)));
    now.time = time;
    return now;
}

vec3 instrument_port(const instrument* x) {
    vec3 first = x->keys[0].tip, in = v3_sub(x->keys[1].tip, first);
    return v3_length(in) > 0.0 ? v3_sub(first, in)
                               : v3_add(first, v3(0, INSTRUMENT_LONG * x->radius, 0));
}

play_solid instrument_rod(const instrument* x, double time) {
    vec3 tip = instrument_at(x, time).tip, along = v3_sub(instrument_port(x), tip);
    double far = v3_length(along);
    along = far > 0.0 ? v3_scale(along, INSTRUMENT_LONG * x->radius / far)
                      : v3(0, INSTRUMENT_LONG * x->radius, 0);
    return (play_solid){.ball = true,
                        .paint = SOLID_STEEL,
                        .middle = tip,
                        .size = v3(2.0 * x->radius, 0, 0),
                        .along = along};
}
