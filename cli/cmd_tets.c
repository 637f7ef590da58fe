// `supple tets`: a volume for a surface, or somebody else's tets read, checked and written anew.
// SPDX-License-Identifier: MIT
#include "bake/export/png.h"
#include "bake/export/tet_picture.h"
#include "bake/export/tets_out.h"
#include "bake/import/import_tets.h"
#include "bake/mesh/tet_topology.h"
#include "bake/volume/outside_mesher.h"
#include "cli/body_choice.h"

#include <string.h>

static const char *output, *how = "auto", *picture_path;
static int32_t cells, target, threads, order = 4;
static double edge, seconds = 600.0;
static bool ascii, graded;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, "out.vtk (ParaView) or out.msh (Gmsh)"},
    {"--tets", 0, OPTION_TEXT, "HOW", &how,
     "auto (default), solid, enclose, gmsh, tetgen, or a FILE of tets"},
    {"--edge", 0, OPTION_NUMBER, "L", &edge, "edge of a lattice cell, in the file's unit"},
    {"--cells", 0, OPTION_INT, "N", &cells, "or: cells along the longest side"},
    {"--count", 0, OPTION_INT, "N", &target, "or: about so many tets (default 20000)"},
    {"--graded", 0, OPTION_FLAG, NULL, &graded, "larger cells away from the surface"},
    {"--order", 0, OPTION_INT, "4|10", &order, "nodes an element (default 4)"},
    {"--picture", 0, OPTION_OUTPUT, "FILE", &picture_path,
     "PNG: whole, cut open, and the worst tet"},
    {"--ascii", 0, OPTION_FLAG, NULL, &ascii, "write decimal numbers instead of binary"},
    {"--seconds", 0, OPTION_NUMBER, "S", &seconds,
     "how long gmsh or tetgen may take (default 600)"},
    {"--threads", 0, OPTION_COUNT, "N", &threads, "0 (default): all; the result is the same"},
};

static int bad_usage(void) {
    if (order != 4 && order != 10)
        return cli_usage_error("--order is 4 or 10, not %d", order);
    if (edge < 0.0 || cells < 0 || target < 0)
        return cli_usage_error("--edge, --cells and --count are above 0");
    if (!(seconds > 0.0))
        return cli_usage_error("--seconds is above 0");
    if ((edge > 0.0) + (cells > 0) + (target > 0) > 1)
        return cli_usage_error("give one of --edge, --cells and --count");
    char extension[8];
    path_extension(output != NULL ? output : "x.vtk", extension, sizeof extension);
    if (strcmp(extension, "vtk") != 0 && strcmp(extension, "msh") != 0)
        return cli_usage_error("the output is a .vtk or a .msh, not \"%s\"", output);
    return EXIT_OK;
}

static void print_quality(const tets* t, const tet_quality* q) {
    printf("  tets             %d, %d nodes\n", t->tet_count, t->node_count);
    printf("  dihedral angles  %.1f to %.1f degrees\n", q->dihedral_min, q->dihedral_max);
    printf("  edges            %.4g to %.4g, mean %.4g\n", q->edge_min, q->edge_max, q->edge_mean);
    printf("  volume           %.6g\n", q->volume);
}

static void print_surface(const tets* t, const tet_quality* q, const surface* f, arena* memory) {
    bounds box = bounds_of(f->positions, f->vertex_count);
    double size = v3_distance(box.low, box.high);
    embedding e = embed_points(t, f->positions, f->vertex_count, threads, memory);
    printf(
        "  surface          within %.3g of the volume's, %.2g on average (%.2f %% of the size)\n",
        q->surface_max, q->surface_rms, 100.0 * q->surface_rms / size);
    printf("  embedded         %d vertices, %d outside, the farthest by %.3g (%.2f %%)\n", e.count,
           e.outside_count, e.outside_max, 100.0 * e.outside_max / size);
}

static bool read_surface(cli* c, const char* path, surface* out) {
    imported in;
    if (!import_scene(path, c->memory, &in, &c->findings))
        return false;
    bool sound = body_surface(c, path, &in.scene, out);
    import_close(&in);
    return sound;
}

static bool fill(cli* c, const char* path, const surface* f, tets* t, tet_quality* q) {
    fill_options o = fill_default();
    o.mode = strcmp(how, "solid") == 0     ? FILL_SOLID
             : strcmp(how, "enclose") == 0 ? FILL_ENCLOSE
                                           : FILL_AUTO;
    o.edge = edge;
    o.cells = cells;
    o.target = target > 0 ? target : o.target;
    o.graded = graded;
    o.threads = threads;
    fill_result filled;
    if (!volume_fill(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                     f->triangle_count, &o, c->memory, &filled, &c->findings))
        return false;
    printf("%s\n  lattice          %s, cells of %.4g: %s\n", cli_shown(c, path),
           filled.mode == FILL_SOLID ? "solid" : "enclosing", filled.cell, filled.reason);
    *t = filled.tets;
    *q = filled.quality;
    return true;
}

static void warn_of_pieces(cli* c, const char* path, const tets* t) {
    int32_t pieces = tets_topology(t, c->memory).piece_count;
    if (pieces > 1)
        report_warning(&c->findings, place_file(path),
                       "the volume is in %d separate pieces, which will move independently",
                       pieces);
}

