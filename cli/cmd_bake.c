// `supple bake`: an ordinary mesh or a rigged character becomes a living file. A client of supple_bake.h like any other.
// SPDX-License-Identifier: MIT
#include "bake/base/file.h"
#include "bake/base/text.h"
#include "cli/piece_choice.h"
#include "scenes/scenes.h"
#include "supple/supple_bake.h"

#include <math.h>
#include <string.h>

enum { BONES_SHOWN = 3 };

static const double NOTHING_LOST = 1e-6; // a share that is rounding

static const char *output, *recipe_path, *report_path, *part_names, *material_name, *scene_path,
    *piece_text;
static piece_choice piece;
static double unit = NAN, base, first = NAN;
static bool quick;
static int32_t modes = -1, tets_wanted = -1, threads; // -1 and NAN: not given
static const char* light_text;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, "a .glb, or a .supple: the asset alone"},
    {"--recipe", 0, OPTION_FILE, "FILE", &recipe_path, "what and how; `supple recipe` writes one"},
    {"--part", 0, OPTION_TEXT, "LIST", &part_names, "these only (default: all that are found)"},
    {"--material", 0, OPTION_TEXT, "NAME", &material_name,
     "as soft as fat, muscle, ... (default: what looks right)"},
    {"--first", 0, OPTION_NUMBER, "HZ", &first, "the slowest mode swings at this"},
    {"--modes", 0, OPTION_INT, "N", &modes,
     "at most so many a part (default 8 to 24); over a recording (default 0)"},
    {"--scene", 0, OPTION_FILE, "FILE", &scene_path,
     "of a recording: what was recorded, whose modes they are"},
    {"--tets", 0, OPTION_INT, "N", &tets_wanted, "about so many elements a part (default 3000)"},
    {"--unit", 0, OPTION_NUMBER, "M", &unit, "metres of the file's unit (default: a guess)"},
    {"--fix", 0, OPTION_NUMBER, "SHARE", &base,
     "without a skeleton: hold so much of the height, from below"},
    {"--light", 0, OPTION_TEXT, "N|FILE", &light_text,
     "soft shadows for so many shapes (50, say), or for those of a .light"},
    {"--piece", 0, OPTION_TEXT, "I/N", &piece_text,
     "only the I-th of N shares of the light, to OUT.light.pieceIofN"},
    {"--report", 0, OPTION_OUTPUT, "FILE", &report_path,
     "figures and errors as .json; .svg: a page, and the .json"},
    {"--quick", 0, OPTION_FLAG, NULL, &quick, "estimate what finer cells change, do not try them"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
};

// ---- the command line ------------------------------------------------------------------

static bool has_extension(const char* path, const char* wanted) {
    char extension[8];
    path_extension(path, extension, sizeof extension);
    return strcmp(extension, wanted) == 0;
}

static bool is_light_file(void) {
    return light_text != NULL && has_extension(light_text, "light");
}

// Beside the output while it is made: the same command goes on with it.
static const char* transfer_path(const cli* c) {
    return piece.count == 0
               ? arena_format(c->memory, "%s.light.part", output)
               : piece_path(arena_format(c->memory, "%s.light", output), piece, c->memory);
}

