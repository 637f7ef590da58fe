// The linked library and the header belong together.
// SPDX-License-Identifier: MIT
#include "supple/supple.h"
#include "test/kit/check.h"

TEST(library_and_header_agree) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", SUPPLE_VERSION / 10000, SUPPLE_VERSION / 100 % 100,
             SUPPLE_VERSION % 100);
    CHECK(supple_version() == SUPPLE_VERSION);
    CHECK_TEXT(supple_version_text(), text);
}

TEST_MAIN(CASE(library_and_header_agree))
