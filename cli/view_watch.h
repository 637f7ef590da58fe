// A recipe that is edited, and the page that follows it.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "cli/cli.h"

typedef struct view_watching {
    const char *recipe, *page; // page: where it is written, too
    int32_t port;              // 0: any that is free
    // A page of a living file: as a file of its own, and as it is served. The exit code.
    int (*make)(cli* c, const char* name, bytes glb, int32_t version, bytes* page, bytes* served);
    void (*open_or_null)(cli* c, const char* address);
} view_watching;

// Bakes, serves and bakes again until it is interrupted. Returns only what hinders the beginning: a recipe that cannot be
// baked later on is told in the page, which stays as it was.
int view_watch(cli* c, const view_watching* how);
