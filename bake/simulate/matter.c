// Read, scaled, filled or welded; then materials, what is held, and what is drawn.
// SPDX-License-Identifier: MIT
#include "bake/simulate/matter.h"

#include "bake/export/tet_skin.h"
#include "bake/import/import_tets.h"
#include "bake/simulate/matter_surface.h"
#include "bake/volume/fill.h"

#include <string.h>

typedef struct making {
    const matter_samples* samples;
    int threads;
    arena* memory;
    report* r;
} making;

// ---- the file --------------------------------------------------------------------------

static vec3 placed(const simulation_body* b, vec3 p) {
    return v3_add(v3_scale(p, b->unit), b->at);
}

static void place_surface(const simulation_body* b, surface* f) {
    for (int32_t i = 0; i < f->vertex_count; ++i)
        f->positions[i] = placed(b, f->positions[i]);
}

static void place_tets(const simulation_body* b, tets* t) {
    for (int32_t i = 0; i < t->node_count; ++i)
        t->nodes[i] = placed(b, t->nodes[i]);
}

// Is the file one of tets?
static bool look_at_file(matter* m, const making* k, bool* of_tets) {
    bytes file;
    *of_tets = false;
    if (m->how->file_or_null == NULL)
        return true;
    if (!file_map(m->how->file_or_null, &file, k->r))
        return false;
    *of_tets = import_tets_knows(file, m->how->file_or_null);
    file_unmap(file);
    return true;
}

static bool open_scene(matter* m, const making* k) {
    const simulation_body* b = m->how;
    if (b->sample_or_null != NULL)
        return k->samples->make(k->samples->user, b->sample_or_null, b->where, k->memory,
                                &m->file.scene, k->r);
    m->opened = import_scene(b->file_or_null, k->memory, &m->file, k->r);
    return m->opened;
}

// Nodes that the file shows: those below its roots.
static uint8_t* shown_nodes(const scene* s, arena* memory) {
    uint8_t* shown = ARENA_NEW(memory, uint8_t, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i) {
        int32_t top = i;
        while (s->nodes[top].parent >= 0)
            top = s->nodes[top].parent;
        for (int32_t k = 0; k < s->root_count; ++k)
            shown[i] = shown[i] || s->roots[k] == top;
    }
    return shown;
}

// The same scene with all of its nodes shown: a mesh that is there to be simulated and not to be seen has a name, too.
static scene with_hidden(const scene* s, arena* memory) {
    scene all = *s;
    all.roots = ARENA_NEW(memory, int32_t, (size_t)s->node_count);
    all.root_count = 0;
    for (int32_t i = 0; i < s->node_count; ++i)
        if (s->nodes[i].parent < 0)
            all.roots[all.root_count++] = i;
    return all;
}

// What of the file makes the body, and what of it is drawn instead, if anything.
static bool choose_meshes(matter* m, const surface* all, const making* k) {
    const simulation_body* b = m->how;
    size_t n = (size_t)all->vertex_count;
    uint8_t *own = ARENA_NEW(k->memory, uint8_t, n), *drawn = ARENA_NEW(k->memory, uint8_t, n);
    if (b->drawn_count > 0 && !surface_named(&m->file.scene, all, b->drawn, b->drawn_count,
                                             b->where, drawn, k->memory, k->r))
        return false;
    if (b->mesh_count > 0 && !surface_named(&m->file.scene, all, b->meshes, b->mesh_count, b->where,
                                            own, k->memory, k->r))
        return false;
    const uint8_t* shown = shown_nodes(&m->file.scene, k->memory);
    for (size_t v = 0; v < n && b->mesh_count == 0; ++v)
        own[v] = !drawn[v] && shown[all->vertex_node[v]];
    m->skin = surface_keep(all, own, k->memory);
    m->drawn = b->drawn_count > 0 ? surface_keep(all, drawn, k->memory) : m->skin;
    return m->skin.triangle_count > 0 ||
           report_error(k->r, b->where, "body \"%s\" has no triangles%s", b->name,
                        b->drawn_count > 0 ? " beside those that are only drawn" : "");
}

