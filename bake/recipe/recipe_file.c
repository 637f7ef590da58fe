// The tables of a recipe's keys, and what needs more than a table.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_file.h"

#include "bake/base/text.h"
#include "bake/recipe/recipe_region.h"
#include "bake/recipe/recipe_scan.h"
#include "bake/recipe/recipe_target.h"
#include "supple/supple_bake.h" // limits

#include <string.h>

enum { PARTS_IN_FILE = 255 };

// ---- lists and shapes ------------------------------------------------------------------

static bool read_point(const scan* s, const tree* value, const char* name, void* member) {
    return scan_point(s, value, name, member);
}

static bool read_box(const scan* s, const tree* value, const char* name, void* member) {
    recipe_box* box = member;
    box->given = true;
    if (value->kind != TREE_LIST || value->count != 2)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is two corners like [[-1, 0, -1], [1, 2, 1]], not %s", name,
                            scan_shown(s, value));
    return scan_point(s, value->items[0], name, &box->corner[0]) &&
           scan_point(s, value->items[1], name, &box->corner[1]);
}

static bool has_both(const scan* s, const tree* map, const char* name, const char* a,
                     const char* b) {
    return (tree_find(map, a) != NULL && tree_find(map, b) != NULL) ||
           report_error(s->r, scan_place(s, map), "\"%s\" needs both \"%s\" and \"%s\"", name, a,
                        b);
}

static const scan_key sphere_list[] = {
    {"centre", SCAN_OWN, SCAN_AT(recipe_sphere, centre), .own = read_point},
    {"radius", SCAN_NUMBER, SCAN_AT(recipe_sphere, radius), .high = INFINITY, .above = true},
};
static const scan_keys sphere_keys = SCAN_KEYS("a sphere", sphere_list);

static bool read_sphere(const scan* s, const tree* value, const char* name, void* member) {
    ((recipe_sphere*)member)->given = true;
    return scan_map(s, value, &sphere_keys, member) && has_both(s, value, name, "centre", "radius");
}

static const scan_key plane_list[] = {
    {"point", SCAN_OWN, SCAN_AT(recipe_plane, point), .own = read_point},
    {"normal", SCAN_OWN, SCAN_AT(recipe_plane, normal), .own = read_point},
};
static const scan_keys plane_keys = SCAN_KEYS("a plane", plane_list);

static bool read_plane(const scan* s, const tree* value, const char* name, void* member) {
    recipe_plane* plane = member;
    plane->given = true;
    if (!scan_map(s, value, &plane_keys, plane) || !has_both(s, value, name, "point", "normal"))
        return false;
    return v3_length(plane->normal) > 0.0 ||
           report_error(s->r, scan_place(s, value), "the plane's normal has no direction");
}

static bool read_bones(const scan* s, const tree* value, const char* name, void* member) {
    recipe_region* g = member;
    return scan_texts(s, value, name, &g->bones, &g->bone_count);
}

static bool read_joints(const scan* s, const tree* value, const char* name, void* member) {
    recipe_part* p = member;
    return scan_texts(s, value, name, &p->joints, &p->joint_count);
}

static bool read_rigid(const scan* s, const tree* value, const char* name, void* member) {
    recipe* out = member;
    if (value->kind == TREE_TEXT && strcmp(value->text, "auto") == 0)
        return true;
    out->rigid_given = true;
    return (value->kind == TREE_LIST && value->count == 0) || // nothing is
           scan_texts(s, value, name, &out->rigid, &out->rigid_count);
}

static bool read_vertices(const scan* s, const tree* value, const char* name, void* member) {
    recipe_fixing* f = member;
    if (value->kind != TREE_LIST)
        return report_error(s->r, scan_place(s, value), "\"%s\" is a list like [0, 17], not %s",
                            name, scan_shown(s, value));
    f->vertex_count = 0;
    f->vertices = ARENA_NEW(s->memory, int32_t, (size_t)value->count);
    for (int32_t i = 0; i < value->count; ++i)
        if (!scan_int(s, value->items[i], name, &f->vertices[f->vertex_count++]))
            return false;
    return true;
}

