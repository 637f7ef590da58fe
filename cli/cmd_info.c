// `supple info`: what is inside a file, for people or programs. Counting is done in bake/scene.
// SPDX-License-Identifier: MIT
#include "bake/base/json_out.h"
#include "bake/base/text.h"
#include "bake/import/import.h"
#include "bake/import/import_tets.h"
#include "bake/record/recording.h"
#include "bake/scene/contents.h"
#include "cli/asset_file.h"
#include "cli/cli.h"
#include "cli/info_asset.h"
#include "cli/info_recording.h"
#include "cli/info_tets.h"

static bool as_json;

static const option options[] = {
    {"--json", 0, OPTION_FLAG, NULL, &as_json, "print it as JSON"},
};

enum { NAME_BYTES = 60 };

typedef struct page { // what the printers need
    const char* path;
    const imported* file;
    const scene* scene;
    const char* generator;
    arena* memory;
    const cli* shown;
    report* findings;
} page;

// A name from the file, or "-" for none: nothing in it reaches the terminal as a command.
static const char* shown(const page* p, const char* name) {
    return name[0] != 0 ? text_printable(name, NAME_BYTES, p->memory) : "-";
}

static const char* plural(int64_t count) {
    return count == 1 ? "" : "s";
}

static void print_heading(const char* what, int32_t count) {
    printf("  %-10s %d\n", what, count);
}

static void print_meshes(const page* p) {
    const scene* s = p->scene;
    print_heading("meshes", s->mesh_count);
    for (int32_t i = 0; i < s->mesh_count; ++i) {
        const mesh* m = &s->meshes[i];
        mesh_contents c = mesh_contents_of(s, i, p->memory);
        printf("    %-20s %lld vertices, %lld triangles, %d primitive%s, shown by %d node%s\n",
               shown(p, m->name), (long long)c.vertex_count, (long long)c.triangle_count,
               m->primitive_count, plural(m->primitive_count), c.instance_count,
               plural(c.instance_count));
        printf("    %-20s", "");
        for (int32_t k = 0; k < c.attribute_count; ++k)
            printf(" %s", shown(p, c.attributes[k]));
        putchar('\n');
        if (m->target_count == 0)
            continue;
        printf("    %-20s %d morph target%s:", "", m->target_count, plural(m->target_count));
        for (int32_t k = 0; k < m->target_count; ++k)
            printf("%s %s", k > 0 ? "," : "", shown(p, m->target_names[k]));
        putchar('\n');
    }
}

static void print_looks(const page* p) {
    const scene* s = p->scene;
    print_heading("materials", s->material_count);
    for (int32_t i = 0; i < s->material_count; ++i) {
        const scene_material* m = &s->materials[i];
        printf("    %-20s colour %.3g %.3g %.3g %.3g%s%s%s\n", shown(p, m->name),
               (double)m->base_color[0], (double)m->base_color[1], (double)m->base_color[2],
               (double)m->base_color[3], m->base_image >= 0 ? ", picture" : "",
               m->double_sided ? ", two-sided" : "", m->blended ? ", blended" : "");
    }
    print_heading("images", s->image_count);
    for (int32_t i = 0; i < s->image_count; ++i) {
        const image* m = &s->images[i];
        printf("    %-20s %s, ", shown(p, m->name),
               m->mime_or_null != NULL ? shown(p, m->mime_or_null) : "type not said");
        if (m->encoded.size > 0)
            printf("%zu bytes\n", m->encoded.size);
        else
            printf("not found\n");
    }
}

static void print_motion(const page* p) {
    const scene* s = p->scene;
    print_heading("nodes", s->node_count);
    print_heading("skins", s->skin_count);
    for (int32_t i = 0; i < s->skin_count; ++i)
        printf("    %-20s %d joint%s\n", shown(p, s->skins[i].name), s->skins[i].joint_count,
               plural(s->skins[i].joint_count));
    print_heading("clips", s->clip_count);
    for (int32_t i = 0; i < s->clip_count; ++i) {
        const clip* m = &s->clips[i];
        clip_contents c = clip_contents_of(s, i, p->memory);
        printf("    %-20s %.3f s, %d channel%s on %d node%s, %lld key%s\n", shown(p, m->name),
               m->duration, m->channel_count, plural(m->channel_count), c.node_count,
               plural(c.node_count), (long long)c.key_count, plural(c.key_count));
    }
}

// The asset that a GLB has inside, or NULL: there is none, or with a warning, it cannot be used.
static const supple_asset* asset_inside(const page* p) {
    supple_asset* a = ARENA_NEW(p->memory, supple_asset, 1);
    supple_result result = asset_file_find(p->file->mapping, p->memory, a);
    if (result != SUPPLE_OK && result != SUPPLE_NOT_AN_ASSET)
        report_warning(p->findings, place_file(p->path), "%s", supple_result_text(result));
    return result == SUPPLE_OK ? a : NULL;
}

static void print_text(const page* p) {
    printf("%s\n", text_printable(p->path, SIZE_MAX, p->memory));
    printf("  %-10s %s, %zu bytes\n", "format", file_format_name(p->scene->format),
           p->file->mapping.size);
    if (p->generator[0] != 0)
        printf("  %-10s %s\n", "made by", shown(p, p->generator));
    print_meshes(p);
    print_looks(p);
    print_motion(p);
    const supple_asset* inside = asset_inside(p);
    if (inside != NULL)
        info_asset_print(p->shown, inside);
}

