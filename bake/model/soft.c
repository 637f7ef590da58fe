// Modes in body space: found, and put in order.
// SPDX-License-Identifier: MIT
#include "bake/model/soft.h"

#include "bake/base/root.h"
#include "bake/model/soft_choice.h"
#include "bake/model/soft_draft.h"
#include "bake/model/soft_paint.h"

#include <string.h>

static const double SOFT_LOWEST_ACCURACY = 1e-3; // of a value: half of that of a frequency

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
    const soft_paint paint = {m->how->paint_or_null, m->how->paint_poisson_or_null, place_none()};
    return soft_paint_materials(m->body, m->part, &paint, materials, r);
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

static soft_choice choice_of(const making* m) {
    return (soft_choice){.name = m->part->name,
                         .how = m->how,
                         .bone_count = m->bones.count,
                         .unit = m->body->binding->unit,
                         .memory = m->memory,
                         .scratch = m->scratch};
}

// Shapes of the skin, [count][vertex_count][3] in body space, of those coordinates that somebody sees.
static bool carry_seen(making* m, soft_drafting* draft, soft_part* out, report* r) {
    size_t row = 3 * (size_t)m->part->vertex_count;
    const soft_choice choice = choice_of(m);
    int32_t all = m->model.count;
    draft->shapes = ARENA_NEW(m->scratch, double, row*(size_t)all);
    out->interpolation = soft_carry(draft, m->model.vectors, draft->shapes);
    if (!soft_drop_unseen(&choice, draft->shapes, m->part->vertex_count, &m->model, r))
        return false;
    if (m->model.count < all) // the error is that of those that are left
        out->interpolation = soft_carry(draft, m->model.vectors, draft->shapes);
    return true;
}

double soft_lowest(const soft_body* b, const part* p, const recipe_part* how) {
    making m = {.body = b, .part = p, .how = how, .scratch = arena_create()};
    m.memory = m.scratch;
    report unheard = report_new(m.scratch);
    stages clock = stages_begin(), *followed = stages_follow(NULL), own = stages_begin();
    enter_body_space(&m);
    material* materials = ARENA_NEW(m.scratch, material, (size_t)m.volume.tet_count);
    modal_request q = {.volume = &m.volume,
                       .fixed_or_null = p->fixed_count > 0 ? p->fixed : NULL,
                       .materials = materials,
                       .ten_nodes = how->ten_nodes,
                       .count = 1,
                       .accuracy = SOFT_LOWEST_ACCURACY,
                       .damping = how->damping,
                       .threads = b->threads,
                       .where = place_none()};
    bool found = find_materials(&m, materials, &unheard) &&
                 modal_build(&q, &clock, &m.model, m.scratch, &unheard);
    stages_follow(followed);
    stages_end(&own, "trial");
    double lowest = found ? m.model.slowest.value : 0.0;
    arena_destroy(m.scratch);
    return lowest;
}

bool soft_make(const soft_body* b, const part* p, const recipe_part* how, arena* memory,
               soft_part* out, report* r) {
    *out = (soft_part){0};
    making m = {.body = b, .part = p, .how = how, .memory = memory, .scratch = arena_create()};
    enter_body_space(&m);
    soft_drafting draft = {.body = b, .part = p, .how = how, .bones = &m.bones, .model = &m.model};
    const bool found = soft_find_bones(b, p, m.scratch, &m.bones, r) && find_modes(&m, r);
    const soft_choice choice = choice_of(&m);
    bool sound = found && soft_rank(&choice, &m.model, r) && carry_seen(&m, &draft, out, r);
    if (sound) {
        out->apart =
            layer_apart_of(b->character, p->vertices, p->vertex_count, m.model.count, draft.shapes);
        soft_draft(&draft, memory, out);
        out->slowest = m.model.slowest;
        out->hollow_count = m.model.hollow_count;
    }
    arena_destroy(m.scratch);
    return sound;
}
