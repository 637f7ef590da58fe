// The bake and what it gives out.
// SPDX-License-Identifier: MIT
#include "bake/bake_report.h"
#include "bake/export/glb.h"
#include "bake/library/library.h"

typedef struct making {
    arena* memory;
    bake_result result;
} making;

static bool bake(supple_bake_job* job, making* m) {
    arena* scratch = arena_create();
    library_take_turn(scratch);
    const bake_options o = {.threads = job->threads};
    bool sound =
        bake_scene(&job->scene.scene, &job->recipe, &o, m->memory, &m->result, &job->findings);
    arena_destroy(scratch);
    return sound;
}

static bool run(supple_bake_job* job, void* user) {
    making* m = user;
    if (job->scene_memory == NULL)
        return report_error(&job->findings, place_none(), "there is no scene to bake: read one");
    m->memory = arena_create();
    if (!bake(job, m))
        return library_refuse(job, m->memory);
    arena_destroy(job->result_memory);
    job->result_memory = m->memory;
    job->result = m->result;
    const bake_result* b = &job->result;
    job->told = (supple_bake_result){.asset = {b->asset.file.data, b->asset.file.size},
                                     .unit = b->unit,
                                     .unit_reason = b->unit_reason,
                                     .unit_guessed = !(job->recipe.unit > 0.0),
                                     .part_count = b->row_count,
                                     .parts = b->rows,
                                     .seconds = b->seconds,
                                     .peak = b->peak};
    return true;
}

supple_bake_status supple_bake_run(supple_bake_job* job) {
    making m = {0};
    return library_call(job, run, &m);
}

const supple_bake_result* supple_bake_result_of(const supple_bake_job* job) {
    return job->result_memory != NULL ? &job->told : NULL;
}

typedef struct writing {
    supple_bake_report_kind kind;
    const char* output;
    size_t output_size;
    supple_bake_bytes* out;
} writing;

static bool has_result(supple_bake_job* job) {
    return job->result_memory != NULL ||
           report_error(&job->findings, place_none(), "nothing has been baked yet");
}

static bool write_glb(supple_bake_job* job, void* user) {
    writing* w = user;
    if (!has_result(job))
        return false;
    bytes glb = glb_with_asset(&job->scene.scene.source, job->scene_name, job->result.asset.file,
                               job->result_memory, &job->findings);
    *w->out = (supple_bake_bytes){glb.data, glb.size};
    return glb.size > 0;
}

supple_bake_status supple_bake_glb(supple_bake_job* job, supple_bake_bytes* out) {
    writing w = {.out = out};
    *out = (supple_bake_bytes){NULL, 0};
    return library_call(job, write_glb, &w);
}

static bool write_report(supple_bake_job* job, void* user) {
    writing* w = user;
    if (!has_result(job))
        return false;
    const bake_told told = {&job->result, job->scene_name, w->output != NULL ? w->output : "",
                            w->output_size, &job->findings};
    bytes text =
        (w->kind == SUPPLE_BAKE_REPORT_SVG ? bake_page : bake_json)(&told, job->result_memory);
    *w->out = (supple_bake_bytes){text.data, text.size};
    return true;
}

supple_bake_status supple_bake_report(supple_bake_job* job, supple_bake_report_kind kind,
                                      const char* output_or_null, size_t output_size,
                                      supple_bake_bytes* out) {
    writing w = {kind, output_or_null, output_size, out};
    *out = (supple_bake_bytes){NULL, 0};
    return library_call(job, write_report, &w);
}
