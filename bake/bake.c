// Reads as the recipe: unit, surface, parts, each part's modes and shapes, the asset.
// SPDX-License-Identifier: MIT
#include "bake/bake_visit.h"

#include "bake/bake_asset.h"
#include "bake/bake_light.h"
#include "bake/base/job.h"
#include "bake/base/text.h"
#include "bake/fem/eigen_estimate.h"
#include "bake/model/given.h"
#include "bake/model/posed_part.h"
#include "bake/model/refinement.h"
#include "bake/model/whole.h"
#include "bake/recipe/recipe_fixing.h"
#include "bake/recipe/recipe_region.h"
#include "bake/scene/bind.h"
#include "bake/scene/unit.h"

#include <math.h>
#include <string.h>

#define CAPTURED_LEAST 0.5 // of what moving bones do to a part

typedef struct baking {
    const scene* s;
    const recipe* how;
    const bake_options* options;
    arena* memory;
    report* r;
    pose pose;
    surface surface;
    character character;
    soft_body body;
    int32_t plan_count;
    recipe_part* plans; // the recipe's parts, or those of the search
    region* regions;    // [plan_count]
    asset_draft_part* drafts;
    uint8_t* layers; // [vertex_count] parts at each vertex
    bake_result* out;
} baking;

// ---- what to make ----------------------------------------------------------------------

static void settle_unit(baking* b) {
    bake_result* out = b->out;
    unit_hints hints = unit_hints_of(b->s);
    bounds box = unit_box(&b->surface, hints);
    unit_guess guess = unit_from_size(box, hints, &out->unit_reason, b->memory);
    out->unit = unit_in_metres(guess);
    if (b->how->unit > 0.0) {
        out->unit = b->how->unit;
        out->unit_reason = b->how->unit_asked ? "as asked for" : "the recipe says so";
    }
}

// What no soft thing is long: the numbers of its modes would not fit the format either.
static bool is_believable(const baking* b) {
    bounds box = unit_box(&b->surface, unit_hints_of(b->s));
    vec3 s = v3_sub(box.high, box.low);
    double size = fmax(s.x, fmax(s.y, s.z)), metres = size * b->out->unit;
    if (metres >= UNIT_SMALLEST && metres <= UNIT_LARGEST)
        return true;
    return report_error(b->r, place_none(),
                        "the body is %.3g units long, which are %.3g m at 1 unit = %g m (%s): soft "
                        "bodies are between %g and %g m; say its unit (--unit, or `unit` in a "
                        "recipe), or scale it",
                        size, metres, b->out->unit, b->out->unit_reason, UNIT_SMALLEST,
                        UNIT_LARGEST);
}

static void doubt_mass(const baking* b, double mass) {
    bounds box = unit_box(&b->surface, unit_hints_of(b->s));
    vec3 s = v3_sub(box.high, box.low);
    const unit_weight w = {"the soft parts weigh", "--unit", mass, fmax(s.x, fmax(s.y, s.z)),
                           b->out->unit};
    const char* text = unit_doubt(&w, b->memory);
    if (text != NULL)
        (b->how->unit > 0.0 ? report_note : report_warning)(b->r, place_none(), "%s", text);
}

// The places of the search as parts of a recipe, with the defaults for all else.
static void plan_search(baking* b, const part_plan* found, int32_t count) {
    b->plan_count = count;
    b->plans = ARENA_NEW(b->memory, recipe_part, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        b->plans[i] = b->how->defaults;
        b->plans[i].name = found[i].name;
        b->plans[i].region.place_or_null = found[i].name;
    }
}

static bool plan_parts(baking* b) {
    part_plan found[PARTS_MOST];
    bool searched = b->how->part_count == 0;
    for (int32_t i = 0; i < b->how->part_count; ++i)
        searched = searched || b->how->parts[i].region.place_or_null != NULL;
    int32_t count = 0;
    if (searched)
        count = parts_find(&b->character, b->options->threads, b->memory, found, b->r);
    b->plan_count = b->how->part_count;
    b->plans = b->how->parts;
    if (b->plan_count == 0)
        plan_search(b, found, count);
    b->regions = ARENA_NEW(b->memory, region, (size_t)b->plan_count);
    bool sound = true;
    for (int32_t i = 0; i < b->plan_count; ++i) {
        report own = report_new(b->memory);
        sound = recipe_region_of(&b->plans[i].region, &b->character, found, count, b->memory,
                                 &b->regions[i], &own) &&
                sound;
        report_pass_on(b->r, &own, b->plans[i].where, false);
    }
    return sound && b->plan_count > 0;
}

