// Fill the body round the region, keep the flesh between the region and its bones, hold the rest.
//
// Cells come from a ladder, and each rung is filled and asked which of it is the part's.
// SPDX-License-Identifier: MIT
#include "bake/volume/part.h"

#include "bake/base/assert.h"
#include "bake/base/root.h"
#include "bake/mesh/tet_topology.h"
#include "bake/volume/belonging.h"
#include "bake/volume/content.h"
#include "bake/volume/gaps.h"
#include "bake/volume/ladder.h"
#include "bake/volume/layers.h"

#include <stdlib.h>

#define PART_RIDES       0.05 // mean weight over the region from which a joint counts
#define PART_CARRIES     0.1  // from which the flesh down to it belongs to the part
#define MARGIN_CELLS     3.0  // round region and bones
#define PART_FIRST_CELLS 14.0 // along the longest side
#define PART_CRUMB       0.01 // of the main piece: smaller ones go without a word
#define FALLEN_APART     0.02 // of the main piece, in others
#define CORE_MOST        0.9  // of the way from bone to skin: a node that is farther is skin
#define COVERED          0.5  // of the region's vertices, by a given volume
#define PART_STRETCHED   1.0 // a vertex this far (in heights of an element) outside is not the part's

// The body in a box, and which of it is the part's.
typedef struct choice {
    fill_result whole;
    uint8_t* keep;  // [whole.tets.tet_count]
    int32_t count;  // of them that are kept
    double lost;    // volume of the part's tets that did not hang together, over the rest
    int32_t crumbs; // pieces worth a word that did not hang together with the main one
    arena* memory;  // of all this
} choice;

typedef struct building {
    const character* c;
    const part_options* options;
    prepared_surface surface;
    belonging belonging;
    region region;    // by place, without what is rigid
    uint8_t* inside;  // [weld.count] in the region
    uint8_t* use;     // [axis_count] axes of the part's bones
    bounds box;       // of the region and the bones below it
    double size;      // of the body, metres
    choice now, best; // this attempt, and the one to be taken
    const ladder* ladder;
    arena* memory; // until the part is made
    report* r;
} building;

// ---- bones -----------------------------------------------------------------------------

typedef struct fraction_pair {
    double weight;
    int32_t joint;
} fraction_pair;

static int by_weight(const void* a, const void* b) {
    const fraction_pair *p = a, *q = b;
    if (p->weight != q->weight)
        return p->weight > q->weight ? -1 : 1;
    return (p->joint > q->joint) - (p->joint < q->joint);
}

static void find_bones(const character* c, const region* g, arena* memory, part* out) {
    int32_t nodes = c->scene->node_count, inside = 0;
    fraction_pair* fractions = ARENA_NEW(memory, fraction_pair, (size_t)nodes);
    for (int32_t i = 0; i < nodes; ++i)
        fractions[i].joint = i;
    for (int32_t i = 0; i < c->weld.count; ++i) {
        int32_t v = c->weld.first[i], n = character_influence_count(c, v);
        if (!(g->value[v] > 0.0f))
            continue;
        ++inside;
        for (int32_t k = 0; k < n; ++k) {
            influence x = character_influence(c, v, k);
            fractions[x.joint].weight += x.weight;
        }
    }
    qsort(fractions, (size_t)nodes, sizeof *fractions, by_weight);
    out->bones = ARENA_NEW(memory, int32_t, (size_t)nodes);
    out->bone_fractions = ARENA_NEW(memory, double, (size_t)nodes);
    for (int32_t i = 0; i < nodes && fractions[i].weight > PART_RIDES * inside; ++i) {
        out->bones[out->bone_count] = fractions[i].joint;
        out->bone_fractions[out->bone_count++] = fractions[i].weight / inside;
    }
}

static uint8_t* choose_axes(const character* c, const part* p, arena* memory) {
    uint8_t* use = ARENA_NEW(memory, uint8_t, (size_t)c->axis_count);
    for (int32_t i = 0; i < c->axis_count; ++i)
        for (int32_t k = 0; k < p->bone_count; ++k)
            use[i] |= c->axes[i].joint == p->bones[k] && p->bone_fractions[k] > PART_CARRIES;
    return use;
}

// ---- which tets ------------------------------------------------------------------------

