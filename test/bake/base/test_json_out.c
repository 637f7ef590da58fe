// JSON text written by json_out is JSON, and says what was put in.
// SPDX-License-Identifier: MIT
#include "bake/base/json_out.h"
#include "test/kit/check.h"

TEST(commas_and_brackets_come_by_themselves) {
    arena* memory = arena_create();
    json_out o = json_out_new(memory, false);
    json_begin_object(&o);
    json_key_text(&o, "a", "b");
    json_key(&o, "c");
    json_begin_array(&o);
    json_int(&o, -7);
    json_begin_object(&o);
    json_end_object(&o);
    json_bool(&o, true);
    json_null(&o);
    json_begin_array(&o);
    json_end_array(&o);
    json_end_array(&o);
    json_key_int(&o, "d", INT64_MIN);
    json_end_object(&o);
    CHECK_TEXT(o.text, "{\"a\":\"b\",\"c\":[-7,{},true,null,[]],\"d\":-9223372036854775808}");
    CHECK(strlen(o.text) == o.size);
    arena_destroy(memory);
}

TEST(a_text_ending_in_a_bracket_still_gets_its_comma) {
    arena* memory = arena_create();
    json_out o = json_out_new(memory, false);
    const float values[2] = {0.5f, 2.0f};
    json_begin_array(&o);
    json_text(&o, "[");
    json_text(&o, ":{");
    json_floats(&o, values, 2);
    json_end_array(&o);
    CHECK_TEXT(o.text, "[\"[\",\":{\",[0.5,2]]");
    arena_destroy(memory);
}

TEST(pretty_text_differs_in_white_space_only) {
    arena* memory = arena_create();
    json_out o = json_out_new(memory, true);
    json_begin_object(&o);
    json_key(&o, "a");
    json_begin_array(&o);
    json_int(&o, 1);
    json_int(&o, 2);
    json_end_array(&o);
    json_key(&o, "b");
    json_begin_object(&o);
    json_end_object(&o);
    json_end_object(&o);
    CHECK_TEXT(o.text, "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}");
    arena_destroy(memory);
}

TEST(strange_text_is_escaped_and_bad_utf8_replaced) {
    arena* memory = arena_create();
    json_out o = json_out_new(memory, false);
    json_text(&o, "a\"b\\c\n\x01 \xc3\xa9 \xff\xc0\x80 \xed\xa0\x80 \xf0\x9f\x90\x91 \xe2\x82");
    CHECK_TEXT(o.text, "\"a\\\"b\\\\c\\u000a\\u0001 \xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd "
                       "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xf0\x9f\x90\x91 "
                       "\xef\xbf\xbd\xef\xbf\xbd\"");
    arena_destroy(memory);
}

TEST(every_float_reads_back_as_itself) {
    arena* memory = arena_create();
    uint32_t bits = 1;
    for (int i = 0; i < 20000; ++i) {
        bits = bits * 1664525u + 1013904223u;
        float x, y;
        memcpy(&x, &bits, sizeof x);
        json_out o = json_out_new(memory, false);
        json_float(&o, x);
        if (!isfinite(x)) {
            CHECK_TEXT(o.text, "null");
            continue;
        }
        y = strtof(o.text, NULL);
        CHECK(memcmp(&x, &y, sizeof x) == 0);
        json_out d = json_out_new(memory, false);
        json_double(&d, (double)x / 3.0);
        CHECK(strtod(d.text, NULL) == (double)x / 3.0);
    }
    arena_destroy(memory);
}

TEST(short_numbers_stay_short) {
    arena* memory = arena_create();
    json_out o = json_out_new(memory, false);
    json_begin_array(&o);
    json_float(&o, 0.1f);
    json_double(&o, 0.1);
    json_double(&o, NAN);
    json_float(&o, -INFINITY);
    json_end_array(&o);
    CHECK_TEXT(o.text, "[0.1,0.1,null,null]");
    arena_destroy(memory);
}

TEST_MAIN(CASE(commas_and_brackets_come_by_themselves),
          CASE(a_text_ending_in_a_bracket_still_gets_its_comma),
          CASE(pretty_text_differs_in_white_space_only),
          CASE(strange_text_is_escaped_and_bad_utf8_replaced),
          CASE(every_float_reads_back_as_itself), CASE(short_numbers_stay_short))
