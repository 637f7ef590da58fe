// A surface with its skin, and a volume for it: what weights inside are made from.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/volume/fill.h"
#include "bake/volume/inside.h"
#include "scenes/scenes.h"

typedef struct body {
    surface f;
    weld w;
    soup s;
    inside_skin skin;
    tets t;
} body;

static inline bool make_body(const scene* sc, fill_mode mode, int32_t target, arena* a, body* out) {
    pose p = pose_at(sc, -1, 0.0, a);
    out->f = surface_from_scene(sc, &p, a);
    out->w = weld_positions(out->f.positions, out->f.vertex_count, 0.0, a);
    uint32_t(*triangles)[3] = arena_alloc(a, (size_t)out->f.triangle_count, sizeof *triangles);
    for (int32_t i = 0; i < 3 * out->f.triangle_count; ++i)
        triangles[i / 3][i % 3] = (uint32_t)out->w.welded[out->f.triangles[i / 3][i % 3]];
    out->s = soup_new(out->w.positions, (const uint32_t(*)[3])triangles, out->f.triangle_count, a);
    out->skin = inside_skin_of(sc, &out->f, &out->w, a);
    report r = report_new(a);
    fill_options o = fill_default();
    o.mode = mode;
    o.target = target;
    fill_result filled;
    bool ok =
        volume_fill(out->f.positions, out->f.vertex_count, (const uint32_t(*)[3])out->f.triangles,
                    out->f.triangle_count, &o, a, &filled, &r);
    out->t = filled.tets;
    return ok;
}

static inline bool sample_body(const char* name, int32_t target, arena* a, body* out) {
    scene* s = ARENA_NEW(a, scene, 1);
    *s = sample_find(name)->make(a);
    return make_body(s, FILL_SOLID, target, a, out);
}