// A body without a skeleton is one part: the recipe's only one, or the defaults.
static void plan_whole(baking* b) {
    if (b->how->part_count > 1)
        report_warning(b->r, place_none(),
                       "there is no skeleton, so all of the body is one part: of %d parts only "
                       "\"%s\" is made",
                       b->how->part_count, b->how->parts[0].name);
    if (b->how->part_count > 0 && recipe_region_given(&b->how->parts[0].region))
        report_warning(b->r, place_none(),
                       "there is no skeleton, so all of the body is soft: the region of \"%s\" "
                       "is not used; hold the rest of it by `fixing`",
                       b->how->parts[0].name);
    b->plan_count = 1;
    b->plans = ARENA_NEW(b->memory, recipe_part, 1);
    b->plans[0] = b->how->part_count > 0 ? b->how->parts[0] : b->how->defaults;
}

// ---- what it will take -----------------------------------------------------------------

enum { POOL = 3 }; // pairs that are looked for, for each mode of what bones hold (model/modal.c)

static eigen_estimate expect_part(const baking* b, const recipe_part* how) {
    bool held = b->character.axis_count > 0;
    return eigen_expect(eigen_unknowns(how->tets, how->ten_nodes),
                        held ? POOL * how->modes : how->modes, 0.0);
}

const char* bake_takes(int32_t elements, int32_t modes, arena* memory) {
    eigen_estimate e = eigen_expect(eigen_unknowns(elements, true), modes, 0.0);
    return eigen_estimate_text(&e, memory);
}

// Long work is announced, and refused where the machine cannot do it. A volume that is given has its own size.
static bool expect_all(const baking* b) {
    eigen_estimate all = {0};
    for (int32_t i = 0; i < b->plan_count; ++i) {
        const recipe_part* how = &b->plans[i];
        if (how->volume_or_null != NULL || how->cell > 0.0)
            continue;
        eigen_estimate e = expect_part(b, how);
        if (!eigen_fits(&e, false,
                        arena_format(b->memory, "part \"%s\" of %d tets and %d modes", how->name,
                                     how->tets, how->modes),
                        "ask for fewer tets or modes", b->r))
            return false;
        all.bytes = e.bytes > all.bytes ? e.bytes : all.bytes;
        all.factor += e.factor;
        all.iterate += e.iterate;
    }
    job_expect(all.factor + all.iterate, all.bytes);
    return true;
}

// ---- making it -------------------------------------------------------------------------

static bool build_volume(const baking* b, const recipe_part* how, const region* where, part* p,
                         report* own) {
    int threads = b->options->threads;
    if (b->character.axis_count == 0)
        return whole_build(&b->character, how, threads, b->memory, p, own);
    part_options o = part_default();
    o.target = how->tets;
    o.cell = how->cell;
    o.core = how->fixing.core;
    o.crossed = recipe_is_posed(how); // Galoppo et al. 2009, section 3.5
    o.fade = how->fade;
    o.threads = threads;
    tets given;
    if (how->volume_or_null != NULL)
        return given_volume(how, &b->character, b->memory, &given, own) &&
               part_of_volume(&b->character, how->name, where, &given, &o, b->memory, p, own) &&
               recipe_fix(&how->fixing, &b->character, b->memory, p, own);
    return part_build(&b->character, how->name, where, &o, b->memory, p, own) &&
           recipe_fix(&how->fixing, &b->character, b->memory, p, own);
}

