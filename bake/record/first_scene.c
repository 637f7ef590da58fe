// Meshes become pieces, pieces bodies, and the size of what is soft the speeds of the palette.
// SPDX-License-Identifier: MIT
#include "bake/record/first_scene.h"

#include "bake/base/buffer.h"
#include "bake/base/text.h"
#include "bake/mesh/bounds.h"
#include "bake/recipe/recipe_file.h"
#include "bake/record/first_pieces.h"
#include "bake/record/first_rest.h"
#include "bake/scene/bind.h"
#include "bake/scene/unit.h"

#include <math.h>

static const double GRAVITY = 9.81,
                    PACE = 0.35, // of sqrt(g size): a jump that is seen, and no blow
    DENSITY = 950.0,             // kg/m^3 of rubber
    FIRST_SCENE_SAG = 0.03, SAG_LEAST = 0.01,
                    SAG_MOST = 0.08, // of a body's length: wanted, and taken
    HELD_LEAST = 0.02,               // of its nodes, ...
    HELD_WIDTH = 0.1,                // ... and of its length
    BASE = 0.05, BASE_MOST = 0.4,    // of its height
    FIRST_SCENE_FLAT = 0.05;         // of its length: what is no higher lies
enum { FIRST_SCENE_TRIES = 6, HELD_NODES = 6 };

typedef struct writing {
    const first_scene_source* from;
    arena* memory;
    report* r;
    buffer out;
    first_pieces pieces;
    double unit, size, speed; // m of a unit; m; m/s
    double pace;              // s: times of a thing of a metre are so much longer
} writing;

// ---- what there is -----------------------------------------------------------------------

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
    unit_hints hints = unit_hints_of(s);
    w->unit = unit_in_metres(unit_from_size(unit_box(&f, hints), hints, &reason, w->memory));
    vec3 size = v3_scale(v3_sub(box.high, box.low), w->unit);
    w->size = fmax(size.x, fmax(size.y, size.z));
    if (!(w->size > 0.0 && isfinite(w->size)))
        return report_error(w->r, place_none(), "it has no size: there is nothing to be simulated");
    w->speed = rounded(PACE * sqrt(GRAVITY * w->size));
    double pace = sqrt(w->size);
    w->pace = pace > 0.4 && pace < 1.6 ? 1.0 : rounded(pace);
    for (int32_t i = 0; i < w->pieces.count; ++i) {
        w->pieces.all[i].young =
            rounded(1000.0 * DENSITY * GRAVITY * w->size); // sags by a few thousandths
        w->pieces.all[i].base = BASE;
    }
    return true;
}

// ---- what is written -------------------------------------------------------------------

static void put(writing* w, const char* text) {
    buffer_text(&w->out, text);
}

