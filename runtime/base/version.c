// Which version this is.
// SPDX-License-Identifier: MIT
#include "supple/supple.h"

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)

int supple_version(void) {
    return SUPPLE_VERSION;
}

const char* supple_version_text(void) {
    return TEXT(SUPPLE_VERSION_MAJOR) "." TEXT(SUPPLE_VERSION_MINOR) "." TEXT(SUPPLE_VERSION_PATCH);
}
