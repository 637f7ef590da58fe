// Can every entry be reached, and can every speed be left?
//
// For each speed that is reached there is a box of regions, which holds wherever the support can be then; they grow from
// where it begins, entry by entry, until nothing changes. An entry is allowed in a box of its own, so that no way is a
// dead end where boxes of entries cover that one; they are compared on the grid of all their faces, which is exact.
// SPDX-License-Identifier: MIT
#include "bake/record/palette.h"

#include "bake/base/text.h"

#include <math.h>

typedef struct box {
    vec3 low, high;
} box;

enum { FACES_MOST = 2 * PALETTE_ENTRIES_MOST + 2 };

static double shortest_seconds(const palette* p) {
    return p->shortest / p->fps;
}

// Where it has room to go at this speed for the shortest time.
static box region_before(const palette* p, int32_t speed) {
    box b = {p->low, p->high};
    vec3 displacement = v3_scale(palette_drift(p, speed), shortest_seconds(p));
    for (int k = 0; k < 3; ++k) {
        double d = (&displacement.x)[k];
        *(d > 0.0 ? &(&b.high.x)[k] : &(&b.low.x)[k]) -= d;
    }
    return b;
}

// Of a side of a box, the rounding that does not matter.
static double slack_of(const palette* p, int axis) {
    double range = (&p->high.x)[axis] - (&p->low.x)[axis];
    return isfinite(range) ? 1e-9 * range : 0.0;
}

static box intersection(box a, box b) {
    return (box){v3_max(a.low, b.low), v3_min(a.high, b.high)};
}

static bool is_empty(const palette* p, box b) {
    for (int k = 0; k < 3; ++k)
        if ((&b.low.x)[k] > (&b.high.x)[k] + slack_of(p, k))
            return true;
    return false;
}

// Where it is after it has gone at this speed from somewhere in `from`, for any time that is allowed.
static box go(const palette* p, box from, int32_t speed) {
    vec3 drift = palette_drift(p, speed);
    box b = from;
    for (int k = 0; k < 3; ++k) {
        double d = (&drift.x)[k], least = d * p->shortest / p->fps, most = d * p->longest / p->fps;
        (&b.low.x)[k] += d > 0.0 ? least : most;
        (&b.high.x)[k] += d > 0.0 ? most : least;
    }
    return intersection(b, (box){p->low, p->high});
}

// Grows `to` so that it holds `more`; false when it did already.
static bool grow(const palette* p, box* to, box more) {
    bool grown = false;
    for (int k = 0; k < 3; ++k) {
        grown = grown || (&more.low.x)[k] < (&to->low.x)[k] - slack_of(p, k) ||
                (&more.high.x)[k] > (&to->high.x)[k] + slack_of(p, k);
    }
    *to = (box){v3_min(to->low, more.low), v3_max(to->high, more.high)};
    return grown;
}

// Middles of the cells that the faces of all boxes cut `of` into along an axis; one that reaches to infinity has its finite side.
static int middles(const box* boxes, int count, box of, int axis, double* out) {
    double faces[FACES_MOST], low = (&of.low.x)[axis], high = (&of.high.x)[axis];
    int face_count = 0, middle_count = 0;
    faces[face_count++] = low;
    faces[face_count++] = high;
    for (int i = 0; i < count; ++i)
        for (int side = 0; side < 2; ++side) {
            double face = side == 0 ? (&boxes[i].low.x)[axis] : (&boxes[i].high.x)[axis];
            if (face > low && face < high)
                faces[face_count++] = face;
        }
    for (int i = 1; i < face_count; ++i) // insertion: a few dozen
        for (int k = i; k > 0 && faces[k] < faces[k - 1]; --k) {
            double swap = faces[k];
            faces[k] = faces[k - 1];
            faces[k - 1] = swap;
        }
    double tiny = isfinite(high - low) ? 1e-9 * (high - low) : 0.0;
    for (int i = 0; i + 1 < face_count; ++i)
        if (!isfinite(faces[i]) || !isfinite(faces[i + 1]))
            out[middle_count++] = isfinite(faces[i])       ? faces[i]
                                  : isfinite(faces[i + 1]) ? faces[i + 1]
                                                           : 0.0;
        else if (faces[i + 1] - faces[i] > tiny)
            out[middle_count++] = 0.5 * (faces[i] + faces[i + 1]);
    if (middle_count == 0) // a box without a thickness
        out[middle_count++] = low;
    return middle_count;
}

static bool holds(box b, vec3 x) {
    for (int k = 0; k < 3; ++k)
        if (!((&x.x)[k] >= (&b.low.x)[k] - 1e-9 * fabs((&b.low.x)[k]) &&
              (&x.x)[k] <= (&b.high.x)[k] + 1e-9 * fabs((&b.high.x)[k])))
            return false;
    return true;
}

// Do the boxes cover `of`? If not, *hole is a way that they do not.
static bool covered(const box* boxes, int count, box of, vec3* hole) {
    double at[3][FACES_MOST];
    int n[3];
    for (int k = 0; k < 3; ++k)
        n[k] = middles(boxes, count, of, k, at[k]);
    for (int i = 0; i < n[0] * n[1] * n[2]; ++i) {
        vec3 x = v3(at[0][i % n[0]], at[1][i / n[0] % n[1]], at[2][i / (n[0] * n[1])]);
        bool in = false;
        for (int b = 0; b < count && !in; ++b)
            in = holds(boxes[b], x);
        if (!in) {
            *hole = x;
            return false;
        }
    }
    return true;
}

