// What is held, what it is made of, where each target rests, and which pose it belongs to.
// SPDX-License-Identifier: MIT
#include "bake/model/target_make.h"

#include "bake/base/root.h"
#include "bake/mesh/tet_topology.h"
#include "bake/model/soft_paint.h"
#include "bake/model/target_fit.h"
#include "bake/model/target_pose.h"
#include "bake/model/target_sculpt.h"

#include <string.h>

#define SAME_POSE  1e-3 // of the spread of all poses: nearer ones are one (numerics.md C4)
#define HELD_MOVES 0.05 // of the largest displacement: a sculpt that moves what is held by more

typedef struct preparing {
    const soft_body* body;
    const part* part;
    const recipe_part* how;
    arena *memory, *scratch;
    tets corners;             // of four nodes, body space
    tets* volume;             // as it is calculated with
    uint8_t *fixed, *surface; // [node_count]
    int32_t count;
    recipe_target* targets; // the recipe's, or the base alone
    target_shape* shapes;
    material* base; // [tet_count] of the part itself
    target_sculpt* sculpts;
    target_set* out;
} preparing;

// ---- the base --------------------------------------------------------------------------

// The part as it is calculated with: perhaps of ten nodes, in body space.
static void enter_body_space(preparing* x) {
    const part* p = x->part;
    const tets* corners = &p->tets;
    tets* t = ARENA_NEW(x->memory, tets, 1);
    *t = x->how->ten_nodes && corners->width == 4 ? tets_promote(corners, x->memory) : *corners;
    size_t nodes = (size_t)t->node_count;
    x->fixed = ARENA_NEW(x->memory, uint8_t, nodes);
    x->surface = ARENA_NEW(x->scratch, uint8_t, nodes);
    memcpy(x->fixed, p->fixed, (size_t)corners->node_count);
    fix_middles(t, x->fixed);
    tet_topology shape = tets_topology(t, x->scratch);
    tets_surface_nodes(t, &shape, x->surface);
    vec3* there = ARENA_NEW(x->memory, vec3, nodes);
    for (size_t i = 0; i < nodes; ++i)
        there[i] = mat4_point(x->body->binding->body_from_world, t->nodes[i]);
    t->nodes = there;
    x->corners = *corners;
    x->corners.nodes = there; // the same, first
    x->volume = t;
    x->out->volume = t;
    x->out->fixed = x->fixed;
    x->out->vertex_count = p->vertex_count;
}

// ---- materials -------------------------------------------------------------------------

// [tet_count] of one target, before `sag` or `first` has its say.
static material* materials_of(preparing* x, const recipe_target* t, report* r) {
    size_t count = (size_t)x->volume->tet_count;
    material* out = ARENA_NEW(x->memory, material, count);
    material m = x->how->material; // its density is everyone's
    m.young = (t->young > 0.0 ? t->young : m.young) * t->stiffness;
    m.poisson = t->poisson > -1.0 ? t->poisson : m.poisson;
    for (size_t i = 0; i < count; ++i)
        out[i] = m;
    // a ratio of the target's own goes before what is painted on the part
    const soft_paint paint = {t->paint_or_null != NULL ? t->paint_or_null : x->how->paint_or_null,
                              t->poisson > -1.0 ? NULL : x->how->paint_poisson_or_null, t->where};
    return soft_paint_materials(x->body, x->part, &paint, out, r) ? out : NULL;
}

// How soft the part shall be, told by its sag or its first mode in the shape and material of the base.
static bool scale_young(preparing* x, report* r) {
    double sag = recipe_sag(x->how, fixed_count(x->volume, x->fixed) > 0) *
                 cube_root(tets_content(x->volume));
    x->out->young_factor = 1.0;
    if (!(sag > 0.0 || x->how->first > 0.0))
        return true;
    modal_request q = {.volume = x->volume,
                       .fixed_or_null = x->fixed,
                       .materials = x->base,
                       .count = x->how->first > 0.0 ? 1 : 8,
                       .excited = x->how->first <= 0.0,
                       .first_hz = x->how->first,
                       .sag = sag,
                       .damping = x->how->damping,
                       .threads = x->body->threads,
                       .where = place_none()};
    int64_t unknowns = 3 * (int64_t)(x->volume->node_count - fixed_count(x->volume, x->fixed));
    q.count = q.count < unknowns ? q.count : (int32_t)unknowns;
    stages clock = stages_begin();
    modal_model model;
    if (!modal_build(&q, &clock, &model, x->scratch, r))
        return false;
    x->out->young_factor = model.young_factor;
    return true;
}

