// Words of names against a table, then the chains of those that only say "leg" or "arm".
// SPDX-License-Identifier: MIT
#include "bake/play/joint_slot.h"

#include "bake/base/assert.h"
#include "bake/scene/joint_name.h"

#include <string.h>

typedef struct named_slot {
    const char* words;
    joint_slot slot;
} named_slot;

// The first that fits: what is longer stands before what is part of it.
static const named_slot known[] = {
    {" clavicle ", SLOT_CLAVICLE},  {" collar ", SLOT_CLAVICLE},
    {" shoulder ", SLOT_CLAVICLE},  {" upper arm ", SLOT_UPPER_ARM},
    {" upperarm ", SLOT_UPPER_ARM}, {" up arm ", SLOT_UPPER_ARM},
    {" uparm ", SLOT_UPPER_ARM},    {" humerus ", SLOT_UPPER_ARM},
    {" fore arm ", SLOT_FOREARM},   {" forearm ", SLOT_FOREARM},
    {" lower arm ", SLOT_FOREARM},  {" lowerarm ", SLOT_FOREARM},
    {" lo arm ", SLOT_FOREARM},     {" elbow ", SLOT_FOREARM},
    {" hand ", SLOT_HAND},          {" wrist ", SLOT_HAND},
    {" thigh ", SLOT_THIGH},        {" upper leg ", SLOT_THIGH},
    {" upperleg ", SLOT_THIGH},     {" up leg ", SLOT_THIGH},
    {" upleg ", SLOT_THIGH},        {" femur ", SLOT_THIGH},
    {" shin ", SLOT_SHIN},          {" calf ", SLOT_SHIN},
    {" lower leg ", SLOT_SHIN},     {" lowerleg ", SLOT_SHIN},
    {" lo leg ", SLOT_SHIN},        {" knee ", SLOT_SHIN},
    {" tibia ", SLOT_SHIN},         {" toe ", SLOT_TOE},
    {" toes ", SLOT_TOE},           {" toebase ", SLOT_TOE},
    {" ball ", SLOT_TOE},           {" foot ", SLOT_FOOT},
    {" ankle ", SLOT_FOOT},         {" head ", SLOT_HEAD},
    {" neck ", SLOT_NECK},          {" spine ", SLOT_SPINE},
    {" chest ", SLOT_SPINE},        {" back ", SLOT_SPINE},
    {" torso ", SLOT_SPINE},        {" abdomen ", SLOT_SPINE},
    {" waist ", SLOT_SPINE},        {" thorax ", SLOT_SPINE},
    {" trunk ", SLOT_SPINE},        {" ribcage ", SLOT_SPINE},
    {" hips ", SLOT_HIPS},          {" pelvis ", SLOT_HIPS},
    {" hip ", SLOT_HIPS},
};

// Joints beside a bone, not in it.
static const char* const helpers[] = {" twist ",  " roll ", " nub ", " ik ",  " pole ",
                                      " target ", " end ",  " tip ", " eff ", " effector "};
static const char* const digits[] = {" thumb ", " index ",  " middle ", " ring ",
                                     " pinky ", " little ", " finger ", " fingers "};

// 0 none, 1 left, 2 right
static int side_of(const char* words) {
    int side = joint_side(words);
    return side > 0 ? 1 : side < 0 ? 2 : 0;
}

static joint_slot slot_of_words(const char* words) {
    if (WORDS_ANY(words, helpers) || WORDS_ANY(words, digits))
        return SLOT_NONE;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strstr(words, known[i].words) == NULL)
            continue;
        int side = side_of(words);
        bool sided = known[i].slot >= SLOT_CLAVICLE;
        if (sided != (side != 0)) // " l hip joint " is neither the hips nor a thigh
            return SLOT_NONE;
        return (joint_slot)(known[i].slot + (side == 2 ? SLOT_SIDE : 0));
    }
    return SLOT_NONE;
}

int32_t joint_depth(const int32_t* parents, int32_t joint) {
    int32_t depth = 0;
    for (; parents[joint] >= 0; joint = parents[joint])
        ++depth;
    return depth;
}

// "LeftLeg" after "LeftUpLeg" is the shin; of leg_joint_L_1, _2, _3 the first is the thigh: each takes the
// first place of the limb that is free, from the body outwards.
static void fill_limb(joint_slot first, joint_slot last, const char* plain, int side,
                      const char* const* words, const int32_t* parents, int32_t count,
                      joint_slot* slots) {
    bool taken[SLOT_COUNT] = {false};
    for (int32_t i = 0; i < count; ++i)
        taken[slots[i]] = true;
    for (;;) {
        int32_t next = -1, depth = INT32_MAX;
        for (int32_t i = 0; i < count; ++i) {
            bool fits = slots[i] == SLOT_NONE && strstr(words[i], plain) != NULL &&
                        side_of(words[i]) == side && !WORDS_ANY(words[i], helpers);
            if (fits && joint_depth(parents, i) < depth) {
                next = i;
                depth = joint_depth(parents, i);
            }
        }
        while (first <= last && taken[first])
            ++first;
        if (next < 0 || first > last)
            return;
        slots[next] = first++;
    }
}

static bool any_in(const joint_slot* slots, int32_t count, joint_slot wanted) {
    for (int32_t i = 0; i < count; ++i)
        if (slots[i] == wanted)
            return true;
    return false;
}

// Where nothing is called hips, it is the nearest to the root of: a root, the spine's first.
static void find_hips(const char* const* words, const int32_t* parents, int32_t count,
                      joint_slot* slots) {
    int32_t best = -1;
    for (int32_t i = 0; i < count; ++i) {
        bool may = slots[i] == SLOT_SPINE || strstr(words[i], " root ") != NULL;
        if (may && (best < 0 || joint_depth(parents, i) < joint_depth(parents, best)))
            best = i;
    }
    if (best >= 0)
        slots[best] = SLOT_HIPS;
}

bool joint_slot_is_long(joint_slot s) {
    if (s >= SLOT_CLAVICLE + SLOT_SIDE)
        s = (joint_slot)(s - SLOT_SIDE);
    return s == SLOT_UPPER_ARM || s == SLOT_FOREARM || s == SLOT_THIGH || s == SLOT_SHIN;
}

bool joint_slot_is_foot(joint_slot s) {
    return s == SLOT_FOOT || s == SLOT_TOE || s == SLOT_FOOT + SLOT_SIDE ||
           s == SLOT_TOE + SLOT_SIDE;
}

joint_slot* joint_slots(const char* const* names, const int32_t* parents, int32_t count,
                        arena* memory) {
    SUPPLE_ASSERT(count >= 0);
    joint_slot* slots = ARENA_NEW(memory, joint_slot, (size_t)count);
    const char** words = ARENA_NEW(memory, const char*, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        words[i] = joint_words(names[i], memory);
        slots[i] = slot_of_words(words[i]);
    }
    for (int side = 1; side <= 2; ++side) {
        int by = side == 2 ? SLOT_SIDE : 0;
        fill_limb((joint_slot)(SLOT_THIGH + by), (joint_slot)(SLOT_TOE + by), " leg ", side, words,
                  parents, count, slots);
        fill_limb((joint_slot)(SLOT_UPPER_ARM + by), (joint_slot)(SLOT_HAND + by), " arm ", side,
                  words, parents, count, slots);
    }
    if (!any_in(slots, count, SLOT_HIPS))
        find_hips(words, parents, count, slots);
    return slots;
}
