// `supple view`: a living file as one page to open, poke and pass on.
// SPDX-License-Identifier: MIT
#include "bake/base/json_out.h"
#include "bake/base/process.h"
#include "bake/base/text.h"
#include "bake/export/page_out.h"
#include "bake/import/import.h"
#include "bake/light/sky.h"
#include "bake/scene/contents.h"
#include "bake/scene/facing.h"
#include "cli/asset_file.h"
#include "cli/cli.h"
#include "cli/light_choice.h"
#include "cli/solid_choice.h"
#include "cli/view_choice.h"
#include "runtime/exact.h"
#include "supple/supple.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SKY "evening" // it shows shadows and bounces best

static double front; // degrees, as raster_options has it
static const char *output, *clip_name, *view_text, *box_text, *ball_text;
static play_solid solids[SOLID_CHOICE_MOST];
static int32_t solid_count;
static view side;
static const char* light_text;
static light_wish sky; // that is asked for

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output,
     "the page (default: the file's name with .html, opened at once)"},
    {"--clip", 0, OPTION_TEXT, "NAME", &clip_name, "the clip it begins with (default: the first)"},
    {"--view", 'v', OPTION_TEXT, "VIEW", &view_text,
     "from where it is first seen: as `supple render` takes it"},
    {"--light", 0, OPTION_TEXT, LIGHT_CHOICE_WORDS, &light_text,
     "of a body that was baked with light: the sky or .hdr it begins with"},
    {"--box", 0, OPTION_TEXT, "X,Y,Z,W,H,D", &box_text,
     "a box to bump into: its middle and its edges, the file's unit"},
    {"--ball", 0, OPTION_TEXT, "X,Y,Z,R", &ball_text, "a ball: its middle and its radius"},
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

static const char* joined(const char* a, const char* b, arena* memory) {
    char* out = arena_alloc(memory, strlen(a) + strlen(b) + 1, 1);
    strcpy(out, a);
    return strcat(out, b);
}

// Is there a desktop on which a browser could open?
static bool has_desktop(void) {
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x != NULL && *x != 0) || (wayland != NULL && *wayland != 0);
}

static void add_sky(json_out* o, const light_wish* w, int32_t order) {
    json_key(o, w->name);
    json_begin_array(o);
    for (int32_t i = 0; i < 3 * sh_count(order); ++i)
        json_float(o, (float)w->still[i]);
    json_end_array(o);
}

// The lights that a page offers, the one that is asked for among them. None without light in the asset: its page is then as before.
static void add_light(json_out* o, int32_t order, arena* memory) {
    bool named = false;
    json_key(o, "light");
    json_begin_object(o);
    json_key(o, "skies");
    json_begin_object(o);
    for (int i = 0; sky_names[i] != NULL; ++i) {
        light_wish one = light_sky(sky_names[i], order, memory);
        named |= light_text != NULL && strcmp(sky_names[i], sky.name) == 0;
        add_sky(o, &one, order);
    }
    if (light_text != NULL && !named)
        add_sky(o, &sky, order);
    json_end_object(o);
    json_key_text(o, "sky", light_text != NULL ? sky.name : FIRST_SKY);
    json_key_double(o, "turn", sky.degrees * EXACT_PI / 180.0);
    json_end_object(o);
}

// What the page shall begin with, for web/page.js.
static const char* setting(const supple_asset* asset, arena* memory) {
    int32_t order = supple_asset_light(asset).order;
    json_out o = json_out_new(memory, false);
    json_begin_object(&o);
    if (clip_name != NULL)
        json_key_text(&o, "clip", clip_name);
    if (view_text != NULL) {
        json_key(&o, "view"); // as web/camera.js has it
        json_begin_object(&o);
        json_key_double(&o, "yaw", side.azimuth * EXACT_PI / 180.0);
        json_key_double(&o, "pitch", side.elevation * EXACT_PI / 180.0);
        json_end_object(&o);
    }
    json_key_double(&o, "front", front * EXACT_PI / 180.0);
    if (order > 0)
        add_light(&o, order, memory);
    json_key(&o, "solids");
    json_begin_array(&o);
    for (int32_t i = 0; i < solid_count; ++i) {
        const play_solid* s = &solids[i];
        json_begin_object(&o);
        json_key_text(&o, "kind", s->ball ? "sphere" : "box");
        if (s->ball)
            json_key_double(&o, "radius", 0.5 * s->size.x);
        else
            json_key_vec3(&o, "half", v3_scale(s->size, 0.5));
        json_key_vec3(&o, "middle", s->middle);
        json_end_object(&o);
    }
    json_end_array(&o);
    json_end_object(&o);
    return o.text;
}

