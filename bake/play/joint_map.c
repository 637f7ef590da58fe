// Slots of both skeletons laid over each other.
//
// Where a chain shares a slot, the motion's last joint counts, which carries the turns of those before it,
// and the character's first, which carries those after it. Spines are laid over each other from chest
// down, whatever the number of their joints.
// SPDX-License-Identifier: MIT
#include "bake/play/joint_map.h"

#include "bake/base/text.h"
#include "bake/import/lines.h"

enum { SPINE_MOST = 16 };

typedef struct skeleton {
    int32_t count;
    const char** names;
    int32_t* parents; // -1 at roots and where the parent is no joint
    joint_slot* slots;
} skeleton;

static skeleton skeleton_of_motion(const biovision* b, arena* memory) {
    skeleton k = {b->joint_count, ARENA_NEW(memory, const char*, (size_t)b->joint_count),
                  ARENA_NEW(memory, int32_t, (size_t)b->joint_count), NULL};
    for (int32_t i = 0; i < k.count; ++i) {
        k.names[i] = b->joints[i].name;
        k.parents[i] = b->joints[i].parent;
    }
    k.slots = joint_slots(k.names, k.parents, k.count, memory);
    return k;
}

// Nodes that are no joint have no name here.
static skeleton skeleton_of_scene(const scene* s, arena* memory) {
    skeleton k = {s->node_count, ARENA_NEW(memory, const char*, (size_t)s->node_count),
                  ARENA_NEW(memory, int32_t, (size_t)s->node_count), NULL};
    for (int32_t i = 0; i < k.count; ++i) {
        k.names[i] = "";
        k.parents[i] = s->nodes[i].parent;
    }
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t j = 0; j < s->skins[i].joint_count; ++j)
            k.names[s->skins[i].joints[j]] = s->nodes[s->skins[i].joints[j]].name;
    k.slots = joint_slots(k.names, k.parents, k.count, memory);
    return k;
}

// The joint of a slot that is nearest to the root, or farthest from it; -1 is none.
static int32_t end_of_slot(const skeleton* k, joint_slot slot, bool farthest) {
    int32_t best = -1, best_depth = 0;
    for (int32_t i = 0; i < k->count; ++i) {
        if (k->slots[i] != slot)
            continue;
        int32_t depth = joint_depth(k->parents, i);
        if (best < 0 || (farthest ? depth > best_depth : depth < best_depth)) {
            best = i;
            best_depth = depth;
        }
    }
    return best;
}

// The joints of the spine from the hips up.
static int32_t list_spine(const skeleton* k, int32_t* list) {
    int32_t count = 0;
    int32_t at = end_of_slot(k, SLOT_SPINE, true);
    for (int32_t i = at; i >= 0 && count < SPINE_MOST; i = k->parents[i])
        if (k->slots[i] == SLOT_SPINE)
            list[count++] = i;
    for (int32_t i = 0; i < count / 2; ++i) {
        int32_t other = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = other;
    }
    return count;
}

static void pair_spines(const skeleton* motion, const skeleton* character, int32_t* driver) {
    int32_t from[SPINE_MOST], to[SPINE_MOST];
    int32_t from_count = list_spine(motion, from), to_count = list_spine(character, to);
    for (int32_t i = 0; i < to_count && from_count > 0; ++i) {
        int32_t nearest = (2 * (i + 1) * from_count + to_count) / (2 * to_count) - 1;
        driver[to[i]] = from[nearest > 0 ? nearest : 0];
    }
}

