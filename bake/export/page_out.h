// A baked body as one page that a browser opens from the disk.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"
#include "supple/supple.h"

// The file as a page carries it: what nothing in a page asks for, the contacts of recordings, is taken out and zero. They are the
// larger part of a recording that stands on something. asset: read from these very bytes.
bytes page_body(bytes file, const supple_asset* asset, arena* memory);

// The page with the bytes of a .supple file or a GLB that has one inside. setting: JSON, what web/page.js shall
// begin with. {NULL, 0} when the command was built without what makes the page.
bytes page_with_asset(bytes asset, const char* title, const char* setting, arena* memory);
