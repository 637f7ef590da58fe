// Meshes become pieces, pieces bodies, and the size of what is soft the speeds of the palette.
// SPDX-License-Identifier: MIT
#include "bake/record/first_scene.h"

#include "bake/base/buffer.h"
#include "bake/base/text.h"
#include "bake/mesh/bounds.h"
#include "bake/mesh/topology.h"
#include "bake/mesh/weld.h"
#include "bake/recipe/recipe_file.h"
#include "bake/scene/bind.h"
#include "bake/scene/unit.h"

#include <math.h>
#include <string.h>

static const double GRAVITY = 9.81,
                    PACE = 0.35; // of sqrt(g size): a jump that is seen, and no blow

// A mesh of the file.
typedef struct piece {
    const char* name;
    bool shown, soft, solid, stems; // stems: painted _STEM
} piece;

typedef struct writing {
    const first_scene_source* from;
    arena* memory;
    report* r;
    buffer out;
    int32_t count;
    piece* pieces; // [count]
    bool painted;  // some mesh has _FIXED
    double unit, speed;
} writing;

// ---- what there is ---------------------------------------------------------------------

static bool has_attribute(const scene* s, const mesh* m, const char* name) {
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        const primitive* p = &s->primitives[m->first_primitive + i];
        for (int32_t k = 0; k < p->attribute_count; ++k)
            if (strcmp(p->attributes[k].name, name) == 0)
                return true;
    }
    return false;
}

// Does every edge have two triangles, over all primitives together?
static bool is_closed(const scene* s, const mesh* m, arena* scratch) {
    int32_t vertices = 0, triangles = 0;
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        vertices += s->primitives[m->first_primitive + i].vertex_count;
        triangles += s->primitives[m->first_primitive + i].triangle_count;
    }
    vec3* positions = ARENA_NEW(scratch, vec3, (size_t)vertices);
    uint32_t(*all)[3] = arena_alloc(scratch, (size_t)triangles, sizeof *all);
    vertices = triangles = 0;
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        const primitive* p = &s->primitives[m->first_primitive + i];
        for (int32_t t = 0; t < p->triangle_count; ++t, ++triangles)
            for (int k = 0; k < 3; ++k)
                all[triangles][k] = p->triangles[t][k] + (uint32_t)vertices;
        for (int32_t v = 0; v < p->vertex_count; ++v)
            positions[vertices++] = p->positions[v];
    }
    weld w = weld_positions(positions, vertices, 0.0, scratch);
    triangles = weld_triangles(&w, (const uint32_t(*)[3])all, triangles, all);
    topology t = topology_of((const uint32_t(*)[3])all, triangles, w.count);
    return triangles > 0 && t.boundary_edges == 0;
}

// A node of the shown scene shows it.
static bool is_shown(const scene* s, int32_t m) {
    for (int32_t n = 0; n < s->node_count; ++n) {
        int32_t top = n;
        while (s->nodes[top].parent >= 0)
            top = s->nodes[top].parent;
        for (int32_t i = 0; i < s->root_count && s->nodes[n].mesh == m; ++i)
            if (s->roots[i] == top)
                return true;
    }
    return false;
}

// Its own name, or that of a node that shows it.
static const char* name_of(const scene* s, int32_t m) {
    for (int32_t n = 0; n < s->node_count && s->meshes[m].name[0] == 0; ++n)
        if (s->nodes[n].mesh == m && s->nodes[n].name[0] != 0)
            return s->nodes[n].name;
    return s->meshes[m].name;
}

static bool names_differ(const writing* w) {
    for (int32_t i = 0; i < w->count && w->count > 1; ++i) {
        bool same = w->pieces[i].name[0] == 0;
        for (int32_t k = 0; k < i; ++k)
            same = same || strcmp(w->pieces[i].name, w->pieces[k].name) == 0;
        if (same)
            return report_error(w->r, place_none(),
                                "two of its %d meshes have the same name, or one has none: give "
                                "each its own, so that bodies can be told apart",
                                w->count);
    }
    return true;
}

static bool find_pieces(writing* w) {
    const scene* s = w->from->scene;
    arena* scratch = arena_create();
    w->pieces = ARENA_NEW(w->memory, piece, (size_t)s->mesh_count);
    for (int32_t m = 0; m < s->mesh_count; ++m)
        w->painted = w->painted || has_attribute(s, &s->meshes[m], "_FIXED");
    bool soft = false;
    for (int32_t m = 0; m < s->mesh_count; ++m) {
        piece p = {.name = name_of(s, m), .shown = is_shown(s, m)};
        p.soft = !w->painted || has_attribute(s, &s->meshes[m], "_FIXED");
        p.solid = is_closed(s, &s->meshes[m], scratch);
        p.stems = has_attribute(s, &s->meshes[m], "_STEM");
        soft = soft || p.soft;
        if (p.shown || (p.soft && w->painted))
            w->pieces[w->count++] = p;
    }
    arena_destroy(scratch);
    return (soft && w->count > 0) ||
           report_error(w->r, place_none(), "there is no mesh in it that could be soft");
}

static void find_size(writing* w) {
    const scene* s = w->from->scene;
    pose p = bind_pose(s, w->memory);
    surface f = surface_from_scene(s, &p, w->memory);
    bounds box = bounds_of(f.positions, f.vertex_count);
    const char* reason;
    w->unit = unit_in_metres(unit_from_size(box, unit_hints_of(s), &reason, w->memory));
    vec3 size = v3_scale(v3_sub(box.high, box.low), w->unit);
    double speed = PACE * sqrt(GRAVITY * fmax(size.x, fmax(size.y, size.z)));
    double digit = pow(10.0, floor(log10(fmax(speed, 1e-9))));
    w->speed = fmax(floor(speed / digit + 0.5), 1.0) * digit;
}

