// `supple view`: a living file as one page to open, poke and pass on; two of them beside each other; or a recipe, watched.
// SPDX-License-Identifier: MIT
#include "bake/base/process.h"
#include "bake/base/text.h"
#include "bake/export/page_out.h"
#include "bake/import/import.h"
#include "bake/scene/contents.h"
#include "bake/scene/facing.h"
#include "cli/asset_file.h"
#include "cli/cli.h"
#include "cli/tool_choice.h"
#include "cli/view_setting.h"
#include "cli/view_watch.h"
#include "supple/supple.h"

#include <stdlib.h>
#include <string.h>

static const char *output, *clip_name, *view_text, *box_text, *ball_text, *light_text, *tool_path;
static double tip; // the file's unit
static bool watched;
static int32_t port;
static play_solid solids[SOLID_CHOICE_MOST];
static int32_t solid_count;
static view side;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output,
     "the page (default: the file's name with .html, opened at once)"},
    {"--watch", 'w', OPTION_FLAG, NULL, &watched,
     "FILE is a recipe: bake, show, and again when it or its model changes"},
    {"--port", 0, OPTION_COUNT, "N", &port, "where a watched page is served (default: any)"},
    {"--clip", 0, OPTION_TEXT, "NAME", &clip_name,
     "the clip it begins with (default: one that walks, or the first)"},
    {"--view", 'v', OPTION_TEXT, "VIEW", &view_text,
     "from where it is first seen: as `supple render` takes it"},
    {"--light", 0, OPTION_TEXT, LIGHT_CHOICE_WORDS, &light_text,
     "of a body that was baked with light: the sky or .hdr it begins with"},
    {"--box", 0, OPTION_TEXT, "X,Y,Z,W,H,D", &box_text,
     "a box to bump into: its middle and its edges, the file's unit"},
    {"--ball", 0, OPTION_TEXT, "X,Y,Z,R", &ball_text, "a ball: its middle and its radius"},
    {"--tool", 0, OPTION_FILE, "FILE", &tool_path,
     "an instrument that presses and pulls, as in `supple play`"},
    {"--tip", 0, OPTION_NUMBER, "R", &tip, "... the radius of its tip (default: 1/40 of its way)"},
};

// "a/hero.soft.glb" is shown as "hero".
static char* title_of(const char* path, arena* memory) {
    const char *name = path_name(path), *dot = strchr(name, '.');
    size_t length = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    char* title = arena_alloc(memory, length + 1, 1);
    memcpy(title, name, length);
    title[length] = 0;
    return title;
}

// Is there a desktop on which a browser could open?
static bool has_desktop(void) {
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x != NULL && *x != 0) || (wayland != NULL && *wayland != 0);
}

static void open_it(cli* c, const char* address) {
    const char* const open[] = {"xdg-open", address, NULL};
    if (has_desktop() && !process_start(open))
        report_note(&c->findings, place_none(), "xdg-open is missing: open the page by hand");
}

// Which way the body looks. False with a sentence when the clip that is asked for is not there.
static bool look_into(cli* c, const char* name, bytes asset, double* front) {
    imported file;
    if (asset.size < 4 || memcmp(asset.data, "glTF", 4) != 0) {
        if (clip_name != NULL)
            report_note(&c->findings, place_file(name),
                        "holds a body alone and no clips: --clip is for a .glb");
        return true;
    }
    if (!import_scene_bytes(asset, name, c->memory, &file, &c->findings))
        return false;
    *front = scene_front(&file.scene, c->memory);
    bool there = clip_name == NULL || clip_named(&file.scene, clip_name) >= 0 ||
                 report_error(&c->findings, place_file(name), "%s",
                              clip_missing(&file.scene, clip_name, c->memory));
    import_close(&file);
    return there;
}

// The sky that is asked for, in as many harmonics as the asset has.
static int choose_light(cli* c, const char* name, view_setting* x) {
    if (light_text == NULL)
        return EXIT_OK;
    if (x->light_order > 0)
        return light_choice(c, light_text, "--light", x->light_order, &x->sky);
    report_error(
        &c->findings, place_file(name),
        "was baked without light, so --light shows nothing: `supple bake --light N` puts it in");
    return EXIT_BAD_INPUT;
}

static bool is_recorded(const supple_asset* a) {
    for (int32_t i = 0; i < a->part_count; ++i)
        if (supple_asset_part(a, i).model == SUPPLE_RECORDED)
            return true;
    return false;
}

