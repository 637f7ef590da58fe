// In body space: metres, the axes of the mesh. Shapes go back to each mesh's own numbers at the end.
// SPDX-License-Identifier: MIT
#include "bake/model/soft.h"

#include "bake/base/root.h"
#include "bake/fem/paint.h"
#include "bake/model/carry_error.h"
#include "bake/model/soft_bend.h"

#include <string.h>

#define RIDES       0.01 // of the flesh: a bone that carries less is left to the others
#define LIMIT_SHARE 0.25 // of the cube root of the part's volume: the farthest that a vertex may go

enum { RIDES_MOST = 8 };

typedef struct making {
    const soft_body* body;
    const part* part;
    const recipe_part* how;
    arena *memory, *scratch;
    tets volume; // in body space
    int32_t bone_count;
    int32_t bones[RIDES_MOST]; // of the binding, the heaviest first
    double* weights;           // [bone_count][node_count], sums of one
    modal_model model;
    double* shapes; // [modes][vertex_count][3] in body space
} making;

// ---- bones -----------------------------------------------------------------------------

// Those that carry the most, each with its share at every node.
static void choose_bones(making* m, const inside_weights* w) {
    size_t nodes = (size_t)w->node_count;
    double* sums = ARENA_NEW(m->scratch, double, (size_t)w->joint_count);
    for (int32_t j = 0; j < w->joint_count; ++j)
        for (size_t n = 0; n < nodes; ++n)
            sums[j] += w->weights[(size_t)j * nodes + n] / (double)nodes;
    m->weights = ARENA_NEW(m->scratch, double, RIDES_MOST* nodes);
    while (m->bone_count < RIDES_MOST) {
        int32_t best = 0;
        for (int32_t j = 1; j < w->joint_count; ++j)
            best = sums[j] > sums[best] ? j : best;
        int32_t bone = binding_bone_of(m->body->binding, w->joints[best]);
        if (sums[best] < RIDES && m->bone_count > 0)
            break;
        sums[best] = -1.0;
        memcpy(m->weights + (size_t)m->bone_count * nodes, w->weights + (size_t)best * nodes,
               nodes * sizeof *m->weights);
        m->bones[m->bone_count++] = bone;
    }
    for (size_t n = 0; n < nodes; ++n) {
        double sum = 0.0;
        for (int32_t b = 0; b < m->bone_count; ++b)
            sum += m->weights[(size_t)b * nodes + n];
        for (int32_t b = 0; b < m->bone_count; ++b) {
            double* x = &m->weights[(size_t)b * nodes + n];
            *x = sum > 0.0 ? *x / sum : b == 0;
        }
    }
}

static bool find_bones(making* m, report* r) {
    inside_weights w;
    const soft_body* b = m->body;
    if (!inside_weigh(&m->part->tets, &b->character->soup, &b->skin, b->threads, m->scratch, &w, r))
        return false;
    choose_bones(m, &w);
    return true;
}

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
                       .count = m->how->modes,
                       .excited = m->part->fixed_count > 0,
                       .first_hz = m->how->first,
                       .sag = m->how->sag * cube_root(tets_volume(&m->volume)),
                       .damping = m->how->damping,
                       .bone_count = m->bone_count,
                       .weights_or_null = m->weights,
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
    size_t bones = (size_t)m->bone_count, order = 3 * (size_t)model->free_count,
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

static double captured(const modal_model* model) {
    double sum = 0.0;
    for (int32_t i = 0; i < model->count; ++i)
        sum += model->modes[i].energy;
    return model->energy_of_all > 0.0 ? fmin(sum / model->energy_of_all, 1.0) : NAN;
}

// ---- shapes ----------------------------------------------------------------------------

static double carry_modes(making* m) {
    const modal_model* model = &m->model;
    carry_source source = {&model->tets, &m->part->embedding, m->part->fade, model->number,
                           model->free_count};
    m->shapes =
        ARENA_NEW(m->scratch, double, 3 * (size_t)m->part->vertex_count * (size_t)model->count);
    carry_shapes(&source, model->vectors, model->count, m->body->threads, m->shapes);
    carry_error* errors = ARENA_NEW(m->scratch, carry_error, (size_t)model->count);
    carry_errors(&source, model->vectors, model->count, m->body->threads, errors);
    double worst = 0.0;
    for (int32_t e = 0; e < model->count; ++e)
        worst = fmax(worst, errors[e].rms);
    return worst;
}

