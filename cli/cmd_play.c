// `supple play`: a living file over one of its clips, written as an animation, a point cache or a table.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "bake/export/glb.h"
#include "bake/export/point_cache_out.h"
#include "bake/import/import.h"
#include "bake/play/motion.h"
#include "bake/play/retarget.h"
#include "bake/play/take_out.h"
#include "bake/play/take_picture.h"
#include "bake/scene/bind.h"
#include "cli/cli.h"

#include <string.h>

#define INVISIBLE    1e-5 // of the body's size: less is left out of an animation
#define THROWN_FROM  0.3  // metres
#define FALL_SECONDS 3.0

enum { MOMENTS = 8, ROWS = 3, LIVELIEST = 6, BREATHS = 2, LEFT_SHOWN = 12 };

static const char *output, *clip_name, *picture_path, *plot_path;
static const char* size_text = "220x300";
static int32_t width, height;
static const char *bvh_path, *map_path, *motion_name, *throw_text;
static double drop = NAN; // metres
static double thrown[3];  // m/s
static bool falls;
static double fps = 60.0, seconds, preroll;
static int32_t substeps = 1;
static bool loop;

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
    {"--fps", 0, OPTION_NUMBER, "N", &fps, "frames a second (default 60)"},
    {"--seconds", 0, OPTION_NUMBER, "S", &seconds, "how long (default: as long as the clip)"},
    {"--preroll", 0, OPTION_NUMBER, "S", &preroll, "hold the first pose so long before"},
    {"--loop", 0, OPTION_FLAG, NULL, &loop, "end as it began: no seam when it is repeated"},
    {"--substeps", 0, OPTION_INT, "N", &substeps, "steps a frame (default 1)"},
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, ".glb, .pc2, .mdd or .csv"},
    {"--picture", 0, OPTION_OUTPUT, "FILE", &picture_path,
     "PNG: without, with, and how far from one to the other"},
    {"--size", 0, OPTION_TEXT, "WxH", &size_text, "pixels of a frame of it (default 220x300)"},
    {"--plot", 0, OPTION_OUTPUT, "FILE", &plot_path, "SVG: the liveliest modes over time"},
};

typedef enum kind { KIND_GLB, KIND_PC2, KIND_MDD, KIND_CSV, KIND_COUNT } kind;
static const char* const kinds[KIND_COUNT] = {"glb", "pc2", "mdd", "csv"};

static kind kind_of(const char* path) {
    char extension[8];
    path_extension(path, extension, sizeof extension);
    kind k = KIND_GLB;
    while (k < KIND_COUNT && strcmp(kinds[k], extension) != 0)
        ++k;
    return k;
}

static int bad_usage(void) {
    if (output == NULL && picture_path == NULL && plot_path == NULL)
        return cli_usage_error(
            "play needs -o FILE (.glb, .pc2, .mdd or .csv), --picture or --plot");
    if (output != NULL && kind_of(output) == KIND_COUNT)
        return cli_usage_error("the output is a .glb, .pc2, .mdd or .csv, not \"%s\"", output);
    if (!(fps > 0.0 && fps <= 10000.0))
        return cli_usage_error("--fps is above 0 and at most 10000, not %g", fps);
    if (!(seconds >= 0.0) || !(preroll >= 0.0))
        return cli_usage_error("--seconds and --preroll are not below 0");
    falls = !isnan(drop) || throw_text != NULL;
    if (drop < 0.0)
        return cli_usage_error("--drop is a height above the floor, not %g", drop);
    if ((clip_name != NULL) + (bvh_path != NULL) + (motion_name != NULL) + falls > 1)
        return cli_usage_error("one of --clip, --bvh, --motion and --drop or --throw moves the "
                               "body, not several");
    if (throw_text != NULL && !cli_numbers(throw_text, 3, thrown))
        return cli_usage_error("--throw is three numbers with commas between, not \"%s\"",
                               throw_text);
    if (falls && loop)
        return cli_usage_error("what falls does not end as it began: leave out --loop");
    if (map_path != NULL && bvh_path == NULL)
        return cli_usage_error("--map belongs to --bvh");
    if (substeps < 1 || substeps > 1000)
        return cli_usage_error("--substeps is 1 to 1000, not %d", substeps);
    return cli_size(size_text, MOMENTS, ROWS, &width, &height) ? EXIT_OK : EXIT_BAD_USAGE;
}

