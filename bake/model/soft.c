// Modes in body space: found, and put in order.
// SPDX-License-Identifier: MIT
#include "bake/model/soft.h"

#include "bake/base/root.h"
#include "bake/fem/paint.h"
#include "bake/model/soft_draft.h"

#include <string.h>

typedef struct making {
    const soft_body* body;
    const part* part;
    const recipe_part* how;
    arena *memory, *scratch;
    tets volume; // in body space
    soft_bones bones;
    modal_model model;
} making;

// ---- modes -----------------------------------------------------------------------------

static void enter_body_space(making* m) {
    m->volume = m->part->tets;
    m->volume.nodes = ARENA_NEW(m->memory, vec3, (size_t)m->volume.node_count);
    for (int32_t i = 0; i < m->volume.node_count; ++i)
        m->volume.nodes[i] = mat4_point(m->body->binding->body_from_world, m->part->tets.nodes[i]);
}

static bool find_materials(making* m, material* materials, report* r) {
    for (int32_t i = 0; i < m->volume.tet_count; ++i)
        materials[i] = m->how->material;
    const character* c = m->body->character;
    if (m->how->paint_or_null == NULL)
        return true;
    double* split = ARENA_NEW(m->scratch, double, (size_t)c->surface->vertex_count);
    double* factors = ARENA_NEW(m->scratch, double, (size_t)c->weld.count);
    if (!paint_factors(c->scene, c->surface, m->how->paint_or_null, split, place_none(), r))
        return false;
    for (int32_t i = 0; i < c->weld.count; ++i)
        factors[i] = split[c->weld.first[i]];
    return paint_materials(&m->part->tets, &c->soup, factors, m->body->threads, materials, r);
}

static bool find_modes(making* m, report* r) {
    material* materials = ARENA_NEW(m->scratch, material, (size_t)m->volume.tet_count);
    if (!find_materials(m, materials, r))
        return false;
    modal_request q = {.volume = &m->volume,
                       .fixed_or_null = m->part->fixed_count > 0 ? m->part->fixed : NULL,
                       .materials = materials,
                       .ten_nodes = m->how->ten_nodes,
                       .count = recipe_modes(m->how, m->part->fixed_count > 0),
                       .least = m->how->modes > 0 ? m->how->modes : RECIPE_RESPONSES_LEAST,
                       .error = RECIPE_RESPONSES_ERROR,
                       .basis = m->how->plain ? MODAL_MODES : MODAL_RESPONSES,
                       .excited = m->part->fixed_count > 0,
                       .first_hz = m->how->first,
                       .sag = recipe_sag(m->how, m->part->fixed_count > 0) *
                              cube_root(tets_content(&m->volume)),
                       .damping = m->how->damping,
                       .bone_count = m->bones.count,
                       .weights_or_null = m->bones.weights,
                       .coupling = m->body->spin,
                       .threads = m->body->threads,
                       .where = place_none()};
    stages clock = stages_begin();
    return modal_build(&q, &clock, &m->model, m->scratch, r);
}

// The most important first, so that dropping the last loses the least. Of a free body, which no bone
// excites, that is the slowest. Those faster than `below` Hz, where that is above 0, are left out.
static int32_t order_modes(const modal_model* model, double below, int32_t* order) {
    bool bones = model->fixed_count > 0;
    int32_t count = 0;
    for (int32_t i = 0; i < model->count; ++i) {
        if (below > 0.0 && modal_frequency(&model->modes[i]) > below)
            continue;
        int32_t k = count++;
        for (; bones && k > 0 && model->modes[i].energy > model->modes[order[k - 1]].energy; --k)
            order[k] = order[k - 1];
        order[k] = i;
    }
    return count;
}

static bool rank_modes(making* m, report* r) {
    modal_model *model = &m->model, old = *model;
    size_t bones = (size_t)m->bones.count, order = 3 * (size_t)model->free_count,
           all = (size_t)old.count;
    int32_t* from = ARENA_NEW(m->scratch, int32_t, all);
    model->count = order_modes(&old, m->how->below, from);
    if (model->count == 0)
        return report_error(r, place_none(), "part \"%s\": no mode lies below %g Hz", m->part->name,
                            m->how->below);
    size_t count = (size_t)model->count;
    model->modes = ARENA_NEW(m->memory, modal_mode, count);
    model->vectors = ARENA_NEW(m->memory, double, count*(order > 0 ? order : 1));
    model->bones = ARENA_NEW(m->memory, forcing_mode, count * bones);
    if (old.coupling != NULL)
        model->coupling = ARENA_NEW(m->memory, double, 6 * count * count);
    for (size_t i = 0; i < count; ++i) {
        size_t f = (size_t)from[i];
        model->modes[i] = old.modes[f];
        memcpy(model->vectors + i * order, old.vectors + f * order, order * sizeof *old.vectors);
        memcpy(model->bones + i * bones, old.bones + f * bones, bones * sizeof *old.bones);
        for (size_t k = 0; k < 6 * count && old.coupling != NULL; ++k)
            model->coupling[k / count * count * count + i * count + k % count] =
                old.coupling[k / count * all * all + f * all + (size_t)from[k % count]];
    }
    return true;
}

double soft_lowest(const soft_body* b, const part* p, const recipe_part* how) {
    making m = {.body = b, .part = p, .how = how, .scratch = arena_create()};
    m.memory = m.scratch;
    report unheard = report_new(m.scratch);
    stages clock = stages_begin();
    enter_body_space(&m);
    material* materials = ARENA_NEW(m.scratch, material, (size_t)m.volume.tet_count);
    modal_request q = {.volume = &m.volume,
                       .fixed_or_null = p->fixed_count > 0 ? p->fixed : NULL,
                       .materials = materials,
                       .ten_nodes = how->ten_nodes,
                       .count = 1,
                       .damping = how->damping,
                       .threads = b->threads,
                       .where = place_none()};
    bool found = find_materials(&m, materials, &unheard) &&
                 modal_build(&q, &clock, &m.model, m.scratch, &unheard);
    double lowest = found ? m.model.slowest.value : 0.0;
    arena_destroy(m.scratch);
    return lowest;
}

bool soft_make(const soft_body* b, const part* p, const recipe_part* how, arena* memory,
               soft_part* out, report* r) {
    *out = (soft_part){0};
    making m = {.body = b, .part = p, .how = how, .memory = memory, .scratch = arena_create()};
    enter_body_space(&m);
    bool sound =
        soft_find_bones(b, p, m.scratch, &m.bones, r) && find_modes(&m, r) && rank_modes(&m, r);
    if (sound) {
        soft_drafting draft = {
            .body = b, .part = p, .how = how, .bones = &m.bones, .model = &m.model};
        draft.shapes =
            ARENA_NEW(m.scratch, double, 3 * (size_t)p->vertex_count * (size_t)m.model.count);
        out->interpolation = soft_carry(&draft, m.model.vectors, draft.shapes);
        out->apart =
            layer_apart_of(b->character, p->vertices, p->vertex_count, m.model.count, draft.shapes);
        soft_draft(&draft, memory, out);
        out->slowest = m.model.slowest;
        out->hollow_count = m.model.hollow_count;
    }
    arena_destroy(m.scratch);
    return sound;
}
