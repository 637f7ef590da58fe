// What a scene has that does not say otherwise.
// SPDX-License-Identifier: MIT
#include "bake/simulate/simulation.h"

simulation simulation_default(void) {
    return (simulation){.gravity = {0.0, -9.81, 0.0},
                        .air = {.density = 1.2, .across = 1.2, .along = 0.05},
                        .contact = {.slow = 1e-3, .rounds = 1},
                        .seconds = 1.0,
                        .fps = 60.0,
                        .steps = 1,
                        .rule = NEWMARK_CONSERVING,
                        .accuracy = 1e-8};
}

int32_t simulation_states(const simulation* s) {
    return (int32_t)floor(s->seconds * s->fps + 1e-6) + 1;
}

vec3 simulation_track_at(const simulation_track* t, double time) {
    int32_t i = 0;
    while (i < t->count && t->keys[i].time <= time)
        ++i;
    if (i == 0)
        return t->count > 0 ? t->keys[0].value : v3(0.0, 0.0, 0.0);
    if (i == t->count)
        return t->keys[i - 1].value;
    const simulation_key *a = &t->keys[i - 1], *b = &t->keys[i];
    return v3_lerp(a->value, b->value, (time - a->time) / (b->time - a->time));
}
