// A walk over JSON text: no tree, no memory, no recursion.
//
// To find one member of a document a tree is not needed: enter objects on the way, skip all else. The
// text may be hostile: the first thing that is not JSON (RFC 8259) stops the walk for good.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct json_walk {
    const uint8_t* text;
    size_t size, at;
    bool broken;
} json_walk;

// A walk over the members of an object or the elements of an array.
typedef struct json_list {
    uint8_t close; // '}' or ']'
    bool first;
} json_list;

// Enter the object or array that begins here; `broken` when there is none.
json_list json_walk_enter(json_walk* w, uint8_t open);

// To the next element, or the next member and past its key and colon; false after the last one, when
// the walk stands behind the whole. What is at `at` must be entered, read or skipped before the next.
// *key is where its first quote stands; for arrays it is not written.
bool json_walk_next(json_walk* w, json_list* list, size_t* key);

bool json_walk_is_key(const json_walk* w, size_t key, const char* ascii); // escapes are understood
void json_walk_skip(json_walk* w);
uint64_t json_walk_whole(json_walk* w); // digits only, below 2^53

// Nothing but space is left, and nothing was broken.
bool json_walk_ends(json_walk* w);