static bool read_surface(matter* m, const making* k) {
    if (!open_scene(m, k))
        return false;
    scene whole = with_hidden(&m->file.scene, k->memory);
    pose p = pose_at(&whole, -1, 0.0, k->memory);
    surface all = surface_from_scene(&whole, &p, k->memory);
    const char* trouble = surface_trouble(&all);
    if (trouble != NULL)
        return report_error(k->r, m->how->where, "body \"%s\": %s", m->how->name, trouble);
    place_surface(m->how, &all);
    return choose_meshes(m, &all, k);
}

// ---- solids ----------------------------------------------------------------------------

static bool read_volume(matter* m, const char* path, const making* k) {
    tets t;
    if (!import_tets(path, k->memory, &t, k->r))
        return false;
    place_tets(m->how, &t);
    m->volume = t;
    m->reason = "";
    return true;
}

static bool fill(matter* m, const making* k) {
    fill_options o = fill_default();
    o.edge = m->how->cell;
    o.target = m->how->tets;
    o.threads = k->threads;
    fill_result filled;
    const surface* f = &m->skin;
    report own = report_new(k->r->memory);
    bool sound = volume_fill(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                             f->triangle_count, &o, k->memory, &filled, &own);
    report_pass_on(k->r, &own, m->how->where, false);
    if (!sound)
        return false;
    m->volume = filled.tets;
    m->reason = filled.reason;
    return true;
}

// Ten nodes where they are wanted, and the nodes as the body's.
static bool finish_volume(matter* m, const making* k) {
    const simulation_body* b = m->how;
    if (m->volume.width == 10 && b->material.law == LAW_NEO_HOOKEAN)
        return report_error(k->r, b->where,
                            "body \"%s\" has ten-node elements, which the law neo-hookean does not "
                            "take; say stvk or linear",
                            b->name);
    if (b->ten_nodes && m->volume.width == 4)
        m->volume = tets_promote(&m->volume, k->memory);
    m->node_count = m->volume.node_count;
    m->nodes = m->volume.nodes;
    return true;
}

static bool make_solid(matter* m, bool of_tets, const making* k) {
    const simulation_body* b = m->how;
    if (of_tets && (b->drawn_count > 0 || b->mesh_count > 0 || b->volume_or_null != NULL))
        return report_error(k->r, b->where,
                            "body \"%s\" comes from a file of tetrahedra, which has no meshes; "
                            "give the surface as \"file\" and this one as \"volume\"",
                            b->name);
    if (of_tets) {
        if (!read_volume(m, b->file_or_null, k) || !finish_volume(m, k))
            return false;
        m->skin = m->drawn = tet_skin(&m->volume, &m->in, k->memory);
    } else {
        if (!read_surface(m, k) ||
            !(b->volume_or_null != NULL ? read_volume(m, b->volume_or_null, k) : fill(m, k)) ||
            !finish_volume(m, k))
            return false;
        m->in = embed_points(&m->volume, m->skin.positions, m->skin.vertex_count, k->threads,
                             k->memory);
    }
    embedding shown = m->in;
    if (b->drawn_count > 0)
        shown = embed_points(&m->volume, m->drawn.positions, m->drawn.vertex_count, k->threads,
                             k->memory);
    m->carried =
        carried_by_tets(m->drawn.positions, m->drawn.vertex_count, &shown, &m->volume, k->memory);
    return true;
}

// ---- shells ----------------------------------------------------------------------------

static bool make_shell(matter* m, bool of_tets, const making* k) {
    const simulation_body* b = m->how;
    if (of_tets)
        return report_error(k->r, b->where, "body \"%s\" is a shell, and its file holds tetrahedra",
                            b->name);
    if (!read_surface(m, k))
        return false;
    m->weld = weld_positions(m->skin.positions, m->skin.vertex_count, 0.0, k->memory);
    uint32_t(*kept)[3] =
        arena_alloc(k->memory, (size_t)m->skin.triangle_count, sizeof *m->skin.triangles);
    m->triangle_count = weld_triangles(&m->weld, (const uint32_t(*)[3])m->skin.triangles,
                                       m->skin.triangle_count, kept);
    m->triangles = (int32_t*)(void*)kept;
    if (m->triangle_count < m->skin.triangle_count)
        report_note(k->r, b->where, "body \"%s\": %d triangles without area are left out", b->name,
                    m->skin.triangle_count - m->triangle_count);
    m->node_count = m->weld.count;
    m->nodes = m->weld.positions;
    if (m->triangle_count == 0)
        return report_error(k->r, b->where, "body \"%s\" has no triangle with an area", b->name);
    if (b->drawn_count == 0)
        m->carried =
            carried_by_nodes(m->drawn.positions, m->drawn.vertex_count, m->weld.welded, k->memory);
    else if (b->outside == OUTSIDE_DRAWN)
        m->carried = carried_along_triangles(m->drawn.positions, m->drawn.vertex_count, m->nodes,
                                             m->triangles, m->triangle_count, k->memory);
    else
        m->carried = carried_by_triangles(m->drawn.positions, m->drawn.vertex_count, m->nodes,
                                          m->triangles, m->triangle_count, k->memory);
    return true;
}