// From body space to the numbers of each vertex's own mesh, [modes][vertex_count].
static const float (*shapes_of_meshes(const making* m))[3] {
    size_t vertices = (size_t)m->part->vertex_count, modes = (size_t)m->model.count;
    float(*out)[3] = arena_alloc(m->memory, vertices * modes, sizeof *out);
    for (size_t i = 0; i < vertices; ++i) {
        mat4 map = binding_map(m->body->binding, m->part->vertices[i]);
        for (size_t e = 0; e < modes; ++e) {
            const double* x = m->shapes + 3 * (e * vertices + i);
            vec3 u = mat4_vector(map, v3(x[0], x[1], x[2]));
            out[e * vertices + i][0] = (float)u.x;
            out[e * vertices + i][1] = (float)u.y;
            out[e * vertices + i][2] = (float)u.z;
        }
    }
    return (const float(*)[3])out;
}

// ---- the draft -------------------------------------------------------------------------

static const format_forcing* forcing_as_floats(const making* m) {
    size_t modes = (size_t)m->model.count, bones = (size_t)m->bone_count;
    format_forcing* out = ARENA_NEW(m->memory, format_forcing, modes * bones);
    for (size_t e = 0; e < modes; ++e)
        for (size_t b = 0; b < bones; ++b) {
            const forcing_mode* f = &m->model.bones[e * bones + b];
            for (int i = 0; i < 3; ++i) {
                out[b * modes + e].s[i] = (float)(m->body->binding->mirror * f->s[i]);
                for (int k = 0; k < 3; ++k)
                    out[b * modes + e].j[i][k] = (float)f->j[i][k];
            }
        }
    return out;
}

static void describe(const making* m, asset_draft_part* d) {
    const modal_model* model = &m->model;
    double *lambda = ARENA_NEW(m->memory, double, (size_t)model->count),
           *decay = ARENA_NEW(m->memory, double, (size_t)model->count);
    for (int32_t e = 0; e < model->count; ++e) {
        lambda[e] = model->modes[e].value;
        decay[e] = model->modes[e].damping;
    }
    const part* p = m->part;
    uint32_t* vertices = ARENA_NEW(m->memory, uint32_t, (size_t)p->vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i)
        vertices[i] = (uint32_t)p->vertices[i];
    int32_t* bones = ARENA_NEW(m->memory, int32_t, (size_t)m->bone_count);
    memcpy(bones, m->bones, (size_t)m->bone_count * sizeof *bones);
    *d = (asset_draft_part){.name = p->name,
                            .coord_count = model->count,
                            .bone_count = m->bone_count,
                            .vertex_count = p->vertex_count,
                            .lambda = lambda,
                            .decay = decay,
                            .bones = bones,
                            .forcing = forcing_as_floats(m),
                            .coupling_or_null = model->coupling,
                            .vertices = vertices,
                            .stiffness = (float)m->how->stiffness,
                            .damping = (float)m->how->damping_scale,
                            .response = (float)m->how->response,
                            .mass = model->body.mass};
}

// The rigid body of the flesh, in the axes of the mesh.
static void describe_mass(const making* m, asset_draft_part* d) {
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    const forcing_body* body = &m->model.body;
    double mirror = m->body->binding->mirror;
    d->centre[0] = mirror * body->centre.x;
    d->centre[1] = mirror * body->centre.y;
    d->centre[2] = mirror * body->centre.z;
    for (int k = 0; k < 6; ++k)
        d->inertia[k] = body->inertia[pair[k][0]][pair[k][1]];
}

bool soft_make(const soft_body* b, const part* p, const recipe_part* how, arena* memory,
               soft_part* out, report* r) {
    *out = (soft_part){0};
    making m = {.body = b, .part = p, .how = how, .memory = memory, .scratch = arena_create()};
    enter_body_space(&m);
    bool sound = find_bones(&m, r) && find_modes(&m, r) && rank_modes(&m, r);
    if (sound) {
        asset_draft_part* d = &out->draft;
        out->captured = captured(&m.model);
        out->interpolation = carry_modes(&m);
        describe(&m, d);
        describe_mass(&m, d);
        d->shapes = shapes_of_meshes(&m);
        d->bends_or_null = NULL;
        if (b->bends)
            d->bends_or_null = soft_bends(&(soft_bending){b, p, &m.model, m.shapes}, memory);
        double size = cube_root(tets_volume(&m.volume)) / b->binding->metres;
        d->limit = (float)(how->limit > 0.0 ? how->limit : LIMIT_SHARE * size);
        out->node_count = m.model.tets.node_count;
        out->modes = m.model.modes;
        out->energy_of_all = m.model.energy_of_all;
        out->young_factor = m.model.young_factor;
        out->first = out->last = modal_frequency(&m.model.modes[0]);
        for (int32_t i = 1; i < m.model.count; ++i) {
            out->first = fmin(out->first, modal_frequency(&m.model.modes[i]));
            out->last = fmax(out->last, modal_frequency(&m.model.modes[i]));
        }
    }
    arena_destroy(m.scratch);
    return sound;
}
