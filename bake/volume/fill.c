// Weld, decide inside, stuff or enclose, look at what came out, say what was done.
//
// Thin parts and islands are seen in the result of stuffing; what they need is declared in the lattice,
// and it is stuffed again.
// SPDX-License-Identifier: MIT
#include "bake/volume/fill.h"

#include "bake/base/assert.h"
#include "bake/base/machine.h"
#include "bake/base/root.h"
#include "bake/base/text.h"
#include "bake/mesh/soup_close.h"
#include "bake/mesh/tet_topology.h"
#include "bake/volume/apart.h"
#include "bake/volume/content.h"
#include "bake/volume/enclosing.h"
#include "bake/volume/gaps.h"
#include "bake/volume/islands.h"
#include "bake/volume/ladder.h"
#include "bake/volume/stuffing.h"
#include "bake/volume/thin.h"

#include <string.h>

#define FILL_CRUMB    1e-4 // of the whole volume: smaller islands are dropped
#define THIN_FRACTION 0.5  // of the surface: more of it lost means a sheet or a shell

enum { STUFF_ROUNDS = 4 };

typedef struct filling {
    const fill_options* options;
    arena* memory;
    report* r;
    const prepared_surface* s;
    bounds box;   // what is filled
    soup seen;    // of the triangles in it
    vec3* points; // [point_count] the surface's vertices in it
    int32_t point_count;
    lattice lattice;
    fill_result* out;
    vec3 shift;                 // of the lattice, cells
    double thin;                // of the surface, thinner than a cell
    const ladder* ladder;       // where a number of tets is wanted
    arena* kept_memory_or_null; // of the best rung so far
    fill_result kept;
} filling;

enum { FILL_FIRST_CELLS = 12 }; // along the longest side, where nothing tells of a better number

#define NODES_LOOKED_AT 1e7 // in the box, half of them: no finer cell is tried for a number of tets

static bool choose_cell(filling* x) {
    x->box = x->options->box_or_null != NULL ? *x->options->box_or_null
                                             : bounds_of(x->s->w.positions, x->s->w.count);
    vec3 size = v3_sub(x->box.high, x->box.low);
    double longest = fmax(size.x, fmax(size.y, size.z));
    if (!(longest > 0.0) || x->s->triangle_count == 0)
        return report_error(x->r, place_none(), "there is no surface to fill: it has %s",
                            x->s->triangle_count == 0 ? "no triangle with three different corners"
                                                      : "no size");
    const fill_options* o = x->options;
    x->out->cell = o->edge > 0.0 ? o->edge : longest / (o->cells > 0 ? o->cells : FILL_FIRST_CELLS);
    return true;
}

// What of the surface lies in the box. A triangle that leaves it is not asked for.
static void look_into_box(filling* x) {
    uint8_t* inside = ARENA_NEW(x->memory, uint8_t, (size_t)x->s->w.count);
    x->points = ARENA_NEW(x->memory, vec3, (size_t)x->s->w.count);
    for (int32_t i = 0; i < x->s->w.count; ++i) {
        vec3 p = x->s->w.positions[i];
        inside[i] = p.x >= x->box.low.x && p.y >= x->box.low.y && p.z >= x->box.low.z &&
                    p.x <= x->box.high.x && p.y <= x->box.high.y && p.z <= x->box.high.z;
        if (inside[i])
            x->points[x->point_count++] = p;
    }
    x->seen = x->s->soup;
    if (x->options->box_or_null == NULL)
        return;
    uint32_t(*kept)[3] = arena_alloc(x->memory, (size_t)x->s->triangle_count, sizeof *kept);
    int32_t count = 0;
    for (int32_t i = 0; i < x->s->triangle_count; ++i) {
        const uint32_t* t = x->s->triangles[i];
        if (inside[t[0]] && inside[t[1]] && inside[t[2]])
            memcpy(kept[count++], t, sizeof *kept);
    }
    x->seen = soup_new(x->s->w.positions, (const uint32_t(*)[3])kept, count, x->memory);
}

static void drop_crumbs(filling* x, tets* t) {
    tet_topology shape = tets_topology(t, x->memory);
    double whole = 0.0;
    for (int32_t i = 0; i < shape.piece_count; ++i)
        whole += shape.piece_volume[i];
    uint8_t* keep = ARENA_NEW(x->memory, uint8_t, (size_t)t->tet_count);
    x->out->pieces = shape.piece_count;
    for (int32_t i = 0; i < shape.piece_count; ++i)
        if (shape.piece_volume[i] < FILL_CRUMB * whole) {
            ++x->out->dropped;
            --x->out->pieces;
        }
    for (int32_t i = 0; i < t->tet_count; ++i)
        keep[i] = shape.piece_volume[shape.piece[i]] >= FILL_CRUMB * whole;
    if (x->out->dropped > 0)
        *t = tets_keep(t, keep, x->memory);
}

