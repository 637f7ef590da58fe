// Reads as the recipe: unit, surface, parts, each part's modes and shapes, the asset.
// SPDX-License-Identifier: MIT
#include "bake/baking.h"

#include "bake/bake_asset.h"
#include "bake/bake_light.h"
#include "bake/base/job.h"

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
        eigen_estimate e = baking_expect(b, how);
        if (!eigen_fits(&e, false,
                        arena_format(b->memory, "part \"%s\" of %d tets and %d modes", how->name,
                                     how->tets, baking_modes(b, how)),
                        "ask for fewer tets or modes", b->r))
            return false;
        all.bytes = e.bytes > all.bytes ? e.bytes : all.bytes;
        all.factor += e.factor;
        all.iterate += e.iterate;
    }
    job_expect(all.factor + all.iterate, all.bytes);
    return true;
}

// Light is found by playing the asset, so there is one without it first.
static bool write_asset(baking* b) {
    bake_result* out = b->out;
    const recipe_light* light = &b->how->light;
    asset_draft d = bake_asset_draft(b->s, &out->binding, b->drafts, out->row_count, b->memory);
    d.table_bits = b->how->table_bits;
    if (!asset_write(&d, b->memory, &out->asset, b->r))
        return false;
    asset_tell_bits(&out->asset, b->r);
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
    out->light = bake_light_report(&made, &out->asset);
    return true;
}

// The body with its bones and skin, and which parts of it there are.
static bool begin(baking* b) {
    bake_result* out = b->out;
    if (!baking_prepare(b) ||
        !binding_of(b->s, &b->surface, &b->pose, out->unit, b->memory, &out->binding, b->r))
        return false;
    b->body = (soft_body){.character = &b->character,
                          .binding = &out->binding,
                          .skin = inside_skin_of(b->s, &b->surface, &b->character.weld, b->memory),
                          .bends = b->how->bends,
                          .spin = b->how->spin,
                          .threads = b->options->threads};
    return baking_plan(b);
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
        if (!baking_fill(&b, &b.plans[i], &b.regions[i], &p, r) || !visit(user, &begun, r))
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
        report_warning(
            r, place_none(),
            "\"recorded\" in the recipe, and --scene, are for recordings, and nothing here is one");
    if (!begin(&b) || !expect_all(&b))
        return false;
    stages_end(&clock, "soft places");
    if (!baking_make_parts(&b))
        return false;
    stages_end(&clock, "shapes");
    if (!write_asset(&b))
        return false;
    stages_end(&clock, "asset");
    out->planned = baking_recipe(&b);
    out->seconds = stages_seconds(&clock);
    out->peak = clock.list[clock.count - 1].peak;
    return true;
}