// driver[node]: its joint of the motion, or -1.
static void make_map(const biovision* b, const scene* s, const int32_t* driver,
                     const joint_slot* slots, arena* memory, joint_map* out) {
    bool* used = ARENA_NEW(memory, bool, (size_t)b->joint_count);
    *out = (joint_map){.pairs = ARENA_NEW(memory, joint_pair, (size_t)s->node_count),
                       .left = ARENA_NEW(memory, const char*, (size_t)b->joint_count)};
    for (int32_t i = 0; i < s->node_count; ++i) {
        if (driver[i] < 0)
            continue;
        out->pairs[out->count++] = (joint_pair){driver[i], i, slots[i]};
        used[driver[i]] = true;
    }
    for (int32_t i = 0; i < b->joint_count; ++i)
        if (!used[i] && b->joints[i].name[0] != '\0')
            out->left[out->left_count++] = b->joints[i].name;
}

static void guess(const biovision* b, const scene* s, arena* memory, int32_t* driver,
                  joint_slot** slots) {
    skeleton motion = skeleton_of_motion(b, memory), character = skeleton_of_scene(s, memory);
    for (int32_t i = 0; i < s->node_count; ++i)
        driver[i] = -1;
    for (joint_slot slot = SLOT_HIPS; slot < SLOT_COUNT; ++slot) {
        int32_t to = end_of_slot(&character, slot, false);
        if (to >= 0 && slot != SLOT_SPINE)
            driver[to] = end_of_slot(&motion, slot, true);
    }
    pair_spines(&motion, &character, driver);
    *slots = character.slots;
}

bool joint_map_guess(const biovision* b, const scene* s, arena* memory, joint_map* out) {
    int32_t* driver = ARENA_NEW(memory, int32_t, (size_t)s->node_count);
    joint_slot* slots;
    guess(b, s, memory, driver, &slots);
    make_map(b, s, driver, slots, memory, out);
    return out->count > 0;
}

// ---- the file --------------------------------------------------------------------------

static int32_t find_name(const char* name, const char* const* names, int32_t count) {
    for (int32_t i = 0; i < count; ++i)
        if (name[0] != '\0' && strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static bool unknown(const char* path, int64_t line, const char* whose, const char* name,
                    const char* const* names, int32_t count, arena* memory, report* r) {
    return report_error(r, place_line(path, line), "the %s has no joint \"%s\"%s", whose, name,
                        text_hint(name, names, count, "", memory));
}

static char* trimmed(const char* at, const char* stop, arena* memory) {
    while (at < stop && text_is_space(*at))
        ++at;
    while (stop > at && text_is_space(stop[-1]))
        --stop;
    return arena_copy_text(memory, at, (size_t)(stop - at));
}

bool joint_map_read(bytes file, const char* path, const biovision* b, const scene* s, arena* memory,
                    joint_map* changed, report* r) {
    skeleton motion = skeleton_of_motion(b, memory), character = skeleton_of_scene(s, memory);
    int32_t* driver = ARENA_NEW(memory, int32_t, (size_t)s->node_count);
    joint_slot* slots;
    guess(b, s, memory, driver, &slots);
    for (text t = text_open(file); text_next_line(&t);) {
        if (!text_more(&t))
            continue;
        const char* comment = memchr(t.at, '#', (size_t)(t.stop - t.at));
        const char* stop = comment != NULL ? comment : t.stop;
        const char* sign = memchr(t.at, '=', (size_t)(stop - t.at));
        if (sign == NULL)
            return report_error(
                r, place_line(path, t.line),
                "a line of a map is \"joint of the motion = joint of the character\"");
        const char *from = trimmed(t.at, sign, memory), *to = trimmed(sign + 1, stop, memory);
        int32_t theirs = find_name(from, motion.names, motion.count);
        int32_t ours = find_name(to, character.names, character.count);
        if (theirs < 0)
            return unknown(path, t.line, "motion", from, motion.names, motion.count, memory, r);
        if (ours < 0 && to[0] != '\0')
            return unknown(path, t.line, "character", to, character.names, character.count, memory,
                           r);
        for (int32_t i = 0; i < s->node_count; ++i)
            if (driver[i] == theirs)
                driver[i] = -1;
        if (ours >= 0)
            driver[ours] = theirs;
    }
    make_map(b, s, driver, slots, memory, changed);
    return true;
}