static bool read_color(const scan* s, const tree* value, const char* name, void* member) {
    float rgb[3];
    const char** text = member;
    if (!scan_text(s, value, name, text))
        return false;
    *text += **text == '#';
    return recipe_color(*text, rgb) ||
           report_error(s->r, scan_place(s, value),
                        "\"%s\" is six hexadecimal digits, like e4572e, not %s", name,
                        scan_shown(s, value));
}

static bool read_word(const scan* s, const tree* value, const char* name, const char* yes,
                      const char* no, bool* out) {
    const char* word = "";
    if (!scan_text(s, value, name, &word))
        return false;
    *out = strcmp(word, yes) == 0;
    return *out || strcmp(word, no) == 0 ||
           report_error(s->r, scan_place(s, value), "\"%s\" is %s or %s, not %s", name, no, yes,
                        scan_shown(s, value));
}

static bool read_element(const scan* s, const tree* value, const char* name, void* member) {
    return read_word(s, value, name, "t10", "t4", member);
}

static bool read_elasticity(const scan* s, const tree* value, const char* name, void* member) {
    return read_word(s, value, name, "stvk", "linear", member);
}

// ---- material and damping --------------------------------------------------------------

static bool read_preset(const scan* s, const tree* value, const char* name, void* member) {
    const char* preset;
    return scan_text(s, value, name, &preset) &&
           material_find(preset, member, scan_place(s, value), s->r);
}

// A preset is read first, so that numbers beside it change it wherever it is written.
static bool skip(const scan* s, const tree* value, const char* name, void* member) {
    (void)s, (void)value, (void)name, (void)member;
    return true;
}

static const scan_key material_list[] = {
    {"preset", SCAN_OWN, 0, .own = skip},
    {"young", SCAN_NUMBER, SCAN_AT(material, young), .high = INFINITY, .above = true},
    {"poisson", SCAN_NUMBER, SCAN_AT(material, poisson), -1.0, 0.499, .above = true},
    {"density", SCAN_NUMBER, SCAN_AT(material, density), .high = INFINITY, .above = true},
};
static const scan_keys material_keys = SCAN_KEYS("a material", material_list);

static bool read_material(const scan* s, const tree* value, const char* name, void* member) {
    if (value->kind == TREE_TEXT)
        return read_preset(s, value, name, member);
    const tree* preset = value->kind == TREE_MAP ? tree_find(value, "preset") : NULL;
    return (preset == NULL || read_preset(s, preset, "preset", member)) &&
           scan_map(s, value, &material_keys, member) &&
           material_check(member, name, scan_place(s, value), s->r);
}

static bool read_ratios(const scan* s, const tree* value, const char* name, void* member) {
    damping_request* q = member;
    bool shaped = value->kind == TREE_LIST && value->count == 2;
    for (int i = 0; i < 2 && shaped; ++i)
        shaped = value->items[i]->kind == TREE_LIST && value->items[i]->count == 2;
    if (!shaped)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is two pairs of hertz and ratio like [[3, 0.1], [20, 0.2]], "
                            "not %s",
                            name, scan_shown(s, value));
    for (int i = 0; i < 2; ++i)
        if (!scan_number(s, value->items[i]->items[0], name, &q->hz[i]) ||
            !scan_number(s, value->items[i]->items[1], name, &q->ratio[i]))
            return false;
    return true;
}

