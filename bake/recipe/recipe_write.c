// A recipe as text to edit: the defaults in full with a comment a line, parts only where they differ.
// SPDX-License-Identifier: MIT
#include "bake/base/buffer.h"
#include "bake/base/json_out.h"
#include "bake/base/number_out.h"
#include "bake/base/text.h"
#include "bake/recipe/recipe_file.h"
#include "bake/recipe/recipe_region.h"

#include <string.h>

#define THRESHOLD 0.5 // the default

enum { COMMENT_COLUMN = 34 };

typedef struct writing {
    arena* memory;
    buffer out;
    bool comments;
    const char* indent;
} writing;

// ---- values ----------------------------------------------------------------------------

static bool is_plain(const char* text) {
    static const char* const words[] = {"true", "false", "null", "none", "auto", "any",
                                        "yes",  "no",    "on",   "off",  "y",    "n"};
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_");
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strcmp(words[i], text) == 0)
            return false;
    return letters > 0 && text[letters] == 0 && strchr("0123456789", text[0]) == NULL;
}

// What is not a plain word is quoted as JSON does it.
const char* recipe_word(const char* text, arena* memory) {
    if (is_plain(text))
        return text;
    json_out o = json_out_new(memory, false);
    json_text(&o, text);
    return o.text;
}

static const char* quoted(const writing* w, const char* text) {
    return recipe_word(text, w->memory);
}

static const char* number(const writing* w, double value) {
    char digits[NUMBER_OUT_SIZE];
    number_out(value, digits);
    return arena_format(w->memory, "%s", digits);
}

static const char* number_or(const writing* w, double value, const char* word) {
    return value > 0.0 ? number(w, value) : word;
}

static const char* point(const writing* w, vec3 p) {
    return arena_format(w->memory, "[%s, %s, %s]", number(w, p.x), number(w, p.y), number(w, p.z));
}

static void line(writing* w, const char* key, const char* value, const char* comment) {
    const char* text = arena_format(w->memory, "%s%s: %s", w->indent, key, value);
    buffer_text(&w->out, text);
    if (w->comments && comment != NULL) {
        for (size_t i = strlen(text); i < COMMENT_COLUMN; ++i)
            buffer_text(&w->out, " ");
        buffer_text(&w->out, arena_format(w->memory, "  # %s", comment));
    }
    buffer_text(&w->out, "\n");
}

static const char* list_of(const writing* w, const char** names, int32_t count) {
    const char* list = "";
    for (int32_t i = 0; i < count; ++i)
        list = text_listed(list, quoted(w, names[i]), w->memory);
    return arena_format(w->memory, "[%s]", list);
}

// A key with keys of its own, and back.
static void open_map(writing* w, const char* key) {
    buffer_text(&w->out, arena_format(w->memory, "%s%s:\n", w->indent, key));
    w->indent = arena_format(w->memory, "  %s", w->indent);
}
static void close_map(writing* w) {
    w->indent += 2;
}

// ---- shapes ----------------------------------------------------------------------------

static void write_box(writing* w, const recipe_box* b) {
    if (b->given)
        line(w, "box",
             arena_format(w->memory, "[%s, %s]", point(w, b->corner[0]), point(w, b->corner[1])),
             "two corners");
}

static void write_sphere(writing* w, const recipe_sphere* s) {
    if (s->given)
        line(w, "sphere",
             arena_format(w->memory, "{centre: %s, radius: %s}", point(w, s->centre),
                          number(w, s->radius)),
             NULL);
}

static void write_region(writing* w, const recipe_region* g) {
    open_map(w, "region");
    if (g->place_or_null != NULL)
        line(w, "place", quoted(w, g->place_or_null), NULL);
    if (g->bone_count > 0)
        line(w, "bones", list_of(w, g->bones, g->bone_count), NULL);
    if (g->threshold != THRESHOLD || g->bone_count > 0 || g->attribute_or_null != NULL)
        line(w, "threshold", number(w, g->threshold), NULL);
    if (g->attribute_or_null != NULL)
        line(w, "attribute", quoted(w, g->attribute_or_null), NULL);
    if (g->color_or_null != NULL)
        line(w, "color", arena_format(w->memory, "\"%s\"", g->color_or_null), NULL);
    write_box(w, &g->box);
    write_sphere(w, &g->sphere);
    close_map(w);
}

