// Medit .mesh, as INRIA's and many other meshers write it: a keyword, a count, then rows with a
// reference number at their end. Keywords we do not need are passed over up to the next word.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_file.h"
#include "bake/import/tets_flow.h"

static const struct {
    const char* name;
    int width; // of a list of tetrahedra; 0: `other`
    tets_other other;
} lists[] = {{"Tetrahedra", 4, OTHER_COUNT},
             {"TetrahedraP2", 10, OTHER_COUNT},
             {"Edges", 0, OTHER_LINE},
             {"EdgesP2", 0, OTHER_LINE},
             {"Triangles", 0, OTHER_TRIANGLE},
             {"TrianglesP2", 0, OTHER_TRIANGLE},
             {"Quadrilaterals", 0, OTHER_QUAD},
             {"QuadrilateralsQ2", 0, OTHER_QUAD},
             {"Hexahedra", 0, OTHER_HEXAHEDRON},
             {"HexahedraQ2", 0, OTHER_HEXAHEDRON},
             {"Hexaedra", 0, OTHER_HEXAHEDRON},
             {"Prisms", 0, OTHER_PRISM},
             {"Pyramids", 0, OTHER_PYRAMID},
             {"TetrahedraP3", 0, OTHER_TETRAHEDRON},
             {"TetrahedraP4", 0, OTHER_TETRAHEDRON}};

static bool read_vertices(tets_file* f, flow* in) {
    int64_t count = 0;
    double x[3], reference = 0.0;
    if (!flow_int(in, &count))
        return flow_expected(in, "the number of vertices", f->r);
    if (!tets_file_fits(f, "vertices", count, 8, flow_left(in), flow_line(in)) ||
        !tets_file_nodes(f, count, flow_line(in)))
        return false;
    for (int64_t i = 0; i < count; ++i) {
        if (!flow_number(in, &x[0]) || !flow_number(in, &x[1]) || !flow_number(in, &x[2]) ||
            !flow_number(in, &reference))
            return flow_missing(in, "vertex", i, count, f->r);
        if (!tets_file_set_node(f, (int32_t)i, i + 1, x, flow_line(in)))
            return false;
    }
    return tets_file_number_nodes(f, flow_line(in));
}

static bool read_tets(tets_file* f, flow* in, int width, int64_t count) {
    f->expected = (size_t)count;
    for (int64_t i = 0; i < count; ++i) {
        int32_t* to =
            tets_file_add(f, width, (tets_label){.number = i + 1, .region = 0}, flow_line(in));
        int64_t number = 0;
        if (to == NULL)
            return false;
        for (int k = 0; k < width; ++k) {
            if (!flow_int(in, &number))
                return flow_missing(in, "tetrahedron", i, count, f->r);
            if (!tets_file_find_node(f, number, i + 1, &to[k], flow_line(in)))
                return false;
        }
        if (!flow_int(in, &f->labels[f->tet_count - 1].region))
            return flow_missing(in, "tetrahedron", i, count, f->r);
    }
    return true;
}

static bool read_list(tets_file* f, flow* in, word keyword) {
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
        int64_t count = 0;
        if (!word_is(keyword, lists[i].name))
            continue;
        if (!flow_int(in, &count))
            return flow_expected(in, "the number of elements", f->r);
        if (!tets_file_fits(f, "elements", count, 4, flow_left(in), flow_line(in)))
            return false;
        if (lists[i].width > 0)
            return read_tets(f, in, lists[i].width, count);
        f->others[lists[i].other] += count;
        return true;
    }
    return true; // a keyword that says nothing about the volume
}

static bool read_dimension(tets_file* f, flow* in) {
    int64_t dimension = 0;
    if (!flow_int(in, &dimension))
        return flow_expected(in, "the dimension", f->r);
    return dimension == 3 ||
           report_error(f->r, flow_line(in), "has dimension %lld; a volume needs 3",
                        (long long)dimension);
}

bool tets_read_medit(tets_file* f, bytes file, tets* out) {
    flow in = flow_open(file, f->path);
    bool ended = false;
    while (!ended && flow_more(&in)) {
        word w = text_word(&in.t);
        bool ok = true;
        if (word_is(w, "Vertices"))
            ok = read_vertices(f, &in);
        else if (word_is(w, "Dimension"))
            ok = read_dimension(f, &in);
        else if (word_is(w, "End"))
            ended = true;
        else if ((w.at[0] >= 'A' && w.at[0] <= 'Z') || (w.at[0] >= 'a' && w.at[0] <= 'z'))
            ok = read_list(f, &in, w);
        if (!ok)
            return false;
    }
    if (f->nodes == NULL)
        return report_error(f->r, place_file(f->path), "has no Vertices: the file is cut off");
    if (!ended)
        report_note(f->r, place_file(f->path), "has no End; all that stands there was read");
    return tets_finish(f, tets_order_vtk, out);
}
