// A scene simulated for the host: what `supple simulate` does, with states in a point cache on disk.
//
// States stay on disk, not in memory: they may be more than that, whoever cancels goes on from them, and who wants them as an array
// maps the file, for a .pc2 is one after 32 bytes.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/base/text.h"
#include "bake/library/library.h"
#include "bake/simulate/run.h"
#include "bake/simulate/simulation_mark.h"

#include <string.h>

typedef struct simulating {
    const supple_bake_simulation* said;
    supple_bake_simulated* out;
    arena *memory, *scratch;
    report* r;
    simulation how;
    assembly made;
    uint64_t mark;
    run_options run;
} simulating;

supple_bake_simulation supple_bake_simulation_default(void) {
    return (supple_bake_simulation){.anew = false};
}

static bool take_output(simulating* s) {
    static const char* const kinds[] = {"pc2", "mdd"};
    const char* path = s->said->output;
    int kind = path_kind(path, kinds, 2);
    s->run = (run_options){.output = path,
                           .layout = kind == 1 ? POINT_CACHE_MDD : POINT_CACHE_PC2,
                           .anew = s->said->anew};
    return kind < 2 || report_error(s->r, place_none(), "the output is a .pc2 or .mdd, not \"%s\"",
                                    text_printable(path, 80, s->scratch));
}

static bool take_scene(simulating* s) {
    const supple_bake_simulation* q = s->said;
    if (q->text_or_null != NULL)
        return simulation_read_text((bytes){(const uint8_t*)q->text_or_null, q->text_size},
                                    q->path_or_null != NULL ? q->path_or_null : "the scene",
                                    s->scratch, &s->how, &s->mark, s->r);
    if (q->path_or_null != NULL)
        return simulation_read(q->path_or_null, s->scratch, &s->how, &s->mark, s->r);
    return report_error(s->r, place_none(), "there is no scene to simulate: give a text or a path");
}

static void progress(void* user, int32_t done, int32_t total) {
    (void)user;
    job_tell(done < total ? "simulating" : "", done, total);
}

static void tell(simulating* s, const run_result* x) {
    const assembly* a = &s->made;
    size_t vertices = (size_t)a->drawn.vertex_count, triangles = (size_t)a->drawn.triangle_count;
    float* rest = ARENA_NEW(s->memory, float, 3 * vertices);
    for (size_t i = 0; i < vertices; ++i)
        for (size_t k = 0; k < 3; ++k)
            rest[3 * i + k] = (float)(&a->drawn.positions[i].x)[k];
    uint32_t* corners = ARENA_NEW(s->memory, uint32_t, 3 * triangles);
    if (triangles > 0)
        memcpy(corners, a->drawn.triangles, triangles * sizeof *a->drawn.triangles);
    supple_bake_simulated_body* bodies =
        ARENA_NEW(s->memory, supple_bake_simulated_body, (size_t)a->body_count);
    int32_t first = 0;
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        const char* name = m->how->name;
        bodies[i] = (supple_bake_simulated_body){arena_copy_text(s->memory, name, strlen(name)),
                                                 first, m->drawn.vertex_count};
        first += m->drawn.vertex_count;
    }
    *s->out = (supple_bake_simulated){.state_count = x->states.state_count,
                                      .resumed_count = x->resumed,
                                      .fps = a->how->fps,
                                      .vertex_count = a->drawn.vertex_count,
                                      .triangle_count = a->drawn.triangle_count,
                                      .rest = rest,
                                      .triangles = corners,
                                      .body_count = a->body_count,
                                      .bodies = bodies,
                                      .step_count = x->counts.steps,
                                      .cut_count = x->counts.cut};
}

static bool go(supple_bake_job* job, simulating* s) {
    const matter_samples samples = library_samples(job);
    run_result x;
    if (!take_output(s) || !take_scene(s) ||
        !assembly_make(&s->how, &samples, job->threads, s->scratch, &s->made, s->r))
        return false;
    simulation_mark_assembly(&s->made, &s->mark);
    s->run.mark = s->mark;
    s->run.progress = progress;
    if (!run_scene(&s->made, &s->run, s->scratch, &x, s->r))
        return false;
    tell(
        s,
        &x); // before the file gets its name: memory may end here, and then the checkpoint is still there
    if (!stream_finish(&x.states, s->run.output, s->r))
        return false;
    run_forget(&s->run, s->scratch);
    return true;
}

static bool simulate(supple_bake_job* job, arena* memory, void* user) {
    simulating* s = user;
    s->memory = memory;
    s->scratch = arena_create();
    s->r = &job->findings;
    library_take_turn(s->scratch);
    bool sound = go(job, s);
    assembly_close(&s->made);
    arena_destroy(s->scratch);
    return sound;
}

static void keep(supple_bake_job* job, arena* memory, void* user) {
    (void)user;
    arena_destroy(job->simulated_memory);
    job->simulated_memory = memory;
}

supple_bake_status supple_bake_simulate(supple_bake_job* job, const supple_bake_simulation* how,
                                        supple_bake_simulated* out) {
    SUPPLE_ASSERT(job != NULL && how != NULL && how->output != NULL && out != NULL);
    static const library_call call = {simulate, keep, OF_REST};
    supple_bake_simulated report_input = {0};
    simulating s = {.said = how, .out = &report_input};
    supple_bake_status status = library_make(job, &call, &s);
    *out = status == SUPPLE_BAKE_DONE ? report_input : (supple_bake_simulated){0};
    return status;
}
