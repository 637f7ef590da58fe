// Sums in the order of coordinates. Those of the state are in float, as it is, and have the same bits for all who
// ask; those of pulls are in double, because a pull that is not bounded yet may be beyond float.
// SPDX-License-Identifier: MIT
#include "runtime/body/bound.h"

#include "runtime/base/assert.h"
#include "runtime/body/limit.h"

#include <math.h>

static void check_part(const supple_body* b, int32_t part) {
    (void)b, (void)part;
    SUPPLE_ASSERT(part >= 0 && part < b->part_count);
    SUPPLE_ASSERT(b->active[part] >= 0 && b->active[part] <= b->parts[part].count);
    SUPPLE_ASSERT(b->tuning[part].limit > 0.0f);
}

float bound_of(const supple_body* b, int32_t part, const float* x) {
    check_part(b, part);
    float bound = 0.0f;
    for (int32_t i = 0; i < b->active[part]; ++i)
        bound += fabsf(x[b->parts[part].first + i]) * b->parts[part].asset.coords[i].reach;
    return bound;
}

float bound_shaken(const supple_body* b, int32_t part, float h, float area) {
    check_part(b, part);
    SUPPLE_ASSERT(h > 0.0f && area >= 0.0f);
    float bound = 0.0f;
    for (int32_t i = 0; i < b->active[part]; ++i) {
        int32_t c = b->parts[part].first + i;
        float rate = (float)body_rate(b, c);
        float turn = rate * (b->impulse_fraction[c] * area + b->force_fraction[c] * h);
        bound += fabsf(b->shake_now[c]) * b->parts[part].asset.coords[i].reach *
                 (turn < 1.0f ? turn : 1.0f) / (rate * rate);
    }
    return bound / b->tuning[part].limit;
}

float bound_of_gauge(const supple_body* b, int32_t part) {
    check_part(b, part);
    const body_part* p = &b->parts[part];
    float limit = b->tuning[part].limit, bound = bound_of(b, part, b->gauge) / limit;
    if (!(bound > (float)LIMIT_FREE && bound < (float)BOUND_MEASURED) || p->seen->count == 0)
        return bound;
    float far = witness_farthest(p->seen, b->gauge + p->first, b->active[part]) / limit;
    bound = far < bound ? far : bound;
    return bound > (float)LIMIT_FREE ? bound : (float)LIMIT_FREE;
}

double bound_in_limits(const supple_body* b, int32_t part, const double* x) {
    check_part(b, part);
    const format_coord* coords = b->parts[part].asset.coords;
    int32_t first = b->parts[part].first;
    double bound = 0.0;
    for (int32_t i = 0; i < b->active[part]; ++i)
        bound += fabs(x[first + i]) * (double)body_fade_fraction(b->fade[first + i]) *
                 (double)coords[i].reach;
    bound /= (double)b->tuning[part].limit;
    if (!(bound > LIMIT_FREE && bound < BOUND_MEASURED))
        return bound;
    for (int32_t i = first; i < first + b->active[part]; ++i)
        b->gauge[i] = (float)x[i] * body_fade_fraction(b->fade[i]);
    return (double)bound_of_gauge(b, part);
}

float bound_now(const supple_body* b, int32_t part) {
    check_part(b, part);
    int32_t first = b->parts[part].first;
    for (int32_t i = first; i < first + b->active[part]; ++i)
        b->gauge[i] = body_swing(b, i) * body_fade_fraction(b->fade[i]);
    return bound_of_gauge(b, part);
}

void bound_gradient(const supple_body* b, int32_t part, double round, float* out) {
    const body_part* p = &b->parts[part];
    double limit = (double)b->tuning[part].limit;
    bool told_by_sum = bound_now(b, part) <= (float)LIMIT_FREE || p->seen->count == 0;
    if (!told_by_sum)
        witness_gradient(p->seen, b->gauge + p->first, b->active[part], out);
    for (int32_t i = 0; i < b->active[part]; ++i) {
        double reach = (double)bound_reach(b, part, i),
               far = reach * (double)body_swing(b, p->first + i);
        out[i] = told_by_sum ? (float)(reach * far / (fabs(far) + round * limit))
                             : out[i] * body_fade_fraction(b->fade[p->first + i]);
    }
}

double bound_thrown(const supple_body* b, int32_t part, const double* coord_impulse) {
    check_part(b, part);
    double bound = 0.0;
    for (int32_t i = 0; i < b->active[part]; ++i) {
        int32_t c = b->parts[part].first + i;
        double swing = fabs((double)body_swing(b, c)),
               more = fabs((double)b->v[c] + coord_impulse[c]) / body_rate(b, c);
        bound += (swing + more) * (double)bound_reach(b, part, i);
    }
    return bound / (double)b->tuning[part].limit;
}
