// Volumes by others, against figures measured with another program.
// SPDX-License-Identifier: MIT
#include "test/kit/tet_check.h"

static reading read_data(const char* name, arena* memory) {
    reading it = {.r = report_new(memory)};
    const char* path = arena_format(memory, "%s/tet/%s", test_data_folder(), name);
    it.ok = import_tets(path, memory, &it.t, &it.r);
    return it;
}

// Degrees.
static double least_dihedral(const tets* t) {
    double least = 180.0;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * (size_t)t->width;
        vec3 normals[4];
        for (int f = 0; f < 4; ++f) {
            vec3 a = t->nodes[e[tet_face[f][0]]], b = t->nodes[e[tet_face[f][1]]];
            vec3 c = t->nodes[e[tet_face[f][2]]];
            normals[f] = v3_unit(v3_cross(v3_sub(b, a), v3_sub(c, a)));
        }
        for (int a = 1; a < 4; ++a)
            for (int b = 0; b < a; ++b) {
                double angle =
                    180.0 - acos(v3_dot(normals[a], normals[b])) * (180.0 / 3.14159265358979);
                least = angle < least ? angle : least;
            }
    }
    return least;
}

TEST(every_volume_has_the_nodes_elements_and_angles_it_was_measured_with) {
    static const struct {
        const char* name;
        int32_t nodes, elements;
        double dihedral;
    } files[] = {{"reduced_beam/beam_mesh.vtk", 28, 48, 30.0},
                 {"reduced_torus/torus_mesh.vtk", 1036, 4436, 14.9},
                 {"bread.vtk", 600, 2425, 19.0},
                 {"single_tet.vtk", 4, 1, 54.7},
                 {"beam3_tet.veg", 208, 450, 35.3},
                 {"comb.tet.veg", 1623, 5844, 35.3},
                 {"rod.msh", 630, 1722, 12.1},
                 {"shark_22_binary_fTetWild.msh", 429, 1073, 8.1},
                 {"sfepy_elbow.mesh", 1823, 8161, 19.0},
                 {"spot.1.node", 4486, 18405, 3.7},
                 {"spot.1.ele", 4486, 18405, 3.7}};
    if (test_data_folder() == NULL)
        SKIP("no folder of models");
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        arena* memory = arena_create();
        reading it = read_data(files[i].name, memory);
        check_promises(&it);
        CHECK(it.ok && it.t.width == 4);
        CHECK(it.t.node_count == files[i].nodes && it.t.tet_count == files[i].elements);
        CHECK_NEAR(least_dihedral(&it.t), files[i].dihedral, 0.0501);
        CHECK(it.t.node_source_or_null == NULL);
        arena_destroy(memory);
    }
}

TEST(defects_of_the_vtk_files_are_said) {
    if (test_data_folder() == NULL)
        SKIP("no folder of models");
    arena* memory = arena_create();
    reading beam = read_data("reduced_beam/beam_mesh.vtk", memory);
    CHECK(
        said(&beam.r, FINDING_NOTE, "CELLS announces 192 numbers in all, but its cells have 240"));
    CHECK(said(&beam.r, FINDING_WARNING, "has no list of cell types"));
    reading one = read_data("single_tet.vtk", memory);
    CHECK(said(&one.r, FINDING_NOTE, "CELLS announces 1 numbers in all, but its cells have 5"));
    arena_destroy(memory);
}

TEST(the_beam_of_vega_has_its_material) {
    if (test_data_folder() == NULL)
        SKIP("no folder of models");
    arena* memory = arena_create();
    reading it = read_data("beam3_tet.veg", memory);
    CHECK(it.ok && it.t.region_count == 1 && it.t.element_region_or_null == NULL);
    const tet_region* r = it.t.regions;
    CHECK(r->has_material && r->young == 1e7 && r->poisson == 0.45 && r->density == 1000.0);
    arena_destroy(memory);
}

TEST(malformed_files_are_refused_with_what_is_missing) {
    if (test_data_folder() == NULL)
        SKIP("no folder of models");
    arena* memory = arena_create();
    reading a = read_data("malformed_cube_22_ascii_missing_element.msh", memory);
    CHECK(!a.ok && said(&a.r, FINDING_ERROR, ".msh:46: element 24 of 24 is missing"));
    reading b = read_data("malformed_cube_41_ascii_missing_node.msh", memory);
    CHECK(!b.ok && said(&b.r, FINDING_ERROR, ".msh:38: node 14 of 14 is missing"));
    reading c = read_data("beam3.veg", memory);
    CHECK(!c.ok && said(&c.r, FINDING_ERROR, "holds hexahedra (CUBIC); only tetrahedra"));
    arena_destroy(memory);
}

TEST_MAIN(CASE(every_volume_has_the_nodes_elements_and_angles_it_was_measured_with),
          CASE(defects_of_the_vtk_files_are_said), CASE(the_beam_of_vega_has_its_material),
          CASE(malformed_files_are_refused_with_what_is_missing))
