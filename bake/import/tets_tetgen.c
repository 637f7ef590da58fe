// TetGen's pair of files: NAME.node and NAME.ele. Rows are lines; their order numbers begin at 0 or
// 1 as the .node file says.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_file.h"
#include "bake/import/tets_flow.h"

// The numbers of a head line; those that are not there stay as they are.
static bool read_head(tets_file* f, flow* in, int64_t* numbers, int count, const char* what) {
    if (!flow_int(in, &numbers[0]))
        return flow_expected(in, what, f->r);
    for (int i = 1; i < count && text_more(&in->t); ++i)
        if (!flow_int(in, &numbers[i]))
            return flow_expected(in, what, f->r);
    in->t.at = in->t.stop;
    return true;
}

static bool read_nodes(tets_file* f, bytes file, const char* path) {
    flow in = flow_open(file, path);
    int64_t head[2] = {0, 3}, number = 0;
    double x[3];
    if (!read_head(f, &in, head, 2, "the number of points"))
        return false;
    if (head[1] != 3)
        return report_error(f->r, flow_line(&in), "has dimension %lld; a volume needs 3",
                            (long long)head[1]);
    if (!tets_file_fits(f, "points", head[0], 8, flow_left(&in), flow_line(&in)) ||
        !tets_file_nodes(f, head[0], flow_line(&in)))
        return false;
    for (int64_t i = 0; i < head[0]; ++i) {
        if (!flow_int(&in, &number) || !text_number(&in.t, &x[0]) || !text_number(&in.t, &x[1]) ||
            !text_number(&in.t, &x[2]))
            return flow_missing(&in, "point", i, head[0], f->r);
        if (!tets_file_set_node(f, (int32_t)i, number, x, flow_line(&in)))
            return false;
        in.t.at = in.t.stop; // attributes and the boundary mark
    }
    return tets_file_number_nodes(f, flow_line(&in));
}

static bool read_elements(tets_file* f, bytes file, const char* path) {
    flow in = flow_open(file, path);
    int64_t head[3] = {0, 4, 0}, number = 0, node = 0;
    if (!read_head(f, &in, head, 3, "the number of tetrahedra"))
        return false;
    if (head[1] != 4 && head[1] != 10)
        return report_error(f->r, flow_line(&in), "has %lld nodes a tetrahedron; 4 and 10 exist",
                            (long long)head[1]);
    if (!tets_file_fits(f, "tetrahedra", head[0], 10, flow_left(&in), flow_line(&in)))
        return false;
    f->expected = (size_t)head[0];
    for (int64_t i = 0; i < head[0]; ++i) {
        double attribute = 0.0;
        if (!flow_int(&in, &number))
            return flow_missing(&in, "tetrahedron", i, head[0], f->r);
        int32_t* to = tets_file_add(f, (int32_t)head[1],
                                    (tets_label){.number = number, .region = 0}, flow_line(&in));
        if (to == NULL)
            return false;
        for (int64_t k = 0; k < head[1]; ++k) {
            if (!text_more(&in.t) || !flow_int(&in, &node))
                return flow_missing(&in, "tetrahedron", i, head[0], f->r);
            if (!tets_file_find_node(f, node, number, &to[k], flow_line(&in)))
                return false;
        }
        if (head[2] > 0 && !text_number(&in.t, &attribute))
            return flow_missing(&in, "attribute of tetrahedron", i, head[0], f->r);
        attribute += 0.0; // no minus before a zero
        memcpy(&f->labels[f->tet_count - 1].region, &attribute, sizeof attribute);
        in.t.at = in.t.stop;
    }
    return true;
}

bool tets_read_tetgen_pair(tets_file* f, bytes node, const char* node_path, bytes ele,
                           const char* ele_path, tets* out) {
    f->regions_are_doubles = true;
    return read_nodes(f, node, node_path) && read_elements(f, ele, ele_path) &&
           tets_finish(f, tets_order_tetgen, out);
}

bool tets_read_tetgen(tets_file* f, bytes file, tets* out) {
    char extension[8];
    path_extension(f->path, extension, sizeof extension);
    bool is_node = strcmp(extension, "node") == 0;
    int stem = (int)(strlen(f->path) - strlen(extension));
    const char* partner =
        arena_format(f->r->memory, "%.*s%s", stem, f->path, is_node ? "ele" : "node");
    bytes other;
    if (!file_map(partner, &other, f->r))
        return report_error(f->r, place_file(f->path),
                            "is half of a TetGen mesh; the other half, %s, must stand beside it",
                            path_name(partner));
    bool ok = is_node ? tets_read_tetgen_pair(f, file, f->path, other, partner, out)
                      : tets_read_tetgen_pair(f, other, partner, file, f->path, out);
    file_unmap(other);
    return ok;
}
