// The full model part by part, then the runtime's vertices frame by frame.
// SPDX-License-Identifier: MIT
#include "bake/play/comparison.h"

#include "bake/model/posed.h"
#include "bake/model/soft_draft.h"
#include "bake/model/target_make.h"
#include "bake/play/full.h"

#include <string.h>

// What the full model of a part is made of.
typedef struct full_part {
    target_set set;
    soft_bones bones;
    const double* weights; // of bones, at the nodes of the set's volume
    modal_model coords;
    pose_space poses;
    elastic matter;
    dynamics_clip clip;
    double* u; // [frame_count][3 * node_count]
} full_part;

comparison comparison_begin(const play_request* q, const play_take* t, int32_t substeps,
                            arena* memory) {
    comparison c = {.q = q, .t = t, .substeps = substeps, .memory = memory};
    size_t count = (size_t)t->frame_count * (size_t)q->asset->vertex_count;
    c.full = arena_alloc(memory, count, sizeof *c.full);
    c.error = ARENA_NEW(memory, float, count);
    return c;
}

// ---- the full model --------------------------------------------------------------------

// The reduced model again: it knows the damping, which nodes are free, and where poses lie.
static bool find_model(const soft_body* b, const recipe_part* how, bool posed, full_part* f,
                       arena* memory, report* r) {
    stages clock = stages_begin();
    if (posed) {
        posed_request q = {.set = &f->set,
                           .stvk = how->stvk,
                           .derivatives = how->derivatives,
                           .count = recipe_modes(how, true),
                           .damping = how->damping,
                           .smoothing = how->smoothing,
                           .bone_count = f->bones.count,
                           .weights_or_null = f->weights,
                           .threads = b->threads,
                           .where = place_none()};
        posed_model model;
        if (!posed_build(&q, &clock, &model, memory, r))
            return false;
        f->coords = model.coords;
        f->poses = model.poses;
        return true;
    }
    const double* bind = f->set.shapes[0].pose;
    modal_request q = {.volume = f->set.volume,
                       .fixed_or_null = f->set.fixed,
                       .materials = f->set.shapes[0].materials,
                       .count = recipe_modes(how, true),
                       .fewer = how->modes == 0,
                       .excited = true,
                       .least = how->modes > 0 ? how->modes : RECIPE_RESPONSES_LEAST,
                       .error = RECIPE_RESPONSES_ERROR,
                       .basis = how->plain ? MODAL_MODES : MODAL_RESPONSES,
                       .damping = how->damping,
                       .threads = b->threads,
                       .where = place_none()};
    f->poses = pose_space_make(&bind, 1, 6 * f->set.joint_count, 0, 0.0, memory);
    return modal_build(&q, &clock, &f->coords, memory, r);
}

static bool find_clip(const comparison* c, const soft_body* b, double unit, full_part* f,
                      report* r) {
    full_request q = {.s = c->q->s,
                      .binding = b->binding,
                      .unit = unit,
                      .set = &f->set,
                      .poses = &f->poses,
                      .bone_count = f->bones.count,
                      .bones = f->bones.list,
                      .bone_weights = f->weights,
                      .clip = c->q->clip,
                      .fps = c->t->fps,
                      .seconds = (c->t->frame_count - 1) / c->t->fps,
                      .substeps = c->substeps};
    return full_clip(&q, c->memory, &f->clip, r);
}

