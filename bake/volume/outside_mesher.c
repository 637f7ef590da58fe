// Write the surface, run the command, read what it wrote; the folder between is gone in any case.
//
// Both are given an indexed mesh rather than STL, whose corners they would have to weld again.
// SPDX-License-Identifier: MIT
#include "bake/volume/outside_mesher.h"

#include "bake/base/assert.h"
#include "bake/base/buffer.h"
#include "bake/base/process.h"
#include "bake/base/text.h"
#include "bake/import/import_tets.h"
#include "bake/mesh/weld.h"

#include <errno.h>
#include <string.h>

const char* const outside_mesher_name[OUTSIDE_MESHERS] = {"gmsh", "tetgen"};

typedef struct meshing {
    const outside_options* o;
    const char* name;
    arena* memory;
    report* r;
    const char *folder, *log;
    weld w;
    uint32_t (*triangles)[3];
    int32_t triangle_count;
} meshing;

static const char* in_folder(const meshing* m, const char* file) {
    return arena_format(m->memory, "%s/%s", m->folder, file);
}

static bool write_in_folder(const meshing* m, const char* file, const buffer* b) {
    return file_write(in_folder(m, file), b->data, b->size, m->r);
}

static void add_numbers(buffer* b, vec3 p) {
    buffer_double(b, p.x);
    buffer_text(b, " ");
    buffer_double(b, p.y);
    buffer_text(b, " ");
    buffer_double(b, p.z);
    buffer_text(b, "\n");
}

static void add_corners(buffer* b, const uint32_t corner[3], uint32_t first) {
    for (int k = 0; k < 3; ++k) {
        buffer_int(b, corner[k] + first);
        buffer_text(b, k < 2 ? " " : "\n");
    }
}

