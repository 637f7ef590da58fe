// Modes of a volume that the caller has as arrays.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/library/library.h"
#include "bake/model/modal.h"

#include <math.h>
#include <string.h>

typedef struct solving {
    const supple_bake_tets* said;
    supple_bake_modes_result* out;
    arena* memory;
} solving;

supple_bake_tets supple_bake_tets_default(void) {
    material jelly = {0};
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i)
        if (strcmp(material_presets[i].name, "jelly") == 0)
            jelly = material_presets[i].material;
    SUPPLE_ASSERT(jelly.young > 0.0);
    return (supple_bake_tets){.width = 4,
                              .young = jelly.young,
                              .poisson = jelly.poisson,
                              .density = jelly.density,
                              .ten_nodes = true,
                              .mode_count = 10};
}

static bool take_volume(const supple_bake_tets* q, arena* memory, tets* out, report* r) {
    if (q->node_count < 0 || q->tet_count < 1 || (q->width != 4 && q->width != 10))
        return report_error(r, place_none(), "a volume has elements of 4 or 10 nodes");
    size_t corners = (size_t)q->tet_count * (size_t)q->width;
    *out = (tets){.node_count = q->node_count,
                  .tet_count = q->tet_count,
                  .width = q->width,
                  .nodes = ARENA_NEW(memory, vec3, (size_t)q->node_count),
                  .elements = ARENA_NEW(memory, int32_t, corners)};
    for (int32_t i = 0; i < q->node_count; ++i) {
        const double* x = q->nodes + 3 * (size_t)i;
        out->nodes[i] = v3(x[0], x[1], x[2]);
        if (!isfinite(x[0]) || !isfinite(x[1]) || !isfinite(x[2]))
            return report_error(r, place_none(), "node %d is not finite", i);
    }
    for (size_t i = 0; i < corners; ++i) {
        out->elements[i] = q->tets[i];
        if (q->tets[i] < 0 || q->tets[i] >= q->node_count)
            return report_error(r, place_none(), "element %d has node %d, and there are %d",
                                (int)(i / (size_t)q->width), q->tets[i], q->node_count);
    }
    return true;
}

static void tell(const solving* s, const modal_model* m) {
    size_t given = 3 * (size_t)s->said->node_count, all = 3 * (size_t)m->tets.node_count;
    double* hz = ARENA_NEW(s->memory, double, (size_t)m->count);
    double* residuals = ARENA_NEW(s->memory, double, (size_t)m->count);
    double* shapes = ARENA_NEW(s->memory, double, (size_t)m->count* given);
    double* shape = ARENA_NEW(s->memory, double, all);
    for (int32_t i = 0; i < m->count; ++i) {
        hz[i] = modal_frequency(&m->modes[i]);
        residuals[i] = m->modes[i].residual;
        modal_shape(m, i, shape);
        for (size_t k = 0; k < given; ++k) // nodes of edges that were added come after
            shapes[(size_t)i * given + k] = shape[k];
    }
    *s->out =
        (supple_bake_modes_result){m->count, m->rigid_count, m->body.mass, hz, residuals, shapes};
}

static bool solve(supple_bake_job* job, solving* s, arena* scratch) {
    const supple_bake_tets* q = s->said;
    report* r = &job->findings;
    tets volume;
    const material all = {q->young, q->poisson, q->density};
    if (q->mode_count < 1)
        return report_error(r, place_none(), "at least one mode is wanted, not %d", q->mode_count);
    if (!take_volume(q, scratch, &volume, r) ||
        !material_check(&all, "the material", place_none(), r))
        return false;
    material* materials = ARENA_NEW(scratch, material, (size_t)q->tet_count);
    for (int32_t i = 0; i < q->tet_count; ++i)
        materials[i] = all;
    uint8_t* fixed = NULL;
    if (q->fixed_or_null != NULL)
        fixed = ARENA_NEW(scratch, uint8_t, (size_t)q->node_count);
    for (int32_t i = 0; fixed != NULL && i < q->node_count; ++i)
        fixed[i] = q->fixed_or_null[i] != 0; // they are counted
    library_take_turn(scratch);
    modal_request wanted = {.volume = &volume,
                            .fixed_or_null = fixed,
                            .materials = materials,
                            .ten_nodes = q->ten_nodes || q->width == 10,
                            .count = q->mode_count,
                            .threads = job->threads,
                            .where = place_none()};
    stages clock = stages_begin();
    modal_model m;
    if (!modal_build(&wanted, &clock, &m, scratch, r))
        return false;
    tell(s, &m);
    return true;
}

static bool find_modes(supple_bake_job* job, arena* memory, void* user) {
    solving* s = user;
    s->memory = memory;
    arena* scratch = arena_create();
    bool sound = solve(job, s, scratch);
    arena_destroy(scratch);
    return sound;
}

static void keep_modes(supple_bake_job* job, arena* memory, void* user) {
    (void)user;
    arena_destroy(job->modes_memory);
    job->modes_memory = memory;
}

supple_bake_status supple_bake_modes(supple_bake_job* job, const supple_bake_tets* volume,
                                     supple_bake_modes_result* out) {
    SUPPLE_ASSERT(job != NULL && volume != NULL && out != NULL);
    static const library_call call = {find_modes, keep_modes, OF_REST};
    supple_bake_modes_result found = {0};
    solving s = {.said = volume, .out = &found};
    supple_bake_status status = library_make(job, &call, &s);
    *out = status == SUPPLE_BAKE_DONE ? found : (supple_bake_modes_result){0};
    return status;
}
