// Regions and materials of a scene.
// SPDX-License-Identifier: MIT
#include "bake/simulate/simulation_words.h"

#include "bake/base/text.h"
#include "bake/recipe/recipe_words.h"
#include "bake/simulate/sheet_presets.h"
#include "supple/supple_bake.h" // limits

#include <string.h>

enum { WORDS_MOST = 8 };

bool scene_word(const scan* s, const tree* value, const char* name, const char* const* words,
                int count, int* out) {
    const char *word, *list = "";
    if (!scan_text(s, value, name, &word))
        return false;
    for (int i = 0; i < count; ++i) {
        list = text_listed(list, words[i], s->memory);
        if (strcmp(word, words[i]) == 0) {
            *out = i;
            return true;
        }
    }
    return report_error(s->r, scan_place(s, value), "\"%s\" is one of %s, not %s", name, list,
                        scan_shown(s, value));
}

void* scene_list(const scan* s, const tree* value, const char* name, size_t size,
                 bool (*one)(const scan* s, const tree* value, const char* name, void* member),
                 int32_t* count) {
    *count = 0;
    if (value->kind != TREE_LIST) {
        report_error(s->r, scan_place(s, value), "\"%s\" is a list, not %s", name,
                     scan_shown(s, value));
        return NULL;
    }
    char* items = arena_alloc(s->memory, (size_t)value->count, size);
    bool sound = true;
    for (int32_t i = 0; i < value->count; ++i)
        sound = one(s, value->items[i], name, items + (size_t)i * size) && sound;
    *count = sound ? value->count : 0;
    return sound ? items : NULL;
}

// ---- regions ---------------------------------------------------------------------------

static bool read_names(const scan* s, const tree* value, const char* name, void* member) {
    simulation_region* g = member;
    return scan_texts(s, value, name, &g->names, &g->name_count);
}

static bool read_vertices(const scan* s, const tree* value, const char* name, void* member) {
    simulation_region* g = member;
    return words_ints(s, value, name, &g->vertices, &g->vertex_count) &&
           (g->vertex_count > 0 ||
            report_error(s->r, scan_place(s, value), "\"%s\" is empty", name));
}

static const scan_key region_list[] = {
    {"body", SCAN_TEXT, SCAN_AT(simulation_region, body_or_null)},
    {"box", SCAN_OWN, SCAN_AT(simulation_region, box), .own = words_box},
    {"sphere", SCAN_OWN, SCAN_AT(simulation_region, sphere), .own = words_sphere},
    {"plane", SCAN_OWN, SCAN_AT(simulation_region, plane), .own = words_plane},
    {"base", SCAN_NUMBER, SCAN_AT(simulation_region, base), 0.0, SUPPLE_BAKE_BASE_MAX, true},
    {"meshes", SCAN_OWN, 0, .own = read_names},
    {"attribute", SCAN_TEXT, SCAN_AT(simulation_region, attribute_or_null)},
    {"threshold", SCAN_NUMBER, SCAN_AT(simulation_region, threshold), 0.0, 1.0},
    {"color", SCAN_OWN, SCAN_AT(simulation_region, color_or_null), .own = words_color},
    {"vertices", SCAN_OWN, 0, .own = read_vertices},
};
static const scan_keys region_keys = SCAN_KEYS("a region", region_list);

bool scene_region(const scan* s, const tree* value, const char* name, void* region) {
    (void)name;
    simulation_region* g = region;
    *g = (simulation_region){.where = scan_place(s, value), .threshold = 0.5};
    return scan_map(s, value, &region_keys, g);
}

bool scene_held(const scan* s, const tree* value, const char* name, void* body) {
    simulation_body* b = body;
    if (value->kind == TREE_LIST) {
        b->held = scene_list(s, value, name, sizeof *b->held, scene_region, &b->held_count);
        return b->held != NULL;
    }
    b->held = ARENA_NEW(s->memory, simulation_region, 1);
    b->held_count = 1;
    return scene_region(s, value, name, b->held);
}

// ---- materials -------------------------------------------------------------------------

static bool skip(const scan* s, const tree* value, const char* name, void* member) {
    (void)s, (void)value, (void)name, (void)member;
    return true; // read before the others, so that numbers beside it change it wherever it is written
}

static bool read_law(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const words[] = {"neo-hookean", "stvk", "linear"};
    int law = 0;
    bool sound = scene_word(s, value, name, words, 3, &law);
    *(simulation_law*)member = (simulation_law)law;
    return sound;
}

static const scan_key solid_list[] = {
    {"preset", SCAN_OWN, 0, .own = skip},
    {"law", SCAN_OWN, SCAN_AT(simulation_material, law), .own = read_law},
    {"young", SCAN_NUMBER, SCAN_AT(simulation_material, solid.young), .high = 1e13, .above = true},
    {"poisson", SCAN_NUMBER, SCAN_AT(simulation_material, solid.poisson), -1.0, 0.499,
     .above = true},
    {"density", SCAN_NUMBER, SCAN_AT(simulation_material, solid.density), .high = 1e5,
     .above = true},
};
static const scan_keys solid_keys = SCAN_KEYS("a solid's material", solid_list);