// The value of a part's slowest mode with cells of another size, and how many elements that are; 0: it cannot be made so.
static double lowest_with(const baking* b, int32_t i, double cell, int32_t* tet_count) {
    recipe_part how = b->plans[i];
    how.cell = cell;
    baking own = *b;
    own.memory = arena_create();
    report unheard = report_new(own.memory);
    part other = {0};
    double lowest = build_volume(&own, &how, &b->regions[i], &other, &unheard)
                        ? soft_lowest(&b->body, &other, &how)
                        : 0.0;
    *tet_count = other.tets.tet_count;
    arena_destroy(own.memory);
    return lowest;
}

// What smaller cells change of the slowest mode.
static refinement expect_change(const baking* b, int32_t i, const part* p, const soft_part* made) {
    const recipe_part* how = &b->plans[i];
    if (how->volume_or_null != NULL || recipe_is_posed(how) ||
        !(p->cell > 0.0 && made->slowest.value > 0.0))
        return (refinement){.change = NAN};
    int32_t others;
    refinement x = refinement_of(&made->slowest, lowest_with(b, i, 2.0 * p->cell, &others));
    if (b->options->try_half_cells &&
        refinement_wants_trial(&x, p->tets.tet_count, how->ten_nodes)) {
        double fine = lowest_with(b, i, 0.5 * p->cell, &others);
        refinement_tried(&x, &made->slowest, fine, others);
    }
    return x;
}

static supple_bake_mode* describe_modes(const soft_part* made, arena* memory) {
    supple_bake_mode* modes = ARENA_NEW(memory, supple_bake_mode, (size_t)made->draft.coord_count);
    for (int32_t i = 0; i < made->draft.coord_count; ++i) {
        const modal_mode* m = &made->modes[i];
        modes[i] = (supple_bake_mode){
            modal_frequency(m), modal_ratio(m), damping_seconds(m->value, m->damping),
            made->energy_of_all > 0.0 ? m->energy / made->energy_of_all : 0.0};
    }
    return modes;
}

static void fill_row(const baking* b, int32_t plan, const part* p, const soft_part* made,
                     supple_bake_part* row) {
    const recipe_part* how = &b->plans[plan];
    const asset_draft_part* d = &made->draft;
    const char** bones = ARENA_NEW(b->memory, const char*, (size_t)d->bone_count);
    for (int32_t i = 0; i < d->bone_count; ++i)
        bones[i] = b->s->nodes[b->out->binding.bones[d->bones[i]].node].name;
    *row = (supple_bake_part){.name = d->name,
                              .bone_count = d->bone_count,
                              .bones = bones,
                              .vertex_count = d->vertex_count,
                              .tet_count = p->tets.tet_count,
                              .node_count = made->node_count,
                              .fixed_count = p->fixed_count,
                              .mode_count = d->coord_count,
                              .first = made->first,
                              .last = made->last,
                              .mass = d->mass,
                              .captured = made->captured,
                              .interpolation = made->interpolation,
                              .hollow_count = made->hollow_count,
                              .young = made->young_factor * how->material.young,
                              .limit = made->limit,
                              .modes = describe_modes(made, b->memory),
                              .target_count = made->target_count,
                              .targets = made->targets};
}

static void tell_change(const baking* b, int32_t i, const part* p, const soft_part* made,
                        supple_bake_part* row, report* own) {
    const refinement x = expect_change(b, i, p, made);
    const char* said = refinement_sentence(&x, arena_format(b->memory, "part \"%s\"", row->name),
                                           row->tet_count, b->memory);
    row->refinement = x.change;
    row->refined_tet_count = x.tried;
    row->gaps = x.gaps;
    row->coarse = said != NULL;
    if (said != NULL)
        report_warning(own, place_none(), "%s", said);
}

// Modes that miss most of what moving bones do to it mean that the part is no flesh of these bones.
static void tell_apart(const baking* b, const soft_part* made, report* own) {
    const char* said = layer_apart_sentence(&made->apart, &b->character, made->draft.name,
                                            b->out->unit, b->memory);
    if (said != NULL)
        report_note(own, place_none(), "%s", said);
}