// ---- what is written -------------------------------------------------------------------

static void put(writing* w, const char* text) {
    buffer_text(&w->out, text);
}

static const char* list_of(const writing* w, bool shown) {
    const char* list = "";
    for (int32_t i = 0; i < w->count; ++i)
        if (w->pieces[i].soft && w->pieces[i].shown == shown)
            list = text_listed(list, recipe_word(w->pieces[i].name, w->memory), w->memory);
    return list;
}

static void write_source(writing* w, const char* name) {
    const first_scene_source* from = w->from;
    put(w, arena_format(w->memory, "  - name: %s\n",
                        recipe_word(name[0] != 0 ? name : "body", w->memory)));
    if (from->sample_or_null != NULL)
        put(w, arena_format(w->memory, "    sample: %s\n", from->sample_or_null));
    else
        put(w,
            arena_format(w->memory, "    file: %s\n", recipe_word(from->file_or_null, w->memory)));
    if (w->unit != 1.0)
        put(w, arena_format(w->memory, "    unit: %g  # metres of the file's unit: a guess\n",
                            w->unit));
}

static void write_matter(writing* w, const piece* p) {
    if (p->solid)
        put(w, "    kind: solid\n"
               "    tets: 1500            # more: finer, and slower\n"
               "    material: {preset: rubber, young: 6e4}\n");
    else if (p->stems)
        put(w, "    kind: shell\n"
               "    material: {preset: leaf}\n"
               "    materials: [{region: {attribute: _STEM}, material: {preset: stem}}]\n");
    else
        put(w, "    kind: shell\n"
               "    material: {preset: cotton, compression: 3e-4}\n");
    put(w, w->painted ? "    held: {attribute: _FIXED}\n"
                      : "    held: {base: 0.05}     # of the height, from below: stands on it\n");
}

// Painted meshes that are not shown carry the painted ones that are.
static void write_bodies(writing* w) {
    bool hidden = list_of(w, false)[0] != 0;
    put(w, "bodies:\n");
    for (int32_t i = 0; i < w->count; ++i) {
        const piece* p = &w->pieces[i];
        if (hidden && p->soft && p->shown)
            continue;
        write_source(w, p->name);
        if (w->count > 1)
            put(w, arena_format(w->memory, "    meshes: [%s]\n", recipe_word(p->name, w->memory)));
        if (hidden && p->soft)
            put(w, arena_format(w->memory, "    drawn: [%s]\n", list_of(w, true)));
        if (p->soft)
            write_matter(w, p);
        else
            put(w, "    kind: rigid\n");
    }
}

// Leaves stand as they were modelled; cloth and flesh sag.
static void write_world(writing* w) {
    bool stems = false;
    for (int32_t i = 0; i < w->count; ++i)
        stems = stems || (w->pieces[i].soft && w->pieces[i].stems);
    if (stems)
        put(w, "shapes: hanging          # as it was modelled, it stands in gravity\n");
    put(w, "contact: none            # `auto`: bodies touch; nothing may cross at rest then\n"
           "damping: {beta: 0.004}   # s; without it little comes to rest\n"
           "accuracy: 1e-6\n"
           "fps: 60                  # states a second\n");
}

static void write_palette(writing* w) {
    bool solid = false;
    for (int32_t i = 0; i < w->count; ++i)
        solid = solid || (w->pieces[i].soft && w->pieces[i].solid);
    double v = w->speed;
    put(w, "\n# What may happen: entries. docs/record.md tells more.\npalette:\n");
    if (solid)
        put(w, arena_format(w->memory,
                            "  entries:               # m/s: all that is soft jumps by so much\n"
                            "    - {name: back, body_impulse: [0, 0, %g]}\n"
                            "    - {name: forth, body_impulse: [0, 0, %g]}\n"
                            "    - {name: left, body_impulse: [%g, 0, 0]}\n"
                            "    - {name: right, body_impulse: [%g, 0, 0]}\n"
                            "    - {name: bump, body_impulse: [0, %g, 0]}\n",
                            -v, v, -v, v, v));
    else
        put(w, arena_format(w->memory,
                            "  speeds: [[%g, 0, 0], [0, 0, 0], [%g, 0, 0]]  # of the support, m/s\n"
                            "  entries:\n"
                            "    - {name: left, support_impulse: [%g, 0, 0]}\n"
                            "    - {name: right, support_impulse: [%g, 0, 0]}\n",
                            -v, v, -v, v));
    put(w, "  shortest: 0.25         # s of a response\n"
           "  longest: 2\n"
           "  responses: 50          # of all chains together\n"
           "  chains: 2              # each can be recorded by a process of its own\n"
           "  seed: 1\n"
           "# Or a support that turns, like a door: `support: {pivot: [0, 0, 0], turns: {axis: [0, "
           "1, 0], "
           "from: 0,\n"
           "# to: 90}}`, and in the palette `change: 60` and entries like `{name: open, forcing: "
           "60}`.\n");
}

bool first_scene(const first_scene_source* from, arena* memory, bytes* out, report* r) {
    writing w = {.from = from, .memory = memory, .r = r, .out = buffer_new(memory, 4096)};
    if (!find_pieces(&w) || !names_differ(&w))
        return false;
    find_size(&w);
    put(&w,
        "# A scene of supple with a palette, to edit and to record: `supple record`, then `supple "
        "bake`.\n# Metres, seconds, y is up. docs/simulate.md tells all words of a scene.\n");
    write_bodies(&w);
    write_world(&w);
    write_palette(&w);
    *out = buffer_bytes(&w.out);
    return true;
}
