// `supple light`: soft shadows and bounced light of a recording in a few fields, and how good that is.
// SPDX-License-Identifier: MIT
#include "bake/base/job.h"
#include "bake/base/json_out.h"
#include "bake/base/text.h"
#include "bake/portrait/portrait_light.h"
#include "cli/cli.h"
#include "cli/light_choice.h"
#include "cli/view_choice.h"

#include <math.h>

enum { PICTURE_SIDE = 480, RANKS_SIDE = 320, SHEET_SIDE = 160, SHAPES_MOST = 1000 };

static int32_t shape_count = 50, rank, held = 20, order = 4, directions_count = 1024, bounces = 2,
               threads;
static double tolerance = NAN, motion = 0.01;
static const char *picture_path, *ranks_path, *sky_text = "evening", *view_text = "three-quarter";
static const char *output, *sheet_path, *fields_path, *plot_path, *shapes_path, *amounts_path;
static bool as_json, anew;

static const option options[] = {
    {"--shapes", 0, OPTION_COUNT, "N", &shape_count, "states that light is made for (default 50)"},
    {"--rank", 0, OPTION_COUNT, "N", &rank, "so many fields"},
    {"--tolerance", 0, OPTION_NUMBER, "E", &tolerance,
     "or: an error of at most this part of what changes (default 0.05)"},
    {"--held", 0, OPTION_COUNT, "N", &held, "other states to compare with (default 20)"},
    {"--motion", 0, OPTION_NUMBER, "E", &motion,
     "error of the coordinates that shapes are told apart by (default 0.01)"},
    {"--order", 0, OPTION_COUNT, "N", &order, "of spherical harmonics, 2 to 6 (default 4)"},
    {"--directions", 0, OPTION_COUNT, "N", &directions_count, "rays a point (default 1024)"},
    {"--bounces", 0, OPTION_COUNT, "N", &bounces, "beyond direct light (default 2)"},
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output,
     "a .light, kept as it is made: the same command goes on, or shares it"},
    {"--anew", 0, OPTION_FLAG, NULL, &anew, "over one of other shapes or options"},
    {"--picture", 0, OPTION_OUTPUT, "FILE", &picture_path,
     "PNG: the worst of the other states, as it is and as it is shown"},
    {"--ranks", 0, OPTION_OUTPUT, "FILE", &ranks_path, "PNG: it with 0, 3, 6 and all fields"},
    {"--sheet", 0, OPTION_OUTPUT, "FILE", &sheet_path,
     "PNG: all other states, as --picture shows one"},
    {"--fields", 0, OPTION_OUTPUT, "FILE", &fields_path, "PNG: what each of the first fields adds"},
    {"--plot", 0, OPTION_OUTPUT, "FILE", &plot_path, "SVG: error by the number of fields"},
    {"--plot-shapes", 0, OPTION_OUTPUT, "FILE", &shapes_path,
     "SVG: states, and the shapes among them"},
    {"--plot-amounts", 0, OPTION_OUTPUT, "FILE", &amounts_path,
     "SVG: the same by amounts of fields"},
    {"--light", 0, OPTION_TEXT, LIGHT_CHOICE_WORDS, &sky_text,
     "of pictures: a sky, or a .hdr (default evening)"},
    {"--view", 'v', OPTION_TEXT, "VIEW", &view_text, "of pictures, as `supple render` takes it"},
    {"--json", 0, OPTION_FLAG, NULL, &as_json, "print it as JSON"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
};

static int bad_usage(portrait_options* p, light_options* o) {
    if (rank > 0 && !isnan(tolerance))
        return cli_usage_error("give one of --rank and --tolerance");
    if (rank > LOW_RANK_MOST)
        return cli_usage_error("--rank is 1 to %d, not %d", LOW_RANK_MOST, rank);
    if ((!isnan(tolerance) && !(tolerance > 0.0 && tolerance < 1.0)) ||
        !(motion > 0.0 && motion < 1.0))
        return cli_usage_error("an error is a part between 0 and 1, like 0.05");
    if (shape_count < 1 || shape_count > SHAPES_MOST)
        return cli_usage_error("--shapes is 1 to %d, not %d", SHAPES_MOST, shape_count);
    if (order < SH_ORDER_LEAST || order > SH_ORDER_MOST)
        return cli_usage_error("--order is %d to %d, not %d", SH_ORDER_LEAST, SH_ORDER_MOST, order);
    if (directions_count < DIRECTIONS_LEAST || directions_count > DIRECTIONS_MOST)
        return cli_usage_error("--directions is %d to %d, not %d", DIRECTIONS_LEAST,
                               DIRECTIONS_MOST, directions_count);
    if (bounces > TRANSFER_BOUNCES_MOST)
        return cli_usage_error("--bounces is 0 to %d, not %d", TRANSFER_BOUNCES_MOST, bounces);
    if ((picture_path != NULL || ranks_path != NULL || sheet_path != NULL) && held == 0)
        return cli_usage_error("pictures show a state that was held out: --held is 1 or more");
    p->factor.tolerance = motion;
    p->factor.rank = LOW_RANK_MOST;
    p->factor.threads = threads;
    o->shapes.count = shape_count;
    o->held = held;
    o->file = (light_file_options){.path_or_null = output, .anew = anew};
    o->transfer.sight.order = order;
    o->transfer.sight.directions = directions_count;
    o->transfer.sight.threads = threads;
    o->transfer.bounces = bounces;
    o->factor.rule = rank > 0 ? LOW_RANK_GIVEN : LOW_RANK_FROBENIUS;
    o->factor.rank = rank > 0 ? rank : LOW_RANK_MOST;
    o->factor.tolerance = isnan(tolerance) ? o->factor.tolerance : tolerance;
    o->factor.threads = threads;
    return EXIT_OK;
}

