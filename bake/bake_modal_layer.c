// The scene as it was recorded, its modes, and the part that they are.
// SPDX-License-Identifier: MIT
#include "bake/bake_modal_layer.h"

#include "bake/base/stages.h"
#include "bake/mesh/bounds.h"
#include "bake/mesh/weld.h"
#include "bake/model/bend.h"
#include "bake/record/recording_scene.h"
#include "bake/simulate/rest_modes.h"
#include "bake/simulate/simulation_file.h"

#include <math.h>
#include <string.h>

static const double SAME_REST =
    5e-3; // of its size: farther apart, the scene rests elsewhere than the recording
static const double LIMIT_FRACTION = 0.1; // of its size: the farthest that a vertex goes

typedef struct layering {
    const modal_layer_request* q;
    const char* scene_path;
    arena* memory;
    report* r;
    rest_modes modes;
    double size; // of what moves, m
} layering;

// ---- the scene -------------------------------------------------------------------------

static bool no_sample(void* user, const char* name, place where, arena* memory, scene* out,
                      report* r) {
    (void)user, (void)memory, (void)out;
    return report_error(r, where, "names the sample \"%s\", and none are known here", name);
}

static bool read_scene(const char* path, arena* memory, simulation* out, report* r) {
    bytes text;
    if (!file_map(path, &text, r))
        return false;
    bool sound = simulation_parse(text, path, memory, out, r);
    file_unmap(text);
    out->start_at_rest = out->in_support = true;
    return sound;
}

static bool is_recorded(const layering* l, const assembly* a) {
    const recording* x = l->q->of->of;
    place where = place_file(l->scene_path);
    const char* other = "so it is not the scene that was recorded";
    if (a->drawn.vertex_count != x->vertex_count || a->drawn.triangle_count != x->triangle_count)
        return report_error(l->r, where,
                            "has %d vertices and %d triangles, and \"%s\" has %d and %d, %s",
                            a->drawn.vertex_count, a->drawn.triangle_count, x->path,
                            x->vertex_count, x->triangle_count, other);
    return memcmp(a->drawn.triangles, x->triangles,
                  (size_t)x->triangle_count * sizeof *x->triangles) == 0 ||
           report_error(l->r, where, "has other triangles than \"%s\", %s", x->path, other);
}

// By places: recordings of other simulators have no mark of a scene.
static bool rests_alike(const layering* l) {
    const portrait* p = l->q->of;
    double most = 0.0;
    int32_t worst = 0;
    for (int32_t i = 0; i < l->q->members->count; ++i) {
        int32_t v = (int32_t)l->q->members->vertices[i];
        double d = v3_distance(p->key[v], l->modes.places[v]);
        if (d > most) {
            most = d;
            worst = v;
        }
    }
    return most <= SAME_REST * l->size ||
           report_error(l->r, place_file(l->scene_path),
                        "rests elsewhere than \"%s\": vertex %d by %.3g m, so it is not the scene "
                        "that was recorded",
                        p->of->path, worst, most);
}

static bool find_modes(layering* l) {
    static const matter_samples none = {.make = no_sample};
    const bake_options* o = l->q->options;
    simulation s;
    assembly a = {0};
    if (!read_scene(l->scene_path, l->memory, &s, l->r))
        return false;
    arena* own = arena_create();
    bool sound =
        assembly_make(&s, o->samples_or_null != NULL ? o->samples_or_null : &none, o->threads, own,
                      &a, l->r) &&
        is_recorded(l, &a) &&
        rest_modes_find(&a, l->q->how->recorded.modes, o->threads, l->memory, &l->modes, l->r);
    assembly_close(&a);
    arena_destroy(own);
    if (sound && l->modes.firm)
        report_note(l->r, place_file(l->scene_path),
                    "is about to buckle somewhere at its rest: modes are found as if it were not");
    return sound && rests_alike(l);
}

// ---- the part --------------------------------------------------------------------------

static const float (*gather(const layering* l, const double* from))[3] {
    const portrait_members* m = l->q->members;
    size_t own = (size_t)m->count, all = (size_t)l->q->of->vertex_count,
           count = (size_t)l->modes.count;
    float(*to)[3] = arena_alloc(l->memory, own * count, sizeof *to);
    for (size_t e = 0; e < count; ++e)
        for (size_t i = 0; i < own; ++i)
            for (size_t c = 0; c < 3; ++c)
                to[e * own + i][c] = (float)from[3 * (e * all + m->vertices[i]) + c];
    return (const float(*)[3])to;
}

