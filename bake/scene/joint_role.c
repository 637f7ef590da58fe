// A table of words, the first that fits; then what the neighbours say.
//
// A limb's first joint is its soft one: where names only say "leg" (LeftLeg01, leg_joint_L_1), the one
// whose parent is no leg is the thigh. A hip with a side of its own is a thigh, unless a thigh hangs on it.
// More than two legs a side (a spider, a crab, a table) are no thighs.
// SPDX-License-Identifier: MIT
#include "bake/scene/joint_role.h"

#include "bake/scene/joint_name.h"

#include <string.h>

enum { LEGS_A_SIDE = 2 }; // of what has thighs: people, and those on four legs

typedef struct word_role {
    const char* words;
    joint_role role;
} word_role;

static const word_role known[] = {
    {" tail ", ROLE_TAIL},          {" ear ", ROLE_EAR},          {" ears ", ROLE_EAR},
    {" breast ", ROLE_SOFT},        {" breasts ", ROLE_SOFT},     {" boob ", ROLE_SOFT},
    {" bust ", ROLE_SOFT},          {" belly ", ROLE_SOFT},       {" stomach ", ROLE_SOFT},
    {" butt ", ROLE_SOFT},          {" buttock ", ROLE_SOFT},     {" glute ", ROLE_SOFT},
    {" cheek ", ROLE_SOFT},         {" jowl ", ROLE_SOFT},        {" eye ", ROLE_FACE},
    {" eyes ", ROLE_FACE},          {" nose ", ROLE_FACE},        {" mouth ", ROLE_FACE},
    {" lip ", ROLE_FACE},           {" chin ", ROLE_FACE},        {" teeth ", ROLE_FACE},
    {" tongue ", ROLE_FACE},        {" jaw ", ROLE_HEAD},         {" head ", ROLE_HEAD},
    {" skull ", ROLE_HEAD},         {" neck ", ROLE_NECK},        {" thigh ", ROLE_THIGH},
    {" femur ", ROLE_THIGH},        {" up leg ", ROLE_THIGH},     {" upleg ", ROLE_THIGH},
    {" upper leg ", ROLE_THIGH},    {" upperleg ", ROLE_THIGH},   {" upper arm ", ROLE_UPPER_ARM},
    {" upperarm ", ROLE_UPPER_ARM}, {" up arm ", ROLE_UPPER_ARM}, {" uparm ", ROLE_UPPER_ARM},
    {" humerus ", ROLE_UPPER_ARM},  {" fore arm ", ROLE_HARD},    {" forearm ", ROLE_HARD},
    {" lower arm ", ROLE_HARD},     {" lowerarm ", ROLE_HARD},    {" lower leg ", ROLE_HARD},
    {" lowerleg ", ROLE_HARD},      {" leg lower ", ROLE_HARD},   {" calf ", ROLE_HARD},
    {" shin ", ROLE_HARD},          {" knee ", ROLE_HARD},        {" toe ", ROLE_TOE},
    {" toes ", ROLE_TOE},           {" ball ", ROLE_TOE},         {" ankle ", ROLE_FOOT},
    {" foot ", ROLE_FOOT},          {" elbow ", ROLE_HARD},       {" wrist ", ROLE_HARD},
    {" hand ", ROLE_HARD},          {" palm ", ROLE_HARD},        {" finger ", ROLE_HARD},
    {" fingers ", ROLE_HARD},       {" thumb ", ROLE_HARD},       {" clavicle ", ROLE_HARD},
    {" collar ", ROLE_HARD},        {" shoulder ", ROLE_HARD},    {" scapula ", ROLE_HARD},
    {" leaf ", ROLE_HARD},
};

static const char* const torso[] = {
    " hips ",    " pelvis ", " spine ",   " torso ",  " chest ", " back ",       " waist ",
    " abdomen ", " abs ",    " ribcage ", " thorax ", " trunk ", " upper body ", " lower body "};

// Fingers that do not say so; asked last, because a rib cage may have a middle too.
static const char* const digits[] = {" index ", " middle ", " ring ", " pinky "};

// What hangs on a body and swings by itself: named after its joint wherever it hangs.
static const char* const hangs[] = {" hair ",  " skirt ", " cape ",    " cloak ",    " coat ",
                                    " scarf ", " braid ", " pony ",    " ponytail ", " ribbon ",
                                    " wing ",  " fin ",   " antenna ", " cloth ",    " beard "};