// The asset that stands beside the first: of the same model, so that one skeleton moves both.
static bool read_other(cli* c, const supple_asset* first, bytes* packed) {
    const char* path = c->arguments[1];
    bytes file;
    supple_asset a;
    if (!file_map(path, &file, &c->findings) || !asset_file_read(c, path, file, &a))
        return false;
    if (a.vertex_count != first->vertex_count || a.bone_count != first->bone_count)
        return report_error(&c->findings, place_file(path),
                            "was baked of another model: it has %d vertices and %d bones, not %d "
                            "and %d; two bakes of one model stand beside each other",
                            a.vertex_count, a.bone_count, first->vertex_count, first->bone_count);
    if (is_recorded(&a) || is_recorded(first))
        return report_error(&c->findings, place_file(path),
                            "recordings play each its own: two of them are not in step");
    size_t from = 0, size = 0;
    if (supple_asset_find(file.data, file.size, &from, &size) != SUPPLE_OK)
        return false; // it was just read
    *packed = page_packed((bytes){file.data + from, size}, c->memory);
    file_unmap(file);
    return true;
}

// A living file as a page, as it lies on the disk and, from version 1 on, as it is served.
static int make_page(cli* c, const char* name, bytes file, int32_t version, bytes* page,
                     bytes* served) {
    supple_asset asset;
    view_setting x = {.name = title_of(name, c->memory),
                      .clip_or_null = clip_name,
                      .side_or_null = view_text != NULL ? &side : NULL,
                      .solids = solids,
                      .solid_count = solid_count};
    if (!asset_file_read(c, name, file, &asset) || !look_into(c, name, file, &x.front))
        return EXIT_BAD_INPUT;
    page_parts p = {.title = arena_format(c->memory, "%s \xe2\x80\x93 supple",
                                          text_printable(x.name, 200, c->memory))};
    if (c->argument_count > 1) {
        x.other_or_null = title_of(c->arguments[1], c->memory);
        if (!read_other(c, &asset, &p.other))
            return EXIT_BAD_INPUT;
    } else {
        x.light_order = supple_asset_light(&asset).order;
    }
    instrument tool;
    if (tool_path != NULL && !tool_read(c, tool_path, tip, &tool))
        return EXIT_BAD_INPUT;
    x.tool_or_null = tool_path != NULL ? &tool : NULL;
    int code = choose_light(c, name, &x);
    if (code != EXIT_OK)
        return code;
    p.body = page_packed(page_body(file, &asset, c->memory), c->memory);
    p.setting = view_setting_text(&x, c->memory);
    *page = page_made(&p, c->memory);
    if (page->data == NULL) {
        report_error(&c->findings, place_none(),
                     "this supple was built without its page: install clang and wasm-ld (Debian: "
                     "clang, lld) and build it again");
        return EXIT_BAD_INPUT;
    }
    x.version = version;
    p.watched = version > 0;
    p.setting = view_setting_text(&x, c->memory);
    *served = p.watched ? page_made(&p, c->memory) : *page;
    return EXIT_OK;
}

static const char* page_path(cli* c) {
    return output != NULL
               ? output
               : arena_format(c->memory, "%s.html", title_of(c->arguments[0], c->memory));
}

static int run_once(cli* c) {
    bytes file, page, served;
    if (!file_map(c->arguments[0], &file, &c->findings))
        return EXIT_BAD_INPUT;
    int code = make_page(c, c->arguments[0], file, 0, &page, &served);
    const char* path = page_path(c);
    if (code == EXIT_OK)
        code = cli_write(c, path, page.data, page.size);
    if (code == EXIT_OK && output == NULL)
        open_it(c, path);
    file_unmap(file);
    return code;
}

static int run(cli* c) {
    solid_count = solid_choice(box_text, ball_text, solids);
    if (solid_count < 0 || !tool_sound(tool_path, tip) ||
        (view_text != NULL && !view_choice(view_text, "--view", &side)))
        return EXIT_BAD_USAGE;
    if (watched && c->argument_count > 1)
        return cli_usage_error("--watch takes one recipe");
    if (port > 65535)
        return cli_usage_error("--port is at most 65535, not %d", port);
    const view_watching how = {c->arguments[0], page_path(c), port, make_page,
                               output == NULL ? open_it : NULL};
    return watched ? view_watch(c, &how) : run_once(c);
}

const command command_view = {
    .name = "view",
    .summary = "a page that shows a living file: poke, drag, shake and play it",
    .usage = "FILE [OTHER] [-o PAGE.html] [options]   or   --watch RECIPE [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 2,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  The page is one file that needs no server and no network: open it from the disk, "
        "mail it.\n"
        "  Without -o it opens at once where there is a desktop. OTHER, another bake of the same\n"
        "  model, stands beside FILE and does the same. With --watch the page is served on this\n"
        "  machine alone, and follows every change of the recipe or model until Ctrl-C.\n\n"
        "  supple view hero.soft.glb\n"
        "  supple view before.glb after.glb\n"
        "  supple view --watch hero.yaml\n"
        "  supple view hero.soft.glb --clip leap --box 0,1,1.1,2,2,0.2",
    .run = run,
};
