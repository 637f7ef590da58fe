// `supple bake-all`: a folder of characters, of which only those are baked that have changed.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // mkdir
#include "bake/base/clock.h"
#include "bake/base/json_out.h"
#include "bake/base/text.h"
#include "cli/bake_items.h"
#include "cli/bake_key.h"
#include "cli/bake_store.h"
#include "cli/bake_summary.h"
#include "cli/interrupt.h"
#include "scenes/scenes.h"
#include "supple/supple_bake.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const char *output, *cache, *recipe_path, *piece_text;
static int32_t threads;
static bool quick;

static const option options[] = {
    {"--output", 'o', OPTION_TEXT, "FOLDER", &output,
     "NAME.soft.glb of every NAME, and bakes.json"},
    {"--recipe", 0, OPTION_FILE, "FILE", &recipe_path,
     "for all that have no NAME.yaml beside them (default: what is found)"},
    {"--cache", 0, OPTION_TEXT, "FOLDER", &cache, "what was baked before (default FOLDER/.cache)"},
    {"--piece", 0, OPTION_TEXT, "I/N", &piece_text, PIECE_HELP},
    {"--quick", 0, OPTION_FLAG, NULL, &quick, "estimate what finer cells change, do not try them"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
};

typedef struct farm {
    cli* c;
    bake_store store;
    int32_t baked, found, failed, lacking;
    const char* failures; // a line each
} farm;

// What is told of one file, and what it took.
typedef struct outcome {
    bytes glb;
    const char* told;  // members of JSON
    const char* error; // NULL: it was made
    bool was_there;
    double seconds;
} outcome;

// ---- one bake --------------------------------------------------------------------------

static bool give_sample(void* user, const char* name, supple_bake_bytes* out) {
    arena* memory = user;
    const sample* found = sample_find(name);
    if (found == NULL)
        return false;
    const bytes glb = sample_glb(found, memory);
    *out = (supple_bake_bytes){glb.data, glb.size};
    return true;
}

static bool bake_steps(supple_bake_job* job, const bake_item* item, supple_bake_bytes* glb) {
    supple_bake_recipe said = supple_bake_recipe_default();
    said.path_or_null = item->recipe_or_null;
    if (supple_bake_set_recipe(job, &said) != SUPPLE_BAKE_DONE)
        return false;
    const char* input = item->input_or_null != NULL ? item->input_or_null : supple_bake_input(job);
    return input != NULL && supple_bake_read_file(job, input) == SUPPLE_BAKE_DONE &&
           supple_bake_run(job) == SUPPLE_BAKE_DONE &&
           supple_bake_glb(job, glb) == SUPPLE_BAKE_DONE;
}

// Members without braces: what follows from the contents alone.
static const char* tell(const supple_bake_job* job, size_t size, arena* memory) {
    const supple_bake_result* b = supple_bake_result_of(job);
    int32_t modes = 0, warnings = 0;
    for (int32_t i = 0; i < b->part_count; ++i)
        modes += b->parts[i].mode_count;
    for (int32_t i = 0; i < supple_bake_finding_count(job); ++i)
        warnings += supple_bake_finding_at(job, i).severity == SUPPLE_BAKE_WARNING;
    return arena_format(memory,
                        "\"parts\":%d,\"modes\":%d,\"bytes\":%zu,\"warnings\":%d,"
                        "\"incomplete\":%s",
                        b->part_count, modes, size, warnings, b->incomplete ? "true" : "false");
}

static const char* first_error(const supple_bake_job* job, const bake_item* item, arena* memory) {
    for (int32_t i = 0; i < supple_bake_finding_count(job); ++i) {
        supple_bake_finding f = supple_bake_finding_at(job, i);
        if (f.severity == SUPPLE_BAKE_ERROR)
            return arena_copy_text(memory, f.text, strlen(f.text));
    }
    return item->input_or_null == NULL ? "the recipe names no input" : "there is not enough memory";
}

static void release_job(void* what) {
    supple_bake_release(what);
}

static void bake_one(const bake_item* item, arena* memory, outcome* out) {
    supple_bake_options o = supple_bake_options_default();
    o.threads = threads;
    o.try_half_cells = !quick;
    o.sample_or_null = give_sample;
    o.sample_user = memory;
    void** owned = arena_own(memory, release_job);
    supple_bake_job* job = *owned = supple_bake_create(&o);
    supple_bake_bytes glb;
    if (job == NULL)
        out->error = "there is not enough memory";
    else if (!bake_steps(job, item, &glb))
        out->error = first_error(job, item, memory);
    else {
        out->glb = (bytes){glb.data, glb.size};
        out->told = tell(job, glb.size, memory);
    }
}

// From the store, or baked and put into it. The report: of the disk.
static bool find_or_bake(const farm* f, const bake_item* item, char key[SHA256_TEXT], outcome* out,
                         arena* memory, report* r) {
    report own = report_new(memory);
    if (!bake_key(item->input_or_null, item->recipe_or_null, quick ? "glb quick" : "glb", key,
                  &own)) {
        key[0] = '\0';
        out->error = arena_format(memory, "%s: %s", own.findings[0].where.file_or_null,
                                  own.findings[0].text);
        return true;
    }
    bake_store_lock(&f->store, key);
    bool sound = true;
    out->was_there = bake_store_find(&f->store, key, &out->glb, &out->told, memory);
    if (!out->was_there)
        bake_one(item, memory, out);
    if (!out->was_there && out->error == NULL) {
        interrupt_hold();
        sound = bake_store_put(&f->store, key, out->glb, out->told, r);
        interrupt_release();
    }
    bake_store_unlock(&f->store, key);
    return sound;
}

// ---- all of them -----------------------------------------------------------------------

static bool is_lacking(const outcome* x) {
    return x->error == NULL && strstr(x->told, "\"incomplete\":true") != NULL;
}

static const char* row_of(const bake_item* item, const char* key, const outcome* x, arena* memory) {
    json_out o = json_out_new(memory, false);
    json_begin_object(&o);
    json_key_text(&o, "file", item->name);
    json_key_text(&o, "status",
                  x->error != NULL ? "failed"
                  : is_lacking(x)  ? "incomplete"
                                   : "baked");
    if (x->error != NULL) {
        json_key_text(&o, "error", x->error);
        json_end_object(&o);
        return o.text;
    }
    json_key_text(&o, "output", item->output);
    json_key_text(&o, "key", key);
    return arena_format(memory, "%s,%s}", o.text, x->told);
}

static void print_row(const farm* f, const bake_item* item, const outcome* x) {
    int parts = 0, modes = 0;
    size_t size = 0;
    if (x->error == NULL)
        sscanf(x->told, "\"parts\":%d,\"modes\":%d,\"bytes\":%zu", &parts, &modes, &size);
    const char* how = x->error != NULL ? "failed"
                      : x->was_there   ? "unchanged"
                                       : arena_format(f->c->memory, "%.1f s", x->seconds);
    printf("%-32s %5d %5d %9.1f  %s%s\n", text_printable(item->name, 32, f->c->memory), parts,
           modes, (double)size / 1000.0, how, is_lacking(x) ? ", a part is missing" : "");
    fflush(stdout);
}

static void count(farm* f, const bake_item* item, const outcome* x) {
    f->failed += x->error != NULL;
    f->found += x->error == NULL && x->was_there;
    f->baked += x->error == NULL && !x->was_there;
    f->lacking += is_lacking(x);
    if (x->error != NULL)
        f->failures =
            arena_format(f->c->memory, "%s  %s: %s\n", f->failures, cli_shown(f->c, item->name),
                         text_printable(x->error, 400, f->c->memory));
}

// What lies there already with the same bytes is left alone, with its date.
static bool put_out(const char* path, bytes glb, arena* memory, report* r) {
    report unheard = report_new(memory);
    bytes there;
    if (file_map(path, &there, &unheard)) {
        bool same = there.size == glb.size && memcmp(there.data, glb.data, glb.size) == 0;
        file_unmap(there);
        if (same)
            return true;
    }
    interrupt_hold();
    bool sound = file_write(path, glb.data, glb.size, r);
    interrupt_release();
    return sound;
}

static bool bake_item_of(farm* f, const bake_item* item, bake_row* row) {
    cli* c = f->c;
    char key[SHA256_TEXT];
    arena* own = arena_create();
    outcome x = {0};
    double begin = clock_seconds();
    bool sound = find_or_bake(f, item, key, &x, own, &c->findings);
    x.seconds = clock_seconds() - begin;
    if (sound && x.error == NULL)
        sound = put_out(arena_format(own, "%s/%s", output, item->output), x.glb, own, &c->findings);
    if (sound) {
        *row = (bake_row){row_of(item, key, &x, c->memory), x.error != NULL};
        print_row(f, item, &x);
        count(f, item, &x);
    }
    arena_destroy(own);
    return sound;
}

static int finish(const farm* f, int code) {
    printf("%d baked, %d unchanged, %d failed%s\n", f->baked, f->found, f->failed,
           f->lacking > 0 ? arena_format(f->c->memory, ", %d lack a part", f->lacking) : "");
    if (f->failed > 0)
        fprintf(stderr, "supple: these could not be baked:\n%s", f->failures);
    if (code != EXIT_OK)
        return code;
    return f->failed > 0 || f->lacking > 0 ? EXIT_INCOMPLETE : EXIT_OK;
}

static int run(cli* c) {
    piece_choice piece;
    bake_items items;
    farm f = {.c = c, .failures = ""};
    if (output == NULL)
        return cli_usage_error("bake-all needs -o FOLDER");
    if (!piece_parse(piece_text, &piece))
        return EXIT_BAD_USAGE;
    if (mkdir(output, 0777) != 0 && errno != EEXIST)
        return report_error(&c->findings, place_file(output), "cannot be made: %s",
                            strerror(errno)),
               EXIT_BAD_INPUT;
    if (!bake_items_read(c->arguments[0], recipe_path, &items, c->memory, &c->findings) ||
        !bake_store_open(&f.store,
                         cache != NULL ? cache : arena_format(c->memory, "%s/.cache", output),
                         c->memory, &c->findings))
        return EXIT_BAD_INPUT;
    bake_row* rows = ARENA_NEW(c->memory, bake_row, (size_t)items.count);
    printf("%-32s %5s %5s %9s\n", "file", "parts", "modes", "kB");
    interrupt_last_words(
        "\nsupple: stopped; what was baked is kept, and the same command goes on\n");
    for (int32_t i = 0; i < items.count; ++i)
        if (piece_has(piece, i) && !bake_item_of(&f, &items.list[i], &rows[i]))
            return EXIT_BAD_INPUT;
    interrupt_last_words(NULL);
    return finish(&f, bake_summary_write(c, output, piece, rows, items.count));
}

const command command_bake_all = {
    .name = "bake-all",
    .summary = "bake a folder of characters, only those that have changed",
    .usage = "FOLDER|LIST -o FOLDER [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  A LIST names a file a line: models, recordings, or recipes that name their input. Each "
        "is\n"
        "  baked as `supple bake` does, by NAME.yaml beside it if there is one. What it was baked\n"
        "  from is hashed (input, recipe, files that these name, this version): what is\n"
        "  unchanged is taken from the cache. Several processes may share folder and cache.\n"
        "  Exit code 3: some could not be baked, or lack a part; the list at the end names "
        "them.\n\n"
        "  supple bake-all characters -o build/soft\n"
        "  supple bake-all all.txt -o soft --piece 3/8   # docs/scale.md",
    .run = run,
};