static const scan_key damping_list[] = {
    {"swings", SCAN_NUMBER, SCAN_AT(damping_request, swings), .high = INFINITY, .above = true},
    {"seconds", SCAN_NUMBER, SCAN_AT(damping_request, seconds), .high = INFINITY, .above = true},
    {"ratios", SCAN_OWN, 0, .own = read_ratios},
    {"alpha", SCAN_NUMBER, SCAN_AT(damping_request, numbers.alpha), .high = INFINITY},
    {"beta", SCAN_NUMBER, SCAN_AT(damping_request, numbers.beta), .high = INFINITY},
};
static const scan_keys damping_keys = SCAN_KEYS("a damping", damping_list);

static bool read_damping(const scan* s, const tree* value, const char* name, void* member) {
    damping_request q = {0};
    if (!scan_map(s, value, &damping_keys, &q))
        return false;
    bool numbers = tree_find(value, "alpha") != NULL || tree_find(value, "beta") != NULL;
    bool given[4] = {tree_find(value, "swings") != NULL, tree_find(value, "seconds") != NULL,
                     tree_find(value, "ratios") != NULL, numbers};
    static const damping_way ways[4] = {DAMPING_BY_SWINGS, DAMPING_BY_SECONDS, DAMPING_BY_RATIOS,
                                        DAMPING_BY_NUMBERS};
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        count += given[i];
        q.way = given[i] ? ways[i] : q.way;
    }
    *(damping_request*)member = q;
    return count == 1 ||
           report_error(s->r, scan_place(s, value),
                        "\"%s\" is told in one way: swings, or seconds, or ratios, or alpha and "
                        "beta",
                        name);
}

// ---- parts -----------------------------------------------------------------------------

static bool read_volume(const scan* s, const tree* value, const char* name, void* member) {
    const char** path = member;
    if (!scan_text(s, value, name, path))
        return false;
    if ((*path)[0] != '/')
        *path = path_beside(s->path, *path, s->memory);
    return true;
}

static const scan_key region_list[] = {
    {"place", SCAN_TEXT, SCAN_AT(recipe_region, place_or_null), .word_or_null = "none"},
    {"bones", SCAN_OWN, 0, .own = read_bones},
    {"threshold", SCAN_NUMBER, SCAN_AT(recipe_region, threshold), 0.0, 1.0},
    {"attribute", SCAN_TEXT, SCAN_AT(recipe_region, attribute_or_null), .word_or_null = "none"},
    {"color", SCAN_OWN, SCAN_AT(recipe_region, color_or_null), .own = read_color},
    {"box", SCAN_OWN, SCAN_AT(recipe_region, box), .own = read_box},
    {"sphere", SCAN_OWN, SCAN_AT(recipe_region, sphere), .own = read_sphere},
};
static const scan_keys region_keys = SCAN_KEYS("a region", region_list);

static const scan_key fixing_list[] = {
    {"core", SCAN_NUMBER, SCAN_AT(recipe_fixing, core), 0.0, 0.95},
    {"base", SCAN_NUMBER, SCAN_AT(recipe_fixing, base), 0.0, SUPPLE_BAKE_BASE_MAX},
    {"attribute", SCAN_TEXT, SCAN_AT(recipe_fixing, attribute_or_null), .word_or_null = "none"},
    {"box", SCAN_OWN, SCAN_AT(recipe_fixing, box), .own = read_box},
    {"sphere", SCAN_OWN, SCAN_AT(recipe_fixing, sphere), .own = read_sphere},
    {"plane", SCAN_OWN, SCAN_AT(recipe_fixing, plane), .own = read_plane},
    {"vertices", SCAN_OWN, 0, .own = read_vertices},
};
static const scan_keys fixing_keys = SCAN_KEYS("a fixing", fixing_list);

static const scan_key tuning_list[] = {
    {"stiffness", SCAN_NUMBER, SCAN_AT(recipe_part, stiffness), 0.0, 1e6, .above = true},
    {"damping", SCAN_NUMBER, SCAN_AT(recipe_part, damping_scale), 0.0, 1e6},
    {"response", SCAN_NUMBER, SCAN_AT(recipe_part, response), 0.0, 1e6},
    {"limit", SCAN_NUMBER, SCAN_AT(recipe_part, limit), 0.0, INFINITY, true, "auto"},
};
static const scan_keys tuning_keys = SCAN_KEYS("a tuning", tuning_list);

