// Which reader a file of tetrahedra is for.
// SPDX-License-Identifier: MIT
#include "bake/import/import_tets.h"
#include "bake/import/tets_file.h"
#include "bake/import/tets_flow.h"

#include <strings.h>

typedef bool reader(tets_file* f, bytes file, tets* out);

#define FORMATS                                                                                    \
    "Gmsh (.msh), Medit (.mesh), TetGen (.node and .ele), Vega (.veg), legacy VTK (.vtk)"

// What we know by its beginning and do not read, with what helps.
static const struct {
    const char* begins;
    size_t length;
    const char* sentence;
} foreigners[] = {
    {"\1\0\0\0", 4, "is a binary Medit file (.meshb); save it as text (.mesh)"},
    {"\0\0\0\1", 4, "is a binary Medit file (.meshb); save it as text (.mesh)"},
    {"$NOD\n", 5, "is Gmsh format 1; open it in Gmsh and save it with -format msh41"},
    {"$NOD\r", 5, "is Gmsh format 1; open it in Gmsh and save it with -format msh41"},
    {"<?xml", 5, "is an XML file; save a .vtu as legacy VTK (.vtk)"},
    {"<VTKFile", 8, "is a VTK XML file (.vtu); save it as legacy VTK (.vtk)"},
    {"MFEM mesh", 9, "is an MFEM mesh; convert it to Gmsh or VTK"},
    {"*HEADING", 8, "is an Abaqus input file; convert it to Gmsh or VTK, for example with meshio"},
    {"*NODE", 5, "is an Abaqus input file; convert it to Gmsh or VTK, for example with meshio"},
};

static bool begins(bytes b, const char* literal, size_t length) {
    return b.size >= length && strncasecmp((const char*)b.data, literal, length) == 0;
}

static bool is_vtk(bytes b) {
    return begins(b, "# vtk", 5) || begins(b, "#vtk", 4);
}

// By content, then by extension; NULL where neither tells.
static reader* reader_of(bytes file, const char* extension) {
    if (is_vtk(file))
        return tets_read_vtk;
    flow in = flow_open(file, "");
    word w = flow_more(&in) ? text_word(&in.t) : (word){"", 0};
    if (w.length > 1 && w.at[0] == '$')
        return tets_read_msh;
    if (word_is(w, "MeshVersionFormatted"))
        return tets_read_medit;
    if (w.length > 1 && w.at[0] == '*')
        return tets_read_vega;
    if (strcmp(extension, "node") == 0 || strcmp(extension, "ele") == 0)
        return tets_read_tetgen;
    return NULL;
}

bool import_tets_bytes(bytes file, const char* path, arena* memory, tets* out, report* r) {
    *out = (tets){0};
    char extension[8];
    path_extension(path, extension, sizeof extension);
    for (size_t i = 0; i < sizeof foreigners / sizeof *foreigners; ++i)
        if (begins(file, foreigners[i].begins, foreigners[i].length))
            return report_error(r, place_file(path), "%s", foreigners[i].sentence);
    reader* read = reader_of(file, extension);
    if (read == NULL)
        return report_error(r, place_file(path),
                            "is no file of tetrahedra that can be read; these can: " FORMATS);

    tets_file f = {.path = path, .memory = memory, .scratch = arena_create(), .r = r};
    bool ok = read(&f, file, out);
    arena_destroy(f.scratch);
    if (!ok)
        *out = (tets){0};
    return ok;
}

bool import_tets(const char* path, arena* memory, tets* out, report* r) {
    bytes file;
    *out = (tets){0};
    if (!file_map(path, &file, r))
        return false;
    bool ok = import_tets_bytes(file, path, memory, out, r);
    file_unmap(file);
    return ok;
}

bool import_tets_knows(bytes file, const char* path) {
    char extension[8];
    path_extension(path, extension, sizeof extension);
    return reader_of(file, extension) != NULL;
}
