// The tables of a recipe's keys, and what needs more than a table.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_file.h"

#include "bake/base/text.h"
#include "bake/fem/eigen_estimate.h"
#include "bake/recipe/recipe_region.h"
#include "bake/recipe/recipe_scan.h"
#include "bake/recipe/recipe_target.h"
#include "bake/recipe/recipe_words.h"
#include "supple/supple_bake.h" // limits

#include <string.h>

enum { PARTS_IN_FILE = 255 };

// ---- lists -----------------------------------------------------------------------------

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
    return words_ints(s, value, name, &f->vertices, &f->vertex_count);
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

static bool read_basis(const scan* s, const tree* value, const char* name, void* member) {
    return read_word(s, value, name, "modes", "responses", member);
}

static bool read_elasticity(const scan* s, const tree* value, const char* name, void* member) {
    return read_word(s, value, name, "stvk", "linear", member);
}

// ---- material --------------------------------------------------------------------------

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
        return words_preset(s, value, name, member);
    const tree* preset = value->kind == TREE_MAP ? tree_find(value, "preset") : NULL;
    return (preset == NULL || words_preset(s, preset, "preset", member)) &&
           scan_map(s, value, &material_keys, member) &&
           material_check(member, name, scan_place(s, value), s->r);
}

// ---- parts -----------------------------------------------------------------------------

static const scan_key region_list[] = {
    {"place", SCAN_TEXT, SCAN_AT(recipe_region, place_or_null), .word_or_null = "none"},
    {"bones", SCAN_OWN, 0, .own = read_bones},
    {"threshold", SCAN_NUMBER, SCAN_AT(recipe_region, threshold), 0.0, 1.0},
    {"attribute", SCAN_TEXT, SCAN_AT(recipe_region, attribute_or_null), .word_or_null = "none"},
    {"color", SCAN_OWN, SCAN_AT(recipe_region, color_or_null), .own = words_color},
    {"box", SCAN_OWN, SCAN_AT(recipe_region, box), .own = words_box},
    {"sphere", SCAN_OWN, SCAN_AT(recipe_region, sphere), .own = words_sphere},
};
static const scan_keys region_keys = SCAN_KEYS("a region", region_list);

static const scan_key fixing_list[] = {
    {"core", SCAN_NUMBER, SCAN_AT(recipe_fixing, core), 0.0, 0.95},
    {"base", SCAN_NUMBER, SCAN_AT(recipe_fixing, base), 0.0, SUPPLE_BAKE_BASE_MAX},
    {"attribute", SCAN_TEXT, SCAN_AT(recipe_fixing, attribute_or_null), .word_or_null = "none"},
    {"box", SCAN_OWN, SCAN_AT(recipe_fixing, box), .own = words_box},
    {"sphere", SCAN_OWN, SCAN_AT(recipe_fixing, sphere), .own = words_sphere},
    {"plane", SCAN_OWN, SCAN_AT(recipe_fixing, plane), .own = words_plane},
    {"vertices", SCAN_OWN, 0, .own = read_vertices},
};
static const scan_keys fixing_keys = SCAN_KEYS("a fixing", fixing_list);

// As the option has it: too many are refused with what they would take.
static bool read_tets(const scan* s, const tree* value, const char* name, void* out) {
    int32_t* tets = out;
    if (!scan_int(s, value, name, tets))
        return false;
    if (*tets < SUPPLE_BAKE_TETS_MIN)
        return report_error(s->r, scan_place(s, value), "\"%s\" is at least %d, not %d", name,
                            SUPPLE_BAKE_TETS_MIN, *tets);
    if (*tets <= SUPPLE_BAKE_TETS_MAX)
        return true;
    const recipe_part plain = recipe_part_default();
    int32_t modes = recipe_modes(&plain, false);
    eigen_estimate e = eigen_expect(eigen_unknowns(*tets, true), modes, 0.0);
    return report_error(s->r, scan_place(s, value),
                        "%d tets and %d modes would take %s; at most %d tets are taken", *tets,
                        modes, eigen_estimate_text(&e, s->memory), SUPPLE_BAKE_TETS_MAX);
}

static bool read_sag(const scan* s, const tree* value, const char* name, void* out) {
    double* sag = out;
    if (value->kind == TREE_TEXT && !value->quoted && strcmp(value->text, "auto") == 0) {
        *sag = RECIPE_SAG_AUTO;
        return true;
    }
    return scan_number(s, value, name, sag) &&
           ((*sag >= 0.0 && *sag <= 1.0) ||
            report_error(s->r, scan_place(s, value),
                         "\"%s\" is at least 0 and at most 1, or auto, not %g", name, *sag));
}

