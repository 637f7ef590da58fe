// "Did you mean": slips of typing fingers are found, strangers are not.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "test/check.h"

static const char* const words[] = {"stiffness", "damping", "density", "modes"};

TEST(one_slip_finds_the_word) {
    CHECK_TEXT(text_nearest("stifness", words, 4), "stiffness");
    CHECK_TEXT(text_nearest("dmaping", words, 4), "damping");
    CHECK_TEXT(text_nearest("densitty", words, 4), "density");
    CHECK_TEXT(text_nearest("mode", words, 4), "modes");
}

TEST(a_beginning_finds_the_word) {
    CHECK_TEXT(text_nearest("stiff", words, 4), "stiffness");
}

TEST(a_stranger_finds_nothing) {
    CHECK(text_nearest("xylophone", words, 4) == NULL);
    CHECK(text_nearest("", words, 4) == NULL);
}

TEST_MAIN(CASE(one_slip_finds_the_word), CASE(a_beginning_finds_the_word),
          CASE(a_stranger_finds_nothing))
