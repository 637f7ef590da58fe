// The parts of a bake one by one: volume, modes and shapes, and what is told of each.
// SPDX-License-Identifier: MIT
#include "bake/baking.h"

#include "bake/base/job.h"
#include "bake/model/imported_volume.h"
#include "bake/model/posed_part.h"
#include "bake/model/refinement.h"
#include "bake/model/unrigged.h"
#include "bake/recipe/recipe_fixing.h"
#include "bake/scene/unit.h"

#include <math.h>

#define CAPTURED_LEAST 0.5 // of what moving bones do to a part
#define CAPTURED_BY    8   // coordinates, or more

enum { POOL = 3 }; // pairs that are looked for, for each mode of what bones hold (model/modal.c)

int32_t baking_modes(const baking* b, const recipe_part* how) {
    return recipe_modes(how, b->character.axis_count > 0);
}

eigen_estimate baking_expect(const baking* b, const recipe_part* how) {
    bool pooled = b->character.axis_count > 0 && how->plain;
    return eigen_expect(eigen_unknowns(how->tets, how->ten_nodes),
                        (pooled ? POOL : 1) * baking_modes(b, how), 0.0);
}

bool baking_fill(const baking* b, const recipe_part* how, const region* where, part* p,
                 report* own) {
    int threads = b->options->threads;
    if (b->character.axis_count == 0)
        return unrigged_build(&b->character, how, threads, b->memory, p, own);
    part_options o = part_default();
    o.target = how->tets;
    o.cell = how->cell;
    o.core = how->fixing.core;
    o.crossed = recipe_is_posed(how); // Galoppo et al. 2009, section 3.5
    o.fade = how->fade;
    o.threads = threads;
    tets given;
    if (how->volume_or_null != NULL)
        return imported_volume_read(how, &b->character, b->memory, &given, own) &&
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
    double lowest = baking_fill(&own, &how, &b->regions[i], &other, &unheard)
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
    bool known = p->fixed_count > 0 && made->target_count == 0;
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
                              .hang_error = known ? made->errors.hang : NAN,
                              .shake_error = known ? made->errors.shake : NAN,
                              .turn_error = known ? made->errors.turn : NAN,
                              .apart_error = known ? made->errors.apart : NAN,
                              .least_error = known ? made->errors.least : NAN,
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
                 made->draft.coord_count >= CAPTURED_BY;
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

static void doubt_mass(const baking* b, double mass) {
    bounds box = unit_box(&b->surface, unit_hints_of(b->s));
    vec3 s = v3_sub(box.high, box.low);
    const unit_weight w = {"the soft parts weigh", "--unit", mass, fmax(s.x, fmax(s.y, s.z)),
                           b->out->unit};
    const char* text = unit_doubt(&w, b->memory);
    if (text != NULL)
        (b->how->unit > 0.0 ? report_note : report_warning)(b->r, place_none(), "%s", text);
}

bool baking_make_parts(baking* b) {
    bake_result* out = b->out;
    out->rows = ARENA_NEW(b->memory, supple_bake_part, (size_t)b->plan_count);
    out->omissions = ARENA_NEW(b->memory, supple_bake_omission, (size_t)b->plan_count);
    b->drafts = ARENA_NEW(b->memory, asset_draft_part, (size_t)b->plan_count);
    b->layers = ARENA_NEW(b->memory, uint8_t, (size_t)b->surface.vertex_count);
    for (int32_t i = 0; i < b->plan_count; ++i) {
        job_tell(b->plans[i].name, i, b->plan_count);
        eigen_estimate expected = baking_expect(b, &b->plans[i]);
        job_left(expected.factor + expected.iterate);
        stages clock = stages_begin();
        report own = report_new(b->memory);
        part p;
        soft_part made;
        const bool filled = baking_fill(b, &b->plans[i], &b->regions[i], &p, &own);
        stages_end(&clock, "volume");
        if (filled && has_room(b, &p, &own) &&
            (recipe_is_posed(&b->plans[i]) ? posed_make : soft_make)(&b->body, &p, &b->plans[i],
                                                                     b->memory, &made, &own) &&
            is_captured(b, i, &made, &own)) {
            stages_end(&clock, "shapes");
            for (int32_t k = 0; k < p.vertex_count; ++k)
                ++b->layers[p.vertices[k]];
            b->drafts[out->row_count] = made.draft;
            fill_row(b, i, &p, &made, &out->rows[out->row_count]);
            tell_change(b, i, &p, &made, &out->rows[out->row_count], &own);
            tell_apart(b, &made, &own);
            out->rows[out->row_count++].seconds = stages_seconds(&clock);
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
