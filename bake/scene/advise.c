// Counts into lines for the person who made the mesh: what it is, what supple does about it, and
// what to do in a modelling program where that helps.
//
// Holes, seams and crossings are not errors: filling by winding number and lattices round the mesh
// take any surface. They are said because the result follows them.
// SPDX-License-Identifier: MIT
#include "bake/scene/inspect.h"

#include "bake/base/assert.h"

typedef struct lines {
    inspection_line* out;
    int32_t count;
    arena* memory;
} lines;

static void add(lines* l, const char* name, const char* value, severity how_bad,
                const char* advice_or_null) {
    SUPPLE_ASSERT(l->count < INSPECTION_LINES);
    l->out[l->count++] = (inspection_line){name, value, false, how_bad, advice_or_null};
}

static void add_fact(lines* l, const char* name, const char* value) {
    add(l, name, value, FINDING_NOTE, NULL);
    l->out[l->count - 1].is_fact = true;
}

// A count that is fine at zero; otherwise `one` or `many`, which holds a %d, is the advice.
static void add_count(lines* l, const char* name, int32_t count, severity how_bad, const char* one,
                      const char* many) {
    const char* advice = NULL;
    if (count == 1)
        advice = one;
    else if (count > 1)
        advice = arena_format(l->memory, "%d %s", count, many);
    add(l, name, arena_format(l->memory, "%d", count), how_bad, advice);
}

static const char* unusable(const inspection* x, arena* memory) {
    if (x->trouble_or_null != NULL)
        return x->trouble_or_null;
    if (x->triangle_count == 0)
        return "there are no triangles to work with; points and lines are not used, and in glTF "
               "only meshes of the shown scene count";
    if (!(x->diagonal > 0.0))
        return "all vertices lie at one place, so there is nothing to fill";
    if (!isfinite(x->diagonal))
        return "the mesh is too large for its size to be a number; scale it down";
    return arena_format(memory,
                        "none of the %d triangles has an area, so there is nothing to fill; check "
                        "the scale with which it was exported",
                        x->triangle_count);
}

static void add_size(lines* l, const inspection* x) {
    vec3 s = v3_sub(x->box.high, x->box.low);
    const char* size = arena_format(l->memory, "%.4g x %.4g x %.4g", s.x, s.y, s.z);
    const char* advice = NULL;
    severity how_bad = FINDING_NOTE;
    if (x->unit == UNIT_UNKNOWN) {
        advice = arena_format(l->memory,
                              "the unit cannot be told (%s); supple takes metres unless told "
                              "otherwise",
                              x->unit_reason);
    } else if (x->unit != UNIT_METRE) {
        how_bad = FINDING_WARNING;
        advice = arena_format(l->memory,
                              "%s; supple works in metres, so scale the model by %g or the body "
                              "will be far too large and heavy",
                              x->unit_reason, unit_in_metres(x->unit));
    }
    add_fact(l, "size", size);
    const char* unit = unit_name(x->unit);
    if (advice == NULL)
        unit = arena_format(l->memory, "%s (%s)", unit, x->unit_reason);
    add(l, "unit", unit, how_bad, advice);
}

static void add_surface(lines* l, const inspection* x) {
    const char* turn = NULL;
    if (x->inside_out)
        turn = "the surface is inside out; supple turns it round, but flip the normals if it also "
               "looks wrong when rendered";
    add_fact(l, "closed", x->closed ? "yes" : "no");
    add(l, x->closed ? "volume" : "volume (about)", arena_format(l->memory, "%.4g", x->volume),
        FINDING_WARNING, turn);
    add_fact(l, "area", arena_format(l->memory, "%.4g", x->area));
    add_count(l, "pieces", x->piece_count, FINDING_NOTE, NULL,
              "separate pieces: those that overlap become one body; the others stay apart where "
              "cells are "
              "smaller than the gaps between them, and the bake says where they are not");
    add_count(l, "open edges", x->boundary_edges, FINDING_WARNING,
              "1 open edge: supple closes the hole when it fills the body",
              "open edges: supple closes holes when it fills the body, but fill large ones "
              "yourself if the shape there matters");
    add_count(l, "non-manifold edges", x->nonmanifold_edges, FINDING_WARNING,
              "1 edge is shared by three or more triangles (a wall inside, or sheets glued "
              "together): supple decides there by what is inside, not by the surface",
              "edges are shared by three or more triangles (walls inside, or sheets glued "
              "together): supple decides there by what is inside, not by the surface");
    add_count(l, "non-manifold vertices", x->nonmanifold_vertices, FINDING_NOTE,
              "1 vertex joins parts that touch nowhere else near it: the body will hold together "
              "there",
              "vertices join parts that touch nowhere else near them: the body will hold together "
              "there");
    add_count(l, "flipped edges", x->flipped_edges, FINDING_WARNING,
              "1 edge lies between triangles that face opposite ways, so inside and outside are "
              "unclear there: recalculate the normals in your modelling program",
              "edges lie between triangles that face opposite ways, so inside and outside are "
              "unclear there: recalculate the normals in your modelling program");
}

static void add_triangles(lines* l, const inspection* x) {
    add_count(l, "degenerate triangles", x->degenerate_triangles, FINDING_NOTE,
              "1 triangle has no area and will be ignored",
              "triangles have no area and will be ignored");
    add_count(l, "duplicate triangles", x->duplicate_triangles, FINDING_NOTE,
              "1 triangle lies on the same corners as another (a two-sided leaf, or a copy left "
              "behind): one of them will do for the body",
              "triangles lie on the same corners as another (two-sided leaves, or a copy left "
              "behind): one of each will do for the body");

    const char* least = x->intersections_capped ? "at least " : "";
    long long n = (long long)x->self_intersections;
    const char* advice = NULL;
    if (n > 0)
        advice = arena_format(l->memory,
                              "%s%lld pair%s of triangles pass%s through each other: supple fills "
                              "the body all the same, and parts that cross are fused into one",
                              least, n, n == 1 ? "" : "s", n == 1 ? "es" : "");
    else if (x->intersections_capped)
        advice = "so many triangles overlap that looking for crossings was given up; none was "
                 "found until then";
    add(l, "crossing triangles", arena_format(l->memory, "%s%lld", least, n), FINDING_NOTE, advice);
}

int32_t inspect_lines(const inspection* x, arena* memory, inspection_line* out) {
    lines l = {out, 0, memory};
    add_fact(&l, "vertices",
             arena_format(memory, "%d, %d after welding", x->vertex_count, x->welded_count));
    add(&l, "triangles", arena_format(memory, "%d", x->triangle_count), FINDING_ERROR,
        inspection_usable(x) ? NULL : unusable(x, memory));
    if (inspection_usable(x)) {
        add_size(&l, x);
        add_surface(&l, x);
        add_triangles(&l, x);
    }
    return l.count;
}

void inspect_advise(const inspection* x, const char* file, report* r) {
    inspection_line all[INSPECTION_LINES];
    int32_t count = inspect_lines(x, r->memory, all);
    for (int32_t i = 0; i < count; ++i) {
        const char* advice = all[i].advice_or_null;
        if (advice == NULL)
            continue;
        if (all[i].severity == FINDING_ERROR)
            report_error(r, place_file(file), "%s", advice);
        else if (all[i].severity == FINDING_WARNING)
            report_warning(r, place_file(file), "%s", advice);
        else
            report_note(r, place_file(file), "%s", advice);
    }
}
