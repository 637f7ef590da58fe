// Looks at two files four times a second; everything else waits for a browser.
//
// A round has an arena of its own, which goes when the next page is there: an artist's day of rounds takes the memory of two.
// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // st_mtim
#include "cli/view_watch.h"

#include "bake/base/json_out.h"
#include "cli/page_server.h"
#include "scenes/scenes.h"
#include "supple/supple_bake.h"

#include <string.h>
#include <sys/stat.h>

static const double LOOK_EVERY = 0.25; // s

// When a file was written last; all 0: it is not there.
typedef struct file_stamp {
    struct timespec written;
    off_t size;
    ino_t inode; // editors write another file and rename it
} file_stamp;

typedef struct watching {
    const view_watching* how;
    arena* names;      // of the command
    const char* input; // that the recipe names; NULL: not known yet
    file_stamp recipe, model;
    int32_t version; // of the page, from 1
    arena* memory;   // of the page that is served
    bytes served;
    const char* state; // what a page that asks is told
} watching;

static file_stamp stamp_of(const char* path_or_null) {
    struct stat s;
    file_stamp none;
    memset(&none, 0, sizeof none);
    if (path_or_null == NULL || stat(path_or_null, &s) != 0)
        return none;
    none.written = s.st_mtim;
    none.size = s.st_size;
    none.inode = s.st_ino;
    return none;
}

static bool same_stamp(const file_stamp* a, const file_stamp* b) {
    return a->written.tv_sec == b->written.tv_sec && a->written.tv_nsec == b->written.tv_nsec &&
           a->size == b->size && a->inode == b->inode;
}

static bool give_sample(void* user, const char* name, supple_bake_bytes* out) {
    cli* round = user;
    const sample* found = sample_find(name);
    if (found == NULL)
        return false;
    const bytes glb = sample_glb(found, round->memory);
    *out = (supple_bake_bytes){glb.data, glb.size};
    return true;
}

static void take_findings(cli* round, const supple_bake_job* job) {
    for (int32_t i = 0; i < supple_bake_finding_count(job); ++i) {
        supple_bake_finding f = supple_bake_finding_at(job, i);
        if (f.severity == SUPPLE_BAKE_ERROR)
            report_error(&round->findings, place_none(), "%s", f.text);
        else if (f.severity == SUPPLE_BAKE_WARNING)
            report_warning(&round->findings, place_none(), "%s", f.text);
    }
}

// The recipe as a GLB that lives as long as the job. False with findings.
static bool bake(watching* w, supple_bake_job* job, supple_bake_bytes* glb) {
    supple_bake_recipe said = supple_bake_recipe_default();
    said.path_or_null = w->how->recipe;
    if (supple_bake_set_recipe(job, &said) != SUPPLE_BAKE_DONE)
        return false;
    const char* input = supple_bake_input(job);
    if (input != NULL && (w->input == NULL || strcmp(w->input, input) != 0))
        w->input = arena_copy_text(w->names, input, strlen(input));
    w->model = stamp_of(w->input);
    return w->input != NULL && supple_bake_read_file(job, w->input) == SUPPLE_BAKE_DONE &&
           supple_bake_run(job) == SUPPLE_BAKE_DONE &&
           supple_bake_glb(job, glb) == SUPPLE_BAKE_DONE;
}

static const char* state_text(const watching* w, const report* findings, arena* memory) {
    json_out o = json_out_new(memory, false);
    json_begin_object(&o);
    json_key_int(&o, "version", w->version);
    json_key(&o, "trouble");
    json_begin_array(&o);
    for (int32_t i = 0; findings != NULL && i < findings->count; ++i)
        if (findings->findings[i].severity == FINDING_ERROR)
            json_text(&o, finding_text(&findings->findings[i], memory));
    json_end_array(&o);
    json_end_object(&o);
    return o.text;
}

// One bake: a new page, or sentences and the old one.
static int round_of(cli* c, watching* w) {
    arena* memory = arena_create();
    cli round = {.memory = memory,
                 .findings = report_new(memory),
                 .arguments = c->arguments,
                 .argument_count = 1};
    supple_bake_options o = supple_bake_options_default();
    o.try_half_cells = false; // the same asset, sooner
    o.sample_or_null = give_sample;
    o.sample_user = &round;
    supple_bake_job* job = supple_bake_create(&o);
    if (job == NULL) {
        arena_destroy(memory);
        return cli_out_of_memory(0);
    }
    supple_bake_bytes glb = {NULL, 0};
    bytes page;
    int code = EXIT_BAD_INPUT;
    w->recipe = stamp_of(w->how->recipe);
    bool baked = bake(w, job, &glb);
    take_findings(&round, job);
    if (!baked && w->input == NULL && round.findings.error_count == 0)
        report_error(&round.findings, place_file(w->how->recipe),
                     "names no input: a recipe that is watched says `input: hero.glb`");
    bytes served = {NULL, 0};
    if (baked)
        code = w->how->make(&round, w->how->recipe, (bytes){glb.data, glb.size}, w->version + 1,
                            &page, &served);
    if (code == EXIT_OK)
        code = cli_write(&round, w->how->page, page.data, page.size);
    cli_show_findings(&round);
    supple_bake_release(job);
    if (code == EXIT_OK) {
        ++w->version;
        arena_destroy(w->memory);
        w->memory = memory;
        w->served = served;
        w->state = state_text(w, NULL, memory);
        return code;
    }
    if (w->memory != NULL)
        w->state = state_text(w, &round.findings, w->memory); // a few bytes a mistake
    arena_destroy(memory);
    return code;
}

int view_watch(cli* c, const view_watching* how) {
    watching w = {.how = how, .names = c->memory};
    page_server server;
    int code = round_of(c, &w);
    if (code != EXIT_OK)
        return code;
    if (!page_server_open(&server, how->port, &c->findings))
        return EXIT_BAD_INPUT;
    const char* address = arena_format(c->memory, "http://127.0.0.1:%d/", server.port);
    printf("%s follows %s until Ctrl-C\n", address, cli_shown(c, how->recipe));
    fflush(stdout);
    if (how->open_or_null != NULL)
        how->open_or_null(c, address);
    for (;;) {
        file_stamp recipe = stamp_of(how->recipe), model = stamp_of(w.input);
        if (!same_stamp(&recipe, &w.recipe) || !same_stamp(&model, &w.model)) {
            w.model = model;
            code = round_of(c, &w);
            fflush(stdout);
            if (code == EXIT_NO_MEMORY)
                return code;
        }
        page_server_answer(&server, w.served, w.state, LOOK_EVERY);
    }
}
