// What `supple play --push` does to a body, and a word where it does nothing or far too much.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/play.h"
#include "cli/cli.h"

typedef struct push_wish {
    double newtons[3];
    double at[4];   // a place and how far around it, the file's unit
    double seconds; // 0: all the time
} push_wish;

// The numbers of --push and --at, each a text or NULL. EXIT_OK, or a sentence was said.
int push_read(const char* push_or_null, const char* at_or_null, push_wish* out);

// A push on the bound body, with notes: nothing lies there, nothing of it is soft, or it is many times the
// weight of what it meets. metres: of the file's unit.
play_push push_choose(cli* c, const push_wish* wish, const surface* rest, const supple_asset* asset,
                      double metres);
