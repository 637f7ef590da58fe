// `supple bake`: an ordinary mesh or a rigged character becomes a living file.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/base/text.h"
#include "bake/export/glb.h"
#include "bake/import/import.h"
#include "cli/cli.h"

#include <string.h>

static const char* output;
static double unit, base;
static int32_t threads;

static const option options[] = {
    {"--output", 'o', OPTION_FILE, "FILE", &output, "a .glb, or a .supple: the asset alone"},
    {"--unit", 0, OPTION_NUMBER, "M", &unit, "metres of the file's unit (default: a guess)"},
    {"--fix", 0, OPTION_NUMBER, "SHARE", &base,
     "without a skeleton: hold so much of the height, from below"},
    {"--threads", 0, OPTION_INT, "N", &threads, "0 (default): all; the result is the same"},
};

static void show_progress(void* user, const char* what, int32_t done, int32_t total) {
    (void)user;
    cli_progress(what, done, total);
}

static const char* bone_list(const bake_row* row, arena* memory) {
    const char* list = "";
    for (int32_t i = 0; i < row->bone_count && i < 3; ++i)
        list = arena_format(memory, "%s%s%s", list, i > 0 ? ", " : "",
                            text_printable(row->bones[i], 20, memory));
    return row->bone_count > 3 ? arena_format(memory, "%s, ...", list) : list;
}

static void print_table(const bake_result* b, arena* memory) {
    printf("1 unit is %g m: %s\n", b->unit, b->unit_reason);
    printf("%-16s %6s %6s %5s  %-15s %8s %8s %7s  %s\n", "part", "verts", "tets", "modes", "Hz",
           "kg", "captured", "seconds", "bones");
    for (int32_t i = 0; i < b->row_count; ++i) {
        const bake_row* row = &b->rows[i];
        const char* span = arena_format(memory, "%.2f - %.2f", row->first, row->last);
        printf("%-16s %6d %6d %5d  %-15s %8.3g %7.0f%% %7.2f  %s\n", row->name, row->vertex_count,
               row->tet_count, row->mode_count, span, row->mass, 100.0 * row->captured,
               row->seconds, bone_list(row, memory));
    }
}

// A body from OBJ, PLY or STL becomes glTF first: the asset is of that file's vertices.
static bool read_as_gltf(cli* c, imported* file) {
    if (!import_scene(c->arguments[0], c->memory, file, &c->findings))
        return false;
    if (file->scene.source.json.size > 0)
        return true;
    bytes glb = glb_from_scene(&file->scene, c->memory);
    import_close(file);
    *file = (imported){0};
    return import_gltf(glb, c->arguments[0], c->memory, file, &c->findings);
}

static int bake_file(cli* c, const scene* s, bool alone) {
    recipe how = recipe_default();
    recipe_part whole = recipe_part_default();
    how.unit = unit;
    if (base > 0.0) {
        whole.fixing.base = base;
        how.parts = &whole;
        how.part_count = 1;
    }
    bake_options o = {threads, show_progress, NULL};
    bake_result made;
    if (!bake_scene(s, &how, &o, c->memory, &made, &c->findings))
        return EXIT_BAD_INPUT;
    print_table(&made, c->memory);
    bytes out = made.asset.file;
    if (!alone)
        out = glb_with_asset(&s->source, c->arguments[0], out, c->memory, &c->findings);
    return out.size > 0 ? cli_write(c, output, out.data, out.size) : EXIT_BAD_INPUT;
}

static int run(cli* c) {
    char extension[8];
    if (output == NULL)
        return cli_usage_error("bake needs -o FILE");
    path_extension(output, extension, sizeof extension);
    bool alone = strcmp(extension, "supple") == 0;
    if (!alone && strcmp(extension, "glb") != 0)
        return cli_usage_error("the output is a .glb or a .supple, not \"%s\"", output);
    imported file;
    int code = EXIT_BAD_INPUT;
    if (read_as_gltf(c, &file)) {
        code = bake_file(c, &file.scene, alone);
        import_close(&file);
    }
    return code;
}

const command command_bake = {
    .name = "bake",
    .summary = "turn a mesh or a rigged character into a living file",
    .usage = "FILE -o OUT [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details = "  supple bake hero.glb -o hero.soft.glb",
    .run = run,
};