static int write_page(cli* c, const supple_asset* asset, bytes file) {
    const char* title = title_of(c->arguments[0], c->memory);
    const char* shown =
        joined(text_printable(title, 200, c->memory), " \xe2\x80\x93 supple", c->memory);
    bytes body = page_body(file, asset, c->memory);
    bytes page = page_with_asset(body, shown, setting(asset, c->memory), c->memory);
    if (page.data == NULL) {
        report_error(&c->findings, place_none(),
                     "this supple was built without its page: install clang and wasm-ld (Debian: "
                     "clang, lld) and build it again");
        return EXIT_BAD_INPUT;
    }
    const char* path = output != NULL ? output : joined(title, ".html", c->memory);
    int code = cli_write(c, path, page.data, page.size);
    const char* const open[] = {"xdg-open", path, NULL};
    if (code == EXIT_OK && output == NULL && has_desktop() && !process_start(open))
        report_note(&c->findings, place_none(), "xdg-open is missing: open the page by hand");
    return code;
}

// Which way the body looks. False with a sentence when the clip that is asked for is not there.
static bool look_into(cli* c, bytes asset) {
    imported file;
    if (asset.size < 4 || memcmp(asset.data, "glTF", 4) != 0) {
        if (clip_name != NULL)
            report_note(&c->findings, place_file(c->arguments[0]),
                        "holds a body alone and no clips: --clip is for a .glb");
        return true;
    }
    if (!import_scene(c->arguments[0], c->memory, &file, &c->findings))
        return false;
    front = scene_front(&file.scene, c->memory);
    bool there = clip_name == NULL || clip_named(&file.scene, clip_name) >= 0 ||
                 report_error(&c->findings, place_file(c->arguments[0]), "%s",
                              clip_missing(&file.scene, clip_name, c->memory));
    import_close(&file);
    return there;
}

// The sky that is asked for, in as many harmonics as the asset has.
static int choose_light(cli* c, const supple_asset* asset) {
    int32_t order = supple_asset_light(asset).order;
    if (light_text == NULL)
        return EXIT_OK;
    if (order > 0)
        return light_choice(c, light_text, "--light", order, &sky);
    report_error(
        &c->findings, place_file(c->arguments[0]),
        "was baked without light, so --light shows nothing: `supple bake --light N` puts it in");
    return EXIT_BAD_INPUT;
}

static int run(cli* c) {
    bytes file;
    solid_count = solid_choice(box_text, ball_text, solids);
    if (solid_count < 0 || (view_text != NULL && !view_choice(view_text, "--view", &side)))
        return EXIT_BAD_USAGE;
    if (!file_map(c->arguments[0], &file, &c->findings))
        return EXIT_BAD_INPUT;
    supple_asset asset;
    int code = EXIT_BAD_INPUT;
    if (asset_file_read(c, c->arguments[0], file, &asset) && look_into(c, file))
        code = choose_light(c, &asset);
    if (code == EXIT_OK)
        code = write_page(c, &asset, file);
    file_unmap(file);
    return code;
}

const command command_view = {
    .name = "view",
    .summary = "a page that shows a living file: poke, drag, shake and play it",
    .usage = "FILE [-o PAGE.html] [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details = "  The page is one file that needs no server and no network: open it from the disk, "
               "mail it.\n"
               "  Without -o it opens at once where there is a desktop.\n\n"
               "  supple view hero.soft.glb\n"
               "  supple view hero.soft.glb --clip leap --box 0,1,1.1,2,2,0.2",
    .run = run,
};
