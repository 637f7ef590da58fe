// A recipe as text to edit: the defaults in full with a comment a line, parts only where they differ.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_write.h"
#include "bake/base/buffer.h"
#include "bake/base/text.h"
#include "bake/recipe/recipe_file.h"
#include "bake/recipe/recipe_region.h"

#include <string.h>

#define THRESHOLD 0.5 // the default

// ---- shapes ----------------------------------------------------------------------------

static void write_box(yaml_out* w, const recipe_box* b) {
    if (b->given)
        yaml_line(w, "box",
                  arena_format(w->memory, "[%s, %s]", yaml_point(w, b->corner[0]),
                               yaml_point(w, b->corner[1])),
                  "two corners");
}

static void write_sphere(yaml_out* w, const recipe_sphere* s) {
    if (s->given)
        yaml_line(w, "sphere",
                  arena_format(w->memory, "{centre: %s, radius: %s}", yaml_point(w, s->centre),
                               yaml_number(w, s->radius)),
                  NULL);
}

static void write_region(yaml_out* w, const recipe_region* g) {
    yaml_open(w, "region");
    if (g->place_or_null != NULL)
        yaml_line(w, "place", yaml_word(w, g->place_or_null), NULL);
    if (g->bone_count > 0)
        yaml_line(w, "bones", yaml_list(w, g->bones, g->bone_count), NULL);
    if (g->threshold != THRESHOLD || g->bone_count > 0 || g->attribute_or_null != NULL)
        yaml_line(w, "threshold", yaml_number(w, g->threshold), NULL);
    if (g->attribute_or_null != NULL)
        yaml_line(w, "attribute", yaml_word(w, g->attribute_or_null), NULL);
    if (g->color_or_null != NULL)
        yaml_line(w, "color", arena_format(w->memory, "\"%s\"", g->color_or_null), NULL);
    write_box(w, &g->box);
    write_sphere(w, &g->sphere);
    yaml_close(w);
}

static void write_fixing(yaml_out* w, const recipe_fixing* f) {
    yaml_open(w, "fixing");
    yaml_line(w, "core", yaml_number(w, f->core),
              "of the way from bone to skin, 0 to 0.95: so much is bone");
    yaml_line(w, "base", yaml_number(w, f->base), "of the height, from below: stands on it");
    yaml_line(w, "attribute",
              f->attribute_or_null != NULL ? yaml_word(w, f->attribute_or_null) : "none",
              "held where this is painted above 0.5, like _FIXED");
    write_box(w, &f->box);
    write_sphere(w, &f->sphere);
    if (f->plane.given)
        yaml_line(w, "plane",
                  arena_format(w->memory, "{point: %s, normal: %s}", yaml_point(w, f->plane.point),
                               yaml_point(w, f->plane.normal)),
                  "what lies behind it");
    if (f->vertex_count > 0) {
        buffer_text(&w->out, arena_format(w->memory, "%svertices: [", w->indent));
        for (int32_t i = 0; i < f->vertex_count; ++i)
            buffer_text(&w->out,
                        arena_format(w->memory, "%s%d", i > 0 ? ", " : "", f->vertices[i]));
        buffer_text(&w->out, "]\n");
    }
    yaml_close(w);
}

// ---- material and damping --------------------------------------------------------------

static bool same_material(const material* a, const material* b) {
    return a->young == b->young && a->poisson == b->poisson && a->density == b->density;
}

static void write_softness(yaml_out* w, const recipe_part* p) {
    const material* m = &p->material;
    const char* value =
        arena_format(w->memory, "{young: %s, poisson: %s, density: %s}", yaml_number(w, m->young),
                     yaml_number(w, m->poisson), yaml_number(w, m->density));
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i)
        if (same_material(m, &material_presets[i].material))
            value = material_presets[i].name;
    yaml_line(
        w, "material", value,
        "fat, muscle, skin, organ, jelly, rubber, foam, wood; or {young, poisson, density}: Pa, -, "
        "kg/m3");
    if (p->first > 0.0)
        yaml_line(w, "first", yaml_number(w, p->first),
                  "Hz of the slowest mode, instead of the material's");
    else
        yaml_line(
            w, "sag", p->sag == RECIPE_SAG_AUTO ? "auto" : yaml_number(w, p->sag),
            "how far it hangs at 1 g, of its size; 0: as soft as the material; or first: 3 (Hz)");
}

