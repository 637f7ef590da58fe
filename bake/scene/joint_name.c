// Letters fall into words where their case changes; what is Japanese is looked up, longest word first.
// SPDX-License-Identifier: MIT
#include "bake/scene/joint_name.h"

#include <string.h>

typedef struct translation {
    const char *from, *to; // UTF-8; the words with blanks between
} translation;

// As Miku Miku Dance and its models call joints; the longer stands before what it contains.
static const translation japanese[] = {
    {"左", "left"},
    {"右", "right"},
    {"上半身", "upper body"},
    {"下半身", "lower body"},
    {"手首", "wrist"},
    {"足首", "ankle"},
    {"つま先", "toe"},
    {"足先", "toe"},
    {"太もも", "thigh"},
    {"親指", "thumb"},
    {"人指", "index"},
    {"人差指", "index"},
    {"中指", "middle"},
    {"薬指", "ring"},
    {"小指", "pinky"},
    {"指", "finger"},
    {"首", "neck"},
    {"頭", "head"},
    {"腕", "arm"},
    {"ひじ", "elbow"},
    {"肘", "elbow"},
    {"肩", "shoulder"},
    {"手", "hand"},
    {"足", "leg"},
    {"ひざ", "knee"},
    {"膝", "knee"},
    {"腰", "waist"},
    {"尻尾", "tail"},
    {"しっぽ", "tail"},
    {"尻", "butt"},
    {"胸", "breast"},
    {"乳", "breast"},
    {"腹", "belly"},
    {"頬", "cheek"},
    {"耳", "ear"},
    {"瞳", "eye"},
    {"目", "eye"},
    {"眼", "eye"},
    {"眉", "brow"},
    {"歯", "teeth"},
    {"舌", "tongue"},
    {"口", "mouth"},
    {"顎", "jaw"},
    {"あご", "jaw"},
    {"鼻", "nose"},
    {"髪", "hair"},
    {"スカート", "skirt"},
    {"帽子", "hat"},
    {"ベルト", "belt"},
    {"眼鏡", "glasses"},
    {"メガネ", "glasses"},
    {"センター", "center"},
    {"捩", "twist"},
    {"捻", "twist"},
    {"ＩＫ", "ik"},
};

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

// The word that the text begins with, longest first; NULL for none.
static const translation* translated(const char* text) {
    const translation* best = NULL;
    for (size_t i = 0; i < sizeof japanese / sizeof *japanese; ++i) {
        size_t length = strlen(japanese[i].from);
        if (strncmp(text, japanese[i].from, length) == 0 &&
            (best == NULL || length > strlen(best->from)))
            best = &japanese[i];
    }
    return best;
}

static size_t put(char* out, size_t n, const char* word) {
    out[n++] = ' ';
    for (size_t i = 0; word[i] != '\0'; ++i)
        out[n++] = word[i];
    return n;
}

// "leftupleg" is two words: nothing else in a body begins like that.
static const char* split_sides(const char* words, arena* memory) {
    static const char* const sides[] = {" left", " right"};
    size_t length = strlen(words), n = 0;
    char* out = arena_alloc(memory, 2 * length + 1, 1);
    for (size_t i = 0; i < length;) {
        size_t side = 0;
        for (size_t k = 0; k < 2; ++k)
            if (strncmp(words + i, sides[k], strlen(sides[k])) == 0)
                side = strlen(sides[k]);
        if (side > 0 && words[i + side] != ' ') {
            memcpy(out + n, words + i, side);
            n += side;
            out[n++] = ' ';
            i += side;
        } else {
            out[n++] = words[i++];
        }
    }
    return out;
}

const char* joint_words(const char* name, arena* memory) {
    size_t length = strlen(name), n = 0;
    char* out = arena_alloc(memory, 5 * length + 3, 1); // three bytes become at most 13
    for (size_t i = 0; i < length; ++i) {
        const translation* t = is_letter(name[i]) ? NULL : translated(name + i);
        if (t != NULL) {
            n = put(out, n, t->to);
            i += strlen(t->from) - 1;
            continue;
        }
        if (!is_letter(name[i]))
            continue;
        if (begins_word(name, i))
            out[n++] = ' ';
        out[n++] = (char)(is_upper(name[i]) ? name[i] - 'A' + 'a' : name[i]);
    }
    out[n] = ' ';
    return split_sides(out, memory);
}

bool words_any(const char* words, const char* const* list, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (strstr(words, list[i]) != NULL)
            return true;
    return false;
}

int joint_side(const char* words) {
    static const char* const left[] = {" left ", " l ", " lf ", " lft "};
    static const char* const right[] = {" right ", " r ", " rt ", " rgt "};
    return (int)WORDS_ANY(words, left) - (int)WORDS_ANY(words, right);
}