static bool show_progress(void* user, const char* what, int32_t done, int32_t total) {
    (void)user;
    cli_progress(what, done, total);
    return true;
}

static bool make(const portrait* p, const light_options* o, cli* c, portrait_light* l) {
    job_state* job = job_now();
    job->progress = show_progress;
    job->interval = 0.1;
    bool made = portrait_light_make(p, o, c->memory, l, &c->findings);
    job->progress = NULL;
    return made;
}

// ---- what comes out ------------------------------------------------------------------------

static double part(double a, double of) {
    return of > 0.0 ? a / of : 0.0;
}

static void print_text(const cli* c, const portrait_light* l) {
    const light_model* m = &l->made.model;
    light_held h = light_made_sum(&l->made);
    printf("%s\n", cli_shown(c, l->of->of->path));
    printf("  %-10s %d points of %d vertices, %d numbers each\n", "lit", l->points.count,
           l->of->vertex_count, m->width);
    printf("  %-10s %.3g million, %.0f %% met something\n", "rays",
           1e-6 * (double)l->made.account.rays,
           100.0 * part((double)l->made.account.hits, (double)l->made.account.rays));
    if (output != NULL)
        printf("  %-10s %d of %d fields were there, %s\n", "kept", l->made.found,
               l->made.shapes.count + l->made.held_count, cli_shown(c, output));
    printf("  %-10s %d of %d states by %d coordinates; others are %s from theirs, %s at most\n",
           "shapes", l->made.shapes.count, l->of->state_count, l->of->rank,
           text_length(l->made.shapes.spread, c->memory),
           text_length(l->made.shapes.farthest, c->memory));
    printf("  %-10s %d; what changes is %.3g %% of the transfer\n", "fields", m->rank,
           100.0 * part(m->errors[0], m->size));
    printf("    rank  error left, of what changes\n");
    for (int32_t k = 0; k <= m->rank; k += k < 8 ? 1 : 4)
        printf("    %4d  %8.3g %%\n", k, 100.0 * part(m->errors[k], m->errors[0]));
    printf("  %-10s breadth %g, ridge %g, %s: %.3g %% of coordinates at shapes left out\n",
           "between", m->chosen.breadth, m->chosen.ridge,
           m->of_q.slopes_or_null != NULL ? "after a linear part" : "no linear part",
           100.0 * m->between);
    if (l->made.held_count == 0)
        return;
    const light_error* w = &l->made.errors[l->made.worst];
    printf("  %-10s %d other states: off by %.3g %% of the transfer, %.3g %% of what changes\n",
           "held out", l->made.held_count, 100.0 * part(h.whole, h.size),
           100.0 * part(h.whole, h.motion));
    printf("    of that, fields lose %.3g %%\n", 100.0 * part(h.reduction, h.motion));
    printf("    worst: state %d, %.3g %% of the transfer; there vertex %d most\n",
           l->made.held[l->made.worst], 100.0 * part(w->whole, w->size),
           w->worst >= 0 ? l->points.vertex[w->worst] : -1);
}

