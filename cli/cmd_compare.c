// `supple compare`: a living file beside the full model of the same flesh, over one of its clips.
// SPDX-License-Identifier: MIT
#include "bake/bake_visit.h"
#include "bake/base/text.h"
#include "bake/import/import.h"
#include "bake/play/comparison_show.h"
#include "bake/recipe/recipe_file.h"
#include "bake/scene/bind.h"
#include "bake/scene/contents.h"
#include "cli/asset_file.h"
#include "cli/cli.h"
#include "cli/strip_choice.h"

#include <string.h>

// Seconds in which the first pose is held before the clip: the full model begins at rest.
static const double SETTLE = 2.0;

static const char *clip_name, *recipe_path, *plot_path;
static strip_choice strip = STRIP_DEFAULT;
static double fps = 60.0, seconds;
static int32_t substeps = 4, threads;
static bool json;

static const option options[] = {
    {"--clip", 0, OPTION_TEXT, "NAME", &clip_name, "which clip (default: the first)"},
    {"--recipe", 'r', OPTION_FILE, "FILE", &recipe_path,
     "what it was baked with (default: parts are searched for)"},
    {"--fps", 0, OPTION_NUMBER, "N", &fps, "frames a second (default 60)"},
    {"--seconds", 0, OPTION_NUMBER, "S", &seconds, "how long (default: as long as the clip)"},
    {"--substeps", 0, OPTION_INT, "N", &substeps, "steps a frame, of both (default 4)"},
    STRIP_OPTIONS(strip, "PNG: moments, full, reduced, and coloured by error"),
    {"--plot", 0, OPTION_OUTPUT, "FILE", &plot_path, "SVG: rms and worst vertex over time"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "threads (default: all cores)"},
    {"--json", 0, OPTION_FLAG, NULL, &json, "print the table as JSON"},
};

static int bad_usage(void) {
    if (!(fps > 0.0 && fps <= 10000.0))
        return cli_usage_error("--fps is above 0 and at most 10000, not %g", fps);
    if (!(seconds >= 0.0))
        return cli_usage_error("--seconds is not below 0");
    if (substeps < 1 || substeps > 1000)
        return cli_usage_error("--substeps is 1 to 1000, not %d", substeps);
    return strip_settle(&strip, 3) ? EXIT_OK : EXIT_BAD_USAGE;
}

static bool choose_clip(cli* c, const char* path, const scene* s, int32_t* chosen) {
    *chosen = 0;
    if (s->clip_count == 0)
        return report_error(&c->findings, place_file(path),
                            "has no clip, so nothing moves: there is nothing to compare");
    if (clip_name == NULL)
        return true;
    *chosen = clip_named(s, clip_name);
    return *chosen >= 0 || report_error(&c->findings, place_file(path), "%s",
                                        clip_missing(s, clip_name, c->memory));
}

// ---- the work --------------------------------------------------------------------------

// What both models play.
typedef struct reduced {
    imported file;
    bytes whole;
    supple_asset asset;
    surface rest;
    binding binding;
    play_request q;
    play_take take;
} reduced;

static bool play_reduced(cli* c, const char* path, reduced* s) {
    if (!asset_file_read(c, path, s->whole, &s->asset))
        return false;
    pose at_rest = bind_pose(&s->file.scene, c->memory);
    s->rest = surface_from_scene(&s->file.scene, &at_rest, c->memory);
    s->q = (play_request){.s = &s->file.scene,
                          .binding = &s->binding,
                          .asset = &s->asset,
                          .fps = fps,
                          .seconds = seconds,
                          .preroll = SETTLE,
                          .substeps = substeps};
    return binding_of(&s->file.scene, &s->rest, &at_rest, 1.0, c->memory, &s->binding,
                      &c->findings) &&
           choose_clip(c, path, &s->file.scene, &s->q.clip) &&
           play_clip(&s->q, c->memory, &s->take, &c->findings);
}

