// Bytes as calls of engines (test/kit/world_calls.h): what bodies are, who meets whom, what is where.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/calls_bytes.h"

// Calls of engines: what bodies are, who meets whom, what is where.
static inline void calls_engine(calls_world* w, unsigned call, supple_body* body_or_null) {
    supple_filter filter = {calls_byte(w), calls_byte(w) | 1, (int32_t)(calls_byte(w) % 3) - 1};
    supple_shape shape = {.kind = (supple_shape_kind)(calls_byte(w) % 5),
                          .radius = 0.3f,
                          .half = {0.2f, 0.3f, 0.2f},
                          .friction = SUPPLE_UNSET};
    supple_matrix pose = calls_matrix(w);
    supple_hit hits[4];
    supple_event events[4];
    int count = 0;
    if (call == 0 && body_or_null != NULL) {
        supple_dynamics d = supple_body_dynamics(body_or_null);
        d.gravity_scale = calls_number(w);
        d.linear_drag = calls_number(w);
        d.friction = calls_number(w);
        d.restitution = calls_number(w);
        d.rolling = calls_number(w);
        d.kinematic = calls_byte(w) % 4 == 0;
        supple_body_set_dynamics(body_or_null, &d);
    } else if (call == 1 && body_or_null != NULL) {
        supple_body_force_centre(body_or_null, calls_vector(w), calls_vector(w));
        supple_body_impulse_centre(body_or_null, calls_vector(w), calls_vector(w));
    } else if (call == 2 && body_or_null != NULL) {
        supple_body_set_filter(body_or_null, filter);
        supple_body_set_part_contacts(body_or_null, (int)(calls_byte(w) % 3) - 1,
                                      calls_byte(w) % 2 == 0);
    } else if (call == 3) {
        count = supple_world_ray_all(w->world, calls_vector(w), calls_vector(w), &filter, hits, 4);
    } else if (call == 4) {
        count = supple_world_overlap(w->world, &shape, &pose, &filter, hits, 4);
    } else if (call == 5) {
        count = supple_world_cast(w->world, &shape, &pose, calls_vector(w), NULL, hits);
    } else if (call == 6) {
        count = supple_world_nearest(w->world, calls_vector(w), calls_number(w), &filter, hits);
    } else if (call == 7 && body_or_null != NULL) {
        supple_world_attach_collider(w->world, w->colliders[calls_byte(w) % CALLS_IDS],
                                     body_or_null, (int)(calls_byte(w) % 18) - 1, &pose);
    } else if (call == 8) {
        supple_world_set_collider_filter(w->world, w->colliders[calls_byte(w) % CALLS_IDS], filter);
    } else if (body_or_null != NULL) {
        (calls_byte(w) % 2 == 0 ? supple_body_sleep : supple_body_wake)(body_or_null);
    }
    if (count < 0 || supple_world_events(w->world, events, 4) < 0)
        abort();
    for (int i = 0; i < count && i < 4; ++i) {
        calls_is_number(hits[i].place);
        if (!isfinite(hits[i].distance) || !(hits[i].distance >= 0.0f))
            abort();
    }
}
