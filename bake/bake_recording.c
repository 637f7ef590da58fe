// What cannot be is refused before anything is reduced; then shapes, responses, normals, the asset.
// SPDX-License-Identifier: MIT
#include "bake/bake_recording.h"

#include "bake/bake_light.h"
#include "bake/bake_modal_layer.h"
#include "bake/base/job.h"
#include "bake/base/text.h"
#include "bake/portrait/blend.h"
#include "bake/portrait/jumps.h"
#include "bake/portrait/portrait_bends.h"
#include "bake/portrait/portrait_draft.h"
#include "bake/portrait/portrait_light.h"
#include "bake/record/recording_scene.h"
#include "bake/scene/surface.h"
#include "supple/supple.h"

#include <math.h>
#include <string.h>

enum { STAGES = 6 };
typedef char
    the_library_says_how_many_shapes[(int)SUPPLE_BAKE_RANK_MAX == (int)LOW_RANK_MOST ? 1 : -1];

typedef struct playing {
    const recording* x;
    const recipe* how;
    int threads;
    arena* memory;
    report* r;
    portrait_members members;
    portrait portrait;
    responses responses;
    jumps jumps;
    orbits orbits;
    float (*normals)[3]; // [vertex_count] at rest
    int32_t part_count;
    asset_draft_part parts[2]; // what is recorded, and modes over it
    supple_bake_part layer;    // the second's row
    portrait_light light;
    const asset_draft_light* light_or_null; // of it
} playing;

// ---- what cannot be --------------------------------------------------------------------

static bool recipe_suits(const recipe* how, place where, report* r) {
    if (how->part_count > 0 || how->part_said)
        return report_error(r, where,
                            "is a recording, and has no parts with modes and materials: leave out "
                            "what is said of them; `recorded` in a recipe says how it is reduced");
    if (how->unit > 0.0 && how->unit != 1.0)
        return report_error(r, where, "is a recording, and in metres: leave the unit out");
    if (how->recorded.modes > 0 && bake_light_wanted(&how->light))
        return report_error(r, where,
                            "light is told by recorded shapes alone, and modes would change them: "
                            "keep one of \"light\" and \"modes\"");
    if (how->rigid_given)
        return report_error(r, where,
                            "is a recording: what is rigid in it was said when it was recorded, so "
                            "leave \"rigid\" out of the recipe");
    return true;
}

static bool can_be_played(const playing* p) {
    const recording* x = p->x;
    place where = place_file(x->path);
    double pairs = (double)x->state_count * x->palette.entry_count;
    if (x->triangle_count == 0)
        return report_error(p->r, where, "has no triangles, so there is nothing to show");
    if (x->response_count == 0)
        return report_error(p->r, where,
                            "has no responses: nothing happens in it that could be played");
    if (x->response_count > FORMAT_MAX_RESPONSES)
        return report_error(p->r, where, "has %d responses; an asset holds %d", x->response_count,
                            FORMAT_MAX_RESPONSES);
    if (pairs > INT32_MAX)
        return report_error(p->r, where,
                            "has %d states of %d entries, more than an asset can hold: record "
                            "fewer states a second, or fewer responses",
                            x->state_count, x->palette.entry_count);
    if (x->palette.kind == SUPPORT_TURNING && fabs(v3_length(x->axis) - 1.0) > 1e-3)
        return report_error(p->r, where, "is damaged: its support turns about no axis");
    return p->members.count > 0 ||
           report_error(p->r, where, "has nothing but rigid bodies, so nothing moves in it");
}

// ---- what is made of it ----------------------------------------------------------------

static bool reduce(playing* p) {
    const recipe_recorded* said = &p->how->recorded;
    portrait_options o = portrait_default();
    o.balance = said->balance;
    o.factor.threads = p->threads;
    o.factor.rule = said->rank > 0         ? LOW_RANK_GIVEN
                    : said->spectral > 0.0 ? LOW_RANK_SPECTRAL
                                           : LOW_RANK_FROBENIUS;
    o.factor.rank = said->rank > 0 ? said->rank : LOW_RANK_MOST;
    o.factor.tolerance = said->spectral > 0.0 ? said->spectral : said->tolerance;
    if (!portrait_make(p->x, &o, p->memory, &p->portrait, p->r))
        return false;
    if (p->portrait.rank == 0)
        return report_error(p->r, place_file(p->x->path), "is still all the time: nothing to play");
    if (!p->portrait.factor.converged)
        report_warning(p->r, place_file(p->x->path),
                       "the shapes have not converged after %d readings: they are good, and others "
                       "would be a little better",
                       p->portrait.factor.readings);
    return true;
}

