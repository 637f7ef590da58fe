// `supple parts`: where a character is soft, and the flesh of each such place.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "bake/export/raster.h"
#include "bake/export/raster_text.h"
#include "bake/export/recolor.h"
#include "bake/export/tets_out.h"
#include "bake/import/import.h"
#include "bake/scene/bind.h"
#include "bake/scene/facing.h"
#include "bake/scene/subject.h"
#include "bake/volume/part.h"
#include "bake/volume/pieces.h"
#include "cli/region_choice.h"

#include <string.h>

enum { CMD_PARTS_MARGIN = 6 }; // pixels round the caption

static const char *output, *picture_path;
static region_choice by_hand = {.threshold = 0.5};
static int32_t target = 3000, threads;

static const option options[] = {
    {"--bones", 0, OPTION_TEXT, "LIST", &by_hand.bones,
     "one part: where these joints' weights sum high"},
    {"--attribute", 0, OPTION_TEXT, "_NAME", &by_hand.attribute, "one part: painted with this"},
    {"--color", 0, OPTION_TEXT, "RRGGBB", &by_hand.color, "one part: of this vertex colour"},
    {"--box", 0, OPTION_TEXT, "LIST", &by_hand.box, "one part: within x,y,z,x,y,z"},
    {"--sphere", 0, OPTION_TEXT, "LIST", &by_hand.sphere, "one part: within x,y,z,radius"},
    {"--threshold", 0, OPTION_NUMBER, "T", &by_hand.threshold,
     "of weights and paint (default 0.5)"},
    {"--count", 0, OPTION_INT, "N", &target, "about so many tets a part (default 3000)"},
    {"--part", 0, OPTION_TEXT, "NAME", &by_hand.part, "this part only"},
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output,
     "the part's tets as .vtk, with a field `fixed`"},
    {"--picture", 0, OPTION_OUTPUT, "FILE", &picture_path,
     "PNG: the body coloured by part, dark where it is rigid"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
};

static int bad_usage(void) {
    char extension[8];
    path_extension(output != NULL ? output : "x.vtk", extension, sizeof extension);
    if (strcmp(extension, "vtk") != 0)
        return cli_usage_error("the output is a .vtk, not \"%s\"", output);
    if (target < 1)
        return cli_usage_error("--count is above 0, not %d", target);
    return EXIT_OK;
}

static void print_part(const part* p, const scene* s, arena* memory) {
    const char* list = "";
    for (int32_t i = 0; i < p->bone_count && i < 4; ++i)
        list = text_listed(list, text_printable(s->nodes[p->bones[i]].name, 24, memory), memory);
    vec3 size = {0};
    bounds box = bounds_of(p->tets.nodes, p->tets.node_count);
    if (p->tets.node_count > 0)
        size = v3_sub(box.high, box.low);
    printf("%-18s %8d %7d %6d %6d  %-9.3g %.2g x %.2g x %.2g  %s%s\n", p->name, p->vertex_count,
           p->tets.tet_count, p->tets.node_count, p->fixed_count, p->volume, size.x, size.y, size.z,
           list, p->bone_count > 4 ? ", ..." : "");
}

static int write_part(cli* c, const part* p) {
    double* fixed = ARENA_NEW(c->memory, double, (size_t)p->tets.node_count);
    for (int32_t i = 0; i < p->tets.node_count; ++i)
        fixed[i] = p->fixed[i];
    tets_field field = {"fixed", 1, false, fixed};
    bytes file = tets_to_vtk(&p->tets, &field, 1, true, c->memory);
    return cli_write(c, output, file.data, file.size);
}

static void print_rigid(const character* body, arena* memory) {
    const pieces* x = body->pieces;
    const char** names = ARENA_NEW(memory, const char*, (size_t)x->count);
    int32_t count = pieces_rigid_names(body, names, memory);
    for (int32_t i = 0; i < count; ++i) {
        int32_t at = 0;
        while (!pieces_is_called(body, at, names[i], memory) || !x->list[at].rigid)
            ++at;
        printf("%-18s rigid: %s\n", names[i], x->list[at].reason);
    }
}