static bool make_rigid(matter* m, bool of_tets, const making* k) {
    if (of_tets)
        return report_error(k->r, m->how->where,
                            "body \"%s\" is rigid, and only its surface would be seen: give a mesh",
                            m->how->name);
    if (!read_surface(m, k))
        return false;
    int32_t* none = ARENA_NEW(k->memory, int32_t, (size_t)m->drawn.vertex_count);
    for (int32_t i = 0; i < m->drawn.vertex_count; ++i)
        none[i] = -1;
    m->carried = carried_by_nodes(m->drawn.positions, m->drawn.vertex_count, none, k->memory);
    return true;
}

// ---- materials and what is held ------------------------------------------------------------

static bool all_marked(const uint8_t* marks, const int32_t* nodes, int32_t width) {
    for (int32_t i = 0; i < width; ++i)
        if (!marks[nodes[i]])
            return false;
    return true;
}

static void set_material(matter* m, const simulation_material* of, const uint8_t* marks) {
    bool solid = m->how->kind == SIMULATION_SOLID;
    int32_t count = solid ? m->volume.tet_count : m->triangle_count,
            width = solid ? m->volume.width : 3;
    const int32_t* elements = solid ? m->volume.elements : m->triangles;
    for (int32_t i = 0; i < count; ++i) {
        if (!all_marked(marks, elements + (size_t)i * (size_t)width, width))
            continue;
        if (solid)
            m->solids[i] = of->solid;
        else
            m->sheets[i] = of->sheet;
    }
}

static bool choose_materials(matter* m, const making* k) {
    const simulation_body* b = m->how;
    uint8_t* marks = ARENA_NEW(k->memory, uint8_t, (size_t)m->node_count);
    m->solids = ARENA_NEW(k->memory, material, (size_t)m->volume.tet_count);
    m->sheets = ARENA_NEW(k->memory, shell_material, (size_t)m->triangle_count);
    memset(marks, 1, (size_t)m->node_count);
    set_material(m, &b->material, marks);
    for (int32_t i = 0; i < b->patch_count; ++i) {
        if (!matter_region(m, &b->patches[i].region, marks, k->memory, k->r))
            return false;
        set_material(m, &b->patches[i].material, marks);
    }
    return true;
}

static bool hold(matter* m, const making* k) {
    uint8_t* marks = ARENA_NEW(k->memory, uint8_t, (size_t)m->node_count);
    m->held = ARENA_NEW(k->memory, uint8_t, (size_t)m->node_count);
    for (int32_t i = 0; i < m->how->held_count; ++i) {
        if (!matter_region(m, &m->how->held[i], marks, k->memory, k->r))
            return false;
        for (int32_t n = 0; n < m->node_count; ++n)
            m->held[n] |= marks[n];
    }
    return true;
}

bool matter_make(const simulation_body* how, const matter_samples* samples, int threads,
                 arena* memory, matter* out, report* r) {
    const making k = {samples, threads, memory, r};
    *out = (matter){.how = how, .reason = ""};
    bool of_tets;
    if (!look_at_file(out, &k, &of_tets))
        return false;
    if (how->kind == SIMULATION_RIGID)
        return make_rigid(out, of_tets, &k);
    bool made =
        how->kind == SIMULATION_SOLID ? make_solid(out, of_tets, &k) : make_shell(out, of_tets, &k);
    return made && choose_materials(out, &k) && hold(out, &k);
}

void matter_close(matter* m) {
    if (m->opened)
        import_close(&m->file);
    m->opened = false;
}
