// Columns are carried to the vertices as modes are, but what a column has of a target is shown as sculpted.
//
// A volume of a few thousand elements has no wrinkles. What a sculpt is beyond its volume's displacement
// would be lost if columns were only carried; so each column is split into its share of every target's
// displacement (basis.h), for which the exact sculpt stands, and a rest, which is carried.
// SPDX-License-Identifier: MIT
#include "bake/model/posed_part.h"

#include "bake/model/posed.h"
#include "bake/model/soft_draft.h"
#include "bake/model/target_make.h"

#include <string.h>

typedef struct making {
    const soft_body* body;
    const part* part;
    const recipe_part* how;
    arena *memory, *scratch;
    target_set set;
    soft_bones bones;
    posed_model model;
} making;

static bool find_model(making* m, report* r) {
    const tets* t = m->set.volume;
    posed_request q = {.set = &m->set,
                       .stvk = m->how->stvk,
                       .derivatives = m->how->derivatives,
                       .count = recipe_modes(m->how, true),
                       .damping = m->how->damping,
                       .smoothing = m->how->smoothing,
                       .bone_count = m->bones.count,
                       .coupling = m->body->spin,
                       .threads = m->body->threads,
                       .where = place_none()};
    q.weights_or_null =
        forcing_weights(m->bones.weights, m->part->tets.node_count, m->bones.count, t, m->scratch);
    if (q.count > FORMAT_MAX_POSED_COORDS)
        return report_error(r, place_none(),
                            "part \"%s\": %d modes are more than the %d of a posed part",
                            m->part->name, q.count, FORMAT_MAX_POSED_COORDS);
    stages clock = stages_begin();
    return posed_build(&q, &clock, &m->model, m->memory, r);
}

// ---- shapes ----------------------------------------------------------------------------

// Columns without their sculpts, [count][3 * free_count].
static double* bare_columns(const making* m) {
    const modal_model* c = &m->model.coords;
    size_t order = 3 * (size_t)c->free_count, targets = (size_t)m->set.count;
    double* out = ARENA_NEW(m->scratch, double, (size_t)c->count* order);
    memcpy(out, c->vectors, (size_t)c->count * order * sizeof *out);
    for (size_t i = 0; i < (size_t)c->count; ++i)
        for (size_t t = 0; t < targets; ++t) {
            double fraction = m->model.basis.sculpts[i * targets + t];
            const double* rest = m->set.shapes[t].rest;
            for (int32_t n = 0; n < c->tets.node_count && fraction != 0.0; ++n)
                for (size_t k = 0; k < 3 && c->number[n] >= 0; ++k)
                    out[i * order + 3 * (size_t)c->number[n] + k] -=
                        fraction * rest[3 * (size_t)n + k];
        }
    return out;
}

// shapes: [count][vertex_count][3] in body space
static void add_sculpts(const making* m, double* shapes) {
    size_t vertices = (size_t)m->part->vertex_count, targets = (size_t)m->set.count;
    for (size_t v = 0; v < vertices; ++v) {
        mat4 to_body = mat4_inverse_affine(binding_map(m->body->binding, m->part->vertices[v]));
        for (size_t t = 0; t < targets; ++t) {
            const float* seen = m->set.shapes[t].seen[v];
            vec3 u = mat4_vector(to_body, v3(seen[0], seen[1], seen[2]));
            for (size_t i = 0; i < (size_t)m->model.coords.count; ++i) {
                double fraction = m->model.basis.sculpts[i * targets + t];
                double* to = shapes + 3 * (i * vertices + v);
                to[0] += fraction * u.x;
                to[1] += fraction * u.y;
                to[2] += fraction * u.z;
            }
        }
    }
}

// ---- the draft -------------------------------------------------------------------------

