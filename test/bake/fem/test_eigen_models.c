// Modes of other people's meshes against CalculiX, and against an independent program in NumPy.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen.h"
#include "bake/import/import_tets.h"
#include "test/kit/check.h"

enum { MODES_MAX = 30 };

typedef struct oracle {
    const char *table, *mesh;
    material stuff;
    int32_t fixed[8]; // counted from 1, as in the file; 0: none
} oracle;

static const oracle oracles[] = {
    {"beam3_tet_clamped",
     "beam3_tet.veg",
     {1e7, 0.45, 1000.0},
     {51, 52, 103, 104, 155, 156, 207, 208}},
    {"beam3_tet_free", "beam3_tet.veg", {1e7, 0.45, 1000.0}, {0}},
    {"bread_free", "bread.vtk", {1e5, 0.45, 1000.0}, {0}},
    {"comb_free", "comb.tet.veg", {1e9, 0.45, 1000.0}, {0}},
    {"rod_free", "rod.msh", {1e6, 0.4, 1000.0}, {0}},
    {"sfepy_elbow_free", "sfepy_elbow.mesh", {1e7, 0.3, 1000.0}, {0}},
    {"torus_free", "reduced_torus/torus_mesh.vtk", {1e6, 0.4, 1000.0}, {0}},
};

typedef struct table {
    int32_t count;
    double calculix[MODES_MAX], consistent[MODES_MAX];
} table;

static table read_table(const char* name, arena* a) {
    table t = {0};
    FILE* f = fopen(arena_format(a, "%s/oracle/%s.csv", test_data_folder(), name), "r");
    if (f == NULL)
        return t;
    char line[512];
    while (t.count < MODES_MAX && fgets(line, sizeof line, f) != NULL) {
        int32_t mode;
        double one_point;
        if (sscanf(line, "%d,%lf,%lf,%lf", &mode, &t.calculix[t.count], &one_point,
                   &t.consistent[t.count]) == 4)
            ++t.count;
    }
    fclose(f);
    return t;
}

static bool solve(const oracle* o, element_mass_rule rule, int32_t count, eigen_modes* modes,
                  arena* a, report* r) {
    tets t;
    if (!import_tets(arena_format(a, "%s/tet/%s", test_data_folder(), o->mesh), a, &t, r))
        return false;
    material* list = ARENA_NEW(a, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i] = o->stuff;
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    for (int i = 0; i < 8 && o->fixed[i] > 0; ++i)
        fixed[o->fixed[i] - 1] = 1;
    int32_t *number = ARENA_NEW(a, int32_t, (size_t)t.node_count), free_count = 0;
    assemble_matrices all;
    if (!assemble_body(&t, list, rule, 1, &all, place_file(o->mesh), a, r) ||
        !assemble_free(&t, fixed, number, &free_count, place_file(o->mesh), r))
        return false;
    assemble_matrices m = assemble_keep(&all, number, free_count, a);
    return eigen_lowest(
        &m, &(eigen_request){.count = count, .free = o->fixed[0] == 0, .threads = 1}, modes, a, r);
}

static void compare(element_mass_rule rule, double tolerance) {
    if (test_data_folder() == NULL)
        SKIP("no folder of models");
    for (size_t i = 0; i < sizeof oracles / sizeof *oracles; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        table t = read_table(oracles[i].table, a);
        CHECK(t.count >= 20);
        eigen_modes modes;
        bool ok = solve(&oracles[i], rule, t.count, &modes, a, &r);
        if (!ok)
            printf("%s: %s\n", oracles[i].table, finding_text(&r.findings[r.count - 1], a));
        CHECK(ok && modes.rigid == (oracles[i].fixed[0] == 0 ? 6 : 0));
        const double* expected = rule == ELEMENT_MASS_CCX ? t.calculix : t.consistent;
        for (int32_t k = modes.rigid; k < t.count; ++k)
            CHECK_NEAR(modes.values[k], expected[k], tolerance * expected[k]);
        arena_destroy(a);
    }
}

TEST(elastic_modes_are_those_of_calculix_with_its_mass) {
    compare(ELEMENT_MASS_CCX, 2e-6); // seven digits are printed
}

TEST(elastic_modes_are_those_of_an_independent_program_with_the_consistent_mass) {
    compare(ELEMENT_MASS_CONSISTENT, 1e-8);
}

TEST_MAIN(CASE(elastic_modes_are_those_of_calculix_with_its_mass),
          CASE(elastic_modes_are_those_of_an_independent_program_with_the_consistent_mass))
