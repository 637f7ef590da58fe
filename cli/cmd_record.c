// `supple record`: a scene and its palette become a recording.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "bake/record/from_cache.h"
#include "bake/record/palette_file.h"
#include "bake/record/record.h"
#include "bake/record/so_far.h"
#include "bake/simulate/simulation_mark.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/piece_choice.h"
#include "cli/record_more.h"
#include "cli/scene_choice.h"

#include <string.h>

static const char *output, *cache_path, *events_path, *so_far_path, *piece_text;
static piece_choice piece;
static int32_t threads, more;
static bool anew, check_only;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, "the recording: .rec"},
    {"--from", 0, OPTION_TEXT, "CACHE", &cache_path,
     "another simulator's motion: .pc2, .mdd or frames_%04d.obj"},
    {"--events", 0, OPTION_FILE, "FILE", &events_path, "... and what happened in it, when"},
    {"--more", 0, OPTION_COUNT, "N", &more,
     "N chains beyond the palette's, each to where a start is missing most"},
    {"--so-far", 0, OPTION_OUTPUT, "FILE", &so_far_path,
     "put what there is of OUT.rec so far into FILE.rec, and stop"},
    {"--piece", 0, OPTION_TEXT, "I/N", &piece_text,
     "only the I-th of N shares of chains, to OUT.rec.pieceIofN"},
    {"--check", 0, OPTION_FLAG, NULL, &check_only, "read scene and palette, and stop"},
    {"--anew", 0, OPTION_FLAG, NULL, &anew, "begin at rest, whatever is there"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
};

// The name that it is given is the whole recording's; a piece has one of its own.
static void name_piece(cli* c) {
    if (output != NULL)
        output = piece_path(output, piece, c->memory);
}

static int bad_usage(const cli* c) {
    char extension[8];
    if ((cache_path != NULL) != (events_path != NULL))
        return cli_usage_error("--from and --events go together");
    if (cache_path != NULL &&
        (c->argument_count > 0 || check_only || more > 0 || so_far_path != NULL))
        return cli_usage_error(
            "--from takes the place of a scene, and knows no --check, --more or --so-far");
    if (cache_path == NULL && c->argument_count == 0)
        return cli_usage_error("record needs a scene, or --from CACHE --events FILE");
    if (output == NULL && (!check_only || so_far_path != NULL))
        return cli_usage_error("record needs -o FILE.rec or --check");
    const char* const outputs[] = {output, so_far_path};
    for (int i = 0; i < 2; ++i) {
        if (outputs[i] == NULL)
            continue;
        path_extension(outputs[i], extension, sizeof extension);
        if (strcmp(extension, "rec") != 0)
            return cli_usage_error("the output is a .rec, not \"%s\"", outputs[i]);
    }
    if (piece_text != NULL && (cache_path != NULL || more > 0 || so_far_path != NULL))
        return cli_usage_error("--piece goes without --from, --more and --so-far");
    if (!piece_parse(piece_text, &piece))
        return EXIT_BAD_USAGE;
    if (so_far_path != NULL && (check_only || anew || more > 0 || strcmp(so_far_path, output) == 0))
        return cli_usage_error("--so-far names another file, and records nothing itself");
    return EXIT_OK;
}

static void print_palette(const cli* c, const palette* p) {
    printf("%d responses in %d chain%s, %.3g to %.3g s each, seed %llu\n", p->responses, p->chains,
           p->chains == 1 ? "" : "s", p->shortest / p->fps, p->longest / p->fps,
           (unsigned long long)p->seed);
    for (int32_t e = 0; e < p->entry_count; ++e)
        printf("  %s\n", cli_shown(c, p->entries[e].name));
}

typedef struct shown {
    char what[64];
    int32_t first; // states that were there when the chain began
} shown;

static void show_chain(void* user, int32_t number, int32_t chains, int32_t states) {
    shown* s = user;
    snprintf(s->what, sizeof s->what, "recording chain %d of %d, %d states", number + 1, chains,
             states);
    s->first = -1;
}

static void show_progress(void* user, int32_t done, int32_t total) {
    shown* s = user;
    s->first = s->first < 0 ? done : s->first;
    cli_progress(s->what, done - s->first, total - s->first);
}

