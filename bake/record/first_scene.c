// Meshes become pieces, pieces bodies, and the size of what is soft the speeds of the palette.
// SPDX-License-Identifier: MIT
#include "bake/record/first_scene.h"

#include "bake/base/buffer.h"
#include "bake/base/text.h"
#include "bake/mesh/bounds.h"
#include "bake/mesh/topology.h"
#include "bake/mesh/weld.h"
#include "bake/recipe/recipe_file.h"
#include "bake/record/first_rest.h"
#include "bake/scene/bind.h"
#include "bake/scene/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double GRAVITY = 9.81,
                    PACE = 0.35, // of sqrt(g size): a jump that is seen, and no blow
    DENSITY = 950.0,             // kg/m^3 of rubber
    SAG = 0.03, SAG_LEAST = 0.01, SAG_MOST = 0.08, // of a body's length: wanted, and taken
    OPEN = 4.0,                   // border squared over area: above it something is a sheet
    HELD_LEAST = 0.02,            // of its nodes, ...
    HELD_WIDTH = 0.1,             // ... and of its length
    BASE = 0.05, BASE_MOST = 0.4, // of its height
    FLAT = 0.05;                  // of its length: what is no higher lies
enum { TRIES = 6, HELD_NODES = 6 };

// A mesh of the file.
typedef struct piece {
    const char* name;
    bool shown, soft, solid, stems; // stems: painted _STEM
    double young, stable,
        fallen;  // Pa, of a solid; the last that held it, and that did not; 0: none
    double base; // of its height: as much is held, of what is not painted
    bool hangs;  // it is held ...
    int axis;    // ... at its end along this one
    double end;  // ... m: from there on
} piece;

typedef struct writing {
    const first_scene_source* from;
    arena* memory;
    report* r;
    buffer out;
    int32_t count;
    piece* pieces;            // [count]
    bool painted;             // some mesh has _FIXED
    double unit, size, speed; // m of a unit; m; m/s
    double pace;              // s: times of a thing of a metre are so much longer
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

typedef struct edge {
    uint32_t low, high;
    double length;
} edge;

static int by_ends(const void* a, const void* b) {
    const edge *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return x->high < y->high ? -1 : x->high > y->high;
}

// Length of the edges that one triangle alone has, and area of all triangles.
static void measure_border(const vec3* x, const uint32_t (*triangles)[3], int32_t count,
                           arena* scratch, double* border, double* area) {
    edge* edges = ARENA_NEW(scratch, edge, 3 * (size_t)count);
    size_t n = 0, last = 3 * (size_t)count;
    for (int32_t t = 0; t < count; ++t) {
        const uint32_t* c = triangles[t];
        *area += 0.5 * v3_length(v3_cross(v3_sub(x[c[1]], x[c[0]]), v3_sub(x[c[2]], x[c[0]])));
        for (int k = 0; k < 3; ++k) {
            uint32_t a = c[k], b = c[(k + 1) % 3];
            edges[n++] = (edge){a < b ? a : b, a < b ? b : a, v3_distance(x[a], x[b])};
        }
    }
    qsort(edges, n, sizeof *edges, by_ends);
    for (size_t i = 0; i < last; ++i)
        if ((i == 0 || by_ends(&edges[i - 1], &edges[i]) != 0) &&
            (i + 1 == last || by_ends(&edges[i + 1], &edges[i]) != 0))
            *border += edges[i].length;
}

// Does it enclose a volume, but for a few holes? Over all primitives together.
static bool is_solid(const scene* s, const mesh* m, arena* scratch) {
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
    vec3* places = ARENA_NEW(scratch, vec3, (size_t)w.count);
    for (int32_t v = 0; v < vertices; ++v)
        places[w.welded[v]] = positions[v];
    topology t = topology_of((const uint32_t(*)[3])all, triangles, w.count);
    if (triangles == 0 || t.boundary_edges == 0)
        return triangles > 0;
    double border = 0.0, area = 0.0;
    measure_border(places, (const uint32_t(*)[3])all, triangles, scratch, &border, &area);
    return border * border < OPEN * area;
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
        p.solid = is_solid(s, &s->meshes[m], scratch);
        p.stems = has_attribute(s, &s->meshes[m], "_STEM");
        soft = soft || p.soft;
        if (p.shown || (p.soft && w->painted))
            w->pieces[w->count++] = p;
    }
    arena_destroy(scratch);
    return (soft && w->count > 0) ||
           report_error(w->r, place_none(), "there is no mesh in it that could be soft");
}

// To one digit.
static double rounded(double x) {
    double digit = pow(10.0, floor(log10(fmax(x, 1e-12))));
    return fmax(floor(x / digit + 0.5), 1.0) * digit;
}

