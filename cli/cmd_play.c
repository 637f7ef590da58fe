// `supple play`: a living file over one of its clips, written as an animation, a point cache or a table.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/export/glb.h"
#include "bake/export/point_cache_out.h"
#include "bake/import/import.h"
#include "bake/play/motion.h"
#include "bake/play/take_film.h"
#include "bake/play/take_out.h"
#include "bake/play/take_picture.h"
#include "bake/scene/bind.h"
#include "bake/scene/contents.h"
#include "cli/asset_file.h"
#include "cli/cli.h"
#include "cli/light_choice.h"
#include "cli/play_motion.h"
#include "cli/play_push.h"
#include "cli/play_triggers.h"
#include "cli/solid_choice.h"
#include "cli/strip_choice.h"
#include "cli/tool_choice.h"

#include <string.h>

#define INVISIBLE    1e-5 // of the body's size: less is left out of an animation
#define THROWN_FROM  0.3  // metres
#define FALL_SECONDS 3.0  // and after the last trigger

enum { FILES_MOST = 4, LIVELIEST = 6 };

static const char *output, *clip_name, *plot_path;
static strip_choice strip = STRIP_DEFAULT;
static const char *bvh_path, *map_path, *motion_name, *throw_text, *push_text, *at_text;
static const char *trigger_text, *light_text;
static double drop = NAN; // metres
static double thrown[3];  // m/s
static push_wish push;
static const char *box_text, *ball_text;
static play_solid solids[SOLID_CHOICE_MOST];
static int32_t solid_count;
static const char* tool_path;
static double tip; // the file's unit
static bool falls;
static double fps = 60.0, seconds, preroll;
static int32_t substeps = 1;
static bool loop, self, uncorrected, debug;

static const option options[] = {
    {"--clip", 0, OPTION_TEXT, "NAME", &clip_name, "which clip (default: the first)"},
    {"--bvh", 0, OPTION_FILE, "FILE", &bvh_path, "a motion capture instead of a clip"},
    {"--map", 0, OPTION_FILE, "FILE", &map_path,
     "its joints: lines \"theirs = ours\" (default: a guess)"},
    {"--motion", 0, OPTION_FILE, "FILE", &motion_name,
     "move all of it: a .csv (t,x,y,z[,quaternion]), or breathing"},
    {"--drop", 0, OPTION_NUMBER, "M", &drop,
     "let a body that nothing holds fall from so many metres"},
    {"--throw", 0, OPTION_TEXT, "X,Y,Z", &throw_text, "... thrown at this speed, m/s, spinning"},
    {"--push", 0, OPTION_TEXT, "X,Y,Z", &push_text, "a force in newtons, all the time ..."},
    {"--at", 0, OPTION_TEXT, "X,Y,Z,R", &at_text,
     "... on the skin within R of here, in the pose it was bound in"},
    {"--push-for", 0, OPTION_NUMBER, "S", &push.seconds, "... for so many seconds, then let go"},
    {"--trigger", 0, OPTION_TEXT, "ENTRY@S,...", &trigger_text,
     "of a recorded body: what happens to it, and when"},
    {"--box", 0, OPTION_TEXT, "X,Y,Z,W,H,D", &box_text,
     "a box to bump into: its middle and its edges, the file's unit"},
    {"--ball", 0, OPTION_TEXT, "X,Y,Z,R", &ball_text, "a ball: its middle and its radius"},
    {"--tool", 0, OPTION_FILE, "FILE", &tool_path,
     "an instrument that presses and pulls: a .csv (t,x,y,z[,grip])"},
    {"--tip", 0, OPTION_NUMBER, "R", &tip, "... the radius of its tip (default: 1/40 of its way)"},
    {"--self", 0, OPTION_FLAG, NULL, &self, "it bumps into itself, too: a thigh into a belly"},
    {"--fps", 0, OPTION_NUMBER, "N", &fps, "frames a second (default 60)"},
    {"--seconds", 0, OPTION_NUMBER, "S", &seconds, "how long (default: as long as the clip)"},
    {"--preroll", 0, OPTION_NUMBER, "S", &preroll, "hold the first pose so long before"},
    {"--loop", 0, OPTION_FLAG, NULL, &loop, "end as it began: no seam when it is repeated"},
    {"--substeps", 0, OPTION_INT, "N", &substeps, "steps a frame (default 1)"},
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output,
     ".glb, .pc2, .mdd, .csv, or .png: a moving picture"},
    STRIP_OPTIONS(strip, "PNG: without, with, and how far from one to the other"),
    {"--uncorrected", 0, OPTION_FLAG, NULL, &uncorrected,
     "... with a row more: the normals of bones alone"},
    {"--light", 0, OPTION_TEXT, LIGHT_CHOICE_WORDS, &light_text,
     "... under a sky or a .hdr: by the light it was baked with, or by rays"},
    {"--debug", 0, OPTION_FLAG, NULL, &debug,
     "... with what its world takes things for: shapes, contacts, bounds"},
    {"--plot", 0, OPTION_OUTPUT, "FILE", &plot_path, "SVG: the liveliest modes over time"},
};