static bool read_bending(const scan* s, const tree* value, const char* name, void* member) {
    double* bending = member;
    if (value->kind == TREE_TEXT && !value->quoted && strcmp(value->text, "auto") == 0) {
        *bending = -1.0; // settled when the rest is known
        return true;
    }
    return scan_number(s, value, name, bending) &&
           (*bending >= 0.0 ||
            report_error(s->r, scan_place(s, value), "\"%s\" is at least 0, or auto, not %g", name,
                         *bending));
}

// A number above `low`, or "none": nowhere.
static bool read_bound(const scan* s, const tree* value, const char* name, double low,
                       const char* what, double* out) {
    if (value->kind == TREE_TEXT && !value->quoted && strcmp(value->text, "none") == 0) {
        *out = INFINITY;
        return true;
    }
    return scan_number(s, value, name, out) &&
           (*out > low ||
            report_error(s->r, scan_place(s, value), "\"%s\" is %s, above %g, or none, not %g",
                         name, what, low, *out));
}

static bool read_stretch(const scan* s, const tree* value, const char* name, void* member) {
    return read_bound(s, value, name, 1.0, "a length over its rest length", member);
}

static bool read_compression(const scan* s, const tree* value, const char* name, void* member) {
    return read_bound(s, value, name, 0.0, "a strain", member);
}

static const scan_key sheet_list[] = {
    {"preset", SCAN_OWN, 0, .own = skip},
    {"young", SCAN_NUMBER, SCAN_AT(simulation_material, sheet.young), .high = 1e13, .above = true},
    {"poisson", SCAN_NUMBER, SCAN_AT(simulation_material, sheet.poisson), -1.0, 0.499,
     .above = true},
    {"thickness", SCAN_NUMBER, SCAN_AT(simulation_material, sheet.thickness), .high = 1.0,
     .above = true},
    {"area_density", SCAN_NUMBER, SCAN_AT(simulation_material, sheet.density), .high = 1e4,
     .above = true},
    {"bending", SCAN_OWN, SCAN_AT(simulation_material, sheet.bending), .own = read_bending},
    {"stretch", SCAN_OWN, SCAN_AT(simulation_material, sheet.limit), .own = read_stretch},
    {"compression", SCAN_OWN, SCAN_AT(simulation_material, sheet.compression),
     .own = read_compression},
};
static const scan_keys sheet_keys = SCAN_KEYS("a shell's material", sheet_list);

static bool read_preset(const scan* s, const tree* value, simulation_kind kind,
                        simulation_material* out) {
    const char* name;
    if (kind == SIMULATION_SOLID)
        return words_preset(s, value, "preset", &out->solid);
    return scan_text(s, value, "preset", &name) &&
           sheet_preset_find(name, &out->sheet, scan_place(s, value), s->r);
}

bool scene_material(const scan* s, const tree* value, const char* name, simulation_kind kind,
                    simulation_material* out) {
    if (kind == SIMULATION_RIGID)
        return report_error(
            s->r, scan_place(s, value),
            "a rigid body has no material: it is drawn, and moves with the support");
    if (value->kind == TREE_TEXT)
        return read_preset(s, value, kind, out);
    const tree* preset = value->kind == TREE_MAP ? tree_find(value, "preset") : NULL;
    bool solid = kind == SIMULATION_SOLID;
    if ((preset != NULL && !read_preset(s, preset, kind, out)) ||
        !scan_map(s, value, solid ? &solid_keys : &sheet_keys, out))
        return false;
    if (out->sheet.bending < 0.0)
        out->sheet.bending = sheet_plate_bending(&out->sheet);
    return !solid || material_check(&out->solid, name, scan_place(s, value), s->r);
}

bool scene_patches(const scan* s, const tree* value, simulation_body* body) {
    if (value->kind != TREE_LIST)
        return report_error(s->r, scan_place(s, value),
                            "\"materials\" is a list of regions and materials, not %s",
                            scan_shown(s, value));
    body->patches = ARENA_NEW(s->memory, simulation_patch, (size_t)value->count);
    bool sound = true;
    for (int32_t i = 0; i < value->count; ++i) {
        const tree* item = value->items[i];
        const tree* region = item->kind == TREE_MAP ? tree_find(item, "region") : NULL;
        const tree* made_of = item->kind == TREE_MAP ? tree_find(item, "material") : NULL;
        simulation_patch* p = &body->patches[body->patch_count];
        p->material = body->material;
        if (region == NULL || made_of == NULL || item->count != 2) {
            sound = report_error(s->r, scan_place(s, item),
                                 "each of \"materials\" is {region: ..., material: ...}");
            continue;
        }
        bool read = scene_region(s, region, "region", &p->region) &&
                    scene_material(s, made_of, "material", body->kind, &p->material);
        body->patch_count += read;
        sound = sound && read;
    }
    return sound;
}
