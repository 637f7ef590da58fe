// Two rounds over the frames: what the camera has to show, then the pictures. Only these are kept.
// SPDX-License-Identifier: MIT
#include "bake/play/take_film.h"

#include "bake/export/apng.h"
#include "bake/play/take_moment.h"
#include "bake/scene/facing.h"

#define RATE_MOST 25.0 // pictures a second

typedef struct reel { // frames of the take: first, first + step, ... , count of them
    int32_t first, step, count;
} reel;

static reel reel_of(const play_take* t, const strip_options* how) {
    int32_t last = t->frame_count - 1;
    reel out = {.step = (int32_t)ceil(t->fps / RATE_MOST - 1e-9)};
    if (how->to > 0.0) {
        out.first = (int32_t)fmin(floor(how->from * t->fps + 0.5), last);
        last = (int32_t)fmin(floor(how->to * t->fps + 0.5), last);
    }
    out.count = (last - out.first) / out.step + 1;
    return out;
}

static bounds shown_box(const take_shown* x, const reel* frames) {
    bounds out = bounds_of(NULL, 0);
    for (int32_t i = 0; i < frames->count; ++i) {
        arena* scratch = arena_create();
        take_moment m = take_moment_at(x->q, x->t, frames->first + i * frames->step, scratch);
        out = bounds_join(out, m.box);
        arena_destroy(scratch);
    }
    return out;
}

static bool draw_frame(const take_shown* x, int32_t frame, const raster_options* camera,
                       arena* memory, picture* out, report* r) {
    arena* scratch = arena_create();
    raster_options o = *camera;
    raster_arriving* arriving = NULL;
    raster_ground ground;
    take_moment m = take_moment_at(x->q, x->t, frame, scratch);
    const supple_body* body = play_frame(x->t, frame);
    const take_ground below = {body, m.shift, o.frame.low.y};
    bool lit = x->light.light != NULL;
    bool sound =
        !lit || (take_light_arriving(&x->light, x->q, body, true, &m.soft, scratch, &arriving, r) &&
                 take_light_ground(&x->light, x->q, &below, &m.soft, scratch, &ground, r));
    const raster_arriving* const one[] = {arriving};
    o.arriving_or_null = lit ? one : NULL;
    o.ground_or_null = lit ? &ground : NULL;
    if (sound)
        *out = raster_surface(&m.soft, x->q->s, &o, memory);
    arena_destroy(scratch);
    return sound;
}

bool take_film(const take_shown* x, const strip_options* how, arena* memory, bytes* out,
               report* r) {
    reel frames = reel_of(x->t, how);
    raster_options o = strip_camera(how, scene_front(x->q->s, memory));
    o.frame = shown_box(x, &frames);
    picture* pictures = ARENA_NEW(memory, picture, (size_t)frames.count);
    for (int32_t i = 0; i < frames.count; ++i)
        if (!draw_frame(x, frames.first + i * frames.step, &o, memory, &pictures[i], r))
            return false;
    int32_t delay =
        (int32_t)fmin(fmax(floor(1000.0 * frames.step / x->t->fps + 0.5), 1.0), 65535.0);
    *out = apng_encode(pictures, frames.count, delay, memory);
    return true;
}
