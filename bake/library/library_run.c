// The bake and what it gives out.
// SPDX-License-Identifier: MIT
#include "bake/bake_recording.h"
#include "bake/bake_report.h"
#include "bake/base/assert.h"
#include "bake/base/text.h"
#include "bake/export/glb.h"
#include "bake/library/library.h"
#include "bake/recipe/recipe_file.h"

#include <string.h>

static bool make_sample(void* user, const char* name, place where, arena* memory, scene* out,
                        report* r) {
    const supple_bake_job* job = user;
    supple_bake_bytes file = {0};
    if (job->sample_or_null == NULL || !job->sample_or_null(job->sample_user, name, &file))
        return report_error(r, where, "there is no sample \"%s\" here",
                            text_printable(name, 40, memory));
    uint8_t* copy = ARENA_NEW(memory, uint8_t, file.size);
    if (file.size > 0)
        memcpy(copy, file.data, file.size);
    imported in;
    bool sound = import_scene_bytes((bytes){copy, file.size}, name, memory, &in, r);
    *out = in.scene;
    return sound;
}

matter_samples library_samples(supple_bake_job* job) {
    return (matter_samples){make_sample, job};
}

static bool bake(supple_bake_job* job, arena* memory, void* user) {
    bake_result* made = user;
    if (job->scene_memory == NULL)
        return report_error(&job->findings, place_none(), "there is no scene to bake: read one");
    arena* scratch = arena_create();
    library_take_turn(scratch);
    const matter_samples samples = library_samples(job);
    const bake_options o = {.threads = job->threads,
                            .try_half_cells = job->try_half_cells,
                            .samples_or_null = &samples};
    bool sound =
        job->is_recording
            ? bake_recording(&job->recording, &job->recipe, &o, memory, made, &job->findings)
            : bake_scene(&job->scene.scene, &job->recipe, &o, memory, made, &job->findings);
    arena_destroy(scratch);
    return sound;
}

static void keep_result(supple_bake_job* job, arena* memory, void* user) {
    const bake_result* b = user;
    library_drop_result(job);
    job->result_memory = memory;
    job->result = *b;
    job->report_input = (supple_bake_result){.asset = {b->asset.file.data, b->asset.file.size},
                                             .unit = b->unit,
                                             .unit_reason = b->unit_reason,
                                             .unit_guessed = !(job->recipe.unit > 0.0),
                                             .part_count = b->row_count,
                                             .parts = b->rows,
                                             .omission_count = b->omission_count,
                                             .omissions = b->omissions,
                                             .incomplete = b->incomplete,
                                             .light = b->light,
                                             .seconds = b->seconds,
                                             .peak = b->peak};
}

supple_bake_status supple_bake_run(supple_bake_job* job) {
    SUPPLE_ASSERT(job != NULL);
    static const library_call call = {bake, keep_result, OF_RUN};
    bake_result made = {0};
    return library_make(job, &call, &made);
}

const supple_bake_result* supple_bake_result_of(const supple_bake_job* job) {
    SUPPLE_ASSERT(job != NULL);
    return job->result_memory != NULL ? &job->report_input : NULL;
}

// ---- what is written from it: it lives as long as the result ---------------------------

typedef struct writing {
    supple_bake_report_kind kind;
    const char* output;
    size_t output_size;
    supple_bake_bytes out;
} writing;

static supple_bake_status write_out(supple_bake_job* job, const library_call* call, writing* w,
                                    supple_bake_bytes* out) {
    SUPPLE_ASSERT(out != NULL);
    supple_bake_status status = library_make(job, call, w);
    *out = status == SUPPLE_BAKE_DONE ? w->out : (supple_bake_bytes){NULL, 0};
    return status;
}

static bool has_result(supple_bake_job* job) {
    return job->result_memory != NULL ||
           report_error(&job->findings, place_none(), "nothing has been baked yet");
}

static const char* without_folder(const char* path_or_null) {
    return path_or_null != NULL ? path_name(path_or_null) : NULL;
}

// The recipe that gives this very asset, as a file beside those that it names.
static const char* recipe_text(const supple_bake_job* job, arena* memory) {
    recipe how = job->result.planned;
    recipe_part* parts = ARENA_NEW(memory, recipe_part, (size_t)how.part_count);
    for (int32_t i = 0; i < how.part_count; ++i) {
        parts[i] = how.parts[i];
        parts[i].volume_or_null = without_folder(parts[i].volume_or_null);
    }
    how.parts = parts;
    how.input_or_null = without_folder(job->scene_name);
    how.recorded.scene_or_null = without_folder(how.recorded.scene_or_null);
    bytes text = job->is_recording ? recipe_recorded_to_yaml(&how, memory)
                                   : recipe_to_yaml(&how, NULL, memory);
    return arena_copy_text(memory, (const char*)text.data, text.size);
}

static bool write_glb(supple_bake_job* job, arena* memory, void* user) {
    writing* w = user;
    if (!has_result(job))
        return false;
    bytes glb = glb_with_asset(&job->scene.scene.source, job->scene_name, job->result.asset.file,
                               recipe_text(job, memory), job->result_memory, &job->findings);
    w->out = (supple_bake_bytes){glb.data, glb.size};
    return glb.size > 0;
}

supple_bake_status supple_bake_glb(supple_bake_job* job, supple_bake_bytes* out) {
    static const library_call call = {write_glb, NULL, OF_REST};
    writing w = {0};
    return write_out(job, &call, &w, out);
}

// Those of the scene, of the recipe and of the run that made the result, as a report has them.
static report findings_of_result(const supple_bake_job* job, arena* memory) {
    report r = report_new(memory);
    for (int owner = OF_RECIPE; owner <= OF_RUN; ++owner)
        for (int32_t i = 0; i < job->found[owner].count; ++i) {
            const supple_bake_finding* f = &job->found[owner].list[i];
            if (f->severity == SUPPLE_BAKE_ERROR)
                report_error(&r, place_none(), "%s", f->text);
            else if (f->severity == SUPPLE_BAKE_WARNING)
                report_warning(&r, place_none(), "%s", f->text);
            else
                report_note(&r, place_none(), "%s", f->text);
        }
    return r;
}

static bool write_report(supple_bake_job* job, arena* memory, void* user) {
    writing* w = user;
    if (!has_result(job))
        return false;
    report found = findings_of_result(job, memory);
    const bake_report_input report_input = {
        &job->result, job->scene_name, w->output != NULL ? w->output : "", w->output_size, &found};
    bytes text = (w->kind == SUPPLE_BAKE_REPORT_SVG ? bake_page : bake_json)(&report_input,
                                                                             job->result_memory);
    w->out = (supple_bake_bytes){text.data, text.size};
    return true;
}

supple_bake_status supple_bake_report(supple_bake_job* job, supple_bake_report_kind kind,
                                      const char* output_or_null, size_t output_size,
                                      supple_bake_bytes* out) {
    static const library_call call = {write_report, NULL, OF_REST};
    writing w = {kind, output_or_null, output_size, {NULL, 0}};
    return write_out(job, &call, &w, out);
}