static void print_json(const cli* c, const portrait_light* l) {
    const light_model* m = &l->made.model;
    light_held h = light_made_sum(&l->made);
    json_out o = json_out_new(c->memory, true);
    json_begin_object(&o);
    json_key_text(&o, "file", l->of->of->path);
    json_key_int(&o, "points", l->points.count);
    json_key_int(&o, "numbers", m->width);
    json_key_int(&o, "rays", l->made.account.rays);
    json_key_int(&o, "hits", l->made.account.hits);
    json_key_int(&o, "dark", l->made.account.dark);
    json_key_int(&o, "covered", l->made.account.covered);
    json_key_int(&o, "coordinates", l->of->rank);
    json_key_int(&o, "shapes", l->made.shapes.count);
    json_key_double(&o, "spread", l->made.shapes.spread);
    json_key_int(&o, "rank", m->rank);
    json_key_double(&o, "change", part(m->errors[0], m->size));
    json_key(&o, "errors");
    json_begin_array(&o);
    for (int32_t k = 0; k <= m->rank; ++k)
        json_double(&o, part(m->errors[k], m->errors[0]));
    json_end_array(&o);
    json_key_double(&o, "breadth", m->chosen.breadth);
    json_key_double(&o, "slope_ridge", m->chosen.slope_ridge);
    json_key_double(&o, "ridge", m->chosen.ridge);
    json_key_double(&o, "between", m->between);
    json_key_int(&o, "heldOut", l->made.held_count);
    json_key_double(&o, "errorOfTransfer", part(h.whole, h.size));
    json_key_double(&o, "errorOfChange", part(h.whole, h.motion));
    json_key_double(&o, "fieldsLose", part(h.reduction, h.motion));
    json_end_object(&o);
    puts(o.text);
}

static int write_picture(cli* c, const char* path, bool drawn, const picture* p) {
    if (!drawn)
        return EXIT_BAD_INPUT;
    bytes png = png_encode(p, c->memory);
    return cli_write(c, path, png.data, png.size);
}

// Pictures of states that were held out.
typedef bool picture_maker(const portrait_light* l, const portrait_light_view* w, arena* memory,
                           picture* out, report* r);
typedef struct wanted_picture {
    const char* path_or_null;
    picture_maker* make;
    int32_t side;
} wanted_picture;

static int write_pictures(cli* c, const portrait_light* l, portrait_light_view* w) {
    const wanted_picture all[] = {{picture_path, portrait_light_picture, PICTURE_SIDE},
                                  {ranks_path, portrait_light_ranks, RANKS_SIDE},
                                  {sheet_path, portrait_light_sheet, SHEET_SIDE}};
    picture p;
    int code = EXIT_OK;
    for (int i = 0; i < 3 && code == EXIT_OK; ++i) {
        if (all[i].path_or_null == NULL)
            continue;
        if (l->made.held_count == 0) {
            report_warning(&c->findings, place_none(),
                           "no picture is drawn: every state is one of the shapes");
            break;
        }
        w->side = all[i].side;
        bool drawn = all[i].make(l, w, c->memory, &p, &c->findings);
        code = write_picture(c, all[i].path_or_null, drawn, &p);
    }
    w->side = RANKS_SIDE;
    if (fields_path == NULL || code != EXIT_OK)
        return code;
    if (l->made.model.rank == 0) {
        report_warning(&c->findings, place_none(), "there are no fields to be drawn");
        return code;
    }
    p = portrait_light_fields(l, w, c->memory);
    return write_picture(c, fields_path, true, &p);
}

static int write_plots(cli* c, const portrait_light* l) {
    const struct {
        const char* path_or_null;
        bytes (*make)(const portrait_light* l, arena* memory);
    } all[] = {{plot_path, portrait_light_plot},
               {shapes_path, portrait_light_plot_shapes},
               {amounts_path, portrait_light_plot_amounts}};
    int code = EXIT_OK;
    for (int i = 0; i < 3 && code == EXIT_OK; ++i)
        if (all[i].path_or_null != NULL) {
            bytes text = all[i].make(l, c->memory);
            code = cli_write(c, all[i].path_or_null, text.data, text.size);
        }
    return code;
}

static int run(cli* c) {
    portrait_options of_motion = portrait_default();
    light_options o = light_default();
    light_wish sky;
    portrait_light_view w = {0};
    recording x;
    portrait p;
    portrait_light l;
    int code = bad_usage(&of_motion, &o);
    if (code == EXIT_OK)
        code = light_choice(c, sky_text, "--light", order, &sky);
    if (code != EXIT_OK)
        return code;
    w.light = sky.light;
    if (!view_choice(view_text, "--view", &w.from))
        return EXIT_BAD_USAGE;
    if (!recording_open(c->arguments[0], c->memory, &x, &c->findings) ||
        !portrait_make(&x, &of_motion, c->memory, &p, &c->findings) || !make(&p, &o, c, &l))
        return EXIT_BAD_INPUT;
    if (as_json)
        print_json(c, &l);
    else
        print_text(c, &l);
    code = write_pictures(c, &l, &w);
    return code == EXIT_OK ? write_plots(c, &l) : code;
}

const command command_light = {
    .name = "light",
    .summary = "how few fields the light of a recording needs",
    .usage = "FILE.rec [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Soft shadows and bounced light (radiance transfer) of a few states, chosen by k-means,\n"
        "  in the fewest fields; what that loses, and what it is off by at states nobody lit\n"
        "  before (docs/light.md). It takes a second or more a state.\n\n"
        "  supple light door.rec --shapes 100 --picture worst.png --ranks ranks.png",
    .run = run,
};