static bool find_materials(preparing* x, report* r) {
    recipe_target plain = recipe_target_default();
    x->base = materials_of(x, &plain, r);
    if (x->base == NULL || !scale_young(x, r))
        return false;
    for (int32_t i = 0; i < x->count; ++i) {
        material* own = materials_of(x, &x->targets[i], r);
        if (own == NULL)
            return false;
        for (int32_t k = 0; k < x->volume->tet_count; ++k)
            own[k].young *= x->out->young_factor;
        x->shapes[i].materials = own;
    }
    return true;
}

// ---- poses -----------------------------------------------------------------------------

static bool says_no_pose(const recipe_target* t) {
    return t->pose.clip_or_null == NULL && t->pose.node_count == 0 && t->input_count == 0;
}

// Of targets in one pose the first stays.
static bool merge_poses(preparing* x, report* r) {
    double spread = 0.0;
    int32_t kept = 0;
    for (int32_t i = 0; i < x->count; ++i)
        for (int32_t k = 0; k < i; ++k)
            spread = fmax(spread, target_distance(x->out, x->shapes[i].pose, x->shapes[k].pose));
    for (int32_t i = 0; i < x->count; ++i) {
        int32_t k = 0;
        while (k < kept &&
               target_distance(x->out, x->shapes[i].pose, x->shapes[k].pose) > SAME_POSE * spread)
            ++k;
        const recipe_target *own = &x->targets[i], *other = &x->targets[k];
        if (k < kept && says_no_pose(own) && says_no_pose(other))
            return report_error(r, own->where,
                                "target \"%s\" has no pose, and \"%s\" stands in the bind pose "
                                "already: say in which pose, or at which inputs, it was sculpted",
                                own->name, other->name);
        if (k < kept) {
            report_warning(
                r, own->where,
                "target \"%s\" has the pose of \"%s\", as far as joints and inputs of part \"%s\" "
                "can tell; only \"%s\" is used. Name the joints that turn between the two: joints: "
                "[forearm]",
                own->name, other->name, x->part->name, other->name);
            continue;
        }
        x->targets[kept] = x->targets[i];
        x->shapes[kept++] = x->shapes[i];
    }
    x->count = kept;
    return true;
}

static bool find_poses(preparing* x, report* r) {
    double size = cube_root(tets_content(x->volume));
    if (!target_joints(x->body, x->part, x->how, size, x->memory, x->out, r))
        return false;
    for (int32_t i = 0; i < x->count; ++i) {
        double* six = ARENA_NEW(x->memory, double, (size_t)target_numbers(x->out));
        if (!target_pose(x->body, &x->targets[i], x->out, six, x->scratch, r))
            return false;
        x->shapes[i].name = x->targets[i].name;
        x->shapes[i].mass = x->targets[i].mass;
        x->shapes[i].posed = target_pose_text(&x->targets[i], x->memory);
        x->shapes[i].pose = six;
    }
    return merge_poses(x, r);
}

// ---- rest shapes -----------------------------------------------------------------------

// The sculpt nearest to every corner on the surface, [3 * node_count].
static bool sculpt_near_nodes(preparing* x, const target_sculpt* s, double* out, report* r) {
    const character* c = x->body->character;
    size_t welded = (size_t)c->weld.count, corners = (size_t)x->part->tets.node_count;
    double *column = ARENA_NEW(x->scratch, double, welded),
           *there = ARENA_NEW(x->scratch, double, corners);
    for (size_t k = 0; k < 3; ++k) {
        for (size_t v = 0; v < welded; ++v)
            column[v] = s->skin[3 * v + k];
        if (!inside_spread(&x->part->tets, &c->soup, column, x->body->threads, there, r))
            return false;
        for (size_t i = 0; i < corners; ++i)
            out[3 * i + k] = there[i];
    }
    return true;
}

static bool is_held(const preparing* x, int32_t element) {
    const tets* t = x->volume;
    bool held = true;
    for (int k = 0; k < t->width; ++k)
        held = held && x->fixed[t->elements[(size_t)element * (size_t)t->width + (size_t)k]];
    return held;
}

static void mind_held(const preparing* x, int32_t target, report* r) {
    const target_sculpt* s = &x->sculpts[target];
    const embedding* at = &x->part->embedding;
    int32_t count = 0;
    double most = 0.0;
    for (int32_t v = 0; v < at->count; ++v) {
        const double* d = s->vertices + 3 * (size_t)v;
        double moved = v3_length(v3(d[0], d[1], d[2]));
        if (moved > HELD_MOVES * s->largest && is_held(x, at->element[v])) {
            ++count;
            most = fmax(most, moved);
        }
    }
    if (count > 0)
        report_warning(r, x->targets[target].where,
                       "target \"%s\" moves %d vertices where the flesh is held, by up to %.3g m: "
                       "they are shown as sculpted, but nothing moves there; see `fixing`",
                       x->targets[target].name, count, most);
}