static const scan_key part_list[] = {
    {"name", SCAN_TEXT, SCAN_AT(recipe_part, name)},
    {"region", SCAN_MAP, SCAN_AT(recipe_part, region), .keys = &region_keys},
    {"fixing", SCAN_MAP, SCAN_AT(recipe_part, fixing), .keys = &fixing_keys},
    {"volume", SCAN_OWN, SCAN_AT(recipe_part, volume_or_null), .own = read_volume},
    {"tets", SCAN_INT, SCAN_AT(recipe_part, tets), SUPPLE_BAKE_TETS_MIN, SUPPLE_BAKE_TETS_MAX},
    {"cell", SCAN_NUMBER, SCAN_AT(recipe_part, cell), 0.0, INFINITY, true, "auto"},
    {"element", SCAN_OWN, SCAN_AT(recipe_part, ten_nodes), .own = read_element},
    {"fade", SCAN_NUMBER, SCAN_AT(recipe_part, fade), 0.0, INFINITY, true, "auto"},
    {"material", SCAN_OWN, SCAN_AT(recipe_part, material), .own = read_material},
    {"paint", SCAN_TEXT, SCAN_AT(recipe_part, paint_or_null), .word_or_null = "none"},
    {"sag", SCAN_NUMBER, SCAN_AT(recipe_part, sag), 0.0, 1.0},
    {"first", SCAN_NUMBER, SCAN_AT(recipe_part, first), 0.0, SUPPLE_BAKE_FIRST_MAX, true,
     "material"},
    {"damping", SCAN_OWN, SCAN_AT(recipe_part, damping), .own = read_damping},
    {"modes", SCAN_INT, SCAN_AT(recipe_part, modes), 1, SUPPLE_BAKE_MODES_MAX},
    {"below", SCAN_NUMBER, SCAN_AT(recipe_part, below), 0.0, INFINITY, true, "any"},
    {"tuning", SCAN_MAP, 0, .keys = &tuning_keys},
    {"elasticity", SCAN_OWN, SCAN_AT(recipe_part, stvk), .own = read_elasticity},
    {"derivatives", SCAN_FLAG, SCAN_AT(recipe_part, derivatives)},
    {"joints", SCAN_OWN, 0, .own = read_joints},
    {"translation", SCAN_NUMBER, SCAN_AT(recipe_part, translation), 0.0, INFINITY, true, "auto"},
    {"smoothing", SCAN_NUMBER, SCAN_AT(recipe_part, smoothing), 0.0, INFINITY},
    {"targets", SCAN_OWN, 0, .own = recipe_read_targets},
};
static const scan_keys part_keys = SCAN_KEYS("a part", part_list);

// How soft is told once: by sag, by the first mode, or by naming a material and nothing else.
static bool settle_softness(const scan* s, const tree* map, recipe_part* p) {
    const tree *sag = tree_find(map, "sag"), *first = tree_find(map, "first");
    if (sag != NULL && first != NULL && p->sag > 0.0 && p->first > 0.0)
        return report_error(s->r, scan_place(s, first),
                            "\"first\" and \"sag\" both say how soft it is; keep one of them");
    if (first != NULL && (sag == NULL || p->first > 0.0))
        p->sag = 0.0;
    else if (sag != NULL)
        p->first = 0.0;
    else if (tree_find(map, "material") != NULL)
        p->sag = p->first = 0.0;
    return true;
}

static bool read_part(const scan* s, const tree* map, recipe_part* p) {
    p->where = scan_place(s, map);
    return scan_map(s, map, &part_keys, p) && settle_softness(s, map, p);
}

