// As web/page.js reads it.
// SPDX-License-Identifier: MIT
#include "cli/view_setting.h"

#include "bake/base/json_out.h"
#include "bake/light/sky.h"
#include "runtime/math/exact.h"

#include <string.h>

#define FIRST_SKY "evening" // it shows shadows and bounces best

static void add_sky(json_out* o, const light_wish* w, int32_t order) {
    json_key(o, w->name);
    json_begin_array(o);
    for (int32_t i = 0; i < 3 * sh_count(order); ++i)
        json_float(o, (float)w->still[i]);
    json_end_array(o);
}

// The lights that a page offers, the one that is asked for among them. None without light in the asset: its page is then as before.
static void add_light(json_out* o, const light_wish* w, int32_t order, arena* memory) {
    bool named = false;
    json_key(o, "light");
    json_begin_object(o);
    json_key(o, "skies");
    json_begin_object(o);
    for (int i = 0; sky_names[i] != NULL; ++i) {
        light_wish one = light_sky(sky_names[i], order, memory);
        named |= w->name != NULL && strcmp(sky_names[i], w->name) == 0;
        add_sky(o, &one, order);
    }
    if (w->name != NULL && !named)
        add_sky(o, w, order);
    json_end_object(o);
    json_key_text(o, "sky", w->name != NULL ? w->name : FIRST_SKY);
    json_key_double(o, "turn", w->degrees * EXACT_PI / 180.0);
    json_end_object(o);
}

static void add_solids(json_out* o, const play_solid* solids, int32_t count) {
    json_key(o, "solids");
    json_begin_array(o);
    for (int32_t i = 0; i < count; ++i) {
        const play_solid* s = &solids[i];
        json_begin_object(o);
        json_key_text(o, "kind", s->ball ? "sphere" : "box");
        if (s->ball)
            json_key_double(o, "radius", 0.5 * s->size.x);
        else
            json_key_vec3(o, "half", v3_scale(s->size, 0.5));
        json_key_vec3(o, "middle", s->middle);
        json_end_object(o);
    }
    json_end_array(o);
}

static void add_tool(json_out* o, const instrument* x) {
    play_solid rod = instrument_rod(x, 0.0);
    json_key(o, "tool");
    json_begin_object(o);
    json_key_double(o, "radius", x->radius);
    json_key_double(o, "length", v3_length(rod.along));
    json_key_vec3(o, "port", instrument_port(x));
    json_key(o, "keys");
    json_begin_array(o);
    for (int32_t i = 0; i < x->count; ++i) {
        const instrument_key* k = &x->keys[i];
        const double line[5] = {k->time, k->tip.x, k->tip.y, k->tip.z, k->grips ? 1.0 : 0.0};
        json_begin_array(o);
        for (int n = 0; n < 5; ++n)
            json_double(o, line[n]);
        json_end_array(o);
    }
    json_end_array(o);
    json_end_object(o);
}

const char* view_setting_text(const view_setting* x, arena* memory) {
    json_out o = json_out_new(memory, false);
    json_begin_object(&o);
    if (x->clip_or_null != NULL)
        json_key_text(&o, "clip", x->clip_or_null);
    if (x->side_or_null != NULL) {
        json_key(&o, "view"); // as web/camera.js has it
        json_begin_object(&o);
        json_key_double(&o, "yaw", x->side_or_null->azimuth * EXACT_PI / 180.0);
        json_key_double(&o, "pitch", x->side_or_null->elevation * EXACT_PI / 180.0);
        json_end_object(&o);
    }
    json_key_double(&o, "front", x->front * EXACT_PI / 180.0);
    if (x->light_order > 0)
        add_light(&o, &x->sky, x->light_order, memory);
    if (x->other_or_null != NULL) {
        json_key(&o, "names");
        json_begin_array(&o);
        json_text(&o, x->name);
        json_text(&o, x->other_or_null);
        json_end_array(&o);
    }
    if (x->version > 0)
        json_key_int(&o, "watch", x->version);
    if (x->tool_or_null != NULL)
        add_tool(&o, x->tool_or_null);
    add_solids(&o, x->solids, x->solid_count);
    json_end_object(&o);
    return o.text;
}
