// Files of tetrahedra that are wrong: the sentence, and never a crash.
// SPDX-License-Identifier: MIT
#include "bake/export/tets_out.h"
#include "bake/import/tets_file.h"
#include "test/kit/mutate.h"
#include "test/kit/tet_box.h"
#include "test/kit/tet_check.h"
#include "test/kit/tet_files.h"

#define MSH22 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define MSH41 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define FOUR  "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
#define VTK   "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n"
#define VFOUR VTK "POINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
#define MEDIT                                                                                      \
    "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
#define VEGA  "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
#define VTETS VEGA "*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n"

static const struct {
    const char *path, *content, *sentence;
} broken[] = {
    {"a.msh", "", "a.msh: is no file of tetrahedra"},
    {"a.xyz", "hello world", "these can: Gmsh (.msh), Medit (.mesh)"},
    {"a.meshb", "\1", "is no file of tetrahedra"},
    {"a.vtu", "<?xml version=\"1.0\"?>", "save a .vtu as legacy VTK"},
    {"a.inp", "*Heading\n", "is an Abaqus input file"},
    // Gmsh
    {"a.msh", "$NOD\n4\n", "is Gmsh format 1"},
    {"a.msh", "$MeshFormat\n4 0 8\n$EndMeshFormat\n", "a.msh:2: is Gmsh format 4;"},
    {"a.msh", "$MeshFormat\n2.2 0 4\n$EndMeshFormat\n", "only a data size of 8"},
    {"a.msh", "$MeshFormat\n2.2 1 8\nabcd\n$EndMeshFormat\n", "mark of the byte order is not 1"},
    {"a.msh", "$Nodes\n4\n", "a.msh:1: $Nodes stands before $MeshFormat"},
    {"a.msh", MSH22, "has no $Nodes"},
    {"a.msh", MSH22 FOUR, "has no $Elements"},
    {"a.msh", MSH22 "$Nodes\n1000000\n1 0 0 0\n", "a.msh:5: announces 1000000 nodes, but only"},
    {"a.msh", MSH22 "$Nodes\n-1\n1 0 0 0\n", "a.msh:5: announces -1 nodes"},
    {"a.msh", MSH22 "$Nodes\n1\n1 0 nan 0\n$EndNodes\n",
     "a.msh:6: node 1 has no finite number as "
     "its y coordinate"},
    {"a.msh", MSH22 "$Nodes\n1\n1 0 0 1e99\n$EndNodes\n", "an enormous number as its z"},
    {"a.msh", MSH22 "$Nodes\n2\n5 0 0 0\n5 1 0 0\n$EndNodes\n", "two nodes have the number 5"},
    {"a.msh", MSH22 "$Nodes\n1\n5 0 0 0\n5 1 0 0\n$EndNodes\n",
     "a.msh:7: 5 stands where $EndNodes"},
    {"a.msh", MSH22 FOUR "$Elements\n1\n1 4 0 1 2 3 5\n$EndElements\n",
     "a.msh:13: element 1 uses node 5; nodes are 1 to 4"},
    {"a.msh", MSH22 FOUR "$Elements\n2\n1 4 0 1 2 3 4\n$EndElements\n",
     "a.msh:14: element 2 of 2 is missing or incomplete: $EndElements stands"},
    {"a.msh", MSH22 FOUR "$Elements\n1\n1 99 0 1 2 3 4\n$EndElements\n", "elements of type 99"},
    {"a.msh", MSH22 FOUR "$Elements\n1\n1 2 0 1 2 3\n$EndElements\n",
     "holds no tetrahedra, only 1 triangle"},
    {"a.msh", MSH22 FOUR "$Elements\n1\n1 7 0 1 2 3 4 1\n$EndElements\n", "holds 1 pyramid; only"},
    {"a.msh", MSH22 FOUR "$Elements\n2\n1 4 0 1 2 3 4\n2 11 0 1 2 3 4 1 2 3 4 1 2\n$EndElements\n",
     "has tetrahedra of 4 and of 10 nodes"},
    {"a.msh", MSH22 FOUR "$Elements\n1\n1 4 0 1 2 3 4\n",
     "the end of the file stands where "
     "$EndElements"},
    {"a.msh", MSH22 FOUR "$NodeData\n1\n", "the section $NodeData is not closed by $EndNodeData"},
    {"a.msh", MSH41 "$Nodes\n1 2 1 2\n3 1 0 1\n1\n0 0 0\n$EndNodes\n",
     "$Nodes announces 2 nodes, but its blocks hold 1"},
    {"a.msh", MSH41 "$Nodes\n1 1 1 2\n3 1 0 2\n1\n2\n0 0 0\n$EndNodes\n",
     "a block of 2 nodes, but $Nodes announces only 1 more"},
    // VTK
    {"a.vtk", "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n", "a VTK file of POLYDATA"},
    {"a.vtk", "# vtk DataFile Version 3.0\nx\nHEX\n", "a.vtk:3: HEX stands where ASCII or BINARY"},
    {"a.vtk", VFOUR, "has no CELLS"},
    {"a.vtk", VTK "POINTS 1 quad\n0 0 0\n", "a.vtk:5: numbers of the unknown type quad"},
    {"a.vtk", VTK "CELLS 1 5\n4 0 1 2 3\n", "elements stand before the nodes"},
    {"a.vtk", VFOUR "CELLS 1 5\n4 0 1 2 4\nCELL_TYPES 1\n10\n",
     "a.vtk:8: element 0 uses node 4; nodes are 0 to 3"},
    {"a.vtk", VFOUR "CELLS 1 5\n4 0 1 2 -1\nCELL_TYPES 1\n10\n", "uses node -1"},
    {"a.vtk", VFOUR "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n10\n", "of type 10 with 3 nodes"},
    {"a.vtk", VFOUR "CELLS 1 9\n8 0 1 2 3 0 1 2 3\nCELL_TYPES 1\n12\n", "holds 1 hexahedron"},
    {"a.vtk", VFOUR "CELLS 2 10\n4 0 1 2 3\n4 0 1 2 3\nCELL_TYPES 2\n10\n",
     "cell type 2 of 2 is missing"},
    {"a.vtk",
     VFOUR "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nCELL_DATA 1\n"
           "SCALARS supple_filled double 1\nLOOKUP_TABLE default\n-1\n",
     "the filling of cell 0 is -1"},
    {"a.vtk",
     VFOUR "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nCELL_DATA 1\n"
           "SCALARS supple_filled double 1\nLOOKUP_TABLE default\n",
     "filling"},
    {"a.vtk", VFOUR "CELLS 1 5\n99999999 0 1 2 3\n", "cell 0 announces 99999999 nodes"},
    // Medit
    {"a.mesh", "MeshVersionFormatted 1\nDimension 2\n", "a.mesh:2: has dimension 2"},
    {"a.mesh", "MeshVersionFormatted 1\nDimension 3\n", "has no Vertices"},
    {"a.mesh", MEDIT "Tetrahedra\n1\n1 2 3 0 0\nEnd\n", "a.mesh:11: element 1 uses node 0"},
    {"a.mesh", MEDIT "Tetrahedra\n2\n1 2 3 4 0\nEnd\n", "tetrahedron 2 of 2 is missing"},
    {"a.mesh", MEDIT "Triangles\n1\n1 2 3 4\nEnd\n", "holds no tetrahedra, only 1 triangle"},
    {"a.mesh", MEDIT "Vertices\n1\n0 0 0 0\n", "a.mesh:10: a second list of nodes"},
    // Vega
    {"a.veg", "*VERTICES\n2 3 0 0\n1 0 0 0\n*ELEMENTS\n", "a.veg:4: vertex 2 of 2 is missing"},
    {"a.veg", VEGA "5 0 0 0\n", "a.veg:7: more than the 4 vertices announced"},
    {"a.veg", VEGA "*ELEMENTS\nPOINTY\n", "unknown type POINTY"},
    {"a.veg", VTETS "*REGION\nall, soft\n", "names the material soft, which the file does not"},
    {"a.veg", VTETS "*MATERIAL soft\nENU, 1, 1, 0.3\n*REGION\nall, soft\n", "names the set all"},
    {"a.veg", VTETS "*MATERIAL soft\nENU, 1, 1, 0.5\n", "the material soft is impossible"},
    {"a.veg", VTETS "*SET s\n2\n*MATERIAL m\nENU, 1, 1, 0\n*REGION\ns, m\n",
     "the set s holds element 2, which the file does not have"},
    {"a.veg", VTETS "*JOINTS\n", "*JOINTS is no section of a Vega file"},
    {"a.veg", "*INCLUDE no-such-file\n", "a.veg:1: *INCLUDE no-such-file cannot be followed"},
};

