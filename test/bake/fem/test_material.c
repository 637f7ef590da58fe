// Materials: what is accepted, what is refused and how it is said.
// SPDX-License-Identifier: MIT
#include "bake/fem/material.h"
#include "test/kit/check.h"

TEST(every_preset_is_sound_and_found_by_its_name) {
    arena* a = arena_create();
    report r = report_new(a);
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i) {
        const material_preset* p = &material_presets[i];
        material found = {0};
        CHECK(material_check(&p->material, p->name, place_none(), &r));
        CHECK(material_find(p->name, &found, place_none(), &r));
        CHECK(found.young == p->material.young && found.poisson == p->material.poisson);
        CHECK(found.density == p->material.density);
        CHECK(strlen(p->source) > 0);
    }
    CHECK(r.count == 0);
    arena_destroy(a);
}

TEST(soft_things_are_softer_than_hard_ones) {
    static const char* by_stiffness[] = {"jelly", "fat",  "organ",  "muscle",
                                         "foam",  "skin", "rubber", "wood"};
    arena* a = arena_create();
    report r = report_new(a);
    material last = {0}, m;
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i, last = m) {
        CHECK(material_find(by_stiffness[i], &m, place_none(), &r));
        CHECK(m.young > last.young);
    }
    arena_destroy(a);
}

TEST(an_unknown_name_is_answered_with_the_names_there_are) {
    arena* a = arena_create();
    report r = report_new(a);
    material found = {1.0, 2.0, 3.0};
    CHECK(!material_find("bone", &found, place_none(), &r));
    CHECK(found.young == 1.0 && found.poisson == 2.0 && found.density == 3.0);
    CHECK(r.error_count == 1 && strstr(r.findings[0].text, "\"bone\"") != NULL);
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i)
        CHECK(strstr(r.findings[0].text, material_presets[i].name) != NULL);
    arena_destroy(a);
}

TEST(impossible_numbers_are_refused_each_with_its_own_sentence) {
    static const struct {
        material m;
        const char* word;
        int32_t errors;
    } cases[] = {
        {{0.0, 0.3, 1.0}, "Young", 1},        {{-5.0, 0.3, 1.0}, "Young", 1},
        {{NAN, 0.3, 1.0}, "Young", 1},        {{INFINITY, 0.3, 1.0}, "Young", 1},
        {{1.0, 0.5, 1.0}, "0.49", 1},         {{1.0, 7.0, 1.0}, "0.49", 1},
        {{1.0, INFINITY, 1.0}, "Poisson", 1}, {{1.0, -1.0, 1.0}, "above -1", 1},
        {{1.0, NAN, 1.0}, "Poisson", 1},      {{1.0, -INFINITY, 1.0}, "Poisson", 1},
        {{1.0, 0.3, 0.0}, "density", 1},      {{1.0, 0.3, -1.0}, "density", 1},
        {{1.0, 0.3, NAN}, "density", 1},      {{1.0, 0.3, INFINITY}, "density", 1},
        {{0.0, 0.5, 0.0}, "Young", 3},        {{1e308, 0.4999999, 1.0}, "beyond", 1},
    };
    arena* a = arena_create();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        report r = report_new(a);
        CHECK(!material_check(&cases[i].m, "belly", place_none(), &r));
        CHECK(r.error_count == cases[i].errors);
        CHECK(strstr(r.findings[0].text, cases[i].word) != NULL);
        CHECK(strncmp(r.findings[0].text, "belly: ", 7) == 0);
    }
    arena_destroy(a);
}

TEST(numbers_just_inside_the_limits_are_accepted) {
    static const material inside[] = {
        {1e-3, 0.0, 1e-3}, {1e12, 0.4999, 2e4}, {1.0, -0.999, 1.0}, {1.0, 0.0, 1.0}};
    arena* a = arena_create();
    report r = report_new(a);
    for (size_t i = 0; i < sizeof inside / sizeof *inside; ++i)
        CHECK(material_check(&inside[i], "belly", place_none(), &r));
    CHECK(r.count == 0);
    arena_destroy(a);
}

TEST(lame_constants_give_back_young_and_poisson) {
    for (int i = 0; i < MATERIAL_PRESET_COUNT; ++i) {
        const material* m = &material_presets[i].material;
        material_lame l = material_lame_of(m);
        CHECK_NEAR(l.mu * (3.0 * l.lambda + 2.0 * l.mu) / (l.lambda + l.mu), m->young,
                   1e-13 * m->young);
        CHECK_NEAR(l.lambda / (2.0 * (l.lambda + l.mu)), m->poisson, 1e-13);
    }
}

TEST_MAIN(CASE(every_preset_is_sound_and_found_by_its_name),
          CASE(soft_things_are_softer_than_hard_ones),
          CASE(an_unknown_name_is_answered_with_the_names_there_are),
          CASE(impossible_numbers_are_refused_each_with_its_own_sentence),
          CASE(numbers_just_inside_the_limits_are_accepted),
          CASE(lame_constants_give_back_young_and_poisson))
