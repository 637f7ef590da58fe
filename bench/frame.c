// A frame by the functions that supple_world_step consists of.
// SPDX-License-Identifier: MIT
#include "bench/frame.h"

#include "bake/base/clock.h"
#include "runtime/world/world.h"

frame_cost frame_timed(supple_world* w, float dt) {
    frame_cost c = {0};
    double begin = clock_processor();
    if (!world_begin_step(w, dt))
        return c;
    for (int32_t n = 0; n < w->stats.substeps; ++n) {
        double h = (double)dt / w->stats.substeps, t[3];
        world_begin_substep(w, dt, n);
        t[0] = clock_processor();
        world_find(w, dt, n);
        t[1] = clock_processor();
        world_answer(w, h);
        t[2] = clock_processor();
        world_end_substep(w, h);
        c.contacts += (double)w->found_count / w->stats.substeps;
        c.find += 1e6 * (t[1] - t[0]);
        c.solve += 1e6 * (t[2] - t[1]);
    }
    world_end_step(w, dt);
    c.all = 1e6 * (clock_processor() - begin);
    c.step = c.all - c.find - c.solve;
    c.substeps = w->stats.substeps;
    return c;
}