static bool name_part(const scan* s, const tree* map, const recipe* so_far, recipe_part* p) {
    if (tree_find(map, "name") == NULL)
        p->name = p->region.place_or_null;
    if (p->name == NULL)
        return report_error(s->r, scan_place(s, map),
                            "a part has no name; give it one, like `name: belly`");
    for (int32_t i = 0; i < so_far->part_count; ++i)
        if (strcmp(so_far->parts[i].name, p->name) == 0)
            return report_error(s->r, scan_place(s, map), "two parts are called \"%s\"",
                                text_printable(p->name, 40, s->memory));
    return true;
}

static bool read_parts(const scan* s, const tree* list, recipe* out) {
    if (list->kind != TREE_LIST)
        return report_error(s->r, scan_place(s, list),
                            "\"parts\" is a list, each beginning with `- name: ...`, not %s",
                            scan_shown(s, list));
    if (list->count == 0)
        return report_error(s->r, scan_place(s, list),
                            "\"parts\" is empty, so nothing would be soft; name one, or leave the "
                            "line out to have parts searched for");
    if (list->count > PARTS_IN_FILE)
        return report_error(s->r, scan_place(s, list), "there are %d parts; %d are the most",
                            list->count, PARTS_IN_FILE);
    out->parts = ARENA_NEW(s->memory, recipe_part, (size_t)list->count);
    bool sound = true;
    for (int32_t i = 0; i < list->count; ++i) {
        recipe_part p = out->defaults;
        if (read_part(s, list->items[i], &p) && name_part(s, list->items[i], out, &p))
            out->parts[out->part_count++] = p;
        else
            sound = false;
    }
    return sound;
}

static bool read_defaults(const scan* s, const tree* value, const char* name, void* member) {
    recipe_part* p = member;
    if (!read_part(s, value, p))
        return false;
    static const char* const own[] = {"name", "region", "volume", "targets"};
    for (int i = 0; i < 4; ++i)
        if (tree_find(value, own[i]) != NULL)
            return report_error(s->r, scan_place(s, tree_find(value, own[i])),
                                "\"%s\" is of one part and cannot stand in \"%s\"", own[i], name);
    return true;
}

static const scan_key recipe_list[] = {
    {"input", SCAN_TEXT, SCAN_AT(recipe, input_or_null), .word_or_null = "none"},
    {"unit", SCAN_NUMBER, SCAN_AT(recipe, unit), 0.0, INFINITY, true, "auto"},
    {"rigid", SCAN_OWN, 0, .own = read_rigid},
    {"bends", SCAN_FLAG, SCAN_AT(recipe, bends)},
    {"spin", SCAN_FLAG, SCAN_AT(recipe, spin)},
    {"defaults", SCAN_OWN, SCAN_AT(recipe, defaults), .own = read_defaults},
    {"parts", SCAN_OWN, 0, .own = skip}, // read_parts, when the defaults are known
};
static const scan_keys recipe_keys = SCAN_KEYS("a recipe", recipe_list);

bool recipe_parse(bytes text, const char* path, arena* memory, recipe* out, report* r) {
    *out = recipe_default();
    const tree* root;
    if (!tree_read(text, path, memory, &root, r))
        return false;
    if (root == NULL)
        return true;
    scan s = {path, memory, r};
    bool sound = scan_map(&s, root, &recipe_keys, out);
    const tree* parts = root->kind == TREE_MAP ? tree_find(root, "parts") : NULL;
    if (parts != NULL)
        sound = read_parts(&s, parts, out) && sound;
    if (out->input_or_null != NULL && out->input_or_null[0] != '/')
        out->input_or_null = path_beside(path, out->input_or_null, memory);
    return sound;
}

bool recipe_read(const char* path, arena* memory, recipe* out, report* r) {
    bytes text;
    if (!file_map(path, &text, r))
        return false;
    bool sound = recipe_parse(text, path, memory, out, r);
    file_unmap(text);
    return sound;
}
