// What a file of tetrahedra says is what comes in: every format, both orders, text and binary.
// SPDX-License-Identifier: MIT
#include "bake/export/tets_out.h"
#include "test/kit/tet_box.h"
#include "test/kit/tet_check.h"
#include "test/kit/tet_files.h"

#include <sys/stat.h>

// A box of four or ten nodes an element, with two named regions.
static tets sample(int width, arena* memory) {
    tets t = tet_box(2, memory);
    t.region_count = 2;
    t.regions = ARENA_NEW(memory, tet_region, 2);
    t.regions[0].name = "left half";
    t.regions[1].name = "right";
    t.element_region_or_null = ARENA_NEW(memory, int32_t, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        t.element_region_or_null[i] = i % 2;
    return width == 10 ? tets_promote(&t, memory) : t;
}

#define EACH_ORDER(width) for (int width = 4; width <= 10; width += 6)

TEST(our_vtk_comes_back_bit_for_bit) {
    arena* memory = arena_create();
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        for (int binary = 0; binary < 2; ++binary) {
            reading it = read_bytes(tets_to_vtk(&t, NULL, 0, binary, memory), "a.vtk", memory);
            CHECK(it.ok && it.r.count == 0 && same_tets(&it.t, &t));
        }
    }
    arena_destroy(memory);
}

// Law: a body that is written and read again weighs the same, element by element, and lies at the same places in them.
TEST(what_elements_hold_of_the_body_comes_back_with_them) {
    arena* memory = arena_create();
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        t.filled_or_null = ARENA_NEW(memory, double, (size_t)t.tet_count);
        t.rules_or_null = ARENA_NEW(memory, tet_rule, (size_t)t.tet_count);
        for (int32_t i = 0; i < t.tet_count; ++i) {
            t.filled_or_null[i] = 1.0 / (3.0 + i);
            t.rules_or_null[i].even = i % 3 == 0;
            for (int k = 0; k < 4 && i % 3 != 0; ++k) {
                double* l = t.rules_or_null[i].l[k];
                l[0] = 0.1 * k, l[1] = 1.0 / (7.0 + i), l[2] = -0.3;
                l[3] = 1.0 - l[0] - l[1] - l[2];
            }
        }
        const tets_field more = {"quality", 1, true, t.filled_or_null};
        for (int how = 0; how < 4; ++how) {
            bytes file = tets_to_vtk(&t, &more, how / 2, how % 2, memory);
            reading it = read_bytes(file, "a.vtk", memory);
            CHECK(it.ok && it.r.count == 0 && same_tets(&it.t, &t));
            CHECK(it.t.filled_or_null != NULL && it.t.rules_or_null != NULL);
            for (int32_t i = 0; i < t.tet_count && it.t.rules_or_null != NULL; ++i) {
                const tet_rule *a = &it.t.rules_or_null[i], *b = &t.rules_or_null[i];
                CHECK(it.t.filled_or_null[i] == t.filled_or_null[i] && a->even == b->even);
                CHECK(a->even || memcmp(a->l, b->l, sizeof a->l) == 0);
            }
        }
    }
    arena_destroy(memory);
}

// Left-handed elements are turned as they are read; where the body lies in them stays where it was.
TEST(what_a_turned_element_holds_stays_where_it_was) {
    arena* memory = arena_create();
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        t.filled_or_null = ARENA_NEW(memory, double, (size_t)t.tet_count);
        t.rules_or_null = ARENA_NEW(memory, tet_rule, (size_t)t.tet_count);
        for (int32_t i = 0; i < t.tet_count; ++i) {
            static const int swapped[3][2] = {{0, 1}, {5, 6}, {7, 8}};
            int32_t* e = t.elements + (size_t)i * (size_t)width;
            for (int k = 0; k < (width == 10 ? 3 : 1) && i % 2 == 0; ++k) {
                int32_t swap = e[swapped[k][0]];
                e[swapped[k][0]] = e[swapped[k][1]];
                e[swapped[k][1]] = swap;
            }
            t.filled_or_null[i] = 0.5;
            for (int k = 0; k < 4; ++k) {
                double* l = t.rules_or_null[i].l[k];
                l[0] = 0.1 * (k + 1), l[1] = 0.25, l[2] = -0.125;
                l[3] = 1.0 - l[0] - l[1] - l[2];
            }
        }
        reading it = read_bytes(tets_to_vtk(&t, NULL, 0, true, memory), "a.vtk", memory);
        CHECK(it.ok && it.t.tet_count == t.tet_count);
        for (int32_t i = 0; i < t.tet_count && it.ok; ++i) {
            const tets* both[2] = {&t, &it.t};
            for (int k = 0; k < 4; ++k) {
                vec3 at[2] = {{0, 0, 0}, {0, 0, 0}};
                for (int w = 0; w < 2; ++w)
                    for (int n = 0; n < 4; ++n)
                        at[w] = v3_madd(at[w], both[w]->nodes[both[w]->elements[i * width + n]],
                                        both[w]->rules_or_null[i].l[k][n]);
                CHECK(v3_distance(at[0], at[1]) < 1e-12);
            }
            CHECK(it.t.filled_or_null[i] == 0.5);
        }
    }
    arena_destroy(memory);
}

