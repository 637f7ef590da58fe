// "Did you mean": slips of typing fingers are found, strangers are not.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "test/kit/check.h"

static const char* const words[] = {"stiffness", "damping", "density", "modes", ""};

// What is said at the end of a sentence about `word`.
static bool hints(const char* word, const char* wanted) {
    arena* memory = arena_create();
    const char* hint = text_hint(word, words, 5, "; nothing like it", memory);
    bool same = strcmp(hint, wanted) == 0;
    if (!same)
        printf("%s, not %s\n", hint, wanted);
    arena_destroy(memory);
    return same;
}

TEST(one_slip_finds_the_word) {
    CHECK(hints("stifness", "; did you mean \"stiffness\"?"));
    CHECK(hints("dmaping", "; did you mean \"damping\"?"));
    CHECK(hints("densitty", "; did you mean \"density\"?"));
    CHECK(hints("mode", "; did you mean \"modes\"?"));
}

TEST(capitals_do_not_count) {
    CHECK(hints("MODES", "; did you mean \"modes\"?"));
}

TEST(a_beginning_finds_the_word) {
    CHECK(hints("stiff", "; did you mean \"stiffness\"?"));
}

TEST(a_stranger_finds_nothing) {
    CHECK(hints("xylophone", "; nothing like it"));
}

// A node without a name is not what somebody meant who typed one letter.
TEST(an_empty_name_is_never_meant) {
    CHECK(hints("", "; nothing like it"));
    CHECK(hints("x", "; nothing like it"));
}

TEST(a_list_has_commas_between_and_comes_apart_again) {
    arena* memory = arena_create();
    const char* list = "";
    for (int i = 0; i < 4; ++i)
        list = text_listed(list, words[i], memory);
    int32_t count = 0, one = 0, gaps = 0;
    const char** pieces = text_pieces("stiffness,damping,density,modes", &count, memory);
    bool same = strcmp(list, "stiffness, damping, density, modes") == 0 && count == 4;
    for (int i = 0; same && i < 4; ++i)
        same = strcmp(pieces[i], words[i]) == 0;
    bool whole = strcmp(text_pieces("", &one, memory)[0], "") == 0 && one == 1;
    pieces = text_pieces(",left leg,", &gaps, memory);
    bool kept =
        gaps == 3 && pieces[0][0] == 0 && strcmp(pieces[1], "left leg") == 0 && pieces[2][0] == 0;
    arena_destroy(memory);
    CHECK(same);
    CHECK(whole && kept);
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

TEST(a_length_is_said_in_the_unit_that_people_use) {
    static const struct {
        double metres;
        const char* said;
    } lengths[] = {{0.0, "0 mm"},      {8.3e-4, "0.83 mm"}, {1e-3, "1 mm"},
                   {0.0131, "1.3 cm"}, {0.268, "27 cm"},    {0.9999, "1 m"},
                   {1.3, "1.3 m"},     {-130.0, "-130 m"},  {12345.0, "12 km"}};
    arena* memory = arena_create();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
        CHECK(strcmp(text_length(lengths[i].metres, memory), lengths[i].said) == 0);
    arena_destroy(memory);
}

TEST(estimates_are_said_in_units_that_keep_numbers_small) {
    static const struct {
        double bytes;
        const char* said;
    } memories[] = {{1.0, "1 MB"},      {79.2e6, "80 MB"},    {1.3e9, "1.3 GB"},
                    {9.996e11, "1 TB"}, {5.79e15, "5.79 PB"}, {3e21, "3e+03 EB"}};
    static const struct {
        double seconds;
        const char* said;
    } durations[] = {{0.2, "1 s"},        {119.0, "119 s"}, {121.0, "3 min"},
                     {7201.0, "3 hours"}, {1e6, "12 days"}, {1e10, "317 years"}};
    arena* memory = arena_create();
    for (size_t i = 0; i < sizeof memories / sizeof *memories; ++i)
        CHECK_TEXT(text_memory(memories[i].bytes, memory), memories[i].said);
    for (size_t i = 0; i < sizeof durations / sizeof *durations; ++i)
        CHECK_TEXT(text_duration(durations[i].seconds, memory), durations[i].said);
    arena_destroy(memory);
}

TEST_MAIN(CASE(one_slip_finds_the_word), CASE(a_beginning_finds_the_word),
          CASE(capitals_do_not_count), CASE(a_stranger_finds_nothing),
          CASE(an_empty_name_is_never_meant), CASE(a_list_has_commas_between_and_comes_apart_again),
          CASE(printable_text_cannot_steer_a_terminal),
          CASE(a_length_is_said_in_the_unit_that_people_use),
          CASE(estimates_are_said_in_units_that_keep_numbers_small))
