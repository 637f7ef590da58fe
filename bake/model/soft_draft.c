// In body space: metres, the axes of the mesh. Shapes go back to each mesh's own numbers at the end.
// SPDX-License-Identifier: MIT
#include "bake/model/soft_draft.h"

#include "bake/base/root.h"
#include "bake/model/carry_error.h"
#include "bake/model/soft_bend.h"
#include "bake/volume/layer_shapes.h"

#include <string.h>

#define SOFT_DRAFT_RIDES 0.01 // of the flesh: a bone that carries less is left to the others
// Of the cube root of the part's volume, the farthest that a vertex may go: what bones shake, so that its limit is out of the way of
// a run (decisions 136, 302), and what nothing holds.
#define LIMIT_HELD            0.75
#define SOFT_DRAFT_LIMIT_FREE 0.25

// ---- bones -----------------------------------------------------------------------------

// Those that carry the most, each with its share at every node.
static void choose_bones(const binding* b, const inside_weights* w, arena* scratch,
                         soft_bones* out) {
    size_t nodes = (size_t)w->node_count;
    double* sums = ARENA_NEW(scratch, double, (size_t)w->joint_count);
    for (int32_t j = 0; j < w->joint_count; ++j)
        for (size_t n = 0; n < nodes; ++n)
            sums[j] += w->weights[(size_t)j * nodes + n] / (double)nodes;
    out->weights = ARENA_NEW(scratch, double, SOFT_BONES_MOST* nodes);
    while (out->count < SOFT_BONES_MOST) {
        int32_t best = 0;
        for (int32_t j = 1; j < w->joint_count; ++j)
            best = sums[j] > sums[best] ? j : best;
        int32_t bone = binding_bone_of(b, w->joints[best]);
        if (sums[best] < SOFT_DRAFT_RIDES && out->count > 0)
            break;
        sums[best] = -1.0;
        memcpy(out->weights + (size_t)out->count * nodes, w->weights + (size_t)best * nodes,
               nodes * sizeof *out->weights);
        out->list[out->count++] = bone;
    }
    for (size_t n = 0; n < nodes; ++n) {
        double sum = 0.0;
        for (int32_t k = 0; k < out->count; ++k)
            sum += out->weights[(size_t)k * nodes + n];
        for (int32_t k = 0; k < out->count; ++k) {
            double* x = &out->weights[(size_t)k * nodes + n];
            *x = sum > 0.0 ? *x / sum : k == 0;
        }
    }
}

bool soft_find_bones(const soft_body* b, const part* p, arena* scratch, soft_bones* out,
                     report* r) {
    inside_weights w;
    *out = (soft_bones){0};
    if (!inside_weigh(&p->tets, &b->character->soup, &b->skin, b->threads, scratch, &w, r))
        return false;
    choose_bones(b->binding, &w, scratch, out);
    return true;
}

// ---- shapes ----------------------------------------------------------------------------

double soft_carry(const soft_drafting* m, const double* vectors, double* shapes) {
    const modal_model* model = m->model;
    carry_source source = {&model->tets, &m->part->embedding, m->part->fade, model->number,
                           model->free_count};
    arena* scratch = arena_create();
    carry_error* errors = ARENA_NEW(scratch, carry_error, (size_t)model->count);
    carry_shapes(&source, vectors, model->count, m->body->threads, shapes);
    layer_shapes_settle(m->body->character, m->part->vertices, m->part->vertex_count, model->count,
                        m->body->threads, shapes);
    carry_errors(&source, vectors, model->count, m->body->threads, errors);
    double worst = 0.0;
    for (int32_t e = 0; e < model->count; ++e)
        worst = fmax(worst, errors[e].rms);
    arena_destroy(scratch);
    return worst;
}