enum { KIND_GLB, KIND_PC2, KIND_MDD, KIND_CSV, KIND_PNG, KIND_APNG, KIND_COUNT };
static const char* const kinds[KIND_COUNT] = {"glb", "pc2", "mdd", "csv", "png", "apng"};

static int kind_of(const char* path) {
    return path_kind(path, kinds, KIND_COUNT);
}

static bool is_film(const char* path_or_null) {
    int kind = path_or_null != NULL ? kind_of(path_or_null) : KIND_COUNT;
    return kind == KIND_PNG || kind == KIND_APNG;
}

static int bad_usage(const cli* c) {
    if (output == NULL && strip.path == NULL && plot_path == NULL)
        return cli_usage_error(
            "play needs -o FILE (.glb, .pc2, .mdd, .csv or .png), --picture or --plot");
    if (output != NULL && kind_of(output) == KIND_COUNT)
        return cli_usage_error("the output is a .glb, .pc2, .mdd, .csv or .png, not \"%s\"",
                               output);
    if (c->argument_count > 1 && (output != NULL || plot_path != NULL))
        return cli_usage_error("several files are laid beside each other in a --picture; -o and "
                               "--plot write one");
    if (!(fps > 0.0 && fps <= 10000.0))
        return cli_usage_error("--fps is above 0 and at most 10000, not %g", fps);
    if (!(seconds >= 0.0) || !(preroll >= 0.0))
        return cli_usage_error("--seconds and --preroll are not below 0");
    falls = !isnan(drop) || throw_text != NULL;
    if (drop < 0.0)
        return cli_usage_error("--drop is a height above the floor, not %g", drop);
    if ((clip_name != NULL) + (bvh_path != NULL) + (motion_name != NULL) + falls +
            (trigger_text != NULL) >
        1)
        return cli_usage_error("one of --clip, --bvh, --motion, --trigger and --drop or --throw "
                               "moves the body, not several");
    if (throw_text != NULL && !cli_numbers(throw_text, 3, thrown))
        return cli_usage_error("--throw is three numbers with commas between, not \"%s\"",
                               throw_text);
    if ((falls || trigger_text != NULL) && loop)
        return cli_usage_error(
            "what falls or is triggered does not end as it began: leave out --loop");
    if (light_text != NULL && strip.path == NULL && !is_film(output))
        return cli_usage_error("--light is for a --picture, or -o FILE.png");
    if (debug && (strip.path == NULL || light_text != NULL))
        return cli_usage_error("--debug is for a --picture without --light");
    if (debug && !falls && box_text == NULL && ball_text == NULL && tool_path == NULL && !self)
        return cli_usage_error(
            "--debug shows a world: give --drop, --throw, --box, --ball, --tool or --self");
    if (map_path != NULL && bvh_path == NULL)
        return cli_usage_error("--map belongs to --bvh");
    if (tool_path != NULL && (falls || loop))
        return cli_usage_error("--tool is for a body that is held, played once: leave out --drop, "
                               "--throw and --loop");
    if (substeps < 1 || substeps > 1000)
        return cli_usage_error("--substeps is 1 to 1000, not %d", substeps);
    solid_count = solid_choice(box_text, ball_text, solids);
    return push_read(push_text, at_text, &push) != EXIT_OK || solid_count < 0 ||
                   !tool_sound(tool_path, tip) ||
                   !strip_settle(&strip, 1 + (uncorrected ? 3 : 2) * c->argument_count)
               ? EXIT_BAD_USAGE
               : EXIT_OK;
}

static bool choose_clip(cli* c, const char* path, const scene* s, int32_t* chosen) {
    *chosen = s->clip_count > 0 ? 0 : -1;
    if (clip_name == NULL)
        return *chosen >= 0 || seconds > 0.0 ||
               report_error(&c->findings, place_file(path),
                            "has no clip, so there is nothing to play; move it with --motion (a "
                            ".csv, or breathing) or --bvh, let it fall with --drop where nothing "
                            "holds it, or let it stand for --seconds S");
    *chosen = clip_named(s, clip_name);
    return *chosen >= 0 || report_error(&c->findings, place_file(path), "%s",
                                        clip_missing(s, clip_name, c->memory));
}