// Of the chosen tets, the piece of the greatest volume.
static void keep_main_piece(building* b) {
    tets chosen = tets_keep(&b->now.whole.tets, b->now.keep, b->now.memory);
    tet_topology shape = tets_topology(&chosen, b->now.memory);
    int32_t best = 0, at = 0;
    for (int32_t i = 1; i < shape.piece_count; ++i)
        if (shape.piece_volume[i] > shape.piece_volume[best])
            best = i;
    b->now.count = b->now.crumbs = 0;
    b->now.lost = 0.0;
    for (int32_t i = 0; i < shape.piece_count; ++i) {
        double beside = shape.piece_volume[i] / shape.piece_volume[best];
        b->now.crumbs += i != best && beside > PART_CRUMB;
        b->now.lost += i != best ? beside : 0.0;
    }
    for (int32_t i = 0; i < b->now.whole.tets.tet_count; ++i)
        if (b->now.keep[i]) {
            b->now.keep[i] = shape.piece[at++] == best;
            b->now.count += b->now.keep[i];
        }
}

// With cells of this edge and in this way.
static bool attempt(building* b, double cell, vec3 shift, fill_mode mode) {
    vec3 grow = v3(MARGIN_CELLS * cell, MARGIN_CELLS * cell, MARGIN_CELLS * cell);
    bounds box = {v3_sub(b->box.low, v3_madd(grow, shift, cell)), v3_add(b->box.high, grow)};
    fill_options o = fill_default();
    o.mode = mode;
    o.edge = cell;
    o.threads = b->options->threads;
    o.box_or_null = &box;
    o.measured = false;                         // once the cell is settled
    report unheard = report_new(b->now.memory); // of the body, not of the part
    if (!volume_fill_prepared(&b->surface, &o, b->now.memory, &b->now.whole, &unheard))
        return report_error(b->r, place_none(), "%s", unheard.findings[unheard.count - 1].text);
    b->now.keep = ARENA_NEW(b->now.memory, uint8_t, (size_t)b->now.whole.tets.tet_count);
    belonging_ask(&b->belonging, &b->now.whole.tets, b->options->threads, b->now.keep);
    keep_main_piece(b);
    return true;
}

// Solid where that holds together: an ear thinner than its cells is enclosed.
static bool attempt_best(building* b, double cell, vec3 shift) {
    return attempt(b, cell, shift, FILL_AUTO) &&
           (!(b->now.lost > FALLEN_APART) || attempt(b, cell, shift, FILL_ENCLOSE));
}

// The best so far is kept, the others' memory goes.
static bool attempt_rung(void* user, const ladder_try* how, ladder_rung* rung) {
    building* b = user;
    report unheard = report_new(b->memory), *heard = b->r;
    b->now = (choice){.memory = arena_create()};
    b->r = &unheard;
    bool done = how->enclose ? attempt(b, how->cell, how->shift, FILL_ENCLOSE)
                             : attempt_best(b, how->cell, how->shift);
    b->r = heard;
    const choice* x = &b->now;
    *rung = (ladder_rung){x->count, x->whole.thickened / 100.0, x->whole.mode == FILL_ENCLOSE};
    bool better = b->best.memory == NULL || ladder_prefers(b->ladder, x->count, b->best.count,
                                                           how->cell < b->best.whole.cell);
    if (done && better) {
        arena_destroy(b->best.memory);
        b->best = b->now;
    } else {
        arena_destroy(b->now.memory);
    }
    return done;
}

// ---- all of it -------------------------------------------------------------------------

static void measure(building* b, const region* g, arena* memory) {
    const character* c = b->c;
    b->size = c->size;
    b->inside = ARENA_NEW(memory, uint8_t, (size_t)c->weld.count);
    b->box = bounds_of(NULL, 0);
    for (int32_t i = 0; i < c->weld.count; ++i) {
        b->inside[i] = g->value[c->weld.first[i]] > 0.0f;
        if (!b->inside[i])
            continue;
        vec3 p = c->weld.positions[i], bone = p;
        character_nearest_axis(c, b->use, p, &bone);
        b->box.low = v3_min(b->box.low, v3_min(p, bone));
        b->box.high = v3_max(b->box.high, v3_max(p, bone));
    }
}

