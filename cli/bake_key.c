// Which files a text names is not asked of its reader: any word of a .yaml, .gltf, .obj or .mtl that is a file beside it counts. A
// word too many bakes once more than needed; one too few would show yesterday's asset.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // stat
#include "cli/bake_key.h"

#include "bake/base/file.h"
#include "supple/supple.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { WORD_MOST = 1024, BAKE_KEY_DEPTH_MOST = 4 };

typedef struct keying {
    sha256 sum;
    report* r;
} keying;

static bool add_file(keying* k, const char* path, int depth);

static bool is_text(const char* path) {
    static const char* const kinds[] = {"yaml", "yml", "json", "gltf", "obj", "mtl"};
    return path_kind(path, kinds, 6) < 6;
}

// "hero%20skin.png" is "hero skin.png".
static void decode(char* word) {
    char* to = word;
    for (const char* from = word; *from != '\0'; ++from) {
        int high = from[0] == '%' ? from[1] : 0, low = high != 0 ? from[2] : 0;
        unsigned value;
        if (isxdigit(high) && isxdigit(low) &&
            sscanf((char[3]){(char)high, (char)low, 0}, "%x", &value) == 1) {
            *to++ = (char)value;
            from += 2;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
}

// Has it an ending of letters? Numbers have none, and a mesh is full of numbers.
static bool may_be_file(const char* word) {
    const char* dot = strrchr(word, '.');
    return dot != NULL && isalpha((unsigned char)dot[1]) && strncmp(word, "data:", 5) != 0;
}

static bool add_word(keying* k, const char* beside, const char* word, size_t length, int depth) {
    char name[WORD_MOST];
    struct stat info;
    if (length == 0 || length >= sizeof name)
        return true;
    memcpy(name, word, length);
    name[length] = '\0';
    if (!may_be_file(name))
        return true;
    decode(name);
    const char* path = name[0] == '/' ? name : path_beside(beside, name, k->r->memory);
    return stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0 ||
           add_file(k, path, depth + 1);
}

// Words between blanks and signs, what stands between quotes, and what stands behind a colon to the end of its line.
static bool add_words(keying* k, const char* path, bytes text, int depth) {
    const char *at = (const char*)text.data, *end = at + text.size;
    while (at < end) {
        const char* stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        const char* value = memchr(at, ':', (size_t)(stop - at));
        for (value = value != NULL ? value + 1 : at; value < stop && *value == ' ';)
            ++value;
        if (!add_word(k, path, value, (size_t)(stop - value), depth))
            return false;
        while (at < stop) {
            size_t length = 0, room = (size_t)(stop - at);
            char quote = *at == '"' || *at == '\'' ? *at++ : 0;
            room = (size_t)(stop - at);
            while (length < room && (quote != 0 ? at[length] != quote
                                                : strchr(" \t\r,:[]{}\"'", at[length]) == NULL))
                ++length;
            if (!add_word(k, path, at, length, depth))
                return false;
            at += length < room ? length + 1 : length;
        }
        at = stop + 1;
    }
    return true;
}

static bool add_file(keying* k, const char* path, int depth) {
    bytes content;
    if (depth > BAKE_KEY_DEPTH_MOST) // texts that name each other
        return true;
    if (!file_map(path, &content, k->r))
        return false;
    uint64_t size = content.size;
    sha256_add(&k->sum, &size, sizeof size);
    sha256_add(&k->sum, content.data, content.size);
    bool sound = !is_text(path) || add_words(k, path, content, depth);
    file_unmap(content);
    return sound;
}

bool bake_key(const char* input_or_null, const char* recipe_or_null, const char* how,
              char key[SHA256_TEXT], report* r) {
    keying k = {sha256_begin(), r};
    const char* version = supple_version_text();
    sha256_add(&k.sum, version, strlen(version) + 1);
    sha256_add(&k.sum, how, strlen(how) + 1);
    const char* files[2] = {input_or_null, recipe_or_null};
    for (int i = 0; i < 2; ++i) {
        sha256_add(&k.sum, files[i] != NULL ? "+" : "-", 1);
        if (files[i] != NULL && !add_file(&k, files[i], 0))
            return false;
    }
    sha256_end(&k.sum, key);
    return true;
}
