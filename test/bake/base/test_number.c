// number_read against strtod, bit by bit, and under a locale with a decimal comma.
// SPDX-License-Identifier: MIT
#include "bake/base/number.h"
#include "test/kit/check.h"

#include <locale.h>

static uint64_t random_bits(void) {
    static uint64_t state = 3;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 1 ^ state << 40;
}

static bool same_as_strtod(const char* text) {
    double mine = 0.0, theirs = strtod(text, NULL);
    const char* after = number_read(text, text + strlen(text), &mine);
    if (after == text + strlen(text) && memcmp(&mine, &theirs, sizeof mine) == 0)
        return true;
    printf("%s: %.17g, not %.17g\n", text, mine, theirs);
    return false;
}

TEST(every_printed_double_reads_back_to_the_last_bit) {
    static const char* const formats[] = {"%.3g",  "%.6f",  "%.9g", "%.15g",
                                          "%.17g", "%.18e", "%.25e"};
    for (int i = 0; i < 40000; ++i) {
        uint64_t bits = random_bits();
        double x;
        memcpy(&x, &bits, sizeof x);
        if (i % 2 == 0) // of everyday size
            x = (double)(int64_t)bits * 0x1p-60;
        if (!isfinite(x))
            continue;
        char text[400];
        snprintf(text, sizeof text, formats[i % 7], x);
        CHECK(same_as_strtod(text));
    }
}

TEST(halfway_cases_and_long_digits_round_as_strtod_does) {
    static const char* const texts[] = {
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993e0",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.2250738585072011e-308",
        "0.000000000000000000000000000001",
        "123456789012345678901234567890",
        "1e23",
        "8.5e22",
        "1e-23",
        "1e400",
        "-1e-400",
        "-0",
        "+.5",
        "7.",
        "00012",
        "1e+05",
        "0e999999999999",
        "0.1e-99999999999999999999",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
        "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
        "342711559699508093042880",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        CHECK(same_as_strtod(texts[i]));
    // more digits than are kept: the last one, far behind, decides
    char text[1200] = "1.00000000000000011102230246251565404236316680908203125";
    size_t length = strlen(text);
    memset(text + length, '0', 1000);
    CHECK(same_as_strtod(text));
    text[length + 1000] = '1';
    CHECK(same_as_strtod(text));
}

TEST(what_is_no_number_is_refused_and_nothing_is_read_beyond_the_end) {
    static const char* const none[] = {"", "-", "+", ".", "-.", "e5", "x", "--1", "na", "in"};
    double x;
    int64_t n;
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i)
        CHECK(number_read(none[i], none[i] + strlen(none[i]), &x) == NULL);
    const char* text = "12345e7";
    CHECK(number_read(text, text + 3, &x) == text + 3 && x == 123.0);
    CHECK(number_read(text, text + 6, &x) == text + 5 && x == 12345.0); // "e" alone is no exponent
    CHECK(number_read_int(text, text + 2, &n) == text + 2 && n == 12);
    const char *word = "-Infinity", *nan = "nan";
    CHECK(number_read(word, word + 9, &x) == word + 9 && x == -INFINITY);
    CHECK(number_read(nan, nan + 3, &x) == nan + 3 && isnan(x));
    const char* large = "-99999999999999999999999";
    CHECK(number_read_int(large, large + strlen(large), &n) != NULL && n == -1000000000000000000);
}

TEST(a_decimal_comma_changes_nothing) {
    static const char* const locales[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"};
    bool set = false;
    for (int i = 0; i < 3 && !set; ++i)
        set = setlocale(LC_NUMERIC, locales[i]) != NULL;
    if (!set)
        SKIP("no locale with a decimal comma is installed");
    double x = 0.0;
    const char* text = "1.2345678901234567890123e-31"; // by way of strtod
    number_read(text, text + strlen(text), &x);
    setlocale(LC_NUMERIC, "C");
    CHECK(x == 1.2345678901234567890123e-31);
}

TEST_MAIN(CASE(every_printed_double_reads_back_to_the_last_bit),
          CASE(halfway_cases_and_long_digits_round_as_strtod_does),
          CASE(what_is_no_number_is_refused_and_nothing_is_read_beyond_the_end),
          CASE(a_decimal_comma_changes_nothing))
