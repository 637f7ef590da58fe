// Three kinds of body, one result.
// SPDX-License-Identifier: MIT
#include "cli/body_choice.h"

#include "bake/import/import_tets.h"
#include "bake/scene/bind.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BASE_FRACTION 0.05 // of the height: what a body stands on

// The next of a list with commas between; false at its end, where *list is NULL, or at what is none.
static bool next_number(const char** list, long* value) {
    char* end = NULL;
    if (*list == NULL)
        return false;
    errno = 0;
    *value = strtol(*list, &end, 10);
    if (end == *list || (*end != 0 && *end != ',') || errno != 0)
        return false;
    *list = *end == ',' ? end + 1 : NULL;
    return true;
}

int body_choice_check(const body_choice* x) {
    if (x->edge < 0.0 || x->cells < 0 || x->target < 0)
        return cli_usage_error("--edge, --cells and --count are above 0");
    if ((x->edge > 0.0) + (x->cells > 0) + (x->target > 0) > 1)
        return cli_usage_error("give one of --edge, --cells and --count");
    if (x->cells > 0 && (x->region.part != NULL || region_chosen(&x->region)))
        return cli_usage_error("a part takes --edge or --count, not --cells");
    if (!(x->unit > 0.0))
        return cli_usage_error("--unit is above 0: metres of one unit of the file, not %g",
                               x->unit);
    const char* list = x->fix_nodes;
    for (long number; next_number(&list, &number);) {
    }
    if (list != NULL)
        return cli_usage_error("--fix-nodes takes node numbers from 0 with commas between, like "
                               "0,4,17, not \"%s\"",
                               x->fix_nodes);
    return region_choice_check(&x->region);
}

bool body_is_tets(cli* c, const char* path, bool* result) {
    bytes file;
    if (!file_map(path, &file, &c->findings))
        return false;
    *result = import_tets_knows(file, path);
    file_unmap(file);
    return true;
}

bool body_surface(cli* c, const char* path, const scene* s, surface* out) {
    pose p = pose_at(s, -1, 0.0, c->memory);
    *out = surface_from_scene(s, &p, c->memory);
    const char* trouble = surface_trouble(out);
    return trouble == NULL || report_error(&c->findings, place_file(path), "%s", trouble);
}

// ---- volumes ---------------------------------------------------------------------------

static bool fill_surface(const body_choice* x, cli* c, const char* path, body* b) {
    surface* f = &b->surface;
    if (!body_surface(c, path, &b->file.scene, f))
        return false;
    fill_options o = fill_default();
    o.edge = x->edge;
    o.cells = x->cells;
    o.target = x->target > 0 ? x->target : o.target;
    o.threads = x->threads;
    fill_result filled;
    if (!volume_fill(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                     f->triangle_count, &o, c->memory, &filled, &c->findings))
        return false;
    b->tets = filled.tets;
    b->cell = filled.cell;
    b->how = filled.mode == FILL_SOLID ? "filled with a solid lattice" : "in an enclosing lattice";
    b->embedding = embed_points(&b->tets, f->positions, f->vertex_count, x->threads, c->memory);
    return true;
}

static bool fill_part(const body_choice* x, cli* c, body* b) {
    const scene* s = &b->file.scene;
    pose p = bind_pose(s, c->memory);
    b->surface = surface_from_scene(s, &p, c->memory);
    character whole = character_new(s, &b->surface, &p, c->memory);
    part_plan plans[PARTS_MOST];
    part_options o = part_default();
    o.target = x->target > 0 ? x->target : o.target;
    o.cell = x->edge;
    o.threads = x->threads;
    part made;
    if (region_plans(&x->region, x->threads, c, &whole, plans) == 0 ||
        !part_build(&whole, plans[0].name, &plans[0].region, &o, c->memory, &made, &c->findings))
        return false;
    b->tets = made.tets;
    b->fixed = made.fixed;
    b->cell = made.cell;
    b->how = arena_format(c->memory, "its part \"%s\"", made.name);
    b->embedding = made.embedding;
    b->vertices_or_null = made.vertices;
    b->fade_or_null = made.fade;
    return true;
}

// ---- what is held ----------------------------------------------------------------------

// The node that stood there in the file, or -1.
static int32_t node_of_source(const tets* t, long source) {
    if (t->node_source_or_null == NULL)
        return source >= 0 && source < t->node_count ? (int32_t)source : -1;
    for (int32_t i = 0; source >= 0 && i < t->node_count; ++i)
        if (t->node_source_or_null[i] == source)
            return i;
    return -1;
}

static bool fix_listed(const char* list, cli* c, const char* path, body* b) {
    long source;
    while (next_number(&list, &source)) {
        int32_t found = node_of_source(&b->tets, source);
        if (found < 0)
            return report_error(&c->findings, place_file(path),
                                "--fix-nodes names node %ld (from 0), which no element has; there "
                                "are %d nodes",
                                source, b->tets.node_count);
        b->fixed[found] = 1;
    }
    return true;
}

static bool hold(const body_choice* x, cli* c, const char* path, bool tet_file, body* b) {
    if (b->fixed == NULL)
        b->fixed = ARENA_NEW(c->memory, uint8_t, (size_t)b->tets.node_count);
    if (x->fix_base)
        fix_base(&b->tets, BASE_FRACTION, b->fixed);
    if (x->fix_nodes == NULL)
        return true;
    if (!tet_file)
        return report_error(&c->findings, place_file(path),
                            "--fix-nodes is for files of tets: the nodes of a surface that is "
                            "filled are not its vertices; use --fix-base");
    return fix_listed(x->fix_nodes, c, path, b);
}

// ----------------------------------------------------------------------------------------

static bool choose(const body_choice* x, cli* c, const char* path, body* out) {
    bool tet_file, is_part = x->region.part != NULL || region_chosen(&x->region);
    if (!body_is_tets(c, path, &tet_file))
        return false;
    if (tet_file && (is_part || x->edge > 0.0 || x->cells > 0 || x->target > 0))
        return report_error(&c->findings, place_file(path),
                            "holds tetrahedra, which are taken as they are: %s is for surfaces",
                            is_part ? "a part" : "a size of cells or a number of tets");
    if (tet_file)
        return import_tets(path, c->memory, &out->tets, &c->findings) &&
               hold(x, c, path, true, out);
    return import_scene(path, c->memory, &out->file, &c->findings) &&
           (is_part ? fill_part(x, c, out) : fill_surface(x, c, path, out)) &&
           hold(x, c, path, false, out);
}

bool body_choose(const body_choice* x, cli* c, const char* path, body* out) {
    *out = (body){.how = "as in the file"};
    if (!choose(x, c, path, out)) {
        body_close(out);
        return false;
    }
    for (int32_t i = 0; i < out->tets.node_count && x->unit != 1.0; ++i)
        out->tets.nodes[i] = v3_scale(out->tets.nodes[i], x->unit);
    for (int32_t i = 0; i < out->surface.vertex_count && x->unit != 1.0; ++i)
        out->surface.positions[i] = v3_scale(out->surface.positions[i], x->unit);
    return true;
}

void body_close(body* b) {
    if (b->file.mapping.data != NULL)
        import_close(&b->file);
}