static void write_fixing(writing* w, const recipe_fixing* f) {
    open_map(w, "fixing");
    line(w, "core", number(w, f->core), "of the way from bone to skin, 0 to 0.95: so much is bone");
    line(w, "base", number(w, f->base), "of the height, from below: stands on it");
    line(w, "attribute", f->attribute_or_null != NULL ? quoted(w, f->attribute_or_null) : "none",
         "held where this is painted above 0.5, like _FIXED");
    write_box(w, &f->box);
    write_sphere(w, &f->sphere);
    if (f->plane.given)
        line(w, "plane",
             arena_format(w->memory, "{point: %s, normal: %s}", point(w, f->plane.point),
                          point(w, f->plane.normal)),
             "what lies behind it");
    if (f->vertex_count > 0) {
        buffer_text(&w->out, arena_format(w->memory, "%svertices: [", w->indent));
        for (int32_t i = 0; i < f->vertex_count; ++i)
            buffer_text(&w->out,
                        arena_format(w->memory, "%s%d", i > 0 ? ", " : "", f->vertices[i]));
        buffer_text(&w->out, "]\n");
    }
    close_map(w);
}

// ---- material and damping --------------------------------------------------------------

static bool same_material(const material* a, const material* b) {
    return a->young == b->young && a->poisson == b->poisson && a->density == b->density;
}

static void write_softness(writing* w, const recipe_part* p) {
    const material* m = &p->material;
    const char* value =
        arena_format(w->memory, "{young: %s, poisson: %s, density: %s}", number(w, m->young),
                     number(w, m->poisson), number(w, m->density));
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i)
        if (same_material(m, &material_presets[i].material))
            value = material_presets[i].name;
    line(
        w, "material", value,
        "fat, muscle, skin, organ, jelly, rubber, foam, wood; or {young, poisson, density}: Pa, -, "
        "kg/m3");
    if (p->first > 0.0)
        line(w, "first", number(w, p->first), "Hz of the slowest mode, instead of the material's");
    else
        line(w, "sag", p->sag == RECIPE_SAG_AUTO ? "auto" : number(w, p->sag),
             "how far it hangs at 1 g, of its size; 0: as soft as the material; or first: 3 (Hz)");
}

static void write_damping(writing* w, const damping_request* q) {
    const char* value = "";
    switch (q->form) {
    case DAMPING_BY_SWINGS:
        value = arena_format(w->memory, "{swings: %s}", number(w, q->swings));
        break;
    case DAMPING_BY_SECONDS:
        value = arena_format(w->memory, "{seconds: %s}", number(w, q->seconds));
        break;
    case DAMPING_BY_RATIOS:
        value = arena_format(w->memory, "{ratios: [[%s, %s], [%s, %s]]}", number(w, q->hz[0]),
                             number(w, q->ratio[0]), number(w, q->hz[1]), number(w, q->ratio[1]));
        break;
    case DAMPING_BY_NUMBERS:
        value = arena_format(w->memory, "{alpha: %s, beta: %s}", number(w, q->numbers.alpha),
                             number(w, q->numbers.beta));
        break;
    }
    line(w, "damping", value,
         "dies out (to 1/100) in so many swings; or {seconds: 1}, {ratios: [[Hz, ratio], [Hz, "
         "ratio]]}, {alpha, beta}");
}

static bool same_damping(const damping_request* a, const damping_request* b) {
    return a->form == b->form && a->swings == b->swings && a->seconds == b->seconds &&
           a->hz[0] == b->hz[0] && a->hz[1] == b->hz[1] && a->ratio[0] == b->ratio[0] &&
           a->ratio[1] == b->ratio[1] && a->numbers.alpha == b->numbers.alpha &&
           a->numbers.beta == b->numbers.beta;
}

// ---- parts -----------------------------------------------------------------------------