static int bad_usage(const cli* c) {
    double shapes = 0.0;
    if (output == NULL)
        return cli_usage_error("bake needs -o FILE");
    if (!has_extension(output, "supple") && !has_extension(output, "glb"))
        return cli_usage_error("the output is a .glb or a .supple, not \"%s\"", output);
    if (c->argument_count == 0 && recipe_path == NULL)
        return cli_usage_error("bake needs a FILE, or a --recipe that names its input");
    if (report_path != NULL && !has_extension(report_path, "json") &&
        !has_extension(report_path, "svg"))
        return cli_usage_error("the report is a .json or a .svg, not \"%s\"", report_path);
    if (modes != -1 && (modes < 1 || modes > SUPPLE_BAKE_MODES_MAX))
        return cli_usage_error("--modes is 1 to %d, not %d", SUPPLE_BAKE_MODES_MAX, modes);
    if (tets_wanted != -1 &&
        tets_wanted < SUPPLE_BAKE_TETS_MIN) // of too many the library says more
        return cli_usage_error("--tets is %d to %d, not %d", SUPPLE_BAKE_TETS_MIN,
                               SUPPLE_BAKE_TETS_MAX, tets_wanted);
    if (light_text != NULL && !is_light_file() &&
        (!cli_numbers(light_text, 1, &shapes) || shapes != floor(shapes) || !(shapes >= 0.0) ||
         shapes > SUPPLE_BAKE_LIGHT_MAX))
        return cli_usage_error("--light is 0 to %d, or a .light, not \"%s\"", SUPPLE_BAKE_LIGHT_MAX,
                               cli_shown(c, light_text));
    if (!piece_parse(piece_text, &piece))
        return EXIT_BAD_USAGE;
    if (piece.count > 0 && is_light_file())
        return cli_usage_error("--piece makes a share of the light; --light FILE has all of it");
    if (unit <= 0.0 || first <= 0.0)
        return cli_usage_error("--unit and --first are above 0");
    if (!(base >= 0.0 && base <= SUPPLE_BAKE_BASE_MAX))
        return cli_usage_error("--fix is a share of the height, 0 to %g, not %g",
                               SUPPLE_BAKE_BASE_MAX, base);
    if (first > SUPPLE_BAKE_FIRST_MAX)
        return cli_usage_error("--first is at most %g Hz, not %g", SUPPLE_BAKE_FIRST_MAX, first);
    return EXIT_OK;
}

static supple_bake_recipe recipe_said(const cli* c) {
    supple_bake_recipe said = supple_bake_recipe_default();
    said.path_or_null = recipe_path;
    said.parts_or_null = part_names;
    said.material_or_null = material_name;
    said.first = first > 0.0 ? first : 0.0;
    said.modes = modes > 0 ? modes : 0;
    said.tets = tets_wanted > 0 ? tets_wanted : 0;
    said.unit = unit > 0.0 ? unit : 0.0;
    said.base = base;
    double shapes = 0.0;
    if (is_light_file())
        said.light_file_or_null = light_text;
    else if (light_text != NULL && cli_numbers(light_text, 1, &shapes))
        said.light = (int32_t)shapes;
    said.light_work_or_null = transfer_path(c);
    said.light_piece = piece.index;
    said.light_pieces = piece.count;
    said.scene_or_null = scene_path;
    return said;
}

// ---- what comes out --------------------------------------------------------------------

static bool show_progress(void* user, const char* what, int32_t done, int32_t total) {
    const cli* c = user;
    if (total > 0) // no parts yet
        cli_progress(text_printable(what, 40, c->memory), done, total);
    return true;
}

// Long work is announced, also where no terminal shows how far it is.
static bool show_estimate(void* user, double seconds, double memory) {
    cli_estimate(user, seconds, memory);
    return true;
}

static bool give_sample(void* user, const char* name, supple_bake_bytes* out) {
    const cli* c = user;
    const sample* found = sample_find(name);
    if (found == NULL)
        return false;
    const bytes glb = sample_glb(found, c->memory);
    *out = (supple_bake_bytes){glb.data, glb.size};
    return true;
}

static const char* bone_list(const supple_bake_part* row, arena* memory) {
    const char* list = "";
    for (int32_t i = 0; i < row->bone_count && i < BONES_SHOWN; ++i)
        list = text_listed(list, text_printable(row->bones[i], 20, memory), memory);
    return row->bone_count > BONES_SHOWN ? text_listed(list, "...", memory) : list;
}

static double per_cent(double fraction) {
    return fraction < NOTHING_LOST ? 0.0 : 100.0 * fraction;
}