static bool is_captured(const baking* b, int32_t i, const soft_part* made, report* own) {
    const recipe_part* how = &b->plans[i]; // a place that was found, not one that someone described
    bool asked = how->region.place_or_null != NULL && made->captured < CAPTURED_LEAST &&
                 how->modes >= recipe_part_default().modes;
    if (asked)
        report_note(own, place_none(),
                    "part \"%s\" is left out: its modes capture %.0f %% of how moving bones shake "
                    "it, less than half",
                    how->name, 100.0 * made->captured);
    return !asked;
}

// The format has room for so many parts at a vertex; the search finds more where a mesh is coarse, and nobody wanted
// those.
static bool has_room(const baking* b, const part* p, report* own) {
    int32_t i = 0;
    while (i < p->vertex_count && b->layers[p->vertices[i]] < FORMAT_MAX_LAYERS)
        ++i;
    if (i == p->vertex_count)
        return true;
    const char* said = arena_format(
        b->memory,
        "part \"%s\" would be the fifth at vertex %d; a vertex can be in %d: make it smaller, or "
        "leave out one of its neighbours",
        p->name, p->vertices[i], FORMAT_MAX_LAYERS);
    if (b->how->part_count == 0)
        report_warning(own, place_none(), "%s", said);
    else
        report_error(own, place_none(), "%s", said);
    return false;
}

// Why a part is not there: its first error, or the last that was said of it.
static supple_bake_omission omission(const char* name, const report* own) {
    supple_bake_omission o = {.name = name, .reason = "", .failed = own->error_count > 0};
    for (int32_t i = own->count - 1; i >= 0; --i)
        if (!o.failed ? o.reason[0] == 0 : own->findings[i].severity == FINDING_ERROR)
            o.reason = own->findings[i].text;
    return o;
}

static bool make_parts(baking* b) {
    bake_result* out = b->out;
    out->rows = ARENA_NEW(b->memory, supple_bake_part, (size_t)b->plan_count);
    out->omissions = ARENA_NEW(b->memory, supple_bake_omission, (size_t)b->plan_count);
    b->drafts = ARENA_NEW(b->memory, asset_draft_part, (size_t)b->plan_count);
    b->layers = ARENA_NEW(b->memory, uint8_t, (size_t)b->surface.vertex_count);
    for (int32_t i = 0; i < b->plan_count; ++i) {
        job_tell(b->plans[i].name, i, b->plan_count);
        eigen_estimate expected = expect_part(b, &b->plans[i]);
        job_left(expected.factor + expected.iterate);
        stages clock = stages_begin();
        report own = report_new(b->memory);
        part p;
        soft_part made;
        if (build_volume(b, &b->plans[i], &b->regions[i], &p, &own) && has_room(b, &p, &own) &&
            (recipe_is_posed(&b->plans[i]) ? posed_make : soft_make)(&b->body, &p, &b->plans[i],
                                                                     b->memory, &made, &own) &&
            is_captured(b, i, &made, &own)) {
            stages_end(&clock, "part");
            for (int32_t k = 0; k < p.vertex_count; ++k)
                ++b->layers[p.vertices[k]];
            b->drafts[out->row_count] = made.draft;
            fill_row(b, i, &p, &made, &out->rows[out->row_count]);
            tell_change(b, i, &p, &made, &out->rows[out->row_count], &own);
            tell_apart(b, &made, &own);
            out->rows[out->row_count++].seconds = clock.list[0].seconds;
        } else {
            out->incomplete = out->incomplete || own.error_count > 0;
            out->omissions[out->omission_count++] = omission(b->plans[i].name, &own);
        }
        report_pass_on(b->r, &own, b->plans[i].where, b->plan_count > 1);
    }
    job_tell("", b->plan_count, b->plan_count);
    double mass = 0.0;
    for (int32_t i = 0; i < out->row_count; ++i)
        mass += out->rows[i].mass;
    if (out->row_count > 0)
        doubt_mass(b, mass);
    return out->row_count > 0 ||
           report_error(b->r, place_none(), "none of %d soft %s could be made", b->plan_count,
                        b->plan_count == 1 ? "part" : "parts");
}

