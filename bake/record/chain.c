// Impulses of the support are moves, those of the body are kicks, at the times of states.
// SPDX-License-Identifier: MIT
#include "bake/record/chain.h"

#include <math.h>
#include <string.h>

bool chain_sample(const palette* p, int32_t number, arena* memory, chain* out, report* r) {
    sampler s = sampler_begin(p, number);
    *out = (chain){.number = number, .response_count = sampler_fraction_done(p, number)};
    out->responses = ARENA_NEW(memory, sampler_response, (size_t)out->response_count);
    for (int32_t i = 0; i < out->response_count; ++i)
        if (!sampler_next(&s, &out->responses[i]))
            return report_error(r, p->entries[0].where,
                                "after %d responses of chain %d no entry is allowed; make the "
                                "shortest time shorter",
                                i, number);
    out->state_count = s.state + 1;
    return true;
}

simulation chain_scene(const simulation* s, const palette* p, const chain* c, arena* memory) {
    simulation out = *s;
    size_t count = (size_t)c->response_count;
    out.support.moves = ARENA_NEW(memory, simulation_move, count);
    out.kicks = ARENA_NEW(memory, simulation_kick, count);
    out.support.move_count = out.kick_count = 0;
    for (size_t i = 0; i < count; ++i) {
        const sampler_response* x = &c->responses[i];
        const palette_entry* e = &p->entries[x->entry];
        const palette_speed* after = &p->speeds[x->after];
        double time = x->first / p->fps;
        if (x->after != x->before)
            out.support.moves[out.support.move_count++] =
                (simulation_move){time, after->velocity, after->spin, after->rate};
        if (e->has_body_impulse)
            out.kicks[out.kick_count++] = (simulation_kick){time, e->body_velocity, e->body_spin};
    }
    out.seconds = (c->state_count - 1) / p->fps;
    out.start_at_rest = out.in_support = true;
    return out;
}

static void add_looks(recording* x, const assembly* a, arena* memory) {
    int32_t count = 0, at = 0;
    for (int32_t i = 0; i < a->body_count; ++i)
        count += a->bodies[i].file.scene.material_count;
    x->look_count = 0;
    x->looks = ARENA_NEW(memory, recording_look, (size_t)count);
    x->triangle_looks = ARENA_NEW(memory, int32_t, (size_t)x->triangle_count);
    for (int32_t i = 0; i < a->body_count; ++i) {
        const scene* from = &a->bodies[i].file.scene;
        const surface* f = &a->bodies[i].drawn;
        for (int32_t t = 0; t < f->triangle_count; ++t) {
            int32_t own = f->triangle_material[t];
            x->triangle_looks[at++] =
                own >= 0 && own < from->material_count ? x->look_count + own : -1;
        }
        for (int32_t k = 0; k < from->material_count; ++k) {
            const scene_material* m = &from->materials[k];
            recording_look* l = &x->looks[x->look_count++];
            *l = (recording_look){.name = m->name,
                                  .metallic = m->metallic,
                                  .alpha_cutoff = m->base_image < 0 ? m->alpha_cutoff : 0.0f,
                                  .flags = m->double_sided + 2 * (m->blended && m->base_image < 0)};
            memcpy(l->base_color, m->base_color, sizeof l->base_color);
        }
    }
}

static void add_colors(recording* x, const assembly* a, arena* memory) {
    x->colors = arena_alloc(memory, (size_t)x->vertex_count, sizeof *x->colors);
    x->color_count = 0;
    memset(x->colors, 255, (size_t)x->vertex_count * sizeof *x->colors);
    for (int32_t i = 0, first = 0; i < a->body_count; first += a->bodies[i++].drawn.vertex_count) {
        const surface* f = &a->bodies[i].drawn;
        const scene* from = &a->bodies[i].file.scene;
        for (int32_t v = 0; v < f->vertex_count && from->mesh_count > 0; ++v) {
            const primitive* p = &from->primitives[f->vertex_primitive[v]];
            for (int k = 0; k < 4 && p->colors != NULL; ++k) {
                float c = p->colors[f->vertex_index[v]][k];
                x->colors[first + v][k] = (uint8_t)(255.0f * fminf(fmaxf(c, 0.0f), 1.0f) + 0.5f);
                x->color_count = x->vertex_count;
            }
        }
    }
}

static void add_bodies(recording* x, const assembly* a, arena* memory) {
    x->body_count = a->body_count;
    x->bodies = ARENA_NEW(memory, recording_body, (size_t)a->body_count);
    for (int32_t i = 0, first = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        x->bodies[i] = (recording_body){m->how->name, first, m->drawn.vertex_count,
                                        m->how->kind == SIMULATION_RIGID};
        first += m->drawn.vertex_count;
    }
    x->vertex_count = a->drawn.vertex_count;
    x->triangle_count = a->drawn.triangle_count;
    x->triangles = arena_alloc(memory, (size_t)x->triangle_count, sizeof *x->triangles);
    memcpy(x->triangles, a->drawn.triangles, (size_t)x->triangle_count * sizeof *x->triangles);
    add_looks(x, a, memory);
    add_colors(x, a, memory);
}

// Room for more behind what there is.
static void* extended(const void* array, int32_t count, int32_t more, size_t size, arena* memory) {
    void* out = arena_alloc(memory, (size_t)count + (size_t)more, size);
    if (count > 0)
        memcpy(out, array, (size_t)count * size);
    return out;
}

recording chain_recording(const assembly* a, const palette* p, const recording* base_or_null,
                          const chain* chains, int32_t count, arena* memory) {
    recording x = {.pivot = a->support.pivot, .axis = a->support.axis, .gravity = a->how->gravity};
    if (base_or_null != NULL)
        x = *base_or_null;
    x.palette = *p;
    x.file = -1;
    add_bodies(&x, a, memory);
    int32_t responses = 0;
    for (int32_t c = 0; c < count; ++c)
        responses += chains[c].response_count;
    x.chains = extended(x.chains, x.chain_count, count, sizeof *x.chains, memory);
    x.responses = extended(x.responses, x.response_count, responses, sizeof *x.responses, memory);
    for (int32_t c = 0; c < count; ++c) {
        for (int32_t i = 0; i < chains[c].response_count; ++i) {
            const sampler_response* s = &chains[c].responses[i];
            x.responses[x.response_count++] = (recording_response){
                x.chain_count, s->entry, s->before, s->after, x.state_count + s->first, s->count};
        }
        x.chains[x.chain_count++] = x.state_count;
        x.state_count += chains[c].state_count;
    }
    return x;
}