static bool find_size(writing* w) {
    const scene* s = w->from->scene;
    pose p = bind_pose(s, w->memory);
    surface f = surface_from_scene(s, &p, w->memory);
    bounds box = bounds_of(f.positions, f.vertex_count);
    const char* reason;
    w->unit = unit_in_metres(unit_from_size(box, unit_hints_of(s), &reason, w->memory));
    vec3 size = v3_scale(v3_sub(box.high, box.low), w->unit);
    w->size = fmax(size.x, fmax(size.y, size.z));
    if (!(w->size > 0.0 && isfinite(w->size)))
        return report_error(w->r, place_none(), "it has no size: there is nothing to be simulated");
    w->speed = rounded(PACE * sqrt(GRAVITY * w->size));
    double pace = sqrt(w->size);
    w->pace = pace > 0.4 && pace < 1.6 ? 1.0 : rounded(pace);
    for (int32_t i = 0; i < w->count; ++i) {
        w->pieces[i].young =
            rounded(1000.0 * DENSITY * GRAVITY * w->size); // sags by a few thousandths
        w->pieces[i].base = BASE;
    }
    return true;
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
        put(w, arena_format(w->memory,
                            "    kind: solid\n"
                            "    tets: 1500            # more: finer, and slower\n"
                            "    material: {preset: rubber, young: %.2g}  # Pa: sags by some 3 %% "
                            "of its length\n",
                            p->young));
    else if (p->stems)
        put(w, "    kind: shell\n"
               "    material: {preset: leaf}\n"
               "    materials: [{region: {attribute: _STEM}, material: {preset: stem}}]\n");
    else
        put(w, "    kind: shell\n"
               "    material: {preset: cotton, compression: 3e-4}\n");
    static const char* const ends[] = {"1, 0, 0", "0, -1, 0", "0, 0, 1"};
    double at[3] = {0.0, 0.0, 0.0};
    at[p->axis] = p->end;
    if (w->painted)
        put(w, "    held: {attribute: _FIXED}\n");
    else if (p->hangs)
        put(w, arena_format(
                   w->memory,
                   "    held: {plane: {point: [%.6g, %.6g, %.6g], normal: [%s]}}  # its %s end: "
                   "hangs from it\n",
                   at[0], at[1], at[2], ends[p->axis], p->axis == 1 ? "upper" : "lower"));
    else
        put(w, arena_format(w->memory,
                            "    held: {base: %g}     # of the height, from below: stands on it\n",
                            p->base));
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
    put(w, arena_format(
               w->memory,
               "contact: none            # `auto`: bodies touch; nothing may cross at rest then\n"
               "damping: {beta: %g}   # s; without it little comes to rest\n"
               "accuracy: 1e-6\n"
               "fps: %g                  # states a second\n",
               0.004 * w->pace, rounded(60.0 / w->pace)));
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
    put(w, arena_format(w->memory,
                        "  shortest: %g         # s of a response\n"
                        "  longest: %g\n",
                        0.25 * w->pace, 2.0 * w->pace));
    put(w, "  responses: 50          # of all chains together\n"
           "  chains: 2              # each can be recorded by a process of its own\n"
           "  seed: 1\n"
           "# Or a support that turns, like a door: `support: {pivot: [0, 0, 0], turns: {axis: [0, "
           "1, 0], "
           "from: 0,\n"
           "# to: 90}}`, and in the palette `change: 60` and entries like `{name: open, forcing: "
           "60}`.\n");
}

static bytes write_all(writing* w) {
    w->out = buffer_new(w->memory, 4096);
    put(w,
        "# A scene of supple with a palette, to edit and to record: `supple record`, then `supple "
        "bake`.\n# Metres, seconds, y is up. docs/simulate.md tells all words of a scene.\n");
    write_bodies(w);
    write_world(w);
    write_palette(w);
    return buffer_bytes(&w->out);
}

// ---- trying it out ---------------------------------------------------------------------

// The piece that a body of the scene was written from.
static piece* piece_of(writing* w, int32_t body) {
    bool hidden = list_of(w, false)[0] != 0;
    for (int32_t i = 0; i < w->count; ++i)
        if (!(hidden && w->pieces[i].soft && w->pieces[i].shown) && body-- == 0)
            return &w->pieces[i];
    return NULL;
}

static double length_of(const first_rest_body* b) {
    vec3 s = v3_sub(b->box.high, b->box.low);
    return fmax(s.x, fmax(s.y, s.z));
}