// ---- playing ---------------------------------------------------------------------------

// A file that was played; what it points to stays until it is closed.
typedef struct played {
    const char* path;
    imported file;
    bytes whole;
    supple_asset asset;
    surface rest;
    binding binding;
    scene moved; // with the clip that it is played over
    play_fall fall;
    play_push push;
    play_triggers triggers;
    instrument tool;
    light_wish sky;
    play_request q;
    play_take t;
} played;

// The scene to play, and which of its clips.
static bool choose_motion(cli* c, played* p, double metres, int32_t* chosen) {
    const scene* s = &p->file.scene;
    p->moved = *s;
    *chosen = -1;
    if (falls || trigger_text != NULL)
        return true;
    if (bvh_path == NULL && motion_name == NULL)
        return choose_clip(c, p->path, s, chosen);
    *chosen = s->clip_count; // the new one is the last
    return bvh_path != NULL ? play_motion_bvh(c, bvh_path, map_path, metres, s, &p->moved)
                            : play_motion_table(c, motion_name, metres, s, &p->moved);
}

static double seconds_of(const played* p) {
    if (seconds > 0.0 || (!falls && trigger_text == NULL))
        return seconds;
    return FALL_SECONDS + (falls ? 0.0 : p->triggers.all[p->triggers.count - 1].time);
}

static void print_take(cli* c, const play_request* q, const play_take* t) {
    printf("%d frame%s at %.4g a second", t->frame_count, t->frame_count == 1 ? "" : "s", t->fps);
    if (q->loop)
        printf(", seam %.1g of the motion", t->seam);
    printf("; farthest %.3g m, vertex %d in frame %d", t->largest, t->largest_vertex,
           t->largest_frame);
    if (q->fall_or_null != NULL || q->solid_count > 0 || q->self || q->tool_or_null != NULL)
        printf("; at most %d contacts at once", t->contacts);
    if (q->tool_or_null != NULL)
        printf("; pressed with %.3g N at most", t->pressed);
    if (t->limited > 0)
        printf("; at a limit in %u", t->limited);
    printf("\n");
    // not on stdout: what is told there of a take is the same every time
    report_note(&c->findings, place_none(),
                "%.1f us a frame on the CPU, and %.1f where it displaces the vertices too",
                1e6 * t->step_seconds, 1e6 * (t->step_seconds + t->evaluate_seconds));
}

static bool play_one(cli* c, played* p) {
    pose at_rest = bind_pose(&p->file.scene, c->memory);
    p->rest = surface_from_scene(&p->file.scene, &at_rest, c->memory);
    int32_t chosen;
    if (!binding_of(&p->file.scene, &p->rest, &at_rest, 1.0, c->memory, &p->binding, &c->findings))
        return false;
    double metres = play_world_metres(&p->binding, &p->asset);
    if (!choose_motion(c, p, metres, &chosen))
        return false;
    // a thrown thing seldom flies without a turn
    p->fall = (play_fall){!isnan(drop) ? drop : THROWN_FROM, v3(thrown[0], thrown[1], thrown[2]),
                          throw_text != NULL ? v3(2.0, 1.0, -5.0) : v3(0.3, 0.0, -0.5)};
    if (push_text != NULL)
        p->push = push_choose(c, &push, &p->rest, &p->asset, metres);
    if (tool_path != NULL && !tool_read(c, tool_path, tip, &p->tool))
        return false;
    if (trigger_text != NULL && !triggers_choose(c, trigger_text, &p->asset, &p->triggers))
        return false;
    p->q = (play_request){.s = &p->moved,
                          .binding = &p->binding,
                          .asset = &p->asset,
                          .clip = chosen,
                          .fps = fps,
                          .seconds = seconds_of(p),
                          .preroll = preroll,
                          .loop = loop,
                          .substeps = substeps,
                          .fall_or_null = falls ? &p->fall : NULL,
                          .push_or_null = push_text != NULL ? &p->push : NULL,
                          .triggers_or_null = trigger_text != NULL ? &p->triggers : NULL,
                          .solids = solids,
                          .solid_count = solid_count,
                          .tool_or_null = tool_path != NULL ? &p->tool : NULL,
                          .self = self,
                          .lines = debug};
    if (!play_clip(&p->q, c->memory, &p->t, &c->findings))
        return false;
    print_take(c, &p->q, &p->t);
    if (trigger_text != NULL)
        triggers_tell(c, &p->triggers, &p->asset);
    if (!strip_within(c, &strip, (p->t.frame_count - 1) / p->t.fps))
        return false;
    if (p->t.poses != NULL) {
        motion whole = play_fallen(&p->q, &p->t, c->memory);
        p->moved =
            motion_scene(&whole, &p->file.scene, metres, falls ? "fall" : "played", c->memory);
        p->q.clip = p->file.scene.clip_count; // the new one is the last
    }
    return true;
}

