// `supple simulate`: a scene of soft bodies moved node by node, its states written as they come.
// SPDX-License-Identifier: MIT
#include "bake/base/json_out.h"
#include "bake/simulate/run.h"
#include "bake/simulate/simulation_mark.h"
#include "bake/simulate/states.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/scene_choice.h"
#include "cli/strip_choice.h"

#include <math.h>
#include <string.h>

static const char* output;
static strip_choice strip = STRIP_DEFAULT;
static int32_t threads;
static bool anew, check_only;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, ".pc2, .mdd, .glb or .vtk"},
    {"--check", 0, OPTION_FLAG, NULL, &check_only, "read the scene and its bodies, and stop"},
    {"--anew", 0, OPTION_FLAG, NULL, &anew, "begin at 0 s, whatever a checkpoint says"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
    STRIP_OPTIONS(strip, "PNG: a strip of moments"),
};

enum { KIND_PC2, KIND_MDD, KIND_GLB, KIND_VTK, KIND_COUNT };
static const char* const kinds[KIND_COUNT] = {"pc2", "mdd", "glb", "vtk"};

static int kind_of(const char* path) {
    return path_kind(path, kinds, KIND_COUNT);
}

static int bad_usage(void) {
    if (output == NULL && strip.path == NULL && !check_only)
        return cli_usage_error(
            "simulate needs -o FILE (.pc2, .mdd, .glb or .vtk), --picture or --check");
    if (output != NULL && kind_of(output) == KIND_COUNT)
        return cli_usage_error("the output is a .pc2, .mdd, .glb or .vtk, not \"%s\"", output);
    return strip_settle(&strip, 1) ? EXIT_OK : EXIT_BAD_USAGE;
}

// ---- the run ---------------------------------------------------------------------------

// "out.vtk" and 7 are "out.0007.vtk".
static const char* numbered(const char* path, int32_t state, arena* memory) {
    return arena_format(memory, "%.*s.%04d.vtk", (int)(strlen(path) - 4), path, state);
}

static bool store_vtk(void* user, const assembly* a, int32_t state, report* r) {
    (void)user;
    arena* scratch = arena_create();
    bytes file = states_vtk(a, scratch);
    bool written = file_write(numbered(output, state, scratch), file.data, file.size, r);
    arena_destroy(scratch);
    return written;
}

static void show_progress(void* user, int32_t done, int32_t total) {
    int32_t* first = user; // states that were there when it began
    *first = *first < 0 ? done : *first;
    cli_progress("simulating", done - *first, total - *first);
}

static void print_result(cli* c, const assembly* a, const run_result* x) {
    const checkpoint_counts* n = &x->counts;
    int32_t made = x->states.state_count - x->resumed;
    if (x->resumed > 0)
        report_note(&c->findings, place_none(), "went on from state %d, at %.4g s", x->resumed - 1,
                    (x->resumed - 1) / a->how->fps);
    printf("%d states at %.4g a second; %lld steps, %lld corrections, %lld matrices\n",
           x->states.state_count, a->how->fps, (long long)n->steps, (long long)n->corrections,
           (long long)n->matrices);
    if (n->cut > 0)
        report_warning(&c->findings, place_none(),
                       "%lld steps were not solved and cut in half, the first at %.4g s; more "
                       "`steps` a state avoid that",
                       (long long)n->cut, n->first_cut);
    report_note(&c->findings, place_none(), "%.3g s of processor a state",
                x->processor / (made > 0 ? made : 1));
}

// What ParaView opens: the files and their times.
static json_out series_of(const run_result* x, arena* memory) {
    json_out o = json_out_new(memory, true);
    json_begin_object(&o);
    json_key_text(&o, "file-series-version", "1.0");
    json_key(&o, "files");
    json_begin_array(&o);
    for (int32_t i = 0; i < x->states.state_count; ++i) {
        json_begin_object(&o);
        json_key_text(&o, "name", path_name(numbered(output, i, memory)));
        json_key_double(&o, "time", i / x->states.fps);
        json_end_object(&o);
    }
    json_end_array(&o);
    json_end_object(&o);
    return o;
}