TEST(our_msh_comes_back_bit_for_bit_with_its_regions) {
    arena* memory = arena_create();
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        for (int binary = 0; binary < 2; ++binary) {
            reading it = read_bytes(tets_to_msh(&t, binary, memory), "a.msh", memory);
            CHECK(it.ok && it.r.count == 0 && same_tets(&it.t, &t));
            CHECK(it.t.region_count == 2);
            CHECK_TEXT(it.t.regions[0].name, "left half");
            CHECK_TEXT(it.t.regions[1].name, "right");
            CHECK(memcmp(it.t.element_region_or_null, t.element_region_or_null,
                         (size_t)t.tet_count * sizeof(int32_t)) == 0);
        }
        t.region_count = 0;
        t.element_region_or_null = NULL;
        reading it = read_bytes(tets_to_msh(&t, false, memory), "a.msh", memory);
        CHECK(it.ok && it.t.region_count == 0 && it.t.element_region_or_null == NULL);
    }
    arena_destroy(memory);
}

TEST(coordinates_survive_text_to_the_last_bit) {
    arena* memory = arena_create();
    tets t = tet_box(1, memory);
    t.nodes[0].x = -1.0 / 3.0;
    t.nodes[1].y = 1e-300;
    t.nodes[2].z = -0.0;
    t.nodes[3].x = 123456789012345678.0 * 1e-17;
    reading a = read_bytes(tets_to_vtk(&t, NULL, 0, false, memory), "a.vtk", memory);
    reading b = read_bytes(tets_to_msh(&t, false, memory), "b.msh", memory);
    CHECK(a.ok && same_tets(&a.t, &t));
    CHECK(b.ok && same_tets(&b.t, &t));
    arena_destroy(memory);
}

TEST(fields_stand_behind_the_grid) {
    arena* memory = arena_create();
    tets t = {.node_count = 4, .tet_count = 1, .width = 4};
    t.nodes = (vec3[]){{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.1}};
    t.elements = (int32_t[]){0, 1, 2, 3};
    const tets_field fields[] = {
        {"quality", 1, true, (double[]){0.75}},
        {"mode 1", 3, false, (double[]){0, 0, 0, 1, 2, 3, -1, -2, -3, 0.5, 0.25, 0.125}}};
    bytes b = tets_to_vtk(&t, fields, 2, false, memory);
    CHECK_TEXT(arena_copy_text(memory, (const char*)b.data, b.size),
               "# vtk DataFile Version 3.0\ntetrahedra from supple\nASCII\n"
               "DATASET UNSTRUCTURED_GRID\n"
               "POINTS 4 double\n0 0 0\n1 0 0\n0 1 0\n0 0 0.1\n"
               "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n"
               "CELL_DATA 1\nSCALARS quality double 1\nLOOKUP_TABLE default\n0.75\n"
               "POINT_DATA 4\nVECTORS mode_1 double\n0 0 0\n1 2 3\n-1 -2 -3\n0.5 0.25 0.125\n");
    reading it = read_bytes(tets_to_vtk(&t, fields, 2, true, memory), "a.vtk", memory);
    CHECK(it.ok && same_tets(&it.t, &t));
    arena_destroy(memory);
}