static bool choose_clip(cli* c, const scene* s, int32_t* chosen) {
    *chosen = clip_name == NULL && s->clip_count > 0 ? 0 : -1;
    if (clip_name == NULL)
        return *chosen >= 0 || seconds > 0.0 ||
               report_error(&c->findings, place_file(c->arguments[0]),
                            "has no clip, so there is nothing to play; move it with --motion (a "
                            ".csv, or breathing) or --bvh, let it fall with --drop where nothing "
                            "holds it, or let it stand for --seconds S");
    const char** names = ARENA_NEW(c->memory, const char*, (size_t)s->clip_count);
    for (int32_t i = 0; i < s->clip_count; ++i) {
        names[i] = s->clips[i].name;
        if (strcmp(names[i], clip_name) == 0)
            *chosen = i;
    }
    if (*chosen >= 0)
        return true;
    const char* near = text_nearest(clip_name, names, s->clip_count);
    return report_error(
        &c->findings, place_file(c->arguments[0]), "there is no clip \"%s\"%s%s%s", clip_name,
        near != NULL ? "; did you mean \"" : "; `supple info` lists those there are",
        near != NULL ? near : "", near != NULL ? "\"?" : "");
}

// ---- motions from elsewhere ------------------------------------------------------------

static void print_map(const joint_map* m, const char* path, arena* memory) {
    const char* list = "";
    for (int32_t i = 0; i < m->left_count && i < LEFT_SHOWN; ++i)
        list = arena_format(memory, "%s%s%s", list, i > 0 ? ", " : "",
                            text_printable(m->left[i], 30, memory));
    printf("%d joints are driven by %s", m->count, path);
    if (m->left_count > 0)
        printf("; %d of it drive none: %s%s", m->left_count, list,
               m->left_count > LEFT_SHOWN ? ", ..." : "");
    printf("\n");
}

static bool map_joints(cli* c, const biovision* b, const scene* s, joint_map* m) {
    if (map_path == NULL) {
        joint_map_guess(b, s, c->memory, m);
        return true;
    }
    bytes lines;
    if (!file_map(map_path, &lines, &c->findings))
        return false;
    bool ok = joint_map_read(lines, map_path, b, s, c->memory, m, &c->findings);
    file_unmap(lines);
    return ok;
}

static bool read_bvh(cli* c, double metres, const scene* s, scene* moved) {
    bytes file;
    biovision b;
    joint_map m;
    if (!file_map(bvh_path, &file, &c->findings))
        return false;
    bool ok = biovision_read(file, bvh_path, c->memory, &b, &c->findings);
    file_unmap(file);
    if (ok && retarget_first_frame(&b) > 0)
        report_note(&c->findings, place_file(bvh_path),
                    "the first frame is a pose put before the motion, and is left out");
    if (ok && s->skin_count == 0) {
        motion root = motion_of_biovision(&b, c->memory);
        *moved = motion_scene(&root, s, metres, path_name(bvh_path), c->memory);
        return true;
    }
    ok = ok && map_joints(c, &b, s, &m) &&
         retarget_clip(&b, &m, s, path_name(bvh_path), c->memory, moved, &c->findings);
    if (ok)
        print_map(&m, cli_shown(c, path_name(bvh_path)), c->memory);
    return ok;
}

static bool read_motion(cli* c, double metres, const scene* s, scene* moved) {
    motion m;
    if (strcmp(motion_name, "breathing") == 0) {
        m = motion_breathing(BREATHS, c->memory);
    } else {
        bytes file;
        if (!file_map(motion_name, &file, &c->findings))
            return false;
        bool ok = motion_read(file, motion_name, c->memory, &m, &c->findings);
        file_unmap(file);
        if (!ok)
            return false;
    }
    *moved = motion_scene(&m, s, metres, path_name(motion_name), c->memory);
    return true;
}

