// Places ask the nodes, paint and names the skin: a node is of a region where all that is given says so.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "bake/recipe/recipe_region.h"
#include "bake/simulate/matter.h"
#include "bake/simulate/matter_surface.h"
#include "bake/volume/fixing.h"
#include "bake/volume/region.h"

#include <string.h>

static const double COLOR_TOLERANCE =
    0.1; // linear RGB: one paint with its shades, not the next one

// ---- places ----------------------------------------------------------------------------

static void keep_inside(const matter* m, const simulation_region* g, uint8_t* marks) {
    bounds box = recipe_bounds(&g->box), all = bounds_of(m->nodes, m->node_count);
    double top = all.low.y + g->base * (all.high.y - all.low.y);
    for (int32_t i = 0; i < m->node_count; ++i) {
        vec3 p = m->nodes[i];
        bool in = true;
        if (g->box.given)
            in = in && p.x >= box.low.x && p.y >= box.low.y && p.z >= box.low.z &&
                 p.x <= box.high.x && p.y <= box.high.y && p.z <= box.high.z;
        if (g->sphere.given)
            in = in && v3_distance(p, g->sphere.centre) <= g->sphere.radius;
        if (g->plane.given)
            in = in && v3_dot(v3_sub(p, g->plane.point), g->plane.normal) <= 0.0;
        if (g->base > 0.0)
            in = in && p.y <= top;
        marks[i] = marks[i] && in;
    }
}

// ---- the skin --------------------------------------------------------------------------

// Nodes of chosen vertices, [skin.vertex_count], are kept.
static void keep_chosen(const matter* m, const uint8_t* chosen, uint8_t* marks, arena* memory) {
    uint8_t* on = ARENA_NEW(memory, uint8_t, (size_t)m->node_count);
    if (m->how->kind == SIMULATION_SOLID)
        fix_vertices(&m->volume, &m->in, chosen, on);
    for (int32_t v = 0; m->how->kind == SIMULATION_SHELL && v < m->skin.vertex_count; ++v)
        if (chosen[v])
            on[m->weld.welded[v]] = 1;
    for (int32_t i = 0; i < m->node_count; ++i)
        marks[i] = marks[i] && on[i];
}

static bool needs_surface(const matter* m, const simulation_region* g, const char* word,
                          report* r) {
    return m->file.scene.mesh_count > 0 ||
           report_error(r, g->where,
                        "\"%s\" is of a surface, and body \"%s\" comes from a file of tetrahedra: "
                        "choose by place or by vertices",
                        word, m->how->name);
}

static bool by_paint(const matter* m, const simulation_region* g, uint8_t* chosen, arena* memory,
                     report* r) {
    // what regions ask of a character: no bones, no pieces
    const character c = {.scene = &m->file.scene,
                         .surface = &m->skin,
                         .weld =
                             weld_positions(m->skin.positions, m->skin.vertex_count, 0.0, memory)};
    for (int32_t v = 0; v < m->skin.vertex_count; ++v)
        chosen[v] = 1;
    if (g->attribute_or_null != NULL) {
        region painted;
        report own = report_new(r->memory);
        if (!region_by_attribute(&c, g->attribute_or_null, g->threshold, memory, &painted, &own)) {
            report_pass_on(r, &own, g->where, false);
            return false;
        }
        for (int32_t v = 0; v < m->skin.vertex_count; ++v)
            chosen[v] = chosen[v] && painted.value[v] > 0.0f;
    }
    float rgb[3];
    if (g->color_or_null != NULL && recipe_color(g->color_or_null, rgb)) {
        region painted = region_by_color(&c, rgb, COLOR_TOLERANCE, memory);
        for (int32_t v = 0; v < m->skin.vertex_count; ++v)
            chosen[v] = chosen[v] && painted.value[v] > 0.0f;
    }
    return true;
}

static bool by_number(const matter* m, const simulation_region* g, uint8_t* chosen, report* r) {
    memset(chosen, 0, (size_t)m->skin.vertex_count);
    for (int32_t i = 0; i < g->vertex_count; ++i) {
        int32_t v = g->vertices[i];
        if (v >= m->skin.vertex_count)
            return report_error(r, g->where, "body \"%s\" has the vertices 0 to %d, not %d",
                                m->how->name, m->skin.vertex_count - 1, v);
        if (chosen[v])
            return report_error(r, g->where, "vertex %d is listed twice", v);
        chosen[v] = 1;
    }
    return true;
}

// Nodes of a file of tets, as it counts them.
static bool by_node_number(const matter* m, const simulation_region* g, uint8_t* marks,
                           arena* memory, report* r) {
    uint8_t* on = ARENA_NEW(memory, uint8_t, (size_t)m->node_count);
    const int32_t* source = m->volume.node_source_or_null;
    for (int32_t i = 0; i < g->vertex_count; ++i) {
        int32_t found = source == NULL && g->vertices[i] < m->node_count ? g->vertices[i] : -1;
        for (int32_t k = 0; source != NULL && found < 0 && k < m->node_count; ++k)
            found = source[k] == g->vertices[i] ? k : -1;
        if (found < 0)
            return report_error(r, g->where, "body \"%s\" has no node %d (from 0)", m->how->name,
                                g->vertices[i]);
        on[found] = 1;
    }
    for (int32_t i = 0; i < m->node_count; ++i)
        marks[i] = marks[i] && on[i];
    return true;
}

static bool keep_on_skin(const matter* m, const simulation_region* g, uint8_t* marks, arena* memory,
                         report* r) {
    uint8_t* chosen = ARENA_NEW(memory, uint8_t, (size_t)m->skin.vertex_count);
    if (g->name_count > 0) {
        if (!needs_surface(m, g, "meshes", r) ||
            !surface_named(&m->file.scene, &m->skin, g->names, g->name_count, g->where, chosen,
                           memory, r))
            return false;
        keep_chosen(m, chosen, marks, memory);
    }
    if (g->attribute_or_null != NULL || g->color_or_null != NULL) {
        if (!needs_surface(m, g, g->color_or_null != NULL ? "color" : "attribute", r) ||
            !by_paint(m, g, chosen, memory, r))
            return false;
        keep_chosen(m, chosen, marks, memory);
    }
    if (g->vertex_count == 0)
        return true;
    if (m->file.scene.mesh_count == 0)
        return by_node_number(m, g, marks, memory, r);
    if (!by_number(m, g, chosen, r))
        return false;
    keep_chosen(m, chosen, marks, memory);
    return true;
}

bool matter_region(const matter* m, const simulation_region* g, uint8_t* marks, arena* memory,
                   report* r) {
    memset(marks, 1, (size_t)m->node_count);
    keep_inside(m, g, marks);
    if (!keep_on_skin(m, g, marks, memory, r))
        return false;
    for (int32_t i = 0; i < m->node_count; ++i)
        if (marks[i])
            return true;
    bounds all = bounds_of(m->nodes, m->node_count);
    return report_error(r, g->where,
                        "no node of body \"%s\" lies in this region; it reaches from (%.3g, %.3g, "
                        "%.3g) to (%.3g, %.3g, %.3g) m",
                        m->how->name, all.low.x, all.low.y, all.low.z, all.high.x, all.high.y,
                        all.high.z);
}
