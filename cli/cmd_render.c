// `supple render`: a picture of any file we read, from several sides or at several moments.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "bake/export/lit_ground.h"
#include "bake/export/lit_surface.h"
#include "bake/export/raster.h"
#include "bake/export/recolor.h"
#include "bake/import/import.h"
#include "bake/scene/contents.h"
#include "bake/scene/facing.h"
#include "bake/scene/subject.h"
#include "cli/cli.h"
#include "cli/light_choice.h"
#include "cli/view_choice.h"

#include <string.h>

enum { VIEWS_MAX = 8, FRAMES_MAX = 64 };

static const char *output, *size_text, *views_text = "three-quarter", *clip_name,
                                       *color = "material", *light_text;
static double moment = NAN; // not asked for
static int32_t frame_count = 1, sample_side = 3;
static bool wireframe, flat, no_ground;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output,
     "the PNG (default: the file's name with .png)"},
    {"--size", 's', OPTION_TEXT, "WxH", &size_text,
     "pixels of one view (default 640x480; of a frame 240x320)"},
    {"--views", 'v', OPTION_TEXT, "LIST", &views_text,
     "three-quarter, front, right, back, left, top, bottom"},
    {"--clip", 0, OPTION_TEXT, "NAME", &clip_name, "pose by this animation (default: as it rests)"},
    {"--time", 't', OPTION_NUMBER, "SECONDS", &moment, "when in the clip (default 0)"},
    {"--frames", 'n', OPTION_INT, "N", &frame_count, "N moments of the clip in a row"},
    {"--color", 'c', OPTION_TEXT, "WHAT", &color,
     "material (default), part, piece, weights or an _ATTRIBUTE"},
    {"--light", 0, OPTION_TEXT, LIGHT_CHOICE_WORDS, &light_text,
     "under a sky or a .hdr, with bounced light, not in the studio"},
    {"--wireframe", 'w', OPTION_FLAG, NULL, &wireframe, "draw the edges of triangles over it"},
    {"--flat", 0, OPTION_FLAG, NULL, &flat, "shade each triangle flat"},
    {"--no-ground", 0, OPTION_FLAG, NULL, &no_ground, "no shadow on the floor"},
    {"--samples", 0, OPTION_INT, "N", &sample_side, "N x N samples a pixel, 1 to 4 (default 3)"},
};

// ---- reading the command line ----------------------------------------------------------

static int parse_views(raster_options* o, arena* memory) {
    const char** words = text_pieces(views_text, &o->view_count, memory);
    if (o->view_count > VIEWS_MAX)
        return cli_usage_error("--views takes at most %d views", VIEWS_MAX);
    for (int32_t i = 0; i < o->view_count; ++i)
        if (!view_choice(words[i], "--views", &o->views[i]))
            return EXIT_BAD_USAGE;
    return EXIT_OK;
}

static int parse_size(raster_options* o) {
    if (size_text == NULL)
        size_text = frame_count > 1 ? "240x320" : "640x480";
    int32_t columns = frame_count > 1 ? frame_count : o->view_count;
    int32_t rows = frame_count > 1 ? o->view_count : 1;
    return cli_size(size_text, columns, rows, &o->width, &o->height) ? EXIT_OK : EXIT_BAD_USAGE;
}

static bool is_color(const char* word) {
    return strcmp(word, "material") == 0 || strcmp(word, "part") == 0 ||
           strcmp(word, "piece") == 0 || strcmp(word, "weights") == 0;
}

static int parse_options(raster_options* o, arena* memory) {
    *o = raster_default();
    o->ground = !no_ground;
    o->wireframe = wireframe;
    o->flat = flat;
    o->samples = sample_side;
    if (sample_side < 1 || sample_side > 4)
        return cli_usage_error("--samples takes 1 to 4, not %d", (int)sample_side);
    if (frame_count < 1 || frame_count > FRAMES_MAX)
        return cli_usage_error("--frames takes 1 to %d, not %d", FRAMES_MAX, (int)frame_count);
    if (moment < 0.0)
        return cli_usage_error("--time counts from 0, the beginning of the clip");
    if (frame_count > 1 && !isnan(moment))
        return cli_usage_error("--time shows one moment and --frames several; give one of them");
    if (color[0] != '_' && !is_color(color))
        return cli_usage_error("--color does not know \"%s\", only material, part, piece, weights "
                               "and an _ATTRIBUTE of the file",
                               color);
    return parse_views(o, memory) == EXIT_OK ? parse_size(o) : EXIT_BAD_USAGE;
}