// The edge that the options mean, for a mesher that knows no lattice: so many tets of equal edges fill
// the volume.
static double outside_edge(const surface* f) {
    bounds box = bounds_of(f->positions, f->vertex_count);
    vec3 size = v3_sub(box.high, box.low);
    double volume = 0.0;
    for (int32_t i = 0; i < f->triangle_count; ++i) {
        const uint32_t* t = f->triangles[i];
        volume += v3_dot(v3_sub(f->positions[t[0]], box.low),
                         v3_cross(v3_sub(f->positions[t[1]], box.low),
                                  v3_sub(f->positions[t[2]], box.low))) /
                  6.0;
    }
    double longest = fmax(size.x, fmax(size.y, size.z));
    if (edge > 0.0)
        return edge;
    if (cells > 0)
        return longest / cells;
    double each = fabs(volume) / (target > 0 ? target : fill_default().target);
    return each > 0.0 ? cbrt(6.0 * sqrt(2.0) * each) : longest;
}

static bool run_outside(cli* c, const char* path, outside_mesher which, const surface* f, tets* t,
                        tet_quality* q) {
    const outside_options o = {which, outside_edge(f), seconds};
    if (!outside_mesher_fill(f->positions, f->vertex_count, (const uint32_t(*)[3])f->triangles,
                             f->triangle_count, &o, c->memory, t, &c->findings))
        return false;
    printf("%s\n  by               %s, asked for edges of about %.4g inside\n", cli_shown(c, path),
           outside_mesher_name[which], o.edge);
    *q = tets_quality(t, f->positions, f->vertex_count, threads, c->memory);
    warn_of_pieces(c, path, t);
    return true;
}

// Tets of a file, measured against the surface when there is one.
static bool read_tets(cli* c, const char* path, const surface* f_or_null, tets* t, tet_quality* q) {
    if (!import_tets(path, c->memory, t, &c->findings))
        return false;
    printf("%s\n", cli_shown(c, path));
    *q = tets_quality(t, f_or_null != NULL ? f_or_null->positions : NULL,
                      f_or_null != NULL ? f_or_null->vertex_count : 0, threads, c->memory);
    warn_of_pieces(c, path, t);
    return true;
}

// Whole, cut open, and what stands round the worst tet.
static picture draw(const tets* t, const tet_quality* q, arena* memory) {
    double* angle = ARENA_NEW(memory, double, (size_t)t->tet_count);
    tets_smallest_angles(t, angle);
    const uint8_t* shown[3] = {tet_picture_whole(t, memory), tet_picture_half(t, memory),
                               tet_picture_round(t, q->worst_tet, 2.0 * q->edge_mean, memory)};
    static const char* const label[3] = {"smallest dihedral angle, degrees", "cut open",
                                         "round the worst tet"};
    picture sides[3];
    for (int i = 0; i < 3; ++i)
        sides[i] = tet_picture(t, angle, label[i], shown[i], 400, 440, memory);
    return picture_row(sides, 3, 4, memory);
}

static int write_results(cli* c, const tets* linear, const tet_quality* q) {
    if (picture_path != NULL) {
        picture p = draw(linear, q, c->memory);
        bytes png = png_encode(&p, c->memory);
        int code = cli_write(c, picture_path, png.data, png.size);
        if (code != EXIT_OK)
            return code;
    }
    if (output == NULL)
        return EXIT_OK;
    tets t = order == 10 ? tets_promote(linear, c->memory) : *linear;
    char extension[8];
    path_extension(output, extension, sizeof extension);
    bool msh = strcmp(extension, "msh") == 0;
    if (msh && t.filled_or_null != NULL)
        report_note(&c->findings, place_file(output),
                    "has no place for how much of the body each element holds: baked from it, the "
                    "body weighs %.3g times as much as its surface encloses; a .vtk keeps it",
                    tets_volume(&t) / tets_content(&t));
    bytes file =
        msh ? tets_to_msh(&t, !ascii, c->memory) : tets_to_vtk(&t, NULL, 0, !ascii, c->memory);
    return cli_write(c, output, file.data, file.size);
}

// From a surface by lattice, by another program or from a file beside it.
static bool make_tets(cli* c, const char* path, const surface* f, tets* t, tet_quality* q) {
    for (int i = 0; i < OUTSIDE_MESHERS; ++i)
        if (strcmp(how, outside_mesher_name[i]) == 0)
            return run_outside(c, path, (outside_mesher)i, f, t, q);
    if (strcmp(how, "auto") == 0 || strcmp(how, "solid") == 0 || strcmp(how, "enclose") == 0)
        return fill(c, path, f, t, q);
    return read_tets(c, how, f, t, q);
}

static int run(cli* c) {
    if (bad_usage() != EXIT_OK)
        return EXIT_BAD_USAGE;
    const char* path = c->arguments[0];
    bool volume;
    if (!body_is_tets(c, path, &volume))
        return EXIT_BAD_INPUT;
    tets t;
    tet_quality q;
    surface f = {0};
    if (volume ? !read_tets(c, path, NULL, &t, &q)
               : !read_surface(c, path, &f) || !make_tets(c, path, &f, &t, &q))
        return EXIT_BAD_INPUT;
    print_quality(&t, &q);
    if (f.vertex_count > 0)
        print_surface(&t, &q, &f, c->memory);
    return write_results(c, &t, &q);
}

const command command_tets = {
    .name = "tets",
    .summary = "fill a surface with tetrahedra, or check a file of them",
    .usage = "FILE [-o out.vtk|out.msh] [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .details =
        "  FILE is a surface (glTF, OBJ, PLY, STL) or a file of tets (Gmsh, Medit, TetGen,\n"
        "  Vega, VTK). `solid` cuts a lattice along the surface; `auto` also thickens parts\n"
        "  thinner than a cell; `enclose` keeps whole tets round sheets and open shells.\n\n"
        "  supple tets cow.obj --count 30000 -o cow.vtk --picture cow.png",
    .run = run,
};
