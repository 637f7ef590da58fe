// Tuning scales rates and forces; detail fades coordinates in and out.
//
// A coordinate that is dropped fades in what is shown, over a quarter of a second, while it still moves;
// then it is not stepped any more. One that comes back starts where gravity holds it, unseen, and fades
// in: neither pops.
// SPDX-License-Identifier: MIT
#include "runtime/body/tune.h"

#include "runtime/base/assert.h"
#include "runtime/body/drive.h"

#include <string.h>

static const float FADES_A_SECOND = 4.0f;

static bool between(float x, float least, float most) {
    return x >= least && x <= most;
}

static bool sound_vector(supple_vec3 x) {
    return between(x.x, -1e9f, 1e9f) && between(x.y, -1e9f, 1e9f) && between(x.z, -1e9f, 1e9f);
}

static bool sound_tuning(const supple_tuning* t) {
    return between(t->stiffness, 0.0f, 1e9f) && between(t->damping, 0.0f, 1e9f) &&
           between(t->response, -1e9f, 1e9f) && between(t->limit, 1e-30f, 1e30f);
}

static bool sound_options(const supple_body_options* o) {
    return sound_vector(o->gravity) && sound_vector(o->sag) &&
           between(o->world_metres, 1e-12f, 1e12f) && (int)o->forcing >= 0 &&
           o->forcing <= SUPPLE_DELAYED && o->max_pins >= 0 && o->max_pins <= PIN_MOST;
}

// Member by member: equal states have equal bytes then, padding too.
static void keep_options(supple_body* b, const supple_body_options* o) {
    supple_body_options* to = &b->state->options;
    to->gravity = o->gravity;
    to->sag = o->sag;
    to->world_metres = o->world_metres;
    to->forcing = o->forcing;
    to->spin = o->spin;
    to->free = b->free;
    to->linear = b->linear;
    to->triggers = o->triggers;
    to->max_pins = b->pin_count;
}

void tune_rates(supple_body* b) {
    b->as_baked = true;
    for (int32_t p = 0; p < b->part_count; ++p) {
        const body_part* part = &b->parts[p];
        const format_part* baked = part->asset.record;
        b->as_baked &=
            b->tuning[p].stiffness == baked->stiffness && b->tuning[p].damping == baked->damping;
        b->parts[p].table_h = 0.0f;
        for (int32_t i = 0; i < part->count; ++i) {
            b->lambda[part->first + i] = part->asset.coords[i].lambda * b->tuning[p].stiffness;
            b->decay[part->first + i] = part->asset.coords[i].decay * b->tuning[p].damping;
        }
    }
    b->table_all = 0.0f;
}

static supple_tuning baked_tuning(const supple_body* b, int32_t part) {
    const format_part* r = b->parts[part].asset.record;
    return (supple_tuning){r->stiffness, r->damping, r->response, r->limit};
}

static bool same_tuning(const supple_tuning* a, const supple_tuning* b) {
    return a->stiffness == b->stiffness && a->damping == b->damping && a->response == b->response &&
           a->limit == b->limit;
}

// What came with the asset is sound too: the gate allows more than the functions here.
bool tune_fits(const supple_body* b, const supple_body_options* options, const void* tuning) {
    supple_body_options o = *options;
    supple_vec3 sag = supple_body_options_default(&b->asset).sag;
    if (o.sag.x == sag.x && o.sag.y == sag.y && o.sag.z == sag.z)
        o.sag = (supple_vec3){0.0f, 0.0f, 0.0f};
    bool fits = sound_options(&o);
    for (int32_t p = 0; p < b->part_count; ++p) {
        supple_tuning baked = baked_tuning(b, p), given;
        memcpy(&given, (const char*)tuning + sizeof given * (size_t)p, sizeof given);
        fits &= sound_tuning(&given) || same_tuning(&given, &baked);
    }
    return fits;
}