static bool play_full(const comparison* c, const soft_body* b, bool stvk, full_part* f, report* r) {
    const tets* t = f->set.volume;
    double* density = ARENA_NEW(c->memory, double, (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        density[i] = f->set.shapes[0].materials[i].density;
    dynamics_options o = dynamics_default();
    o.newmark.rule = stvk ? NEWMARK_CONSERVING : NEWMARK_END;
    o.damping = f->coords.damping;
    o.gravity = v3(0.0, -9.81, 0.0);
    o.sag = full_sag(b->binding, o.gravity); // shapes were modelled hanging
    if (!target_elastic(stvk ? ELASTIC_STVK : ELASTIC_LINEAR, &f->set, b->threads, &f->matter,
                        place_none(), c->memory, r))
        return false;
    dynamics_body body = elastic_body(&f->matter, density, c->memory);
    dynamics* d = dynamics_make(&body, f->set.fixed, &o, c->memory, r);
    f->u = ARENA_NEW(c->memory, double, (size_t)f->clip.frame_count * 3 * (size_t)t->node_count);
    bool sound = d != NULL && dynamics_play(d, &f->matter, &f->clip, f->u, r);
    dynamics_free(d);
    return sound;
}

// ---- as it is seen ---------------------------------------------------------------------

// Nodes of a frame less what the targets' sculpts have of it, over free nodes.
static void bare_nodes(const full_part* f, int32_t frame, double* out) {
    const modal_model* m = &f->coords;
    int32_t nodes = f->set.volume->node_count;
    const double* u = f->u + (size_t)frame * 3 * (size_t)nodes;
    const double* w =
        f->clip.weights + (size_t)frame * (size_t)f->clip.substeps * (size_t)f->set.count;
    for (int32_t n = 0; n < nodes; ++n)
        for (size_t k = 0; k < 3 && m->number[n] >= 0; ++k) {
            double x = u[3 * (size_t)n + k];
            for (int32_t t = 0; t < f->set.count; ++t)
                x -= w[t] * f->set.shapes[t].rest[3 * (size_t)n + k];
            out[3 * (size_t)m->number[n] + k] = x;
        }
}

// Carried as modes are; sculpts are shown as they were made.
static void show_part(comparison* c, const soft_body* b, const part* p, const recipe_part* how,
                      const full_part* f) {
    size_t all = (size_t)c->q->asset->vertex_count, count = (size_t)p->vertex_count;
    modal_model one = f->coords;
    one.count = 1;
    const soft_drafting draft = {
        .body = b, .part = p, .how = how, .bones = &f->bones, .model = &one};
    arena* scratch = arena_create();
    double* nodes = ARENA_NEW(scratch, double, 3 * (size_t)one.free_count);
    double* shape = ARENA_NEW(scratch, double, 3 * count);
    for (int32_t frame = 0; frame < c->t->frame_count; ++frame) {
        const double* w =
            f->clip.weights + (size_t)frame * (size_t)f->clip.substeps * (size_t)f->set.count;
        bare_nodes(f, frame, nodes);
        soft_carry(&draft, nodes, shape);
        for (size_t v = 0; v < count; ++v) {
            mat4 to_body = mat4_inverse_affine(binding_map(b->binding, p->vertices[v]));
            vec3 u = v3(shape[3 * v], shape[3 * v + 1], shape[3 * v + 2]);
            for (int32_t t = 0; t < f->set.count; ++t) {
                const float* seen = f->set.shapes[t].seen[v];
                u = v3_madd(u, mat4_vector(to_body, v3(seen[0], seen[1], seen[2])), w[t]);
            }
            float* to = c->full[(size_t)frame * all + (size_t)p->vertices[v]];
            to[0] += (float)u.x;
            to[1] += (float)u.y;
            to[2] += (float)u.z;
        }
    }
    arena_destroy(scratch);
}

static int32_t coordinates_of(const supple_asset* asset, const char* name) {
    for (int32_t i = 0; i < asset->part_count; ++i) {
        supple_part p = supple_asset_part(asset, i);
        if (strcmp(p.name, name) == 0)
            return p.coord_count;
    }
    return 0;
}

bool comparison_add(comparison* c, const soft_body* b, const part* p, const recipe_part* how,
                    double unit, report* r) {
    full_part f = {.u = NULL};
    bool posed = recipe_is_posed(how);
    int32_t coordinates = coordinates_of(c->q->asset, p->name);
    if (coordinates == 0)
        return report_error(r, place_none(),
                            "the asset has no part \"%s\": give the recipe that it was baked with "
                            "(--recipe)",
                            p->name);
    if (p->fixed_count == 0)
        return report_error(r, place_none(),
                            "nothing holds part \"%s\", so no clip moves it: there is nothing to "
                            "compare",
                            p->name);
    if (!target_make(b, p, how, c->memory, &f.set, r) ||
        !soft_find_bones(b, p, c->memory, &f.bones, r))
        return false;
    f.weights = forcing_weights(f.bones.weights, p->tets.node_count, f.bones.count, f.set.volume,
                                c->memory);
    if (!find_model(b, how, posed, &f, c->memory, r) || !find_clip(c, b, unit, &f, r) ||
        !play_full(c, b, posed && how->stvk, &f, r))
        return false;
    show_part(c, b, p, how, &f);
    if (c->part_count == COMPARISON_PARTS)
        return report_error(r, place_none(), "%d parts are compared at most", COMPARISON_PARTS);
    c->parts[c->part_count++] = (comparison_part){.name = p->name,
                                                  .posed = posed,
                                                  .unknowns = 3 * f.coords.free_count,
                                                  .coordinates = coordinates,
                                                  .vertex_count = p->vertex_count,
                                                  .vertices = p->vertices};
    return true;
}

// ---- the runtime -----------------------------------------------------------------------

// Displacements of a part's vertices by the runtime are x - rest; in body space, metres.
static vec3 reduced_of(const comparison* c, size_t v, float (*positions)[3], mat4 to_body) {
    const float *x = positions[v], *rest = c->q->asset->positions + 3 * v;
    return mat4_vector(to_body, v3(x[0] - rest[0], x[1] - rest[1], x[2] - rest[2]));
}

// The distance of every vertex in a frame.
static void measure_frame(comparison* c, int32_t frame, float (*positions)[3]) {
    const supple_asset* a = c->q->asset;
    supple_streams streams = supple_streams_packed(positions[0], NULL);
    supple_body_evaluate(play_frame(c->t, frame), &streams);
    size_t all = (size_t)a->vertex_count;
    for (int32_t i = 0; i < c->part_count; ++i)
        for (int32_t k = 0; k < c->parts[i].vertex_count; ++k) {
            size_t v = (size_t)c->parts[i].vertices[k];
            mat4 to_body = mat4_inverse_affine(binding_map(c->q->binding, (int32_t)v));
            const float* f = c->full[(size_t)frame * all + v];
            c->error[(size_t)frame * all + v] =
                (float)v3_distance(reduced_of(c, v, positions, to_body), v3(f[0], f[1], f[2]));
        }
}

static void sum_part(const comparison* c, comparison_part* p) {
    size_t all = (size_t)c->q->asset->vertex_count, frames = (size_t)c->t->frame_count;
    p->frame_rms = ARENA_NEW(c->memory, double, frames);
    p->frame_worst = ARENA_NEW(c->memory, double, frames);
    double sum = 0.0, sizes = 0.0;
    for (size_t frame = 0; frame < frames; ++frame) {
        double square = 0.0;
        for (int32_t k = 0; k < p->vertex_count; ++k) {
            size_t at = frame * all + (size_t)p->vertices[k];
            double off = c->error[at];
            vec3 u = v3(c->full[at][0], c->full[at][1], c->full[at][2]);
            square += off * off;
            sizes += v3_dot(u, u);
            p->largest = fmax(p->largest, v3_length(u));
            p->frame_worst[frame] = fmax(p->frame_worst[frame], off);
            if (off > p->worst) {
                p->worst = off;
                p->worst_vertex = p->vertices[k];
                p->worst_frame = (int32_t)frame;
            }
        }
        p->frame_rms[frame] = sqrt(square / p->vertex_count);
        sum += square;
    }
    double count = (double)frames * p->vertex_count;
    p->rms = sqrt(sum / count);
    p->size = sqrt(sizes / count);
}

void comparison_finish(comparison* c) {
    float(*positions)[3] =
        arena_alloc(c->memory, (size_t)c->q->asset->vertex_count, sizeof *positions);
    for (int32_t frame = 0; frame < c->t->frame_count; ++frame)
        measure_frame(c, frame, positions);
    for (int32_t i = 0; i < c->part_count; ++i)
        sum_part(c, &c->parts[i]);
}

// A difference in body space as the bones turn it: linear blend skinning.
static vec3 skinned(const binding* b, const mat4* palette, int32_t v, vec3 difference) {
    vec3 u = mat4_vector(binding_map(b, v), difference), out = v3(0, 0, 0);
    if (b->influence_count == 0)
        return mat4_vector(palette[0], u);
    for (int32_t k = 0; k < b->influence_count; ++k) {
        size_t at = (size_t)v * (size_t)b->influence_count + (size_t)k;
        out = v3_madd(out, mat4_vector(palette[b->joints[at]], u), b->weights[at]);
    }
    return out;
}

static void turn_normals(surface* f, float (*before)[3], float (*after)[3]) {
    for (int32_t v = 0; v < f->vertex_count; ++v) {
        float* n = f->normals[v];
        vec3 unit = v3_unit(v3((double)n[0] + after[v][0] - before[v][0],
                               (double)n[1] + after[v][1] - before[v][1],
                               (double)n[2] + after[v][2] - before[v][2]));
        n[0] = (float)unit.x;
        n[1] = (float)unit.y;
        n[2] = (float)unit.z;
    }
}

void comparison_full(const comparison* c, int32_t frame, surface* f) {
    const binding* b = c->q->binding;
    size_t all = (size_t)c->q->asset->vertex_count;
    arena* scratch = arena_create();
    float(*positions)[3] = arena_alloc(scratch, all, sizeof *positions);
    float(*before)[3] = arena_alloc(scratch, all, sizeof *before);
    float(*after)[3] = arena_alloc(scratch, all, sizeof *after);
    bool* moved = ARENA_NEW(scratch, bool, all);
    mat4* palette = ARENA_NEW(scratch, mat4, (size_t)b->bone_count);
    pose now = pose_at(c->q->s, c->q->clip, frame / c->t->fps, scratch);
    binding_palette(b, &now, palette);
    supple_streams streams = supple_streams_packed(positions[0], NULL);
    supple_body_evaluate(play_frame(c->t, frame), &streams);
    surface_normals(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                    f->triangle_count, before);
    for (int32_t i = 0; i < c->part_count; ++i)
        for (int32_t k = 0; k < c->parts[i].vertex_count; ++k) {
            int32_t v = c->parts[i].vertices[k];
            if (moved[v]) // parts overlap, and what they do is summed in c->full
                continue;
            moved[v] = true;
            mat4 to_body = mat4_inverse_affine(binding_map(b, v));
            const float* x = c->full[(size_t)frame * all + (size_t)v];
            vec3 apart = v3_sub(v3(x[0], x[1], x[2]), reduced_of(c, (size_t)v, positions, to_body));
            f->positions[v] = v3_add(f->positions[v], skinned(b, palette, v, apart));
        }
    surface_normals(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                    f->triangle_count, after);
    turn_normals(f, before, after);
    arena_destroy(scratch);
}
