// `supple recipe`: what a bake would choose by itself, as a file to edit.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // realpath
#include "bake/bake.h"
#include "bake/base/number.h"
#include "bake/recipe/recipe_file.h"
#include "bake/recipe/recipe_sculpted.h"
#include "bake/record/first_scene.h"
#include "bake/record/recording.h"
#include "cli/body_file.h"
#include "cli/scene_choice.h"
#include "scenes/scenes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *output, *targets;
static int32_t threads;
static bool recorded;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, "a .yaml (default: stdout)"},
    {"--targets", 0, OPTION_TEXT, "all|N", &targets,
     "a part of the shapes sculpted into it, all or N with the base"},
    {"--recorded", 0, OPTION_FLAG, NULL, &recorded,
     "a scene with a palette, for `supple record`; FILE may be a sample's name"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
};

// The input as the recipe has it: seen from the recipe's folder where that is the input's too, else
// from the root.
static const char* input_for(const char* input, arena* memory) {
    if (output == NULL || input[0] == '/')
        return input;
    size_t folder = (size_t)(path_name(output) - output);
    if (folder == (size_t)(path_name(input) - input) && strncmp(output, input, folder) == 0)
        return path_name(input);
    char* whole = realpath(input, NULL);
    const char* kept = whole != NULL ? arena_copy_text(memory, whole, strlen(whole)) : input;
    free(whole);
    return kept;
}

// 0: all of them; -1: it is no number.
static int32_t most_targets(void) {
    int64_t n = -1;
    const char* end = targets + strlen(targets);
    if (strcmp(targets, "all") == 0)
        return 0;
    return number_read_int(targets, end, &n) == end && n >= 2 && n <= INT32_MAX ? (int32_t)n : -1;
}

static int write_text(cli* c, bytes text) {
    if (output != NULL)
        return cli_write(c, output, text.data, text.size);
    fwrite(text.data, 1, text.size, stdout);
    return EXIT_OK;
}

static int write_first_scene(cli* c, const first_scene_source* from) {
    bytes text;
    return first_scene(from, c->memory, &text, &c->findings) ? write_text(c, text) : EXIT_BAD_INPUT;
}

static const char* scene_path(void) {
    return output != NULL ? output : "scene.yaml";
}

static int run_recorded(cli* c) {
    const char* name = c->arguments[0];
    const sample* made = access(name, F_OK) == 0 ? NULL : sample_find(name);
    if (made != NULL) {
        scene s = made->make(c->memory);
        return write_first_scene(
            c, &(first_scene_source){&s, NULL, name, scene_path(), &scene_samples, threads});
    }
    imported file;
    if (!body_read(c, name, &file))
        return EXIT_BAD_INPUT;
    int code =
        write_first_scene(c, &(first_scene_source){&file.scene, input_for(name, c->memory), NULL,
                                                   scene_path(), &scene_samples, threads});
    import_close(&file);
    return code;
}

// A recipe of a recording has what counts for one.
static int run_recording(cli* c) {
    recording x;
    if (!recording_open(c->arguments[0], c->memory, &x, &c->findings))
        return EXIT_BAD_INPUT;
    recipe how = recipe_default();
    how.input_or_null = input_for(c->arguments[0], c->memory);
    return write_text(c, recipe_recorded_to_yaml(&how, c->memory));
}

static bool is_recording(const char* path) {
    char extension[8];
    path_extension(path, extension, sizeof extension);
    return strcmp(extension, "rec") == 0;
}

static int run(cli* c) {
    imported file;
    if (recorded && targets != NULL)
        return cli_usage_error("--recorded and --targets are two things: give one of them");
    if (recorded)
        return run_recorded(c);
    if (is_recording(c->arguments[0]))
        return run_recording(c);
    if (targets != NULL && most_targets() < 0)
        return cli_usage_error("--targets is all, or 2 or more, not \"%s\"", targets);
    if (!body_read(c, c->arguments[0], &file))
        return EXIT_BAD_INPUT;
    recipe how = recipe_default();
    const char* reason;
    int code = EXIT_BAD_INPUT;
    bool planned =
        targets != NULL
            ? recipe_sculpted(&file.scene, most_targets(), c->memory, &how, &reason, &c->findings)
            : bake_plan(&file.scene, threads, c->memory, &how, &reason, &c->findings);
    int32_t shapes = targets == NULL ? recipe_sculpted_count(&file.scene, c->memory) : 0;
    if (planned && shapes > 0)
        report_note(&c->findings, place_none(),
                    "clips show %d sculpted %s; --targets all makes a part of %s", shapes,
                    shapes == 1 ? "shape" : "shapes", shapes == 1 ? "it" : "them");
    if (planned) {
        how.input_or_null = input_for(c->arguments[0], c->memory);
        code = write_text(c, recipe_to_yaml(&how, reason, c->memory));
    }
    import_close(&file);
    return code;
}

const command command_recipe = {
    .name = "recipe",
    .summary = "write what `bake` would choose, as a recipe to edit",
    .usage = "FILE [-o OUT.yaml]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  supple recipe hero.glb -o hero.yaml\n"
        "  supple bake --recipe hero.yaml -o hero.soft.glb   # the same as without it\n\n"
        "  --recorded: what may happen to it, as a scene for `supple record` (docs/record.md); of "
        "a\n"
        "  recording (.rec), how it is reduced and blended.\n"
        "  --targets: shapes that change with the pose (docs/recipe.md). A shape belongs to\n"
        "  the pose in which a clip shows it most.",
    .run = run,
};