static const scan_key visible_list[] = {
    {"distance", SCAN_NUMBER, SCAN_AT(recipe_visible, distance), 0.0, 1e9, true},
    {"pixels", SCAN_NUMBER, SCAN_AT(recipe_visible, pixels), 1.0, 1e6},
    {"angle", SCAN_NUMBER, SCAN_AT(recipe_visible, angle), 0.1, 170.0},
    {"push", SCAN_NUMBER, SCAN_AT(recipe_visible, push), 0.0, 1e9, true, "auto"},
};
static const scan_keys visible_keys = SCAN_KEYS("\"visible\"", visible_list);

// Each replaces all that the defaults say.
static bool read_visible(const scan* s, const tree* value, const char* name, void* member) {
    recipe_visible* out = member;
    *out = recipe_part_default().visible;
    if (value->kind == TREE_TEXT && !value->quoted && strcmp(value->text, "any") == 0)
        return true;
    if (value->kind != TREE_MAP)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is any, or from where it is looked at, like {distance: 3, "
                            "pixels: 1080}, not %s",
                            name, scan_shown(s, value));
    return scan_map(s, value, &visible_keys, out) &&
           (out->distance > 0.0 ||
            report_error(s->r, scan_place(s, value),
                         "\"%s\" lacks \"distance\": how far away the eye is, in units", name));
}

static bool read_bends(const scan* s, const tree* value, const char* name, void* member) {
    int32_t* bends = member;
    bool all = value->kind == TREE_TEXT && strcmp(value->text, "true") == 0;
    bool none = value->kind == TREE_TEXT && strcmp(value->text, "false") == 0;
    if ((all || none) && !value->quoted) {
        *bends = all ? RECIPE_BENDS_ALL : 0;
        return true;
    }
    if (value->kind != TREE_TEXT || value->quoted || strspn(value->text, "0123456789") == 0)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is true, false, or for how many coordinates of each part, "
                            "the most important first, not %s",
                            name, scan_shown(s, value));
    return scan_int(s, value, name, bends);
}

static bool read_table_bits(const scan* s, const tree* value, const char* name, void* member) {
    int32_t* bits = member;
    bool known = value->kind == TREE_TEXT && !value->quoted &&
                 (strcmp(value->text, "8") == 0 || strcmp(value->text, "16") == 0);
    if (!known)
        return report_error(s->r, scan_place(s, value),
                            "\"%s\" is 16, or 8 for tables of half the size, not %s", name,
                            scan_shown(s, value));
    return scan_int(s, value, name, bits);
}

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
    {"volume", SCAN_OWN, SCAN_AT(recipe_part, volume_or_null), .own = words_path},
    {"tets", SCAN_OWN, SCAN_AT(recipe_part, tets), .own = read_tets},
    {"cell", SCAN_NUMBER, SCAN_AT(recipe_part, cell), 0.0, INFINITY, true, "auto"},
    {"element", SCAN_OWN, SCAN_AT(recipe_part, ten_nodes), .own = read_element},
    {"fade", SCAN_NUMBER, SCAN_AT(recipe_part, fade), 0.0, INFINITY, true, "auto"},
    {"material", SCAN_OWN, SCAN_AT(recipe_part, material), .own = read_material},
    {"paint", SCAN_TEXT, SCAN_AT(recipe_part, paint_or_null), .word_or_null = "none"},
    {"paint_poisson", SCAN_TEXT, SCAN_AT(recipe_part, paint_poisson_or_null),
     .word_or_null = "none"},
    {"sag", SCAN_OWN, SCAN_AT(recipe_part, sag), .own = read_sag},
    {"first", SCAN_NUMBER, SCAN_AT(recipe_part, first), 0.0, SUPPLE_BAKE_FIRST_MAX, true,
     "material"},
    {"damping", SCAN_OWN, SCAN_AT(recipe_part, damping), .own = words_damping},
    {"basis", SCAN_OWN, SCAN_AT(recipe_part, plain), .own = read_basis},
    {"modes", SCAN_INT, SCAN_AT(recipe_part, modes), 1, SUPPLE_BAKE_MODES_MAX,
     .word_or_null = "auto"},
    {"below", SCAN_NUMBER, SCAN_AT(recipe_part, below), 0.0, INFINITY, true, "any"},
    {"fps", SCAN_NUMBER, SCAN_AT(recipe_part, fps), 0.0, INFINITY, true, "any"},
    {"visible", SCAN_OWN, SCAN_AT(recipe_part, visible), .own = read_visible},
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
    recipe* out = member;
    out->part_said = true;
    if (!read_part(s, value, &out->defaults))
        return false;
    static const char* const own[] = {"name", "region", "volume", "targets"};
    for (int i = 0; i < 4; ++i)
        if (tree_find(value, own[i]) != NULL)
            return report_error(s->r, scan_place(s, tree_find(value, own[i])),
                                "\"%s\" is of one part and cannot stand in \"%s\"", own[i], name);
    return true;
}