TEST(every_broken_file_gets_its_sentence) {
    arena* memory = arena_create();
    for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
        reading it = read_text(broken[i].content, broken[i].path, memory);
        CHECK(!it.ok && it.r.error_count > 0);
        if (!said(&it.r, FINDING_ERROR, broken[i].sentence))
            printf("wanted: %s\n", broken[i].sentence);
        CHECK(said(&it.r, FINDING_ERROR, broken[i].sentence));
    }
    arena_destroy(memory);
}

TEST(what_the_files_above_are_made_of_is_right) {
    arena* memory = arena_create();
    CHECK(read_text(MSH22 FOUR "$Elements\n1\n1 4 0 1 2 3 4\n$EndElements\n", "a", memory).ok);
    CHECK(read_text(VFOUR "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n", "a", memory).ok);
    CHECK(read_text(MEDIT "Tetrahedra\n1\n1 2 3 4 0\nEnd\n", "a", memory).ok);
    CHECK(read_text(VTETS, "a", memory).ok);
    arena_destroy(memory);
}

TEST(a_binary_medit_file_is_known) {
    arena* memory = arena_create();
    reading it = read_bytes((bytes){(const uint8_t*)"\1\0\0\0\3\0\0\0", 8}, "a.mesh", memory);
    CHECK(!it.ok && said(&it.r, FINDING_ERROR, "binary Medit file (.meshb)"));
    arena_destroy(memory);
}