// Close it also when this fails.
static int open_and_play(cli* c, const char* path, played* p) {
    p->path = path;
    if (!import_scene(path, c->memory, &p->file, &c->findings) ||
        !file_map(path, &p->whole, &c->findings) || !asset_file_read(c, path, p->whole, &p->asset))
        return EXIT_BAD_INPUT;
    int code = light_text == NULL
                   ? EXIT_OK
                   : light_choice(c, light_text, "--light", take_light_order(&p->asset), &p->sky);
    return code == EXIT_OK && !play_one(c, p) ? EXIT_BAD_INPUT : code;
}

static void close_played(played* p) {
    file_unmap(p->whole);
    import_close(&p->file);
}

// ---- what is written -------------------------------------------------------------------

static double size_of(const supple_asset* a) {
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_scale(low, -1.0);
    for (int32_t i = 0; i < a->vertex_count; ++i) {
        vec3 p = v3(a->positions[3 * i], a->positions[3 * i + 1], a->positions[3 * i + 2]);
        low = v3_min(low, p);
        high = v3_max(high, p);
    }
    return v3_distance(low, high);
}

static take_shown shown_of(const played* p, bool named) {
    return (take_shown){&p->q,
                        &p->t,
                        named ? path_name(p->path) : NULL,
                        {p->sky.light, take_light_order(&p->asset)},
                        uncorrected};
}

static bytes write_take(const play_request* q, const play_take* t, arena* memory) {
    if (kind_of(output) == KIND_CSV)
        return take_csv(q->asset, t, memory);
    if (kind_of(output) == KIND_GLB) {
        scene s = take_scene(q, t, INVISIBLE * size_of(q->asset), memory);
        return glb_from_scene(&s, memory);
    }
    point_cache points = take_points(q, t, memory);
    return kind_of(output) == KIND_PC2 ? point_cache_pc2(&points, memory)
                                       : point_cache_mdd(&points, memory);
}

static int write_output(cli* c, const played* p) {
    bytes out;
    take_shown shown = shown_of(p, false);
    if (!is_film(output))
        out = write_take(&p->q, &p->t, c->memory);
    else if (!take_film(&shown, &strip.shown, c->memory, &out, &c->findings))
        return EXIT_BAD_INPUT;
    return cli_write(c, output, out.data, out.size);
}

static int write_strip(cli* c, const played* files, int32_t count) {
    take_shown takes[FILES_MOST];
    picture p;
    for (int32_t i = 0; i < count; ++i)
        takes[i] = shown_of(&files[i], count > 1);
    if (!take_strip(takes, count, &strip.shown, c->memory, &p, &c->findings))
        return EXIT_BAD_INPUT;
    bytes png = png_encode(&p, c->memory);
    return cli_write(c, strip.path, png.data, png.size);
}

static int write_all(cli* c, const played* files, int32_t count) {
    SUPPLE_ASSERT(count > 0 && count <= FILES_MOST); // one at least: command_play.least
    int code = EXIT_OK;
    if (output != NULL)
        code = write_output(c, &files[0]);
    if (code == EXIT_OK && strip.path != NULL)
        code = write_strip(c, files, count);
    if (code == EXIT_OK && plot_path != NULL) {
        bytes svg = take_plot(&files[0].q, &files[0].t, LIVELIEST, c->memory);
        code = cli_write(c, plot_path, svg.data, svg.size);
    }
    return code;
}

static int run(cli* c) {
    if (bad_usage(c) != EXIT_OK)
        return EXIT_BAD_USAGE;
    played files[FILES_MOST] = {0};
    int32_t count = 0;
    int code = EXIT_OK;
    while (code == EXIT_OK && count < c->argument_count) {
        code = open_and_play(c, c->arguments[count], &files[count]);
        ++count;
    }
    if (code == EXIT_OK)
        code = write_all(c, files, count);
    for (int32_t i = 0; i < count; ++i)
        close_played(&files[i]);
    return code;
}

const command command_play = {
    .name = "play",
    .summary = "play a living file over a clip, and write what is seen",
    .usage = "FILE... -o OUT [--clip NAME] [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = FILES_MOST,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  .pc2, .mdd: each vertex of each frame; .csv: coordinates; up to four FILEs: rows of a "
        "--picture\n\n"
        "  supple play hero.soft.glb --clip jump -o jump.glb\n"
        "  supple play jelly.soft.glb --drop 0.3 -o fall.glb --picture fall.png",
    .run = run,
};