// Of posed parts: how the reduced body swings about each target, and how the whole one would; what the elements miss of each sculpt (vertices show it all the same), and what the
// coordinates lose of each target's shape and of its own modes.
static void print_targets(const supple_bake_result* b, arena* memory) {
    for (int32_t i = 0; i < b->part_count; ++i) {
        const supple_bake_part* row = &b->parts[i];
        for (int32_t t = 0; t < row->target_count; ++t) {
            const supple_bake_target* x = &row->targets[t];
            if (t == 0)
                printf("%-16s %-16s %-16s %8s %7s %9s %7s %10s %11s\n", "  targets of", "", "pose",
                       "first Hz", "whole", "sculpt m", "missed", "shape lost", "modes lost");
            printf("%-16s %-16s %-16s %8.2f %7.2f %9.3g %6.2g%% %9.2g%% %10.2g%%\n",
                   t == 0 ? text_printable(row->name, 16, memory) : "",
                   text_printable(x->name, 40, memory), text_printable(x->pose, 40, memory),
                   x->first, x->first_of_whole, x->largest,
                   x->largest > 0.0 ? per_cent(x->missed / x->largest) : 0.0, per_cent(x->error),
                   per_cent(x->unlike));
        }
    }
}

static void print_light(const supple_bake_light* x) {
    if (x->point_count > 0)
        printf("%-10s %d fields at %d points for %d shapes, %.1f kB; off by %.2g %% at states "
               "nobody lit, %.2g %% of what changes; %.2g %% by few bits\n",
               "light", x->field_count, x->point_count, x->shape_count, (double)x->bytes / 1000.0,
               100.0 * x->error, 100.0 * x->error_of_change, 100.0 * x->rounded);
    if (x->ball_count > 0)
        printf("%-10s %d balls stand for it over the ground; the light that is left there is off "
               "by %.2g %%\n",
               "", x->ball_count, 100.0 * x->ground_off);
}

static void print_recorded(const supple_bake_result* b, arena* memory) {
    const supple_bake_part* row = &b->parts[0];
    const supple_bake_recorded* x = row->recorded_or_null;
    printf("%-10s %d of %d vertices, %d states\n", "shapes", x->rank, row->vertex_count,
           x->state_count);
    printf("%-10s %.2f %% of the motion, root mean square; %s at the worst vertex, %s at most with "
           "16 bits\n",
           "error", 100.0 * x->error, text_length(x->worst, memory), text_length(x->bound, memory));
    printf("%-10s %d: %d can be begun, %d run on into others, %d are too short, %d are dead ends\n",
           "responses", x->response_count, x->start_count, x->run_on_count, x->short_count,
           x->dead_count);
    for (int32_t i = 0; i < x->entry_count; ++i)
        printf("  %-20s %d of %d\n", text_printable(x->entries[i].name, 40, memory),
               x->entries[i].start_count, x->entries[i].response_count);
    printf("%-10s %.2g of the motion's reach in the mean, %.2g at worst; blended away at %.3g/s\n",
           "jumps", x->jump_mean, x->jump_worst, x->blend);
    if (x->tested_count > 0)
        printf("%-10s %lld of %lld that were looked at let surfaces cross\n", "",
               (long long)x->crossing_count, (long long)x->tested_count);
    printf("%-10s %d\n", "contacts", x->contact_count);
    if (b->part_count > 1)
        printf("%-10s %d over it, %.2f - %.2f Hz, %.2g s until the slowest has died out\n", "modes",
               row[1].mode_count, row[1].first, row[1].last, row[1].modes[0].seconds);
    print_light(&b->light);
    printf("%.1f kB of asset, %.1f s, %.0f MB\n", (double)b->asset.size / 1000.0, b->seconds,
           (double)b->peak / 1e6);
}

// No bone holds it, so none shakes it: there is nothing to tell.
static const char* fraction(double x, int digits, arena* memory) {
    return isnan(x) ? "-" : arena_format(memory, "%.*f%%", digits, 100.0 * x);
}