TEST(binary_files_that_end_early_say_where) {
    arena* memory = arena_create();
    tets t = tet_box(2, memory);
    bytes msh = file_msh41(&t, FILE_LITTLE, memory), vtk = tets_to_vtk(&t, NULL, 0, true, memory);
    reading a = read_bytes((bytes){msh.data, msh.size - 100}, "a.msh", memory);
    CHECK(!a.ok && said(&a.r, FINDING_ERROR, "the file ends within element 47 of 49 (at byte "));
    reading b = read_bytes((bytes){vtk.data, vtk.size - 300}, "a.vtk", memory);
    CHECK(!b.ok && said(&b.r, FINDING_ERROR, "nodes, more than what is left of the file"));
    reading c = read_bytes((bytes){msh.data, 700}, "a.msh", memory);
    CHECK(!c.ok && said(&c.r, FINDING_ERROR, "announces 27 nodes, but only"));
    arena_destroy(memory);
}

static void read_and_check(const char* data, size_t size) {
    arena* memory = arena_create();
    reading it = read_bytes((bytes){(const uint8_t*)data, size}, "broken", memory);
    check_promises(&it);
    arena_destroy(memory);
}

// A pair in one block, divided by a zero byte.
static void read_pair_and_check(const char* data, size_t size) {
    arena* memory = arena_create();
    const char* middle = size > 0 ? memchr(data, 0, size) : NULL;
    size_t first = middle != NULL ? (size_t)(middle - data) : size;
    size_t skip = first + (first < size);
    reading it = {.r = report_new(memory)};
    tets_file f = {.path = "pair", .memory = memory, .scratch = arena_create(), .r = &it.r};
    it.ok =
        tets_read_tetgen_pair(&f, (bytes){(const uint8_t*)data, first}, "pair.node",
                              (bytes){(const uint8_t*)data + skip, size - skip}, "pair.ele", &it.t);
    arena_destroy(f.scratch);
    check_promises(&it);
    arena_destroy(memory);
}

// Every format, small; both orders by turns.
static int samples(bytes out[12], arena* memory) {
    tets linear = tet_box(1, memory);
    linear.tet_count = 2; // more would only take time
    tets quadratic = tets_promote(&linear, memory);
    const char* tail = "*MATERIAL m\nENU, 1, 2, 0.3\n*SET s\n1, 2\n*REGION\ns, m\n";
    int n = 0;
    for (int how = FILE_TEXT; how <= FILE_BIG; ++how) {
        out[n++] = file_msh41(how == FILE_BIG ? &quadratic : &linear, (file_bytes)how, memory);
        out[n++] = file_msh22(how == FILE_BIG ? &linear : &quadratic, (file_bytes)how, memory);
    }
    out[n++] = file_vtk51(&quadratic, FILE_TEXT, order_same, memory);
    out[n++] = file_vtk51(&linear, FILE_BIG, order_same, memory);
    out[n++] = tets_to_vtk(&linear, NULL, 0, false, memory);
    out[n++] = tets_to_vtk(&quadratic, NULL, 0, true, memory);
    out[n++] = file_medit(&linear, memory);
    out[n++] = file_vega(&linear, 1, tail, memory);
    return n;
}

static bytes tetgen_pair(arena* memory) {
    tets t = tet_box(1, memory);
    t.tet_count = 2;
    bytes points = file_node(&t, 0, memory), ele = file_ele(&t, 0, memory);
    buffer b = buffer_new(memory, 0);
    buffer_add(&b, points.data, points.size);
    buffer_add(&b, "", 1);
    buffer_add(&b, ele.data, ele.size);
    return buffer_bytes(&b);
}

// Every prefix of the head, every seventh of the lists.
static void try_beginnings(bytes file, void (*read)(const char* data, size_t size)) {
    for (size_t n = 0; n <= file.size && test_failures == 0; n += n < 300 ? 1 : 7)
        mutate_try((const char*)file.data, n, read);
}

TEST(beginnings_of_files_are_refused_or_right) {
    arena* memory = arena_create();
    bytes files[12];
    for (int i = 0, n = samples(files, memory); i < n; ++i)
        try_beginnings(files[i], read_and_check);
    bytes pair = tetgen_pair(memory);
    try_beginnings(pair, read_pair_and_check);
    arena_destroy(memory);
}

TEST(mutated_files_are_refused_or_right) {
    arena* memory = arena_create();
    bytes files[12];
    for (int i = 0, n = samples(files, memory); i < n; ++i)
        mutate_bytes((const char*)files[i].data, files[i].size, 150, read_and_check);
    bytes pair = tetgen_pair(memory);
    mutate_bytes((const char*)pair.data, pair.size, 150, read_pair_and_check);
    arena_destroy(memory);
}

TEST_MAIN(CASE(every_broken_file_gets_its_sentence),
          CASE(what_the_files_above_are_made_of_is_right), CASE(a_binary_medit_file_is_known),
          CASE(binary_files_that_end_early_say_where),
          CASE(beginnings_of_files_are_refused_or_right), CASE(mutated_files_are_refused_or_right))