// From body space to the numbers of each vertex's own mesh, [modes][vertex_count].
static const float (*shapes_of_meshes(const soft_drafting* m, arena* memory))[3] {
    size_t vertices = (size_t)m->part->vertex_count, modes = (size_t)m->model->count;
    float(*out)[3] = arena_alloc(memory, vertices * modes, sizeof *out);
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

static const format_forcing* forcing_as_floats(const soft_drafting* m, arena* memory) {
    size_t modes = (size_t)m->model->count, bones = (size_t)m->bones->count;
    format_forcing* out = ARENA_NEW(memory, format_forcing, modes * bones);
    for (size_t e = 0; e < modes; ++e)
        for (size_t b = 0; b < bones; ++b) {
            const forcing_mode* f = &m->model->bones[e * bones + b];
            for (int i = 0; i < 3; ++i) {
                out[b * modes + e].s[i] = (float)(m->body->binding->mirror * f->s[i]);
                for (int k = 0; k < 3; ++k)
                    out[b * modes + e].j[i][k] = (float)f->j[i][k];
            }
        }
    return out;
}

static void describe(const soft_drafting* m, arena* memory, asset_draft_part* d) {
    const modal_model* model = m->model;
    double *lambda = ARENA_NEW(memory, double, (size_t)model->count),
           *decay = ARENA_NEW(memory, double, (size_t)model->count);
    for (int32_t e = 0; e < model->count; ++e) {
        lambda[e] = model->modes[e].value;
        decay[e] = model->modes[e].damping;
    }
    const part* p = m->part;
    uint32_t* vertices = ARENA_NEW(memory, uint32_t, (size_t)p->vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i)
        vertices[i] = (uint32_t)p->vertices[i];
    int32_t* bones = ARENA_NEW(memory, int32_t, (size_t)m->bones->count);
    memcpy(bones, m->bones->list, (size_t)m->bones->count * sizeof *bones);
    *d = (asset_draft_part){.name = p->name,
                            .coord_count = model->count,
                            .bone_count = m->bones->count,
                            .vertex_count = p->vertex_count,
                            .lambda = lambda,
                            .decay = decay,
                            .bones = bones,
                            .forcing = forcing_as_floats(m, memory),
                            .coupling_or_null = model->coupling,
                            .vertices = vertices,
                            .stiffness = (float)m->how->stiffness,
                            .damping = (float)m->how->damping_scale,
                            .response = (float)m->how->response,
                            .mass = model->body.mass};
}

// The rigid body of the flesh, in the axes of the mesh.
static void describe_mass(const soft_drafting* m, asset_draft_part* d) {
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    const forcing_body* body = &m->model->body;
    double mirror = m->body->binding->mirror;
    d->centre[0] = mirror * body->centre.x;
    d->centre[1] = mirror * body->centre.y;
    d->centre[2] = mirror * body->centre.z;
    for (int k = 0; k < 6; ++k)
        d->inertia[k] = body->inertia[pair[k][0]][pair[k][1]];
}

// Metres of the numbers that the part's farthest displacements are told in: those of its mesh. Where meshes of
// other scales are in it, those whose numbers are the largest, which the limit is compared with.
static double metres_of_numbers(const soft_drafting* m, const float (*numbers)[3]) {
    const binding* b = m->body->binding;
    const part* p = m->part;
    double far = 0.0, far_number = 0.0,
           first = binding_mesh_metres(b, binding_mesh_of(b, p->vertices[0]));
    bool alike = true;
    for (int32_t v = 0; v < p->vertex_count; ++v) {
        double own = binding_mesh_metres(b, binding_mesh_of(b, p->vertices[v]));
        alike = alike && fabs(own - first) < 1e-6 * first;
        for (int32_t e = 0; e < m->model->count; ++e) {
            size_t at = (size_t)e * (size_t)p->vertex_count + (size_t)v;
            const double* x = m->shapes + 3 * at;
            const float* u = numbers[at];
            far = fmax(far, v3_length(v3(x[0], x[1], x[2])));
            far_number = fmax(far_number, v3_length(v3(u[0], u[1], u[2])));
        }
    }
    return alike || !(far_number > 0.0) ? first : far / far_number;
}

void soft_draft(const soft_drafting* m, arena* memory, soft_part* out) {
    const modal_model* model = m->model;
    asset_draft_part* d = &out->draft;
    describe(m, memory, d);
    describe_mass(m, d);
    d->shapes = shapes_of_meshes(m, memory);
    d->bends_or_null = NULL;
    if (m->body->bends > 0)
        d->bends_or_null = soft_bends(&(soft_bending){m->body, m->part, model, m->shapes}, memory);
    double far = (model->fixed_count > 0 ? LIMIT_HELD : SOFT_DRAFT_LIMIT_FREE) *
                     cube_root(tets_content(&model->tets)) +
                 m->farther;
    out->limit = m->how->limit > 0.0 ? m->how->limit : far / m->body->binding->unit;
    d->limit = (float)(out->limit * m->body->binding->unit / metres_of_numbers(m, d->shapes));
    out->node_count = model->tets.node_count;
    out->modes = model->modes;
    out->energy_of_all = model->energy_of_all;
    out->young_factor = model->young_factor;
    out->errors = model->errors;
    out->first = out->last = modal_frequency(&model->modes[0]);
    double sum = 0.0;
    for (int32_t i = 0; i < model->count; ++i) {
        out->first = fmin(out->first, modal_frequency(&model->modes[i]));
        out->last = fmax(out->last, modal_frequency(&model->modes[i]));
        sum += model->modes[i].energy;
    }
    out->captured = model->energy_of_all > 0.0 ? fmin(sum / model->energy_of_all, 1.0) : NAN;
}