static void print_table(const supple_bake_result* b, arena* memory) {
    if (b->parts[0].recorded_or_null != NULL) {
        print_recorded(b, memory);
        return;
    }
    printf("1 unit is %g m: %s%s\n", b->unit, b->unit_reason,
           b->unit_guessed ? "; --unit if not" : "");
    printf("%-16s %6s %6s %5s  %-15s %8s %8s %8s %8s %7s  %s\n", "part", "verts", "tets", "modes",
           "Hz", "kg", "captured", "1 g off", "shaken", "seconds", "bones");
    for (int32_t i = 0; i < b->part_count; ++i) {
        const supple_bake_part* row = &b->parts[i];
        const char* span =
            arena_format(memory, "%.2f - %.2f%s", row->first, row->last, row->coarse ? " ~" : "");
        printf("%-16s %6d %6d %5d  %-15s %8.3g %8s %8s %8s %7.2f  %s\n",
               text_printable(row->name, 40, memory), row->vertex_count, row->tet_count,
               row->mode_count, span, row->mass, fraction(row->captured, 0, memory),
               fraction(row->hang_error, 1, memory), fraction(row->shake_error, 1, memory),
               row->seconds, bone_list(row, memory));
    }
    for (int32_t i = 0; i < b->omission_count; ++i) // why is among the findings
        printf("%-16s %s\n", text_printable(b->omissions[i].name, 40, memory),
               b->omissions[i].failed ? "is missing: it could not be made" : "is left out");
    print_targets(b, memory);
    print_light(&b->light);
    printf("%d part%s, %.1f kB of asset, %.1f s, %.0f MB\n", b->part_count,
           b->part_count == 1 ? "" : "s", (double)b->asset.size / 1000.0, b->seconds,
           (double)b->peak / 1e6);
}

static const char* json_beside(const char* svg, arena* memory) {
    return arena_format(memory, "%.*s.json", (int)(strlen(svg) - strlen(".svg")), svg);
}

// ---- the job ---------------------------------------------------------------------------

static void release_job(void* what) {
    supple_bake_release(what);
}

static int32_t taken; // findings of the job

// The library's findings become the command's as they come; the exit code.
static int settle(cli* c, const supple_bake_job* job, supple_bake_status status) {
    for (; taken < supple_bake_finding_count(job); ++taken) {
        supple_bake_finding f = supple_bake_finding_at(job, taken);
        if (f.severity == SUPPLE_BAKE_ERROR)
            report_error(&c->findings, place_none(), "%s", f.text);
        else if (f.severity == SUPPLE_BAKE_WARNING)
            report_warning(&c->findings, place_none(), "%s", f.text);
        else
            report_note(&c->findings, place_none(), "%s", f.text);
    }
    if (status == SUPPLE_BAKE_OUT_OF_MEMORY)
        return EXIT_NO_MEMORY;
    return status == SUPPLE_BAKE_DONE ? EXIT_OK : EXIT_BAD_INPUT;
}

static int write_report(cli* c, supple_bake_job* job, supple_bake_report_kind kind,
                        const char* path, size_t output_size) {
    supple_bake_bytes text;
    int code = settle(c, job, supple_bake_report(job, kind, output, output_size, &text));
    return code == EXIT_OK ? cli_write(c, path, text.data, text.size) : code;
}

static int write_reports(cli* c, supple_bake_job* job, size_t output_size) {
    if (has_extension(report_path, "json"))
        return write_report(c, job, SUPPLE_BAKE_REPORT_JSON, report_path, output_size);
    int code = write_report(c, job, SUPPLE_BAKE_REPORT_SVG, report_path, output_size);
    const char* json_path = json_beside(report_path, c->memory);
    return code == EXIT_OK ? write_report(c, job, SUPPLE_BAKE_REPORT_JSON, json_path, output_size)
                           : code;
}

static int write_results(cli* c, supple_bake_job* job) {
    const supple_bake_result* made = supple_bake_result_of(job);
    print_table(made, c->memory);
    supple_bake_bytes out = made->asset;
    int code = EXIT_OK;
    if (has_extension(output, "glb"))
        code = settle(c, job, supple_bake_glb(job, &out));
    if (code == EXIT_OK)
        code = cli_write(c, output, out.data, out.size);
    if (code == EXIT_OK && report_path != NULL)
        code = write_reports(c, job, out.size);
    return code == EXIT_OK && made->incomplete ? EXIT_INCOMPLETE : code;
}