// ---- what to draw ----------------------------------------------------------------------

// -1 for the file's rest pose. False with a sentence when the clip that is asked for is not there.
static bool choose_clip(cli* c, const char* path, const scene* s, int32_t* out) {
    bool needed = clip_name != NULL || frame_count > 1 || !isnan(moment);
    *out = needed && clip_name == NULL && s->clip_count == 1 ? 0 : -1;
    if (!needed || *out >= 0)
        return true;
    if (s->clip_count == 0)
        return report_error(&c->findings, place_file(path), "there is no animation in it");
    if (clip_name == NULL)
        return report_error(&c->findings, place_file(path), "choose one with --clip: %s",
                            clip_list(s, c->memory));
    *out = clip_named(s, clip_name);
    return *out >= 0 || report_error(&c->findings, place_file(path), "%s",
                                     clip_missing(s, clip_name, c->memory));
}

static surface surface_at(const scene* s, int32_t chosen, double time, arena* memory) {
    pose p = pose_at(s, chosen, time, memory);
    return surface_from_scene(s, &p, memory);
}

// Does the clip end as it begins? Then its last moment is not shown: it is the first.
static bool comes_round(const surface* first, const surface* last) {
    bounds box = bounds_of(first->positions, first->vertex_count);
    double near = 0.01 * v3_distance(box.low, box.high);
    for (int32_t i = 0; i < first->vertex_count; ++i)
        if (v3_distance(first->positions[i], last->positions[i]) > near)
            return false;
    return true;
}

static surface* pose_frames(cli* c, const char* path, const scene* s, int32_t chosen) {
    surface* frames = ARENA_NEW(c->memory, surface, (size_t)frame_count);
    frames[0] = surface_at(s, chosen, moment > 0.0 ? moment : 0.0, c->memory);
    if (frame_count > 1) {
        double duration = s->clips[chosen].duration;
        surface last = surface_at(s, chosen, duration, c->memory);
        int32_t steps = comes_round(&frames[0], &last) ? frame_count : frame_count - 1;
        for (int32_t i = 1; i < frame_count; ++i)
            frames[i] = surface_at(s, chosen, duration * i / steps, c->memory);
    }
    for (int32_t i = 0; i < frame_count; ++i)
        if (surface_trouble(&frames[i]) != NULL) {
            report_warning(&c->findings, place_file(path), "%s", surface_trouble(&frames[i]));
            break;
        }
    return frames;
}

static const char* attribute_list(const scene* s, arena* memory) {
    const char* list = "";
    for (int32_t i = 0; i < s->primitive_count; ++i)
        for (int32_t k = 0; k < s->primitives[i].attribute_count; ++k) {
            const char* name = s->primitives[i].attributes[k].name;
            if (strstr(list, name) == NULL)
                list = arena_format(memory, "%s, %s", list, name);
        }
    return list;
}

// Colours of the frames; *paint is the scene to take textures from, or NULL.
static bool choose_color(cli* c, const char* path, const scene* s, surface* frames,
                         raster_options* o, const scene** paint) {
    *paint = s;
    if (strcmp(color, "material") == 0)
        return true;
    *paint = NULL;
    if (color[0] == '_') {
        float* scalar;
        if (frame_count > 1)
            return report_error(&c->findings, place_none(),
                                "--color %s needs one moment: use --time instead of --frames",
                                color);
        if (!recolor_scalar(&frames[0], s, color, c->memory, &scalar))
            return report_error(&c->findings, place_file(path),
                                "no vertex has an attribute %s; --color knows material, part, "
                                "piece, weights%s",
                                color, attribute_list(s, c->memory));
        o->scalar_or_null = scalar;
        o->scalar_label_or_null = color;
        return true;
    }
    bool part = strcmp(color, "part") == 0, piece = strcmp(color, "piece") == 0;
    for (int32_t i = 0; i < frame_count; ++i)
        if (part)
            recolor_parts(&frames[i]);
        else if (piece)
            recolor_pieces(&frames[i], c->memory);
        else
            recolor_weights(&frames[i], s);
    return true;
}