// So much of its height, from below, that enough of it is held: nodes, and a part as wide as it takes to stand on.
static double base_of(const first_rest_body* b) {
    double part = BASE, height = b->box.high.y - b->box.low.y;
    for (; part < BASE_MOST; part += BASE) {
        bounds held = {v3(INFINITY, INFINITY, INFINITY), v3(-INFINITY, -INFINITY, -INFINITY)};
        int32_t count = 0;
        for (int32_t n = 0; n < b->node_count; ++n)
            if (b->nodes[n].y <= b->box.low.y + part * height) {
                held = (bounds){v3_min(held.low, b->nodes[n]), v3_max(held.high, b->nodes[n])};
                ++count;
            }
        vec3 s = v3_sub(held.high, held.low);
        if (count >= HELD_NODES && count >= HELD_LEAST * b->node_count &&
            fmax(s.x, fmax(s.y, s.z)) >= HELD_WIDTH * length_of(b))
            break;
    }
    return part;
}

// Solids stand on their base; sheets hang from their upper end, or lie and are held at one.
static void hold(writing* w, const first_rest_result* found) {
    for (int32_t i = 0; i < found->body_count && !w->painted; ++i) {
        const first_rest_body* b = &found->bodies[i];
        piece* p = piece_of(w, i);
        if (p == NULL || b->node_count == 0)
            continue;
        vec3 s = v3_sub(b->box.high, b->box.low);
        p->base = base_of(b);
        p->hangs = !p->solid;
        p->axis = s.y > FLAT * length_of(b) ? 1 : s.x >= s.z ? 0 : 2;
        p->end = p->axis == 1 ? b->box.high.y - BASE * s.y
                              : (&b->box.low.x)[p->axis] + BASE * (&s.x)[p->axis];
    }
}

// The next stiffness to be tried: by the sag, which goes as its inverse; between one that held and one under which it fell over, as
// slender things do, where both are known. False: the last one that held is good.
static bool next_young(piece* p, const first_rest_body* b, bool rests) {
    double part = b->sag / (SAG * length_of(b)), next;
    bool held = rests && part < SAG_MOST / SAG;
    if (held) {
        p->stable = p->young;
        if (part > SAG_LEAST / SAG)
            return false;
        next = fmax(p->young * fmax(part, 1e-3), sqrt(p->fallen * p->young));
    } else {
        p->fallen = p->young;
        next = p->stable > 0.0 ? sqrt(p->stable * p->young) : 10.0 * p->young;
    }
    next = rounded(next);
    if (p->stable > 0.0 && (next >= p->stable || next <= p->fallen)) {
        p->young = p->stable;
        return false;
    }
    p->young = next;
    return true;
}

// True: every solid is as stiff as it should be.
static bool stiffen(writing* w, const first_rest_result* found) {
    bool good = true;
    for (int32_t i = 0; i < found->body_count; ++i) {
        piece* p = piece_of(w, i);
        if (p != NULL && found->bodies[i].node_count > 0 && p->solid)
            good = !next_young(p, &found->bodies[i], found->rests) && good;
        else
            good = good && found->rests;
    }
    return good;
}

static void doubt_weights(writing* w, const first_rest_result* found) {
    double mass = 0.0;
    for (int32_t i = 0; i < found->body_count; ++i)
        mass += found->bodies[i].mass;
    const unit_weight all = {"what is soft weighs", "`unit`", mass, w->size / w->unit, w->unit};
    const char* text = unit_doubt(&all, w->memory);
    if (text != NULL)
        report_warning(w->r, place_none(), "%s", text);
}

static bool try_out(writing* w) {
    first_rest_options o = {w->from->path, w->from->samples, w->from->threads, true};
    first_rest_result found = first_rest(write_all(w), &o, w->memory, w->r);
    if (!found.made)
        return false;
    hold(w, &found);
    doubt_weights(w, &found);
    o.only_made = false;
    bool good = false, soft = false;
    for (int n = 0; n < TRIES && !good; ++n) {
        found = first_rest(write_all(w), &o, w->memory, w->r);
        good = stiffen(w, &found);
    }
    for (int32_t i = 0; i < w->count; ++i) {
        piece* p = &w->pieces[i];
        p->young = p->stable > 0.0 ? p->stable : p->young;
        soft = soft || (p->soft && p->solid && !(p->stable > 0.0));
    }
    if (soft || (!good && !found.rests))
        report_warning(
            w->r, place_none(),
            "no rest was found where it is held: make it stiffer (`young`), hold more of "
            "it (`held`), or take a part of the file only (`meshes`) before it is recorded");
    return true;
}

bool first_scene(const first_scene_source* from, arena* memory, bytes* out, report* r) {
    writing w = {.from = from, .memory = memory, .r = r};
    if (!find_pieces(&w) || !names_differ(&w) || !find_size(&w) || !try_out(&w))
        return false;
    *out = write_all(&w);
    return true;
}
