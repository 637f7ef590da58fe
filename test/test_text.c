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

TEST(capitals_do_not_count) {
    CHECK_TEXT(text_nearest("MODES", words, 4), "modes");
}

TEST(a_beginning_finds_the_word) {
    CHECK_TEXT(text_nearest("stiff", words, 4), "stiffness");
}

TEST(a_stranger_finds_nothing) {
    CHECK(text_nearest("xylophone", words, 4) == NULL);
    CHECK(text_nearest("", words, 4) == NULL);
}

TEST(printable_text_cannot_steer_a_terminal) {
    arena* memory = arena_create();
    const char* odd = text_printable("a\033[31m\n\x7f\xc2\x9b b\xc3\xa9", 60, memory);
    const char* cut = text_printable("0123456\xc3\xa9xyz", 8, memory); // within the e with accent
    bool right = strcmp(odd, "a?[31m???? b\xc3\xa9") == 0;
    bool whole = strcmp(cut, "0123456...") == 0;
    bool same = strcmp(text_printable("plain", 5, memory), "plain") == 0;
    arena_destroy(memory);
    CHECK(right);
    CHECK(whole && same);
}

TEST_MAIN(CASE(one_slip_finds_the_word), CASE(a_beginning_finds_the_word),
          CASE(capitals_do_not_count), CASE(a_stranger_finds_nothing),
          CASE(printable_text_cannot_steer_a_terminal))