static const char* list_of(const writing* w, bool shown) {
    const char* list = "";
    for (int32_t i = 0; i < w->pieces.count; ++i)
        if (w->pieces.all[i].soft && w->pieces.all[i].shown == shown)
            list = text_listed(list, recipe_word(w->pieces.all[i].name, w->memory), w->memory);
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

static void write_matter(writing* w, const first_piece* p) {
    if (p->solid)
        put(w, arena_format(
                   w->memory,
                   "    kind: solid\n"
                   "    tets: 1500            # more: finer, and slower\n"
                   "    material: {preset: rubber, young: %.2g}  # Pa: sags by 3 %%, or less, "
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
    if (w->pieces.painted)
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
    for (int32_t i = 0; i < w->pieces.count; ++i) {
        const first_piece* p = &w->pieces.all[i];
        if (hidden && p->soft && p->shown)
            continue;
        write_source(w, p->name);
        if (w->pieces.count > 1)
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
    for (int32_t i = 0; i < w->pieces.count; ++i)
        stems = stems || (w->pieces.all[i].soft && w->pieces.all[i].stems);
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
    for (int32_t i = 0; i < w->pieces.count; ++i)
        solid = solid || (w->pieces.all[i].soft && w->pieces.all[i].solid);
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
static first_piece* piece_of(writing* w, int32_t body) {
    bool hidden = list_of(w, false)[0] != 0;
    for (int32_t i = 0; i < w->pieces.count; ++i)
        if (!(hidden && w->pieces.all[i].soft && w->pieces.all[i].shown) && body-- == 0)
            return &w->pieces.all[i];
    return NULL;
}

static double length_of(const first_rest_body* b) {
    vec3 s = v3_sub(b->box.high, b->box.low);
    return fmax(s.x, fmax(s.y, s.z));
}

// How stiff a column must be at least: one of height h that is w thick bends over under its own weight below a Young's modulus of
// about 1.5 rho g h^3 / w^2 (Greenhill 1881: rho g A h^3 / 7.84 I). A solid has four times that.
static const double UPRIGHT = 6.0;

// So much of its height, from below, that enough of it is held: nodes, and a part as wide as it takes to stand on.
static double base_of(const first_rest_body* b, double* width) {
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
        *width = fmax(fmin(s.x, s.z), 1e-3 * length_of(b));
        if (count >= HELD_NODES && count >= HELD_LEAST * b->node_count &&
            fmax(s.x, fmax(s.y, s.z)) >= HELD_WIDTH * length_of(b))
            break;
    }
    return part;
}

// Solids stand on their base; sheets hang from their upper end, or lie and are held at one.
static void hold(writing* w, const first_rest_result* found) {
    for (int32_t i = 0; i < found->body_count && !w->pieces.painted; ++i) {
        const first_rest_body* b = &found->bodies[i];
        first_piece* p = piece_of(w, i);
        if (p == NULL || b->node_count == 0)
            continue;
        vec3 s = v3_sub(b->box.high, b->box.low);
        double width = length_of(b);
        p->base = base_of(b, &width);
        p->least = UPRIGHT * DENSITY * GRAVITY * s.y * s.y * s.y / (width * width);
        p->young = fmax(p->young, rounded(3.0 * p->least));
        p->hangs = !p->solid;
        p->axis = s.y > FIRST_SCENE_FLAT * length_of(b) ? 1 : s.x >= s.z ? 0 : 2;
        p->end = p->axis == 1 ? b->box.high.y - BASE * s.y
                              : (&b->box.low.x)[p->axis] + BASE * (&s.x)[p->axis];
    }
}

// Pa: what does not rest while it is as stiff as this, a diamond, is not too soft; a piece of it may not be held.
static const double FIRST_SCENE_STIFFEST = 1e12;

// The next stiffness to be tried: by the sag, which goes as its inverse; between one that held and one under which it fell over, as
// slender things do, where both are known. False: the last one that held is good, or none would.
static bool next_young(first_piece* p, const first_rest_body* b, bool rests) {
    double part = b->sag / (FIRST_SCENE_SAG * length_of(b)), next;
    bool held = rests && part < SAG_MOST / FIRST_SCENE_SAG;
    if (held) {
        p->stable = p->young;
        if (part > SAG_LEAST / FIRST_SCENE_SAG)
            return false;
        next = fmax(p->young * fmax(part, 1e-3), sqrt(p->fallen * p->young));
    } else {
        p->fallen = p->young;
        next = p->stable > 0.0 ? sqrt(p->stable * p->young) : 10.0 * p->young;
    }
    next = rounded(fmax(next, p->least));
    if (next > FIRST_SCENE_STIFFEST)
        return false;
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
        first_piece* p = piece_of(w, i);
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
    for (int n = 0; n < FIRST_SCENE_TRIES && !good; ++n) {
        found = first_rest(write_all(w), &o, w->memory, w->r);
        good = stiffen(w, &found);
    }
    for (int32_t i = 0; i < w->pieces.count; ++i) {
        first_piece* p = &w->pieces.all[i];
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
    if (!first_pieces_find(from->scene, memory, &w.pieces, r) || !find_size(&w) || !try_out(&w))
        return false;
    *out = write_all(&w);
    return true;
}