static bool judge_fold(const preparing* x, int32_t target, const fit_result* f, report* r) {
    if (f->folded == 0)
        return true;
    const tets* t = &x->part->tets;
    const int32_t* e = t->elements + (size_t)f->folded_at * (size_t)t->width;
    vec3 sum =
        v3_add(v3_add(t->nodes[e[0]], t->nodes[e[1]]), v3_add(t->nodes[e[2]], t->nodes[e[3]]));
    return report_error(r, x->targets[target].where,
                        "target \"%s\" of part \"%s\" folds %d of %d elements, one near (%.3g, "
                        "%.3g, %.3g): the shape lies too far from the base there, or pushes skin "
                        "through bone; sculpt less, use larger cells, or hold less by `fixing`",
                        x->targets[target].name, x->part->name, f->folded, t->tet_count,
                        0.25 * sum.x, 0.25 * sum.y, 0.25 * sum.z);
}

// All nodes from the corners: mid-edge ones stay in the middle.
static double* rest_of_all(const preparing* x, const double* corners) {
    const tets* t = x->volume;
    double* out = ARENA_NEW(x->memory, double, 3 * (size_t)t->node_count);
    memcpy(out, corners, 3 * (size_t)x->corners.node_count * sizeof *out);
    for (int32_t i = 0; i < t->tet_count && t->width == 10; ++i) {
        const int32_t* e = t->elements + 10 * (size_t)i;
        for (int n = 0; n < 6; ++n)
            for (int k = 0; k < 3; ++k)
                out[3 * e[4 + n] + k] =
                    0.5 * (out[3 * e[tet_edge[n][0]] + k] + out[3 * e[tet_edge[n][1]] + k]);
    }
    return out;
}

static bool find_shapes(preparing* x, report* r) {
    size_t order = 3 * (size_t)x->corners.node_count, count = (size_t)x->count,
           vertices = 3 * (size_t)x->part->vertex_count;
    x->sculpts = ARENA_NEW(x->memory, target_sculpt, count);
    double *sculpted = ARENA_NEW(x->scratch, double, vertices*count),
           *near_nodes = ARENA_NEW(x->scratch, double, order*count),
           *rest = ARENA_NEW(x->scratch, double, order*count);
    fit_result* results = ARENA_NEW(x->scratch, fit_result, count);
    for (size_t i = 0; i < count; ++i) {
        if (!target_sculpt_of(x->body, x->part, &x->targets[i], x->memory, &x->sculpts[i], r) ||
            !sculpt_near_nodes(x, &x->sculpts[i], near_nodes + order * i, r))
            return false;
        memcpy(sculpted + vertices * i, x->sculpts[i].vertices, vertices * sizeof *sculpted);
    }
    fit_request q = {&x->corners, x->fixed, x->surface, x->base,         &x->part->embedding,
                     x->count,    sculpted, near_nodes, x->body->threads};
    if (!fit_shapes(&q, rest, results, r))
        return false;
    bool sound = true;
    for (size_t i = 0; i < count; ++i) {
        target_shape* s = &x->shapes[i];
        s->rest = rest_of_all(x, rest + order * i);
        s->seen = (const float(*)[3])x->sculpts[i].seen;
        s->largest = results[i].largest;
        s->missed = results[i].rms;
        s->walked = results[i].walked;
        mind_held(x, (int32_t)i, r);
        sound = judge_fold(x, (int32_t)i, &results[i], r) && sound;
    }
    return sound;
}

bool target_make(const soft_body* b, const part* p, const recipe_part* how, arena* memory,
                 target_set* out, report* r) {
    *out = (target_set){0};
    preparing x = {.body = b, .part = p, .how = how, .memory = memory, .out = out};
    x.scratch = arena_create();
    x.count = how->target_count > 0 ? how->target_count : 1;
    x.targets = ARENA_NEW(x.scratch, recipe_target, (size_t)x.count);
    x.targets[0] = recipe_target_default();
    x.targets[0].name = "rest";
    for (int32_t i = 0; i < how->target_count; ++i)
        x.targets[i] = how->targets[i];
    x.shapes = ARENA_NEW(memory, target_shape, (size_t)x.count);
    enter_body_space(&x);
    bool sound = find_poses(&x, r) && find_materials(&x, r) && find_shapes(&x, r);
    out->count = x.count;
    out->shapes = x.shapes;
    arena_destroy(x.scratch);
    return sound;
}