// The scene to play, and which of its clips.
static bool choose_motion(cli* c, const scene* s, double metres, scene* moved, int32_t* chosen) {
    *moved = *s;
    *chosen = -1;
    if (falls)
        return true;
    if (bvh_path == NULL && motion_name == NULL)
        return choose_clip(c, s, chosen);
    *chosen = s->clip_count; // the new one is the last
    return bvh_path != NULL ? read_bvh(c, metres, s, moved) : read_motion(c, metres, s, moved);
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

static bytes write_take(const play_request* q, const play_take* t, arena* memory) {
    if (kind_of(output) == KIND_CSV)
        return take_csv(q->asset, t, memory);
    if (kind_of(output) == KIND_GLB) {
        scene s = take_scene(q, t, INVISIBLE * size_of(q->asset), memory);
        return glb_from_scene(&s, memory);
    }
    point_cache points = take_points(q->asset, t, memory);
    return kind_of(output) == KIND_PC2 ? point_cache_pc2(&points, memory)
                                       : point_cache_mdd(&points, memory);
}

static void print_take(const play_request* q, const play_take* t) {
    printf("%d frame%s at %.4g a second", t->frame_count, t->frame_count == 1 ? "" : "s", t->fps);
    if (q->loop)
        printf(", seam %.1g of the motion", t->seam);
    printf("; farthest %.3g units, vertex %d in frame %d", t->largest, t->largest_vertex,
           t->largest_frame);
    if (q->fall_or_null != NULL)
        printf("; at most %d contacts at once", t->contacts);
    printf("\n%.1f us a frame on the CPU, and %.1f where it displaces the vertices too\n",
           1e6 * t->step_seconds, 1e6 * (t->step_seconds + t->evaluate_seconds));
}

static int write_all(cli* c, const play_request* q, const play_take* t) {
    int code = EXIT_OK;
    if (output != NULL) {
        bytes out = write_take(q, t, c->memory);
        code = cli_write(c, output, out.data, out.size);
    }
    if (code == EXIT_OK && picture_path != NULL) {
        picture strip = take_strip(q, t, MOMENTS, width, height, c->memory);
        bytes png = png_encode(&strip, c->memory);
        code = cli_write(c, picture_path, png.data, png.size);
    }
    if (code == EXIT_OK && plot_path != NULL) {
        bytes svg = take_plot(q->asset, t, LIVELIEST, c->memory);
        code = cli_write(c, plot_path, svg.data, svg.size);
    }
    return code;
}

static int play_file(cli* c, const scene* s, const supple_asset* asset) {
    binding b;
    pose at_rest = bind_pose(s, c->memory);
    surface f = surface_from_scene(s, &at_rest, c->memory);
    int32_t chosen;
    scene moved;
    if (!binding_of(s, &f, &at_rest, 1.0, c->memory, &b, &c->findings) ||
        !choose_motion(c, s, play_world_metres(&b, asset), &moved, &chosen))
        return EXIT_BAD_INPUT;
    // a thrown thing seldom flies without a turn
    play_fall fall = {!isnan(drop) ? drop : THROWN_FROM, v3(thrown[0], thrown[1], thrown[2]),
                      throw_text != NULL ? v3(2.0, 1.0, -5.0) : v3(0.3, 0.0, -0.5)};
    play_request q = {&moved,  &b,      asset, chosen,   fps,
                      seconds, preroll, loop,  substeps, falls ? &fall : NULL};
    if (falls && seconds == 0.0)
        q.seconds = FALL_SECONDS;
    play_take t;
    if (!play_clip(&q, c->memory, &t, &c->findings))
        return EXIT_BAD_INPUT;
    print_take(&q, &t);
    if (falls) {
        motion whole = play_fallen(&q, &t, c->memory);
        moved = motion_scene(&whole, s, play_world_metres(&b, asset), "fall", c->memory);
        q.clip = s->clip_count; // the new one is the last
    }
    return write_all(c, &q, &t);
}

static int run(cli* c) {
    if (bad_usage() != EXIT_OK)
        return EXIT_BAD_USAGE;
    imported file;
    bytes whole;
    if (!import_scene(c->arguments[0], c->memory, &file, &c->findings))
        return EXIT_BAD_INPUT;
    int code = EXIT_BAD_INPUT;
    if (file_map(c->arguments[0], &whole, &c->findings)) {
        supple_asset asset;
        supple_result result = supple_asset_read(&asset, whole.data, whole.size);
        if (result == SUPPLE_OK)
            code = play_file(c, &file.scene, &asset);
        else
            report_error(&c->findings, place_file(c->arguments[0]), "%s `supple bake` makes it one",
                         supple_result_text(result));
        file_unmap(whole);
    }
    import_close(&file);
    return code;
}

const command command_play = {
    .name = "play",
    .summary = "play a living file over a clip, and write what is seen",
    .usage = "FILE -o OUT [--clip NAME] [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details = "  .glb plays in any viewer (morph targets and a clip); .pc2 and .mdd hold every\n"
               "  vertex of every frame; .csv holds the coordinates.\n\n"
               "  supple play hero.soft.glb --clip jump -o jump.glb\n"
               "  supple play jelly.soft.glb --drop 0.3 -o fall.glb --picture fall.png",
    .run = run,
};
