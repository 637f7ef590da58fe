// Interleaved sampling with a filter that stops at edges.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_gather.h"

enum { RASTER_GATHER_SIDE = 4, RASTER_GATHER_ENOUGH = 5 };
_Static_assert(RASTER_GATHER_SIDE* RASTER_GATHER_SIDE == LIGHT_SUBSETS,
               "a window asks every share once");

static const float reach = 3.0f; // pixels off the plane through a point: still the same surface

gather gather_new(const shading* s, arena* memory) {
    gather g = {s->camera->width / s->samples, s->camera->height / s->samples,
                s->samples / s->camera->focal, NULL};
    g.cells = ARENA_NEW(memory, gather_cell, (size_t)g.width * (size_t)g.height);
    return g;
}

void gather_ask(gather* g, const shading* s, int32_t x, int32_t y, const shade_point* p) {
    gather_cell* c = &g->cells[(size_t)y * (size_t)g->width + (size_t)x];
    c->used = true;
    for (int k = 0; k < 3; ++k)
        c->position[k] = p->position[k];
    light_sample(s->rig, (y % RASTER_GATHER_SIDE) * RASTER_GATHER_SIDE + x % RASTER_GATHER_SIDE,
                 p->position, p->normal, 1.0f, &c->seen);
}

static void add(light_seen* sum, const light_seen* s) {
    for (int k = 0; k < LIGHT_KINDS; ++k) {
        sum->lit[k] += s->lit[k];
        sum->open[k] += s->open[k];
    }
}

light_seen gather_at(const gather* g, const shading* s, int32_t x, int32_t y,
                     const shade_point* p) {
    vec3 at = v3(p->position[0], p->position[1], p->position[2]);
    double distance = v3_distance(v3_add(at, s->rig->origin), s->camera->eye);
    float near = reach * (float)(g->pixel * distance);
    light_seen sum = {0};
    int found = 0;
    for (int32_t v = y - RASTER_GATHER_SIDE / 2; v < y + RASTER_GATHER_SIDE / 2; ++v)
        for (int32_t u = x - RASTER_GATHER_SIDE / 2; u < x + RASTER_GATHER_SIDE / 2; ++u) {
            if (u < 0 || v < 0 || u >= g->width || v >= g->height)
                continue;
            const gather_cell* c = &g->cells[(size_t)v * (size_t)g->width + (size_t)u];
            if (!c->used)
                continue;
            float off = 0.0f;
            for (int k = 0; k < 3; ++k)
                off += p->normal[k] * (c->position[k] - p->position[k]);
            if (off > near || off < -near)
                continue;
            add(&sum, &c->seen);
            ++found;
        }
    if (found >= RASTER_GATHER_ENOUGH)
        return sum;
    sum = (light_seen){0}; // a sliver: ask everyone
    for (int32_t k = 0; k < LIGHT_SUBSETS; ++k)
        light_sample(s->rig, k, p->position, p->normal, 1.0f, &sum);
    return sum;
}
