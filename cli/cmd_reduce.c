// `supple reduce`: a recording in a few shapes, how good that is, and which responses can be played.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "bake/portrait/coverage.h"
#include "bake/portrait/orbits.h"
#include "bake/portrait/portrait_show.h"
#include "cli/cli.h"
#include "cli/reduce_print.h"
#include "cli/view_choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    REGIONS = 8,
    PICTURE_SIDE = 480,
    SHAPE_SIDE = 260,
    SHAPES_SHOWN = 8,
    CMD_REDUCE_STRIP_SIDE = 320,
    STATES_SHOWN = 8
};

static int32_t rank, threads, jumps_most = -1;
static double tolerance = NAN, spectral = NAN, balance;
static double shortest = NAN, run_on = NAN;
static const char *plot_path, *orbits_path, *picture_path, *shapes_path, *strip_path, *strip_text,
    *view_text = "three-quarter";
static bool as_json;

static const option options[] = {
    {"--rank", 0, OPTION_INT, "N", &rank, "so many shapes"},
    {"--tolerance", 0, OPTION_NUMBER, "E", &tolerance,
     "or: an error of at most this part of the motion (default 0.01)"},
    {"--spectral", 0, OPTION_NUMBER, "E", &spectral,
     "or: all singular values of at least this part of the first"},
    {"--balance", 0, OPTION_NUMBER, "S2", &balance,
     "of velocities in distances, s^2 (default: both reach as far)"},
    {"--shortest", 0, OPTION_NUMBER, "S", &shortest,
     "shorter responses are not begun (default 0.25)"},
    {"--run-on", 0, OPTION_NUMBER, "E", &run_on,
     "as far, of the motion's reach, one runs on into another (default 0.1)"},
    {"--jumps", 0, OPTION_COUNT, "N", &jumps_most,
     "look at so many jumps for crossings, the farthest first (default: all)"},
    {"--plot", 0, OPTION_OUTPUT, "FILE", &plot_path,
     "SVG: singular values, and error against rank"},
    {"--orbits", 0, OPTION_OUTPUT, "FILE", &orbits_path, "SVG: all states by their entries"},
    {"--picture", 0, OPTION_OUTPUT, "FILE", &picture_path,
     "PNG: the worst state, before and after"},
    {"--shapes", 0, OPTION_OUTPUT, "FILE", &shapes_path, "PNG: the first eight shapes"},
    {"--strip", 0, OPTION_OUTPUT, "FILE", &strip_path, "PNG: some states as they were recorded"},
    {"--at", 0, OPTION_TEXT, "S,S,...", &strip_text, "... these, up to eight (default 0)"},
    {"--view", 'v', OPTION_TEXT, "VIEW", &view_text, "from where: as `supple render` takes it"},
    {"--json", 0, OPTION_FLAG, NULL, &as_json, "print it as JSON"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
};

static int bad_usage(portrait_options* o, responses_options* q, view* from) {
    if ((rank != 0) + !isnan(tolerance) + !isnan(spectral) > 1)
        return cli_usage_error("give one of --rank, --tolerance and --spectral");
    if (rank < 0 || rank > LOW_RANK_MOST)
        return cli_usage_error("--rank is 1 to %d, not %d", LOW_RANK_MOST, rank);
    double part = isnan(spectral) ? tolerance : spectral;
    if (!isnan(part) && !(part > 0.0 && part < 1.0))
        return cli_usage_error("an error is a part between 0 and 1, like 0.01, not %g", part);
    if (balance < 0.0 || shortest < 0.0 || run_on < 0.0)
        return cli_usage_error("--balance, --shortest and --run-on are not below 0");
    o->factor.rule = rank > 0          ? LOW_RANK_GIVEN
                     : isnan(spectral) ? LOW_RANK_FROBENIUS
                                       : LOW_RANK_SPECTRAL;
    o->factor.rank = rank > 0 ? rank : LOW_RANK_MOST;
    o->factor.tolerance = isnan(part) ? o->factor.tolerance : part;
    o->factor.threads = threads;
    o->balance = balance;
    q->shortest = isnan(shortest) ? q->shortest : shortest;
    q->run_on = isnan(run_on) ? q->run_on : run_on;
    return view_choice(view_text, "--view", from) ? EXIT_OK : EXIT_BAD_USAGE;
}

static int write_png(cli* c, const char* path, const picture* p) {
    bytes png = png_encode(p, c->memory);
    return cli_write(c, path, png.data, png.size);
}

// Numbers of states, as an option lists them; EXIT_BAD_USAGE with a sentence.
static int read_states(const cli* c, int32_t states, int32_t* out, int32_t* count) {
    const char** pieces = text_pieces(strip_text != NULL ? strip_text : "0", count, c->memory);
    if (*count > STATES_SHOWN)
        return cli_usage_error("--at takes up to %d states, not %d", STATES_SHOWN, *count);
    for (int32_t i = 0; i < *count; ++i) {
        char* end;
        long n = strtol(pieces[i], &end, 10);
        if (end == pieces[i] || *end != 0 || n < 0 || n >= states)
            return cli_usage_error("--at takes states from 0 to %d, not \"%s\"", states - 1,
                                   cli_shown(c, pieces[i]));
        out[i] = (int32_t)n;
    }
    return EXIT_OK;
}

static int write_strip(cli* c, const portrait* p, view from) {
    int32_t states[STATES_SHOWN], count;
    int code = read_states(c, p->state_count, states, &count);
    picture strip;
    if (code != EXIT_OK)
        return code;
    return portrait_picture_states(p, states, count, from, CMD_REDUCE_STRIP_SIDE, c->memory, &strip,
                                   &c->findings)
               ? write_png(c, strip_path, &strip)
               : EXIT_BAD_INPUT;
}

static int write_shown(cli* c, const portrait* p, view from) {
    int code = strip_path != NULL ? write_strip(c, p, from) : EXIT_OK;
    if (plot_path != NULL && code == EXIT_OK) {
        bytes svg = portrait_plot_ranks(p, c->memory);
        code = cli_write(c, plot_path, svg.data, svg.size);
    }
    if (orbits_path != NULL && code == EXIT_OK) {
        bytes svg = portrait_plot_orbits(p, c->memory);
        code = cli_write(c, orbits_path, svg.data, svg.size);
    }
    if (picture_path != NULL && code == EXIT_OK) {
        picture worst;
        code = portrait_picture_worst(p, from, PICTURE_SIDE, c->memory, &worst, &c->findings)
                   ? write_png(c, picture_path, &worst)
                   : EXIT_BAD_INPUT;
    }
    if (shapes_path != NULL && p->rank == 0)
        report_warning(&c->findings, place_file(shapes_path), "is not drawn: there are no shapes");
    else if (shapes_path != NULL && code == EXIT_OK) {
        picture shapes = portrait_picture_shapes(p, SHAPES_SHOWN, SHAPE_SIDE, c->memory);
        code = write_png(c, shapes_path, &shapes);
    }
    return code;
}

static int run(cli* c) {
    portrait_options o = portrait_default();
    responses_options q = responses_default();
    view from;
    int code = bad_usage(&o, &q, &from);
    if (code != EXIT_OK)
        return code;
    recording x;
    reduced all = {0};
    portrait p;
    if (!recording_open(c->arguments[0], c->memory, &x, &c->findings) ||
        !portrait_make(&x, &o, c->memory, &p, &c->findings))
        return EXIT_BAD_INPUT;
    responses s = responses_make(&p, &q, threads, c->memory);
    orbits words = orbits_pack(&p, c->memory);
    jumps_options look = jumps_default();
    look.most = jumps_most < 0 ? look.most : jumps_most;
    look.threads = threads;
    jumps j;
    if (jumps_most != 0)
        j = jumps_sample(&s, &look);
    if (jumps_most < 0 && j.tested < j.count)
        report_note(&c->findings, place_none(), "%s", jumps_left_out(&j, c->memory));
    all =
        (reduced){&p, &s, &words, coverage_of(&s, REGIONS, c->memory), jumps_most != 0 ? &j : NULL};
    if (as_json)
        reduce_print_json(c, &all);
    else
        reduce_print_text(c, &all);
    if (!p.factor.converged)
        report_warning(&c->findings, place_none(),
                       "the shapes have not converged after %d readings: they are good, and others "
                       "would be a little better",
                       p.factor.readings);
    return write_shown(c, &p, from);
}

const command command_reduce = {
    .name = "reduce",
    .summary = "how few shapes a recording needs, and what can be played of it",
    .usage = "FILE.rec [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Displacements from rest, weighted by area, in the fewest shapes; what that loses, and "
        "at\n"
        "  which vertex; which responses can be begun, where they end, which entries were sampled\n"
        "  too little, and which jumps lead through something. Any size: states are read a few\n"
        "  times, never kept (docs/record.md).\n\n"
        "  supple reduce door.rec --tolerance 0.02 --plot ranks.svg --picture worst.png",
    .run = run,
};