TEST(gmsh_41_is_the_same_as_text_and_in_either_byte_order) {
    arena* memory = arena_create();
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        for (int how = FILE_TEXT; how <= FILE_BIG; ++how) {
            reading it = read_bytes(file_msh41(&t, (file_bytes)how, memory), "a.msh", memory);
            CHECK(it.ok && same_tets(&it.t, &t));
            CHECK(said(&it.r, FINDING_NOTE, "1 triangle left out"));
            CHECK(it.t.region_count == 1 && it.t.element_region_or_null == NULL);
            CHECK_TEXT(it.t.regions[0].name, "two words");
        }
    }
    arena_destroy(memory);
}

TEST(gmsh_22_is_the_same_as_text_and_in_either_byte_order) {
    arena* memory = arena_create();
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        for (int how = FILE_TEXT; how <= FILE_BIG; ++how) {
            reading it = read_bytes(file_msh22(&t, (file_bytes)how, memory), "a.msh", memory);
            CHECK(it.ok && it.r.count == 0 && same_tets(&it.t, &t));
            CHECK(it.t.region_count == 2);
            CHECK_TEXT(it.t.regions[1].name, "2");
            CHECK(it.t.element_region_or_null[0] == 0 && it.t.element_region_or_null[1] == 1);
        }
    }
    arena_destroy(memory);
}

TEST(vtk_51_is_the_same_as_text_and_binary) {
    arena* memory = arena_create();
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        for (int how = FILE_TEXT; how <= FILE_BIG; how += FILE_BIG) {
            bytes file = file_vtk51(&t, (file_bytes)how, order_same, memory);
            reading it = read_bytes(file, "a.vtk", memory);
            CHECK(it.ok && it.r.count == 0 && same_tets(&it.t, &t));
        }
    }
    arena_destroy(memory);
}

TEST(medit_is_read_in_both_orders_with_its_references) {
    arena* memory = arena_create();
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        reading it = read_bytes(file_medit(&t, memory), "a.mesh", memory);
        CHECK(it.ok && same_tets(&it.t, &t));
        CHECK(it.t.region_count == 2);
        CHECK_TEXT(it.t.regions[0].name, "4"); // in the order of their numbers
        CHECK_TEXT(it.t.regions[1].name, "30");
        CHECK(it.t.element_region_or_null[0] == 1 && it.t.element_region_or_null[1] == 0);
    }
    arena_destroy(memory);
}

static bytes with_carriage_returns(bytes file, arena* memory) {
    buffer b = buffer_new(memory, file.size);
    for (size_t i = 0; i < file.size; ++i) {
        if (file.data[i] == '\n')
            buffer_add(&b, "\r", 1);
        buffer_add(&b, &file.data[i], 1);
    }
    return buffer_bytes(&b);
}

TEST(line_ends_of_windows_change_nothing) {
    arena* memory = arena_create();
    tets t = tet_box(2, memory);
    const bytes files[] = {tets_to_msh(&t, false, memory), tets_to_vtk(&t, NULL, 0, false, memory),
                           file_msh41(&t, FILE_TEXT, memory), file_medit(&t, memory),
                           file_vega(&t, 1, "", memory)};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        reading it = read_bytes(with_carriage_returns(files[i], memory), "a", memory);
        CHECK(it.ok && same_tets(&it.t, &t));
    }
    arena_destroy(memory);
}

// A folder for files that refer to each other; empty and gone afterwards.
static const char* temporary_folder(arena* memory) {
    char* folder = arena_format(memory, TEST_FOLDER);
    return mkdtemp(folder);
}

static const char* write_file(const char* folder, const char* name, bytes b, arena* memory) {
    report r = report_new(memory);
    const char* path = arena_format(memory, "%s/%s", folder, name);
    return file_write(path, b.data, b.size, &r) ? path : NULL;
}

TEST(tetgen_is_read_from_either_half_and_from_either_base) {
    arena* memory = arena_create();
    const char* folder = temporary_folder(memory);
    CHECK(folder != NULL);
    EACH_ORDER(width) {
        tets t = sample(width, memory);
        for (int base = 0; base < 2; ++base) {
            const char* paths[2] = {
                write_file(folder, "a.1.node", file_node(&t, base, memory), memory),
                write_file(folder, "a.1.ele", file_ele(&t, base, memory), memory)};
            for (int half = 0; half < 2; ++half) {
                reading it = {.r = report_new(memory)};
                it.ok = import_tets(paths[half], memory, &it.t, &it.r);
                CHECK(it.ok && it.r.count == 0 && same_tets(&it.t, &t));
                CHECK(it.t.region_count == 2);
                CHECK_TEXT(it.t.regions[0].name, "1");
                CHECK_TEXT(it.t.regions[1].name, "2.5");
                CHECK(it.t.element_region_or_null[0] == 1);
            }
            unlink(paths[0]);
            reading alone = {.r = report_new(memory)};
            CHECK(!import_tets(paths[1], memory, &alone.t, &alone.r));
            CHECK(said(&alone.r, FINDING_ERROR, "the other half, a.1.node, must stand beside it"));
            unlink(paths[1]);
        }
    }
    CHECK(rmdir(folder) == 0);
    arena_destroy(memory);
}