// Cells coarser than the core have one line of nodes in it, or none, and flesh would turn about it: where a bone goes through
// an element a face of that is held, too, short of the skin (docs/decisions/0099-a-core-of-one-line.md).
static bool hold_bones(const building* b, part* out, report* r) {
    const character* c = b->c;
    const tets* t = &out->tets;
    if (b->options->core > 0.0) {
        uint8_t* faces = ARENA_NEW(b->memory, uint8_t, (size_t)t->node_count);
        fix_faces_at_bones(t, c->axes, c->axis_count, faces);
        fix_near_bones(t, NULL, c->axes, c->axis_count, &c->soup, b->options->core, out->fixed);
        fix_near_bones(t, faces, c->axes, c->axis_count, &c->soup, CORE_MOST, out->fixed);
    }
    if (b->options->crossed) {
        uint8_t *crossed = ARENA_NEW(b->memory, uint8_t, (size_t)t->node_count),
                *surface_nodes = ARENA_NEW(b->memory, uint8_t, (size_t)t->node_count);
        tet_topology shape = tets_topology(t, b->memory);
        tets_surface_nodes(t, &shape, surface_nodes);
        fix_crossed_by_bones(t, c->axes, c->axis_count, crossed);
        for (int32_t i = 0; i < t->node_count; ++i)
            out->fixed[i] |= crossed[i] && !surface_nodes[i];
    }
    out->fixed_count = fixed_count(t, out->fixed);
    return fix_check(t, out->fixed, out->name, r);
}

static bool find_cell(building* b, part* out) {
    vec3 size = v3_sub(b->box.high, b->box.low);
    double longest = fmax(size.x, fmax(size.y, size.z));
    const part_options* o = b->options;
    if (!(o->cell > 0.0 || longest > 0.0))
        return report_error(b->r, place_none(), "part \"%s\" has no size", out->name);
    out->cell = o->cell > 0.0 ? o->cell : longest;
    ladder l = {longest, 0.0, o->target, longest / PART_FIRST_CELLS, attempt_rung, b};
    b->ladder = &l;
    if (o->cell > 0.0 || !ladder_find(&l)) {
        b->best = b->now = (choice){.memory = arena_create()};
        return attempt_best(b, out->cell, v3(0, 0, 0));
    }
    b->now = b->best;
    out->cell = b->now.whole.cell;
    return true;
}

// The volume, its fixed nodes and its cell.
static bool fill_part(building* b, arena* memory, part* out, report* r) {
    const character* c = b->c;
    b->surface = fill_prepare(c->weld.positions, c->weld.count, (const uint32_t(*)[3])c->triangles,
                              c->triangle_count, b->memory);
    if (!find_cell(b, out))
        return false;
    if (b->now.count == 0)
        return report_error(r, place_none(),
                            "part \"%s\" has no flesh at cells of %.3g m: its surface is a sheet, "
                            "or the cells are too large",
                            out->name, out->cell);
    if (b->now.crumbs > 0)
        report_note(r, place_none(),
                    "part \"%s\": %d %s of flesh that %s not hang together with it %s left out",
                    out->name, b->now.crumbs, b->now.crumbs > 1 ? "pieces" : "piece",
                    b->now.crumbs > 1 ? "do" : "does", b->now.crumbs > 1 ? "were" : "was");
    content_measure(&(content_body){.surface = &c->soup,
                                    .inside_out = b->now.whole.inside_out,
                                    .threads = b->options->threads},
                    &b->now.whole.tets, b->now.memory);
    out->tets = tets_keep(&b->now.whole.tets, b->now.keep, memory);
    out->volume = tets_content(&out->tets);
    content_doubt(&out->tets, out->name, r);
    if (b->surface.w.count == c->weld.count) // as welded as the character is
        out->tets.tied_or_null =
            gaps_ties(&b->surface, b->inside, out->cell, &out->tets, b->options->threads, memory);
    out->fixed = ARENA_NEW(memory, uint8_t, (size_t)out->tets.node_count);
    out->seam_count = fix_seam(&b->now.whole.tets, b->now.keep, &out->tets, out->fixed);
    return hold_bones(b, out, r);
}

// Where the flesh is looked up that moves a vertex: below it, where it lies on another piece.
static vec3 place_of(const character* c, int32_t v) {
    const layer_host* h = c->layers != NULL ? &c->layers[c->weld.welded[v]] : NULL;
    return h == NULL || h->triangle < 0 ? c->surface->positions[v] : h->place;
}