static bool same_text(const char* a, const char* b) {
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_place(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_fixing(const recipe_fixing* a, const recipe_fixing* b) {
    return a->core == b->core && a->base == b->base && a->vertices == b->vertices &&
           same_text(a->attribute_or_null, b->attribute_or_null) && a->box.given == b->box.given &&
           same_place(a->box.corner[0], b->box.corner[0]) &&
           same_place(a->box.corner[1], b->box.corner[1]) && a->sphere.given == b->sphere.given &&
           same_place(a->sphere.centre, b->sphere.centre) && a->sphere.radius == b->sphere.radius &&
           a->plane.given == b->plane.given && same_place(a->plane.point, b->plane.point) &&
           same_place(a->plane.normal, b->plane.normal);
}

static bool same_visible(const recipe_visible* a, const recipe_visible* b) {
    return a->distance == b->distance && a->pixels == b->pixels && a->angle == b->angle &&
           a->push == b->push;
}

static const char* visible_text(const writing* w, const recipe_visible* v) {
    return v->distance > 0.0
               ? arena_format(w->memory, "{distance: %s, pixels: %s, angle: %s, push: %s}",
                              number(w, v->distance), number(w, v->pixels), number(w, v->angle),
                              number_or(w, v->push, "auto"))
               : "any";
}

static void write_size(writing* w, const recipe_part* p, const recipe_part* base) {
    if (p->volume_or_null != NULL)
        line(w, "volume", quoted(w, p->volume_or_null), "tetrahedra for it");
    if (base == NULL || p->tets != base->tets)
        line(w, "tets", arena_format(w->memory, "%d", p->tets), "about so many elements");
    if (base == NULL || p->cell != base->cell)
        line(w, "cell", number_or(w, p->cell, "auto"), "or elements of this edge, in units");
    if (base == NULL || p->ten_nodes != base->ten_nodes)
        line(w, "element", p->ten_nodes ? "t10" : "t4", "ten nodes, or four: faster, too stiff");
    if (base == NULL || p->fade != base->fade)
        line(w, "fade", number_or(w, p->fade, "auto"), "units from the seam to full motion");
}

static void write_tuning(writing* w, const recipe_part* p) {
    open_map(w, "tuning");
    line(w, "stiffness", number(w, p->stiffness), "times; 4 doubles the frequencies");
    line(w, "damping", number(w, p->damping_scale), "times");
    line(w, "response", number(w, p->response), "times what moving bones do to it");
    line(w, "limit", number_or(w, p->limit, "auto"), "units: the farthest that a vertex goes");
    close_map(w);
}

// ---- sculpted targets ------------------------------------------------------------------

static const char* shapes_of(const writing* w, const recipe_target* t) {
    if (t->shape_count == 1 && t->shapes[0].weight == 1.0)
        return quoted(w, t->shapes[0].name);
    const char* list = "";
    for (int32_t i = 0; i < t->shape_count; ++i)
        list = text_listed(list,
                           arena_format(w->memory, "%s: %s", quoted(w, t->shapes[i].name),
                                        number(w, t->shapes[i].weight)),
                           w->memory);
    return arena_format(w->memory, "{%s}", list);
}

static const char* pose_of(const writing* w, const recipe_pose* p) {
    if (p->clip_or_null != NULL)
        return arena_format(w->memory, "{clip: %s, time: %s}", quoted(w, p->clip_or_null),
                            number(w, p->time));
    const char* list = "";
    for (int32_t i = 0; i < p->node_count; ++i) {
        const recipe_node* n = &p->nodes[i];
        const char* how = "";
        if (n->turned)
            how = arena_format(w->memory, "rotation: [%s, %s, %s, %s]", number(w, n->rotation.x),
                               number(w, n->rotation.y), number(w, n->rotation.z),
                               number(w, n->rotation.w));
        if (n->moved)
            how = text_listed(how,
                              arena_format(w->memory, "translation: %s", point(w, n->translation)),
                              w->memory);
        list = text_listed(list, arena_format(w->memory, "%s: {%s}", quoted(w, n->name), how),
                           w->memory);
    }
    return arena_format(w->memory, "{nodes: {%s}}", list);
}

static const char* inputs_of(const writing* w, const recipe_target* t) {
    const char* list = "";
    for (int32_t i = 0; i < t->input_count; ++i)
        list = text_listed(list,
                           arena_format(w->memory, "%s: %s", quoted(w, t->inputs[i].name),
                                        number(w, t->inputs[i].value)),
                           w->memory);
    return arena_format(w->memory, "{%s}", list);
}

static void write_target(writing* w, const recipe_target* t) {
    const char* indent = w->indent;
    w->indent = arena_format(w->memory, "%s  - ", indent);
    line(w, "name", quoted(w, t->name), NULL);
    w->indent = arena_format(w->memory, "%s    ", indent);
    if (t->shape_count > 0)
        line(w, "shape", shapes_of(w, t), NULL);
    if (t->pose.clip_or_null != NULL || t->pose.node_count > 0)
        line(w, "pose", pose_of(w, &t->pose), NULL);
    if (t->input_count > 0)
        line(w, "inputs", inputs_of(w, t), NULL);
    if (t->young > 0.0)
        line(w, "young", number(w, t->young), NULL);
    if (t->poisson > -1.0)
        line(w, "poisson", number(w, t->poisson), NULL);
    if (t->stiffness != 1.0)
        line(w, "stiffness", number(w, t->stiffness), NULL);
    if (t->paint_or_null != NULL)
        line(w, "paint", quoted(w, t->paint_or_null), NULL);
    w->indent = indent;
}

static void write_targets(writing* w, const recipe_part* p, const recipe_part* base) {
    if (base == NULL || p->stvk != base->stvk)
        line(w, "elasticity", p->stvk ? "stvk" : "linear",
             "stvk: springs that stiffen as they stretch, for large motion; costs more");
    if (base == NULL || p->derivatives != base->derivatives)
        line(w, "derivatives", p->derivatives ? "true" : "false",
             "of stvk: shapes that large motion needs besides");
    if (p->joint_count > 0 && (base == NULL || p->joints != base->joints))
        line(w, "joints", list_of(w, p->joints, p->joint_count), "that poses are told by");
    if (base == NULL || p->translation != base->translation)
        line(w, "translation", number_or(w, p->translation, "auto"),
             "radians that a joint's shift by a metre counts for");
    if (base == NULL || p->smoothing != base->smoothing)
        line(w, "smoothing", number(w, p->smoothing), "between the poses of targets");
    if (p->target_count == 0)
        return;
    buffer_text(&w->out, arena_format(w->memory, "%stargets:\n", w->indent));
    for (int32_t i = 0; i < p->target_count; ++i)
        write_target(w, &p->targets[i]);
}

// All of it, or what differs from `base`.
static void write_choices(writing* w, const recipe_part* p, const recipe_part* base) {
    if (base == NULL || !same_fixing(&p->fixing, &base->fixing))
        write_fixing(w, &p->fixing);
    write_size(w, p, base);
    if (base == NULL || p->sag != base->sag || p->first != base->first ||
        !same_material(&p->material, &base->material))
        write_softness(w, p);
    if (base == NULL || !same_text(p->paint_or_null, base->paint_or_null))
        line(w, "paint", p->paint_or_null != NULL ? quoted(w, p->paint_or_null) : "none",
             "attribute or colour (red, ...) with a factor on the stiffness");
    if (base == NULL || !same_text(p->paint_poisson_or_null, base->paint_poisson_or_null))
        line(w, "paint_poisson",
             p->paint_poisson_or_null != NULL ? quoted(w, p->paint_poisson_or_null) : "none",
             "attribute or colour with Poisson's ratio itself");
    if (base == NULL || !same_damping(&p->damping, &base->damping))
        write_damping(w, &p->damping);
    if (base == NULL || p->plain != base->plain)
        line(w, "basis", p->plain ? "modes" : "responses",
             "what coordinates are: answers to moving bones, or modes");
    if (base == NULL || p->modes != base->modes)
        line(w, "modes", p->modes > 0 ? arena_format(w->memory, "%d", p->modes) : "auto",
             "at most; each costs memory and time at run time");
    if (base == NULL || p->below != base->below)
        line(w, "below", number_or(w, p->below, "any"), "Hz: faster modes are left out");
    if (base == NULL || p->fps != base->fps)
        line(w, "fps", number_or(w, p->fps, "any"),
             "frames a second: modes faster than half of that are left out");
    if (base == NULL || !same_visible(&p->visible, &base->visible))
        line(w, "visible", visible_text(w, &p->visible),
             "what moves by less than a pixel is left out: {distance: 3, pixels: 1080}");
    if (base == NULL || p->stiffness != base->stiffness || p->limit != base->limit ||
        p->damping_scale != base->damping_scale || p->response != base->response)
        write_tuning(w, p);
    write_targets(w, p, base);
}

static void write_light(writing* w, const recipe_light* x) {
    line(w, "light", arena_format(w->memory, "%d", x->shapes),
         "shapes that soft shadows and bounced light are made for; 0: none");
    if (x->fields > 0)
        line(w, "light_fields", arena_format(w->memory, "%d", x->fields),
             "that light is reduced to");
}

static const char* bends_text(const writing* w, const recipe* how) {
    return how->bends == RECIPE_BENDS_ALL ? "true"
           : how->bends == 0              ? "false"
                                          : arena_format(w->memory, "%d", how->bends);
}

bytes recipe_to_yaml(const recipe* how, const char* reason_or_null, arena* memory) {
    writing w = {memory, buffer_new(memory, 4096), true, ""};
    buffer_text(&w.out,
                "# A recipe of supple: what to make soft, and how. docs/recipe.md tells more.\n"
                "# Lengths are in the file's unit, all else in SI. What is left out is as here.\n");
    if (how->input_or_null != NULL)
        line(&w, "input", quoted(&w, how->input_or_null), "seen from the folder of this recipe");
    line(&w, "unit", number_or(&w, how->unit, "auto"),
         reason_or_null != NULL ? reason_or_null : "metres");
    line(&w, "rigid", how->rigid_given ? list_of(&w, how->rigid, how->rigid_count) : "auto",
         "pieces and materials that do not bend");
    line(&w, "bends", bends_text(&w, how),
         "normals follow the motion; or of so many coordinates a part");
    line(&w, "spin", how->spin ? "true" : "false", "forces of fast turning bones are felt");
    if (how->light.shapes > 0)
        write_light(&w, &how->light);
    buffer_text(&w.out, "\n# Every part has these, unless it says otherwise itself.\n");
    open_map(&w, "defaults");
    write_choices(&w, &how->defaults, NULL);
    close_map(&w);
    w.comments = false;
    if (how->part_count > 0)
        buffer_text(&w.out,
                    "\n# region: a `place` that `supple parts` finds, or `bones: [hips, spine]`, "
                    "`attribute: _SOFT`,\n# `color: e4572e`, `box: [[x, y, z], [x, y, z]]`, "
                    "`sphere: {centre: [x, y, z], radius: r}`;\n# of several, where all hold; "
                    "nothing: all of the surface. `threshold` is of bones and attribute.\n"
                    "parts:\n");
    for (int32_t i = 0; i < how->part_count; ++i) {
        const recipe_part* p = &how->parts[i];
        buffer_text(&w.out, arena_format(memory, "  - name: %s\n", quoted(&w, p->name)));
        w.indent = "    ";
        if (recipe_region_given(&p->region))
            write_region(&w, &p->region);
        write_choices(&w, p, &how->defaults);
    }
    return buffer_bytes(&w.out);
}

// ---- recordings ------------------------------------------------------------------------

bytes recipe_recorded_to_yaml(const recipe* how, arena* memory) {
    writing w = {memory, buffer_new(memory, 1024), true, ""};
    const recipe_recorded* x = &how->recorded;
    buffer_text(&w.out, "# A recipe of supple for a recording. docs/record.md tells more.\n");
    if (how->input_or_null != NULL)
        line(&w, "input", quoted(&w, how->input_or_null), "seen from the folder of this recipe");
    line(&w, "bends", bends_text(&w, how),
         "normals follow the motion; or of so many coordinates a part");
    write_light(&w, &how->light);
    open_map(&w, "recorded");
    if (x->rank > 0)
        line(&w, "rank", arena_format(memory, "%d", x->rank), "so many shapes");
    else if (x->spectral > 0.0)
        line(&w, "spectral", number(&w, x->spectral),
             "all singular values of at least this part of the first");
    else
        line(&w, "tolerance", number(&w, x->tolerance),
             "error of at most this part of the motion; or rank: 12; or spectral: 0.01");
    line(&w, "balance", number_or(&w, x->balance, "auto"), "s2, of velocities in distances");
    line(&w, "shortest", number(&w, x->shortest), "s: shorter responses are not begun");
    line(&w, "run_on", number(&w, x->run_on),
         "of the motion's reach: as far a response runs on into another");
    line(&w, "blend", number_or(&w, x->blend, "auto"),
         "1/s: how fast a jump is blended away; auto: at the motion's own pace");
    line(&w, "look", x->look == RECIPE_LOOK_ALL ? "all" : arena_format(memory, "%d", x->look),
         "jumps that are looked at for surfaces that cross; or a number: the farthest");
    line(&w, "modes", arena_format(memory, "%d", x->modes),
         "vibration modes over it, so that it can be poked; 0: none");
    if (x->scene_or_null != NULL)
        line(&w, "scene", quoted(&w, x->scene_or_null), "that was recorded, whose modes they are");
    close_map(&w);
    return buffer_bytes(&w.out);
}