static bool answer(playing* p) {
    const recipe_recorded* said = &p->how->recorded;
    responses_options q = responses_default();
    q.shortest = said->shortest;
    q.run_on = said->run_on;
    p->responses = responses_make(&p->portrait, &q, p->threads, p->memory);
    p->orbits = orbits_pack(&p->portrait, p->memory);
    if (p->responses.start_count > 0) {
        jumps_options look = jumps_default();
        look.most = said->look == RECIPE_LOOK_ALL ? INT64_MAX : said->look;
        look.rate = said->blend;
        look.threads = p->threads;
        p->jumps = jumps_sample(&p->responses, &look);
        if (p->jumps.tested < p->jumps.count && said->look == RECIPE_LOOK_ALL)
            report_note(p->r, place_file(p->x->path), "%s", jumps_left_out(&p->jumps, p->memory));
        return true;
    }
    return report_error(p->r, place_file(p->x->path),
                        "none of its %d responses can be begun: they are shorter than %g s, or "
                        "dead ends that nothing near goes on from; lower \"shortest\" or raise "
                        "\"run_on\" in the recipe, or record longer responses",
                        p->responses.count, said->shortest);
}

static bool draft_part(playing* p) {
    const portrait* from = &p->portrait;
    p->normals = arena_alloc(p->memory, (size_t)p->x->vertex_count, sizeof *p->normals);
    surface_normals(from->key, p->x->vertex_count, (const uint32_t(*)[3])p->x->triangles,
                    p->x->triangle_count, p->normals);
    double* bends = NULL;
    if (p->how->bends > 0) {
        bends = portrait_bends(from, p->threads, p->memory, p->r);
        if (bends == NULL)
            return false;
        size_t row =
            3 * (size_t)p->x->vertex_count; // shapes are uncorrelated: each by itself is best
        for (int32_t k = p->how->bends; k < from->rank; ++k)
            memset(bends + row * (size_t)k, 0, row * sizeof *bends);
    }
    const played all = {
        .of = from, .responses = &p->responses, .orbits = &p->orbits, .blend = p->jumps.rate};
    asset_draft_part* part = &p->parts[p->part_count++];
    if (!portrait_draft(&all, &p->members, bends, p->memory, part, p->r))
        return false;
    part->name = p->x->bodies[0].name;
    for (int32_t b = p->x->body_count - 1; b >= 0; --b)
        if (!p->x->bodies[b].rigid)
            part->name = p->x->bodies[b].name;
    return true;
}

// Modes over it, if the recipe asks for them.
static bool lay_modes(playing* p, const bake_options* o) {
    if (p->how->recorded.modes == 0)
        return true;
    const modal_layer_request q = {&p->portrait, &p->members, p->how, (const float(*)[3])p->normals,
                                   o};
    return modal_layer_make(&q, p->memory, &p->parts[p->part_count++], &p->layer, p->r);
}

// Soft shadows and bounced light of some shapes, if the recipe asks for it.
static bool light_shapes(playing* p) {
    if (!bake_light_wanted(&p->how->light))
        return true;
    const light_options o = bake_light_options(&p->how->light, p->threads);
    asset_draft_light* draft = ARENA_NEW(p->memory, asset_draft_light, 1);
    if (!portrait_light_make(&p->portrait, &o, p->memory, &p->light, p->r))
        return false;
    *draft = bake_light_draft(&p->light.made, &p->light.points, p->memory);
    p->light_or_null = draft;
    return true;
}

