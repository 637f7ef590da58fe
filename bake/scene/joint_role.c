// A table of words, the first that fits; then what the neighbours say.
//
// A limb's first joint is its soft one: where names only say "leg" (LeftLeg01, leg_joint_L_1), the one
// whose parent is no leg is the thigh. A hip with a side of its own is a thigh, unless a thigh hangs on it.
// More than two legs a side that move something (a spider, a crab, a table) are no thighs; handles and
// targets that rigs have beside their legs do not count. A spine goes through flesh that has neck or legs
// beyond it (hips, stomach, chest), and ends in a head where none is called so (Blender's Rigify).
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

// What hangs on a body and swings by itself: named after its joint wherever it hangs. Nothing else in such a name counts: a
// pony tail is no tail, the back of a skirt no torso.
static const char* const worn[] = {" hair ",   " skirt ", " cape ",  " cloak ", " coat ",
                                   " dress ",  " scarf ", " braid ", " pony ",  " ponytail ",
                                   " ribbon ", " pig ",   " cloth ", " beard "};
static const char* const limbs[] = {" wing ", " fin ", " antenna "}; // a tail may have a fin

enum {
    BUST_DEEP = 4
}; // joints one below the other in a face; more of them are a body that hangs on its head

typedef struct naming {
    const scene* s;
    const char** words;   // [node_count] NULL for nodes that are no joints
    const uint8_t* moves; // [node_count] 1: moves some of the surface
    joint_role* roles;
} naming;

// Is it part of a limb of this kind? The words that a thigh or a shin may carry.
static bool says_limb(const char* words, bool leg) {
    static const char* const legs[] = {" leg ",     " thigh ",   " upleg ",   " upperleg ",
                                       " femur ",   " hindleg ", " backleg ", " rearleg ",
                                       " foreleg ", " frontleg "};
    static const char* const arms[] = {" arm ", " upperarm ", " uparm ", " humerus "};
    return leg ? WORDS_ANY(words, legs) : WORDS_ANY(words, arms);
}

static bool is_front_leg(const char* words) {
    static const char* const front[] = {" front ", " fore ", " foreleg ", " frontleg "};
    return says_limb(words, true) && WORDS_ANY(words, front);
}

static joint_role role_of(const char* words, const char* parent) {
    if (WORDS_ANY(words, worn))
        return ROLE_UNKNOWN;
    bool front = is_front_leg(words);
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strstr(words, known[i].words) != NULL)
            return known[i].role == ROLE_THIGH && front ? ROLE_UPPER_ARM : known[i].role;
    if (says_limb(words, true)) {
        bool upper = strstr(words, " upper ") != NULL || !says_limb(parent, true);
        bool on_arm = front && says_limb(parent, false);
        return !upper || on_arm ? ROLE_HARD : front ? ROLE_UPPER_ARM : ROLE_THIGH;
    }
    if (says_limb(words, false))
        return says_limb(parent, false) ? ROLE_HARD : ROLE_UPPER_ARM;
    if (WORDS_ANY(words, torso))
        return ROLE_TORSO;
    return WORDS_ANY(words, digits) ? ROLE_HARD : ROLE_UNKNOWN;
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

static bool is_leg(const naming* x, int32_t n) {
    return x->words[n] != NULL &&
           (x->roles[n] == ROLE_THIGH ||
            (x->roles[n] != ROLE_FOOT && x->roles[n] != ROLE_TOE && says_limb(x->words[n], true)));
}

// How many legs a side begin on the body and move something: thighs and front legs that hang on no leg.
static void drop_many_legs(naming* x) {
    int count[3] = {0};
    for (int32_t i = 0; i < x->s->node_count; ++i) {
        bool first = is_leg(x, i) && x->moves[i];
        for (int32_t n = x->s->nodes[i].parent; n >= 0 && first; n = x->s->nodes[n].parent)
            first = !is_leg(x, n) || !x->moves[n];
        if (first)
            ++count[joint_side(x->words[i]) + 1];
    }
    if (count[0] <= LEGS_A_SIDE && count[2] <= LEGS_A_SIDE && count[1] <= 2 * LEGS_A_SIDE)
        return;
    for (int32_t i = 0; i < x->s->node_count; ++i)
        if (x->roles[i] == ROLE_THIGH)
            x->roles[i] = ROLE_UNKNOWN;
}

// ---- the spine -------------------------------------------------------------------------

// The nearest joint above that has this role, or -1.
static int32_t above(const naming* x, int32_t n, joint_role role) {
    for (n = x->s->nodes[n].parent; n >= 0; n = x->s->nodes[n].parent)
        if (x->words[n] != NULL && x->roles[n] == role)
            return n;
    return -1;
}