static void print_result(cli* c, int32_t responses, const record_result* x) {
    if (x->idle) {
        report_note(&c->findings, place_file(output),
                    "is not made: there are fewer chains than pieces");
        return;
    }
    if (x->was_whole) {
        report_note(&c->findings, place_file(output),
                    "is whole: there was nothing left to do; --anew records it again");
        return;
    }
    if (x->resumed > 0)
        report_note(&c->findings, place_none(), "%d states were there already", x->resumed);
    if (piece.count > 0)
        printf("%s  piece %d of %d, %lld steps\n", cli_shown(c, output), piece.index + 1,
               piece.count, (long long)x->counts.steps);
    else
        printf("%s  %d responses, %lld steps\n", cli_shown(c, output), responses,
               (long long)x->counts.steps);
    if (x->counts.cut > 0)
        report_warning(
            &c->findings, place_none(),
            "%lld steps were not solved and cut in half; more `steps` a state avoid that",
            (long long)x->counts.cut);
    if (x->made > 0)
        report_note(&c->findings, place_none(), "%.3g s of processor a state",
                    x->processor / x->made);
}

static int record_all(cli* c, const simulation* s, const palette* p, uint64_t mark) {
    shown user = {.first = -1};
    const record_options o = {.output = output,
                              .mark = mark,
                              .anew = anew,
                              .piece = piece.index,
                              .pieces = piece.count,
                              .threads = threads,
                              .samples = &scene_samples,
                              .begins = show_chain,
                              .progress = show_progress,
                              .user = &user};
    record_result x;
    interrupt_last_words("\nsupple: stopped; what was recorded is kept, and the same command goes "
                         "on from there (--anew begins anew)\n");
    bool done = record_scene(s, p, &o, c->memory, &x, &c->findings);
    if (done && (more == 0 || !x.was_whole))
        print_result(c, p->responses, &x);
    int32_t responses = 0;
    bool extends = done && more > 0;
    if (extends)
        done = record_extend(c, s, more, &o, &responses, &x);
    interrupt_last_words(NULL);
    if (done && extends)
        print_result(c, responses, &x);
    return done ? EXIT_OK : EXIT_BAD_INPUT;
}

static int join_so_far(cli* c, const assembly* a, const palette* p, uint64_t mark) {
    so_far_result x;
    if (!so_far_join(a, p, output, so_far_path, mark, c->memory, &x, &c->findings))
        return EXIT_BAD_INPUT;
    printf("%s  %d of %d states, %d responses in %d chains\n", cli_shown(c, so_far_path), x.states,
           x.wanted, x.responses, x.chains);
    return EXIT_OK;
}

static int record_cache(cli* c) {
    const from_cache_options o = {cache_path, events_path, output};
    recording x;
    if (!from_cache(&o, c->memory, &x, &c->findings))
        return EXIT_BAD_INPUT;
    printf("%s  %d states, %d responses\n", cli_shown(c, output), x.state_count, x.response_count);
    return EXIT_OK;
}

// Bodies are made once here, so that a scene that cannot be is told at once, with --check too.
static int run(cli* c) {
    if (bad_usage(c) != EXIT_OK)
        return EXIT_BAD_USAGE;
    if (cache_path != NULL)
        return record_cache(c);
    name_piece(c);
    simulation s;
    palette p;
    uint64_t mark;
    if (!simulation_read(c->arguments[0], c->memory, &s, &mark, &c->findings) ||
        !palette_of_scene(&s, c->arguments[0], c->memory, &p, &c->findings))
        return EXIT_BAD_INPUT;
    assembly a = {0};
    arena* own = arena_create();
    s.start_at_rest = true;
    bool sound = assembly_make(&s, &scene_samples, threads, own, &a, &c->findings);
    if (sound) {
        scene_print_bodies(c, &a);
        simulation_mark_assembly(&a, &mark);
        print_palette(c, &p);
    }
    int code = !sound ? EXIT_BAD_INPUT : EXIT_OK;
    if (sound && so_far_path != NULL)
        code = join_so_far(c, &a, &p, mark);
    assembly_close(&a);
    arena_destroy(own);
    return code != EXIT_OK || check_only || so_far_path != NULL ? code
                                                                : record_all(c, &s, &p, mark);
}

const command command_record = {
    .name = "record",
    .summary = "record what may happen to a scene, for real-time playback",
    .usage = "SCENE.yaml -o OUT.rec [options]   or   --from CACHE --events FILE -o OUT.rec",
    .takes = TAKES_FILES,
    .least = 0,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  The scene has a palette: what may happen to it. Random sequences of that are "
        "simulated,\n"
        "  from rest, and every state is kept. Stopped or killed, the same command goes on to the\n"
        "  same bytes; started several times at once, they share the chains among them.\n"
        "  --more N then goes on where `supple reduce` finds the largest jumps.\n"
        "  docs/record.md tells how to write a palette; `supple info OUT.rec` what is in it.\n\n"
        "  supple record door.yaml -o door.rec",
    .run = run,
};