// What arrives at every frame under the light that is asked for, and at the ground below all of them.
static bool light_frames(cli* c, const surface* frames, const scene* paint_or_null,
                         const double* light, raster_options* o) {
    const transfer_options t = transfer_default();
    const raster_arriving** all = arena_alloc(c->memory, (size_t)frame_count, sizeof *all);
    raster_ground* ground = ARENA_NEW(c->memory, raster_ground, (size_t)frame_count);
    double height = INFINITY;
    for (int32_t i = 0; i < frame_count; ++i)
        height = fmin(height, bounds_of(frames[i].positions, frames[i].vertex_count).low.y);
    for (int32_t i = 0; i < frame_count; ++i) {
        raster_arriving* one;
        cli_progress("light", i, frame_count);
        if (!lit_surface_arriving(&frames[i], paint_or_null, &t, light, c->memory, &one,
                                  &c->findings) ||
            (o->ground && !lit_ground_traced(&frames[i], paint_or_null, height, &t, light,
                                             c->memory, &ground[i], &c->findings)))
            return false;
        all[i] = one;
    }
    cli_progress("light", frame_count, frame_count);
    o->arriving_or_null = all;
    o->ground_or_null = ground;
    return true;
}

// Figures that are small beside what stands round them are shown without it.
static void frame_subject(const surface* frames, const scene* s, raster_options* o) {
    o->frame = bounds_of(NULL, 0);
    for (int32_t i = 0; i < frame_count; ++i) {
        bounds box;
        o->has_frame |= subject_box(&frames[i], s, &box);
        o->frame = bounds_join(o->frame, box);
    }
}

static int render(cli* c, const char* path, const scene* s, raster_options* o,
                  const double* light_or_null) {
    int32_t chosen;
    const scene* paint;
    if (!choose_clip(c, path, s, &chosen))
        return EXIT_BAD_INPUT;
    surface* frames = pose_frames(c, path, s, chosen);
    if (frames[0].triangle_count == 0) {
        report_error(&c->findings, place_file(path), "there is no triangle in it to show");
        return EXIT_BAD_INPUT;
    }
    if (!choose_color(c, path, s, frames, o, &paint))
        return EXIT_BAD_INPUT;
    if (light_or_null != NULL && !light_frames(c, frames, paint, light_or_null, o))
        return EXIT_BAD_INPUT;
    o->front = scene_front(s, c->memory);
    frame_subject(frames, s, o);
    picture p = raster_frames(frames, frame_count, paint, o, c->memory);
    bytes png = png_encode(&p, c->memory);
    if (output == NULL) {
        const char* name = path_name(path);
        const char* dot = strrchr(name, '.');
        int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
        output = arena_format(c->memory, "%.*s.png", stem, name);
    }
    return cli_write(c, output, png.data, png.size);
}

static int run(cli* c) {
    const char* path = c->arguments[0];
    raster_options o;
    if (parse_options(&o, c->memory) != EXIT_OK)
        return EXIT_BAD_USAGE;
    light_wish sky = {0};
    int code = light_text == NULL
                   ? EXIT_OK
                   : light_choice(c, light_text, "--light", transfer_default().sight.order, &sky);
    if (code != EXIT_OK)
        return code;
    imported file;
    if (!import_scene(path, c->memory, &file, &c->findings))
        return EXIT_BAD_INPUT;
    code = render(c, path, &file.scene, &o, sky.light);
    import_close(&file);
    return code;
}

const command command_render = {
    .name = "render",
    .summary = "draw a picture of a file",
    .usage = "FILE [-o x.png] [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Reads glTF, GLB, OBJ, PLY and STL. LIST is names and AZIMUTH:ELEVATION pairs in\n"
        "  degrees, with commas between; views of one picture share one scale. SKY is overcast,\n"
        "  noon, evening, window or even, or a Radiance picture (.hdr) of all directions;\n"
        "  SKY:DEGREES turns it (docs/light.md).\n"
        "\n"
        "  supple render fox.glb --views front,left,45:20\n"
        "  supple render fox.glb --light evening:90\n"
        "  supple render fox.glb --light meadow.hdr\n"
        "  supple render fox.glb --clip Run --frames 6 --size 240x300 -o run.png",
    .run = run,
};
