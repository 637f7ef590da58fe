// A baked body as one page that a browser opens from the disk.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/file.h"

// The page with the bytes of a .supple file or a GLB that has one inside. setting: JSON, what web/page.js shall
// begin with. {NULL, 0} when the command was built without what makes the page.
bytes page_with_asset(bytes asset, const char* title, const char* setting, arena* memory);