// False when the solid lattice is not for this surface: too much of it would have to be thickened.
static bool fill_solid(filling* x, bool thicken) {
    fill_result* o = x->out;
    arena* scratch = arena_create();
    int8_t* side = ARENA_NEW(scratch, int8_t, (size_t)x->lattice.node_count);
    bool changed = true, solid = true;
    o->mode = FILL_SOLID;
    for (int round = 0; round < STUFF_ROUNDS && changed && solid; ++round) {
        o->tets = stuff_lattice(&x->lattice, &x->s->soup, x->options->graded, x->options->threads,
                                side, x->memory);
        changed = false;
        if (round == 0 && thicken) {
            const thin_surface below = {.body = &x->s->soup, .asked = &x->seen};
            thin_parts thin =
                thin_find(&x->lattice, side, &below, &o->tets, x->options->threads, scratch);
            o->thickened = 100.0 * thin.fraction;
            x->thin = thin.fraction;
            solid = thin.fraction <= THIN_FRACTION;
            changed = solid && thin.node_count > 0;
            if (changed)
                thin_thicken(&thin, &x->lattice, side);
        }
        if (solid && x->options->box_or_null == NULL) { // pieces may hang together outside a box
            island_report islands =
                islands_connect(&x->lattice, side, &x->s->soup, x->s->piece, o->surface_pieces);
            o->bridges += islands.connected;
            changed = changed || islands.connected > 0;
        }
    }
    arena_destroy(scratch);
    if (solid)
        drop_crumbs(x, &o->tets);
    return solid;
}

static void fill_enclosing(filling* x) {
    fill_result* o = x->out;
    o->mode = FILL_ENCLOSE;
    o->bridges = 0;
    o->thickened = 0.0;
    o->tets = enclose_lattice(&x->lattice, &x->s->soup, x->memory);
    o->pieces = tets_topology(&o->tets, x->memory).piece_count;
}

static void choose_mode(filling* x) {
    fill_result* o = x->out;
    o->reason = "as asked";
    if (x->options->mode == FILL_ENCLOSE) {
        fill_enclosing(x);
        return;
    }
    bool choose = x->options->mode == FILL_AUTO;
    if (!fill_solid(x, choose)) {
        o->reason = o->tets.tet_count == 0
                        ? "the surface encloses no volume at this cell size"
                        : arena_format(x->memory, "%.1f %% of the surface is thinner than a cell",
                                       o->thickened);
        fill_enclosing(x);
    } else if (choose) {
        o->reason =
            o->thickened > 0.0
                ? arena_format(x->memory, "%.2g %% of it, thinner than a cell, was thickened",
                               o->thickened)
            : o->watertight ? "the surface is closed and nothing of it was lost"
                            : "the surface encloses a volume in spite of its holes";
    }
}

static void say_what_was_done(const filling* x) {
    const fill_result* o = x->out;
    if (x->options->graded && o->mode == FILL_ENCLOSE)
        report_note(x->r, place_none(),
                    "all cells have one size: only a solid lattice can be graded");
    if (o->bridges > 0)
        report_note(x->r, place_none(),
                    "%d island%s, where the body is thinner than a cell, %s connected by bridges; "
                    "more cells follow the shape better",
                    o->bridges, o->bridges == 1 ? "" : "s", o->bridges == 1 ? "was" : "were");
    if (o->dropped > 0)
        report_warning(
            x->r, place_none(),
            "%d crumb%s of less than %g %% of the volume %s dropped; more cells would keep %s",
            o->dropped, o->dropped == 1 ? "" : "s", 100.0 * FILL_CRUMB,
            o->dropped == 1 ? "was" : "were", o->dropped == 1 ? "it" : "them");
    if (o->pieces > 1 && x->options->box_or_null == NULL)
        report_warning(x->r, place_none(),
                       "the volume is in %d separate pieces, which will move independently; the "
                       "surface has %d",
                       o->pieces, o->surface_pieces);
}