// A mesh of triangles that a .geo file makes the border of a volume. Without SaveAll, and with a mesh
// that names physical groups, Gmsh would write the triangles only.
static bool write_gmsh(const meshing* m) {
    buffer b = buffer_new(m->memory, 1 << 16);
    buffer_text(&b, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n");
    buffer_int(&b, m->w.count);
    buffer_text(&b, "\n");
    for (int32_t i = 0; i < m->w.count; ++i) {
        buffer_int(&b, i + 1);
        buffer_text(&b, " ");
        add_numbers(&b, m->w.positions[i]);
    }
    buffer_text(&b, "$EndNodes\n$Elements\n");
    buffer_int(&b, m->triangle_count);
    buffer_text(&b, "\n");
    for (int32_t i = 0; i < m->triangle_count; ++i) {
        buffer_int(&b, i + 1);
        buffer_text(&b, " 2 2 0 1 ");
        add_corners(&b, m->triangles[i], 1);
    }
    buffer_text(&b, "$EndElements\n");

    buffer g = buffer_new(m->memory, 1 << 10);
    buffer_text(&g, "Merge \"surface.msh\";\nSurface Loop(1) = {1};\nVolume(1) = {1};\n"
                    "Mesh.SaveAll = 1;\nMesh.MeshSizeExtendFromBoundary = 0;\n"
                    "Mesh.MeshSizeMax = ");
    buffer_double(&g, m->o->edge);
    buffer_text(&g, ";\n");
    return write_in_folder(m, "surface.msh", &b) && write_in_folder(m, "surface.geo", &g);
}

static bool write_tetgen(const meshing* m) {
    buffer b = buffer_new(m->memory, 1 << 16);
    buffer_text(&b, "OFF\n");
    buffer_int(&b, m->w.count);
    buffer_text(&b, " ");
    buffer_int(&b, m->triangle_count);
    buffer_text(&b, " 0\n");
    for (int32_t i = 0; i < m->w.count; ++i)
        add_numbers(&b, m->w.positions[i]);
    for (int32_t i = 0; i < m->triangle_count; ++i) {
        buffer_text(&b, "3 ");
        add_corners(&b, m->triangles[i], 0);
    }
    return write_in_folder(m, "surface.off", &b);
}

// The line of its log that tells most: the first with "error" in it, else the last if it may be any.
// "" if there is none.
static const char* its_words(const meshing* m, bool any) {
    report unused = report_new(m->memory);
    bytes log;
    if (!file_map(m->log, &log, &unused))
        return "";
    const char *begin = (const char*)log.data, *end = begin + log.size, *told = "";
    bool error = false;
    for (const char* line = begin; line < end && !error;) {
        const char* stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        const char* text = arena_format(m->memory, "%.*s", (int)(stop - line), line);
        error = strstr(text, "rror") != NULL || strstr(text, "ERROR") != NULL;
        if (error || (any && text[strspn(text, " \t\r-")] != 0))
            told = text;
        line = stop + 1;
    }
    file_unmap(log);
    size_t length = strlen(told);
    while (length > 0 && strchr(" \t\r", told[length - 1]) != NULL)
        --length;
    told = arena_format(m->memory, "%.*s", (int)length, told);
    return text_printable(told + strspn(told, " \t"), 160, m->memory);
}

static bool run(const meshing* m) {
    const char* gmsh[] = {"gmsh",
                          "-3",
                          "-format",
                          "msh41",
                          "-bin",
                          "-o",
                          in_folder(m, "volume.msh"),
                          in_folder(m, "surface.geo"),
                          NULL};
    buffer size = buffer_new(m->memory, 64); // volume of a regular tet of this edge
    buffer_text(&size, "-pzqa");
    buffer_double(&size, m->o->edge * m->o->edge * m->o->edge / (6.0 * sqrt(2.0)));
    buffer_add(&size, "", 1);
    const char* tetgen[] = {"tetgen", (const char*)size.data, in_folder(m, "surface.off"), NULL};
    int code = 0;
    switch (
        process_run(m->o->which == OUTSIDE_GMSH ? gmsh : tetgen, m->log, m->o->seconds, &code)) {
    case PROCESS_NOT_FOUND:
        return report_error(m->r, place_none(),
                            "the command `%s` is not installed (the package is called %s in most "
                            "systems); --tets auto needs no other program",
                            m->name, m->name);
    case PROCESS_NOT_BEGUN:
        return report_error(m->r, place_none(), "the command `%s` could not be started: %s",
                            m->name, strerror(code));
    case PROCESS_TIMED_OUT:
        return report_error(m->r, place_none(),
                            "`%s` had not finished after %g seconds and was ended; use larger "
                            "edges, or --tets auto",
                            m->name, m->o->seconds);
    case PROCESS_KILLED:
        return report_error(m->r, place_none(),
                            "`%s` crashed (signal %d, %s); the surface may cross itself: try "
                            "--tets auto",
                            m->name, code, strsignal(code));
    case PROCESS_EXITED:
        break;
    }
    if (code == 0)
        return true;
    const char* words = its_words(m, true);
    return report_error(m->r, place_none(), "`%s` failed with exit code %d%s%s%s", m->name, code,
                        words[0] != 0 ? ": \"" : "", words, words[0] != 0 ? "\"" : "");
}

static bool read_result(const meshing* m, tets* out) {
    report found = report_new(m->memory);
    const char* file = m->o->which == OUTSIDE_GMSH ? "volume.msh" : "surface.1.ele";
    if (import_tets(in_folder(m, file), m->memory, out, &found) && out->tet_count > 0)
        return true;
    const char* words = its_words(m, false);
    return report_error(m->r, place_none(),
                        "`%s` reported success but made no usable tets; the surface may be open or "
                        "cross itself: try --tets auto%s%s%s",
                        m->name, words[0] != 0 ? " (it said \"" : "", words,
                        words[0] != 0 ? "\")" : "");
}

bool outside_mesher_fill(const vec3* positions, int32_t vertex_count,
                         const uint32_t (*triangles)[3], int32_t triangle_count,
                         const outside_options* o, arena* memory, tets* out, report* r) {
    SUPPLE_ASSERT(o->which >= 0 && o->which < OUTSIDE_MESHERS);
    SUPPLE_ASSERT(o->edge > 0.0 && o->seconds > 0.0 && vertex_count >= 0 && triangle_count >= 0);
    meshing m = {.o = o, .name = outside_mesher_name[o->which], .memory = memory, .r = r};
    m.w = weld_positions(positions, vertex_count, 0.0, memory);
    m.triangles = arena_alloc(memory, (size_t)triangle_count, sizeof *m.triangles);
    m.triangle_count = weld_triangles(&m.w, triangles, triangle_count, m.triangles);
    if (m.triangle_count == 0)
        return report_error(r, place_none(),
                            "there is no surface to fill: it has no triangle with "
                            "three different corners");
    arena* scratch = arena_create(); // the folder goes with it
    m.folder = process_folder(scratch);
    bool done =
        m.folder != NULL ||
        report_error(r, place_none(), "no temporary folder could be made: %s", strerror(errno));
    m.log = done ? in_folder(&m, "log") : NULL;
    done = done && (o->which == OUTSIDE_GMSH ? write_gmsh(&m) : write_tetgen(&m)) && run(&m) &&
           read_result(&m, out);
    arena_destroy(scratch);
    return done;
}
