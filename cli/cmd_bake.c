// `supple bake`: an ordinary mesh or a rigged character becomes a living file.
// SPDX-License-Identifier: MIT
#include "bake/bake_report.h"
#include "bake/base/text.h"
#include "bake/export/glb.h"
#include "bake/recipe/recipe_file.h"
#include "cli/body_file.h"

#include <math.h>
#include <string.h>

enum { BONES_SHOWN = 3 };

static const double NOTHING_LOST = 1e-6; // a share that is rounding

static const char *output, *recipe_path, *report_path, *part_names, *material_name;
static double unit = NAN, base, first = NAN;
static int32_t modes = -1, tets_wanted = -1, threads; // -1 and NAN: not given

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, "a .glb, or a .supple: the asset alone"},
    {"--recipe", 0, OPTION_FILE, "FILE", &recipe_path, "what and how; `supple recipe` writes one"},
    {"--part", 0, OPTION_TEXT, "LIST", &part_names, "these only (default: all that are found)"},
    {"--material", 0, OPTION_TEXT, "NAME", &material_name,
     "as soft as fat, muscle, ... (default: what looks right)"},
    {"--first", 0, OPTION_NUMBER, "HZ", &first, "the slowest mode swings at this"},
    {"--modes", 0, OPTION_INT, "N", &modes, "at most so many a part (default 8)"},
    {"--tets", 0, OPTION_INT, "N", &tets_wanted, "about so many elements a part (default 3000)"},
    {"--unit", 0, OPTION_NUMBER, "M", &unit, "metres of the file's unit (default: a guess)"},
    {"--fix", 0, OPTION_NUMBER, "SHARE", &base,
     "without a skeleton: hold so much of the height, from below"},
    {"--report", 0, OPTION_OUTPUT, "FILE", &report_path,
     "figures and errors as .json; .svg: a page, and the .json"},
    {"--threads", 0, OPTION_INT, "N", &threads, "0 (default): all; the result is the same"},
};

// ---- the command line ------------------------------------------------------------------

static bool has_extension(const char* path, const char* wanted) {
    char extension[8];
    path_extension(path, extension, sizeof extension);
    return strcmp(extension, wanted) == 0;
}

static int bad_usage(const cli* c) {
    if (output == NULL)
        return cli_usage_error("bake needs -o FILE");
    if (!has_extension(output, "supple") && !has_extension(output, "glb"))
        return cli_usage_error("the output is a .glb or a .supple, not \"%s\"", output);
    if (c->argument_count == 0 && recipe_path == NULL)
        return cli_usage_error("bake needs a FILE, or a --recipe that names its input");
    if (report_path != NULL && !has_extension(report_path, "json") &&
        !has_extension(report_path, "svg"))
        return cli_usage_error("the report is a .json or a .svg, not \"%s\"", report_path);
    if (modes != -1 && (modes < 1 || modes > 1000))
        return cli_usage_error("--modes is 1 to 1000, not %d", modes);
    if (tets_wanted != -1 && tets_wanted < 20)
        return cli_usage_error("--tets is 20 or more, not %d", tets_wanted);
    if (unit <= 0.0 || first <= 0.0)
        return cli_usage_error("--unit and --first are above 0");
    if (!(base >= 0.0 && base <= 0.95))
        return cli_usage_error("--fix is a share of the height, 0 to 0.95, not %g", base);
    return EXIT_OK;
}

// ---- the recipe ------------------------------------------------------------------------

static void choose(recipe_part* p, const material* named) {
    if (material_name != NULL) {
        p->material = *named;
        p->sag = p->first = 0.0;
    }
    if (first > 0.0) {
        p->first = first;
        p->sag = 0.0;
    }
    p->modes = modes > 0 ? modes : p->modes;
    p->tets = tets_wanted > 0 ? tets_wanted : p->tets;
    p->cell = tets_wanted > 0 ? 0.0 : p->cell;
    p->fixing.base = base > 0.0 ? base : p->fixing.base;
}

