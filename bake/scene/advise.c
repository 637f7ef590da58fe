// Counts into sentences for the person who made the mesh: what it is, what supple does about it, and
// what to do in a modelling program where that helps.
//
// Holes, seams and crossings are not errors: filling by winding number and lattices round the mesh
// take any surface. They are said because the result follows them.
// SPDX-License-Identifier: MIT
#include "bake/scene/inspect.h"

static const char* plural(int64_t count) {
    return count == 1 ? "" : "s";
}

static void advise_unusable(const inspection* x, place at, report* r) {
    if (x->left_out > 0)
        report_error(r, at,
                     "%d node%s left out because the scene has more than 500 million vertices or "
                     "triangles; split the file",
                     x->left_out, x->left_out == 1 ? " was" : "s were");
    else if (x->triangle_count == 0)
        report_error(r, at,
                     "there are no triangles to work with; points and lines are not used, and in "
                     "glTF only meshes of the shown scene count");
    else if (!(x->diagonal > 0.0))
        report_error(r, at, "all vertices lie at one place, so there is nothing to fill");
    else if (!isfinite(x->diagonal))
        report_error(r, at, "the mesh is too large for its size to be a number; scale it down");
    else
        report_error(r, at,
                     "none of the %d triangles has an area, so there is nothing to fill; check the "
                     "scale with which it was exported",
                     x->triangle_count);
}

static void advise_surface(const inspection* x, place at, report* r) {
    if (x->boundary_edges > 0)
        report_warning(
            r, at,
            "the surface is open along %d edge%s; supple closes holes in thought when it "
            "fills the body, but fill large ones yourself if the shape there matters",
            x->boundary_edges, plural(x->boundary_edges));
    if (x->nonmanifold_edges > 0)
        report_warning(r, at,
                       "%d edge%s shared by three or more triangles (walls inside, or sheets glued "
                       "together); supple decides there by what is inside, not by the surface",
                       x->nonmanifold_edges, x->nonmanifold_edges == 1 ? " is" : "s are");
    if (x->nonmanifold_vertices > 0)
        report_note(
            r, at, "%d %s parts that touch nowhere else; in the body they will hold together there",
            x->nonmanifold_vertices,
            x->nonmanifold_vertices == 1 ? "vertex joins" : "vertices join");
    if (x->flipped_edges > 0)
        report_warning(r, at,
                       "triangles face opposite ways across %d edge%s; inside and outside are "
                       "unclear there, so recalculate the normals in your modelling program",
                       x->flipped_edges, plural(x->flipped_edges));
    if (x->inside_out)
        report_warning(r, at,
                       "the surface is inside out; supple turns it round, but flip the normals if "
                       "it also looks wrong when rendered");
}

static void advise_triangles(const inspection* x, place at, report* r) {
    if (x->degenerate_triangles > 0)
        report_note(r, at, "%d triangle%s no area and will be ignored", x->degenerate_triangles,
                    x->degenerate_triangles == 1 ? " has" : "s have");
    if (x->duplicate_triangles > 0)
        report_note(r, at,
                    "%d triangle%s on the same corners as another one (a two-sided leaf, or a copy "
                    "left behind); one of each will do for the body",
                    x->duplicate_triangles, x->duplicate_triangles == 1 ? " lies" : "s lie");
    if (x->self_intersections > 0)
        report_note(r, at,
                    "%s%lld pair%s of triangles pass through each other; supple can fill the body "
                    "all the same, but parts that cross will be fused into one",
                    x->intersections_capped ? "at least " : "", (long long)x->self_intersections,
                    plural(x->self_intersections));
    else if (x->intersections_capped)
        report_note(r, at,
                    "so many triangles overlap that looking for crossings was given up; none was "
                    "found until then");
    if (x->piece_count > 1)
        report_note(r, at,
                    "the surface has %d separate pieces; pieces that overlap become one body, the "
                    "others stay apart",
                    x->piece_count);
}

void inspect_advise(const inspection* x, const char* file, report* r) {
    place at = place_file(file);
    if (!inspection_usable(x)) {
        advise_unusable(x, at, r);
        return;
    }
    advise_surface(x, at, r);
    advise_triangles(x, at, r);
    if (x->unit == UNIT_UNKNOWN)
        report_note(r, at,
                    "the unit cannot be told (%s); supple takes metres unless told otherwise",
                    x->unit_reason);
    else if (x->unit != UNIT_METRE)
        report_warning(r, at,
                       "%s; supple works in metres, so scale the model by %g or the body will be "
                       "far too large and heavy",
                       x->unit_reason, unit_in_metres(x->unit));
}
