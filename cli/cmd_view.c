// `supple view`: a living file as one page to open, poke and pass on.
// SPDX-License-Identifier: MIT
#include "bake/base/process.h"
#include "bake/base/text.h"
#include "bake/export/page_out.h"
#include "cli/cli.h"
#include "supple/supple.h"

#include <stdlib.h>
#include <string.h>

static const char* output;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output,
     "the page (default: the file's name with .html, opened at once)"},
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

static int write_page(cli* c, bytes file) {
    const char* title = title_of(c->arguments[0], c->memory);
    const char* shown =
        joined(text_printable(title, 200, c->memory), " \xe2\x80\x93 supple", c->memory);
    bytes page = page_with_asset(file, shown, c->memory);
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

static int run(cli* c) {
    bytes file;
    if (!file_map(c->arguments[0], &file, &c->findings))
        return EXIT_BAD_INPUT;
    supple_asset asset;
    supple_result result = supple_asset_read(&asset, file.data, file.size);
    int code = EXIT_BAD_INPUT;
    if (result == SUPPLE_OK)
        code = write_page(c, file);
    else
        report_error(&c->findings, place_file(c->arguments[0]), "%s `supple bake` makes it one",
                     supple_result_text(result));
    file_unmap(file);
    return code;
}

const command command_view = {
    .name = "view",
    .summary = "a page that shows a living file: poke, drag, shake and play it",
    .usage = "FILE [-o PAGE.html]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details = "  The page is one file that needs no server and no network: open it from the disk, "
               "mail it.\n"
               "  Without -o it opens at once where there is a desktop.\n\n"
               "  supple view hero.soft.glb",
    .run = run,
};