typedef struct naming {
    const scene* s;
    const char** words; // [node_count] NULL for nodes that are no joints
    joint_role* roles;
} naming;

// Is it part of a limb of this kind? The words that a thigh or a shin may carry.
static bool says_limb(const char* words, bool leg) {
    static const char* const legs[] = {" leg ", " thigh ", " upleg ", " upperleg ", " femur "};
    static const char* const arms[] = {" arm ", " upperarm ", " uparm ", " humerus "};
    return leg ? WORDS_ANY(words, legs) : WORDS_ANY(words, arms);
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
    if (WORDS_ANY(words, torso))
        return ROLE_TORSO;
    return WORDS_ANY(words, digits) ? ROLE_HARD : ROLE_UNKNOWN;
}

static const char* parent_words(const naming* x, int32_t n) {
    int32_t parent = x->s->nodes[n].parent;
    return parent >= 0 && x->words[parent] != NULL ? x->words[parent] : " ";
}

static bool has_child(const naming* x, int32_t n, joint_role role) {
    for (int32_t i = 0; i < x->s->node_count; ++i)
        if (x->s->nodes[i].parent == n && x->roles[i] == role)
            return true;
    return false;
}

static void name_hips(naming* x) {
    for (int32_t i = 0; i < x->s->node_count; ++i) {
        if (x->words[i] == NULL || x->roles[i] != ROLE_UNKNOWN ||
            strstr(x->words[i], " hip ") == NULL)
            continue;
        bool thigh = joint_side(x->words[i]) != 0 && !has_child(x, i, ROLE_THIGH);
        x->roles[i] = thigh ? ROLE_THIGH : ROLE_TORSO;
    }
}

// How many legs a side begin on the body: thighs and front legs that hang on no leg.
static void drop_many_legs(naming* x) {
    int count[3] = {0};
    for (int32_t i = 0; i < x->s->node_count; ++i) {
        if (x->words[i] == NULL)
            continue;
        int32_t parent = x->s->nodes[i].parent;
        bool leg = x->roles[i] == ROLE_THIGH ||
                   (says_limb(x->words[i], true) && strstr(x->words[i], " front ") != NULL);
        bool first =
            parent < 0 || (x->roles[parent] != ROLE_THIGH && !says_limb(parent_words(x, i), true));
        count[joint_side(x->words[i]) + 1] += leg && first;
    }
    if (count[0] <= LEGS_A_SIDE && count[2] <= LEGS_A_SIDE && count[1] <= 2 * LEGS_A_SIDE)
        return;
    for (int32_t i = 0; i < x->s->node_count; ++i)
        if (x->roles[i] == ROLE_THIGH)
            x->roles[i] = ROLE_UNKNOWN;
}

// A joint without a known name beyond a hand, a foot or in a face is of it: muscles of a face, handles
// of weapons.
static void hand_down(naming* x) {
    for (int32_t i = 0; i < x->s->node_count; ++i) {
        if (x->words[i] == NULL || x->roles[i] != ROLE_UNKNOWN || WORDS_ANY(x->words[i], hangs))
            continue;
        for (int32_t n = x->s->nodes[i].parent; n >= 0 && x->words[n] != NULL;
             n = x->s->nodes[n].parent) {
            joint_role role = x->roles[n];
            if (role == ROLE_UNKNOWN)
                continue;
            if (role == ROLE_HEAD || role == ROLE_FACE || role >= ROLE_FOOT)
                x->roles[i] = ROLE_HARD;
            break;
        }
    }
}

joint_role* joint_roles(const scene* s, arena* memory) {
    joint_role* roles = ARENA_NEW(memory, joint_role, (size_t)s->node_count);
    arena* scratch = arena_create();
    naming x = {s, ARENA_NEW(scratch, const char*, (size_t)s->node_count), roles};
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k) {
            int32_t n = s->skins[i].joints[k];
            x.words[n] = joint_words(s->nodes[n].name, scratch);
        }
    for (int32_t n = 0; n < s->node_count; ++n)
        if (x.words[n] != NULL) {
            int32_t parent = s->nodes[n].parent;
            roles[n] = role_of(x.words[n],
                               parent >= 0 ? joint_words(s->nodes[parent].name, scratch) : " ");
        }
    name_hips(&x);
    drop_many_legs(&x);
    hand_down(&x);
    arena_destroy(scratch);
    return roles;
}