// ---- recordings ------------------------------------------------------------------------

static bool read_look(const scan* s, const tree* value, const char* name, void* member) {
    if (value->kind == TREE_TEXT && strcmp(value->text, "all") == 0) {
        *(int32_t*)member = RECIPE_LOOK_ALL;
        return true;
    }
    if (!scan_int(s, value, name, member))
        return false;
    return *(int32_t*)member >= 0 ||
           report_error(s->r, scan_place(s, value), "\"%s\" is a number of jumps, or all", name);
}

static const scan_key recorded_list[] = {
    {"rank", SCAN_INT, SCAN_AT(recipe_recorded, rank), 1, SUPPLE_BAKE_RANK_MAX},
    {"tolerance", SCAN_NUMBER, SCAN_AT(recipe_recorded, tolerance), 0.0, 0.999, true},
    {"spectral", SCAN_NUMBER, SCAN_AT(recipe_recorded, spectral), 0.0, 0.999, true},
    {"balance", SCAN_NUMBER, SCAN_AT(recipe_recorded, balance), 0.0, 1e9, true, "auto"},
    {"shortest", SCAN_NUMBER, SCAN_AT(recipe_recorded, shortest), 0.0, 1e6},
    {"run_on", SCAN_NUMBER, SCAN_AT(recipe_recorded, run_on), 0.0, 1e6},
    {"blend", SCAN_NUMBER, SCAN_AT(recipe_recorded, blend), 0.0, 1e6, true, "auto"},
    {"look", SCAN_OWN, SCAN_AT(recipe_recorded, look), .own = read_look},
    {"modes", SCAN_INT, SCAN_AT(recipe_recorded, modes), 0, SUPPLE_BAKE_MODES_MAX},
    {"scene", SCAN_OWN, SCAN_AT(recipe_recorded, scene_or_null), .own = words_path},
};
static const scan_keys recorded_keys = SCAN_KEYS("\"recorded\"", recorded_list);

static bool read_recorded(const scan* s, const tree* value, const char* name, void* member) {
    static const char* const rules[] = {"rank", "tolerance", "spectral"};
    recipe_recorded* out = member;
    out->given = true;
    if (!scan_map(s, value, &recorded_keys, out))
        return false;
    int said = 0;
    for (int i = 0; i < 3; ++i)
        said += tree_find(value, rules[i]) != NULL;
    return said <= 1 ||
           report_error(s->r, scan_place(s, value),
                        "\"%s\" says more than once how many shapes there are: keep one of rank, "
                        "tolerance and spectral",
                        name);
}

static const scan_key recipe_list[] = {
    {"input", SCAN_TEXT, SCAN_AT(recipe, input_or_null), .word_or_null = "none"},
    {"unit", SCAN_NUMBER, SCAN_AT(recipe, unit), 0.0, INFINITY, true, "auto"},
    {"rigid", SCAN_OWN, 0, .own = read_rigid},
    {"bends", SCAN_OWN, SCAN_AT(recipe, bends), .own = read_bends},
    {"spin", SCAN_FLAG, SCAN_AT(recipe, spin)},
    {"table_bits", SCAN_OWN, SCAN_AT(recipe, table_bits), .own = read_table_bits},
    {"recorded", SCAN_OWN, SCAN_AT(recipe, recorded), .own = read_recorded},
    {"light", SCAN_INT, SCAN_AT(recipe, light.shapes), 0, SUPPLE_BAKE_LIGHT_MAX},
    {"light_fields", SCAN_INT, SCAN_AT(recipe, light.fields), 0, SUPPLE_BAKE_RANK_MAX},
    {"defaults", SCAN_OWN, 0, .own = read_defaults},
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
