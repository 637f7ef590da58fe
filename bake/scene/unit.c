// Rules of thumb over the largest extent, most telling first: a skeleton, then the format.
//
// Whoever has a skeleton is a person or an animal, some 0.25 m to 4 m long, and the units in use
// are so far apart that most sizes fit one of them only. Between 55 and 84 units tall stand a
// person in inches and a dog in centimetres: an upright figure decides for inches.
// SPDX-License-Identifier: MIT
#include "bake/scene/unit.h"

#include "bake/base/text.h"

#include <string.h>

typedef struct size_rule {
    double least, most; // of the largest extent
    unit_guess unit;
} size_rule;

static const size_rule with_skeleton[] = {
    {0.25, 4.0, UNIT_METRE},
    {25.0, 400.0, UNIT_CENTIMETRE},
    {900.0, 4000.0, UNIT_MILLIMETRE},
};
static const size_rule upright_in_inches = {55.0, 84.0, UNIT_INCH};

// glTF fixes metres; a thing between a coin and a bus is believed.
static const size_rule gltf_prop = {0.01, 20.0, UNIT_METRE};

// What is larger than a bus in metres is a thing in centimetres, or in millimetres.
static const size_rule unbelievable[] = {
    {20.0, 2000.0, UNIT_CENTIMETRE},
    {2000.0, 20000.0, UNIT_MILLIMETRE},
};

// STL comes from printing and machining, where the millimetre is the habit.
static const size_rule stl_part = {5.0, 1000.0, UNIT_MILLIMETRE};

#define HEAVY 2000.0 // kg of flesh: more is said
#define LIGHT 1e-6

// "155 units", "1 unit".
static const char* in_units(double size, arena* memory) {
    const char* number = arena_format(memory, "%.3g", size);
    return arena_format(memory, "%s unit%s", number, strcmp(number, "1") == 0 ? "" : "s");
}

static bool rule_fits(const size_rule* r, double size) {
    return size >= r->least && size <= r->most;
}

unit_hints unit_hints_of(const scene* s) {
    return (unit_hints){s->format, s->skin_count > 0, s->skin_count > 0 ? s : NULL};
}

static double longest(const bounds* b) { // below zero: nothing is in it
    vec3 s = v3_sub(b->high, b->low);
    return fmax(s.x, fmax(s.y, s.z));
}

static bool boxes_meet(const bounds* x, const bounds* y) {
    return x->low.x <= y->high.x && y->low.x <= x->high.x && x->low.y <= y->high.y &&
           y->low.y <= x->high.y && x->low.z <= y->high.z && y->low.z <= x->high.z;
}

// The largest skin, and those that meet it: a body and its clothes, but not who stands beside it.
static bounds largest_figure(bounds* boxes, int32_t count) {
    bounds out = bounds_of(NULL, 0);
    for (int32_t i = 0; i < count; ++i)
        out = longest(&boxes[i]) > longest(&out) ? boxes[i] : out;
    for (bool grown = true; grown;) {
        grown = false;
        for (int32_t i = 0; i < count; ++i)
            if (longest(&boxes[i]) >= 0.0 && boxes_meet(&boxes[i], &out)) {
                out = bounds_join(boxes[i], out);
                boxes[i] = bounds_of(NULL, 0);
                grown = true;
            }
    }
    return out;
}

bounds unit_box(const surface* f, unit_hints hints) {
    const scene* s = hints.rig_or_null;
    bounds out = bounds_of(NULL, 0);
    if (s != NULL) {
        arena* scratch = arena_create();
        bounds* boxes = ARENA_NEW(scratch, bounds, (size_t)s->skin_count);
        for (int32_t i = 0; i < s->skin_count; ++i)
            boxes[i] = bounds_of(NULL, 0);
        for (int32_t v = 0; v < f->vertex_count; ++v) {
            int32_t k = s->nodes[f->vertex_node[v]].skin;
            bounds point = {f->positions[v], f->positions[v]};
            if (k >= 0)
                boxes[k] = bounds_join(boxes[k], point);
        }
        out = largest_figure(boxes, s->skin_count);
        arena_destroy(scratch);
    }
    return longest(&out) >= 0.0 ? out : bounds_of(f->positions, f->vertex_count);
}

const char* unit_name(unit_guess u) {
    static const char* const names[] = {"metres", "centimetres", "millimetres", "inches",
                                        "unknown"};
    return names[u];
}

double unit_in_metres(unit_guess u) {
    static const double sizes[] = {1.0, 0.01, 0.001, 0.0254, 1.0};
    return sizes[u];
}

unit_guess unit_from_size(bounds box, unit_hints hints, const char** reason, arena* memory) {
    vec3 s = v3_sub(box.high, box.low);
    double size = fmax(s.x, fmax(s.y, s.z));
    if (!(size > 0.0 && isfinite(size))) {
        *reason = "it has no size";
        return UNIT_UNKNOWN;
    }
    bool upright = s.y >= s.x && s.y >= s.z;
    const char* along = upright ? "tall" : s.x >= s.z ? "wide" : "long";

    if (hints.has_skeleton) {
        unit_guess guess = UNIT_UNKNOWN;
        for (size_t i = 0; i < sizeof with_skeleton / sizeof *with_skeleton; ++i)
            if (rule_fits(&with_skeleton[i], size))
                guess = with_skeleton[i].unit;
        if (upright && rule_fits(&upright_in_inches, size))
            guess = UNIT_INCH;
        if (guess != UNIT_UNKNOWN) {
            *reason = arena_format(memory, "%s %s with a skeleton: looks like %s",
                                   in_units(size, memory), along, unit_name(guess));
            return guess;
        }
    }
    bool gltf = hints.format == FILE_GLTF || hints.format == FILE_GLB;
    if (gltf && rule_fits(&gltf_prop, size)) {
        *reason =
            arena_format(memory, "%s %s, and glTF says metres", in_units(size, memory), along);
        return UNIT_METRE;
    }
    if (hints.format == FILE_STL && rule_fits(&stl_part, size)) {
        *reason = arena_format(memory, "%s %s in an STL file: most are in millimetres",
                               in_units(size, memory), along);
        return UNIT_MILLIMETRE;
    }
    for (size_t i = 0; i < sizeof unbelievable / sizeof *unbelievable; ++i)
        if (size > unbelievable[i].least && size <= unbelievable[i].most) {
            *reason = arena_format(memory, "%s %s, hard to believe as metres: read as %s",
                                   in_units(size, memory), along, unit_name(unbelievable[i].unit));
            return unbelievable[i].unit;
        }
    *reason = gltf ? arena_format(memory, "%s %s, hard to believe as metres",
                                  in_units(size, memory), along)
                   : arena_format(memory, "%s %s, and the file does not say of what",
                                  in_units(size, memory), along);
    return UNIT_UNKNOWN;
}

const char* unit_doubt(const unit_weight* w, arena* memory) {
    bool heavy = w->mass > HEAVY;
    if (!heavy && w->mass > LIGHT)
        return NULL;
    double unit = w->unit, mass = w->mass, factor = heavy ? 0.1 : 10.0;
    while (mass > 0.0 && (heavy ? mass > HEAVY : mass < LIGHT)) {
        unit *= factor;
        mass *= factor * factor * factor;
    }
    return arena_format(
        memory,
        "%s %s in all, in a body %s long: if that is not meant, say the unit; with %s %.3g it is "
        "%s long and they weigh %s",
        w->who, text_mass(w->mass, memory), text_length(w->size * w->unit, memory), w->option, unit,
        text_length(w->size * unit, memory), text_mass(mass, memory));
}
