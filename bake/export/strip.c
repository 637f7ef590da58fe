// Moments at even distances, rounded to frames.
// SPDX-License-Identifier: MIT
#include "bake/export/strip.h"

#include "bake/base/assert.h"

#include <math.h>

raster_options strip_camera(const strip_options* o, double front) {
    raster_options out = raster_default();
    out.width = o->width;
    out.height = o->height;
    out.view_count = 1;
    out.views[0] = o->view;
    out.front = front;
    out.has_frame = true;
    out.frame = bounds_of(NULL, 0);
    return out;
}

int32_t strip_frame(const strip_options* o, double fps, int32_t frame_count, bool loop, int32_t i) {
    SUPPLE_ASSERT(frame_count > 0 && i >= 0 && i < o->moments);
    bool all = !(o->to > 0.0), open = all && loop;
    int32_t first = 0, last = frame_count - !open, steps = o->moments - !open;
    if (!all) {
        first = (int32_t)fmin(floor(o->from * fps + 0.5), last);
        last = (int32_t)fmin(floor(o->to * fps + 0.5), last);
    }
    return steps > 0 ? first + (int32_t)((int64_t)i * (last - first) / steps) : first;
}
