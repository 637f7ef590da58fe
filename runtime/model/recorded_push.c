// The entry that does to a point what a push would.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"
#include "runtime/model/recorded.h"

#include <math.h>

static const double RECORDED_PUSH_ALONG =
    0.5; // cosine of the widest angle at which an entry still answers a push

static void add_spin(double out[3], const float spin[3], double by, const double arm[3]) {
    for (int k = 0; k < 3; ++k)
        out[k] += by * ((double)spin[(k + 1) % 3] * arm[(k + 2) % 3] -
                        (double)spin[(k + 2) % 3] * arm[(k + 1) % 3]);
}

static void add_speed(const asset_recorded* p, uint32_t speed, double by, const double arm[3],
                      double out[3]) {
    const format_speed* s = &p->speeds[speed];
    for (int k = 0; k < 3; ++k)
        out[k] += by * (double)s->velocity[k];
    add_spin(out, s->spin, by, arm);
    add_spin(out, p->record->axis, by * (double)s->rate, arm);
}

// By how much an entry changes the velocity of a point, in the support's axes, m/s. arm: from the pivot, m. A support that
// is pushed leaves what is free behind: to push a dashboard is to push what stands on it the other way.
static void change_of(const recorded_part* x, int32_t entry, const double arm[3], bool on_support,
                      double out[3]) {
    const asset_recorded* p = &x->asset;
    const format_entry* e = &p->entries[entry];
    double side = on_support ? -1.0 : 1.0;
    uint32_t before = (uint32_t)x->state->support.speed,
             after = p->changes[before * p->record->entry_count + (uint32_t)entry];
    for (int k = 0; k < 3; ++k)
        out[k] = (e->does & FORMAT_ENTRY_BODY) != 0 ? side * (double)e->body_velocity[k] : 0.0;
    if ((e->does & FORMAT_ENTRY_BODY) != 0)
        add_spin(out, e->body_spin, side, arm);
    add_speed(p, after, 1.0, arm, out);
    add_speed(p, before, -1.0, arm, out);
}

int32_t recorded_answer(const recorded_part* x, const double arm[3], const double push[3],
                        bool on_support) {
    double best = RECORDED_PUSH_ALONG,
           size = sqrt(push[0] * push[0] + push[1] * push[1] + push[2] * push[2]);
    int32_t found = -1;
    float distance;
    for (int32_t e = 0; e < (int32_t)x->asset.record->entry_count; ++e) {
        if (recorded_find(x, e, &distance) < 0)
            continue;
        double c[3];
        change_of(x, e, arm, on_support, c);
        double length = size * sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
        double along = c[0] * push[0] + c[1] * push[1] + c[2] * push[2];
        if (length > 0.0 && along / length > best) {
            best = along / length;
            found = e;
        }
    }
    return found;
}