static const asset_draft_posed* draft_posed(const making* m) {
    const target_set* set = &m->set;
    const posed_model* x = &m->model;
    asset_draft_posed* d = ARENA_NEW(m->memory, asset_draft_posed, 1);
    const char** names = ARENA_NEW(m->memory, const char*, (size_t)set->count);
    const double** terms = ARENA_NEW(m->memory, const double*, (size_t)set->count);
    format_pose_joint* joints = ARENA_NEW(m->memory, format_pose_joint, (size_t)set->joint_count);
    for (int32_t t = 0; t < set->count; ++t) {
        names[t] = set->shapes[t].name;
        terms[t] = x->forces[t].constant;
    }
    for (int32_t i = 0; i < set->joint_count; ++i)
        joints[i] = (format_pose_joint){(uint32_t)set->joints[i].bone,
                                        set->joints[i].parent >= 0 ? (uint32_t)set->joints[i].parent
                                                                   : FORMAT_NONE};
    *d = (asset_draft_posed){.target_count = set->count,
                             .joint_count = set->joint_count,
                             .degree = x->forces[0].cubic ? 3 : 1,
                             .dimension = x->poses.dimension,
                             .alpha = x->coords.damping.alpha,
                             .beta = x->coords.damping.beta,
                             .translation = set->translation_scale * m->body->binding->metres,
                             .names = names,
                             .joints = joints,
                             .input_count = set->input_count,
                             .inputs = set->inputs,
                             .mean = x->poses.mean,
                             .projection = x->poses.projection,
                             .centres = x->poses.centres,
                             .cardinal = x->poses.cardinal,
                             .rests = x->basis.rests,
                             .polynomials = terms};
    return d;
}

static double hz_of(double value) {
    return sqrt(fmax(value, 0.0)) / (2.0 * EXACT_PI);
}

// How the reduced body swings about a target, the k-th slowest.
static double hz_about(const posed_model* m, int32_t target, int32_t k) {
    return hz_of(m->values[(size_t)target * (size_t)m->coords.count + (size_t)k]);
}

static const supple_bake_target* tell_targets(const making* m) {
    supple_bake_target* out = ARENA_NEW(m->memory, supple_bake_target, (size_t)m->set.count);
    for (int32_t t = 0; t < m->set.count; ++t) {
        const target_shape* s = &m->set.shapes[t];
        out[t] = (supple_bake_target){.name = s->name,
                                      .pose = s->posed,
                                      .first = hz_about(&m->model, t, 0),
                                      .first_of_whole = hz_of(m->model.basis.first[t]),
                                      .largest = s->largest,
                                      .missed = s->missed,
                                      .error = m->model.basis.errors[t],
                                      .unlike = m->model.basis.unlike[t]};
    }
    return out;
}

// Coordinates of a posed part pull on each other, so none has a frequency or a motion of its own to be left out by.
static void mind_rules(const making* m, report* r) {
    if (recipe_fastest(m->how) > 0.0 || m->how->visible.distance > 0.0)
        report_note(r, m->how->where,
                    "part \"%s\" is posed, so its coordinates move each other: \"below\", "
                    "\"fps\" and \"visible\" leave out none of them; ask for fewer by \"modes\"",
                    m->part->name);
}

bool posed_make(const soft_body* b, const part* p, const recipe_part* how, arena* memory,
                soft_part* out, report* r) {
    *out = (soft_part){0};
    making m = {.body = b, .part = p, .how = how, .memory = memory, .scratch = arena_create()};
    bool sound = target_make(b, p, how, memory, &m.set, r) &&
                 soft_find_bones(b, p, m.scratch, &m.bones, r) && find_model(&m, r);
    if (sound) {
        mind_rules(&m, r);
        const modal_model* c = &m.model.coords;
        soft_drafting draft = {.body = b, .part = p, .how = how, .bones = &m.bones, .model = c};
        draft.shapes = ARENA_NEW(m.scratch, double, 3 * (size_t)p->vertex_count * (size_t)c->count);
        out->interpolation = soft_carry(&draft, bare_columns(&m), draft.shapes);
        out->apart = layer_apart_of(b->character, p->vertices, p->vertex_count, draft.model->count,
                                    draft.shapes);
        add_sculpts(&m, draft.shapes);
        for (int32_t t = 0; t < m.set.count; ++t)
            draft.farther = fmax(draft.farther, m.set.shapes[t].largest);
        soft_draft(&draft, memory, out);
        out->draft.posed_or_null = draft_posed(&m);
        out->first = hz_about(&m.model, m.model.base, 0);
        out->last = hz_about(&m.model, m.model.base, c->count - 1);
        out->target_count = m.set.count;
        out->targets = tell_targets(&m);
    }
    arena_destroy(m.scratch);
    return sound;
}