static embedding embed_list(const character* c, const tets* t, const int32_t* list, int32_t count,
                            int threads, arena* memory) {
    vec3* points = ARENA_NEW(memory, vec3, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        points[i] = place_of(c, list[i]);
    return embed_points(t, points, count, threads, memory);
}

static int32_t list_inside(const region* g, int32_t* list) {
    int32_t count = 0;
    for (int32_t v = 0; v < g->count; ++v)
        if (g->value[v] > 0.0f)
            list[count++] = v;
    return count;
}

// Vertices of the region that have no flesh of the part below them (other pieces, crumbs) leave it.
static bool embed_part(const building* b, arena* memory, part* out, report* r) {
    const character* c = b->c;
    region rest = region_copy(c, &b->region, memory);
    out->vertices = ARENA_NEW(memory, int32_t, (size_t)rest.count);
    int32_t count = list_inside(&rest, out->vertices);
    int threads = b->options->threads;
    embedding e = embed_list(c, &out->tets, out->vertices, count, threads, b->memory);
    for (int32_t i = 0; i < count; ++i)
        for (int k = 0; k < 4; ++k)
            if (e.barycentric[i][k] < -PART_STRETCHED)
                rest.value[out->vertices[i]] = 0.0f;
    out->vertex_count = list_inside(&rest, out->vertices);
    out->embedding = embed_list(c, &out->tets, out->vertices, out->vertex_count, threads, memory);
    float* fade = fade_of(c, &rest, b->options->fade, b->memory);
    out->fade = ARENA_NEW(memory, float, (size_t)out->vertex_count);
    bool moves = false;
    for (int32_t i = 0; i < out->vertex_count; ++i) {
        out->fade[i] = fade[out->vertices[i]];
        moves = moves || out->fade[i] > 0.0f;
    }
    return moves || report_error(r, place_none(),
                                 "every vertex of part \"%s\" lies on its seam, so nothing would "
                                 "move; widen the region",
                                 out->name);
}

// What a cut would have taken away is held.
static bool hold_volume(const building* b, part* out, report* r) {
    const character* c = b->c;
    for (int32_t i = 0; i < out->tets.node_count; ++i) {
        soup_hit hit;
        bool own = soup_nearest(&c->soup, out->tets.nodes[i], INFINITY, &hit) &&
                   belonging_skin(&b->belonging, hit.triangle);
        out->fixed[i] = !own;
        out->seam_count += !own;
    }
    return hold_bones(b, out, r);
}

static bool begin(const character* c, const char* name, const region* g, arena* memory, part* out,
                  building* b, report* r) {
    *out = (part){.name = name};
    b->c = c;
    b->region = region_copy(c, g, memory);
    layers_settle(c, &b->region);
    if (!region_check(&b->region, name, r))
        return false;
    b->memory = arena_create();
    find_bones(c, &b->region, memory, out);
    b->use = choose_axes(c, out, b->memory);
    measure(b, &b->region, b->memory);
    b->belonging = belonging_new(c, b->inside, b->use, b->size, b->memory);
    return true;
}

bool part_build(const character* c, const char* name, const region* g, const part_options* o,
                arena* memory, part* out, report* r) {
    SUPPLE_ASSERT(g->count == c->surface->vertex_count && o->threads >= 0);
    building b = {.options = o, .r = r};
    if (!begin(c, name, g, memory, out, &b, r))
        return false;
    bool good = fill_part(&b, memory, out, r) && embed_part(&b, memory, out, r);
    arena_destroy(b.best.memory);
    arena_destroy(b.memory);
    return good;
}

bool part_of_volume(const character* c, const char* name, const region* g, const tets* volume,
                    const part_options* o, arena* memory, part* out, report* r) {
    SUPPLE_ASSERT(volume->width == 4 || volume->width == 10);
    building b = {.options = o, .r = r};
    if (!begin(c, name, g, memory, out, &b, r))
        return false;
    out->tets = *volume;
    out->volume = tets_content(volume);
    out->cell = cube_root(6.0 * tets_volume(volume) / volume->tet_count);
    out->fixed = ARENA_NEW(memory, uint8_t, (size_t)volume->node_count);
    bool good = hold_volume(&b, out, r) && embed_part(&b, memory, out, r);
    arena_destroy(b.memory);
    if (good && out->vertex_count < COVERED * region_size(g))
        return report_error(r, place_none(),
                            "only %d of the %d vertices of part \"%s\" lie in or near the given "
                            "volume; is it of this part?",
                            out->vertex_count, region_size(g), name);
    return good;
}