static void write_damping(yaml_out* w, const damping_request* q) {
    const char* value = "";
    switch (q->form) {
    case DAMPING_BY_SWINGS:
        value = arena_format(w->memory, "{swings: %s}", yaml_number(w, q->swings));
        break;
    case DAMPING_BY_SECONDS:
        value = arena_format(w->memory, "{seconds: %s}", yaml_number(w, q->seconds));
        break;
    case DAMPING_BY_RATIOS:
        value = arena_format(w->memory, "{ratios: [[%s, %s], [%s, %s]]}", yaml_number(w, q->hz[0]),
                             yaml_number(w, q->ratio[0]), yaml_number(w, q->hz[1]),
                             yaml_number(w, q->ratio[1]));
        break;
    case DAMPING_BY_NUMBERS:
        value = arena_format(w->memory, "{alpha: %s, beta: %s}", yaml_number(w, q->numbers.alpha),
                             yaml_number(w, q->numbers.beta));
        break;
    }
    yaml_line(w, "damping", value,
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

static const char* visible_text(const yaml_out* w, const recipe_visible* v) {
    return v->distance > 0.0
               ? arena_format(w->memory, "{distance: %s, pixels: %s, angle: %s, push: %s}",
                              yaml_number(w, v->distance), yaml_number(w, v->pixels),
                              yaml_number(w, v->angle), yaml_number_or(w, v->push, "auto"))
               : "any";
}

static void write_size(yaml_out* w, const recipe_part* p, const recipe_part* base) {
    if (p->volume_or_null != NULL)
        yaml_line(w, "volume", yaml_word(w, p->volume_or_null), "tetrahedra for it");
    if (base == NULL || p->tets != base->tets)
        yaml_line(w, "tets", arena_format(w->memory, "%d", p->tets), "about so many elements");
    if (base == NULL || p->cell != base->cell)
        yaml_line(w, "cell", yaml_number_or(w, p->cell, "auto"),
                  "or elements of this edge, in units");
    if (base == NULL || p->ten_nodes != base->ten_nodes)
        yaml_line(w, "element", p->ten_nodes ? "t10" : "t4",
                  "ten nodes, or four: faster, too stiff");
    if (base == NULL || p->fade != base->fade)
        yaml_line(w, "fade", yaml_number_or(w, p->fade, "auto"),
                  "units from the seam to full motion");
}

static void write_tuning(yaml_out* w, const recipe_part* p) {
    yaml_open(w, "tuning");
    yaml_line(w, "stiffness", yaml_number(w, p->stiffness), "times; 4 doubles the frequencies");
    yaml_line(w, "damping", yaml_number(w, p->damping_scale), "times");
    yaml_line(w, "response", yaml_number(w, p->response), "times what moving bones do to it");
    yaml_line(w, "limit", yaml_number_or(w, p->limit, "auto"),
              "units: the farthest that a vertex goes");
    yaml_close(w);
}

// All of it, or what differs from `base`.
static void write_choices(yaml_out* w, const recipe_part* p, const recipe_part* base) {
    if (base == NULL || !same_fixing(&p->fixing, &base->fixing))
        write_fixing(w, &p->fixing);
    write_size(w, p, base);
    if (base == NULL || p->sag != base->sag || p->first != base->first ||
        !same_material(&p->material, &base->material))
        write_softness(w, p);
    if (base == NULL || !same_text(p->paint_or_null, base->paint_or_null))
        yaml_line(w, "paint", p->paint_or_null != NULL ? yaml_word(w, p->paint_or_null) : "none",
                  "attribute or colour (red, ...) with a factor on the stiffness");
    if (base == NULL || !same_text(p->paint_poisson_or_null, base->paint_poisson_or_null))
        yaml_line(w, "paint_poisson",
                  p->paint_poisson_or_null != NULL ? yaml_word(w, p->paint_poisson_or_null)
                                                   : "none",
                  "attribute or colour with Poisson's ratio itself");
    if (base == NULL || !same_damping(&p->damping, &base->damping))
        write_damping(w, &p->damping);
    if (base == NULL || p->plain != base->plain)
        yaml_line(w, "basis", p->plain ? "modes" : "responses",
                  "what coordinates are: answers to moving bones, or modes");
    if (base == NULL || p->modes != base->modes)
        yaml_line(w, "modes", p->modes > 0 ? arena_format(w->memory, "%d", p->modes) : "auto",
                  "at most; each costs memory and time at run time");
    if (base == NULL || p->below != base->below)
        yaml_line(w, "below", yaml_number_or(w, p->below, "any"), "Hz: faster modes are left out");
    if (base == NULL || p->fps != base->fps)
        yaml_line(w, "fps", yaml_number_or(w, p->fps, "any"),
                  "frames a second: modes faster than half of that are left out");
    if (base == NULL || !same_visible(&p->visible, &base->visible))
        yaml_line(w, "visible", visible_text(w, &p->visible),
                  "what moves by less than a pixel is left out: {distance: 3, pixels: 1080}");
    if (base == NULL || p->stiffness != base->stiffness || p->limit != base->limit ||
        p->damping_scale != base->damping_scale || p->response != base->response)
        write_tuning(w, p);
    recipe_write_targets(w, p, base);
}

static void write_light(yaml_out* w, const recipe_light* x) {
    yaml_line(w, "light", arena_format(w->memory, "%d", x->shapes),
              "shapes that soft shadows and bounced light are made for; 0: none");
    if (x->fields > 0)
        yaml_line(w, "light_fields", arena_format(w->memory, "%d", x->fields),
                  "that light is reduced to");
}

// Only where it was chosen, as light is.
static void write_table_bits(yaml_out* w, const recipe* how) {
    if (how->table_bits != 16)
        yaml_line(w, "table_bits", arena_format(w->memory, "%d", how->table_bits),
                  "of a number of shapes and bends");
}

static const char* bends_text(const yaml_out* w, const recipe* how) {
    return how->bends == RECIPE_BENDS_ALL ? "true"
           : how->bends == 0              ? "false"
                                          : arena_format(w->memory, "%d", how->bends);
}

bytes recipe_to_yaml(const recipe* how, const char* reason_or_null, arena* memory) {
    yaml_out w = {memory, buffer_new(memory, 4096), true, ""};
    buffer_text(&w.out,
                "# A recipe of supple: what to make soft, and how. docs/recipe.md tells more.\n"
                "# Lengths are in the file's unit, all else in SI. What is left out is as here.\n");
    if (how->input_or_null != NULL)
        yaml_line(&w, "input", yaml_word(&w, how->input_or_null),
                  "seen from the folder of this recipe");
    yaml_line(&w, "unit", yaml_number_or(&w, how->unit, "auto"),
              reason_or_null != NULL ? reason_or_null : "metres");
    yaml_line(&w, "rigid", how->rigid_given ? yaml_list(&w, how->rigid, how->rigid_count) : "auto",
              "pieces and materials that do not bend");
    yaml_line(&w, "bends", bends_text(&w, how),
              "normals follow the motion; or of so many coordinates a part");
    yaml_line(&w, "spin", how->spin ? "true" : "false", "forces of fast turning bones are felt");
    write_table_bits(&w, how);
    if (how->light.shapes > 0)
        write_light(&w, &how->light);
    buffer_text(&w.out, "\n# Every part has these, unless it says otherwise itself.\n");
    yaml_open(&w, "defaults");
    write_choices(&w, &how->defaults, NULL);
    yaml_close(&w);
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
        buffer_text(&w.out, arena_format(memory, "  - name: %s\n", yaml_word(&w, p->name)));
        w.indent = "    ";
        if (recipe_region_given(&p->region))
            write_region(&w, &p->region);
        write_choices(&w, p, &how->defaults);
    }
    return buffer_bytes(&w.out);
}

// ---- recordings ------------------------------------------------------------------------

bytes recipe_recorded_to_yaml(const recipe* how, arena* memory) {
    yaml_out w = {memory, buffer_new(memory, 1024), true, ""};
    const recipe_recorded* x = &how->recorded;
    buffer_text(&w.out, "# A recipe of supple for a recording. docs/record.md tells more.\n");
    if (how->input_or_null != NULL)
        yaml_line(&w, "input", yaml_word(&w, how->input_or_null),
                  "seen from the folder of this recipe");
    yaml_line(&w, "bends", bends_text(&w, how),
              "normals follow the motion; or of so many coordinates a part");
    write_table_bits(&w, how);
    write_light(&w, &how->light);
    yaml_open(&w, "recorded");
    if (x->rank > 0)
        yaml_line(&w, "rank", arena_format(memory, "%d", x->rank), "so many shapes");
    else if (x->spectral > 0.0)
        yaml_line(&w, "spectral", yaml_number(&w, x->spectral),
                  "all singular values of at least this part of the first");
    else
        yaml_line(&w, "tolerance", yaml_number(&w, x->tolerance),
                  "error of at most this part of the motion; or rank: 12; or spectral: 0.01");
    yaml_line(&w, "balance", yaml_number_or(&w, x->balance, "auto"),
              "s2, of velocities in distances");
    yaml_line(&w, "shortest", yaml_number(&w, x->shortest), "s: shorter responses are not begun");
    yaml_line(&w, "run_on", yaml_number(&w, x->run_on),
              "of the motion's reach: as far a response runs on into another");
    yaml_line(&w, "blend", yaml_number_or(&w, x->blend, "auto"),
              "1/s: how fast a jump is blended away; auto: at the motion's own pace");
    yaml_line(&w, "look", x->look == RECIPE_LOOK_ALL ? "all" : arena_format(memory, "%d", x->look),
              "jumps that are looked at for surfaces that cross; or a number: the farthest");
    yaml_line(&w, "modes", arena_format(memory, "%d", x->modes),
              "vibration modes over it, so that it can be poked; 0: none");
    if (x->scene_or_null != NULL)
        yaml_line(&w, "scene", yaml_word(&w, x->scene_or_null),
                  "that was recorded, whose modes they are");
    yaml_close(&w);
    return buffer_bytes(&w.out);
}