static void say_what_was_fused(const filling* x) {
    const fill_result* o = x->out;
    if (x->options->box_or_null != NULL)
        return;
    apart_report a = apart_find(&x->s->soup, x->s->piece, o->surface_pieces, &o->tets, o->cell,
                                x->options->threads);
    x->out->fused = a.fused;
    if (a.fused > 0)
        report_warning(
            x->r, place_none(),
            "%d pieces of the surface that do not touch are fused into %d: cells of %.3g are "
            "too wide for the gaps between them%s; they move as one, unless smaller "
            "cells or more tets keep them apart",
            a.fused, a.bodies, o->cell,
            a.gap > 0.0 ? arena_format(x->memory, " (%.2g)", a.gap) : "");
}

// The lattice of the chosen cell, filled. False when it would be too large.
static bool fill_once(filling* x) {
    fill_result* o = x->out;
    const fill_options* f = x->options;
    bounds box = f->box_or_null != NULL || x->s->soup.tree.node_count == 0
                     ? x->box
                     : x->s->soup.tree.nodes[0].box;
    box.low = v3_madd(box.low, x->shift, -o->cell);
    bool fits = lattice_in_box(&x->s->soup, box, o->cell, f->threads, x->memory, &x->lattice);
    if (!fits)
        return report_error(x->r, place_none(),
                            "cells of %g m would be too many for this surface; use a larger edge "
                            "or fewer cells",
                            o->cell);
    o->bridges = o->dropped = 0;
    o->thickened = 0.0;
    choose_mode(x);
    return true;
}

// ---- a number of tets ------------------------------------------------------------------

// A tet of the lattice has a twelfth of a cell's volume, so a closed body tells about the cell to begin with.
static double cell_for_target(const filling* x, double longest) {
    double volume = fabs(content_signed_volume(
        x->s->w.positions, (const uint32_t(*)[3])x->s->triangles, x->s->triangle_count));
    double cell = volume > 0.0 ? cube_root(12.0 * volume / x->options->target) : 0.0;
    return cell > 0.0 && cell < longest ? cell : longest / FILL_FIRST_CELLS;
}

// One rung of the ladder. The best so far is kept, the others' memory goes.
static bool fill_rung(void* user, const ladder_try* how, ladder_rung* rung) {
    filling* x = user;
    arena* own = arena_create();
    filling here = *x;
    fill_options options = *x->options;
    fill_result out = *x->out;
    report unheard = report_new(own);
    options.mode = how->enclose ? FILL_ENCLOSE : options.mode;
    out.cell = how->cell;
    here.options = &options;
    here.memory = own;
    here.shift = how->shift;
    here.out = &out;
    here.r = &unheard;
    bool done = fill_once(&here);
    *rung = (ladder_rung){out.tets.tet_count, here.thin,
                          out.mode == FILL_ENCLOSE && x->options->mode != FILL_ENCLOSE};
    bool best =
        x->kept_memory_or_null == NULL ||
        ladder_prefers(x->ladder, rung->count, x->kept.tets.tet_count, how->cell < x->kept.cell);
    if (how->enclose)
        out.reason = "much of the surface is thinner than the cells of a solid lattice of so many";
    if (done && best) {
        arena_destroy(x->kept_memory_or_null);
        x->kept_memory_or_null = own;
        x->kept = out;
    } else {
        arena_destroy(own);
    }
    return done;
}

static void take_kept(filling* x) {
    *x->out = x->kept;
    tets *t = &x->out->tets, from = *t;
    t->nodes = ARENA_NEW(x->memory, vec3, (size_t)from.node_count);
    t->elements = ARENA_NEW(x->memory, int32_t, 4 * (size_t)from.tet_count);
    memcpy(t->nodes, from.nodes, (size_t)from.node_count * sizeof *t->nodes);
    memcpy(t->elements, from.elements, 4 * (size_t)from.tet_count * sizeof *t->elements);
    if (from.uncut_or_null != NULL) {
        t->uncut_or_null = ARENA_NEW(x->memory, uint8_t, (size_t)from.tet_count);
        memcpy(t->uncut_or_null, from.uncut_or_null, (size_t)from.tet_count);
    }
    x->out->reason = arena_format(x->memory, "%s", x->kept.reason);
}