static void json_meshes(json_out* o, const page* p) {
    const scene* s = p->scene;
    json_key(o, "meshes");
    json_begin_array(o);
    for (int32_t i = 0; i < s->mesh_count; ++i) {
        const mesh* m = &s->meshes[i];
        mesh_contents c = mesh_contents_of(s, i, p->memory);
        json_begin_object(o);
        json_key_text(o, "name", m->name);
        json_key_int(o, "vertices", c.vertex_count);
        json_key_int(o, "triangles", c.triangle_count);
        json_key_int(o, "primitives", m->primitive_count);
        json_key_int(o, "instances", c.instance_count);
        json_key(o, "attributes");
        json_begin_array(o);
        for (int32_t k = 0; k < c.attribute_count; ++k)
            json_text(o, c.attributes[k]);
        json_end_array(o);
        json_key(o, "morphTargets");
        json_begin_array(o);
        for (int32_t k = 0; k < m->target_count; ++k)
            json_text(o, m->target_names[k]);
        json_end_array(o);
        json_end_object(o);
    }
    json_end_array(o);
}

static void json_looks(json_out* o, const page* p) {
    const scene* s = p->scene;
    json_key(o, "materials");
    json_begin_array(o);
    for (int32_t i = 0; i < s->material_count; ++i) {
        const scene_material* m = &s->materials[i];
        json_begin_object(o);
        json_key_text(o, "name", m->name);
        json_key(o, "baseColor");
        json_floats(o, m->base_color, 4);
        json_key_int(o, "baseImage", m->base_image);
        json_key_bool(o, "doubleSided", m->double_sided);
        json_key_bool(o, "blended", m->blended);
        json_end_object(o);
    }
    json_end_array(o);
    json_key(o, "images");
    json_begin_array(o);
    for (int32_t i = 0; i < s->image_count; ++i) {
        json_begin_object(o);
        json_key_text(o, "name", s->images[i].name);
        if (s->images[i].mime_or_null != NULL)
            json_key_text(o, "type", s->images[i].mime_or_null);
        json_key_int(o, "bytes", (int64_t)s->images[i].encoded.size);
        json_end_object(o);
    }
    json_end_array(o);
}

static void json_motion(json_out* o, const page* p) {
    const scene* s = p->scene;
    json_key(o, "skins");
    json_begin_array(o);
    for (int32_t i = 0; i < s->skin_count; ++i) {
        json_begin_object(o);
        json_key_text(o, "name", s->skins[i].name);
        json_key_int(o, "joints", s->skins[i].joint_count);
        json_end_object(o);
    }
    json_end_array(o);
    json_key(o, "clips");
    json_begin_array(o);
    for (int32_t i = 0; i < s->clip_count; ++i) {
        clip_contents c = clip_contents_of(s, i, p->memory);
        json_begin_object(o);
        json_key_text(o, "name", s->clips[i].name);
        json_key_double(o, "duration", s->clips[i].duration);
        json_key_int(o, "channels", s->clips[i].channel_count);
        json_key_int(o, "nodes", c.node_count);
        json_key_int(o, "keys", c.key_count);
        json_end_object(o);
    }
    json_end_array(o);
}

static void print_json(const page* p) {
    json_out o = json_out_new(p->memory, true);
    json_begin_object(&o);
    json_key_text(&o, "file", p->path);
    json_key_text(&o, "format", file_format_name(p->scene->format));
    json_key_int(&o, "bytes", (int64_t)p->file->mapping.size);
    if (p->generator[0] != 0)
        json_key_text(&o, "generator", p->generator);
    json_meshes(&o, p);
    json_looks(&o, p);
    json_key_int(&o, "nodes", p->scene->node_count);
    json_motion(&o, p);
    const supple_asset* inside = asset_inside(p);
    if (inside != NULL)
        info_asset_json(&o, inside);
    json_end_object(&o);
    puts(o.text);
}

static int run_scene(cli* c, const char* path) {
    imported file = {.extra_count = 0};
    if (!import_scene(path, c->memory, &file, &c->findings))
        return EXIT_BAD_INPUT;
    page p = {path,      &file, &file.scene, import_generator(&file.scene, c->memory),
              c->memory, c,     &c->findings};
    if (as_json)
        print_json(&p);
    else
        print_text(&p);
    import_close(&file);
    return EXIT_OK;
}

// A recording is known by its first bytes, or else by its name: then it is told what is wrong with it.
static int run(cli* c) {
    static const char* const named[] = {"rec"};
    const char* path = c->arguments[0];
    bytes file;
    if (!file_map(path, &file, &c->findings))
        return EXIT_BAD_INPUT;
    bool recorded = recording_knows(file) || path_kind(path, named, 1) == 0;
    int code = info_asset_knows(file)          ? info_asset(c, path, file, as_json)
               : recorded                      ? info_recording(c, path, as_json)
               : import_tets_knows(file, path) ? info_tets(c, path, file, as_json)
                                               : -1;
    file_unmap(file);
    return code >= 0 ? code : run_scene(c, path);
}

const command command_info = {
    .name = "info",
    .summary = "say what is inside a file",
    .usage = "FILE [--json]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Meshes with their attributes and morph targets, materials, images, nodes, skins and\n"
        "  clips of a glTF, GLB, OBJ, PLY or STL file; of files with tetrahedra (Gmsh, Medit, "
        "TetGen,\n"
        "  Vega, VTK) their elements, volume and regions; of a recording (.rec) its chains,\n"
        "  responses and states; of a baked asset, alone (.supple) or inside a GLB, its parts.\n"
        "\n"
        "  supple info hero.glb",
    .run = run,
};