// The recipe may name the input, and a page has its figures beside it: main knows of neither.
static bool can_write_all(cli* c) {
    bool page = report_path != NULL && has_extension(report_path, "svg");
    return cli_can_write_file(c, output) &&
           (report_path == NULL || cli_can_write_file(c, report_path)) &&
           (!page || cli_can_write_file(c, json_beside(report_path, c->memory)));
}

// It ends when its share is on the disk.
static int bake_piece(cli* c, supple_bake_job* job, const char* path) {
    supple_bake_status status = supple_bake_run(job);
    if (status != SUPPLE_BAKE_CANCELLED)
        return settle(c, job, status);
    printf("%s  piece %d of %d\n", cli_shown(c, path), piece.index + 1, piece.count);
    return EXIT_OK;
}

static int bake(cli* c, supple_bake_job* job) {
    supple_bake_recipe said = recipe_said(c);
    int code = settle(c, job, supple_bake_set_recipe(job, &said));
    if (code != EXIT_OK)
        return code;
    if (c->argument_count == 0 && supple_bake_input(job) == NULL) {
        report_error(&c->findings, place_file(recipe_path),
                     "names no input; add one, or say `supple bake FILE --recipe ...`");
        return EXIT_BAD_INPUT;
    }
    if (c->argument_count == 0) // so that it is never written over
        c->arguments[c->argument_count++] = supple_bake_input(job);
    if (!can_write_all(c))
        return EXIT_BAD_INPUT;
    code = settle(c, job, supple_bake_read_file(job, c->arguments[0]));
    if (code == EXIT_OK && piece.count > 0)
        return bake_piece(c, job, said.light_work_or_null);
    if (code == EXIT_OK)
        code = settle(c, job, supple_bake_run(job));
    if (code == EXIT_OK)
        code = write_results(c, job);
    if (code == EXIT_OK || code == EXIT_INCOMPLETE)
        remove(said.light_work_or_null); // if there was light
    return code;
}

static int run(cli* c) {
    if (bad_usage(c) != EXIT_OK)
        return EXIT_BAD_USAGE;
    supple_bake_options o = supple_bake_options_default();
    o.threads = threads;
    o.try_half_cells = !quick;
    o.progress_or_null = show_progress;
    o.estimate_or_null = show_estimate;
    o.progress_user = o.sample_user = c;
    o.sample_or_null = give_sample;
    taken = 0;
    void** owned = arena_own(c->memory, release_job);
    supple_bake_job* job = *owned = supple_bake_create(&o);
    return job != NULL ? bake(c, job) : cli_out_of_memory(0);
}

const command command_bake = {
    .name = "bake",
    .summary = "turn a mesh or a rigged character into a living file",
    .usage = "[FILE] -o OUT [--recipe FILE] [options]   or   FILE.rec -o OUT [--recipe FILE]",
    .takes = TAKES_FILES,
    .least = 0,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Options count for every part, also of a recipe. --material takes its own stiffness\n"
        "  (docs/materials.md) instead of one that suits the part's size.\n"
        "  In the table, ~ marks frequencies that finer cells change by more than 10 %, as a\n"
        "  warning explains: where that is in doubt, cells of half the size are tried, if there "
        "are\n"
        "  not too many. `captured` is how much of what moving bones do to a part its\n"
        "  coordinates take up: more --modes, more of it. How far they are from the unreduced\n"
        "  body: `1 g off` hanging along the worst direction, `shaken` at 1 to 6 Hz.\n"
        "  A recording (.rec) becomes an asset in seconds, by what a recipe says under `recorded`\n"
        "  (docs/record.md); options of parts are not for it.\n"
        "  Exit code 3: all is written, but a part could not be made; the table names it.\n\n"
        "  supple bake hero.glb -o hero.soft.glb\n"
        "  supple bake hero.glb --part belly,chest --first 3 -o hero.soft.glb\n"
        "  supple bake door.rec -o door.supple",
    .run = run,
};