// One part of the recipe, or a place of the search by this name.
static bool choose_part(cli* c, const recipe* how, const char* name, recipe_part* out) {
    if (how->part_count == 0) {
        *out = how->defaults;
        out->name = out->region.place_or_null = name;
        return true;
    }
    const char** names = ARENA_NEW(c->memory, const char*, (size_t)how->part_count);
    for (int32_t i = 0; i < how->part_count; ++i) {
        names[i] = how->parts[i].name;
        if (strcmp(names[i], name) == 0) {
            *out = how->parts[i];
            return true;
        }
    }
    return report_error(&c->findings, place_file(recipe_path), "there is no part \"%s\"%s", name,
                        text_hint(name, names, how->part_count, "", c->memory));
}

static bool choose_parts(cli* c, recipe* how) {
    int32_t count = 0;
    const char** names = text_pieces(part_names, &count, c->memory);
    recipe_part* parts = ARENA_NEW(c->memory, recipe_part, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        if (!choose_part(c, how, names[i], &parts[i]))
            return false;
    how->parts = parts;
    how->part_count = count;
    return true;
}

static bool settle_recipe(cli* c, recipe* how) {
    *how = recipe_default();
    if (recipe_path != NULL && !recipe_read(recipe_path, c->memory, how, &c->findings))
        return false;
    material named = how->defaults.material;
    if (material_name != NULL && !material_find(material_name, &named, place_none(), &c->findings))
        return false;
    how->unit = unit > 0.0 ? unit : how->unit;
    choose(&how->defaults, &named);
    for (int32_t i = 0; i < how->part_count; ++i)
        choose(&how->parts[i], &named);
    return part_names == NULL || choose_parts(c, how);
}

// ---- what comes out --------------------------------------------------------------------

static void show_progress(void* user, const char* what, int32_t done, int32_t total) {
    cli* c = user;
    cli_progress(text_printable(what, 40, c->memory), done, total);
}

static const char* bone_list(const bake_row* row, arena* memory) {
    const char* list = "";
    for (int32_t i = 0; i < row->bone_count && i < BONES_SHOWN; ++i)
        list = text_listed(list, text_printable(row->bones[i], 20, memory), memory);
    return row->bone_count > BONES_SHOWN ? text_listed(list, "...", memory) : list;
}

static double per_cent(double share) {
    return share < NOTHING_LOST ? 0.0 : 100.0 * share;
}

// Of posed parts: what the elements miss of each sculpt (vertices show it all the same), and what the
// coordinates lose of each target's shape and of its own modes.
static void print_targets(const bake_result* b, arena* memory) {
    for (int32_t i = 0; i < b->row_count; ++i) {
        const bake_row* row = &b->rows[i];
        for (int32_t t = 0; t < row->target_count; ++t) {
            const soft_target* x = &row->targets[t];
            if (t == 0)
                printf("%-16s %-16s %-16s %8s %9s %7s %10s %11s\n", "  targets of", "", "pose",
                       "first Hz", "sculpt m", "missed", "shape lost", "modes lost");
            printf("%-16s %-16s %-16s %8.2f %9.3g %6.2g%% %9.2g%% %10.2g%%\n",
                   t == 0 ? text_printable(row->name, 16, memory) : "",
                   text_printable(x->name, 40, memory), text_printable(x->posed, 40, memory),
                   x->first, x->largest, x->largest > 0.0 ? per_cent(x->missed / x->largest) : 0.0,
                   per_cent(x->error), per_cent(x->unlike));
        }
    }
}

static void print_table(const bake_result* b, bool guessed, arena* memory) {
    printf("1 unit is %g m: %s%s\n", b->unit, b->unit_reason, guessed ? "; --unit if not" : "");
    printf("%-16s %6s %6s %5s  %-15s %8s %8s %7s  %s\n", "part", "verts", "tets", "modes", "Hz",
           "kg", "captured", "seconds", "bones");
    for (int32_t i = 0; i < b->row_count; ++i) {
        const bake_row* row = &b->rows[i];
        const char* span = arena_format(memory, "%.2f - %.2f", row->first, row->last);
        const char* share = isnan(row->captured) // no bone holds it, so none shakes it
                                ? "-"
                                : arena_format(memory, "%.0f%%", 100.0 * row->captured);
        printf("%-16s %6d %6d %5d  %-15s %8.3g %8s %7.2f  %s\n",
               text_printable(row->name, 40, memory), row->vertex_count, row->tet_count,
               row->mode_count, span, row->mass, share, row->seconds, bone_list(row, memory));
    }
    print_targets(b, memory);
    printf("%d part%s, %.1f kB of asset, %.1f s, %.0f MB\n", b->row_count,
           b->row_count == 1 ? "" : "s", (double)b->asset.file.size / 1000.0, b->seconds,
           (double)b->peak / 1e6);
}

static const char* json_beside(const char* svg, arena* memory) {
    return arena_format(memory, "%.*s.json", (int)(strlen(svg) - strlen(".svg")), svg);
}

static int write_report(cli* c, const bake_told* told) {
    const char* json_path = report_path;
    if (has_extension(report_path, "svg")) {
        bytes page = bake_page(told, c->memory);
        int code = cli_write(c, report_path, page.data, page.size);
        if (code != EXIT_OK)
            return code;
        json_path = json_beside(report_path, c->memory);
    }
    bytes json = bake_json(told, c->memory);
    return cli_write(c, json_path, json.data, json.size);
}

static int bake_file(cli* c, const char* input, const scene* s, const recipe* how) {
    bake_options o = {threads, show_progress, c};
    bake_result made;
    if (!bake_scene(s, how, &o, c->memory, &made, &c->findings))
        return EXIT_BAD_INPUT;
    print_table(&made, !(how->unit > 0.0), c->memory);
    bytes out = made.asset.file;
    if (has_extension(output, "glb"))
        out = glb_with_asset(&s->source, input, out, c->memory, &c->findings);
    if (out.size == 0)
        return EXIT_BAD_INPUT;
    int code = cli_write(c, output, out.data, out.size);
    if (code != EXIT_OK || report_path == NULL)
        return code;
    bake_told told = {&made, input, output, out.size, &c->findings};
    return write_report(c, &told);
}

static int run(cli* c) {
    if (bad_usage(c) != EXIT_OK)
        return EXIT_BAD_USAGE;
    recipe how;
    if (!settle_recipe(c, &how))
        return EXIT_BAD_INPUT;
    if (c->argument_count == 0 && how.input_or_null == NULL) {
        report_error(&c->findings, place_file(recipe_path),
                     "names no input; add one, or say `supple bake FILE --recipe ...`");
        return EXIT_BAD_INPUT;
    }
    if (c->argument_count == 0) // so that it is never written over
        c->arguments[c->argument_count++] = how.input_or_null;
    imported file;
    if (!body_read(c, c->arguments[0], &file))
        return EXIT_BAD_INPUT;
    int code = bake_file(c, c->arguments[0], &file.scene, &how);
    import_close(&file);
    return code;
}

const command command_bake = {
    .name = "bake",
    .summary = "turn a mesh or a rigged character into a living file",
    .usage = "[FILE] -o OUT [--recipe FILE] [options]",
    .takes = TAKES_FILES,
    .least = 0,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Options count for every part, also of a recipe. --material takes its own stiffness\n"
        "  (docs/materials.md) instead of one that suits the part's size.\n"
        "  In the table, `captured` is how much of what moving bones do to a part its modes\n"
        "  take up: more --modes, more of it.\n\n"
        "  supple bake hero.glb -o hero.soft.glb\n"
        "  supple bake hero.glb --part belly,chest --first 3 -o hero.soft.glb",
    .run = run,
};