static int draw_parts(cli* c, const character* body, surface* f, const part* parts, int32_t count) {
    const float** values = ARENA_NEW(c->memory, const float*, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        float* value = ARENA_NEW(c->memory, float, (size_t)f->vertex_count);
        for (int32_t k = 0; k < parts[i].vertex_count; ++k)
            value[parts[i].vertices[k]] = parts[i].fade[k];
        values[i] = value;
    }
    recolor_regions(f, values, count);
    uint8_t* rigid = ARENA_NEW(c->memory, uint8_t, (size_t)f->vertex_count);
    bool any = false;
    for (int32_t v = 0; v < f->vertex_count; ++v)
        any |= rigid[v] = body->pieces->list[body->pieces->of[v]].rigid;
    recolor_rigid(f, rigid);
    raster_options o = raster_default();
    o.width = 360;
    o.height = 420;
    o.view_count = 4;
    o.front = scene_front(body->scene, c->memory);
    o.has_frame = subject_box(f, body->scene, &o.frame);
    for (int i = 0; i < 4; ++i)
        o.views[i] = (view){i == 0 ? 30.0 : 90.0 * (i - 1), 6.0};
    picture p = raster_surface(f, NULL, &o, c->memory);
    text_draw(&p, CMD_PARTS_MARGIN, CMD_PARTS_MARGIN, 1,
              any ? "coloured: soft, by part; dark: rigid" : "coloured: soft, by part");
    bytes png = png_encode(&p, c->memory);
    return cli_write(c, picture_path, png.data, png.size);
}

static int make_parts(cli* c, const scene* s) {
    pose p = bind_pose(s, c->memory);
    surface f = surface_from_scene(s, &p, c->memory);
    character body = character_new(s, &f, &p, c->memory);
    part_plan plans[PARTS_MOST];
    part parts[PARTS_MOST];
    int32_t planned = region_plans(&by_hand, threads, c, &body, plans), count = 0;
    if (planned > 1 && output != NULL)
        return cli_usage_error("--output writes one part: choose it with --part");
    part_options o = part_default();
    o.target = target;
    o.threads = threads;
    for (int32_t i = 0; i < planned; ++i) {
        cli_progress("parts", i, planned);
        report own = report_new(c->memory);
        if (part_build(&body, plans[i].name, &plans[i].region, &o, c->memory, &parts[count],
                       &own)) {
            if (count == 0)
                printf("%-18s %8s %7s %6s %6s  %-9s %s\n", "part", "vertices", "tets", "nodes",
                       "fixed", "volume", "size, bones");
            print_part(&parts[count++], s, c->memory);
        }
        report_pass_on(&c->findings, &own, place_none(), planned > 1);
    }
    cli_progress("parts", planned, planned);
    print_rigid(&body, c->memory);
    if (count == 0)
        return EXIT_BAD_INPUT;
    int code = output != NULL ? write_part(c, &parts[0]) : EXIT_OK;
    return code == EXIT_OK && picture_path != NULL ? draw_parts(c, &body, &f, parts, count) : code;
}

static int run(cli* c) {
    if (bad_usage() != EXIT_OK || region_choice_check(&by_hand) != EXIT_OK)
        return EXIT_BAD_USAGE;
    imported file;
    if (!import_scene(c->arguments[0], c->memory, &file, &c->findings))
        return EXIT_BAD_INPUT;
    int code = make_parts(c, &file.scene);
    import_close(&file);
    return code;
}

const command command_parts = {
    .name = "parts",
    .summary = "find the soft parts of a character and fill them",
    .usage = "FILE [--part NAME -o part.vtk] [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Without a region, parts are where flesh is far from bone. Sizes are in the file's\n"
        "  unit; fixed nodes lie on the cut and along the bones.\n\n"
        "  supple parts hero.glb --picture parts.png\n"
        "  supple parts hero.glb --bones hips,spine --sphere 0,1,0.1,0.2 -o belly.vtk",
    .run = run,
};