// ---- sentences -------------------------------------------------------------------------

static const double DEGREES = 180.0 / EXACT_PI;

static const char* speed_text(const palette* p, int32_t speed, arena* memory) {
    const palette_speed* s = &p->speeds[speed];
    if (p->kind == SUPPORT_TURNING)
        return arena_format(memory, "%.4g degrees a second", s->rate * DEGREES);
    if (v3_length(s->spin) > 0.0)
        return arena_format(memory, "a spin of (%.4g, %.4g, %.4g) degrees a second",
                            s->spin.x * DEGREES, s->spin.y * DEGREES, s->spin.z * DEGREES);
    return arena_format(memory, "(%.4g, %.4g, %.4g) m/s", s->velocity.x, s->velocity.y,
                        s->velocity.z);
}

static const char* displacement_text(const palette* p, vec3 displacement, arena* memory) {
    return p->kind == SUPPORT_TURNING
               ? arena_format(memory, "%.4g degrees", displacement.x * DEGREES)
               : arena_format(memory, "(%.4g, %.4g, %.4g) m", displacement.x, displacement.y,
                              displacement.z);
}

typedef struct reached {
    bool is[PALETTE_SPEEDS_MOST];
    box regions[PALETTE_SPEEDS_MOST]; // where the support may be at that speed
} reached;

// Where it goes from speed s by an entry; false when that is never allowed.
static bool follow(const palette* p, const reached* at, int32_t s, int32_t e, box* regions) {
    int32_t to = p->next[s][e];
    if (!at->is[s] || to < 0)
        return false;
    box from = intersection(at->regions[s], region_before(p, to));
    *regions = go(p, from, to);
    return !is_empty(p, from);
}

// Boxes that still grow after so many rounds are taken to reach the limits: rather refused than stuck.
enum { ROUNDS_EXACT = 100 };

static void reach(const palette* p, reached* out) {
    *out = (reached){.is = {false}};
    out->is[p->still] = true;
    box all = {p->low, p->high}, first = {p->begin, p->begin};
    for (int k = 0; k < 3; ++k)
        if (!isfinite((&p->high.x)[k] -
                      (&p->low.x)[k])) { // where it is along this axis never matters
            (&first.low.x)[k] = (&p->low.x)[k];
            (&first.high.x)[k] = (&p->high.x)[k];
        }
    out->regions[p->still] = first;
    bool more = true;
    for (int round = 0; more; ++round) {
        more = false;
        for (int32_t s = 0; s < p->speed_count; ++s)
            for (int32_t e = 0; e < p->entry_count; ++e) {
                box regions;
                if (!follow(p, out, s, e, &regions))
                    continue;
                int32_t to = p->next[s][e];
                bool grown = !out->is[to] || grow(p, &out->regions[to], regions);
                if (!out->is[to])
                    out->regions[to] = regions;
                else if (grown && round >= ROUNDS_EXACT)
                    out->regions[to] = all;
                out->is[to] = true;
                more = more || grown;
            }
    }
}

static bool check_entry(const palette* p, int32_t e, const reached* at, report* r) {
    const char* why =
        p->entries[e].has_forcing
            ? "no speed that is reached may change to its \"forcing\": it changes "
              "nothing, or by more than \"change\""
            : "from every speed that is reached, its result is none of \"speeds\" or a "
              "change by more than \"change\"";
    for (int32_t s = 0; s < p->speed_count; ++s)
        if (at->is[s] && p->next[s][e] >= 0) {
            box regions;
            if (follow(p, at, s, e, &regions))
                return true;
            why = arena_format(r->memory,
                               "the shortest time of %.4g s, at %s, is more than the support's "
                               "limits leave",
                               shortest_seconds(p), speed_text(p, p->next[s][e], r->memory));
        }
    return report_error(r, p->entries[e].where, "entry \"%s\" can never be reached: %s",
                        text_printable(p->entries[e].name, 40, r->memory), why);
}

static bool check_speed(const palette* p, int32_t s, box regions, place where, report* r) {
    box boxes[PALETTE_ENTRIES_MOST];
    int count = 0;
    for (int32_t e = 0; e < p->entry_count; ++e) {
        box b = p->next[s][e] >= 0 ? region_before(p, p->next[s][e]) : (box){p->high, p->low};
        if (p->next[s][e] >= 0 && !is_empty(p, b))
            boxes[count++] = b;
    }
    vec3 hole = p->begin;
    for (int k = 0; k < 3 && count == 0; ++k)
        if (isfinite((&regions.high.x)[k]))
            (&hole.x)[k] = (&regions.high.x)[k];
    if (count > 0 && covered(boxes, count, regions, &hole))
        return true;
    return report_error(r, where,
                        "a sequence could not go on: at %s, with the support at %s, no entry is "
                        "allowed for the shortest time of %.4g s; add one, like one that stops it, "
                        "or make the shortest time shorter",
                        speed_text(p, s, r->memory), displacement_text(p, hole, r->memory),
                        shortest_seconds(p));
}

bool palette_check(const palette* p, place where, report* r) {
    reached at;
    bool sound = true;
    reach(p, &at);
    for (int32_t e = 0; e < p->entry_count; ++e)
        sound = check_entry(p, e, &at, r) && sound;
    for (int32_t s = 0; s < p->speed_count && sound; ++s) {
        if (at.is[s])
            sound = check_speed(p, s, at.regions[s], where, r);
        else
            report_warning(r, where, "%s is one of the \"speeds\", and no entry leads to it",
                           speed_text(p, s, r->memory));
    }
    return sound;
}