static const float (*turns(const layering* l))[3] {
    const portrait* p = l->q->of;
    const recording* x = p->of;
    arena* scratch = arena_create();
    weld w = weld_positions(p->key, p->vertex_count, 0.0, scratch);
    const bend_surface s = {p->vertex_count, x->triangle_count, p->key,
                            (const uint32_t(*)[3])x->triangles,
                            bend_group(w.welded, p->vertex_count, w.count, l->q->normals, scratch)};
    double* bends =
        ARENA_NEW(scratch, double, 3 * (size_t)p->vertex_count * (size_t)l->modes.count);
    uint8_t* wanted = ARENA_NEW(scratch, uint8_t, (size_t)l->modes.count);
    for (int32_t e = 0; e < l->modes.count; ++e)
        wanted[e] = e < l->q->how->bends;
    bend_normals(&s, l->modes.shapes, l->modes.count, wanted, l->q->options->threads, bends);
    const float(*out)[3] = gather(l, bends);
    arena_destroy(scratch);
    return out;
}

static const format_forcing* forcing_of(const layering* l) {
    format_forcing* out = ARENA_NEW(l->memory, format_forcing, (size_t)l->modes.count);
    for (int32_t e = 0; e < l->modes.count; ++e)
        for (int i = 0; i < 3; ++i) {
            out[e].s[i] = (float)l->modes.forcing[e].s[i];
            for (int k = 0; k < 3; ++k)
                out[e].j[i][k] = (float)l->modes.forcing[e].j[i][k];
        }
    return out;
}

static asset_draft_part draft(const layering* l) {
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    const rest_modes* m = &l->modes;
    asset_draft_part p = {.name = "modes",
                          .coord_count = m->count,
                          .bone_count = 1,
                          .vertex_count = l->q->members->count,
                          .lambda = m->values,
                          .decay = m->decays,
                          .bones = ARENA_NEW(l->memory, int32_t, 1),
                          .forcing = forcing_of(l),
                          .vertices = l->q->members->vertices,
                          .shapes = gather(l, m->shapes),
                          .bends_or_null = l->q->how->bends > 0 ? turns(l) : NULL,
                          .stiffness = 1.0f,
                          .damping = 1.0f,
                          .response = 0.0f, // what bones do is recorded
                          .limit = (float)(LIMIT_FRACTION * l->size),
                          .mass = m->body.mass,
                          .centre = {m->body.centre.x, m->body.centre.y, m->body.centre.z}};
    for (int k = 0; k < 6; ++k)
        p.inertia[k] = m->body.inertia[pair[k][0]][pair[k][1]];
    return p;
}

static void tell(const layering* l, const asset_draft_part* p, supple_bake_part* row) {
    static const double BAKE_MODAL_LAYER_TURN = 6.283185307179586;
    const rest_modes* m = &l->modes;
    supple_bake_mode* modes = ARENA_NEW(l->memory, supple_bake_mode, (size_t)m->count);
    const char** bones = ARENA_NEW(l->memory, const char*, 1);
    bones[0] = RECORDING_SUPPORT;
    for (int32_t e = 0; e < m->count; ++e) {
        double rate = sqrt(m->values[e]);
        modes[e] =
            (supple_bake_mode){rate / BAKE_MODAL_LAYER_TURN, rate > 0.0 ? m->decays[e] / rate : 0.0,
                               damping_seconds(m->values[e], m->decays[e]), 0.0};
    }
    *row = (supple_bake_part){.name = p->name,
                              .bone_count = 1,
                              .bones = bones,
                              .vertex_count = p->vertex_count,
                              .node_count = m->node_count,
                              .fixed_count = m->held_count,
                              .mode_count = m->count,
                              .modes = modes,
                              .first = modes[0].hz,
                              .last = modes[m->count - 1].hz,
                              .mass = p->mass,
                              .captured = NAN,
                              .hang_error = NAN,
                              .shake_error = NAN,
                              .turn_error = NAN,
                              .apart_error = NAN,
                              .least_error = NAN,
                              .refinement = NAN,
                              .limit = (double)p->limit};
}

bool modal_layer_suits(const recipe* how, const char* recording_path, arena* memory, report* r) {
    if (how->recorded.modes == 0)
        return true;
    if (how->recorded.scene_or_null == NULL)
        return report_error(
            r, place_file(recording_path),
            "modes over a recording are those of the scene that was recorded: name "
            "its file by --scene, or as \"scene\" under \"recorded\" in the recipe");
    simulation s;
    return read_scene(how->recorded.scene_or_null, memory, &s, r);
}

bool modal_layer_make(const modal_layer_request* q, arena* memory, asset_draft_part* part,
                      supple_bake_part* row, report* r) {
    layering l = {.q = q, .scene_path = q->how->recorded.scene_or_null, .memory = memory, .r = r};
    stages clock = stages_begin();
    vec3* moving = ARENA_NEW(memory, vec3, (size_t)q->members->count);
    for (int32_t i = 0; i < q->members->count; ++i)
        moving[i] = q->of->key[q->members->vertices[i]];
    bounds box = bounds_of(moving, q->members->count);
    l.size = v3_distance(box.low, box.high);
    if (!find_modes(&l))
        return false;
    *part = draft(&l);
    tell(&l, part, row);
    stages_end(&clock, "modes");
    row->seconds = clock.list[0].seconds;
    return true;
}