// Light is found by playing the asset, so there is one without it first.
static bool write_asset(baking* b) {
    bake_result* out = b->out;
    const recipe_light* light = &b->how->light;
    asset_draft d = bake_asset_draft(b->s, &out->binding, b->drafts, out->row_count, b->memory);
    if (!asset_write(&d, b->memory, &out->asset, b->r))
        return false;
    if (!bake_light_wanted(light))
        return true;
    if (b->character.axis_count > 0) {
        report_warning(b->r, place_none(),
                       "the asset has no light: that is made of recordings and of bodies without a "
                       "skeleton, and this one has bones");
        return true;
    }
    const light_options o = bake_light_options(light, b->options->threads);
    light_made made;
    asset_draft_light drafted;
    if (!bake_light_body(&(bake_light_body_of){b->s, &b->surface, &out->binding, &d, &out->asset},
                         &o, b->memory, &made, &drafted, b->r))
        return false;
    d.light_or_null = &drafted;
    if (!asset_write(&d, b->memory, &out->asset, b->r))
        return false;
    out->light = bake_light_told(&made, &out->asset);
    return true;
}

// What every bake begins with: the body as it stands, its unit, and its bones.
static bool meet(baking* b) {
    b->pose = bind_pose(b->s, b->memory);
    b->surface = surface_from_scene(b->s, &b->pose, b->memory);
    if (b->surface.triangle_count == 0)
        return report_error(b->r, place_none(), "there is no triangle in it to make soft");
    settle_unit(b);
    if (!is_believable(b))
        return false;
    b->character = character_new(b->s, &b->surface, &b->pose, b->memory);
    return recipe_settle_rigid(b->how, &b->character, b->memory, b->r);
}

static bool plan(baking* b) {
    if (b->character.axis_count > 0)
        return plan_parts(b);
    plan_whole(b);
    return true;
}

bool bake_plan(const scene* s, int threads, arena* memory, recipe* how, const char** unit_reason,
               report* r) {
    bake_result out = {0};
    bake_options o = {.threads = threads};
    baking b = {.s = s, .how = how, .options = &o, .memory = memory, .r = r, .out = &out};
    if (!meet(&b) || !plan(&b))
        return false;
    *unit_reason = out.unit_reason;
    how->part_count = b.plan_count;
    how->parts = b.plans;
    recipe_take_rigid(&b.character, memory, how);
    return true;
}

// The body with its bones and skin, and which parts of it there are.
static bool begin(baking* b) {
    bake_result* out = b->out;
    if (!meet(b) ||
        !binding_of(b->s, &b->surface, &b->pose, out->unit, b->memory, &out->binding, b->r))
        return false;
    b->body = (soft_body){.character = &b->character,
                          .binding = &out->binding,
                          .skin = inside_skin_of(b->s, &b->surface, &b->character.weld, b->memory),
                          .bends = b->how->bends,
                          .spin = b->how->spin,
                          .threads = b->options->threads};
    return plan(b);
}

bool bake_visit(const scene* s, const recipe* how, const bake_options* o, bake_visitor visit,
                void* user, arena* memory, report* r) {
    bake_result out = {0};
    baking b = {.s = s, .how = how, .options = o, .memory = memory, .r = r, .out = &out};
    if (!begin(&b))
        return false;
    for (int32_t i = 0; i < b.plan_count; ++i) {
        part p;
        const bake_begun begun = {&b.body, &p, &b.plans[i], out.unit};
        if (!build_volume(&b, &b.plans[i], b.regions != NULL ? &b.regions[i] : NULL, &p, r) ||
            !visit(user, &begun, r))
            return false;
    }
    return true;
}

bool bake_scene(const scene* s, const recipe* how, const bake_options* o, arena* memory,
                bake_result* out, report* r) {
    *out = (bake_result){0};
    baking b = {.s = s, .how = how, .options = o, .memory = memory, .r = r, .out = out};
    stages clock = stages_begin();
    if (how->recorded.given)
        report_warning(r, place_none(),
                       "\"recorded\" in the recipe is for recordings, and nothing here is one");
    if (!begin(&b) || !expect_all(&b) || !make_parts(&b) || !write_asset(&b))
        return false;
    stages_end(&clock, "bake");
    out->seconds = clock.list[0].seconds;
    out->peak = clock.list[0].peak;
    return true;
}