static bool add_part(void* user, const bake_begun* p, report* r) {
    return comparison_add(user, p->body, p->part, p->how, p->unit, r);
}

static bool compare(cli* c, reduced* s, comparison* out) {
    recipe how = recipe_default();
    if (recipe_path != NULL && !recipe_read(recipe_path, c->memory, &how, &c->findings))
        return false;
    const bake_options o = {.threads = threads};
    *out = comparison_begin(&s->q, &s->take, substeps, c->memory);
    if (!bake_visit(&s->file.scene, &how, &o, add_part, out, c->memory, &c->findings))
        return false;
    comparison_finish(out);
    return true;
}

// ---- what is told ----------------------------------------------------------------------

static double per_cent(double fraction, double of) {
    return of > 0.0 ? 100.0 * fraction / of : 0.0;
}

static void print_table(const comparison* x, arena* memory) {
    printf("%-16s %-6s %8s %6s %6s  %-18s %-18s %s\n", "part", "model", "unknowns", "coords",
           "verts", "rms error", "worst error", "where");
    for (int32_t i = 0; i < x->part_count; ++i) {
        const comparison_part* p = &x->parts[i];
        printf("%-16s %-6s %8d %6d %6d  %-18s %-18s vertex %d at %.3g s\n",
               text_printable(p->name, 40, memory), p->posed ? "posed" : "modal", p->unknowns,
               p->coordinates, p->vertex_count,
               arena_format(memory, "%s (%.2g%%)", text_length(p->rms, memory),
                            per_cent(p->rms, p->size)),
               arena_format(memory, "%s (%.2g%%)", text_length(p->worst, memory),
                            per_cent(p->worst, p->largest)),
               p->worst_vertex, p->worst_frame / x->t->fps);
    }
    printf("%d frames at %.4g a second, %d steps each; per cent of how far the full model goes, "
           "rms and farthest\n",
           x->t->frame_count, x->t->fps, x->substeps);
}

static int tell(cli* c, const comparison* x) {
    int code = EXIT_OK;
    if (json)
        printf("%s\n", comparison_json(x, c->memory));
    else
        print_table(x, c->memory);
    c->quiet = json;
    if (strip.path != NULL && !strip_within(c, &strip, (x->t->frame_count - 1) / x->t->fps))
        return EXIT_BAD_INPUT;
    if (strip.path != NULL) {
        picture p = comparison_strip(x, &strip.shown, c->memory);
        bytes png = png_encode(&p, c->memory);
        code = cli_write(c, strip.path, png.data, png.size);
    }
    if (code == EXIT_OK && plot_path != NULL) {
        bytes svg = comparison_plot(x, c->memory);
        code = cli_write(c, plot_path, svg.data, svg.size);
    }
    return code;
}

static int run(cli* c) {
    const char* path = c->arguments[0];
    if (bad_usage() != EXIT_OK)
        return EXIT_BAD_USAGE;
    reduced s = {0};
    if (!import_scene(path, c->memory, &s.file, &c->findings))
        return EXIT_BAD_INPUT;
    comparison* x = ARENA_NEW(c->memory, comparison, 1);
    bool sound =
        file_map(path, &s.whole, &c->findings) && play_reduced(c, path, &s) && compare(c, &s, x);
    int code = sound ? tell(c, x) : EXIT_BAD_INPUT;
    file_unmap(s.whole);
    import_close(&s.file);
    return code;
}

const command command_compare = {
    .name = "compare",
    .summary = "lay a living file beside the full model of its flesh",
    .usage = "FILE [--clip NAME] [--recipe FILE] [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  The full model moves every node of the same volume; it takes minutes. Errors are\n"
        "  distances of vertices in the bind pose, over all frames.\n"
        "\n"
        "  supple compare hero.soft.glb --clip jump --picture error.png --plot error.svg",
    .run = run,
};
