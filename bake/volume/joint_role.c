// Words, then a table; the order of the table decides ("ear" before "arm" would find no forearm, as
// words are compared whole).
//
// A limb's first joint is its soft one: where names only say "leg" (LeftLeg01, leg_joint_L_1), the one
// whose parent is no leg is the thigh.
// SPDX-License-Identifier: MIT
#include "bake/volume/joint_role.h"

#include <string.h>

typedef struct word_role {
    const char* words;
    joint_role role;
} word_role;

static const word_role known[] = {
    {" tail ", ROLE_TAIL},
    {" ear ", ROLE_EAR},
    {" ears ", ROLE_EAR},
    {" breast ", ROLE_SOFT},
    {" breasts ", ROLE_SOFT},
    {" boob ", ROLE_SOFT},
    {" bust ", ROLE_SOFT},
    {" belly ", ROLE_SOFT},
    {" stomach ", ROLE_SOFT},
    {" butt ", ROLE_SOFT},
    {" buttock ", ROLE_SOFT},
    {" glute ", ROLE_SOFT},
    {" cheek ", ROLE_SOFT},
    {" jowl ", ROLE_SOFT},
    {" head ", ROLE_HEAD},
    {" skull ", ROLE_HEAD},
    {" jaw ", ROLE_HEAD},
    {" neck ", ROLE_NECK},
    {" thigh ", ROLE_THIGH},
    {" femur ", ROLE_THIGH},
    {" up leg ", ROLE_THIGH},
    {" upleg ", ROLE_THIGH},
    {" upper leg ", ROLE_THIGH},
    {" upperleg ", ROLE_THIGH},
    {" upper arm ", ROLE_UPPER_ARM},
    {" upperarm ", ROLE_UPPER_ARM},
    {" uparm ", ROLE_UPPER_ARM},
    {" humerus ", ROLE_UPPER_ARM},
    {" fore arm ", ROLE_HARD},
    {" forearm ", ROLE_HARD},
    {" lower arm ", ROLE_HARD},
    {" lowerarm ", ROLE_HARD},
    {" lower leg ", ROLE_HARD},
    {" lowerleg ", ROLE_HARD},
    {" leg lower ", ROLE_HARD},
    {" calf ", ROLE_HARD},
    {" shin ", ROLE_HARD},
    {" knee ", ROLE_HARD},
    {" ankle ", ROLE_HARD},
    {" foot ", ROLE_HARD},
    {" toe ", ROLE_HARD},
    {" toes ", ROLE_HARD},
    {" ball ", ROLE_HARD},
    {" elbow ", ROLE_HARD},
    {" wrist ", ROLE_HARD},
    {" hand ", ROLE_HARD},
    {" finger ", ROLE_HARD},
    {" fingers ", ROLE_HARD},
    {" thumb ", ROLE_HARD},
    {" clavicle ", ROLE_HARD},
    {" collar ", ROLE_HARD},
    {" shoulder ", ROLE_HARD},
    {" scapula ", ROLE_HARD},
    {" eye ", ROLE_HARD},
    {" nose ", ROLE_HARD},
    {" mouth ", ROLE_HARD},
    {" leaf ", ROLE_HARD},
};

static const char* const torso[] = {" hips ",    " hip ",     " pelvis ", " spine ",
                                    " torso ",   " chest ",   " back ",   " waist ",
                                    " abdomen ", " ribcage ", " thorax ", " trunk "};

// Fingers that do not say so; asked last, because a rib cage may have a middle too.
static const char* const digits[] = {" index ", " middle ", " ring ", " pinky "};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

// Does a word begin at i? After a stranger, at a capital after a small letter ("leftArm"), and at the
// last of several capitals ("LHip").
static bool begins_word(const char* name, size_t i) {
    if (i == 0 || !is_letter(name[i - 1]))
        return true;
    if (!is_upper(name[i]))
        return false;
    return !is_upper(name[i - 1]) || (is_letter(name[i + 1]) && !is_upper(name[i + 1]));
}

const char* joint_words(const char* name, arena* memory) {
    size_t length = strlen(name), n = 0;
    char* out = arena_alloc(memory, 2 * length + 3, 1);
    for (size_t i = 0; i < length; ++i) {
        if (!is_letter(name[i]))
            continue;
        if (begins_word(name, i))
            out[n++] = ' ';
        out[n++] = (char)(is_upper(name[i]) ? name[i] - 'A' + 'a' : name[i]);
    }
    out[n] = ' ';
    return out;
}

static bool any_of(const char* words, const char* const* list, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (strstr(words, list[i]) != NULL)
            return true;
    return false;
}

// Is it part of a limb of this kind? The words that a thigh or a shin may carry.
static bool says_limb(const char* words, bool leg) {
    static const char* const legs[] = {" leg ", " thigh ", " upleg ", " upperleg ", " femur "};
    static const char* const arms[] = {" arm ", " upperarm ", " uparm ", " humerus "};
    return leg ? any_of(words, legs, sizeof legs / sizeof *legs)
               : any_of(words, arms, sizeof arms / sizeof *arms);
}

static joint_role role_of(const char* words, const char* parent) {
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strstr(words, known[i].words) != NULL)
            return known[i].role;
    if (says_limb(words, true)) {
        if (strstr(words, " front ") != NULL)
            return ROLE_HARD;
        bool upper = strstr(words, " upper ") != NULL || !says_limb(parent, true);
        return upper ? ROLE_THIGH : ROLE_HARD;
    }
    if (says_limb(words, false))
        return says_limb(parent, false) ? ROLE_HARD : ROLE_UPPER_ARM;
    if (any_of(words, torso, sizeof torso / sizeof *torso))
        return ROLE_TORSO;
    return any_of(words, digits, sizeof digits / sizeof *digits) ? ROLE_HARD : ROLE_UNKNOWN;
}

joint_role* joint_roles(const scene* s, arena* memory) {
    joint_role* roles = ARENA_NEW(memory, joint_role, (size_t)s->node_count);
    arena* scratch = arena_create();
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k) {
            int32_t n = s->skins[i].joints[k], parent = s->nodes[n].parent;
            roles[n] = role_of(joint_words(s->nodes[n].name, scratch),
                               parent >= 0 ? joint_words(s->nodes[parent].name, scratch) : " ");
        }
    arena_destroy(scratch);
    return roles;
}