static const char vega_tail[] = "\n*MATERIAL soft\nENU, 1000, 2e4, 0.45\n*MATERIAL hard\nENU,1200,"
                                "3e6 , 0.3\n*SET odd ones\n%s\n*REGION\nallElements, soft\n"
                                "odd ones, hard\n";

TEST(vega_regions_carry_their_materials) {
    arena* memory = arena_create();
    tets t = tet_box(1, memory);
    for (int base = 0; base < 2; ++base) {
        const char* tail = arena_format(memory, vega_tail, base == 0 ? "1, 3,\n5" : "2, 4,\n6,");
        reading it = read_bytes(file_vega(&t, base, tail, memory), "a.veg", memory);
        CHECK(it.ok && it.r.count == 0 && same_tets(&it.t, &t) && it.t.region_count == 2);
        const tet_region* r = it.t.regions;
        CHECK_TEXT(r[0].name, "soft");
        CHECK(r[0].has_material && r[0].young == 2e4 && r[0].poisson == 0.45);
        CHECK_TEXT(r[1].name, "odd ones");
        CHECK(r[1].has_material && r[1].young == 3e6 && r[1].density == 1200.0);
        for (int32_t i = 0; i < t.tet_count; ++i)
            CHECK(it.t.element_region_or_null[i] == i % 2);
    }
    arena_destroy(memory);
}

TEST(vega_includes_tetgen_files_within_its_lists) {
    arena* memory = arena_create();
    const char* folder = temporary_folder(memory);
    tets t = tet_box(1, memory);
    const char* main_text = "*VERTICES\n*INCLUDE a.node\n*ELEMENTS\nTETS\n*INCLUDE a.ele\n";
    const char* paths[3] = {
        write_file(folder, "a.node", file_node(&t, 1, memory), memory),
        write_file(folder, "a.ele", file_ele(&t, 1, memory), memory),
        write_file(folder, "a.veg", (bytes){(const uint8_t*)main_text, strlen(main_text)}, memory)};
    reading it = {.r = report_new(memory)};
    it.ok = import_tets(paths[2], memory, &it.t, &it.r);
    CHECK(it.ok && it.r.count == 0 && same_tets(&it.t, &t));

    const char* loop = "*INCLUDE a.veg\n";
    write_file(folder, "a.veg", (bytes){(const uint8_t*)loop, strlen(loop)}, memory);
    reading deep = {.r = report_new(memory)};
    CHECK(!import_tets(paths[2], memory, &deep.t, &deep.r));
    CHECK(said(&deep.r, FINDING_ERROR, "*INCLUDE goes deeper than 8 files"));
    for (int i = 0; i < 3; ++i)
        unlink(paths[i]);
    CHECK(rmdir(folder) == 0);
    arena_destroy(memory);
}

TEST_MAIN(CASE(our_vtk_comes_back_bit_for_bit),
          CASE(what_elements_hold_of_the_body_comes_back_with_them),
          CASE(what_a_turned_element_holds_stays_where_it_was),
          CASE(our_msh_comes_back_bit_for_bit_with_its_regions),
          CASE(coordinates_survive_text_to_the_last_bit), CASE(fields_stand_behind_the_grid),
          CASE(gmsh_41_is_the_same_as_text_and_in_either_byte_order),
          CASE(gmsh_22_is_the_same_as_text_and_in_either_byte_order),
          CASE(vtk_51_is_the_same_as_text_and_binary),
          CASE(medit_is_read_in_both_orders_with_its_references),
          CASE(line_ends_of_windows_change_nothing),
          CASE(tetgen_is_read_from_either_half_and_from_either_base),
          CASE(vega_regions_carry_their_materials),
          CASE(vega_includes_tetgen_files_within_its_lists))