static bool fill_to_target(filling* x) {
    vec3 size = v3_sub(x->box.high, x->box.low);
    ladder l = {.longest = fmax(size.x, fmax(size.y, size.z)),
                .wanted = x->options->target,
                .fill = fill_rung,
                .user = x};
    x->ladder = &l;
    l.finest = cube_root(size.x * size.y * size.z / NODES_LOOKED_AT);
    l.guess = cell_for_target(x, l.longest);
    if (!ladder_find(&l)) {
        x->out->cell = l.longest;
        return fill_once(x); // says why not
    }
    take_kept(x);
    arena_destroy(x->kept_memory_or_null);
    return true;
}

// Measured on a closed body, 98,000 and 387,000 tets: memory at the most, and one core's time.
static const double TET_BYTES = 550.0, TET_SECONDS = 1.2e-5;

static bool has_room(int32_t wanted, report* r) {
    double needs = TET_BYTES * wanted, free = machine_memory();
    return needs <= free ||
           report_error(r, place_none(),
                        "%d tets would take about %s and %s, and this machine has %s left; ask for "
                        "fewer",
                        wanted, text_memory(needs, r->memory),
                        text_duration(TET_SECONDS * wanted, r->memory),
                        text_memory(free, r->memory));
}

prepared_surface fill_prepare(const vec3* positions, int32_t vertex_count,
                              const uint32_t (*triangles)[3], int32_t triangle_count,
                              arena* memory) {
    SUPPLE_ASSERT(vertex_count >= 0 && triangle_count >= 0);
    prepared_surface s = {.w = weld_positions(positions, vertex_count, 0.0, memory)};
    s.triangles = arena_alloc(memory, (size_t)triangle_count, sizeof *s.triangles);
    s.triangle_count = weld_triangles(&s.w, triangles, triangle_count, s.triangles);
    s.inside_out = soup_face_outwards(s.w.positions, s.triangles, s.triangle_count);
    const uint32_t(*welded)[3] = (const uint32_t(*)[3])s.triangles;
    s.piece = ARENA_NEW(memory, int32_t, (size_t)s.triangle_count);
    s.pieces = surface_pieces(welded, s.triangle_count, s.w.count, s.piece, memory);
    s.soup = soup_new(s.w.positions, welded, s.triangle_count, memory);
    soup_close(&s.soup, memory);
    return s;
}

static void measure(filling* x) {
    fill_result* o = x->out;
    int threads = x->options->threads;
    const content_body body = {&x->s->soup, false, x->options->box_or_null == NULL, threads};
    o->content = content_measure(&body, &o->tets, x->memory);
    o->quality = tets_quality(&o->tets, x->points, x->point_count, threads, x->memory);
    if (x->options->box_or_null == NULL)
        o->tets.tied_or_null = gaps_ties(x->s, NULL, o->cell, &o->tets, threads, x->memory);
}

bool volume_fill_prepared(const prepared_surface* s, const fill_options* options, arena* memory,
                          fill_result* out, report* r) {
    SUPPLE_ASSERT(options->edge >= 0.0 && options->cells >= 0 && options->threads >= 0);
    *out = (fill_result){.inside_out = s->inside_out,
                         .surface_pieces = s->pieces,
                         .watertight = s->soup.closure == SOUP_CLOSED};
    filling x = {.s = s, .options = options, .memory = memory, .r = r, .out = out};
    bool given = options->edge > 0.0 || options->cells > 0;
    if (!given && !has_room(options->target, r))
        return false;
    if (!choose_cell(&x))
        return false;
    if (out->inside_out)
        report_note(r, place_none(), "the surface is inside out: its faces were turned round");
    look_into_box(&x);
    if (!(given ? fill_once(&x) : fill_to_target(&x)))
        return false;
    if (out->tets.tet_count == 0)
        return report_error(r, place_none(),
                            "no tet fits inside the surface with cells of %g m; use more cells, or "
                            "let the lattice enclose it",
                            out->cell);
    if (options->measured)
        measure(&x);
    say_what_was_done(&x);
    say_what_was_fused(&x);
    double wanted = options->target, got = out->tets.tet_count;
    if (!given && fabs(got / wanted - 1.0) > LADDER_NEAR)
        report_note(r, place_none(),
                    "there are %d tets rather than about %d; give the edge of a cell instead",
                    out->tets.tet_count, options->target);
    return true;
}

bool volume_fill(const vec3* positions, int32_t vertex_count, const uint32_t (*triangles)[3],
                 int32_t triangle_count, const fill_options* options, arena* memory,
                 fill_result* out, report* r) {
    prepared_surface s = fill_prepare(positions, vertex_count, triangles, triangle_count, memory);
    return volume_fill_prepared(&s, options, memory, out, r);
}