// A stomach, bust or butt with the neck, legs or arms beyond it is a joint of the spine, not one made for flesh; a torso below
// a head is an elephant's trunk.
static void settle_torso(naming* x) {
    for (int32_t i = 0; i < x->s->node_count; ++i) {
        joint_role role = x->roles[i];
        bool of_body = role == ROLE_TORSO || role == ROLE_NECK || role == ROLE_HEAD ||
                       role == ROLE_THIGH || role == ROLE_UPPER_ARM;
        for (int32_t n = i; n >= 0 && of_body; n = above(x, n, ROLE_SOFT))
            x->roles[n] = n == i ? role : ROLE_TORSO;
    }
    for (int32_t i = 0; i < x->s->node_count; ++i)
        if (x->roles[i] == ROLE_TORSO && above(x, i, ROLE_HEAD) >= 0)
            x->roles[i] = ROLE_UNKNOWN;
}

// Is a joint called neck or head? A jaw is of a head, but not where it is.
static bool has_head(const naming* x) {
    for (int32_t i = 0; i < x->s->node_count; ++i)
        if (x->roles[i] == ROLE_NECK ||
            (x->roles[i] == ROLE_HEAD && strstr(x->words[i], " jaw ") == NULL))
            return true;
    return false;
}

// Where no joint is called so: the last of the spine beyond the joint that bears the arms or the front legs, if there is one
// spine only. What lies between is the neck.
static void find_head(naming* x) {
    if (has_head(x))
        return;
    int32_t bears = -1, last = -1;
    for (int32_t i = 0; i < x->s->node_count; ++i)
        if (x->roles[i] == ROLE_UPPER_ARM) {
            int32_t from = above(x, i, ROLE_TORSO);
            if (from < 0 || (bears >= 0 && from != bears))
                return;
            bears = from;
        }
    for (int32_t i = 0; i < x->s->node_count && bears >= 0; ++i) {
        if (x->roles[i] != ROLE_TORSO || has_child(x, i, ROLE_TORSO))
            continue;
        int32_t n = i;
        while (n >= 0 && n != bears)
            n = above(x, n, ROLE_TORSO);
        if (n != bears || i == bears)
            continue;
        if (last >= 0)
            return;
        last = i;
    }
    for (int32_t n = last; n >= 0 && n != bears;) {
        int32_t next = above(x, n, ROLE_TORSO);
        x->roles[n] = n == last ? ROLE_HEAD : ROLE_NECK;
        n = next;
    }
}

// ---- what has no name ------------------------------------------------------------------

static int deep_below(const naming* x, int32_t head) {
    int most = 0;
    for (int32_t i = 0; i < x->s->node_count; ++i) {
        int deep = 0;
        int32_t n = i;
        for (; n >= 0 && n != head; n = x->s->nodes[n].parent)
            ++deep;
        most = n == head && deep > most ? deep : most;
    }
    return most;
}

// A snake's skeleton may begin with its head.
static bool bears_all(const naming* x, int32_t n) {
    int32_t parent = x->s->nodes[n].parent;
    return x->roles[n] == ROLE_HEAD && (parent < 0 || x->words[parent] == NULL) &&
           deep_below(x, n) > BUST_DEEP;
}

// A joint without a known name beyond a hand, a foot or in a face is of it: muscles of a face, handles
// of weapons.
static void hand_down(naming* x) {
    for (int32_t i = 0; i < x->s->node_count; ++i) {
        if (x->words[i] == NULL || x->roles[i] != ROLE_UNKNOWN || WORDS_ANY(x->words[i], worn) ||
            WORDS_ANY(x->words[i], limbs) || WORDS_ANY(x->words[i], torso))
            continue;
        for (int32_t n = x->s->nodes[i].parent; n >= 0 && x->words[n] != NULL;
             n = x->s->nodes[n].parent) {
            joint_role role = x->roles[n];
            if (role == ROLE_UNKNOWN)
                continue;
            if ((role == ROLE_HEAD && !bears_all(x, n)) || role == ROLE_FACE || role >= ROLE_FOOT)
                x->roles[i] = ROLE_HARD;
            break;
        }
    }
}

// ---- all of it -------------------------------------------------------------------------

uint8_t* joints_moving(const scene* s, arena* memory) {
    uint8_t* moves = ARENA_NEW(memory, uint8_t, (size_t)s->node_count);
    for (int32_t n = 0; n < s->node_count; ++n) {
        const mesh* m = s->nodes[n].mesh >= 0 ? &s->meshes[s->nodes[n].mesh] : NULL;
        const skin* k = s->nodes[n].skin >= 0 ? &s->skins[s->nodes[n].skin] : NULL;
        for (int32_t i = 0; m != NULL && k != NULL && i < m->primitive_count; ++i) {
            const primitive* p = &s->primitives[m->first_primitive + i];
            size_t count = (size_t)p->vertex_count * (size_t)p->influence_count;
            for (size_t w = 0; w < count; ++w)
                if (p->weights[w] > 0.0f)
                    moves[k->joints[p->joints[w]]] = 1;
        }
    }
    return moves;
}

joint_role* joint_roles(const scene* s, arena* memory) {
    joint_role* roles = ARENA_NEW(memory, joint_role, (size_t)s->node_count);
    arena* scratch = arena_create();
    naming x = {s, ARENA_NEW(scratch, const char*, (size_t)s->node_count),
                joints_moving(s, scratch), roles};
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
    settle_torso(&x);
    find_head(&x);
    drop_many_legs(&x);
    hand_down(&x);
    arena_destroy(scratch);
    return roles;
}