static bool write_asset(playing* p, asset_out* out) {
    const recording* x = p->x;
    size_t n = (size_t)x->vertex_count;
    int32_t count;
    const recording_piece* pieces = recording_pieces(x, p->memory, &count);
    format_mesh* meshes = ARENA_NEW(p->memory, format_mesh, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        meshes[i] = (format_mesh){0,
                                  i,
                                  0,
                                  (uint32_t)pieces[i].first_vertex,
                                  (uint32_t)pieces[i].vertex_count,
                                  (uint32_t)pieces[i].first_triangle,
                                  (uint32_t)pieces[i].triangle_count};
    float(*positions)[3] = arena_alloc(p->memory, n, sizeof *positions);
    for (size_t v = 0; v < n; ++v)
        for (int k = 0; k < 3; ++k)
            positions[v][k] = (float)(&p->portrait.key[v].x)[k];
    const asset_draft_bone support_bone = {RECORDING_SUPPORT, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    const asset_draft d = {.metres = 1.0,
                           .gravity = {x->gravity.x, x->gravity.y, x->gravity.z},
                           .part_count = p->part_count,
                           .bone_count = 1,
                           .mesh_count = count,
                           .vertex_count = x->vertex_count,
                           .triangle_count = x->triangle_count,
                           .parts = p->parts,
                           .bones = &support_bone,
                           .meshes = meshes,
                           .positions = (const float(*)[3])positions,
                           .normals = (const float(*)[3])p->normals,
                           .triangles = (const uint32_t(*)[3])x->triangles,
                           .light_or_null = p->light_or_null,
                           .table_bits = p->how->table_bits};
    return asset_write(&d, p->memory, out, p->r);
}

// ---- what is told of it ----------------------------------------------------------------

static void tell_jumps(const playing* p, supple_bake_recorded* to) {
    const responses* s = &p->responses;
    const palette* how = &p->x->palette;
    double sum = 0.0, reach = fmax(p->portrait.reach, 1e-300);
    int64_t count = 0;
    for (int32_t n = 0; n < p->x->state_count; ++n)
        for (int32_t e = 0; e < how->entry_count; ++e) {
            const nearest* start = &s->starts[(size_t)n * (size_t)how->entry_count + (size_t)e];
            if (how->next[s->speeds[n]][e] < 0 || start->response < 0)
                continue;
            sum += (double)start->distance / reach;
            to->jump_worst = fmax(to->jump_worst, (double)start->distance / reach);
            ++count;
        }
    to->jump_mean = count > 0 ? sum / (double)count : 0.0;
}

static void tell_responses(const playing* p, supple_bake_recorded* to) {
    const palette* how = &p->x->palette;
    supple_bake_entry* entries = ARENA_NEW(p->memory, supple_bake_entry, (size_t)how->entry_count);
    for (int32_t e = 0; e < how->entry_count; ++e)
        entries[e].name = how->entries[e].name;
    for (int32_t i = 0; i < p->responses.count; ++i) {
        const response* s = &p->responses.all[i];
        supple_bake_entry* e = &entries[p->x->responses[i].entry];
        ++e->response_count;
        e->start_count += s->is_start;
        to->run_on_count += s->end == RESPONSE_RUNS_ON;
        to->dead_count += s->end == RESPONSE_IS_DEAD;
        to->short_count += !s->is_start && s->end != RESPONSE_IS_DEAD;
    }
    for (int32_t e = 0; e < how->entry_count; ++e)
        if (entries[e].start_count == 0)
            report_warning(p->r, place_file(p->x->path),
                           "entry \"%s\" can never be played: none of the %d responses to it can "
                           "be begun",
                           text_printable(entries[e].name, 40, p->memory),
                           entries[e].response_count);
    to->entry_count = how->entry_count;
    to->entries = entries;
}

static void tell(const playing* p, bake_result* out) {
    const portrait* from = &p->portrait;
    supple_bake_recorded* to = ARENA_NEW(p->memory, supple_bake_recorded, 1);
    const char** bones = ARENA_NEW(p->memory, const char*, 1);
    bones[0] = RECORDING_SUPPORT;
    *to = (supple_bake_recorded){
        .rank = from->rank,
        .state_count = from->state_count,
        .contact_count = (int32_t)p->parts[0].recorded_or_null->record.contact_count,
        .response_count = p->responses.count,
        .start_count = p->responses.start_count,
        .error = from->factor.size > 0.0 ? from->factor.frobenius / from->factor.size : 0.0,
        .worst = from->worst.distance,
        .reach = from->reach,
        .balance = from->balance,
        .blend = p->jumps.rate,
        .tested_count = p->jumps.tested + p->jumps.run_ons,
        .crossing_count = p->jumps.crossing + p->jumps.run_ons_crossing};
    supple_asset asset;
    if (supple_asset_read(&asset, out->asset.file.data, out->asset.file.size) == SUPPLE_OK)
        to->bound = (double)supple_asset_recorded(&asset, 0).error;
    if (p->light_or_null != NULL)
        out->light = bake_light_report(&p->light.made, &out->asset);
    tell_jumps(p, to);
    tell_responses(p, to);
    out->row_count = p->part_count;
    out->rows = ARENA_NEW(p->memory, supple_bake_part, (size_t)p->part_count);
    if (p->part_count > 1)
        out->rows[1] = p->layer;
    out->rows[0] = (supple_bake_part){.name = p->parts[0].name,
                                      .bone_count = 1,
                                      .bones = bones,
                                      .vertex_count = p->members.count,
                                      .captured = NAN,
                                      .refinement = NAN,
                                      .limit = (double)p->parts[0].limit,
                                      .recorded_or_null = to};
}

bool bake_recording(const recording* x, const recipe* how, const bake_options* o, arena* memory,
                    bake_result* out, report* r) {
    *out = (bake_result){.unit = 1.0, .unit_reason = "recordings are in metres", .planned = *how};
    playing p = {.x = x, .how = how, .threads = o->threads, .memory = memory, .r = r};
    stages clock = stages_begin();
    p.members = portrait_moving(x, memory);
    if (!recipe_suits(how, place_file(x->path), r) || !can_be_played(&p) ||
        !modal_layer_suits(how, x->path, memory, r))
        return false;
    job_tell("shapes", 0, STAGES);
    if (!reduce(&p))
        return false;
    job_tell("responses", 1, STAGES);
    if (!answer(&p))
        return false;
    job_tell("normals", 2, STAGES);
    if (!draft_part(&p))
        return false;
    job_tell("modes", 3, STAGES);
    if (!lay_modes(&p, o))
        return false;
    job_tell("light", 4, STAGES);
    if (!light_shapes(&p))
        return false;
    job_tell("asset", 5, STAGES);
    if (!write_asset(&p, &out->asset))
        return false;
    asset_tell_bits(&out->asset, r);
    job_tell("", STAGES, STAGES);
    tell(&p, out);
    stages_end(&clock, "bake");
    out->seconds = out->rows[0].seconds = clock.list[0].seconds;
    out->peak = clock.list[0].peak;
    return true;
}
