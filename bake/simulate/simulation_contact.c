// What a scene says about contact.
// SPDX-License-Identifier: MIT
#include "bake/simulate/simulation_words.h"

#include <string.h>

static const scan_key contact_list[] = {
    {"distance", SCAN_NUMBER, SCAN_AT(simulation_contact, distance), 0.0, 10.0, true, "auto"},
    {"thickness", SCAN_NUMBER, SCAN_AT(simulation_contact, thickness), 0.0, 10.0},
    {"friction", SCAN_NUMBER, SCAN_AT(simulation_contact, friction), 0.0, 10.0},
    {"slow", SCAN_NUMBER, SCAN_AT(simulation_contact, slow), 0.0, 10.0, true},
    {"rounds", SCAN_INT, SCAN_AT(simulation_contact, rounds), 1, 100},
    {"stiffness", SCAN_NUMBER, SCAN_AT(simulation_contact, stiffness), 0.0, 1e12, true, "auto"},
};
static const scan_keys contact_keys = SCAN_KEYS("contact", contact_list);

bool scene_contact(const scan* s, const tree* value, const char* name, void* simulation_member) {
    simulation_contact* out = &((simulation*)simulation_member)->contact;
    out->where = scan_place(s, value);
    out->on = true;
    if (value->kind != TREE_TEXT)
        return scan_map(s, value, &contact_keys, out);
    static const char* const words[] = {"none", "auto"};
    int chosen = 0;
    bool sound = scene_word(s, value, name, words, 2, &chosen);
    out->on = chosen == 1;
    return sound;
}