// The stream as what was asked for.
static int write_output(cli* c, const assembly* a, run_result* x) {
    int k = output != NULL ? kind_of(output) : KIND_COUNT;
    if (k == KIND_PC2 || k == KIND_MDD) {
        if (!stream_finish(&x->states, output, &c->findings))
            return EXIT_BAD_INPUT;
        printf("%s  %.1f kB\n", cli_shown(c, output), 1e-3 * (double)stream_size(&x->states));
    } else if (k == KIND_GLB) {
        bytes glb;
        return states_glb(&x->states, a, "simulation", c->memory, &glb, &c->findings)
                   ? cli_write(c, output, glb.data, glb.size)
                   : EXIT_BAD_INPUT;
    } else if (k == KIND_VTK) {
        json_out series = series_of(x, c->memory);
        return cli_write(c, arena_format(c->memory, "%s.series", output), series.text, series.size);
    }
    return EXIT_OK;
}

static int write_picture(cli* c, const assembly* a, run_result* x) {
    picture row;
    if (strip.path == NULL)
        return EXIT_OK;
    if (!states_strip(&x->states, a, &strip.shown, c->memory, &row, &c->findings))
        return EXIT_BAD_INPUT;
    bytes png = png_encode(&row, c->memory);
    return cli_write(c, strip.path, png.data, png.size);
}

static int run_all(cli* c, assembly* a, uint64_t mark) {
    if (strip.path != NULL && !strip_within(c, &strip, a->how->seconds))
        return EXIT_BAD_INPUT;
    int32_t first = -1;
    int k = output != NULL ? kind_of(output) : KIND_COUNT;
    const run_options o = {.output = output != NULL ? output : strip.path,
                           .layout = k == KIND_MDD ? POINT_CACHE_MDD : POINT_CACHE_PC2,
                           .mark = mark,
                           .anew = anew,
                           .stored = k == KIND_VTK ? store_vtk : NULL,
                           .progress = show_progress,
                           .user = &first};
    interrupt_last_words("\nsupple: stopped; what was simulated is kept, and the same command goes "
                         "on from there (--anew begins anew)\n");
    run_result x;
    bool done = run_scene(a, &o, c->memory, &x, &c->findings);
    interrupt_last_words(NULL);
    if (!done)
        return EXIT_BAD_INPUT;
    print_result(c, a, &x);
    int code = write_output(c, a, &x);
    code = code == EXIT_OK ? write_picture(c, a, &x) : code;
    if (code != EXIT_OK)
        return code;
    if (k != KIND_PC2 && k != KIND_MDD)
        stream_drop(&x.states);
    run_forget(&o, c->memory);
    return EXIT_OK;
}

static int run(cli* c) {
    if (bad_usage() != EXIT_OK)
        return EXIT_BAD_USAGE;
    simulation s;
    assembly a = {0};
    uint64_t mark;
    if (!simulation_read(c->arguments[0], c->memory, &s, &mark, &c->findings))
        return EXIT_BAD_INPUT;
    int code = EXIT_BAD_INPUT;
    if (assembly_make(&s, &scene_samples, threads, c->memory, &a, &c->findings)) {
        scene_print_bodies(c, &a);
        simulation_mark_assembly(&a, &mark);
        code = check_only ? EXIT_OK : run_all(c, &a, mark);
    }
    assembly_close(&a);
    return code;
}

const command command_simulate = {
    .name = "simulate",
    .summary = "move a scene of solids and cloth, node by node",
    .usage = "SCENE.yaml -o OUT [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  .pc2 and .mdd hold every drawn vertex of every state; .glb plays in any viewer; .vtk\n"
        "  writes OUT.0000.vtk and so on, nodes and elements, for ParaView. States are on disk\n"
        "  as they come: stopped or killed, the same command goes on to the same bytes.\n"
        "  docs/simulate.md tells how to write a scene.\n\n"
        "  supple simulate curtain.yaml -o curtain.pc2 --picture curtain.png",
    .run = run,
};