void tune_start(supple_body* b, const supple_body_options* options) {
    supple_body_options sound = supple_body_options_default(&b->asset);
    keep_options(b, sound_options(options) ? options : &sound);
    b->state->rejected += !sound_options(options);
    for (int32_t p = 0; p < b->part_count; ++p) {
        b->tuning[p] = baked_tuning(b, p);
        b->active[p] = b->parts[p].count;
    }
    tune_rates(b);
}

void tune_fade(supple_body* b, float dt) {
    SUPPLE_ASSERT(dt > 0.0f);
    body_state* s = b->state;
    if (!s->fading)
        return;
    s->fading = 0;
    float change = FADES_A_SECOND * dt;
    for (int32_t p = 0; p < b->part_count; ++p) {
        int32_t first = b->parts[p].first, last = 0;
        for (int32_t i = 0; i < b->active[p]; ++i) {
            float* fade = &b->fade[first + i];
            float goal = i < s->detail ? 1.0f : 0.0f;
            *fade = goal > *fade + change   ? *fade + change
                    : goal < *fade - change ? *fade - change
                                            : goal;
            s->fading |= *fade != goal;
            if (*fade > 0.0f || goal > 0.0f)
                last = i + 1;
        }
        for (int32_t i = last; i < b->active[p]; ++i)
            b->q[first + i] = b->v[first + i] = b->load[first + i] = b->shake[first + i] =
                b->amount[first + i] = 0.0f;
        b->active[p] = last;
    }
}

// ---- public ----------------------------------------------------------------------------

supple_body_options supple_body_options_default(const supple_asset* asset) {
    const format_body* body = asset_sections_of(asset).body;
    return (supple_body_options){.gravity = {0.0f, -9.81f, 0.0f},
                                 .sag = {body->gravity[0], body->gravity[1], body->gravity[2]},
                                 .world_metres = 1.0f,
                                 .forcing = SUPPLE_IMPULSIVE,
                                 .spin = asset_sections_of(asset).coupling_or_null != NULL,
                                 .free = asset->coord_count == 0 && supple_asset_is_free(asset),
                                 .max_pins = 8};
}

void supple_body_tune(supple_body* body, int part, supple_tuning tuning) {
    if (!sound_tuning(&tuning) || part < SUPPLE_ALL_PARTS || part >= body->part_count) {
        ++body->state->rejected;
        return;
    }
    for (int p = 0; p < body->part_count; ++p)
        if (part == p || part == SUPPLE_ALL_PARTS)
            body->tuning[p] = tuning;
    tune_rates(body);
    drive_load(body);
    pin_doubt(body);
    body_wake(body);
}

supple_tuning supple_body_tuning(const supple_body* body, int part) {
    bool known = part >= SUPPLE_ALL_PARTS && part < body->part_count;
    return known ? body->tuning[part == SUPPLE_ALL_PARTS ? 0 : part] : (supple_tuning){0};
}

void supple_body_set_options(supple_body* body, const supple_body_options* options) {
    if (!sound_options(options)) {
        ++body->state->rejected;
        return;
    }
    bool rescaled = options->world_metres != body->state->options.world_metres;
    keep_options(body, options);
    if (rescaled)
        drive_rescale(body);
    drive_load(body);
    body_wake(body);
}

void supple_body_detail(supple_body* body, int coords_a_part) {
    body_state* s = body->state;
    int32_t detail = coords_a_part < 0 ? 0 : coords_a_part;
    if (detail == s->detail)
        return;
    s->detail = detail;
    s->fading = 1;
    pin_doubt(body);
    body_wake(body);
    for (int32_t p = 0; p < body->part_count; ++p) {
        const body_part* part = &body->parts[p];
        int32_t wanted = detail < part->count ? detail : part->count;
        int32_t i = body->active[p];
        if (wanted <= i)
            continue;
        body->active[p] = wanted;
        drive_load(body);
        for (; i < wanted; ++i) {
            body->fade[part->first + i] = 0.0f;
            body_rest_coord(body, part->first + i);
        }
    }
}
