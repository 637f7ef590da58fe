// A baked body as one page that a browser opens from the disk.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "supple/supple.h"

// The file as a page carries it: what nothing in a page asks for, the contacts of recordings, is taken out and zero. They are the
// larger part of a recording that stands on something. asset: read from these very bytes.
bytes page_body(bytes file, const supple_asset* asset, arena* memory);

// ... and packed, as page_made takes it.
bytes page_packed(bytes body, arena* memory);

typedef struct page_parts {
    const char* title;
    bytes body;          // packed: a .supple file, or a GLB that has one inside
    bytes other;         // packed: the asset of a second body to stand beside it; size 0: none
    const char* setting; // JSON: what web/page.js shall begin with
    bool watched;        // it may ask the server that it came from, and nobody else
} page_parts;

// {NULL, 0} when the command was built without what makes the page.
bytes page_made(const page_parts* p, arena* memory);
