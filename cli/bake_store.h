// What was baked before, in a folder of files named by what they depend on.
//
// KEY.asset is the living file, KEY.told what the summary tells of it; the second is written last, so what has it is whole. Who
// bakes a key holds a lock on it: of two processes that want the same the second waits, and finds it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

typedef struct bake_store {
    const char* folder;
    int file; // of the locks
} bake_store;

// Makes the folder where there is none. False with a sentence.
bool bake_store_open(bake_store* s, const char* folder, arena* memory, report* r);

// Waits for who is at it. Without locks on the disk there is nothing to wait for, and work may be done twice.
void bake_store_lock(const bake_store* s, const char* key);
void bake_store_unlock(const bake_store* s, const char* key);

// Both live as long as the arena; false: it is not there.
bool bake_store_find(const bake_store* s, const char* key, bytes* asset, const char** told,
                     arena* memory);

bool bake_store_put(const bake_store* s, const char* key, bytes asset, const char* told, report* r);
